"""The frequencies: each pair's turns per position as an exact integer in units of 2^-192 turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Convention
from engine.params import EncodingParams

TURN_BITS: Final = 192
"""A frequency of 1 turn per position is the integer 2^TURN_BITS."""
_DIGITS: Final = Context(prec=110)
_TWO_PI: Final = Decimal(
    "6.283185307179586476925286766559005768394338798750211641949889184615632812572417997256069650684234135964296173026565"
)
_TOP: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Frequencies cut into machine words, each an array of shape (rungs,), that numpy multiplies modulo 2^64.

    `whole` has the whole turns. `high` and `low` have the next 64 and 32 bits; `high_up` and `low_up` have
    the same of the frequency times 2^32, for the upper half of a position.
    """

    whole: NDArray[np.uint64]
    high: NDArray[np.uint64]
    low: NDArray[np.uint64]
    high_up: NDArray[np.uint64]
    low_up: NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """All frequencies of one encoding, fastest first when the base exceeds 1.

    A rung is a pair, or the lone extra sine of an odd width, which comes last. Arrays are read-only.
    """

    turns: tuple[int, ...]
    words: Words
    omega: NDArray[np.float64]
    start: NDArray[np.uint64]
    """The phases of the convention's offset, shape (rungs,), in units of 2^-64 turn."""

    def at(self, position: int | Fraction) -> NDArray[np.uint64]:
        """Return the phases of one exact position, whatever its size, shape (rungs,), in 2^-64 turn."""
        return phases_at(self.turns, position)


def omega(params: EncodingParams) -> NDArray[np.float64]:
    """Return the frequencies, scale included.

    Returns
    -------
    ndarray, shape (pairs,), read-only
        In radians per position, correctly rounded: scale * base^(-2i/d) in the paper's spacing
        (Vaswani et al. 2017, section 3.5).
    """
    return ladder(params).omega[: params.pairs]


def wavelengths(params: EncodingParams) -> NDArray[np.float64]:
    """Return the wavelengths 2*pi/omega, shape (pairs,), read-only, in positions, correctly rounded."""
    return _wavelengths(params.d_model, params.base, params.convention)[: params.pairs]


def turns_made(params: EncodingParams, position: int, fraction: float = 0.0) -> NDArray[np.float64]:
    """Return how many turns every dial has made since position 0, shape (pairs,), correctly rounded.

    Parameters
    ----------
    position, fraction : int and float
        The position is their sum, exact at any size.
    """
    exact = position + Fraction(fraction)
    over, under = exact.numerator, exact.denominator << TURN_BITS
    return np.array([f * over / under for f in ladder(params).turns[: params.pairs]])


def ladder(params: EncodingParams) -> Ladder:
    """Return the frequencies that `params` ask for, from a cache: the length does not matter to them."""
    return _ladder(params.d_model, params.base, params.convention)


def cut(turns: Iterable[int]) -> Words:
    """Cut integer frequencies, of either sign, into words."""
    turns = tuple(turns)
    part = b"".join((f & ((1 << TURN_BITS) - 1)).to_bytes(TURN_BITS // 8, "little") for f in turns)
    word = np.frombuffer(part, dtype="<u4").reshape(-1, TURN_BITS // 32).T.astype(np.uint64)
    whole = np.array([(f >> TURN_BITS) & _TOP for f in turns], dtype=np.uint64)
    up = np.uint64(32)
    return Words(whole, word[5] << up | word[4], word[3].copy(), word[4] << up | word[3], word[2].copy())


def phases_at(turns: Iterable[int], position: int | Fraction) -> NDArray[np.uint64]:
    """Return position * turns modulo one turn, computed exactly, shape (rungs,), in 2^-64 turn."""
    over, under, drop = position.numerator, position.denominator, TURN_BITS - 64
    return np.array([(f * over // under >> drop) & _TOP for f in turns], dtype=np.uint64)


@lru_cache(maxsize=64)
def _ladder(d_model: int, base: float, convention: Convention) -> Ladder:
    with localcontext(_DIGITS):
        radians = tuple(_radians(d_model, base, convention))
        unit = (1 << TURN_BITS) / _TWO_PI
        turns = tuple(int((w * unit).to_integral_value()) for w in radians)
    frequencies = np.array([float(w) for w in radians])
    made = Ladder(turns, cut(turns), frequencies, phases_at(turns, Fraction(convention.offset)))
    for array in (made.omega, made.start, *(getattr(made.words, name) for name in Words.__slots__)):
        array.flags.writeable = False
    return made


@lru_cache(maxsize=64)
def _wavelengths(d_model: int, base: float, convention: Convention) -> NDArray[np.float64]:
    waves = np.array([(1 << TURN_BITS) / turns for turns in _ladder(d_model, base, convention).turns])
    waves.flags.writeable = False
    return waves


def _radians(d_model: int, base: float, convention: Convention) -> Iterator[Decimal]:
    """Yield scale * base^(-i/denominator) for each rung: one power, then multiplications."""
    half = d_model // 2
    extra = convention.has_extra_sine(d_model)
    if extra:
        denominator = Decimal(d_model) / 2
    else:
        denominator = Decimal(half - 1 if convention.spacing == "endpoint" else half)
    step = (-Decimal(base).ln() / denominator).exp()
    value = Decimal(convention.scale)
    for _ in range(half + extra):
        yield value
        value *= step
