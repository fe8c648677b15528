"""Proportions of a dial, the same on every surface; no Qt in here."""

from __future__ import annotations

LONG_TICK, SHORT_TICK = 0.14, 0.07
"""Lengths of the ticks at the quarters and between them, in dial radii."""
BLUR = ((0.0, 150), (0.25, 80), (1.0, 45))
"""Density, 0 … 255, of the disc of a hand too fast to follow, at distances in dial radii."""
GAP_WEIGHT = 0.8
"""Width of the gap hand, in widths of the hand; so are all weights."""
ARC_WEIGHT = 0.5
"""Width of the arc between the two hands."""
GHOST_WEIGHT = 0.45
"""Width of a ghost hand."""
HAND_FROM = 0.8
"""Where hands with a tip dot begin, just inside the dot of their axle, in widths of the hand."""
BAR_WEIGHT = 1.5
"""Width of a hand that is projected on the horizontal axis."""
BAR_TIP = 0.3
"""Largest size of the dot at the end of such a projection, in dial radii."""
HOLLOW = 0.55
"""Size of the hole in a hollow dot, in sizes of the dot."""
ARC_FROM = 7.0
"""Pixels of radius below which an arc cannot be told from its hands."""
DOT_SHARE = 0.43
"""Radius of a dial that is only a dot, in cells."""
_BOLD_FROM = 30.0  # pixels of radius
_TICKS_FROM, _MANY_FROM = 14.0, 60.0  # pixels of radius


def rim_width(radius: float) -> float:
    """Return the width of rim and ticks in pixels."""
    return 1.0 if radius < _BOLD_FROM else 1.5


def tick_count(radius: float) -> int:
    """Return how many ticks a dial has, a multiple of four."""
    if radius < _TICKS_FROM:
        return 0
    return 12 if radius >= _MANY_FROM else 4
