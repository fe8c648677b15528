"""Dot products measured from encoded rows, to be laid over the curve that theory gives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode
from gui.model.position import POSITION_LIMIT, Position
from gui.similarity.quantity import Quantity, s_zero
from gui.similarity.scale import GapScale

Floats: TypeAlias = NDArray[np.float64]

MOST: Final = 64
"""Most gaps that are measured."""
_PER_DECADE: Final = (50, 20, 10, 5, 4, 2, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What dot products PE[p]·PE[p+k] at some gaps k give, from position 0 and from position p.

    Attributes
    ----------
    x : ndarray, shape (n,), read-only
        Where the gaps lie on the axis.
    from_zero : ndarray, shape (n,), read-only
        Measured from position 0.
    from_position : ndarray, shape (m,), read-only
        Measured from p; m < n only where p + k would leave the engine's range.
    position : Position
        That p.
    difference : float
        The largest magnitude of measured minus exact value, in the units of the values.
    """

    x: Floats
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


def log_gaps(first: int, last: int, most: int) -> tuple[int, ...]:
    """Return about `most` gaps of `first` … `last` at most, evenly spread on a logarithmic axis, ascending.

    They come from fixed steps of a decade, so that they stay where they are while the window moves.
    """
    for steps in _PER_DECADE:
        found = {round(10 ** (n / steps)) for n in range(16 * steps + 1)}
        kept = tuple(sorted(gap for gap in found if first <= gap <= last))
        if len(kept) <= most:
            return kept or (first,)
    return (first, last)


def measure(
    params: EncodingParams,
    gaps: Sequence[int],
    position: Position,
    *,
    scale: GapScale,
    quantity: Quantity,
) -> Measured:
    """Encode rows and take their dot products or distances, at ascending gaps."""
    near = gaps[: bisect_right(gaps, POSITION_LIMIT - position.whole)]
    theory = quantity.values(params, gaps)
    from_zero = _of_rows(params, Position(), gaps, quantity)
    from_position = _of_rows(params, position, near, quantity)
    errors = np.abs(np.concatenate([from_zero - theory, from_position - theory[: len(near)]]))
    x = scale.xs_of(gaps)
    for array in (x, from_zero, from_position):
        array.setflags(write=False)
    return Measured(x, from_zero, from_position, position, float(errors.max(initial=0.0)))


def _of_rows(params: EncodingParams, position: Position, gaps: Sequence[int], quantity: Quantity) -> Floats:
    if quantity.kind == "distance":
        return distances(params, position, gaps)
    return dot_products(params, position, gaps) / quantity.unit(params)


def dot_products(params: EncodingParams, position: Position, gaps: Sequence[int]) -> Floats:
    """Return PE[p]·PE[p+k] over the pairs, shape (gaps,), from rows encoded for this purpose."""
    row, rows = _rows(params, position, gaps)
    products: Floats = rows @ row
    return products


def distances(params: EncodingParams, position: Position, gaps: Sequence[int]) -> Floats:
    """Return the lengths of PE[p+k] - PE[p] over the pairs, divided by the root of 2 S(0), shape (gaps,)."""
    row, rows = _rows(params, position, gaps)
    lengths: Floats = np.linalg.norm(rows - row, axis=1)
    return lengths / np.sqrt(2 * s_zero(params))


def _rows(params: EncodingParams, position: Position, gaps: Sequence[int]) -> tuple[Floats, Floats]:
    """Return PE[p], shape (d_model,), and all PE[p+k], shape (gaps, d_model)."""
    rows = encode(params, _moved(gaps, position.whole), fraction=position.fraction)
    row = encode(params, position.whole, fraction=position.fraction)[0]
    odd = params.convention.columns(params.d_model).odd
    if odd is not None:  # the lone column of an odd width is no pair
        row[odd] = 0.0
        rows[:, odd] = 0.0
    return row, rows


def _moved(gaps: Sequence[int], by: int) -> Sequence[int]:
    if isinstance(gaps, range):
        return range(by + gaps.start, by + gaps.stop, gaps.step)
    return [by + gap for gap in gaps]
