"""Where ticks go and what they say: round numbers, written out, never "(x0.001)" or "1e+09"."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from gui.model.readout import integer_text


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick: its place, relative to the axis' own origin, and its text."""

    at: float
    text: str


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
