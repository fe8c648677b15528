"""Level of detail: the exact mean of many rows is again a sinusoid row, so any length costs the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.encoding import result
from engine.frequency import TURN_BITS, Ladder, cut, ladder, phases_at
from engine.limits import POSITION_END, exact, refuse, whole
from engine.params import EncodingParams
from engine.phase import EvenPhases, hands, turns
from engine.positions import whole_position
from engine.seeds import block_length, place, write_even

_TURN: Final = 1 << TURN_BITS
_MIN_ROWS: Final = Fraction(1, 2**64)
_AT_ONCE: Final = 1 << 15
"""Pairs per group of blocks: 512 KiB of complex128, which stay in the cache."""


def block_means(
    params: EncodingParams,
    start: float | Fraction,
    rows: float | Fraction,
    blocks: int,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return the means of consecutive blocks of rows, as a picture of fewer rows than the table has.

    Parameters
    ----------
    start : int, float or Fraction
        Where the first block begins, in positions; row k of the table occupies [k, k + 1).
    rows : int, float or Fraction
        The length of a block in rows, more than 2^-64, taken exactly. With a part of a row, means are
        weighted by area.
    blocks : int
        How many blocks.
    out : ndarray, shape (blocks, d_model), optional
        Written and returned; float64, float32 or float16.

    Returns
    -------
    ndarray, shape (blocks, d_model)
        Error below 1e-15 (float64), in a time that does not depend on `rows`.

    Raises
    ------
    ValueError
        When an argument is not such a number, a block lies beyond |position| < 2^63, or the result
        exceeds the memory budget.

    Notes
    -----
    With f turns per position, the mean of exp(2 pi i f p) over p = a … a + n - 1 has the phase
    f (2a + n - 1)/2 and the amplitude sin(pi n f) / (n sin(pi f)): a geometric series (Dirichlet kernel).
    """
    count = whole("blocks", blocks, 0, POSITION_END)
    first, each = _exact("start", start), _exact("rows", rows)
    if each < _MIN_ROWS:
        refuse("rows", rows, "a number of rows above 2^-64")
    whole_position("start", math.floor(first))
    whole_position("the end of the last block", math.ceil(first + each * count))
    out = result(out, count, params.d_model)
    if first.denominator == each.denominator == 1:
        _write_whole(params, int(first), int(each), out)
    else:
        _write_weighted(params, first, each, out)
    return out


def _write_whole(params: EncodingParams, start: int, rows: int, out: NDArray[Any]) -> None:
    """Write means of whole rows: a table of frequency n*f that starts at the middle of the first block."""
    rungs = ladder(params)
    near = _per_row(rungs)
    middle = phases_at(near, Fraction(2 * start + rows - 1, 2)) + rungs.start
    means = EvenPhases(middle, cut(rows * f for f in near), len(out))
    radius = params.convention.radius(params.d_model)
    write_even(means, out, params.convention.columns(params.d_model), radius * _kernel(near, rows))


def _write_weighted(params: EncodingParams, start: Fraction, rows: Fraction, out: NDArray[Any]) -> None:
    """Write means of blocks that cut rows, by area, some blocks at a time."""
    rungs, cuts = ladder(params), _Cuts.of(start, rows, len(out))
    columns, radius = params.convention.columns(params.d_model), params.convention.radius(params.d_model)
    least = math.floor(rows) - 1
    whole_rows = np.stack([_run(rungs, n) for n in (least, least + 1)])
    whole_rows /= float(rows)
    tips = _RowHands.of(rungs, cuts.first, rows)
    step = max(1, _AT_ONCE // len(rungs.turns))
    for done in range(0, len(out), step):
        some = slice(done, min(done + step, len(out)))
        means = _weighted(cuts, some, tips.take(done, some.stop + 1), whole_rows)
        if radius != 1:
            means *= radius
        place(means, out[some], columns)


@dataclass(frozen=True, slots=True, eq=False)
class _Cuts:
    """Where blocks of one size cut the table: block j begins in row first[j], and ends in first[j + 1].

    `rest` is the share of the block that is the rest of its first row, `part` the share that is a part of
    its last row, each of shape (blocks, 1). `more` is 1 for blocks that span a row more than others, and
    `within` tells which lie within one row, shape (blocks,).
    """

    first: list[int]
    rest: NDArray[np.float64]
    part: NDArray[np.float64]
    more: NDArray[np.intp]
    within: NDArray[np.bool_]

    @classmethod
    def of(cls, start: Fraction, size: Fraction, blocks: int) -> _Cuts:
        """Cut by exact integer division in units of the common denominator."""
        unit, step = start.denominator * size.denominator, size.numerator * start.denominator
        origin = start.numerator * size.denominator
        edges = [divmod(origin + j * step, unit) for j in range(blocks + 1)]
        rest = np.array([(unit - part) / step for _, part in edges[:-1]])
        last = np.array([part / step for _, part in edges[1:]])
        first = [row for row, _ in edges]
        spans = [after - before for before, after in pairwise(first)]
        more = np.array([span > size for span in spans], dtype=np.intp)
        return cls(first, rest[:, None], last[:, None], more, np.array([s == 0 for s in spans], dtype=bool))


def _weighted(
    cuts: _Cuts, some: slice, tips: NDArray[np.complex128], whole_rows: NDArray[np.complex128]
) -> NDArray[np.complex128]:
    """Return sin + i cos of the means of `some` blocks, shape (blocks, rungs), from the rows they begin in.

    A block is the rest of the row it begins in, whole rows, and a part of the row the next block begins in.
    The whole rows are the row it begins in, turned, summed and divided, which is one factor; there are
    floor(size) - 1 of them or one more, so `whole_rows` has the two factors, shape (2, rungs).
    """
    means = whole_rows[cuts.more[some]]
    means += cuts.rest[some]
    means *= tips[:-1]
    means += cuts.part[some] * tips[1:]
    within = cuts.within[some]
    if within.any():
        means[within] = tips[:-1][within]
    return means


@dataclass(frozen=True, slots=True, eq=False)
class _RowHands:
    """Hands of rows floor(x + j * spacing), by the shift theorem again.

    Row floor(x + (a*B + b) * spacing) is floor(x + a*B * spacing) turned by floor(b * spacing), and in some
    cases, told by `late`, by `one` row more.
    """

    hands: NDArray[np.complex128]
    turns: NDArray[np.complex128]
    one: NDArray[np.complex128]
    late: NDArray[np.bool_]

    @classmethod
    def of(cls, rungs: Ladder, numbers: list[int], spacing: Fraction) -> _RowHands:
        """Compute about the square root of the rows exactly, and as many turns."""
        block = block_length(len(numbers), len(rungs.turns))
        steps = [math.floor(b * spacing) for b in range(block)]
        starts = [number - numbers[0] for number in numbers[::block]]
        rows = EvenPhases(rungs.start + rungs.at(numbers[0]), rungs.words, len(numbers))
        late = [n - numbers[0] > starts[j // block] + steps[j % block] for j, n in enumerate(numbers)]
        tips, turned = hands(rows.at(_uint64(starts))), turns(rows.turned(_uint64(steps)))
        return cls(tips, turned, turns(rungs.at(1)), np.array(late, dtype=bool))

    def take(self, first: int, last: int) -> NDArray[np.complex128]:
        """Return sin + i cos of rows `first` … `last - 1`, shape (rows, rungs)."""
        start, step = np.divmod(np.arange(first, last), len(self.turns))
        tips = self.hands[start]
        tips *= self.turns[step]
        tips[self.late[first:last]] *= self.one
        return tips


def _run(rungs: Ladder, rows: int) -> NDArray[np.complex128]:
    """Return the factor, shape (rungs,), that makes of row m the sum of rows m + 1 … m + rows."""
    if rows <= 0:
        return np.zeros(len(rungs.turns), dtype=np.complex128)
    near = _per_row(rungs)
    turned = turns(phases_at(near, Fraction(rows + 1, 2)))
    return np.multiply(turned, rows * _kernel(near, rows), out=turned)


def _per_row(rungs: Ladder) -> list[int]:
    """Return the frequencies less their whole turns, which rows cannot show, in [-1/2, 1/2) turn."""
    return [(f + _TURN // 2) % _TURN - _TURN // 2 for f in rungs.turns]


def _kernel(near: list[int], rows: int) -> NDArray[np.float64]:
    """Return sin(pi n f) / (n sin(pi f)) of frequencies in [-1/2, 1/2), n*f being reduced exactly first."""
    once = np.array([f / _TURN for f in near])
    all_of_them = np.array([((rows * f + _TURN) % (2 * _TURN) - _TURN) / _TURN for f in near])
    still = once == 0
    kernel: NDArray[np.float64] = np.sin(math.pi * all_of_them) / np.where(
        still, 1.0, rows * np.sin(math.pi * once)
    )
    return np.where(still, 1.0, kernel)


def _exact(field: str, value: object) -> Fraction:
    number = exact(value)
    if number is None:
        refuse(field, value, "a finite number of rows")
    return number


def _uint64(numbers: list[int]) -> NDArray[np.uint64]:
    return np.array(numbers, dtype=np.uint64)
