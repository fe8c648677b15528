"""Rows as text, every float with the shortest digits that read back to the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from engine import Block, Cell

_CHUNK: Final = 1 << 16
"""Values turned into text at a time: about 1.3 MB of it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a row is written.

    Attributes
    ----------
    opening, delimiter, closing : bytes
        What stands before, between and after the fields.
    cell : callable
        Writes a whole number, a text or nothing.
    names_nan : bool
        Whether numbers that are not finite have a name; otherwise they are "null".
    """

    opening: bytes
    delimiter: bytes
    closing: bytes
    cell: Callable[[Cell], bytes]
    names_nan: bool


def lines(block: Block, style: Style) -> Iterator[bytes]:
    """Yield the text of a block of rows in pieces of bounded size."""
    many = max(1, _CHUNK // block.values.shape[1])
    for first in range(0, len(block.index), many):
        some = slice(first, first + many)
        heads = _heads(block, some, style)
        tails = _numbers(np.ascontiguousarray(block.values[some]), style)
        row = b"%b%b%b%b%b" % (style.opening, b"%b", style.delimiter, b"%b", style.closing)
        yield b"".join([row % pair for pair in zip(heads, tails, strict=True)])


def _heads(block: Block, some: slice, style: Style) -> list[bytes]:
    """Return the index and the cells of some rows."""
    index = [b"%d" % number for number in block.index[some].tolist()]
    if not block.cells:
        return index
    cells = [map(style.cell, row) for row in block.cells[some]]
    return [style.delimiter.join((number, *row)) for number, row in zip(index, cells, strict=True)]


def _numbers(values: NDArray[Any], style: Style) -> list[bytes]:
    text = orjson.dumps(values, option=orjson.OPT_SERIALIZE_NUMPY)[2:-2]
    if style.delimiter != b",":
        text = text.replace(b",", style.delimiter)
    found = text.split(b"]%b[" % style.delimiter)
    return _with_names(found, values, style.delimiter) if style.names_nan else found


def _with_names(found: list[bytes], values: NDArray[Any], delimiter: bytes) -> list[bytes]:
    """Replace the null of numbers that are not finite by nan, inf or -inf."""
    for row in np.flatnonzero(~np.isfinite(values).all(axis=1)).tolist():
        fields = found[row].split(delimiter)
        for column in np.flatnonzero(~np.isfinite(values[row])).tolist():
            fields[column] = b"%b" % str(float(values[row, column])).encode()
        found[row] = delimiter.join(fields)
    return found
