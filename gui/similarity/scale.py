"""The gap axis as numbers: where a gap lies on it, linear or logarithmic, and its ticks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gui.canvas.ticks import Tick, integer_ticks
from gui.model.readout import integer_text

Floats: TypeAlias = NDArray[np.float64]

_BETWEEN: Final = 10
"""Pixels that two texts of a logarithmic axis keep apart."""
_DECADE: Final = 40
"""Fewest pixels per decade that leave room for minor ticks."""


@dataclass(frozen=True, slots=True)
class GapScale:
    """Where gaps lie on the axis.

    Attributes
    ----------
    origin : int
        The gap that linear coordinates count from, so that they stay small and exact near gap 10^15.
    log : bool
        Coordinates are log10 of the gap, which is 1 or more.
    """

    origin: int = 0
    log: bool = False

    def x_of(self, gap: float) -> float:
        """Return the coordinate of a gap."""
        return math.log10(gap) if self.log else float(gap - self.origin)

    def xs_of(self, gaps: Sequence[int] | NDArray[np.int64]) -> Floats:
        """Return the coordinates of whole gaps, shape (gaps,)."""
        whole = np.asarray(gaps, dtype=np.int64)
        return np.log10(whole) if self.log else (whole - self.origin).astype(np.float64)

    def nearest(self, x: float) -> int:
        """Return the whole gap that lies nearest to a coordinate."""
        if not self.log:
            return self.origin + round(x)
        gap = 10.0 ** min(x, 18.0)
        low = max(math.floor(gap), 1)
        return low + (gap * gap > low * (low + 1))


def log_ticks(low: float, high: float, pixels: float, width: Callable[[str], float]) -> list[Tick]:
    """Return ticks of a logarithmic axis from coordinate `low` to `high`, none too near to another.

    Powers of ten come first, then their doubles and fives; where less than a decade is seen, round numbers.

    Parameters
    ----------
    pixels : float
        The length of the axis.
    width : callable
        Returns the pixels that a text takes.
    """
    if not high > low:
        return []
    per_unit = pixels / (high - low)
    kept: list[tuple[float, float, Tick]] = []
    room = 3 * (width(integer_text(10 ** max(math.floor(high), 0))) + _BETWEEN)
    for gap in _candidates(low, high, pixels / room, fine=per_unit >= room):
        tick = Tick(math.log10(gap), integer_text(gap))
        at, half = tick.at * per_unit, width(tick.text) / 2
        if low <= tick.at <= high and all(abs(at - a) >= half + h + _BETWEEN for a, h, _ in kept):
            kept.append((at, half, tick))
    return sorted((tick for _, _, tick in kept), key=lambda tick: tick.at)


def minor_ticks(low: float, high: float, pixels: float) -> list[float]:
    """Return the coordinates of 1 … 9 times the powers of ten, or of the powers alone where room is short."""
    leads = range(1, 10) if pixels >= _DECADE * (high - low) else (1,)
    places = (math.log10(m * 10**n) for n in _decades(low, high) for m in leads)
    return [x for x in places if low <= x <= high]


def _candidates(low: float, high: float, count: float, *, fine: bool) -> list[int]:
    """Return gaps to be named, the most important first; `fine` where a decade has room for three."""
    tens = [10**n for n in _decades(low, high)]
    more = [m * ten for ten in tens for m in (5, 2)] if fine else []
    if high - low < 1.0:
        more += [round(t.at) for t in integer_ticks(0, 10.0**low, 10.0**high, count)]
    return tens + sorted({gap for gap in more if gap > 0} - set(tens), key=lambda gap: (-_zeros(gap), gap))


def _decades(low: float, high: float) -> range:
    return range(max(math.floor(low), 0), max(math.floor(high), 0) + 1)


def _zeros(gap: int) -> int:
    text = str(gap)
    return len(text) - len(text.rstrip("0"))
