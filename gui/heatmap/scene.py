"""The heat map as plain numbers: one colour-map level per device pixel, exact at any length and zoom."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, block_means, encode
from gui.model.state import HeatWindow

CRISP = 3.0
"""Pixels per cell from which a pixel shows the one cell that it lies in."""
APART = 1.5
"""Pixels per column from which the alternating columns of the interleaved layout are told apart."""
LARGEST_SIDE = 16384
"""Most pixels along a side of the picture."""
_FEW = 2
"""Rows per pixel up to which making them all costs less than making weighted means."""
_FEW_CELLS = 1 << 23
"""Cells that are made at once at most, 64 MiB of them."""
_MANY_ROWS = 1 << 20
"""Rows per pixel from which whole rows are finer than any eye or level."""
_BAND = 16
"""Rows of pixels averaged at a time: they stay in the cache."""


@dataclass(frozen=True, slots=True)
class Request:
    """What decides the picture: the table, the window on it, and the size in device pixels."""

    params: EncodingParams
    window: HeatWindow
    width: int
    height: int

    def sized(self, width: int, height: int) -> Request:
        """Return the same picture in another size."""
        return replace(self, width=_side(width), height=_side(height))


@dataclass(frozen=True, slots=True, eq=False)
class HeatScene:
    """The picture.

    Attributes
    ----------
    request : Request
        What it shows.
    levels : ndarray of uint8, shape (height, width), read-only
        Indices into the palette's value map: 0 … 255 for values -amplitude … amplitude.
    table_from, table_to : float
        Where the table begins and ends, as heights in the picture: 0 is its top, 1 its bottom. Outside
        them are rows that no training saw.
    """

    request: Request
    levels: NDArray[np.uint8]
    table_from: float
    table_to: float


def build_scene(params: EncodingParams, window: HeatWindow, width: int, height: int) -> HeatScene:
    """Return the picture of a window of the table.

    Where cells are narrower than `CRISP` pixels, a pixel shows the mean over the area that it covers, of
    rows and channels alike; where they are wider, the cell under its centre. See also `pairs_joined`.

    Parameters
    ----------
    params : EncodingParams
        The table.
    window : HeatWindow
        The part to show; its rows may lie before 0 or beyond the table's length, its channels may not.
    width, height : int
        The size in device pixels.
    """
    request = Request(params, window, _side(width), _side(height))
    levels = levels_of(_values(request), amplitude(params))
    levels = np.ascontiguousarray(levels)
    levels.setflags(write=False)
    return HeatScene(request, levels, _height_of(window, 0), _height_of(window, params.length))


def amplitude(params: EncodingParams) -> float:
    """Return the largest value that the table can hold."""
    return params.convention.radius(params.d_model)


def levels_of(values: NDArray[np.float64], limit: float) -> NDArray[np.uint8]:
    """Return colour-map indices, round((v / limit + 1) / 2 * 255), of values from -limit to limit."""
    scaled = values * (127.5 / limit)
    scaled += 127.5
    np.rint(scaled, out=scaled)
    return np.clip(scaled, 0, 255, out=scaled).astype(np.uint8)


def table_value(params: EncodingParams, row: int, channel: int) -> float:
    """Return the exact value of one cell."""
    return float(encode(params, row)[0, channel])


def _values(request: Request) -> NDArray[np.float64]:
    """Return what each pixel shows, shape (height, width); rows and channels can go in either order."""
    params, window, height = request.params, request.window, request.height
    few = window.rows <= _FEW * height and window.rows * params.d_model <= _FEW_CELLS
    if few or height >= CRISP * window.rows:
        last = window.row + math.ceil(window.row_fraction + window.rows)
        cells = _channels(encode(params, range(window.row, last)), request)
        turned = np.ascontiguousarray(cells.T)
        return _shares(turned, window.row_fraction, window.rows, height).T
    top, rows = _lattice(window.row + Fraction(window.row_fraction), Fraction(window.rows) / height)
    return _channels(block_means(params, top, rows, height), request)


def _lattice(top: Fraction, rows: Fraction) -> tuple[Fraction, Fraction]:
    """Return where blocks begin and how long they are, in whole rows where that shifts no pixel visibly."""
    return (top, rows) if rows < _MANY_ROWS else (Fraction(round(top)), Fraction(round(rows)))


def _channels(values: NDArray[np.float64], request: Request) -> NDArray[np.float64]:
    """Return the values for each column of pixels, shape (rows, width)."""
    window, width = request.window, request.width
    if pairs_joined(request.params, window, width):
        return column_means(_pair_means(values), window.channel / 2, window.channels / 2, width)
    return _shares(values, window.channel, window.channels, width)


def pairs_joined(params: EncodingParams, window: HeatWindow, width: int) -> bool:
    """Tell whether neighbouring sine and cosine columns are too narrow to be told apart.

    Under `APART` pixels a column, their alternation would beat with the pixels, a moiré that depends on
    the view's width: then both columns of a pair show the mean of the two.
    """
    return params.convention.layout == "interleaved" and width < APART * window.channels


def _pair_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means of columns 2i and 2i + 1, an odd last column for itself, shape (rows, d - d // 2)."""
    means = values[:, ::2].copy()
    half = values.shape[1] // 2
    means[:, :half] += values[:, 1::2]
    means[:, :half] /= 2
    return means


def _shares(values: NDArray[np.float64], first: float, columns: float, pixels: int) -> NDArray[np.float64]:
    """Return what pixels show of the columns that they share, shape (rows, pixels)."""
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


def _height_of(window: HeatWindow, row: int) -> float:
    return ((row - window.row) - window.row_fraction) / window.rows


def _side(pixels: float) -> int:
    return min(max(math.floor(pixels), 1), LARGEST_SIDE)
