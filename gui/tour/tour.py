"""A tour as data: its steps, what each sets and shows, its texts at three depths, what a class can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from gui.model.state import AppState
from gui.tour.actions import Action
from gui.tour.live import Live
from gui.tour.markup import Formula, Text
from gui.tour.patch import Patch, opening

Depth = Literal["plain", "developer", "researcher"]
DEPTHS: Final[tuple[Depth, ...]] = ("plain", "developer", "researcher")
DEPTH_TITLES: Final[Mapping[Depth, str]] = {
    "plain": "Plain words",
    "developer": "Developer",
    "researcher": "Researcher",
}
TARGETS: Final = ("pair", "row", "gap")
"""What a spotlight can be on."""


@dataclass(frozen=True, slots=True)
class Spotlight:
    """What the window should point at: a dial, a row of the table, or a gap."""

    target: Literal["pair", "row", "gap"]
    number: int


@dataclass(frozen=True, slots=True)
class Check:
    """A number quoted in a text, and the expression that it must agree with.

    It agrees when it is the value rounded to as many digits as are quoted, or differs from the value by at
    most `within` of it.
    """

    quote: str
    expression: Live
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class Reported:
    """A number or name quoted from the literature, with its source."""

    quote: str
    source: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step; texts and formulas are complete at every depth."""

    title: str
    patch: Patch
    views: tuple[str, ...]
    spotlight: Spotlight | None
    texts: Mapping[Depth, Text]
    formulas: Mapping[Depth, tuple[Formula, ...]]
    actions: tuple[Action, ...] = ()
    checks: tuple[Check, ...] = ()
    reported: tuple[Reported, ...] = ()

    def reads(self, depth: Depth) -> frozenset[str]:
        """Return the fields of the state that anything shown at a depth depends on."""
        formulas = (formula.reads for formula in self.formulas[depth])
        return self.texts[depth].reads.union(*formulas)

    def sources(self, quoted: str) -> tuple[str, ...]:
        """Return the sources of what is quoted in a text, each once."""
        found = (entry.source for entry in self.reported if entry.quote in quoted)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour.

    Attributes
    ----------
    name : str
        Its name on the command line.
    about : str
        A sentence for the list of tours.
    """

    name: str
    title: str
    about: str
    steps: tuple[Step, ...]

    def states(self, state: AppState) -> Iterator[AppState]:
        """Yield the state at each step, whatever happened before: `state` gives only the look."""
        state = opening(state)
        for step in self.steps:
            state = step.patch.applied(state)
            yield state
