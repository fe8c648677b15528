"""Branch and bound over gaps: blocks of gaps in which the dials cannot all be near their mark are dropped.

The *excess* of a gap is the sum of sin²(φ/2) over the pairs, φ being how far each dial is from its mark. In a
block of consecutive gaps a dial sweeps an arc about where it stands in the middle of the block; its term is
at least that of the arc's point nearest to the mark, a useful bound for dials that turn little within the
block. As soon as the bounds of the dials looked at so far, slowest first, add up to more than the ceiling, no
gap of the block is below it. Blocks that remain are halved, down to single gaps. Every bound has a margin for
the rounding of float64, and single gaps too close to the ceiling are decided with all 192 bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.frequency import TURN_BITS, Words, cut, ladder, phases_at
from engine.params import EncodingParams
from engine.phase import RADIANS, EvenPhases

Status = Literal["found", "absent", "stopped"]
Progress = Callable[[int], object]
Gaps = NDArray[np.uint64]
Floats = NDArray[np.float64]
Pending = list[tuple[int, range | Gaps]]

_FIRST_BATCH: Final = 32
"""Blocks in the first batch. Batches grow while most of their blocks are dropped."""
_BATCH: Final = 1 << 17
"""The most phases evaluated in a batch: a few milliseconds."""
WORK: Final = 2 * _BATCH
"""The most phases evaluated between two calls of a `Progress`: a batch that finds something reports nothing,
and another search may follow it."""
_GROUPS: Final = 32
_LONGEST: Final = 60
"""Blocks are at most 2^60 gaps long, so that 64 bits hold their ends."""
_WIDEST_ARC: Final = math.pi
"""A dial that sweeps more than this within a block, in radians, is not worth looking at."""
_PHASE_ERROR: Final = 2e-18
"""In radians: phases are below the true ones by up to 5 units of 2^-64 turn."""
_ARC_ERROR: Final = 1e-14
"""In radians: the phase's error and those of a few roundings of numbers below 2*pi."""
_SUM_ERROR: Final = 1e-12
"""Relative, of a sum of up to 4096 squared sines in float64: at most 4096 + 20 roundings."""
DIGITS: Final = Context(prec=70)
_SMALL: Final = Decimal("1e-66")
_PI: Final = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
_TURN: Final = 1 << TURN_BITS
_HALF_TURN: Final = np.uint64(1 << 63)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some pairs: their turns per gap, signed, in 2^-192 turn, and their speeds in radians per gap."""

    turns: tuple[int, ...]
    words: Words
    speed: Floats

    def least(self, starts: Gaps, length: int, mark: np.uint64) -> Floats:
        """Return lower bounds of what these pairs add to the excess in blocks of gaps, shape (blocks,).

        For blocks of one gap they are the values themselves, rounding apart. `mark` is in 2^-64 turn.
        """
        base = int(starts[0])
        middle = phases_at(self.turns, base + Fraction(length - 1, 2)) - mark
        turned = EvenPhases(middle, self.words, len(starts)).at(starts - np.uint64(base))
        away: Floats = np.multiply(turned.view(np.int64), RADIANS)
        np.abs(away, out=away)
        if length > 1:
            away -= self.speed * ((length - 1) / 2) + _ARC_ERROR
            np.maximum(away, 0, out=away)
        away *= 0.5
        np.sin(away, out=away)
        np.square(away, out=away)
        return away[:, 0] if len(self.turns) == 1 else np.sum(away, axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Hunt:
    """What is sought: the first gap whose excess is below a ceiling.

    Attributes
    ----------
    groups : tuple of Group
        All pairs, slowest first.
    ceiling : Decimal
        The excess to stay below, a pure number.
    opposite : bool
        Whether the mark is half a turn from where the dials stand at gap 0. The excess is then the sum of
        cos²(φ/2) of the dials' own phases, that is the number of pairs less the other excess: with it the
        same search finds gaps that are far from 0.
    """

    groups: tuple[Group, ...]
    ceiling: Decimal
    opposite: bool = False

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(len(group.turns) for group in self.groups)

    def run(self, first: int, last: int, progress: Progress | None = None) -> tuple[Status, int]:
        """Seek among the gaps first … last, 0 <= first, last < 2^63, in order.

        `progress` is called after every batch with a number up to which no gap is below the ceiling.

        Returns
        -------
        status, gap
            "found" and the first gap below the ceiling; "absent" and `last`; or, where `progress` returned
            False before the end, "stopped" and the number it was called with.
        """
        pending = self._blocks(first, last)
        size, most = _FIRST_BATCH, max(_FIRST_BATCH, _BATCH // self.pairs)
        while pending:
            depth, starts = _take(pending, size)
            left, excess = self._cull(starts, 1 << depth)
            if depth:
                pending += _halved(left, depth, last)
            elif (found := next(self._hits(left, excess), None)) is not None:
                return "found", found
            cleared = int(pending[-1][1][0]) - 1 if pending else last
            if progress is not None and progress(cleared) is False and pending:
                return "stopped", cleared
            if 2 * len(left) <= len(starts):
                size = min(2 * size, most)
        return "absent", last

    def exact_excess(self, gap: int) -> Decimal:
        """Return the excess of one gap from the integer frequencies: error below 1e-38 per pair."""
        with localcontext(DIGITS):
            turned = (gap * turns for group in self.groups for turns in group.turns)
            total = sum(map(_squared_half_sine, turned), Decimal(0))
            return self.pairs - total if self.opposite else total

    def _blocks(self, first: int, last: int) -> Pending:
        """Return all gaps as blocks of 2^depth, in which the slowest dial sweeps a quarter turn or less."""
        if first > last:
            return []
        slowest = max(float(self.groups[0].speed[0]), math.pi / 2 ** (_LONGEST + 1))
        quarter = max(1, int(math.pi / 2 / slowest))
        depth = min(quarter.bit_length(), (last - first + 1).bit_length()) - 1
        return [(depth, range(first, last + 1, 1 << depth))]

    def _cull(self, starts: Gaps, length: int) -> tuple[Gaps, Floats]:
        """Return the blocks that may hold a gap below the ceiling, and lower bounds of their excess."""
        ceiling, mark = self._ceiling(+1), _HALF_TURN if self.opposite else np.uint64(0)
        bound = np.zeros(len(starts))
        for group in self.groups:
            if group.speed[0] * (length - 1) > _WIDEST_ARC or not len(starts):
                break
            bound += group.least(starts, length, mark)
            keep = bound <= ceiling
            starts, bound = starts[keep], bound[keep]
        return starts, bound

    def _hits(self, gaps: Gaps, excess: Floats) -> Iterator[int]:
        """Yield the gaps below the ceiling."""
        sure = self._ceiling(-1)
        for gap, value in zip(gaps.tolist(), excess.tolist(), strict=True):
            if value < sure or self.exact_excess(gap) < self.ceiling:
                yield gap

    def _ceiling(self, side: int) -> float:
        """Return the ceiling moved up (+1) or down (-1) by all that float64 may be wrong by.

        The root of the excess is the length of a vector of sines: each of its h components is wrong by half
        a phase's error at most, so it is wrong by sqrt(h) times that.
        """
        root = math.sqrt(self.ceiling) + side * math.sqrt(self.pairs) * _PHASE_ERROR / 2
        return max(0.0, root) ** 2 * (1 + side * _SUM_ERROR)


def groups_of(params: EncodingParams) -> tuple[Group, ...]:
    """Return the pairs in groups, slowest first.

    Gaps being whole, whole turns per position make no difference: a dial that makes 0.9 turns per position
    is one that goes back by 0.1.
    """
    turns = sorted(map(_signed, ladder(params).turns[: params.pairs]), key=abs)
    size = max(1, len(turns) // _GROUPS)
    return tuple(_group(tuple(turns[i : i + size])) for i in range(0, len(turns), size))


def _group(turns: tuple[int, ...]) -> Group:
    return Group(turns, cut(turns), np.array([2 * math.pi * (abs(f) / _TURN) for f in turns]))


def _signed(turned: int) -> int:
    """Return a phase in 2^-192 turn as one from -1/2 up to, but not including, 1/2 turn."""
    return (turned + _TURN // 2) % _TURN - _TURN // 2


def _take(pending: Pending, size: int) -> tuple[int, Gaps]:
    """Take up to `size` blocks off the end of `pending`, which has the least gaps."""
    depth, starts = pending.pop()
    if len(starts) > size:
        pending.append((depth, starts[size:]))
        starts = starts[:size]
    if isinstance(starts, range):
        return depth, np.arange(starts.start, starts.stop, starts.step, dtype=np.uint64)
    return depth, starts


def _halved(starts: Gaps, depth: int, last: int) -> Pending:
    """Return blocks of 2^depth gaps cut in halves, without those past `last`."""
    halves = (starts[:, None] + np.array([0, 1 << (depth - 1)], dtype=np.uint64)).ravel()
    halves = halves[: np.searchsorted(halves, np.uint64(last), side="right")]
    return [(depth - 1, halves)] if len(halves) else []


def _squared_half_sine(turned: int) -> Decimal:
    """Return sin²(φ/2) of a phase in 2^-192 turn, by the power series of the sine."""
    x = _signed(turned) * _PI / _TURN
    square, term, total, n = x * x, x, x, 1
    while abs(term) > _SMALL * abs(total):
        term *= -square / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total * total
