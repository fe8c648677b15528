"""What a table is: named columns and exact numbers in blocks of rows, knowing nothing of any file format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.convention import CONVENTIONS
from engine.limits import refuse, whole
from engine.params import EncodingParams

BLOCK_BYTES: Final = 1 << 24
"""The size of the rows made at a time, which are exactly those of `encode` for tables up to this size."""

Parameter = tuple[str, int | float | str]
Cell = int | str | None
"""A whole number, a text, or nothing."""
Alive = Callable[[], object]
"""Called now and then while a block takes long; what it raises ends the work."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Consecutive rows of a table.

    Attributes
    ----------
    index : ndarray, shape (n,)
        Exact integers, each one more than the one before.
    values : ndarray, shape (n, numbers)
        The columns of floats, which are the last ones.
    cells : tuple of n tuples
        The whole numbers and texts between the index and the floats; empty where the table has none.
    """

    index: NDArray[np.int64]
    values: NDArray[Any]
    cells: tuple[tuple[Cell, ...], ...] = ()


class Blocks(Protocol):
    """Makes the rows of a table, in order, anew at every call."""

    def __call__(self, alive: Alive | None = None) -> Iterator[Block]:
        """Return the blocks; `alive` is called while one takes long."""
        ...


@dataclass(frozen=True, slots=True)
class Table:
    """A table, knowing nothing of any file format.

    Attributes
    ----------
    kind : str
        One of `TABLE_KINDS`.
    columns, units : tuple of str
        The name and the unit of each column: the index, the cells, the floats. A pure number and a text have
        the unit "1".
    parameters : tuple of (name, value)
        Everything that decides the numbers.
    rows : int
        How many rows there are.
    blocks : callable
        Returns an iterator of the rows in order, in blocks of at most about `BLOCK_BYTES`.
    first : int
        The index of the first row.
    cells : int
        How many columns of whole numbers and texts there are. Tables that have any are small.
    dtype : str
        The number type of the floats.
    """

    kind: str
    columns: tuple[str, ...]
    units: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    rows: int
    blocks: Blocks
    first: int = 0
    cells: int = 0
    dtype: str = "float64"

    @property
    def cell_columns(self) -> tuple[str, ...]:
        """The names of the columns of whole numbers and texts."""
        return self.columns[1 : 1 + self.cells]

    @property
    def value_columns(self) -> tuple[str, ...]:
        """The names of the columns of floats."""
        return self.columns[1 + self.cells :]


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


def rows_of(span: range) -> int:
    """Return how many rows a span has; len() fails beyond sys.maxsize."""
    return span.stop - span.start


def span_of(start: int, rows: int | None, end: int, low: int, high: int) -> range:
    """Return the whole numbers from `start` on: `rows` of them, or up to `end`; all within low … high - 1."""
    first = whole("start", start, low, high - 1)
    if rows is None and first >= end:
        refuse("start", start, f"a whole number below {end} where the number of rows is not given")
    count = end - first if rows is None else whole("rows", rows, 1, high - first)
    return range(first, min(first + count, high))


def span_parameters(span: range) -> tuple[Parameter, ...]:
    """Return what a file says of the rows chosen."""
    return (("start", span.start), ("rows", rows_of(span)))


def even_blocks(span: range, width: int, values: Callable[[range], NDArray[Any]]) -> Blocks:
    """Return what cuts `span` into parts of at most `BLOCK_BYTES` for `width` float64 columns."""
    many = max(1, BLOCK_BYTES // (8 * width))

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        for first in range(span.start, span.stop, many):
            part = range(first, min(first + many, span.stop))
            yield Block(np.arange(part.start, part.stop, dtype=np.int64), values(part))

    return blocks
