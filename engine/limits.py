"""The limits of every argument: one refusal, a ValueError that names the field, the value and the range."""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, Final, NoReturn, TypeGuard

import numpy as np

MIN_D_MODEL: Final = 2
MAX_D_MODEL: Final = 8192
MIN_BASE: Final = 1e-3
MAX_BASE: Final = 1e15
MAX_LENGTH: Final = 10**15
MAX_OFFSET: Final = 1e15
MIN_SCALE: Final = 1e-9
MAX_SCALE: Final = 1e9
POSITION_END: Final = 2**63
"""Positions p and gaps satisfy |p| < POSITION_END."""
MEMORY_BUDGET: Final = 2**30
"""The most bytes a single result may take."""
_LANDMARKS: Final = {"10^9": 10**9, "10^15": 10**15, "(2^63 - 1)": 2**63 - 1, "2^63": 2**63}


def refuse(field: str, value: object, allowed: str) -> NoReturn:
    """Raise the one kind of refusal: ``field must be allowed, not value``."""
    raise ValueError(f"{field} must be {allowed}, not {_shown(value)}")


def whole(field: str, value: object, low: int, high: int) -> int:
    """Return `value` as an int from `low` to `high`; 64.0 counts as 64, True and "64" do not."""
    if type(value) is int and low <= value <= high:  # nearly always; a Fraction takes ten times as long
        return value
    number = exact(value)
    if number is None or number.denominator != 1 or not low <= number <= high:
        refuse(field, value, f"a whole number from {_bound(low)} to {_bound(high)}")
    return int(number)


def real(field: str, value: object, low: float, high: float) -> float:
    """Return `value` as a float from `low` to `high`, both included."""
    # Compared before the conversion: float() of a huge int would overflow.
    if not is_number(value) or not low <= value <= high:
        refuse(field, value, f"a number from {_bound(low)} to {_bound(high)}")
    return float(value)


def unit_fraction(field: str, value: object) -> float:
    """Return `value` as a float in [0, 1)."""
    if not is_number(value) or not 0 <= value < 1:
        refuse(field, value, "a number from 0 up to, but not including, 1")
    return float(value)


def choice(field: str, value: object, options: Collection[str]) -> None:
    """Refuse a `value` that is not one of `options`."""
    if not isinstance(value, str) or value not in options:
        refuse(field, value, "one of " + ", ".join(repr(option) for option in options))


def is_number(value: object) -> TypeGuard[float]:
    """Tell a real number (Python's or numpy's) from everything else, bool included."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def is_whole(value: object) -> TypeGuard[int]:
    """Tell a value of an integer type from everything else, bool included."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def exact(value: Any) -> Fraction | None:
    """Return the exact value of a finite number, and None for everything else."""
    if isinstance(value, Fraction):
        return value
    if not is_number(value):
        return None
    if is_whole(value):
        return Fraction(int(value))  # numpy's integers would overflow inside a Fraction
    number = float(value)
    return Fraction(number) if math.isfinite(number) else None


def require_memory(what: str, bytes_wanted: int) -> None:
    """Refuse, before anything is allocated, a result larger than the budget.

    Raises
    ------
    ValueError
        When `bytes_wanted` exceeds `MEMORY_BUDGET`; the message has both sizes.
    """
    if bytes_wanted > MEMORY_BUDGET:
        raise ValueError(
            f"{what} would take {_size(bytes_wanted)}, and must take at most {_size(MEMORY_BUDGET)}"
        )


def _bound(value: float) -> str:
    size, sign = abs(value), "-" if value < 0 else ""
    for written, number in _LANDMARKS.items():
        if size == number:
            return sign + written
    return f"{value:.15g}"


def _shown(value: object) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {value.bit_length()} bits"  # longer ints may refuse to be printed
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _size(count: int) -> str:
    units = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
    step = max(0, min(len(units) - 1, (count.bit_length() - 1) // 10))
    return f"{count / 1024**step:.4g} {units[step]}"
