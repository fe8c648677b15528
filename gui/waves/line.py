"""Lines as arrays of segments in pixels: whole or dashed, and the part of them that an area needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Area: TypeAlias = tuple[float, float, float, float]


def solid(x: Floats, y: Floats) -> Floats:
    """Return the segments, shape (n - 1, 4), of a line through n points: x1, y1, x2, y2."""
    return np.column_stack((x[:-1], y[:-1], x[1:], y[1:]))


def dashed(x: Floats, y: Floats, on: float, off: float, turns: float = 1.0) -> Floats:
    """Return the segments of a line through n points that is drawn for `on` pixels and not for `off`.

    Dashes are measured along the line, as a pen measures them, and stretched a little so that a whole
    number of them makes one of its `turns`: every turn looks like the others, and no pattern arises.
    """
    way = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    turn = way[-1] / max(turns, 1.0)
    period = turn / max(round(turn / (on + off)), 1)
    starts = np.arange(0.0, way[-1], period)
    cut = np.unique(np.concatenate((way, starts, starts + period * on / (on + off))))
    cut = cut[cut <= way[-1]]
    segments = solid(np.interp(cut, way, x), np.interp(cut, way, y))
    return segments[(cut[:-1] + cut[1:]) / 2 % period < period * on / (on + off)]


def within(segments: Floats, areas: Sequence[Area]) -> Floats:
    """Return the segments whose bounds touch one of the areas: all that painting these needs.

    An area is its left, top, right and bottom edge.
    """
    low, high = np.minimum(segments[:, :2], segments[:, 2:]), np.maximum(segments[:, :2], segments[:, 2:])
    touched = np.zeros(len(segments), dtype=bool)
    for left, top, right, bottom in areas:
        across = (low[:, 0] <= right) & (high[:, 0] >= left)
        touched |= across & (low[:, 1] <= bottom) & (high[:, 1] >= top)
    return segments[touched]
