"""Lines cut into dashes: Qt's own are a hundred times slower on a dense line, and start anew per segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_STEEP: Final = 4.0
"""On steep flanks a dash advances by at most this many times what it advances across."""


def dashed(x: Floats, y: Floats, pixel: tuple[float, float], dashes: Sequence[float]) -> Floats:
    """Return the dashes of a line.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        The line's points, `x` ascending.
    pixel : tuple of float
        The size of a pixel in the units of x and of y.
    dashes : sequence of float
        Lengths of dashes and spaces in turn, in pixels; none for a solid line.

    Returns
    -------
    ndarray, shape (m, 4)
        Segments x1, y1, x2, y2.
    """
    if not dashes or len(x) < 2:
        return _segments(x, y)
    way = _way(x / pixel[0], y / pixel[1])
    cuts = _cuts(dashes, float(way[-1]))
    at = np.searchsorted(way, cuts, side="right")
    x, y, along = (np.insert(a, at, np.interp(cuts, way, a)) for a in (x, y, way))
    middle = (along[1:] + along[:-1]) / 2
    dash = np.searchsorted(cuts, middle, side="right")
    return _segments(x, y)[dash % 2 == 0]


def _segments(x: Floats, y: Floats) -> Floats:
    return np.stack([x[:-1], y[:-1], x[1:], y[1:]], axis=1)


def _way(x: Floats, y: Floats) -> Floats:
    """Return how far along a dash pattern each point is, in pixels.

    It is the length of the line, but less on steep flanks; strokes straight up belong to one dash, so that
    a dense wobble shows the pattern across.
    """
    across, up = np.diff(x), np.diff(y)
    return np.append(0.0, np.cumsum(np.minimum(np.hypot(across, up), _STEEP * across)))


def _cuts(dashes: Sequence[float], length: float) -> Floats:
    """Return where dashes end and begin in turn, before `length`."""
    period = sum(dashes)
    ends = np.cumsum(dashes)
    cuts: Floats = (np.arange(int(length / period) + 1)[:, None] * period + ends).ravel()
    return cuts[cuts < length]
