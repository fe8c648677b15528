"""The tour player: it walks the steps of a tour, and gives back what was there before."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gui.model.state import AppState
from gui.model.store import Store
from gui.tour.actions import Memory
from gui.tour.tour import Depth, Spotlight, Step, Tour
from gui.tour.transition import MOVING, Transition, touched

SECONDS: Final = 0.6
"""How long numbers move from step to step."""
_FRAME_MS: Final = 16


class TourPlayer(QObject):
    """Walks a tour by sending its patches to the store.

    Every step is a definite state, made of all patches up to it, so that going back shows just what was
    there, whatever a person tried meanwhile. Between steps numbers move smoothly; another step, or a person
    who takes hold of what moves, ends that at once.

    Parameters
    ----------
    store : Store
        Where the steps' states go.
    clock : callable
        Returns a monotonic time in seconds.
    reduced_motion : bool
        Whether numbers jump instead of moving, and nothing plays by itself; can be set at any time.
    """

    changed = Signal()
    """The tour, the step, the depth, or what an action said has changed."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        *,
        reduced_motion: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.reduced_motion = reduced_motion
        self._store, self._clock = store, clock
        self._tour: Tour | None = None
        self._index = 0
        self._depth: Depth = "plain"
        self._said = ""
        self._memory = Memory()
        self._former: AppState | None = None
        self._states: tuple[AppState, ...] = ()
        self._transition: Transition | None = None
        self._began = 0.0
        self._sent: dict[str, Any] = {}
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)

    # ---- what there is --------------------------------------------------------------------------

    @property
    def tour(self) -> Tour | None:
        """The tour that runs; None when none does."""
        return self._tour

    @property
    def step(self) -> Step | None:
        """The present step; None when no tour runs."""
        return self._tour.steps[self._index] if self._tour else None

    @property
    def index(self) -> int:
        """The number of the present step, counted from 0."""
        return self._index

    @property
    def count(self) -> int:
        """How many steps the tour has; 0 when none runs."""
        return len(self._tour.steps) if self._tour else 0

    @property
    def views(self) -> tuple[str, ...]:
        """The views that the present step wants to be seen; none when no tour runs."""
        return self.step.views if self.step else ()

    @property
    def spotlight(self) -> Spotlight | None:
        """What the present step points at."""
        return self.step.spotlight if self.step else None

    @property
    def depth(self) -> Depth:
        """The depth that texts are shown at."""
        return self._depth

    @property
    def said(self) -> str:
        """What the last action of this step has found; empty before the first."""
        return self._said

    @property
    def moving(self) -> bool:
        """Whether numbers are on their way."""
        return self._transition is not None

    # ---- walking --------------------------------------------------------------------------------

    def start(self, tour: Tour, step: int = 0) -> None:
        """Begin a tour; what was there before the first of several tours comes back on leaving."""
        if self._former is None:
            self._former = self._store.state
        self._tour, self._index = tour, min(max(step, 0), len(tour.steps) - 1)
        self._states = tuple(tour.states(self._store.state))
        self._enter(runs_on=False)

    def next(self) -> bool:
        """Go one step on, and tell whether there was one."""
        return self.go_to(self._index + 1)

    def previous(self) -> bool:
        """Go one step back, and tell whether there was one."""
        return self.go_to(self._index - 1)

    def go_to(self, index: int) -> bool:
        """Go to a step, counted from 0, and tell whether there is one of that number."""
        if not 0 <= index < self.count:
            return False
        onward = index == self._index + 1
        self._index = index
        self._enter(runs_on=onward)
        return True

    def leave(self) -> None:
        """End the tour: everything it may have set is as it was before."""
        if self._former is None:
            return
        self._stop()
        former, self._former, self._tour, self._index = self._former, None, None, 0
        self._store.update(**touched(former), measured_at=former.measured_at)
        self._say("")

    def set_depth(self, depth: Depth) -> None:
        """Show all texts at another depth."""
        if depth != self._depth:
            self._depth = depth
            self.changed.emit()

    def act(self, number: int = 0) -> bool:
        """Run an action of the present step, counted from 0, and tell whether there is one."""
        if self.step is None or not 0 <= number < len(self.step.actions):
            return False
        self.settle()
        outcome = self.step.actions[number].run(self._store.state, self._memory)
        self._memory = outcome.memory
        self._move_to(outcome.state)
        self._say(outcome.said)
        return True

    def settle(self) -> None:
        """Let everything that moves arrive now."""
        if self._transition is not None and not self._taken_over():
            self._store.update(**self._transition.at(1.0))
        self._stop()

    # ---- moving ---------------------------------------------------------------------------------

    def _enter(self, *, runs_on: bool) -> None:
        """Show the present step; `runs_on` lets a position that plays go on where it is."""
        assert self.step is not None
        target, now = self._states[self._index], self._store.state
        if self.reduced_motion:
            target = replace(target, playing=False)
        if runs_on and now.playing and target.playing and not self.step.patch.sets_position:
            target = replace(target, position=now.position)
        self._memory = Memory()
        self._move_to(target)
        self._say("")

    def _move_to(self, target: AppState) -> None:
        self._stop()
        transition = Transition(self._store.state, target)
        if self.reduced_motion or not transition.moves:
            self._store.update(**touched(target))
            return
        self._transition, self._began = transition, self._clock()
        self._send(transition.first())
        self._timer.start()

    def tick(self) -> None:
        """Show what moves as it is at this moment."""
        if self._transition is None:
            return
        if self._taken_over():
            self._stop()
            return
        share = (self._clock() - self._began) / SECONDS
        self._send(self._transition.at(share))
        if share >= 1:
            self._stop()

    def _send(self, fields: dict[str, Any]) -> None:
        self._store.update(**fields)
        state = self._store.state
        self._sent = {name: getattr(state, name) for name in MOVING if name in fields}

    def _taken_over(self) -> bool:
        """Tell whether somebody else has set what moves."""
        return any(getattr(self._store.state, name) != value for name, value in self._sent.items())

    def _stop(self) -> None:
        self._timer.stop()
        self._transition, self._sent = None, {}

    def _say(self, said: str) -> None:
        self._said = said
        self.changed.emit()
