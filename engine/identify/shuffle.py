"""Tables with columns in no known order: pairs are found by their circles and sorted by their speed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Convention
from engine.encoding import encode
from engine.identify.columns import Plan, codes, plan_of
from engine.identify.dials import turning
from engine.identify.fit import Guess
from engine.identify.search import guesses
from engine.identify.sheet import Sheet
from engine.params import EncodingParams

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

_FEWEST_ROWS: Final = 4
_LEADING: Final = 24
_NEAREST: Final = 8
_BLOCK: Final = 512
_TRIED: Final = 3
_AGREES: Final = 2.0**-6
"""How far columns may be off their circle, and then off the exact ones, per unit of amplitude."""
_REGULAR: Final = 0.1
"""How much the ratio of one speed to the next may vary, relative to its logarithm."""


def shuffled_plans(sheet: Sheet) -> Iterator[Plan]:
    """Yield the first order of the columns found in which the table is one of sines and cosines."""
    if len(sheet.rows) < _FEWEST_ROWS or sheet.width < 4:
        return
    convention = Convention(odd="extra_sine" if sheet.sample.any(axis=0).all() else "zero_last")
    radius = _radius(sheet, convention)
    columns = _circles(sheet.sample / radius)
    if not len(columns):
        return
    for sign in (1, -1):
        leading = _leading(sheet, convention, columns, sign)
        for guess in islice(guesses(sheet, leading), _TRIED) if leading else ():
            order = _order(sheet.sample / radius, _wanted(sheet, convention, guess))
            if order is not None:
                yield plan_of(convention, codes(convention, sheet.width)[order], order)
                return


def _radius(sheet: Sheet, convention: Convention) -> float:
    """Return the amplitude from the squares of all columns, which a lone sine would spoil."""
    if convention.has_extra_sine(sheet.width):
        return 1.0
    return math.sqrt(float(np.mean(np.sum(sheet.sample**2, axis=1))) / (sheet.width // 2))


def _circles(rows: Floats) -> Indices:
    """Return pairs of columns, shape (pairs, 2), whose squares add up to 1 in all rows, each other's best."""
    shown = np.flatnonzero(rows.any(axis=0))
    above = rows[:, shown] ** 2 - 0.5
    size = np.mean(above * above, axis=0)
    partner = np.empty(len(shown), dtype=np.intp)
    for first in range(0, len(shown), _BLOCK):
        some = slice(first, first + _BLOCK)
        off = size[some, None] + size + 2 / len(rows) * (above[:, some].T @ above)
        off[np.arange(len(off)), np.arange(first, first + len(off))] = np.inf
        partner[some] = np.argmin(off, axis=1)
    mine = np.arange(len(shown))
    chosen = mine[(partner[partner] == mine) & (mine < partner)]
    off = np.max(np.abs(above[:, chosen] + above[:, partner[chosen]]), axis=0)
    chosen = chosen[off <= 2 * _AGREES]
    return np.stack((shown[chosen], shown[partner[chosen]]), axis=1)


def _leading(sheet: Sheet, convention: Convention, columns: Indices, sign: int) -> Plan | None:
    """Return the plan of the fastest pairs, up to where the ratio of their speeds breaks off."""
    rates, noise = turning(sheet, columns[:, 0], columns[:, 1], sheet.noise)
    if rates is None:
        return None
    turned = sign * rates < 0
    columns, speeds = np.where(turned[:, None], columns[:, ::-1], columns), np.abs(rates)
    fast = np.argsort(-speeds)[:_LEADING]
    fast = fast[speeds[fast] > 20 * noise]
    steps = -np.diff(np.log(speeds[fast]))
    if not len(steps):
        return None
    odd = np.flatnonzero(np.abs(steps - steps[0]) > _REGULAR * steps[0] + 4 * noise / speeds[fast[1:]])
    fast = fast[: 1 + (int(odd[0]) if len(odd) else len(steps))]
    sines, cosines = columns[fast].T
    return Plan(convention, sheet.width, sines, cosines, np.arange(len(fast)))


def _wanted(sheet: Sheet, convention: Convention, guess: Guess) -> Floats:
    """Return the exact columns of the sample, in the convention's order."""
    exact = replace(convention, spacing=guess.spacing, offset=guess.position, scale=guess.scale)
    params = EncodingParams(sheet.width, guess.base, convention=exact)
    table: Floats = encode(params, guess.step * (sheet.rows - sheet.rows[0]))
    return table


def _order(rows: Floats, wanted: Floats) -> Indices | None:
    """Return which of the wanted columns each column is, the nearest ones first, or None."""
    nearest, off = _nearest(rows, wanted)
    order, taken = np.full(len(nearest), -1, dtype=np.intp), set[int]()
    for flat in np.argsort(off, axis=None).tolist():
        column, found = flat // off.shape[1], int(nearest.ravel()[flat])
        if order[column] < 0 and found not in taken and off.ravel()[flat] <= _AGREES:
            order[column] = found
            taken.add(found)
    # Columns that rounding made alike are left over: any order of them will do.
    left = np.flatnonzero(order < 0)
    free = np.setdiff1d(np.arange(len(order)), order)
    order[left[np.argsort(rows[:, left].mean(axis=0))]] = free[np.argsort(wanted[:, free].mean(axis=0))]
    return order if np.max(np.abs(rows - wanted[:, order])) <= _AGREES else None


def _nearest(rows: Floats, wanted: Floats) -> tuple[Indices, Floats]:
    """Return some wanted columns nearest to each column, and their largest differences, (columns, some)."""
    many = min(_NEAREST, wanted.shape[1])
    near = np.empty((rows.shape[1], many), dtype=np.intp)
    size = np.sum(wanted * wanted, axis=0)
    for first in range(0, len(near), _BLOCK):
        some = slice(first, first + _BLOCK)
        apart = size - 2 * (rows[:, some].T @ wanted)
        near[some] = np.argpartition(apart, many - 1, axis=1)[:, :many]
    off = np.stack([np.max(np.abs(rows - wanted[:, near[:, k]]), axis=0) for k in range(many)], axis=1)
    return near, off
