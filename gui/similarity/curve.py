"""The theory curve S(k): every gap that is seen, or an even sample of very many, brought down to pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, similarity

Floats: TypeAlias = NDArray[np.float64]

EVERY_GAP = 1 << 17
"""Up to this many gaps are all computed."""
SAMPLES = 64
"""Most gaps computed per pixel column beyond that."""
_SAMPLED_PAIRS = 1 << 15
"""Most gaps times pairs per column, so that wide encodings are not slow."""
_GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The curve as one line.

    Attributes
    ----------
    gaps : ndarray, shape (n,), read-only
        Gaps counted from the first one seen, ascending.
    values : ndarray, shape (n,), read-only
        S at these gaps. In a pixel column with many gaps the line runs over their first, lowest, highest
        and last value, so that what is drawn is what drawing all of them would give.
    shown, of : int
        How many gaps per pixel column were computed, and of how many; equal when none was left out.
    """

    gaps: Floats
    values: Floats
    shown: int = 1
    of: int = 1


def curve_over(params: EncodingParams, first: int, last: int, columns: int, unit: float = 1.0) -> Curve:
    """Return S(k) / `unit` for the gaps k = `first` … `last`, drawn over that many pixel columns."""
    count = last - first + 1
    if count <= EVERY_GAP:
        values = _every(params, first, last)
        return Curve(*reduced(np.arange(float(count)), values / unit, columns))
    stride = max(count // columns, 1)
    samples = min(SAMPLES, stride, max(_SAMPLED_PAIRS // params.pairs, 8))
    gaps, values = _sampled(params, first, count, stride, samples)
    return Curve(*reduced(gaps, values / unit, columns), shown=samples, of=stride)


def reduced(gaps: Floats, values: Floats, columns: int) -> tuple[Floats, Floats]:
    """Return a line through all points, or first, lowest, highest and last of each of `columns`.

    Parameters
    ----------
    gaps, values : ndarray, shape (n,)
        The points, `gaps` ascending from zero.
    """
    if len(gaps) <= 2 * columns:
        return _frozen(gaps), _frozen(values)
    column = np.minimum(gaps * (columns / gaps[-1]), columns - 1).astype(np.intp)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    ends = np.append(starts[1:], len(gaps)) - 1
    middle = (gaps[starts] + gaps[ends]) / 2
    x = np.stack([gaps[starts], middle, middle, gaps[ends]], axis=1)
    low, high = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    y = np.stack([values[starts], low, high, values[ends]], axis=1)
    return _frozen(x.ravel()), _frozen(y.ravel())


@lru_cache(maxsize=4)
def _every(params: EncodingParams, first: int, last: int) -> Floats:
    """Return S(k) of all gaps; kept, since a plot that is resized or divided needs the same ones again."""
    return _frozen(similarity(params, range(first, last + 1)))


def _sampled(
    params: EncodingParams, first: int, count: int, stride: int, samples: int
) -> tuple[Floats, Floats]:
    """Return a stratified sample: one gap from each of `samples` equal parts of every `stride` gaps.

    The offset inside a part comes from the golden ratio and not from chance: a picture made twice is the
    same twice. Gaps at one offset are equally spaced, which the engine sums fastest.
    """
    offsets = [int((s + s * _GOLDEN % 1.0) * stride / samples) for s in range(samples)]
    blocks = count // stride
    values = np.stack(
        [similarity(params, range(first + o, first + o + blocks * stride, stride)) for o in offsets], axis=1
    )
    gaps = np.arange(float(blocks))[:, None] * float(stride) + np.array(offsets, dtype=np.float64)
    return gaps.ravel(), values.ravel()


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
