"""The dials of a table: its pairs as complex hands, their radius, their noise and how fast they turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.identify.columns import Plan
from engine.identify.ladder import wrapped
from engine.identify.sheet import Sheet

Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]

MOST_PAIRS: Final = 64
_ROUND: Final = 2.0**-6
"""Hands whose length varies by more than this are no hands."""
_LAGGED_ROWS: Final = 32


@dataclass(frozen=True, slots=True, eq=False)
class Dials:
    """Some pairs of a table, evenly spread.

    Attributes
    ----------
    pairs : ndarray, shape (m,)
        Their numbers on the ladder, as floats.
    rows : ndarray, shape (s,)
        Row numbers counted from the first filled row, as floats.
    hands : ndarray, shape (s, m)
        cos + i sin, of length about 1.
    radius, noise : float
        The amplitude, and the error of a hand of length 1.
    rates : ndarray, shape (m,), optional
        How far each turns from row to row, in radians, reduced to half a turn; None with a single row.
    rate_noise : float
        Their error.
    """

    plan: Plan
    pairs: Floats
    rows: Floats
    hands: Complex
    radius: float
    noise: float
    rates: Floats | None
    rate_noise: float

    @property
    def phases(self) -> Floats:
        """The angles in the first filled row, shape (m,), in radians."""
        first: Floats = np.angle(self.hands[0])
        return first


def read_dials(sheet: Sheet, plan: Plan) -> Dials | None:
    """Return the dials of a table, or None when its columns do not move on circles of one radius."""
    lengths = np.hypot(sheet.sample[:, plan.sines], sheet.sample[:, plan.cosines])
    radius = float(np.mean(lengths))
    if radius == 0 or float(np.max(np.abs(lengths - radius))) > _ROUND * radius:
        return None
    some = np.unique(np.linspace(0, len(plan.pairs) - 1, MOST_PAIRS).round().astype(np.intp))
    columns = plan.sines[some], plan.cosines[some]
    noise = max(sheet.noise, 2 * float(np.std(lengths)) / radius)
    rates, rate_noise = turning(sheet, *columns, noise)
    hands: Complex = np.empty((len(sheet.rows), len(some)), dtype=np.complex128)
    hands.real, hands.imag = (sheet.sample[:, column] / radius for column in reversed(columns))
    rows = (sheet.rows - sheet.rows[0]).astype(np.float64)
    return Dials(plan, plan.pairs[some].astype(float), rows, hands, radius, noise, rates, rate_noise)


def turning(
    sheet: Sheet, sines: NDArray[np.intp], cosines: NDArray[np.intp], noise: float
) -> tuple[Floats | None, float]:
    """Return how far hands turn from row to row, shape (m,), or None with a single row, and its error.

    Rows 1, 2, 4, … apart are compared: each distance tells how often the hands went round within the next.
    """
    rates, lag, done = np.zeros(len(sines)), 1, 0
    is_filled = np.zeros(len(sheet.values), dtype=np.bool_)
    is_filled[sheet.filled] = True
    while lag < len(sheet.values):
        first = np.flatnonzero(is_filled[:-lag] & is_filled[lag:])
        if not len(first):
            break
        first = first[np.linspace(0, len(first) - 1, min(len(first), _LAGGED_ROWS)).astype(np.intp)]
        old, new = sheet.at(first), sheet.at(first + lag)
        turned = (new[:, cosines] + 1j * new[:, sines]) * (old[:, cosines] - 1j * old[:, sines])
        apart = np.angle(turned.sum(axis=0))
        rates = rates + wrapped(apart - lag * rates) / lag
        lag, done = 2 * lag, lag
    return (rates, 2 * noise / done) if done else (None, math.inf)
