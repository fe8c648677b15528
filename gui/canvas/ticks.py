"""Where ticks go and what they say: round numbers, written out, never "(x0.001)" or "1e+09"."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_THIN_SPACE = "\u2009"


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick: its place, relative to the axis' own origin, and its text."""

    at: float
    text: str


def integer_text(value: int) -> str:
    """Return a whole number as a person reads it: 5000, 12 500 or 2×10¹⁴, always exact.

    Digits are grouped in threes from five digits on; a round number from 10^7 on is written with a power
    of ten, which says the same in less room.
    """
    digits = str(abs(value))
    sign = "−" if value < 0 else ""
    zeros = len(digits) - len(digits.rstrip("0"))
    if len(digits) > 7 and len(digits) - zeros <= 4:
        return sign + _with_power(digits.rstrip("0"), len(digits) - 1)
    if len(digits) < 5:
        return sign + digits
    return sign + f"{abs(value):,}".replace(",", _THIN_SPACE)


def _with_power(significant: str, exponent: int) -> str:
    mantissa = significant[0] + ("." + significant[1:] if significant[1:] else "")
    power = "10" + str(exponent).translate(_SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa}×{power}"


def decimal_text(value: float, step: float) -> str:
    """Return a tick value with just the decimals that its step needs: 0.2, 0.4 … and −0.003."""
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    text = f"{value:.{decimals}f}"
    return text.replace("-", "−") if float(text) else text.lstrip("-")


def round_step(span: float, count: float) -> float:
    """Return the 1, 2 or 5 times a power of ten that cuts `span` into at most `count` steps."""
    raw = span / max(count, 1.0)
    power = 10.0 ** math.floor(math.log10(raw))
    return next((m * power for m in (1, 2, 5) if m * power >= raw * (1 - 1e-9)), 10 * power)


def integer_ticks(origin: int, low: float, high: float, count: float) -> list[Tick]:
    """Return ticks at round whole numbers n with `low` ≤ n - origin ≤ `high`.

    Whole numbers are handled as integers throughout, so ticks near 10^15 are as exact as near zero.
    """
    if not high > low:
        return []
    step = max(1, round(round_step(high - low, count)))
    first = -((-(origin + math.ceil(low))) // step) * step
    last = origin + math.floor(high)
    return [Tick(float(n - origin), integer_text(n)) for n in range(first, last + 1, step)]


def decimal_ticks(low: float, high: float, count: float) -> list[Tick]:
    """Return ticks at round numbers between `low` and `high`."""
    if not high > low:
        return []
    step = round_step(high - low, count)
    exact = Fraction(step).limit_denominator(10**12) or Fraction(step)
    indices = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return [Tick(float(i * exact), decimal_text(float(i * exact), step)) for i in indices]
