"""Frequency scalings of rotary encodings: how a ladder is stretched for contexts longer than it was made for.

Each is a small value with the same two questions: the frequencies, in exact decimals of the context's
precision, and the factor by which rotated vectors grow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from engine.limits import MAX_LENGTH, real, refuse, whole

MAX_FACTOR: Final = 1e6
_TWO_PI: Final = Decimal(
    "6.2831853071795864769252867665590057683943387987502116419498891846156328125724179972560696506842341359642961730266"
)


@dataclass(frozen=True, slots=True)
class Scaling:
    """No scaling, omega_i = base^(-2i/d) (RoFormer, Su et al. 2021); the others say what they change."""

    def check(self, d_head: int, base: float) -> None:
        """Refuse a width and base for which the scaling is undefined; every one has a meaning here."""

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        return _ladder(d_head, base)

    def attention(self) -> float:
        """Return the factor on every rotated vector."""
        return 1.0


@dataclass(frozen=True, slots=True)
class Linear(Scaling):
    """Position interpolation: omega_i / factor (Chen et al. 2023, arXiv 2306.15595).

    `factor` is 1 … 10^6.
    """

    factor: float

    def __post_init__(self) -> None:
        _set_factor(self, "factor")

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        return tuple(w / Decimal(self.factor) for w in _ladder(d_head, base))


@dataclass(frozen=True, slots=True)
class NtkAware(Scaling):
    """A larger base, base * alpha^(d/(d-2)): the fastest pair stays, the slowest slows down by alpha.

    `alpha` is 1 … 10^6; d must be 4 or more (bloc97 2023).
    """

    alpha: float

    def __post_init__(self) -> None:
        _set_factor(self, "alpha")

    def check(self, d_head: int, base: float) -> None:
        """Refuse a width of 2."""
        _check_stretchable(d_head)

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        return _ladder(d_head, self.base(d_head, base))

    def base(self, d_head: int, base: Decimal | float) -> Decimal:
        """Return the larger base."""
        return _stretched(d_head, Decimal(base), Decimal(self.alpha))


@dataclass(frozen=True, slots=True)
class DynamicNtk(Scaling):
    """NTK-aware with alpha = factor * n / max_length - (factor - 1), n the sequence length (emozilla 2023).

    Parameters
    ----------
    factor : float
        1 … 10^6.
    max_length, sequence_length : int
        In positions, 1 … 10^15; sequences no longer than `max_length` leave the base as it is.
    """

    factor: float
    max_length: int
    sequence_length: int

    def __post_init__(self) -> None:
        _set_factor(self, "factor")
        _set_length(self, "max_length")
        _set_length(self, "sequence_length")

    def check(self, d_head: int, base: float) -> None:
        """Refuse a width of 2."""
        _check_stretchable(d_head)

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        return _ladder(d_head, self.base(d_head, base))

    def base(self, d_head: int, base: Decimal | float) -> Decimal:
        """Return the larger base."""
        length = max(self.sequence_length, self.max_length)
        factor = Decimal(self.factor)
        return _stretched(d_head, Decimal(base), factor * length / self.max_length - (factor - 1))


@dataclass(frozen=True, slots=True)
class Yarn(Scaling):
    """YaRN: fast pairs stay, slow ones are interpolated, a ramp between (Peng et al. 2023, arXiv 2309.00071).

    Rotated vectors grow by 0.1 ln(factor) + 1.

    Parameters
    ----------
    factor : float
        1 … 10^6.
    original_length : int
        In positions, 1 … 10^15.
    beta_fast, beta_slow : float
        Turns in `original_length` positions from which a pair stays, and below which it is fully
        interpolated; 10^-6 … 10^6, beta_slow being the smaller.
    """

    factor: float
    original_length: int
    beta_fast: float = 32.0
    beta_slow: float = 1.0

    def __post_init__(self) -> None:
        _set_factor(self, "factor")
        _set_length(self, "original_length")
        _set_ordered(self, "beta_slow", "beta_fast")

    def check(self, d_head: int, base: float) -> None:
        """Refuse a base that makes no ladder."""
        if base <= 1:
            refuse("base", base, "above 1 with YaRN")

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        low, high = self.ramp(d_head, base)
        width = Decimal(high - low) if high > low else Decimal("0.001")
        steps = (min(Decimal(1), max(Decimal(0), (pair - low) / width)) for pair in range(d_head // 2))
        slow = 1 / Decimal(self.factor)
        return tuple(w * (1 - t + t * slow) for w, t in zip(_ladder(d_head, base), steps, strict=True))

    def ramp(self, d_head: int, base: Decimal | float) -> tuple[int, int]:
        """Return the last pair that stays and the first that is fully interpolated."""
        low = self._pair_of(self.beta_fast, d_head, Decimal(base))
        high = self._pair_of(self.beta_slow, d_head, Decimal(base))
        return max(math.floor(low), 0), min(math.ceil(high), d_head - 1)

    def attention(self) -> float:
        """Return the factor on every rotated vector."""
        return 0.1 * math.log(self.factor) + 1

    def _pair_of(self, turns: float, d_head: int, base: Decimal) -> Decimal:
        """Return the pair, a fraction between two, that makes so many turns in the original length."""
        return d_head * (self.original_length / (Decimal(turns) * _TWO_PI)).ln() / (2 * base.ln())


@dataclass(frozen=True, slots=True)
class Llama3(Scaling):
    """Llama 3.1: short wavelengths stay, long ones are divided, a blend between (Meta 2024).

    Parameters
    ----------
    factor : float
        1 … 10^6.
    low, high : float
        Turns in `original_length` positions below which a pair is divided by `factor`, and above which it
        stays; 10^-6 … 10^6, low being the smaller.
    original_length : int
        In positions, 1 … 10^15.
    """

    factor: float = 8.0
    low: float = 1.0
    high: float = 4.0
    original_length: int = 8192

    def __post_init__(self) -> None:
        _set_factor(self, "factor")
        _set_ordered(self, "low", "high")
        _set_length(self, "original_length")

    def radians(self, d_head: int, base: Decimal) -> tuple[Decimal, ...]:
        """Return the frequencies, fastest first, in radians per position."""
        return tuple(self._scaled(w) for w in _ladder(d_head, base))

    def _scaled(self, radians: Decimal) -> Decimal:
        low, high = Decimal(self.low), Decimal(self.high)
        turns = self.original_length * radians / _TWO_PI
        kept = min(Decimal(1), max(Decimal(0), (turns - low) / (high - low)))
        return radians * (kept + (1 - kept) / Decimal(self.factor))


UNSCALED: Final = Scaling()


def _ladder(d_head: int, base: Decimal) -> tuple[Decimal, ...]:
    """Return base^(-2i/d): one power, then multiplications."""
    step = (-2 * base.ln() / d_head).exp()
    found = [Decimal(1)]
    while len(found) < d_head // 2:
        found.append(found[-1] * step)
    return tuple(found)


def _stretched(d_head: int, base: Decimal, alpha: Decimal) -> Decimal:
    return base * alpha ** (Decimal(d_head) / (d_head - 2))


def _check_stretchable(d_head: int) -> None:
    if d_head < 4:
        refuse("d_head", d_head, "4 or more with an NTK scaling")


def _set_factor(scaling: Scaling, field: str) -> None:
    object.__setattr__(scaling, field, real(field, getattr(scaling, field), 1, MAX_FACTOR))


def _set_length(scaling: Scaling, field: str) -> None:
    object.__setattr__(scaling, field, whole(field, getattr(scaling, field), 1, MAX_LENGTH))


def _set_ordered(scaling: Scaling, small: str, large: str) -> None:
    for field in (small, large):
        object.__setattr__(scaling, field, real(field, getattr(scaling, field), 1e-6, 1e6))
    if getattr(scaling, small) >= getattr(scaling, large):
        refuse(small, getattr(scaling, small), f"below {large}, which is {getattr(scaling, large):g}")
