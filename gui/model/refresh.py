"""When the next frame is due, so that there is one for each refresh of a display."""

from __future__ import annotations

from typing import Final

USUAL_HERTZ: Final = 60.0
"""Refreshes per second of a display that says nothing sensible."""
_LEAST, _MOST = 20.0, 360.0


class Refresh:
    """Spaces frames evenly with timers that know whole milliseconds: what one wait rounds, the next evens."""

    def __init__(self) -> None:
        self._period = 1.0 / USUAL_HERTZ
        self._due = 0.0

    def keep(self, hertz: float) -> None:
        """Keep the pace of a display, in refreshes per second."""
        self._period = 1.0 / (hertz if _LEAST <= hertz <= _MOST else USUAL_HERTZ)

    def wait(self, now: float) -> int:
        """Return the milliseconds from `now`, in seconds, to the next frame; missed ones are let go."""
        self._due = max(self._due + self._period, now)
        return max(round((self._due - now) * 1000), 1)
