"""Undo and redo: everything a person sets, but not where the running position is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

from gui.model.state import AppState

UNTRACKED: Final = frozenset({"position", "measured_at", "playing", "hover", "hint", "spotlight", "renderer"})
"""Fields that no undo brings back."""
TRACKED: Final = tuple(f.name for f in fields(AppState) if f.name not in UNTRACKED)
_tracked: Final = attrgetter(*TRACKED)
GESTURE_SECONDS: Final = 0.8
"""Changes of the same fields that follow one another faster than this are one step, as in a drag."""
DEPTH: Final = 200
"""Most steps that are kept."""

Snapshot = dict[str, Any]


@dataclass(slots=True)
class _Gesture:
    names: frozenset[str]
    time: float


class History:
    """The steps behind and ahead of the present state.

    It is told every change by `note`, and answers `undo` and `redo` with the fields to set.

    Parameters
    ----------
    clock : callable
        Returns a monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._behind: list[Snapshot] = []
        self._ahead: list[Snapshot] = []
        self._gesture: _Gesture | None = None
        self._expected: Snapshot | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._behind)

    @property
    def can_redo(self) -> bool:
        """Whether a step taken back can be done again."""
        return bool(self._ahead)

    def note(self, old: AppState, new: AppState) -> None:
        """Take note of a change of the state."""
        if _tracked(old) == _tracked(new):  # as in every frame
            self._expected = None
            return
        before, after = snapshot(old), snapshot(new)
        names = frozenset(name for name in TRACKED if before[name] != after[name])
        turned_by_itself = names == {"heat_window"} and new.playing and new.follow
        if turned_by_itself or after == self._expected:
            self._expected = None
            return
        now = self._clock()
        going_on = (
            self._gesture is not None
            and self._gesture.names == names
            and now - self._gesture.time < GESTURE_SECONDS
        )
        if not going_on:
            self._behind = [*self._behind[-DEPTH + 1 :], before]
        self._gesture = _Gesture(names, now)
        self._ahead.clear()

    def undo(self, state: AppState) -> Snapshot:
        """Return the fields that take the last step back; none when there is no step."""
        return self._go(self._behind, self._ahead, state)

    def redo(self, state: AppState) -> Snapshot:
        """Return the fields that do the last step taken back again; none when there is none."""
        return self._go(self._ahead, self._behind, state)

    def _go(self, source: list[Snapshot], target: list[Snapshot], state: AppState) -> Snapshot:
        if not source:
            return {}
        target.append(snapshot(state))
        self._gesture = None
        self._expected = source.pop()
        return self._expected


def snapshot(state: AppState) -> Snapshot:
    """Return the tracked fields of a state."""
    return {name: getattr(state, name) for name in TRACKED}
