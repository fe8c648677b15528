"""The first position at which a narrow type loses a dial: found exactly, without looking at every position.

Intervals of positions are halved, the earlier half first, until a bound on the error within one is too
small to matter or the interval is short enough to be measured. Where the spacing of the type exceeds 1, a
run of positions shares one angle while the true hand moves on evenly: the error is largest at an end of the
run, so only the ends are measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.frequency import TURN_BITS, cut, ladder, omega
from engine.limits import POSITION_END, whole
from engine.number_types import NumberType, number_type, round_to, spacing
from engine.params import EncodingParams
from engine.phase import ScatteredPhases
from engine.positions import Scatter
from engine.precision import (
    THRESHOLD,
    checked_threshold,
    chords,
    one_radian,
    rounded_angles,
    rounded_positions,
)

_LEAF: Final = 1 << 13
"""Runs of positions that are measured in one go."""
_MARGIN: Final = 1 - 1e-9
"""The bound is computed in float64: an interval is left out only if it clears the threshold by this."""


def first_bad_positions(
    params: EncodingParams,
    dtype: str | NumberType,
    *,
    threshold: float = THRESHOLD,
    last: int = POSITION_END - 1,
) -> tuple[int | None, ...]:
    """Return, for each pair, the first position whose hand is wrong by more than the threshold.

    Parameters
    ----------
    dtype : {"float64", "float32", "bfloat16", "float16"} or NumberType
        See `engine.precision` for what is rounded.
    threshold : float
        A chord of 1e-12 … 1, on dials of radius 1.
    last : int
        The last position looked at, 0 … 2^63 - 1.

    Returns
    -------
    tuple of pairs positions
        None where all of 0 … `last` are good: that is a proof, as every position found is the first.

    Raises
    ------
    ValueError
        For arguments out of range.
    """
    end = whole("last", last, 0, POSITION_END - 1)
    return tuple(hand.first_bad(end) for hand in _hands(params, dtype, threshold))


def first_bad_position(
    params: EncodingParams,
    dtype: str | NumberType,
    *,
    threshold: float = THRESHOLD,
    last: int = POSITION_END - 1,
) -> int | None:
    """Return the first position at which any pair is wrong by more than the threshold.

    Arguments and errors are those of `first_bad_positions`; each pair is searched only up to the earliest
    position that the others left.
    """
    found, end = None, whole("last", last, 0, POSITION_END - 1)
    for hand in _hands(params, dtype, threshold):
        earlier = hand.first_bad(end)
        if earlier is not None:
            found, end = earlier, earlier - 1
    return found


def _hands(params: EncodingParams, dtype: str | NumberType, threshold: float) -> Iterable[_Hand]:
    kind, chord = number_type(dtype), checked_threshold(threshold)
    frequencies = round_to(omega(params), kind)
    return [_Hand(params, kind, chord, pair, float(w)) for pair, w in enumerate(frequencies)]


@dataclass(frozen=True, eq=False)
class _Hand:
    """One pair as a type shows it, `frequency` being rounded to that type."""

    params: EncodingParams
    kind: NumberType
    chord: float
    pair: int
    frequency: float

    @cached_property
    def turns(self) -> int:
        return ladder(self.params).turns[self.pair]

    @cached_property
    def reach(self) -> float:
        """The angle, in radians, whose chord is the threshold."""
        return 2 * math.asin(self.chord / 2)

    @cached_property
    def drift(self) -> float:
        """The error of the rounded frequency, in radians per position."""
        apart = Fraction(self.frequency) * one_radian().turns[0] - self.turns
        return abs(float(apart / 2**TURN_BITS)) * 2 * math.pi

    @cached_property
    def offset(self) -> Fraction:
        return Fraction(self.params.convention.offset)

    def first_bad(self, last: int) -> int | None:
        """Return the first bad position of 0 … last."""
        waiting = [(0, last)]
        while waiting:
            first, end = waiting.pop()
            if first > end or self.bound(first, end) < self.reach * _MARGIN:
                continue
            stride = self.stride(first, end)
            if end - first < _LEAF * stride:
                found = self.measure(first, end, stride)
                if found is not None:
                    return found
                continue
            middle = (first + end) // 2
            waiting += [(middle + 1, end), (first, middle)]
        return None

    def bound(self, first: int, last: int) -> float:
        """Return what the error of an angle cannot exceed in an interval, in radians."""
        farthest = float(max(abs(first + self.offset), abs(last + self.offset)))
        place = float(round_to(farthest, self.kind))
        angle = place * self.frequency if self.frequency else 0.0
        if not abs(angle) <= self.kind.largest:
            return math.inf
        whole_places = self.offset.denominator == 1 and farthest <= 2.0**self.kind.significand
        from_place = 0.0 if whole_places else self._half_step(farthest) * self.frequency
        exact_product = math.frexp(self.frequency)[0] == 0.5  # a power of two only moves the exponent
        from_product = 0.0 if exact_product else self._half_step(angle)
        return farthest * self.drift + from_place + from_product

    def stride(self, first: int, last: int) -> int:
        """Return how many positions at least share one rounded position in an interval, a power of two."""
        low, high = first + self.offset, last + self.offset
        if low <= 0 <= high:
            return 1
        step = float(spacing(float(min(abs(low), abs(high))), self.kind))
        # The sweep of a run must be too short to leave by one side and come back by the other.
        short = step * float(omega(self.params)[self.pair]) < 2 * math.pi - 2 * self.reach
        return int(step) if 1 < step < math.inf and short else 1

    def measure(self, first: int, last: int, stride: int) -> int | None:
        """Return the first bad position of a short interval."""
        every = stride == 1
        places = np.arange(first, last + 1, dtype=np.int64) if every else self.ends(first, last, stride)
        bad = self.bad(places)
        if not bad.any():
            return None
        found = int(np.argmax(bad))
        return int(places[found]) if found == 0 else self.bisect(int(places[found - 1]), int(places[found]))

    def ends(self, first: int, last: int, stride: int) -> NDArray[np.int64]:
        """Return the positions around every tie between neighbouring numbers, shape (n,), in order.

        All multiples of half the stride are taken for ties: later binades have theirs among the even ones.
        """
        half, span = stride // 2, last - first
        below = math.floor((first + self.offset) / half) * half + math.floor(-self.offset) - first
        ties = below + half * np.arange(span // half + 3, dtype=np.int64)
        beside = (ties[:, None] + np.array([-1, 0, 1])).ravel()
        inside = beside[(beside >= 0) & (beside <= span)]
        return first + np.unique(np.concatenate([[0], inside, [span]]).astype(np.int64))

    def bisect(self, good: int, bad: int) -> int:
        """Return the first bad position of a run that shares one angle, or of two neighbours."""
        while bad - good > 1:
            middle = (good + bad) // 2
            if self.bad(np.array([middle]))[0]:
                bad = middle
            else:
                good = middle
        return bad

    def bad(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which positions are wrong by more than the threshold, or have no angle."""
        start = ladder(self.params).start[self.pair : self.pair + 1]
        exact = Scatter(places.astype(np.uint64), None, np.zeros(len(places), dtype=np.bool_))
        true = ScatteredPhases(start, cut((self.turns,)), exact).take(0, len(places))
        rounded = rounded_positions(self.params, places, self.kind)
        angles = rounded_angles(rounded, np.array([self.frequency]), self.kind)
        return ~(chords(true, angles)[:, 0] <= self.chord)

    def _half_step(self, value: float) -> float:
        return float(spacing(value, self.kind)) / 2
