"""Phase as an integer: a turn is 2^64, so uint64 arithmetic reduces any position by wrapping around."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.frequency import Ladder, Words, cut, ladder
from engine.limits import require_memory, unit_fraction
from engine.params import EncodingParams
from engine.positions import Scatter, count, read_positions

RADIANS: Final = math.pi / 2**63
"""Radians in one unit of phase, 2^-64 turn."""
_LARGEST: Final = math.nextafter(2 * math.pi, 0)
_EIGHTH: Final = np.uint64(1 << 61)
_HALF_WORD: Final = np.uint64(32)
_LOW_HALF: Final = np.uint64((1 << 32) - 1)
_QUARTER_BITS: Final = np.uint64(62)
_CHUNK: Final = 1 << 15
"""Pairs worked on at a time, so that temporary arrays stay in the cache."""


Rows = NDArray[np.uint64] | NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class EvenPhases:
    """Phases start + j * step for j = 0, 1, …, count - 1: rows that follow one another at one spacing."""

    start: NDArray[np.uint64]
    step: Words
    count: int

    def at(self, rows: Rows) -> NDArray[np.uint64]:
        """Return the phases of the given row numbers, shape (rows, rungs), in 2^-64 turn."""
        return self.turned(rows) + self.start

    def turned(self, rows: Rows) -> NDArray[np.uint64]:
        """Return how far each rung turns in that many rows, shape (rows, rungs), in 2^-64 turn."""
        return _whole_steps(self.step, rows.astype(np.uint64, copy=False))

    def take(self, first: int, last: int) -> NDArray[np.uint64]:
        """Return the phases of rows first … last - 1, shape (rows, rungs), in 2^-64 turn."""
        return self.at(np.arange(first, last, dtype=np.uint64))


@dataclass(frozen=True, slots=True, eq=False)
class ScatteredPhases:
    """Phases of positions in no order, which rows number as they were given."""

    start: NDArray[np.uint64]
    step: Words
    positions: Scatter

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self.positions)

    def take(self, first: int, last: int) -> NDArray[np.uint64]:
        """Return the phases of rows first … last - 1, shape (rows, rungs), in 2^-64 turn."""
        return self.at(slice(first, last))

    def at(self, some: Rows | slice) -> NDArray[np.uint64]:
        """Return the phases of the given row numbers, shape (rows, rungs), in 2^-64 turn."""
        turned = _whole_steps(self.step, self.positions.magnitude[some])
        if self.positions.part is not None:
            turned += _part_steps(self.step, self.positions.part[some])
        negative = self.positions.negative[some]
        if negative.any():
            np.negative(turned, out=turned, where=negative[:, None])
        turned += self.start
        return turned


Phases = EvenPhases | ScatteredPhases


def phases(params: EncodingParams, positions: object, fraction: float = 0.0) -> NDArray[np.float64]:
    """Return where every dial stands.

    Parameters
    ----------
    positions : int, range, sequence or array, n of them
        Exact positions; floats are taken at their exact value.
    fraction : float
        Added to every position, in [0, 1).

    Returns
    -------
    ndarray, shape (n, pairs)
        scale * (p + offset) * omega_i modulo 2*pi, in radians, in [0, 2*pi); error below 1e-15.

    Raises
    ------
    ValueError
        For positions that are not numbers of magnitude below 2^63, and results beyond the memory budget.
    """
    found = phases_of(params, positions, fraction=fraction)
    require_memory("phases", found.count * params.pairs * 8)
    out = np.empty((found.count, params.pairs))
    for first, last in chunks(found.count, params.pairs):
        np.multiply(found.take(first, last)[:, : params.pairs], RADIANS, out=out[first:last])
    return np.minimum(out, _LARGEST, out=out)


def phases_of(params: EncodingParams, positions: object, *, fraction: float = 0.0) -> Phases:
    """Return the phases, not yet computed, of positions as a caller gives them; offset included."""
    rungs, start = ladder(params), ladder(params).start
    if unit_fraction("fraction", fraction):
        part = np.array([int(math.ldexp(fraction, 64))], dtype=np.uint64)
        start = start + _part_steps(rungs.words, part)[0]
    exact = read_positions(positions)
    if isinstance(exact, range):
        return even_phases(rungs, start, exact)
    return ScatteredPhases(start, rungs.words, exact)


def gap_phases(params: EncodingParams, gaps: object) -> Phases:
    """Return the phases, not yet computed, that lie between positions `gaps` apart."""
    rungs, exact = ladder(params), read_positions(gaps, "gaps")
    start = np.zeros_like(rungs.start)
    if isinstance(exact, range):
        return even_phases(rungs, start, exact)
    return ScatteredPhases(start, rungs.words, exact)


def even_phases(rungs: Ladder, start: NDArray[np.uint64], positions: range) -> EvenPhases:
    """Return the phases of a range, `start` being added to each."""
    step = rungs.words if positions.step == 1 else cut(f * positions.step for f in rungs.turns)
    return EvenPhases(start + rungs.at(positions.start), step, count(positions))


def hands(turned: NDArray[np.uint64]) -> NDArray[np.complex128]:
    """Return sin + i cos of phases: the tip of a clock hand, and two cells of the table.

    The phase is reduced to the nearest quarter turn, so sine and cosine see |x| <= pi/4; the quarter turns
    then multiply by 1, -i, -1 or i, which is exact.
    """
    quarter = (turned + _EIGHTH) >> _QUARTER_BITS
    rest = (turned - (quarter << _QUARTER_BITS)).view(np.int64) * RADIANS
    tips = np.empty(turned.shape, dtype=np.complex128)
    np.sin(rest, out=tips.real)
    np.cos(rest, out=tips.imag)
    tips *= np.array([1, -1j, -1, 1j])[quarter.view(np.int64)]
    return tips


def turns(turned: NDArray[np.uint64]) -> NDArray[np.complex128]:
    """Return cos - i sin of phases: the factor that turns a hand clockwise by so much."""
    return hands(turned) * -1j


def chunks(rows: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield the ends (first, last) of blocks of rows that stay in the cache at `width` pairs a row."""
    step = max(1, _CHUNK // max(1, width))
    for first in range(0, rows, step):
        yield first, min(rows, first + step)


def _whole_steps(step: Words, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers * step modulo one turn, shape (numbers, rungs): off by a few 2^-64 turn at most."""
    near = (numbers & _LOW_HALF)[:, None]
    turned = near * step.high
    turned += (near * step.low) >> _HALF_WORD
    far = (numbers >> _HALF_WORD)[:, None]
    if far.any():
        turned += far * step.high_up
        turned += (far * step.low_up) >> _HALF_WORD
    return turned


def _part_steps(step: Words, part: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return part * 2^-64 * step modulo one turn, shape (parts, rungs)."""
    column = part[:, None]
    turned: NDArray[Any] = column * step.whole
    turned += _high_product(column, step.high)
    return turned


def _high_product(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the upper 64 bits of a product of 64-bit numbers, at most two too few."""
    upper, lower = first >> _HALF_WORD, first & _LOW_HALF
    top, bottom = second >> _HALF_WORD, second & _LOW_HALF
    crossed = ((upper * bottom) >> _HALF_WORD) + ((lower * top) >> _HALF_WORD)
    product: NDArray[np.uint64] = upper * top + crossed
    return product
