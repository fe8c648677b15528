"""The matrix S[p, q] as a value: a picture of any part of it, exact, and never the matrix itself.

S[p, q] = S(q - p): all that is in it is in its first row. A pixel that covers many cells shows their mean,
and that is the dot product of two mean rows of the table, since a mean of products of every row with every
other is the product of the means. So a picture is one matrix product, whatever the length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, block_means, encode
from gui.model.position import Position
from gui.model.state import PlotWindow
from gui.similarity.measured import MOST, Measured, even_gaps, measure
from gui.similarity.quantity import Quantity, s_zero
from gui.similarity.scale import GapScale

Floats: TypeAlias = NDArray[np.float64]
Bytes: TypeAlias = NDArray[np.uint8]

MIN_CELLS = 4.0
"""Fewest rows and columns that zooming in leaves in sight."""


@dataclass(frozen=True, slots=True, eq=False)
class MatrixScene:
    """A part of the matrix as a picture.

    Attributes
    ----------
    window : PlotWindow
        Columns q from `gap_from` to `gap_to`, rows p from `low` to `high`; cell n covers n - 0.5 … n + 0.5.
    top : float
        S(0), undivided.
    quantity : Quantity
        What read-outs say: always a similarity.
    levels : ndarray of uint8, shape (height, width), read-only
        -S(0) … S(0) as 0 … 255, row 0 on top.
    measured : Measured
        Dot products at gaps of the whole table, and how far they are from S.
    """

    params: EncodingParams
    window: PlotWindow
    top: float
    quantity: Quantity
    levels: Bytes
    measured: Measured

    def value_at(self, gap: int) -> float:
        """Return S(gap), divided as the read-outs are."""
        return float(self.quantity.values(self.params, [abs(gap)])[0])


def fitted_cells(length: int) -> PlotWindow:
    """Return the window that shows all rows and columns, 0 … `length` - 1."""
    return PlotWindow(-0.5, length - 0.5, -0.5, length - 0.5)


def held_cells(window: PlotWindow | None, length: int) -> PlotWindow:
    """Return the window moved and resized as little as the limits ask for; None fits."""
    if window is None:
        return fitted_cells(length)
    across = _held(window.gap_from, window.gap_to, length)
    return PlotWindow(*across, *_held(window.low, window.high, length))


def zoomed_cells(window: PlotWindow, columns: float, rows: float, about: tuple[float, float]) -> PlotWindow:
    """Return the window magnified by `columns` and `rows` about a column and a row."""
    across = _zoomed(window.gap_from, window.gap_to, columns, about[0])
    return PlotWindow(*across, *_zoomed(window.low, window.high, rows, about[1]))


def bare_matrix(
    params: EncodingParams, window: PlotWindow, *, normalised: bool, measured_at: Position
) -> MatrixScene:
    """Return the scene without its picture: what a caption says, which decides how large the picture is."""
    quantity = Quantity("similarity", normalised)
    points = _measured(params, quantity, measured_at)
    return MatrixScene(params, window, s_zero(params), quantity, np.empty((0, 0), np.uint8), points)


def pictured(scene: MatrixScene, width: int, height: int) -> MatrixScene:
    """Return the scene with its picture, `width` by `height` device pixels."""
    values = matrix_values(scene.params, scene.window, width, height)
    levels = np.clip(np.rint((values / scene.top + 1) * 127.5), 0, 255).astype(np.uint8)
    levels.setflags(write=False)
    return replace(scene, levels=levels)


def matrix_remeasured(scene: MatrixScene, measured_at: Position) -> MatrixScene:
    """Return the scene measured from another position; the cells are the same object."""
    return replace(scene, measured=_measured(scene.params, scene.quantity, measured_at))


@lru_cache(maxsize=4)
def _measured(params: EncodingParams, quantity: Quantity, position: Position) -> Measured:
    gaps = even_gaps(0, params.length - 1, MOST - 1)
    return measure(params, gaps, position, scale=GapScale(), quantity=quantity)


def matrix_values(params: EncodingParams, window: PlotWindow, width: int, height: int) -> Floats:
    """Return what pixels show, shape (height, width): a cell's S, or the mean of the cells in a pixel.

    Along an axis on which cells are larger than pixels, a pixel belongs to the cell in its middle.
    """
    rows, row_of = _side(params, window.low, window.high, height)
    columns, column_of = _side(params, window.gap_from, window.gap_to, width)
    values: Floats = (rows @ columns.T)[row_of[:, None], column_of]
    return values


def _side(params: EncodingParams, low: float, high: float, pixels: int) -> tuple[Floats, NDArray[np.intp]]:
    """Return rows of the table or means of them, shape (n, d_model), and which of them each pixel shows."""
    start, each = Fraction(low) + Fraction(1, 2), (Fraction(high) - Fraction(low)) / pixels
    if each >= 1:
        return _pairs_of(params, block_means(params, start, each, pixels)), np.arange(pixels)
    first = math.floor(start)
    within = float(start - first) + (np.arange(pixels) + 0.5) * float(each)
    cells = np.floor(within).astype(np.intp)
    return _pairs_of(params, encode(params, range(first, first + int(cells[-1]) + 1))), cells


def _pairs_of(params: EncodingParams, rows: Floats) -> Floats:
    odd = params.convention.columns(params.d_model).odd
    if odd is not None:  # the lone column of an odd width is no pair
        rows[:, odd] = 0.0
    return rows


def _held(low: float, high: float, length: int) -> tuple[float, float]:
    span = min(max(high - low, min(MIN_CELLS, length)), float(length))
    start = min(max(low, -0.5), length - 0.5 - span)
    return start, start + span


def _zoomed(low: float, high: float, factor: float, about: float) -> tuple[float, float]:
    return about - (about - low) / factor, about + (high - about) / factor
