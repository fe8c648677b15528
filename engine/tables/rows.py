"""The long tables, streamed: the encoding, its wavelengths, similarities and the matrix of a shift."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from engine.encoding import DTYPES, encode
from engine.frequency import omega, wavelengths
from engine.limits import POSITION_END, refuse, whole
from engine.params import EncodingParams
from engine.shift import gap_turns
from engine.similarity import similarity
from engine.tables.table import Table, even_blocks, parameters, rows_of, span_of, span_parameters


def encoding_table(
    params: EncodingParams, *, start: int = 0, rows: int | None = None, dtype: DTypeLike = np.float64
) -> Table:
    """Return the table of rows `start` … `start + rows - 1` of the encoding.

    Parameters
    ----------
    start : int
        The first position; may be negative.
    rows : int, optional
        How many; None goes to the end of the table, position length - 1.
    dtype : {float64, float32, float16}
        Of the values.

    Raises
    ------
    ValueError
        For positions outside the engine's range, and rows of None when `start` is past the table's end.
    """
    kind = np.dtype(dtype)
    if kind not in DTYPES:
        refuse("dtype", dtype, "float64, float32 or float16")
    span = span_of(start, rows, params.length, 1 - POSITION_END, POSITION_END)

    def values(part: range) -> NDArray[Any]:
        return encode(params, part, dtype=kind)

    names = params.convention.column_names(params.d_model)
    details = (*span_parameters(span), ("dtype", kind.name))
    return Table(
        "encoding",
        ("position", *names),
        ("tokens", *("1" for _ in names)),
        (*parameters(params), *details),
        rows_of(span),
        even_blocks(span, params.d_model, values),
        first=span.start,
        dtype=kind.name,
    )


def wavelengths_table(params: EncodingParams, *, start: int = 0, rows: int | None = None) -> Table:
    """Return the table of pairs: frequency, wavelength, and turns over the length.

    `start` and `rows` choose pairs; without them all are in it. The turns are length / wavelength.

    Raises
    ------
    ValueError
        For pairs that the encoding does not have.
    """
    span = span_of(start, rows, params.pairs, 0, params.pairs)

    def values(part: range) -> NDArray[Any]:
        wave = wavelengths(params)
        every = np.column_stack((omega(params), wave, params.length / wave))
        return every[part.start : part.stop]

    return Table(
        "wavelengths",
        ("pair", "omega", "wavelength", "turns_over_length"),
        ("1", "radians per position", "positions per turn", "1"),
        (*parameters(params), *span_parameters(span)),
        rows_of(span),
        even_blocks(span, 4, values),
        first=span.start,
    )


def similarity_table(
    params: EncodingParams,
    *,
    position: int = 0,
    fraction: float = 0.0,
    start: int = 0,
    rows: int | None = None,
) -> Table:
    """Return the table of gaps: S(k), and the dot products measured between encoded rows.

    Column `from_0` is PE[0] · PE[k] and `from_p` is PE[p] · PE[p + k], both over the d_model // 2 pairs,
    for p = position + fraction.

    Parameters
    ----------
    position, fraction : int and float
        The position p, in tokens; the fraction is in [0, 1).
    start, rows : int
        The first gap and how many; rows of None goes on to gap length - 1.

    Raises
    ------
    ValueError
        For gaps that lead out of the engine's range.
    """
    p = whole("position", position, 1 - POSITION_END, POSITION_END - 1)
    span = span_of(start, rows, params.length, 0, POSITION_END - max(p, 0))
    measure_0, measure_p = _measure(params, 0, 0.0), _measure(params, p, fraction)

    def values(part: range) -> NDArray[Any]:
        return np.column_stack((similarity(params, part), measure_0(part), measure_p(part)))

    details = (("position", p), ("fraction", fraction), *span_parameters(span))
    return Table(
        "similarity",
        ("gap", "similarity", "from_0", "from_p"),
        ("tokens", "1", "1", "1"),
        (*parameters(params), *details),
        rows_of(span),
        even_blocks(span, params.d_model, values),
        first=span.start,
    )


def shift_table(params: EncodingParams, gap: int, *, start: int = 0, rows: int | None = None) -> Table:
    """Return the table of `engine.shift_matrix`: M with PE[p] @ M = PE[p + gap] for every p.

    Parameters
    ----------
    gap : int
        In positions, |gap| < 2^63.
    start, rows : int
        Which rows of the matrix, a channel each; without them all.

    Raises
    ------
    ValueError
        For rows that the matrix does not have, and when an odd width holds an extra sine.
    """
    k = whole("gap", gap, 1 - POSITION_END, POSITION_END - 1)
    span = span_of(start, rows, params.d_model, 0, params.d_model)
    same, other, partner = _turning(params, k)

    def values(part: range) -> NDArray[np.float64]:
        channels = np.arange(part.start, part.stop)
        matrix = np.zeros((len(channels), params.d_model))
        some = np.arange(len(channels))
        matrix[some, partner[channels]] = other[channels]
        matrix[some, channels] = same[channels]
        return matrix

    names = params.convention.column_names(params.d_model)
    return Table(
        "shift",
        ("channel", *names),
        ("1", *("1" for _ in names)),
        (*parameters(params), ("gap", k), *span_parameters(span)),
        rows_of(span),
        even_blocks(span, params.d_model, values),
        first=span.start,
    )


def _turning(
    params: EncodingParams, gap: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Return for each channel its own entry in its row of the matrix, its partner's, and the partner."""
    factor, width = gap_turns(params, gap), params.d_model
    columns, every = params.convention.columns(width), np.arange(width)
    sines, cosines = every[columns.sines], every[columns.cosines]
    same, other, partner = np.ones(width), np.zeros(width), every.copy()
    same[sines] = same[cosines] = factor.real
    other[sines], other[cosines] = factor.imag, -factor.imag
    partner[sines], partner[cosines] = cosines, sines
    return same, other, partner


def _measure(
    params: EncodingParams, position: int, fraction: float
) -> Callable[[range], NDArray[np.float64]]:
    """Return what measures the dot products of the row of one position with the rows at some gaps from it."""
    columns = params.convention.columns(params.d_model)
    row = encode(params, position, fraction=fraction)[0]
    if columns.odd is not None:
        row[columns.odd] = 0.0

    def measured(gaps: range) -> NDArray[np.float64]:
        there = range(position + gaps.start, position + gaps.stop)
        product: NDArray[np.float64] = encode(params, there, fraction=fraction) @ row
        return product

    return measured
