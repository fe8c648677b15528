"""Dot products measured from encoded rows, to be laid over the curve that theory gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode, similarity
from gui.model.position import POSITION_LIMIT, Position

Floats: TypeAlias = NDArray[np.float64]

MOST = 64
"""Most gaps that are measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Dot products PE[p]·PE[p+k] at some gaps k, from position 0 and from position p.

    Attributes
    ----------
    gaps : ndarray, shape (n,), read-only
        Gaps counted from the first one seen.
    from_zero : ndarray, shape (n,), read-only
        Measured from position 0.
    from_position : ndarray, shape (m,), read-only
        Measured from p; m < n only where p + k would leave the engine's range.
    position : Position
        That p.
    difference : float
        The largest magnitude of measured minus S(k), in the units of the values.
    """

    gaps: Floats
    from_zero: Floats
    from_position: Floats
    position: Position
    difference: float


def even_gaps(first: int, last: int, most: int) -> range:
    """Return at most `most` + 1 evenly spread gaps of `first` … `last`: the multiples of a whole number.

    Multiples stay where they are while the window moves, and gap 0 is one of them.
    """
    step = max(-(-(last - first) // max(most, 1)), 1)
    return range(-(-first // step) * step, last + 1, step)


def measure(
    params: EncodingParams, gaps: range, position: Position, *, origin: int = 0, unit: float = 1.0
) -> Measured:
    """Encode rows and take their dot products, divided by `unit`; gaps are returned from `origin` on."""
    within = POSITION_LIMIT - position.whole
    near = range(gaps.start, min(gaps.stop, within + 1), gaps.step)
    theory = similarity(params, gaps) / unit
    from_zero = dot_products(params, Position(), gaps) / unit
    from_position = dot_products(params, position, near) / unit
    errors = np.abs(np.concatenate([from_zero - theory, from_position - theory[: len(near)]]))
    shifted = np.arange(float(len(gaps))) * float(gaps.step) + float(gaps.start - origin)
    for array in (shifted, from_zero, from_position):
        array.setflags(write=False)
    return Measured(shifted, from_zero, from_position, position, float(errors.max(initial=0.0)))


def dot_products(params: EncodingParams, position: Position, gaps: range) -> Floats:
    """Return PE[p]·PE[p+k] over the pairs, shape (gaps,), from rows encoded for this purpose."""
    start = position.whole
    moved = range(start + gaps.start, start + gaps.stop, gaps.step)
    rows = encode(params, moved, fraction=position.fraction)
    row = encode(params, start, fraction=position.fraction)[0]
    odd = params.convention.columns(params.d_model).odd
    if odd is not None:  # the lone last column of an odd width is no pair
        row[odd] = 0.0
    products: Floats = rows @ row
    return products
