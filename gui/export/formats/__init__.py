"""The formats of tables, by suffix: what writes each, and how large a table may be in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import BinaryIO, Final

import numpy as np

from engine import Table
from gui.export.formats.arrays import write_npy, write_npz, write_safetensors
from gui.export.formats.delimited import write_csv, write_tsv
from gui.export.formats.records import write_json
from gui.export.formats.typeset import write_latex, write_markdown

__all__ = ["FORMATS", "Format"]

READABLE_ROWS: Final = 5000
"""The most rows of a table that is for reading."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write tables.

    Attributes
    ----------
    write : callable
        Writes a table to an open file, block by block.
    row_bytes : callable
        Returns what a row of a table takes at least.
    most_rows : int, optional
        The most rows that a file can have.
    """

    write: Callable[[Table, BinaryIO], None]
    row_bytes: Callable[[Table], int]
    most_rows: int | None = None


def _text_bytes(table: Table) -> int:
    """Return the size of "0," and "0.0," for each value."""
    return 2 + 4 * len(table.value_columns)


def _array_bytes(table: Table) -> int:
    return np.dtype(table.dtype).itemsize * len(table.value_columns)


def _indexed_bytes(table: Table) -> int:
    return 8 + _array_bytes(table)


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        ".csv": Format(write_csv, _text_bytes),
        ".tsv": Format(write_tsv, _text_bytes),
        ".json": Format(write_json, _text_bytes),
        ".npy": Format(write_npy, _array_bytes),
        ".npz": Format(write_npz, _indexed_bytes),
        ".safetensors": Format(write_safetensors, _indexed_bytes),
        ".md": Format(write_markdown, _text_bytes, READABLE_ROWS),
        ".tex": Format(write_latex, _text_bytes, READABLE_ROWS),
    }
)
