"""What a narrow number type does to the dials: the model's hand beside the true one, measured and predicted.

The model computes each angle in three roundings, all to nearest, ties to even: the position, its offset
included, is rounded to the type; the frequency, its scale included, is rounded from its float64 value; their
product is rounded. Sine and cosine of that angle are then taken exactly, so what is measured is the angle's
error alone; a real model adds about one rounding of its cells. Where the position or the product exceeds
the type's largest number there is no angle: the error is nan, and counts as past every threshold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.frequency import Ladder, ladder, omega
from engine.limits import POSITION_END, real, require_memory
from engine.number_types import NUMBER_TYPES, NumberType, number_type, round_to
from engine.params import EncodingParams
from engine.phase import RADIANS, ScatteredPhases, chunks, phases_of
from engine.positions import Scatter, count, read_positions

THRESHOLD: Final = 0.1
"""The chord, in radii, from which a hand is called bad: about 6 degrees."""
_DOUBLE: Final = NUMBER_TYPES["float64"]
_EXACT: Final = 2**53
_UNIT_BITS: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class DeathLine:
    """Predictions, not measurements: where each pair is expected to be lost, shape (pairs,), in positions."""

    threshold: NDArray[np.float64]
    """Where half the type's spacing at the angle reaches the threshold: p = threshold * 2^t / omega."""
    turn: NDArray[np.float64]
    """Where the spacing at the angle reaches a whole turn, so that it means nothing: p = pi * 2^t / omega."""


def precision_error(
    params: EncodingParams, positions: object, dtype: str | NumberType
) -> NDArray[np.float64]:
    """Return how far the hand of a model that computes angles in `dtype` is from the true one.

    Parameters
    ----------
    positions : int, float, range, sequence or array, n of them
        Exact positions, |p| < 2^63.
    dtype : {"float64", "float32", "bfloat16", "float16"} or NumberType
        The type of position, frequency and product; see the head of this module.

    Returns
    -------
    ndarray, shape (n, pairs)
        The chord from tip to tip on a dial of radius 1, 0 … 2, and nan where there is no angle; the error of
        this error is below 1e-15 at every position.

    Raises
    ------
    ValueError
        For positions or a type that do not fit, and results beyond the memory budget.
    """
    kind, true = number_type(dtype), phases_of(params, positions)
    require_memory("precision errors", true.count * params.pairs * 8)
    rounded, frequency = rounded_positions(params, positions, kind), round_to(omega(params), kind)
    out = np.empty((true.count, params.pairs))
    for first, last in chunks(true.count, params.pairs):
        angle = rounded_angles(rounded[first:last], frequency, kind)
        out[first:last] = chords(true.take(first, last)[:, : params.pairs], angle)
    return out


def pairs_past(
    params: EncodingParams, positions: object, dtype: str | NumberType, *, threshold: float = THRESHOLD
) -> NDArray[np.intp]:
    """Return how many pairs are wrong by more than `threshold`, a chord of 1e-12 … 1, shape (n,)."""
    limit = checked_threshold(threshold)
    past: NDArray[np.intp] = np.sum(~(precision_error(params, positions, dtype) <= limit), axis=1)
    return past


def distinct_rows(params: EncodingParams, positions: object, dtype: str | NumberType) -> int:
    """Return how many different rows are left of `positions` once they are rounded to `dtype`.

    In bfloat16 positions 256 and 257 share one row, and 1 … 1000 leave 506. Positions beyond the type's
    largest number have no row at all and are not counted.
    """
    rounded = rounded_positions(params, positions, number_type(dtype))
    return len(np.unique(rounded[np.isfinite(rounded)]))


def predicted_error(
    params: EncodingParams, positions: object, dtype: str | NumberType
) -> NDArray[np.float64]:
    """Return the prediction p * omega * 2^-t, half the spacing at the angle, shape (n, pairs), in radians.

    The rule of thumb beside `precision_error`: of the right size until it nears 1. It knows nothing of
    positions and frequencies that happen to be exact, nor of overflow.
    """
    place = np.abs(rounded_positions(params, positions, _DOUBLE))
    require_memory("predicted errors", len(place) * params.pairs * 8)
    return np.outer(place, omega(params) * number_type(dtype).roundoff)


def death_line(params: EncodingParams, dtype: str | NumberType, *, threshold: float = THRESHOLD) -> DeathLine:
    """Return where each pair is predicted to die; `first_bad_positions` measures it."""
    reach = 1 / (omega(params) * number_type(dtype).roundoff)
    return DeathLine(checked_threshold(threshold) * reach, math.pi * reach)


def checked_threshold(threshold: object) -> float:
    """Return a chord from 1e-12 to 1, or refuse it."""
    return real("threshold", threshold, 1e-12, 1)


def rounded_positions(params: EncodingParams, positions: object, kind: NumberType) -> NDArray[np.float64]:
    """Return position + offset, exact up to here, rounded once to a type; shape (n,)."""
    read, offset = read_positions(positions), params.convention.offset
    require_memory("rounded positions", count(read) * 8)
    if isinstance(read, range) or read.part is None:
        place = _signed(read)
        if np.all(np.abs(place) <= _EXACT):
            return round_to(_odd_sum(place.astype(np.float64), offset, kind), kind)
    shift = int(Fraction(offset) * 2**_UNIT_BITS)
    exact = np.array([_as_double(units + shift, kind) for units in _units(read)], dtype=np.float64)
    return round_to(exact, kind)


def rounded_angles(
    positions: NDArray[np.float64], frequencies: NDArray[np.float64], kind: NumberType
) -> NDArray[np.float64]:
    """Return the products of positions, shape (n,), and frequencies, (pairs,), rounded; (n, pairs)."""
    with np.errstate(invalid="ignore", over="ignore"):  # infinite position, frequency rounded to zero
        return round_to(positions[:, None] * frequencies, kind)


def chords(true: NDArray[np.uint64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chords between true phases, in 2^-64 turn, and angles in radians; nan for no angle."""
    there = np.isfinite(angles)
    apart = (true - angle_phases(np.where(there, angles, 0.0))).view(np.int64)
    chord = 2 * np.abs(np.sin(apart * (RADIANS / 2)))
    return np.where(there, chord, np.nan)


def angle_phases(angles: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Return angles of any size, in radians, modulo one turn; the same shape, in 2^-64 turn."""
    one, flat = one_radian(), angles.ravel()
    large = np.abs(flat) >= POSITION_END
    found = read_positions(np.where(large, 0.0, flat))
    assert isinstance(found, Scatter)  # floats never become a range
    turned = ScatteredPhases(one.start, one.words, found).take(0, len(flat))[:, 0]
    if large.any():
        turned[large] = [one.at(int(angle))[0] for angle in flat[large]]
    return turned.reshape(angles.shape)


def one_radian() -> Ladder:
    """Return the ladder whose one frequency is a radian per position: angles are positions on it."""
    return ladder(EncodingParams(2))


def _signed(read: range | Scatter) -> NDArray[np.int64]:
    if isinstance(read, range):
        return read.start + read.step * np.arange(count(read), dtype=np.int64)
    size = read.magnitude.astype(np.int64)
    return np.where(read.negative, -size, size)


def _units(read: range | Scatter) -> Iterator[int]:
    """Yield positions as whole numbers of 2^-64 positions."""
    if isinstance(read, range):
        yield from (position << _UNIT_BITS for position in read)
        return
    part = np.zeros_like(read.magnitude) if read.part is None else read.part
    for size, rest, negative in zip(
        read.magnitude.tolist(), part.tolist(), read.negative.tolist(), strict=True
    ):
        units = (size << _UNIT_BITS) + rest
        yield -units if negative else units


def _odd_sum(places: NDArray[np.float64], offset: float, kind: NumberType) -> NDArray[np.float64]:
    """Return the sums, an inexact one rounded to odd: see `_as_double`."""
    total = places + offset
    if kind == _DOUBLE:
        return total
    back = total - places
    lost = (places - (total - back)) + (offset - back)  # what the addition rounded away (Knuth)
    even = total.view(np.int64) & 1 == 0
    return np.where((lost != 0) & even, np.nextafter(total, np.copysign(np.inf, lost)), total)


def _as_double(units: int, kind: NumberType) -> float:
    """Return units * 2^-64 as the float64 from which rounding to `kind` is the rounding of the exact value.

    That is rounding to odd (Boldo and Melquiond 2008): the last bit remembers that something was cut off, so
    a value just past the middle is not mistaken for a tie.
    """
    excess = abs(units).bit_length() - kind.significand - 8
    if kind == _DOUBLE or excess <= 0:
        return float(units / 2**_UNIT_BITS)
    kept = abs(units) >> excess
    kept |= int(kept << excess != abs(units))
    return math.copysign(math.ldexp(kept, excess - _UNIT_BITS), units)
