"""The tables for files: exact numbers in blocks of rows, so that a table of any length fits in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from engine.convention import CONVENTIONS
from engine.encoding import DTYPES, encode
from engine.frequency import omega, wavelengths
from engine.limits import POSITION_END, refuse, whole
from engine.params import EncodingParams
from engine.similarity import similarity

TABLE_KINDS: Final = ("encoding", "wavelengths", "similarity")
BLOCK_BYTES: Final = 1 << 24
"""The size of the rows encoded at a time, which are exactly those of `encode` for tables up to this size."""

Parameter = tuple[str, int | float | str]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Consecutive rows of a table: exact integers, shape (n,), and values, shape (n, columns - 1)."""

    index: NDArray[np.int64]
    values: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, knowing nothing of any file format.

    Attributes
    ----------
    kind : str
        One of `TABLE_KINDS`.
    columns, units : tuple of str
        The name and the unit of each column; the first is the index. A pure number has the unit "1".
    parameters : tuple of (name, value)
        Everything that decides the numbers.
    rows : int
        How many rows there are.
    blocks : callable
        Returns an iterator of the rows in order, in blocks of at most about `BLOCK_BYTES`.
    """

    kind: str
    columns: tuple[str, ...]
    units: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    rows: int
    blocks: Callable[[], Iterator[Block]]


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
    span = _span(start, rows, params.length, 1 - POSITION_END, POSITION_END)

    def values(part: range) -> NDArray[Any]:
        return encode(params, part, dtype=kind)

    names = params.convention.column_names(params.d_model)
    details = (("start", span.start), ("rows", _rows(span)), ("dtype", kind.name))
    return Table(
        "encoding",
        ("position", *names),
        ("tokens", *("1" for _ in names)),
        (*parameters(params), *details),
        _rows(span),
        lambda: _blocks(span, params.d_model, values),
    )


def wavelengths_table(params: EncodingParams, *, start: int = 0, rows: int | None = None) -> Table:
    """Return the table of pairs: frequency, wavelength, and turns over the length.

    `start` and `rows` choose pairs; without them all are in it. The turns are length / wavelength.

    Raises
    ------
    ValueError
        For pairs that the encoding does not have.
    """
    span = _span(start, rows, params.pairs, 0, params.pairs)

    def values(part: range) -> NDArray[Any]:
        wave = wavelengths(params)
        every = np.column_stack((omega(params), wave, params.length / wave))
        return every[part.start : part.stop]

    return Table(
        "wavelengths",
        ("pair", "omega", "wavelength", "turns_over_length"),
        ("1", "radians per position", "positions per turn", "1"),
        (*parameters(params), ("start", span.start), ("rows", _rows(span))),
        _rows(span),
        lambda: _blocks(span, 4, values),
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
    span = _span(start, rows, params.length, 0, POSITION_END - max(p, 0))
    measure_0, measure_p = _measure(params, 0, 0.0), _measure(params, p, fraction)

    def values(part: range) -> NDArray[Any]:
        return np.column_stack((similarity(params, part), measure_0(part), measure_p(part)))

    details = (("position", p), ("fraction", fraction), ("start", span.start), ("rows", _rows(span)))
    return Table(
        "similarity",
        ("gap", "similarity", "from_0", "from_p"),
        ("tokens", "1", "1", "1"),
        (*parameters(params), *details),
        _rows(span),
        lambda: _blocks(span, params.d_model, values),
    )


def parameters(params: EncodingParams) -> tuple[Parameter, ...]:
    """Return the parameters of an encoding by name, the convention's own fields included."""
    used = params.convention
    names = [name for name, known in CONVENTIONS.items() if known == used]
    return (
        ("d_model", params.d_model),
        ("base", params.base),
        ("length", params.length),
        ("convention", names[0] if names else "custom"),
        ("layout", used.layout),
        ("spacing", used.spacing),
        ("offset", used.offset),
        ("scale", used.scale),
        ("amplitude", used.amplitude),
        ("odd", used.odd),
    )


def _rows(span: range) -> int:
    return span.stop - span.start  # len() fails beyond sys.maxsize


def _span(start: int, rows: int | None, end: int, low: int, high: int) -> range:
    """Return the whole numbers from `start` on: `rows` of them, or up to `end`; all within low … high - 1."""
    first = whole("start", start, low, high - 1)
    if rows is None and first >= end:
        refuse("start", start, f"a whole number below {end} where the number of rows is not given")
    count = end - first if rows is None else whole("rows", rows, 1, high - first)
    return range(first, min(first + count, high))


def _blocks(span: range, width: int, values: Callable[[range], NDArray[Any]]) -> Iterator[Block]:
    """Cut `span` into parts of at most `BLOCK_BYTES` for `width` float64 columns."""
    many = max(1, BLOCK_BYTES // (8 * width))
    for first in range(span.start, span.stop, many):
        part = range(first, min(first + many, span.stop))
        yield Block(np.arange(part.start, part.stop, dtype=np.int64), values(part))


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
