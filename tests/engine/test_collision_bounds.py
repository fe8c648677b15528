"""The bounds behind the search: never above a gap's own excess, and the excess itself to 38 digits."""

import math

import mpmath
import numpy as np
import pytest
from exact_reference import omegas
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Convention, EncodingParams, distance
from engine.search import Hunt, groups_of

HALF_TURN = np.uint64(1 << 63)


def excess_exactly(params, gap):
    with mpmath.workdps(90):
        return mpmath.fsum(mpmath.sin(w * gap / 2) ** 2 for w in omegas(params)[: params.pairs])


@pytest.mark.parametrize("gap", [1, 622, 344054661, 2**53 + 1, 2**63 - 1])
@pytest.mark.parametrize(
    "params",
    [EncodingParams(8), EncodingParams(7, 0.01), EncodingParams(64, 1e15, convention=Convention(scale=6.3))],
    ids=str,
)
def test_exact_excess(params, gap):
    hunt, opposite = (Hunt(groups_of(params), 1, side) for side in (False, True))
    found, expected = hunt.exact_excess(gap), excess_exactly(params, gap)
    with mpmath.workdps(90):
        assert abs(mpmath.mpf(str(found)) - expected) < params.pairs * mpmath.mpf("1e-38")
    assert float(found + opposite.exact_excess(gap)) == params.pairs


@settings(max_examples=150, deadline=None)
@given(
    half=st.integers(1, 80),
    base=st.floats(1e-3, 1e15),
    scale=st.floats(1e-9, 1e3),
    start=st.integers(0, 2**63 - 300) | st.integers(0, 10**6),
    length=st.integers(1, 256),
    opposite=st.booleans(),
)
def test_bounds_are_below_every_gap_of_a_block(half, base, scale, start, length, opposite):
    params = EncodingParams(2 * half, base, convention=Convention(scale=scale))
    starts = np.array([start], dtype=np.uint64)
    mark = HALF_TURN if opposite else np.uint64(0)
    least = sum(group.least(starts, length, mark)[0] for group in groups_of(params))
    excess = distance(params, range(start, start + length)) ** 2 * half / 2
    if opposite:
        excess = half - excess
    assert least <= excess.min() + 1e-13 * half
    if length == 1:
        assert least == pytest.approx(excess[0], abs=1e-13 * half)


def test_bounds_of_slow_dials_are_close():
    """A block in which a dial turns from 1.0 to 1.1 rad: the bound is that of its beginning."""
    params = EncodingParams(2, convention=Convention(scale=1e-3))
    least = groups_of(params)[0].least(np.array([1000], dtype=np.uint64), 101, np.uint64(0))[0]
    assert least == pytest.approx(math.sin(0.5) ** 2, rel=1e-12)


def test_pairs_are_slowest_first_as_whole_gaps_see_them():
    for params in (EncodingParams(200), EncodingParams(200, 0.01), EncodingParams(8, 2)):
        speed = np.concatenate([group.speed for group in groups_of(params)])
        assert (np.diff(speed) >= 0).all()
        assert speed[-1] <= math.pi
        assert len(speed) == params.pairs
