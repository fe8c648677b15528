"""What a class can do in a step: look for a collision, shuffle a sentence, set something."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine import Convention, EncodingParams, Search, find_collision
from gui.model.readout import integer_text, plain_number, significant
from gui.model.state import AppState
from gui.tour.attention import MOST_WIDTH, largest_change
from gui.tour.functions import Patience
from gui.tour.markup import Text, plain
from gui.tour.patch import Patch

_PLOT_LENGTH: Final = 1 << 16
"""The longest table that is chosen so that the plot shows a gap that was found."""
_SAME: Final = 1e-9
"""Differences of outputs below this are rounding."""


@dataclass(frozen=True, slots=True)
class Memory:
    """How often an action was run in this step, and how far a search of which encoding has come."""

    runs: int = 0
    searched: tuple[int, float, Convention] | None = None
    searched_to: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action does: the state to go to, what to say, and what to remember for the next time."""

    state: AppState
    said: str
    memory: Memory


@dataclass(frozen=True, slots=True)
class Collide:
    """Find the first far collision, and with every further run the next one."""

    label: Text
    epsilon: float

    def run(self, state: AppState, memory: Memory) -> Outcome:
        """Search on from where the last run ended, or from the start where the encoding is another."""
        params = state.params
        subject = (params.d_model, params.base, params.convention)
        start = memory.searched_to + 1 if memory.searched == subject else 1
        search = find_collision(params, self.epsilon, first=start, progress=Patience())
        reached = search.gap or search.searched_to
        return Outcome(
            _shown(state, search.gap),
            f"{_named(params)}: {self._found(search)}",
            replace(memory, runs=memory.runs + 1, searched=subject, searched_to=reached),
        )

    def _found(self, search: Search) -> str:
        epsilon = significant(self.epsilon, 2)
        if search.gap is None:
            on = "; run it again to search on" if search.status == "stopped" else ""
            return f"no two rows nearer than {epsilon} up to gap {integer_text(search.searched_to)}{on}."
        found = significant(search.distance or 0.0, 3)
        return f"rows {integer_text(search.gap)} apart are at distance {found} (unrelated ones at about 1)."


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle the words of a sentence, a person's own if there is one, and measure who notices."""

    label: Text
    words: tuple[str, ...]

    def run(self, state: AppState, memory: Memory) -> Outcome:
        """Shuffle in a way that was not seen before, the same one in every lecture."""
        own = tuple(state.sentence.split())
        words = own if len(own) > 1 else self.words
        order = list(range(len(words)))
        draw = random.Random(memory.runs)
        while order == sorted(order):
            draw.shuffle(order)
        shuffled = " ".join(words[n] for n in order)
        said = f"“{shuffled}” {_noticed(state.params, words, order)}"
        return Outcome(state, said, replace(memory, runs=memory.runs + 1))


@dataclass(frozen=True, slots=True)
class Change:
    """Set something, as a step does."""

    label: Text
    patch: Patch

    def run(self, state: AppState, memory: Memory) -> Outcome:
        """Apply the patch to the present state."""
        return Outcome(self.patch.applied(state), "", memory)


def _noticed(params: EncodingParams, words: tuple[str, ...], order: list[int]) -> str:
    """Say what attention notices of a shuffled sentence, without and with positions."""
    params = replace(params, d_model=min(params.d_model, MOST_WIDTH))
    bare, placed = (largest_change(params, words, order, places=p) for p in (False, True))
    unchanged = "not at all" if bare < _SAME else f"by {significant(bare, 2)}"
    return (
        f"Without positions, shuffling changes no word's output: {unchanged}, rounding aside. "
        f"With positions added, some output moves by {significant(placed, 2)} standard deviations."
    )


Action: TypeAlias = Collide | Shuffle | Change


def label_text(action: Action, state: AppState) -> str:
    """Return an action's label; that of a `Change` speaks of the state it leads to."""
    there = action.patch.applied(state) if isinstance(action, Change) else state
    return plain(action.label.paragraphs[0], there)


def _shown(state: AppState, gap: int | None) -> AppState:
    """Return the state with a gap, and a table long enough for the plot to show it."""
    if gap is None:
        return state
    params = state.params
    if params.length <= gap < _PLOT_LENGTH:
        params = replace(params, length=1 << gap.bit_length())
    return state.evolve(params=params, gap=gap)


def _named(params: EncodingParams) -> str:
    return f"d = {params.d_model}, base {plain_number(params.base)}"
