"""The position p: an exact integer plus a fraction, since one float cannot hold both at 10^15."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

POSITION_LIMIT = 2**63 - 1
"""Largest magnitude of a position that the engine encodes."""


@dataclass(frozen=True, slots=True)
class Position:
    """A real-valued position in tokens.

    Attributes
    ----------
    whole : int
        The largest integer not above the position.
    fraction : float
        What is left of it, in [0, 1).
    """

    whole: int = 0
    fraction: float = 0.0

    @classmethod
    def at(cls, value: float | Fraction) -> Position:
        """Return the position of a number, held inside the engine's range."""
        whole = math.floor(value)
        return cls.clamped(whole, float(value - whole))

    @classmethod
    def clamped(cls, whole: int, fraction: float) -> Position:
        """Return `whole + fraction`; a fraction that rounds to one carries over, far ends are held."""
        if fraction >= 1.0:
            whole, fraction = whole + 1, 0.0
        if whole >= POSITION_LIMIT:
            return cls(POSITION_LIMIT)
        if whole < -POSITION_LIMIT:
            return cls(-POSITION_LIMIT)
        return cls(whole, fraction)

    def moved(self, by: float | Fraction) -> Position:
        """Return the position `by` tokens later; the integer part stays exact at any size."""
        step = math.floor(by)
        rest = float(by - step) + self.fraction
        carry = math.floor(rest)
        return Position.clamped(self.whole + step + carry, rest - carry)

    def wrapped(self, length: int) -> Position:
        """Return the position modulo `length`."""
        return Position(self.whole % length, self.fraction)

    @property
    def value(self) -> float:
        """The position as one float, for drawing and rough read-outs only."""
        return self.whole + self.fraction


START: Final = Position()
"""Where every table begins."""
