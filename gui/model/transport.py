"""The clock: where the position is at a moment, as start + speed × time, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gui.model.position import Position
from gui.model.state import AppState

STALL_SECONDS = 5.0
"""A longer silence between two looks at the clock counts as sleep and is not caught up."""


@dataclass(frozen=True, slots=True)
class _Course:
    """What decides where the position goes next; a new course starts a new anchor."""

    speed: float
    playing: bool
    loop_length: int | None

    @classmethod
    def of(cls, state: AppState) -> _Course:
        return cls(state.speed, state.playing, state.params.length if state.loop else None)


class Transport:
    """Moves a position along a monotonic time.

    The position is computed from an anchor (position, time) and never summed up frame by frame: frame
    rate and stalls of less than `STALL_SECONDS` leave no trace, and at 10^15 the integer part is exact.

    Parameters
    ----------
    clock : callable
        Returns a monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._anchor = self._shown = Position()
        self._anchor_time = self._seen_time = clock()
        self._course = _Course(1.0, False, None)

    def follow(self, state: AppState) -> None:
        """Take over what the state asks for: a seek, another speed, playing or pausing, the loop.

        A change of course does not move the position: it goes on from where it is now.
        """
        self._wake()
        course = _Course.of(state)
        if state.position != self._shown:
            self._shown = state.position
            self._restart(state.position)
        elif course != self._course:
            self._restart(self._travelled() if self._course.playing and course.playing else self._shown)
        self._course = course

    def now(self) -> Position:
        """Return the position at this moment, in tokens."""
        self._wake()
        if self._course.playing:
            self._shown = self._travelled()
        return self._shown

    def resume(self) -> None:
        """Go on from the position shown last, as after the window was hidden."""
        self._restart(self._shown)

    def _wake(self) -> None:
        """Leave out the time of a sleep, whichever call comes first after it."""
        time = self._clock()
        if time - self._seen_time > STALL_SECONDS:
            self.resume()
        self._seen_time = time

    def _restart(self, position: Position) -> None:
        self._anchor = position
        self._anchor_time = self._seen_time = self._clock()

    def _travelled(self) -> Position:
        seconds = self._clock() - self._anchor_time
        moved = self._anchor.moved(Fraction(self._course.speed) * Fraction(seconds))
        length = self._course.loop_length
        if length is None or self._leaves(moved, length):
            return moved
        return moved.wrapped(length)

    def _leaves(self, moved: Position, length: int) -> bool:
        """Tell whether the course runs outside the table and has not come through it since its anchor."""
        start = self._anchor.whole
        return (start >= length and moved.whole >= 0) or (start < 0 and moved.whole < length)
