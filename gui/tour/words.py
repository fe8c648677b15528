"""What a step shows, as blocks of prose: title, text with live numbers, formulas, sources, findings."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gui.model.state import AppState
from gui.tour.live import Live
from gui.tour.player import TourPlayer
from gui.tour.prose import Block, Typeset, Words
from gui.tour.tour import Depth, Step

REST_MS: Final = 250
"""How long numbers must rest before formulas are typeset anew."""


class Writer:
    """Writes the text of a step, at once what takes less than a frame; the rest is `waiting` for a pause.

    A formula whose numbers run turns pale, and is typeset anew when they rest; a slow number is dots.
    """

    def __init__(self) -> None:
        self._formulas: tuple[Typeset, ...] = ()
        self._subject: tuple[Step, Depth] | None = None
        self._slow: dict[Live, tuple[object, str]] = {}
        self.waiting = False

    def body(self, step: Step, depth: Depth, state: AppState, *, resting: bool = True) -> tuple[Block, ...]:
        """Return the text, the formulas and the sources of a step at a depth."""
        self.waiting = False
        words = tuple(map(Words, step.texts[depth].html(lambda number: self._say(number, state, resting))))
        return (*words, *self._typeset(step, depth, state, resting), *sources(step, depth))

    def _say(self, number: Live, state: AppState, resting: bool) -> str:
        """Return a number as it is shown; one that takes long is dots until the others rest."""
        if not number.slow:
            return number.text(state)
        key = tuple(getattr(state, name) for name in sorted(number.reads))
        known, text = self._slow.get(number, (None, ""))
        if known == key:
            return text
        if not resting:
            self.waiting = True
            return "…"
        self._slow[number] = key, number.text(state)
        return self._slow[number][1]

    def _typeset(self, step: Step, depth: Depth, state: AppState, resting: bool) -> tuple[Typeset, ...]:
        new = self._subject is None or self._subject[0] is not step or self._subject[1] != depth
        self._subject = step, depth
        slow = any(part.slow for formula in step.formulas[depth] for part in formula.numbers)
        if resting or not slow:
            wanted = tuple(Typeset(formula.tex(state)) for formula in step.formulas[depth])
            if resting or new or wanted == self._formulas:
                self._formulas = wanted
                return wanted
        self.waiting = True
        if new:
            self._formulas = ()
        return tuple(replace(old, pale=True) for old in self._formulas)


def sources(step: Step, depth: Depth) -> Iterator[Words]:
    """Yield one line with the sources of what the text quotes, where it quotes anything."""
    found = step.sources(step.texts[depth].quoted)
    if found:
        yield Words(f"Source{'s' if len(found) > 1 else ''}: {html.escape('; '.join(found))}.")


def title(player: TourPlayer) -> Words:
    """Return the title of the present step."""
    assert player.step is not None
    return Words(f"<b>{html.escape(player.step.title)}</b>", 1.2)


def place(player: TourPlayer) -> str:
    """Return where in the tour one is: step 3 of 8."""
    return f"Step {player.index + 1} of {player.count}"


def said(player: TourPlayer) -> Iterator[Words]:
    """Yield what the last action has found."""
    if player.said:
        yield Words(html.escape(player.said))
