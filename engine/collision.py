"""Collisions: gaps, other than small ones, at which rows are almost alike; found, or proved absent."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import Final

from engine.limits import POSITION_END, real, whole
from engine.params import EncodingParams
from engine.search import DIGITS, Hunt, Progress, Status, groups_of
from engine.similarity import distance

MIN_EPSILON: Final = 1e-15
MAX_EPSILON: Final = 2.0
"""Beyond sqrt(2), the largest distance there is, every gap is a collision."""
MAX_GAP: Final = POSITION_END - 1
UNLIKE: Final = 0.5
"""The distance that rows must once have exceeded before they can collide."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search has proved.

    Attributes
    ----------
    status : {"found", "absent", "stopped"}
        Whether there is such a gap, whether there is none at all up to the last one asked for, or whether
        the search was stopped before it knew.
    gap : int or None
        The first such gap, in positions; None unless found.
    distance : float or None
        The normalised distance at that gap.
    searched_to : int
        Every gap from the first one asked for up to this one is proved not to be one. gap - 1 when found,
        the last gap asked for when absent.
    """

    status: Status
    gap: int | None
    distance: float | None
    searched_to: int


def find_collision(
    params: EncodingParams,
    epsilon: float,
    *,
    first: int = 1,
    last: int = 10**12,
    progress: Progress | None = None,
) -> Search:
    """Find the first far collision: rows that have once been unlike and are alike again.

    That is the least gap k, first <= k <= last, with delta(k) < epsilon that comes after some gap j,
    0 < j < k, with delta(j) > 1/2; j may be below `first`. delta is that of `distance`, sqrt(2 * mean of
    sin^2(omega_i k / 2)) over the d_model // 2 pairs.

    Parameters
    ----------
    epsilon : float
        1e-15 … 2, a pure number.
    first, last : int
        1 … 2^63 - 1, in positions. There is nothing to find where `last` is below `first`.
    progress : callable, optional
        Called every few milliseconds of work, at least once in `engine.search.WORK` evaluated phases, with
        a gap up to which there is no far collision; these gaps never decrease. Returning False stops the
        search, and it is not called again.

    Returns
    -------
    Search
        Exact, not estimated: interval branch and bound with margins for every rounding (`engine.search`). A
        tie, delta(k) = epsilon, cannot occur: cos(omega_i k) of algebraic omega_i k != 0 have no algebraic
        sum (theorem of Lindemann and Weierstrass). Distances closer to epsilon than 1e-38 would
        need more than the 192 bits of the frequencies.

    Raises
    ------
    ValueError
        For arguments outside their ranges.
    """
    epsilon = real("epsilon", epsilon, MIN_EPSILON, MAX_EPSILON)
    first, last = whole("first", first, 1, MAX_GAP), whole("last", last, 1, MAX_GAP)
    groups, pairs = groups_of(params), params.pairs
    unlike = Hunt(groups, pairs - _excess(UNLIKE, pairs), opposite=True)
    status, gap = unlike.run(1, last, progress)
    if status != "found":
        return Search(status, None, None, gap)
    return _search(params, Hunt(groups, _excess(epsilon, pairs)), max(first, gap + 1), last, progress)


def find_rival(
    params: EncodingParams,
    *,
    first: int = 2,
    last: int = 10**12,
    progress: Progress | None = None,
) -> Search:
    """Find the neighbour's first rival: the least gap k >= 2 with delta(k) <= delta(1).

    Parameters
    ----------
    first, last : int
        Up to 2^63 - 1, in positions; `first` from 2, `last` from 1. There is nothing to find where `last`
        is below `first`.
    progress : callable, optional
        As for `find_collision`.

    Returns
    -------
    Search
        Exact, as for `find_collision`. A tie would count, but cannot occur: by the same theorem the cosines
        of two gaps have the same sum only if the angles are the same, and those of k >= 2 are larger.

    Raises
    ------
    ValueError
        For arguments outside their ranges.
    """
    first, last = whole("first", first, 2, MAX_GAP), whole("last", last, 1, MAX_GAP)
    groups = groups_of(params)
    neighbour = Hunt(groups, Decimal(0)).exact_excess(1)
    return _search(params, Hunt(groups, neighbour), first, last, progress)


def _search(params: EncodingParams, hunt: Hunt, first: int, last: int, progress: Progress | None) -> Search:
    status, gap = hunt.run(first, last, progress)
    if status != "found":
        return Search(status, None, None, gap)
    return Search(status, gap, float(distance(params, gap)[0]), gap - 1)


def _excess(delta: float, pairs: int) -> Decimal:
    """Return the sum of sin²(φ/2) that belongs to a distance, with the digits of `Hunt.exact_excess`."""
    with localcontext(DIGITS):
        return Decimal(delta) ** 2 * pairs / 2
