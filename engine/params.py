"""The parameters of one encoding: a validated, hashable value that every engine function takes first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.convention import CONVENTIONS, Convention
from engine.limits import MAX_BASE, MAX_D_MODEL, MAX_LENGTH, MIN_BASE, MIN_D_MODEL, real, refuse, whole


@dataclass(frozen=True, slots=True)
class EncodingParams:
    """What defines a table: its width, base, number of rows and convention.

    Parameters
    ----------
    d_model : int
        Columns, 2 … 8192; odd widths by the convention's rule.
    base : float
        1e-3 … 1e15; the paper's is 10000.
    length : int
        Rows, 1 … 10^15, in positions.
    convention : Convention
        See `engine.convention`.

    Raises
    ------
    ValueError
        Names the field, the value and the range. Whole floats count as ints (64.0 is 64).
    """

    d_model: int = 64
    base: float = 10000.0
    length: int = 128
    convention: Convention = CONVENTIONS["paper"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "d_model", whole("d_model", self.d_model, MIN_D_MODEL, MAX_D_MODEL))
        object.__setattr__(self, "base", real("base", self.base, MIN_BASE, MAX_BASE))
        object.__setattr__(self, "length", whole("length", self.length, 1, MAX_LENGTH))
        if not isinstance(self.convention, Convention):
            refuse("convention", self.convention, "a Convention, such as CONVENTIONS['paper']")
        self.convention.check(self.d_model)

    @property
    def pairs(self) -> int:
        """The number of sine and cosine pairs, one dial each."""
        return self.d_model // 2
