"""The ladder of wavelengths: one rung per pair on a log axis, and the dials that never finish a turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, wavelengths
from gui.canvas.ticks import Tick
from gui.model.readout import integer_text, significant
from gui.waves.wave import positions_text

Floats: TypeAlias = NDArray[np.float64]

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MARGIN = 0.06
"""Least room above and below all that is shown, as a share of it."""
_SINGLE_ROOM = 3.0
"""Ticks per decade that there must be room for before 2 and 5 get texts as well."""
_STEPS = (1, 2, 3, 5, 10, 20, 30)
"""Decades between two ticks."""


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """All wavelengths of an encoding.

    Attributes
    ----------
    wavelengths : ndarray, shape (pairs,), read-only
        In positions per turn.
    heights : ndarray, shape (pairs,), read-only
        Shares of the way up the log axis, 0 … 1.
    low, high : float
        Ends of the log axis: powers of ten.
    never : int
        How many dials never finish a turn: their wavelength exceeds the length.
    """

    params: EncodingParams
    wavelengths: Floats
    heights: Floats
    low: float
    high: float
    never: int

    def height(self, positions: float) -> float:
        """Return the share of the way up, 0 … 1, of a number of positions."""
        return (math.log10(positions) - self.low) / (self.high - self.low)

    def across(self, pair: int) -> float:
        """Return the share of the way across, 0 … 1, of a pair."""
        return (pair + 0.5) / self.params.pairs

    def pair_at(self, share: float) -> int:
        """Return the pair nearest to a share of the way across."""
        return min(max(math.floor(share * self.params.pairs), 0), self.params.pairs - 1)


def build_ladder(params: EncodingParams, margin: float = _MARGIN) -> Ladder:
    """Return the ladder; `margin` is the room above and below, as a share of what is shown."""
    found = wavelengths(params)
    found.setflags(write=False)
    logs = np.log10(found)
    low, high = _range(float(logs.min()), float(logs.max()), math.log10(params.length), margin)
    heights = (logs - low) / (high - low)
    heights.setflags(write=False)
    never = int(np.count_nonzero(found > params.length))
    return Ladder(params, found, heights, low, high, never)


def _range(low: float, high: float, length: float, margin: float) -> tuple[float, float]:
    """Return the ends of the axis: all wavelengths and the length, one decade at least, and room."""
    low, high = min(low, length), max(high, length)
    widen = max(1.0 - (high - low), 0.0) / 2
    low, high = low - widen, high + widen
    room = max(margin, _MARGIN) * (high - low)
    return low - room, high + room


def never_texts(ladder: Ladder) -> tuple[str, ...]:
    """Return how many dials never finish a turn, the longest form first."""
    pairs, never = ladder.params.pairs, ladder.never
    of = f"{never} of {pairs}"
    finish = "finishes" if never == 1 else "finish"
    dials = "dial" if pairs == 1 else "dials"
    return (
        f"{of} {dials} never {finish} a turn in {positions_text(ladder.params.length)}",
        f"{of} {dials} never {finish} a turn",
        f"{of} never {finish} a turn",
        f"{of} unfinished",
    )


def length_text(ladder: Ladder) -> str:
    """Return the label of the line at the length."""
    return f"length {integer_text(ladder.params.length)}"


def rung_text(ladder: Ladder, pair: int) -> str:
    """Return the label of a rung."""
    return f"pair {pair}: λ = {significant(float(ladder.wavelengths[pair]))}"


# ---- the log axis -----------------------------------------------------------------------------------


def log_ticks(low: float, high: float, count: float) -> list[Tick]:
    """Return ticks at powers of ten between 10^`low` and 10^`high`, at most about `count`.

    Where there is room for several in each decade, 2 and 5 times a power of ten are among them.
    """
    decades = high - low
    if count >= _SINGLE_ROOM * decades:
        numbers = [(lead, power) for power in _powers(low - 1, high) for lead in (1, 2, 5)]
    else:
        step = next((s for s in _STEPS if decades / s <= count), _STEPS[-1])
        numbers = [(1, power) for power in _powers(low, high) if power % step == 0]
    places = [(math.log10(lead) + power, lead, power) for lead, power in numbers]
    return [Tick(at, number_text(lead, power)) for at, lead, power in places if low <= at <= high]


def minor_ticks(low: float, high: float) -> list[float]:
    """Return the places of 2, 3, … 9 times each power of ten between the ends."""
    places = [math.log10(lead) + power for power in _powers(low - 1, high) for lead in range(2, 10)]
    return [at for at in places if low <= at <= high]


def _powers(low: float, high: float) -> range:
    return range(math.ceil(low), math.floor(high) + 1)


def number_text(lead: int, power: int) -> str:
    """Return lead · 10^power written out: 0.001, 10, 5000, 10 000, and 10⁶ from a million on."""
    if 0 <= power < 6:
        return integer_text(lead * 10**power)
    if -3 <= power < 0:
        return f"{lead * 10.0**power:.{-power}f}"
    text = f"10{str(power).translate(_SUPERSCRIPTS)}"
    return text if lead == 1 else f"{lead}×{text}"
