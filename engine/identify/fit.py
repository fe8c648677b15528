"""A fit: parameters that give a table within rounding, checked against every one of its values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Amplitude, Spacing
from engine.encoding import encode
from engine.identify.columns import Plan
from engine.identify.dials import Dials
from engine.identify.numbers import digits, oddity, simplest
from engine.identify.sheet import KINDS, Sheet, explained_by, tolerance
from engine.limits import MAX_OFFSET, POSITION_END
from engine.params import EncodingParams

Indices = NDArray[np.intp]

_BLOCK: Final = 1 << 18
"""Values compared at a time."""
_BITS_A_DIGIT: Final = math.log2(10)
_STRUCTURE_BITS: Final = 24
"""What the agreement must be worth beyond the numbers fitted: a table in 2^24 may agree by chance."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Parameters not yet checked: `position` is that of the first filled row, before the scale."""

    spacing: Spacing
    base: float
    scale: float
    position: float
    step: int
    misfit: float = math.inf

    def reach(self, rows: float) -> float:
        """Return the largest angle of the fastest hand, in radians, among so many rows."""
        return self.scale * max(abs(self.position), abs(self.position + self.step * rows))

    def tells_base(self, dials: Dials) -> bool:
        """Tell whether the hands depend on the base: not when one hand, or one row at 0, is all there is."""
        alone = len(dials.pairs) == 1 and not dials.plan.has_extra_sine
        return not alone and not (len(dials.rows) == 1 and self.position == 0)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Parameters whose table is this one: row r is position start + r * step, times `factor`.

    `order`, where given, says which of the convention's columns each column is.
    """

    params: EncodingParams
    start: int
    step: int
    factor: float
    order: Indices | None
    max_error: float
    dtype: str
    base_known: bool

    @property
    def at_zero(self) -> bool:
        """Tell whether the table is the single row of angle 0, which is the same in every spacing."""
        return self.params.length == 1 and self.start == 0 and self.params.convention.offset == 0


def verified(sheet: Sheet, plan: Plan, guess: Guess) -> Fit | None:
    """Return a guess with its error over the full table, or None when it does not hold."""
    whole = math.floor(guess.position)
    offset = simplest(guess.position - whole, abs(guess.position) * 2.0**-50)
    start = whole - guess.step * int(sheet.filled[0])
    end = start + guess.step * len(sheet.values)
    if max(abs(start), abs(end)) >= POSITION_END or abs(offset) > MAX_OFFSET:
        return None
    radius, amplitude = _amplitude(sheet, plan)
    convention = replace(
        plan.convention, spacing=guess.spacing, offset=offset, scale=guess.scale, amplitude=amplitude
    )
    params = EncodingParams(plan.width, guess.base, len(sheet.values), convention)
    factor = radius / convention.radius(plan.width)
    reach = guess.reach(float(sheet.filled[-1] - sheet.filled[0]))
    # A table may have been rounded before it was scaled, which hides how.
    kind = sheet.storage if radius == 1 else KINDS[-1]
    error = max_error(sheet, Fit(params, start, guess.step, factor, plan.permutation, 0.0, "", True))
    if error > tolerance(kind, reach) * radius:
        return None
    tells = len(plan.pairs) > 1 or plan.has_extra_sine
    known = tells and not (len(sheet.filled) == 1 and guess.position == 0)
    dtype = explained_by(error / radius, reach, sheet.storage)
    fit = Fit(params, start, guess.step, factor, plan.permutation, error, dtype, known)
    return fit if _is_telling(sheet, fit, error / radius) else None


def max_error(sheet: Sheet, fit: Fit) -> float:
    """Return the largest difference between the table and the exact one, over all rows but padding."""
    worst, height = 0.0, max(1, _BLOCK // sheet.width)
    whole = len(sheet.filled) == len(sheet.values)
    for first in range(0, len(sheet.values), height):
        last = min(first + height, len(sheet.values))
        made = _rows(fit, first, last)
        made -= sheet.values[first:last]
        if not whole:
            low, high = np.searchsorted(sheet.filled, (first, last))
            made = made[sheet.filled[low:high] - first]
        if made.size:
            worst = max(worst, float(made.max()), -float(made.min()))
    return worst


def _rows(fit: Fit, first: int, last: int) -> NDArray[Any]:
    begin, end = fit.start + first * fit.step, fit.start + last * fit.step
    made = encode(fit.params, range(begin, end, fit.step))
    if fit.factor != 1:
        made *= fit.factor
    return made if fit.order is None else made[:, fit.order]


def _amplitude(sheet: Sheet, plan: Plan) -> tuple[float, Amplitude]:
    """Return the radius of the dials and the convention's amplitude that has it, or "one"."""
    lengths = np.hypot(sheet.sample[:, plan.sines], sheet.sample[:, plan.cosines])
    radius = float(np.mean(lengths))
    slack = 2 * radius * sheet.noise
    unit = math.sqrt(2 / plan.width)
    roots = (math.sqrt(plan.width), math.sqrt(plan.width / 2), 1 / math.sqrt(plan.width))
    for known in (1.0, unit, *roots):
        if abs(radius - known) <= slack:
            return known, "unit_norm" if known == unit != 1 else "one"
    scatter = max(radius * sheet.noise, float(np.std(lengths)), radius * 2.0**-51)
    return simplest(radius, 4 * scatter / math.sqrt(lengths.size)), "one"


def _is_telling(sheet: Sheet, fit: Fit, error: float) -> bool:
    """Tell whether the phases agree to more bits than the parameters have that were chosen to suit them."""
    bits = -math.log2(max(2 * error, 2.0**-51))
    if (fit.params.convention.scale != 1) + (oddity(fit.params.base) > 1) >= fit.params.pairs:
        return False  # any two frequencies are a scale and a base
    convention, chosen = fit.params.convention, math.log2(2 + abs(fit.start)) + _STRUCTURE_BITS
    if fit.base_known:
        chosen += 5.0 if oddity(fit.params.base) < 2 else digits(fit.params.base) * _BITS_A_DIGIT
    for number, usual in ((convention.offset, 0), (convention.scale, 1), (fit.factor, 1), (fit.step, 1)):
        if number != usual:
            chosen += digits(number) * _BITS_A_DIGIT + 2
    # Rows beyond the second follow from the first two, whoever made them.
    return bits * min(2, len(sheet.filled)) * fit.params.pairs >= chosen
