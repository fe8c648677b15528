"""What a step shows, as blocks of prose: title, text with live numbers, formulas, sources, findings."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gui.model.state import AppState
from gui.tour.player import TourPlayer
from gui.tour.prose import Block, Typeset, Words
from gui.tour.tour import Depth, Step

REST_MS: Final = 250
"""How long numbers must rest before formulas are typeset anew."""


class Writer:
    """Writes the text of a step; a formula whose numbers run turns pale, and is typeset anew when they rest.

    Typesetting takes longer than a frame: text is written at once, formulas when `waiting` is over.
    """

    def __init__(self) -> None:
        self._formulas: tuple[Typeset, ...] = ()
        self.waiting = False

    def body(self, step: Step, depth: Depth, state: AppState, *, resting: bool = True) -> tuple[Block, ...]:
        """Return the text, the formulas and the sources of a step at a depth."""
        wanted = tuple(formulas(step, depth, state))
        self.waiting = not resting and wanted != self._formulas
        if self.waiting:
            wanted = tuple(replace(old, pale=True) for old in self._formulas)
        else:
            self._formulas = wanted
        return (*paragraphs(step, depth, state), *wanted, *sources(step, depth))


def paragraphs(step: Step, depth: Depth, state: AppState) -> Iterator[Words]:
    """Yield the paragraphs of a step."""
    yield from map(Words, step.texts[depth].html(state))


def formulas(step: Step, depth: Depth, state: AppState) -> Iterator[Typeset]:
    """Yield the formulas of a step with the present numbers."""
    yield from (Typeset(formula.tex(state)) for formula in step.formulas[depth])


def sources(step: Step, depth: Depth) -> Iterator[Words]:
    """Yield one line with the sources of what the text quotes, where it quotes anything."""
    found = step.sources(step.texts[depth].quoted)
    if found:
        yield Words(f"Source: {html.escape('; '.join(found))}." if len(found) == 1 else _listed(found))


def _listed(found: tuple[str, ...]) -> str:
    return f"Sources: {html.escape('; '.join(found))}."


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
