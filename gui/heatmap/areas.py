"""Area means: what a pixel shows of the cells that it covers, by exact weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CRISP = 3.0
"""Pixels per cell from which a pixel shows the one cell that it lies in."""
_BAND = 16
"""Rows of pixels averaged at a time: they stay in the cache."""


def shares(values: NDArray[np.float64], first: float, columns: float, pixels: int) -> NDArray[np.float64]:
    """Return what pixels show of the columns that they share, shape (rows, pixels).

    From `CRISP` pixels a column on, a pixel shows the column under its centre, else the mean of its area.
    """
    if pixels < CRISP * columns:
        return column_means(values, first, columns, pixels)
    shown = np.floor(first + (np.arange(pixels) + 0.5) * (columns / pixels)).astype(np.int64)
    return values[:, np.minimum(shown, values.shape[1] - 1)]


def column_means(
    values: NDArray[np.float64], first: float, columns: float, width: int
) -> NDArray[np.float64]:
    """Return means over equal shares of the columns, those that a border cuts weighted by area.

    Parameters
    ----------
    values : ndarray, shape (rows, d_model)
        Column j occupies [j, j + 1).
    first, columns : float
        Where the shares begin, and how many columns they are together.
    width : int
        How many shares.

    Returns
    -------
    ndarray, shape (rows, width)
    """
    each = columns / width
    edges = np.minimum(first + np.arange(width + 1) * each, float(values.shape[1]))
    means = np.empty((len(values), width))
    for top in range(0, len(values), _BAND):
        some = slice(top, top + _BAND)
        means[some] = _area_sums(values[some], edges)
    return np.divide(means, each, out=means)


def _area_sums(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the integrals between edges: whole columns, less what is cut off before, and what follows."""
    whole = np.minimum(np.floor(edges).astype(np.int64), values.shape[1] - 1)
    sums = np.add.reduceat(values, whole, axis=1)[:, :-1]
    sums[:, np.diff(whole) == 0] = 0.0  # reduceat takes an empty run for one column
    sums += np.diff(values[:, whole] * (edges - whole), axis=1)
    return np.asarray(sums, dtype=np.float64)
