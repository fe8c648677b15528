"""Curves against the gap: every gap that is seen, or an even sample of very many, brought down to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams
from gui.similarity.quantity import Kind, exact
from gui.similarity.scale import GapScale

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

EVERY_GAP: Final = 1 << 17
"""Up to this many gaps are all computed."""
SAMPLES: Final = 64
"""Most gaps computed per pixel column beyond that."""
LOG_SAMPLES: Final = 16
"""The same on a logarithmic axis, where columns differ in width: at least as many, at most twice."""
_EVERY_LOG: Final = 1 << 16
"""On a logarithmic axis all gaps up to this one are computed."""
_SAMPLED_PAIRS: Final = 1 << 15
"""Most gaps times pairs per column, so that wide encodings are not slow."""
_LOG_PAIRS: Final = 1 << 12
"""The same on a logarithmic axis, whose samples take the engine more calls."""
_GOLDEN: Final = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A curve as one line.

    Attributes
    ----------
    x : ndarray, shape (n,), read-only
        Where the gaps lie on the axis, counted from the first one seen where it is linear; ascending.
    values : ndarray, shape (n,), read-only
        The values there. In a pixel column with many gaps the line runs over their first, lowest, highest
        and last value, so that what is drawn is what drawing all of them would give.
    shown, of : int
        How many gaps per pixel column were computed, and of how many; equal when none was left out.
    whole_to : int
        On a logarithmic axis, the last gap before which none was left out.
    """

    x: Floats
    values: Floats
    shown: int = 1
    of: int = 1
    whole_to: int = 0

    def divided(self, unit: float) -> Curve:
        """Return the curve with its values divided."""
        return self if unit == 1.0 else replace(self, values=_frozen(self.values / unit))

    def cut_at(self, x: float) -> tuple[Curve | None, Curve | None]:
        """Return the parts before and after a coordinate, which share their point there."""
        if x <= self.x[0] or x >= self.x[-1]:
            return (None, self) if x <= self.x[0] else (self, None)
        at = int(np.searchsorted(self.x, x))
        value = np.interp(x, self.x[at - 1 : at + 1], self.values[at - 1 : at + 1])
        before = np.append(self.x[:at], x), np.append(self.values[:at], value)
        after = np.append(x, self.x[at:]), np.append(value, self.values[at:])
        parts = (replace(self, x=_frozen(x), values=_frozen(values)) for x, values in (before, after))
        return next(parts), next(parts)


@lru_cache(maxsize=32)
def curve_over(
    params: EncodingParams,
    first: int,
    last: int,
    columns: int,
    kind: Kind = "similarity",
    log_gaps: bool = False,
) -> Curve:
    """Return undivided values for the gaps k = `first` … `last`, drawn over that many pixel columns.

    Kept, since a change of one option or one pin needs all other curves again.
    """
    if last - first < EVERY_GAP:
        scale = GapScale(first, log_gaps)
        x = scale.xs_of(np.arange(first, last + 1))
        return Curve(*reduced(x, _every(kind, params, first, last), columns))
    return (_log_sample if log_gaps else _even_sample)(kind, params, first, last, columns)


def reduced(x: Floats, values: Floats, columns: int) -> tuple[Floats, Floats]:
    """Return a line through all points, or first, lowest, highest and last of each of `columns`.

    Parameters
    ----------
    x, values : ndarray, shape (n,)
        The points, `x` ascending.
    """
    if len(x) <= 2 * columns:
        return _frozen(x), _frozen(values)
    column = np.minimum((x - x[0]) * (columns / (x[-1] - x[0])), columns - 1).astype(np.intp)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    ends = np.append(starts[1:], len(x)) - 1
    middle = (x[starts] + x[ends]) / 2
    across = np.stack([x[starts], middle, middle, x[ends]], axis=1)
    low, high = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    up = np.stack([values[starts], low, high, values[ends]], axis=1)
    return _frozen(across.ravel()), _frozen(up.ravel())


@lru_cache(maxsize=8)
def _every(kind: Kind, params: EncodingParams, first: int, last: int) -> Floats:
    """Return the values at all gaps; kept, since a plot that is resized needs the same ones again."""
    return _frozen(exact(kind, params, range(first, last + 1)))


def _even_sample(kind: Kind, params: EncodingParams, first: int, last: int, columns: int) -> Curve:
    count = last - first + 1
    stride = max(count // columns, 1)
    samples = min(SAMPLES, stride, max(_SAMPLED_PAIRS // params.pairs, 8))
    gaps, values = sampled(kind, params, first, count, stride, samples)
    return Curve(*reduced((gaps - first).astype(np.float64), values, columns), shown=samples, of=stride)


def _log_sample(kind: Kind, params: EncodingParams, first: int, last: int, columns: int) -> Curve:
    """Take all gaps to begin with, then, octave by octave, samples for columns as wide as its first one."""
    per_gap = math.log(last / first) / columns
    whole_to = max(min(_EVERY_LOG, last), first)
    parts = [(np.arange(first, whole_to + 1), _every(kind, params, first, whole_to))]
    samples = min(LOG_SAMPLES, max(_LOG_PAIRS // params.pairs, 4))
    for start in _octaves(whole_to + 1, last):
        count = min(start, last - start + 1)
        stride = min(max(int(start * per_gap), 1), count)
        parts.append(sampled(kind, params, start, count, stride, min(samples, stride)))
    x = GapScale(log=True).xs_of(np.concatenate([gaps for gaps, _ in parts]))
    line = reduced(x, np.concatenate([values for _, values in parts]), columns)
    return Curve(*line, shown=samples, of=max(int(last * per_gap), 1), whole_to=whole_to)


def _octaves(first: int, last: int) -> list[int]:
    return [first << n for n in range(64) if first << n <= last]


def sampled(
    kind: Kind, params: EncodingParams, first: int, count: int, stride: int, samples: int
) -> tuple[Ints, Floats]:
    """Return a stratified sample: one gap from each of `samples` equal parts of every `stride` gaps.

    The offset inside a part comes from the golden ratio and not from chance: a picture made twice is the
    same twice. Gaps at one offset are equally spaced, which the engine sums fastest.
    """
    offsets = [int((s + s * _GOLDEN % 1.0) * stride / samples) for s in range(samples)]
    blocks = count // stride
    values = np.stack(
        [exact(kind, params, range(first + o, first + o + blocks * stride, stride)) for o in offsets], axis=1
    )
    gaps = first + np.arange(blocks)[:, None] * stride + np.array(offsets)
    return gaps.ravel(), values.ravel()


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
