"""The heat map as plain numbers: one colour-map level per device pixel, exact at any length and zoom."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, block_means, encode
from gui.heatmap.areas import CRISP, shares
from gui.model.state import HeatQuantity, HeatWindow

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

Floats = NDArray[np.float64]
Levels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Request:
    """What decides the picture: the table as it is shown, the window on it, and the size in device pixels.

    The window's rows may lie before 0 or beyond the table's length, its channels may not.
    """

    params: EncodingParams
    window: HeatWindow
    width: int
    height: int
    quantity: HeatQuantity = "value"

    def sized(self, width: float, height: float) -> Request:
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
        Indices into the palette's value map: 0 … 255 for values -amplitude … amplitude. Of phases, indices
        into its phase map: 256 to a turn.
    strength : ndarray of uint8, shape (height, width), read-only, or None
        Of phases, how long the mean of the unit vectors is: 255 where all point the same way, 0 where they
        cancel and the mean direction says nothing.
    table_from, table_to : float
        Where the table begins and ends, as heights in the picture: 0 is its top, 1 its bottom. Outside
        them are rows that no training saw.
    """

    request: Request
    levels: Levels
    strength: Levels | None
    table_from: float
    table_to: float


def build_scene(request: Request) -> HeatScene:
    """Return the picture of a window of the table.

    Where cells are narrower than `CRISP` pixels, a pixel shows the mean over the area that it covers, of
    rows and channels alike; where they are wider, the cell under its centre. See also `pairs_joined`. The
    mean of phases is the direction of the mean of their unit vectors, since angles do not add up.
    """
    request = request.sized(request.width, request.height)
    pictures, limit = _pictures(request), amplitude(request.params)
    strength = None
    if request.quantity == "phase":
        levels, strength = phase_levels(pictures[0], pictures[1], limit)
    else:
        levels = np.ascontiguousarray(levels_of(pictures[0], limit))
    for made in (levels, strength):
        if made is not None:
            made.setflags(write=False)
    window, length = request.window, request.params.length
    return HeatScene(request, levels, strength, _height_of(window, 0), _height_of(window, length))


def amplitude(params: EncodingParams) -> float:
    """Return the largest value that the table can hold."""
    return params.convention.radius(params.d_model)


def levels_of(values: Floats, limit: float) -> Levels:
    """Return colour-map indices, round((v / limit + 1) / 2 * 255), of values from -limit to limit."""
    scaled = values * (127.5 / limit)
    scaled += 127.5
    np.rint(scaled, out=scaled)
    return np.clip(scaled, 0, 255, out=scaled).astype(np.uint8)


def phase_levels(sines: Floats, cosines: Floats, limit: float) -> tuple[Levels, Levels]:
    """Return the directions of vectors, 256 to a turn, and their lengths, 255 for `limit`."""
    turns = np.arctan2(sines, cosines)
    turns *= 128 / math.pi
    levels = np.rint(turns, out=turns).astype(np.int16).astype(np.uint8)  # 256 wraps around to 0
    lengths = np.hypot(sines, cosines)
    lengths *= 255 / limit
    strength = np.minimum(np.rint(lengths, out=lengths), 255).astype(np.uint8)
    return np.ascontiguousarray(levels), np.ascontiguousarray(strength)


def table_value(params: EncodingParams, row: int, channel: int) -> float:
    """Return the exact value of one cell."""
    return float(encode(params, row)[0, channel])


def pairs_joined(params: EncodingParams, window: HeatWindow, width: int) -> bool:
    """Tell whether neighbouring sine and cosine columns are too narrow to be told apart.

    Under `APART` pixels a column, their alternation would beat with the pixels, a moiré that depends on
    the view's width: then both columns of a pair show the mean of the two.
    """
    return params.convention.layout == "interleaved" and width < APART * window.channels


def _pictures(request: Request) -> list[Floats]:
    """Return what each pixel shows, shape (height, width): the value, or the sine and the cosine."""
    params, window, height = request.params, request.window, request.height
    few = window.rows <= _FEW * height and window.rows * params.d_model <= _FEW_CELLS
    if few or height >= CRISP * window.rows:
        last = window.row + math.ceil(window.row_fraction + window.rows)
        across = _across(encode(params, range(window.row, last)), request)
        return [_down(picture, window, height) for picture in across]
    top, rows = _lattice(window.row + Fraction(window.row_fraction), Fraction(window.rows) / height)
    return _across(block_means(params, top, rows, height), request)


def _down(values: Floats, window: HeatWindow, height: int) -> Floats:
    turned = np.ascontiguousarray(values.T)
    return shares(turned, window.row_fraction, window.rows, height).T


def _lattice(top: Fraction, rows: Fraction) -> tuple[Fraction, Fraction]:
    """Return where blocks begin and how long they are, in whole rows where that shifts no pixel visibly."""
    return (top, rows) if rows < _MANY_ROWS else (Fraction(round(top)), Fraction(round(rows)))


def _across(values: Floats, request: Request) -> list[Floats]:
    """Return what each column of pixels shows, shape (rows, width) each."""
    window, width = request.window, request.width
    sheets, unit = _sheets(values, request)
    return [shares(sheet, window.channel / unit, window.channels / unit, width) for sheet in sheets]


def _sheets(values: Floats, request: Request) -> tuple[list[Floats], int]:
    """Return what the picture is made of, and how many channels wide a column of it is."""
    interleaved = request.params.convention.layout == "interleaved"
    if request.quantity == "phase":
        return _unit_vectors(values, request.params), 2 if interleaved else 1
    if pairs_joined(request.params, request.window, request.width):
        return [_pair_means(values)], 2
    return [values], 1


def _pair_means(values: Floats) -> Floats:
    """Return the means of columns 2i and 2i + 1, an odd last column for itself, shape (rows, d - d // 2)."""
    means = values[:, ::2].copy()
    half = values.shape[1] // 2
    means[:, :half] += values[:, 1::2]
    means[:, :half] /= 2
    return means


def _unit_vectors(values: Floats, params: EncodingParams) -> list[Floats]:
    """Return the sines and the cosines of the pair that each column belongs to; an odd column has no phase.

    Interleaved, the two columns of a pair are one: shape (rows, d - d // 2), else (rows, d).
    """
    columns, odd = params.convention.columns(params.d_model), params.d_model % 2
    parts = [values[:, columns.sines], values[:, columns.cosines]]
    if params.convention.layout == "interleaved":
        return [np.pad(part, ((0, 0), (0, odd))) for part in parts]
    sheets = [np.zeros_like(values) for _ in parts]
    for sheet, part in zip(sheets, parts, strict=True):
        sheet[:, columns.sines] = sheet[:, columns.cosines] = part
    return sheets


def _height_of(window: HeatWindow, row: int) -> float:
    return ((row - window.row) - window.row_fraction) / window.rows


def _side(pixels: float) -> int:
    return min(max(math.floor(pixels), 1), LARGEST_SIDE)
