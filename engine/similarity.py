"""How alike two rows are, as a function of the gap between them: dot product and distance."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.limits import require_memory
from engine.params import EncodingParams
from engine.phase import RADIANS, EvenPhases, Phases, chunks, gap_phases, hands
from engine.seeds import block_length

_NEAR: Final = 2.0**-10
"""Below this squared distance, 1 minus the similarity would lose digits."""
_SEEDS: Final = 1 << 21
"""Numbers per block of seeds in one matrix product: 16 MiB."""


def similarity(params: EncodingParams, gaps: object = None) -> NDArray[np.float64]:
    """Return the dot product of rows that are so far apart, the same from every position.

    Parameters
    ----------
    gaps : int, float, range, sequence or array, n of them; optional
        In positions, |k| < 2^63; None is range(params.length).

    Returns
    -------
    ndarray, shape (n,)
        S(k) = amplitude^2 * sum of cos(omega_i k) over the d_model // 2 pairs; error below 1e-12 at width
        512. For even widths PE[p] @ PE[p + k] = S(k).

    Raises
    ------
    ValueError
        For gaps that are not numbers of magnitude below 2^63, and results beyond the memory budget.
    """
    total = _cosine_sum(params, _gap_phases(params, gaps))
    return np.multiply(total, params.convention.radius(params.d_model) ** 2, out=total)


def distance(params: EncodingParams, gaps: object = None) -> NDArray[np.float64]:
    """Return the normalised distance of rows that are so far apart.

    Returns
    -------
    ndarray, shape (n,)
        delta(k) = sqrt(2 * mean of sin^2(omega_i k / 2)) = sqrt(1 - S(k)/S(0)): 0 for identical rows, about
        1 for unrelated ones, sqrt(2) for opposite ones. It does not depend on the amplitude. Small
        distances keep their digits.

    Raises
    ------
    ValueError
        For gaps that are not numbers of magnitude below 2^63, and results beyond the memory budget.
    """
    between = _gap_phases(params, gaps)
    squared = 1 - _cosine_sum(params, between) / params.pairs
    near = np.flatnonzero(squared < _NEAR)
    for first, last in chunks(len(near), params.pairs):
        rows = near[first:last]
        squared[rows] = _squared_distance(between.at(rows)[:, : params.pairs])
    return np.sqrt(squared, out=squared)


def _gap_phases(params: EncodingParams, gaps: object) -> Phases:
    between = gap_phases(params, range(params.length) if gaps is None else gaps)
    require_memory(f"a result for {between.count} gaps", between.count * 8)
    return between


def _cosine_sum(params: EncodingParams, between: Phases) -> NDArray[np.float64]:
    out = np.empty(between.count)
    if isinstance(between, EvenPhases) and between.count > 1:
        _sum_by_seeds(between, params.pairs, out)
        return out
    for first, last in chunks(between.count, params.pairs):
        out[first:last] = hands(between.take(first, last)[:, : params.pairs]).imag.sum(axis=1)
    return out


def _sum_by_seeds(between: EvenPhases, pairs: int, out: NDArray[np.float64]) -> None:
    """Sum cos(α + β) = sin α (-sin β) + cos α cos β over pairs, for all α and β in one matrix product."""
    block = block_length(between.count, pairs)
    steps = between.turned(np.arange(block, dtype=np.uint64))[:, :pairs]
    factors = (-hands(steps).conj()).view(np.float64).T
    many = block * max(1, _SEEDS // (2 * pairs))
    for first in range(0, between.count, many):
        some = out[first : first + many]
        starts = np.arange(first, first + len(some), block, dtype=np.uint64)
        product = hands(between.at(starts)[:, :pairs]).view(np.float64) @ factors
        some[:] = product.ravel()[: len(some)]


def _squared_distance(turned: NDArray[np.uint64]) -> NDArray[np.float64]:
    half = np.sin(turned.view(np.int64) * (RADIANS / 2))
    squared: NDArray[np.float64] = 2 * np.mean(half * half, axis=1)
    return squared
