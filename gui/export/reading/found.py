"""What reading gives: one array of numbers and its type, chosen among the arrays of a file."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MOST_BYTES: Final = 1 << 30
"""The most that an array, or a text, may take."""
_SHOWN: Final = 8
_WIDTHS: Final = range(2, 8193)


class ReadError(ValueError):
    """A table that cannot be read; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A table.

    Attributes
    ----------
    values : ndarray, shape (n, columns)
        In a type that numpy has: bfloat16 arrives as float32.
    dtype : str
        The type in the file, such as "float32" or "bfloat16".
    name : str
        The name of the array, empty where it has none.
    indexed : bool
        Whether a first column that counts positions was left out.
    """

    values: NDArray[Any]
    dtype: str
    name: str = ""
    indexed: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An array that a file says it holds."""

    dtype: str
    shape: tuple[int, ...]

    @property
    def is_float(self) -> bool:
        """Tell floating point numbers from all else."""
        return "float" in self.dtype

    @property
    def is_table(self) -> bool:
        """Tell a table of floats, dimensions of 1 apart, from all else."""
        return self.is_float and len(squeezed(self.shape)) == 2 and self.shape[-1] in _WIDTHS

    @property
    def is_row(self) -> bool:
        """Tell a row of floats."""
        return self.is_float and len(squeezed(self.shape)) == 1 and self.shape[-1] in _WIDTHS


def chosen(entries: Mapping[str, Entry], wanted: str | None) -> str:
    """Return the name of the array to examine: the wanted one, or the only table, or the only row.

    Raises
    ------
    ReadError
        Without such an array, or with several.
    """
    if wanted is not None:
        if wanted in entries:
            return wanted
        near = difflib.get_close_matches(wanted, entries, 1, 0.6) or list(entries)[:_SHOWN]
        raise ReadError(f"there is no array {wanted!r} in it, but {_listed(near)}")
    for fits in ([n for n, e in entries.items() if e.is_table], [n for n, e in entries.items() if e.is_row]):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise ReadError(f"it holds {len(fits)} tables, choose one by --tensor: {_listed(fits)}")
    raise ReadError("it holds no table of floats")


def squeezed(shape: Iterable[int]) -> tuple[int, ...]:
    """Return a shape without its dimensions of 1."""
    return tuple(size for size in shape if size != 1)


def checked_size(shape: Sequence[int], itemsize: int, most: int = MOST_BYTES) -> int:
    """Return the bytes of an array, or refuse a shape that is none, or one too large."""
    if not all(isinstance(size, int) and size >= 0 for size in shape):
        raise ReadError("it is damaged: an array has an impossible shape")
    size = math.prod(shape) * itemsize
    if size > most:
        raise ReadError(f"an array of shape {tuple(shape)} is larger than {most >> 20} MiB")
    return size


def as_table(values: NDArray[Any], dtype: str, name: str = "") -> Found:
    """Return an array as a table: dimensions of 1 do not count, a row is a table of one."""
    table = values.reshape(squeezed(values.shape))
    if table.ndim == 1:
        table = table[None]
    if table.ndim != 2 or not table.size:
        raise ReadError(f"an array of shape {values.shape} is no table")
    return without_index(Found(table, dtype, name))


def without_index(found: Found) -> Found:
    """Leave out a first column that counts 0, 1, 2 … from anywhere: no table of sines and cosines has one."""
    first = found.values[:, 0]
    if len(first) < 3 or found.values.shape[1] < 3 or not np.all(first[1:] - first[:-1] == 1):
        return found
    return Found(found.values[:, 1:], found.dtype, found.name, indexed=True)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more
