"""Numbers people choose: the usual bases, and the shortest decimal within the error of an estimate."""

from __future__ import annotations

from typing import Final

USUAL_BASES: Final = (
    10000.0,
    *(10.0**power for power in (1, 2, 3, 5, 6, 7, 8, 9)),
    *(factor * 10.0**power for power in range(1, 9) for factor in (2, 5)),
    2.0,
    5.0,
)
"""Bases to try first, the most usual first."""
_DIGITS: Final = 17


def simplest(value: float, slack: float) -> float:
    """Return the number of fewest digits that is at most `slack` away."""
    for digits in range(1, _DIGITS):
        short = float(f"{value:.{digits}g}")
        if abs(short - value) <= slack:
            return short
    return value


def digits(value: float) -> int:
    """Return how many significant decimal digits a number has."""
    mantissa = f"{value!r}".split("e")[0].replace(".", "").replace("-", "")
    return max(1, len(mantissa.strip("0")))


def oddity(base: float) -> int:
    """Rank a base: 0 for 10000, 1 for other usual ones, then by digits."""
    if base == USUAL_BASES[0]:
        return 0
    return 1 if base in USUAL_BASES else 1 + digits(base)
