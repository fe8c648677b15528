"""The search among the mistakes of the bug zoo whose tables no convention gives."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Convention
from engine.identify.columns import Plan, denominator, plans
from engine.identify.naming import Match
from engine.identify.numbers import USUAL_BASES
from engine.identify.search import denominators
from engine.identify.sheet import Sheet, explained_by, tolerance
from engine.params import EncodingParams
from engine.zoo import BUGS, bfloat16

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

_FARTHEST: Final = 8192
_MOST_STARTS: Final = 256
_ROUGH: Final = 8.0
"""How many times the error of an exact table the quick formula may have, per speed."""
_TRIED: Final = 16
_MOST_PAIRS: Final = 16
_BLOCK: Final = 1 << 18
_CHANCE_BITS: Final = 30
"""What the agreement must be worth beyond the start: about as much as there are mistakes to choose from."""
_SOME: Final = np.arange(1.0, 3.0)
_KINDS: Final = ("doubled_exponent", "column_exponent", "reversed_exponent", "floor_precedence")
_ROUNDED: Final = "bfloat16_angles"


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Some columns of the sample: rows counted from the first, (s,); sines and cosines of pairs, (s, m)."""

    rows: Indices
    sines: Floats
    cosines: Floats
    pairs: Floats
    limits: Floats
    """The error to allow at each start, shape (8192,)."""


def wrong_matches(sheet: Sheet) -> Iterator[Match]:
    """Yield the mistakes that give a table of amplitude 1, for the usual bases and starts up to 8191."""
    ends_with_zeros = not sheet.sample[:, -1].any()
    for plan in plans(sheet.width, ends_with_zeros=ends_with_zeros):
        view = _view(sheet, plan)
        for kinds, rounded in ((_KINDS, False), ((_ROUNDED,), True)):
            starts = _starts(view, rounded=rounded)
            for name, params in _candidates(plan, kinds) if len(starts) else ():
                fitting = _fitting(view, starts, name, params) - int(sheet.filled[0])
                tried = [_verified(sheet, name, params, start) for start in fitting[:_TRIED].tolist()]
                if found := [match for match in tried if match is not None]:
                    yield min(found, key=lambda match: match.max_error)


def _view(sheet: Sheet, plan: Plan) -> _View:
    some = np.unique(np.linspace(0, len(plan.pairs) - 1, _MOST_PAIRS).round().astype(np.intp))
    columns = plan.sines[some], plan.cosines[some]
    last = float(sheet.rows[-1] - sheet.rows[0])
    limits = np.array([tolerance(sheet.storage, start + last) for start in range(_FARTHEST)])
    sines, cosines = (sheet.sample[:, column] for column in columns)
    return _View(sheet.rows - sheet.rows[0], sines, cosines, plan.pairs[some].astype(float), limits)


def _starts(view: _View, *, rounded: bool) -> Indices:
    """Return the starts that give the sines of pair 0, which turns by a radian a position in all these."""
    fitting = np.arange(_FARTHEST, dtype=np.intp)
    for row, sine in zip(view.rows.tolist(), view.sines[:, 0].tolist(), strict=True):
        there = _sines((fitting + row).astype(float), np.ones(1), rounded=rounded)[:, 0]
        fitting = fitting[np.abs(there - sine) <= view.limits[fitting]]
    return fitting[:_MOST_STARTS]


def _candidates(plan: Plan, kinds: tuple[str, ...]) -> Iterator[tuple[str, EncodingParams]]:
    seen = set()
    for base in USUAL_BASES:
        for spacing, _ in denominators(plan):
            convention = Convention(plan.convention.layout, spacing, odd=plan.convention.odd)
            params = EncodingParams(plan.width, base, convention=convention)
            for name in kinds:
                # The rounded-down division makes tables of most bases alike: the first one stands for all.
                if (key := (name, *_speeds(name, params, _SOME)[0].tolist())) not in seen:
                    seen.add(key)
                    yield name, params


def _fitting(view: _View, starts: Indices, name: str, params: EncodingParams) -> Indices:
    """Return those of some starts at which the columns in view are right."""
    rounded = name == _ROUNDED
    sines, cosines = _speeds(name, params, view.pairs)
    slack = _ROUGH * float(sines.max()) * tolerance("float64", 2.0 * _FARTHEST)
    for row in range(len(view.rows)):
        times, limits = (starts + view.rows[row]).astype(float), view.limits[starts]
        off = np.abs(_sines(times, sines, rounded=rounded) - view.sines[row]).max(axis=1)
        also = np.abs(_sines(times, cosines, rounded=rounded, quarter=True) - view.cosines[row]).max(axis=1)
        starts = starts[np.maximum(off, also) <= limits + slack]
        if not len(starts):
            break
    return starts


def _sines(times: Floats, speeds: Floats, *, rounded: bool, quarter: bool = False) -> Floats:
    """Return the sines, or cosines, of times * speeds, (times, speeds), with bfloat16 angles or plain."""
    angles = bfloat16(np.outer(bfloat16(times), bfloat16(speeds))) if rounded else np.outer(times, speeds)
    values: Floats = np.cos(angles) if quarter else np.sin(angles)
    return bfloat16(values) if rounded else values


def _speeds(name: str, params: EncodingParams, pairs: Floats) -> tuple[Floats, Floats]:
    """Return the frequencies of sines and of cosines, nearly."""
    log_base, below = math.log(params.base), denominator(params)
    if name == "floor_precedence":
        floored = -log_base / (2 * params.d_model) // 2
        return np.exp(2 * floored * pairs), np.exp(2 * floored * pairs)
    power, between = {
        "doubled_exponent": (2.0, 1.0),
        "column_exponent": (1.0, 0.5),
        "reversed_exponent": (-1.0, 0.0),
        _ROUNDED: (1.0, 0.0),
    }[name]
    return np.exp(-log_base * power * pairs / below), np.exp(-log_base * (power * pairs + between) / below)


def _verified(sheet: Sheet, name: str, params: EncodingParams, start: int) -> Match | None:
    error = _max_error(sheet, name, params, start)
    reach = abs(start) + len(sheet.values)
    far = reach * (params.base if name == "reversed_exponent" else 1.0)
    bits = -math.log2(max(2 * error, 2.0**-51)) * min(2, len(sheet.filled)) * params.pairs
    if error > tolerance(sheet.storage, far) or bits < _CHANCE_BITS + math.log2(2 + abs(start)):
        return None
    asked = replace(params, length=len(sheet.values))
    dtype = explained_by(error, far, sheet.storage)
    return Match(name, (), asked, start, error, dtype=dtype, wrong=True, padding=sheet.padding)


def _max_error(sheet: Sheet, name: str, params: EncodingParams, start: int) -> float:
    worst, height = 0.0, max(1, _BLOCK // sheet.width)
    for first in range(0, len(sheet.filled), height):
        rows = sheet.filled[first : first + height]
        made = BUGS[name].encode(params, start + rows) - sheet.at(rows)
        worst = max(worst, float(np.max(np.abs(made))))
        if worst > 2 * tolerance(sheet.storage, math.inf):
            break
    return worst
