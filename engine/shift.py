"""The shift theorem: moving by a gap is turning every dial, whatever the position it stands at."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.convention import Columns
from engine.frequency import ladder
from engine.limits import exact, refuse, require_memory
from engine.params import EncodingParams
from engine.phase import chunks, turns
from engine.seeds import is_plain, place


def shift(params: EncodingParams, table: NDArray[Any], gap: float | Fraction) -> NDArray[Any]:
    """Return the encoding `gap` positions further on, from the encoding alone.

    Parameters
    ----------
    table : ndarray, shape (n, d_model)
        Rows in the layout of `params.convention`.
    gap : int, float or Fraction
        In positions; of any size and sign, taken exactly.

    Returns
    -------
    ndarray, shape (n, d_model)
        sin' = sin cos(k w) + cos sin(k w), cos' = cos cos(k w) - sin sin(k w): equal to `encode` of the
        positions p + k within 4.5e-16. In float32 for a float32 table, otherwise float64. A last column
        of zeros stays as it is.

    Raises
    ------
    ValueError
        When an odd width holds an extra sine, which has no cosine to be turned with.
    """
    factor = gap_turns(params, gap)
    columns = params.convention.columns(params.d_model)
    table = _checked_table(params, table)
    out = np.empty_like(table, order="C")
    if is_plain(out, columns) and table.flags.c_contiguous:
        kind = np.result_type(table, 1j)
        np.multiply(table.view(kind), factor.astype(kind), out=out.view(kind))
        return out
    for first, last in chunks(len(table), params.pairs):
        _turn_columns(table[first:last], factor, out[first:last], columns)
    return out


def shift_matrix(params: EncodingParams, gap: float | Fraction) -> NDArray[np.float64]:
    """Return the matrix M with PE[p] @ M = PE[p + gap] for every p, PE[p] being a row.

    Returns
    -------
    ndarray, shape (d_model, d_model)
        Block-diagonal up to the layout, with blocks [[cos, -sin], [sin, cos]] of gap * omega_i; a column
        of zeros has 1 on the diagonal.

    Raises
    ------
    ValueError
        When an odd width holds an extra sine, and when the matrix exceeds the memory budget.
    """
    factor = gap_turns(params, gap)
    size = params.d_model
    require_memory(f"a matrix of {size} rows and {size} columns", size * size * 8)
    columns = params.convention.columns(size)
    sines, cosines = np.arange(size)[columns.sines], np.arange(size)[columns.cosines]
    matrix = np.zeros((size, size))
    matrix[sines, sines] = matrix[cosines, cosines] = factor.real
    matrix[sines, cosines], matrix[cosines, sines] = factor.imag, -factor.imag
    if columns.odd is not None:
        matrix[columns.odd, columns.odd] = 1.0
    return matrix


def gap_turns(params: EncodingParams, gap: float | Fraction) -> NDArray[np.complex128]:
    """Return cos - i sin of gap * omega_i, shape (pairs,): what multiplies sin + i cos of a row.

    Raises
    ------
    ValueError
        When the gap is not a finite number, or the width holds a sine without a cosine.
    """
    number = exact(gap)
    if number is None:
        refuse("gap", gap, "a finite number of positions")
    if params.convention.has_extra_sine(params.d_model):
        refuse("d_model", params.d_model, "even to be shifted, since an extra sine has no cosine as partner")
    return turns(ladder(params).at(number))


def _turn_columns(
    old: NDArray[Any], factor: NDArray[np.complex128], new: NDArray[Any], columns: Columns
) -> None:
    tips = np.empty((len(old), len(factor)), dtype=np.complex128)
    tips.real, tips.imag = old[:, columns.sines], old[:, columns.cosines]
    tips *= factor
    place(tips, new, columns)
    if columns.odd is not None:
        new[:, columns.odd] = old[:, columns.odd]


def _checked_table(params: EncodingParams, table: object) -> NDArray[Any]:
    array = np.asarray(table)
    if array.ndim != 2 or array.shape[1] != params.d_model:
        refuse("table", array.shape, f"an array of shape (n, {params.d_model})")
    if array.dtype.kind not in "iuf":
        refuse("table", array.dtype.name, "an array of real numbers")
    return array if array.dtype == np.float32 else array.astype(np.float64, copy=False)
