"""The horizon: where a collision is to be expected by chance, for encodings that no search gets through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.collision import MAX_EPSILON, MIN_EPSILON, UNLIKE
from engine.frequency import ladder, omega
from engine.limits import real
from engine.params import EncodingParams

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

_STEPS_PER_OCTAVE: Final = 8


@dataclass(frozen=True, slots=True)
class Estimate:
    """Where something is to be expected: a guess with its reason, never the result of a search.

    Attributes
    ----------
    log10_gap : float
        The decimal logarithm of the gap, in positions.
    basis : str
        What the estimate assumes.
    """

    log10_gap: float
    basis: str = "random phases"

    @property
    def gap(self) -> float:
        """The gap, in positions; infinite beyond the range of float64."""
        return 10.0**self.log10_gap if self.log10_gap < 308 else math.inf


def collision_horizon(params: EncodingParams, epsilon: float) -> Estimate:
    """Estimate the gap up to which one far collision is to be expected, were the phases random.

    A dial counts as random once it has made a full turn; before that it stands where it stands. The chances
    of all gaps, from where distances of 1/2 are usual, are added up until they make one collision. Good for
    epsilon up to about 1/2 and frequencies that are not nearly equal; chance being what it is, the first
    collision may lie several times nearer or further.

    Parameters
    ----------
    epsilon : float
        1e-15 … 2, a pure number, as for `find_collision`.

    Raises
    ------
    ValueError
        For an epsilon outside its range.

    Notes
    -----
    The sum of sin^2(phi/2) over n random dials is below T with the chance of the ball sum of phi^2 < 4T in
    the torus of n turns, (T/pi)^(n/2) / Gamma(n/2 + 1), times (1 + T/2n)^n because sines are smaller than
    their angles: the first two terms of the Bessel function in the Laplace transform exp(-s/2) I0(s/2) of one
    dial, at s = n/2T. A dial that turns a whole number of times as fast as another is not free: dials at
    q_j times the speed of the slowest of them are one dimension, in which the ball is sqrt(sum of q_j^2)
    times smaller. At base 10000 and width 16, say, 8 dials are but two dimensions.
    """
    epsilon = real("epsilon", epsilon, MIN_EPSILON, MAX_EPSILON)
    speed = np.sort(omega(params))[::-1]
    steps = math.ceil(_STEPS_PER_OCTAVE * math.log2(max(2.0, 2 * math.pi / speed[-1])))
    gaps = np.exp2(np.arange(1, steps + 1) / _STEPS_PER_OCTAVE)
    random, budget = _state(speed, gaps, epsilon)
    dials, log_scale = _freedom(params)
    chance = _log_chance(dials[random], log_scale[random], budget)
    expected = np.cumsum(np.exp(chance) * np.diff(gaps, prepend=1.0))
    reached = np.flatnonzero(expected >= 1)
    if len(reached):
        return Estimate(math.log10(gaps[reached[0]]))
    final = _log_chance(dials[-1:], log_scale[-1:], np.array([epsilon**2 * params.pairs / 2]))
    rest = math.log1p(-expected[-1]) - final[0]
    return Estimate(float(np.logaddexp(math.log(gaps[-1]), rest)) / math.log(10))


def _state(speed: Floats, gaps: Floats, epsilon: float) -> tuple[Counts, Floats]:
    """Return for each gap how many dials are random, and the excess left to them by the others."""
    pairs = len(speed)
    random = np.searchsorted(2 * math.pi / speed, gaps, side="right")
    angles = np.minimum(np.outer(gaps, speed), 2 * math.pi)
    others = np.sum(np.sin(angles / 2) ** 2, axis=1)
    usual = np.maximum.accumulate(random / 2 + others) > UNLIKE**2 * pairs / 2
    return random, np.where(usual, epsilon**2 * pairs / 2 - others, 0.0)


def _freedom(params: EncodingParams) -> tuple[Counts, Floats]:
    """Return the dimensions of the fastest 0, 1, … all dials, and the log of how much smaller the ball is.

    Speeds being in geometric progression, whole ratios come at a period: every so many dials, or never.
    """
    turns = sorted(ladder(params).turns[: params.pairs], reverse=True)
    period, ratio = _period(turns)
    squares: list[float] = []
    for i in range(len(turns)):
        squares.append(1 + ratio**2 * squares[i - period] if i >= period else 1.0)
    total = np.concatenate(([0.0], np.cumsum(np.log(squares) / 2)))
    count = np.arange(len(turns) + 1)
    dials = np.minimum(count, period)
    return dials, total - total[count - dials]


def _period(turns: list[int]) -> tuple[int, int]:
    """Return after how many dials the speed is divided by a whole number, and that number."""
    for period, slower in enumerate(turns[1:], start=1):
        ratio = (turns[0] + slower // 2) // slower
        # Both frequencies are rounded to within half a unit.
        if abs(turns[0] - ratio * slower) <= ratio:
            return period, ratio
    return len(turns), 1


def _log_chance(dials: Counts, log_scale: Floats, budget: Floats) -> Floats:
    """Return the log of the chance that so many free dials stay within a budget of excess."""
    n = np.maximum(dials, 1)
    some = np.maximum(budget, 1e-300)
    ball = n / 2 * np.log(some / math.pi) - np.array([math.lgamma(k / 2 + 1) for k in n.tolist()])
    chance = np.minimum(0.0, ball + n * np.log1p(some / (2 * n)) - log_scale)
    return np.where(budget > 0, chance, -np.inf)
