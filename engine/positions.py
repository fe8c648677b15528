"""Positions as exact numbers: reading what a caller gives into a range, or into 64.64 fixed-point arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.limits import POSITION_END, exact, is_number, is_whole, refuse, whole

_ALLOWED: Final = "a number, or a list of numbers, above -2^63 and below 2^63"
_FEW: Final = 16
"""Fewer positions than this are not worth being recognised as a range."""


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """Positions in no order: magnitudes of exact whole parts, fractions in units of 2^-64, and signs.

    All have shape (n,). `part` is None where every position is whole.
    """

    magnitude: NDArray[np.uint64]
    part: NDArray[np.uint64] | None
    negative: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.magnitude)


def read_positions(positions: object, field: str = "positions") -> range | Scatter:
    """Return positions, of whatever accepted form, as exact numbers.

    Parameters
    ----------
    positions : int, float, Fraction, range, sequence of these, or array of integers or floats, shape (n,)
        Floats are taken at their exact value. Equally spaced integers become a range.
    field : str
        The name to use in a refusal.

    Raises
    ------
    ValueError
        For bool, nan, infinities, strings, more than one dimension, and |position| >= 2^63.
    """
    if isinstance(positions, range):
        return _checked_range(positions, field)
    if is_whole(positions):
        first = whole_position(field, positions)
        return range(first, first + 1)
    if isinstance(positions, np.ndarray):
        return _from_array(np.atleast_1d(positions), field)
    if is_number(positions):
        return _from_numbers([positions], field)
    if isinstance(positions, str | bytes) or not isinstance(positions, Iterable):
        refuse(field, positions, _ALLOWED)
    return _from_sequence(list(positions), field)


def whole_position(field: str, value: object) -> int:
    """Return one whole position, or refuse it."""
    return whole(field, value, 1 - POSITION_END, POSITION_END - 1)


def count(positions: range | Scatter) -> int:
    """Return how many positions there are, also for ranges too long for len()."""
    if isinstance(positions, Scatter):
        return len(positions)
    span = positions.stop - positions.start
    return max(0, -(-span // positions.step))


def as_floats(values: ArrayLike, field: str) -> NDArray[np.float64]:
    """Return real numbers of magnitude below 2^63 as a float64 array of shape (n,)."""
    read = read_positions(values, field)
    if isinstance(read, range):
        return read.start + read.step * np.arange(len(read), dtype=np.float64)
    size = read.magnitude.astype(np.float64)
    if read.part is not None:
        size += np.ldexp(read.part.astype(np.float64), -64)
    return np.where(read.negative, -size, size)


def _checked_range(positions: range, field: str) -> range:
    if (rows := count(positions)) > 0:
        whole_position(field, positions.start)
        whole_position(field, positions.start + (rows - 1) * positions.step)
    return positions


def _from_sequence(values: Sequence[Any], field: str) -> range | Scatter:
    if 0 < len(values) < _FEW and all(type(v) is int and abs(v) < POSITION_END for v in values):
        return _from_few(values)
    for value in values:
        if not is_number(value):
            refuse(field, value, _ALLOWED)
    if all(isinstance(value, float) for value in values) or all(is_whole(value) for value in values):
        array = np.asarray(values) if values else np.empty(0)
        # Whole numbers beyond 64 bits arrive as objects: the slow way refuses them by name.
        return _from_array(array, field) if array.dtype != object else _from_numbers(values, field)
    return _from_numbers(values, field)


def _from_few(values: Sequence[int]) -> Scatter:
    """Read a few exact integers, as every drawn frame has them, without numpy's costs of looking at them."""
    return Scatter(
        np.array([abs(value) for value in values], dtype=np.uint64),
        None,
        np.array([value < 0 for value in values], dtype=np.bool_),
    )


def _from_array(array: NDArray[Any], field: str) -> range | Scatter:
    if array.ndim != 1:
        refuse(field, f"an array of shape {array.shape}", _ALLOWED)
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        return _from_floats(array.astype(np.float64), field)
    if array.dtype.kind not in "iu":
        refuse(field, f"an array of {array.dtype}", _ALLOWED)
    if len(array):
        for end in (array.min(), array.max()):
            whole_position(field, int(end))
    return _as_range(array) or _from_integers(array)


def _as_range(array: NDArray[Any]) -> range | None:
    if len(array) < _FEW:
        return None
    first, step = int(array[0]), int(array[1]) - int(array[0])
    found = range(first, first + step * len(array), step) if step else range(0)
    if not found or found[-1] != int(array[-1]) or abs(found[-1] - first) >= POSITION_END:
        return None
    steps = np.diff(array.astype(np.int64))
    return found if bool(np.all(steps == step)) else None


def _from_integers(array: NDArray[Any]) -> Scatter:
    signed = array.astype(np.int64)
    return Scatter(np.abs(signed).astype(np.uint64), None, signed < 0)


def _from_floats(array: NDArray[np.float64], field: str) -> Scatter:
    size = np.abs(array)
    wrong = ~(size < POSITION_END)
    if wrong.any():
        refuse(field, float(array[wrong][0]), _ALLOWED)
    fraction, magnitude = np.modf(size)
    part = np.ldexp(fraction, 64).astype(np.uint64) if fraction.any() else None
    return Scatter(magnitude.astype(np.uint64), part, array < 0)


def _from_numbers(values: Sequence[Any], field: str) -> Scatter:
    """Read mixed numbers one by one, so that a float among big integers costs them no digit."""
    fixed = [abs(_exact(value, field)) for value in values]
    return Scatter(
        np.array([int(value) for value in fixed], dtype=np.uint64),
        np.array([int((value % 1) * 2**64) for value in fixed], dtype=np.uint64),
        np.array([value < 0 for value in values], dtype=np.bool_),
    )


def _exact(value: object, field: str) -> Fraction:
    number = exact(value)
    if number is None or abs(number) >= POSITION_END:
        refuse(field, value, _ALLOWED)
    return number
