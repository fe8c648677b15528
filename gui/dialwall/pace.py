"""Knows how many positions pass per drawn frame, so that hands too fast to follow can be told."""

from __future__ import annotations

import time

from gui.model.state import AppState


class FramePace:
    """Knows how many positions pass per frame, from the frames really drawn.

    The measured frame time is smoothed and only ever taken in steps of a quarter, so that the line
    between sharp hands and blurred discs does not flicker; it is never below one display refresh.
    """

    def __init__(self) -> None:
        self._last = 0.0
        self._mean = 1 / 60
        self._used = 1 / 60
        self._step = 0.0
        self.changed = False

    def step(self, state: AppState) -> float:
        """Return the positions per frame while playing, 0 when paused; call it once per drawn frame."""
        self._observe()
        step = abs(state.speed) * self._used if state.playing else 0.0
        self.changed, self._step = step != self._step, step
        return step

    def _observe(self) -> None:
        now = time.monotonic()
        seconds, self._last = now - self._last, now
        if seconds < 0.5:
            self._mean += 0.05 * (seconds - self._mean)
        if not 0.75 < self._mean / self._used < 1.33:
            self._used = max(self._mean, 1 / 60)
