"""The table under examination: what it holds, which of its rows are looked at, and how it was rounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.limits import MAX_D_MODEL, refuse
from engine.number_types import round_to

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

KINDS: Final[tuple[str, ...]] = ("float64", "float32", "float16", "bfloat16")
"""Number types, finest first."""
_ROUNDING: Final[Mapping[str, float]] = MappingProxyType(
    {"float64": 2.0**-51, "float32": 2.0**-23, "float16": 2.0**-11, "bfloat16": 2.0**-8}
)
"""The largest error of a value near 1: a unit in the last place, and so twice that of rounding alone."""
_DECIMALS: Final = ((3, "bfloat16"), (6, "float16"), (8, "float32"))
"""Printed tables: rounding to so many decimals is like storage in a number type."""
_ANGLE: Final = 2.0**-22
_ANGLE_FLOAT64: Final = 2.0**-51
"""The error of an angle of any pair, per position, where it is computed in float32 or float64."""
_WORST: Final = 0.01
_HEAD: Final = 16
_SPREAD: Final = 32
_SIZES: Final = (1e-100, 1e100)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A table and the part of it that candidates are tried on.

    Attributes
    ----------
    values : ndarray, shape (n, d)
        The table as it was given.
    filled : ndarray, shape (m,)
        The rows that are not all zeros, which no encoding has: others are padding.
    rows, sample : ndarrays, shapes (s,) and (s, d)
        The first filled rows and some that are spread evenly over the rest, and their values in float64.
    storage : str
        The coarsest of `KINDS` that holds every value of the sample, or that is as coarse as its decimals.
    """

    values: NDArray[Any]
    filled: Indices
    rows: Indices
    sample: Floats
    storage: str

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.values.shape[1])

    @property
    def padding(self) -> tuple[int, ...]:
        """The numbers of the rows that are all zeros."""
        empty = np.ones(len(self.values), dtype=np.bool_)
        empty[self.filled] = False
        return tuple(np.flatnonzero(empty).tolist())

    @property
    def is_plausible(self) -> bool:
        """Tell whether there are values, of a size that can be squared."""
        if not len(self.filled):
            return False
        peak = float(np.max(np.abs(self.sample)))
        return _SIZES[0] < peak < _SIZES[1]

    @property
    def noise(self) -> float:
        """The error of a value that storage alone explains, for values near 1."""
        return _ROUNDING[self.storage]

    def at(self, rows: Indices) -> Floats:
        """Return some rows in float64, shape (rows, d)."""
        return self.values[rows].astype(np.float64)


def read_sheet(table: ArrayLike) -> Sheet:
    """Return a table, shape (n, d), or a row, shape (d,), ready to be examined.

    Raises
    ------
    ValueError
        For what is not a table of finite numbers with 2 … 8192 columns.
    """
    values = _array(table)
    if values.ndim == 1:
        values = values[None]
    if values.ndim != 2 or not len(values) or not 2 <= values.shape[1] <= MAX_D_MODEL:
        refuse(
            "table", f"an array of shape {np.shape(table)}", f"a row or table of 2 to {MAX_D_MODEL} columns"
        )
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        refuse("table", "one with nan or infinity", "an array of finite numbers")
    filled = np.flatnonzero(values.any(axis=1))
    spread = np.linspace(0, max(0, len(filled) - 1), _SPREAD).round().astype(np.intp)
    chosen = np.union1d(np.arange(min(_HEAD, len(filled))), spread) if len(filled) else spread[:0]
    rows = filled[chosen]
    sample = values[rows].astype(np.float64)
    return Sheet(values, filled, rows, sample, _storage(sample))


def tolerance(kind: str, reach: float) -> float:
    """Return the largest error, per unit of amplitude, of tables computed and stored in a number type.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    reach : float
        The largest |position|: rounded frequencies, at float32 at best but for float64, are off by more
        the farther they are carried.
    """
    angle = _ANGLE_FLOAT64 if kind == "float64" else _ANGLE
    return _ROUNDING[kind] + min(_WORST, angle * reach)


def explained_by(error: float, reach: float, storage: str) -> str:
    """Return the finest of `KINDS` that explains an error, and the storage is not coarser than."""
    if error <= tolerance("float64", reach):
        return "float64"
    finer = sum(error > tolerance(kind, reach) for kind in KINDS[:-1])
    return str(KINDS[max(finer, KINDS.index(storage))])


def _array(table: ArrayLike) -> NDArray[Any]:
    try:
        values = np.asarray(table)
    except ValueError:  # rows of different lengths
        values = np.empty(0, dtype=object)
    if values.dtype.kind not in "fiu":
        refuse("table", f"an array of {values.dtype}", "an array of finite numbers")
    return values


def _storage(sample: Floats) -> str:
    for kind in reversed(KINDS[1:]):
        if np.array_equal(round_to(sample, kind), sample):
            return kind
    for decimals, kind in _DECIMALS:
        if np.max(np.abs(np.round(sample, decimals) - sample), initial=0.0) <= _ROUNDING["float64"]:
            return kind
    return KINDS[0]
