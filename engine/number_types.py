"""Floating point types narrower than the engine's own: what they can hold, and rounding to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.limits import refuse, whole

_DOUBLE: Final = (53, 11)


@dataclass(frozen=True, slots=True)
class NumberType:
    """A binary floating point type after IEEE 754: subnormals, infinities, ties to even.

    Parameters
    ----------
    significand : int
        Bits t of the significand, the hidden one included: 2 … 26, so that a product of two such numbers is
        exact before it is rounded; or 53, with 11 exponent bits, which is the machine's own float64.
    exponent_bits : int
        2 … 8.

    Raises
    ------
    ValueError
        Outside these ranges.
    """

    significand: int
    exponent_bits: int

    def __post_init__(self) -> None:
        if (self.significand, self.exponent_bits) == _DOUBLE:
            return
        object.__setattr__(self, "significand", whole("significand", self.significand, 2, 26))
        object.__setattr__(self, "exponent_bits", whole("exponent_bits", self.exponent_bits, 2, 8))

    @property
    def top_exponent(self) -> int:
        """The exponent E of the binade [2^E, 2^(E+1)) that holds the largest numbers."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def largest(self) -> float:
        """The largest finite number: 65504 in float16."""
        return (2 - 2.0 ** (1 - self.significand)) * 2.0**self.top_exponent

    @property
    def roundoff(self) -> float:
        """The largest relative error of rounding, half the spacing at 1: 2^-t."""
        return 2.0**-self.significand

    @property
    def lowest_step(self) -> int:
        """The exponent of the spacing of subnormal numbers."""
        return 2 - self.top_exponent - self.significand


NUMBER_TYPES: Final[Mapping[str, NumberType]] = MappingProxyType(
    {
        "float64": NumberType(*_DOUBLE),
        "float32": NumberType(24, 8),
        "bfloat16": NumberType(8, 8),
        "float16": NumberType(11, 5),
    }
)
"""The types by name, finest first."""


def number_type(dtype: object) -> NumberType:
    """Return the type of that name, or the given `NumberType` itself.

    Raises
    ------
    ValueError
        For anything else.
    """
    if isinstance(dtype, NumberType):
        return dtype
    if not isinstance(dtype, str) or dtype not in NUMBER_TYPES:
        refuse("dtype", dtype, "one of " + ", ".join(map(repr, NUMBER_TYPES)) + " or a NumberType")
    return NUMBER_TYPES[dtype]


def round_to(values: ArrayLike, dtype: str | NumberType) -> NDArray[np.float64]:
    """Return float64 numbers rounded to a type, to nearest and ties to even (IEEE 754, section 4.3.1).

    Parameters
    ----------
    values : array_like of real numbers, any shape
        Infinities and nan stay as they are.
    dtype : {"float64", "float32", "bfloat16", "float16"} or NumberType

    Returns
    -------
    ndarray, the same shape, float64
        Every value exactly representable in `dtype`; beyond its largest number, an infinity.

    Raises
    ------
    ValueError
        For an unknown type, and values that are not real numbers.
    """
    kind, array = number_type(dtype), _real_array(values)
    if kind.significand == _DOUBLE[0]:
        return array.copy()
    step = _steps(array, kind)
    with np.errstate(over="ignore"):  # next to the largest float64, an infinity is what is wanted
        rounded = np.ldexp(np.rint(np.ldexp(array, -step)), step)
    return np.where(np.abs(rounded) > kind.largest, np.copysign(np.inf, array), rounded)


def spacing(values: ArrayLike, dtype: str | NumberType) -> NDArray[np.float64]:
    """Return the distance between neighbouring numbers of a type in the binade of each value.

    Infinite where the value lies beyond the largest number.
    """
    kind, array = number_type(dtype), _real_array(values)
    step = np.ldexp(1.0, _steps(array, kind))
    return np.where(np.abs(array) <= kind.largest, step, np.inf)


def _steps(array: NDArray[np.float64], kind: NumberType) -> NDArray[np.int32]:
    """Return the exponents of the spacing at each value."""
    exponent = np.frexp(array)[1]
    step: NDArray[np.int32] = np.maximum(exponent - np.int32(kind.significand), np.int32(kind.lowest_step))
    return step


def _real_array(values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(values)
    if array.dtype.kind not in "iuf" and array.size:
        refuse("values", array.dtype.name, "an array of real numbers")
    return array.astype(np.float64)
