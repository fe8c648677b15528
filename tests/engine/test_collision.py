"""Collisions and the neighbour's rival: known ones, brute force, far gaps, and decisions by a hair."""

import math

import mpmath
import numpy as np
import pytest
from exact_reference import omegas
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Convention, EncodingParams, distance, omega
from engine.collision import MAX_GAP, Search, find_collision, find_rival

KNOWN_COLLISIONS = {
    (100, 4): (377, 63, 63),
    (100, 8): (52653, 22054, 7351),
    (100, 16): (1126039484, 139779259, 618328),
    (10000, 4): (622, 622, 6),
    (10000, 8): (31416, 6283, 6283),
    (10000, 16): (344054661, 144111138, 7590025),
    (10, 4): (1709, 358, 19),
    (10, 8): (1439641, 48123, 3676),
}
KNOWN_RIVALS = {(100, 4): 6, (100, 8): 377, (100, 16): 270617, (10000, 8): 6, (10000, 16): 596274}
BASES = [1e4, 100, 10, 7.3, 2, 1.01, 1, 0.7, 0.01, 1e-3, 1e9, 1e15]


def brute_distances(params, last):
    """Return the distances at gaps 0 … last, from the definition."""
    angles = np.outer(np.arange(last + 1), omega(params))
    return np.sqrt(2 * np.mean(np.sin(angles / 2) ** 2, axis=1))


def brute_collision(params, epsilon, first, last):
    """Return the first far collision by looking at every gap, or None."""
    delta = brute_distances(params, last)
    unlike = np.flatnonzero(delta > 0.5)
    begin = max(first, unlike[0] + 1) if len(unlike) else last + 1
    hits = np.flatnonzero(delta[begin:] < epsilon)
    return int(hits[0]) + begin if len(hits) else None


def brute_rival(params, first, last):
    delta = brute_distances(params, last)
    hits = np.flatnonzero(delta[first:] <= delta[1])
    return int(hits[0]) + first if len(hits) else None


def assert_result(result, params, expected, last):
    if expected is None:
        assert result == Search("absent", None, None, last)
    else:
        assert result == Search("found", expected, distance(params, expected)[0], expected - 1)


def random_params(rng):
    spacing = str(rng.choice(["paper", "endpoint"]))
    scale = float(rng.choice([1, 1, 1, 0.01, 0.3, 6.3, 50]))
    d_model = int(rng.integers(2, 13))
    if spacing == "endpoint":
        d_model = max(4, d_model)
    odd = "zero_last" if spacing == "endpoint" else "extra_sine"
    base = float(rng.choice(BASES))
    return EncodingParams(d_model, base, convention=Convention(spacing=spacing, scale=scale, odd=odd))


@pytest.mark.parametrize(("base", "d_model"), KNOWN_COLLISIONS)
def test_known_collisions(base, d_model):
    params = EncodingParams(d_model, base)
    for epsilon, gap in zip((0.05, 0.1, 0.2), KNOWN_COLLISIONS[base, d_model], strict=True):
        result = find_collision(params, epsilon)
        assert_result(result, params, gap, 10**12)
        assert result.distance < epsilon


@pytest.mark.parametrize(("base", "d_model"), KNOWN_RIVALS)
def test_known_rivals(base, d_model):
    params = EncodingParams(d_model, base)
    result = find_rival(params)
    assert_result(result, params, KNOWN_RIVALS[base, d_model], 10**12)
    assert result.distance <= distance(params, 1)[0]


def test_absence_is_proved_up_to_the_gap_before():
    params = EncodingParams(16)
    before = 344054661 - 1
    assert find_collision(params, 0.05, last=before) == Search("absent", None, None, before)
    assert find_collision(params, 0.05, last=before + 1).gap == before + 1
    assert find_collision(params, 0.05, first=before + 1).gap == before + 1
    assert find_collision(params, 0.05, first=before + 2).gap > before + 1


@pytest.mark.parametrize("seed", range(300))
def test_brute_force_agrees(seed):
    rng = np.random.default_rng(seed)
    params = random_params(rng)
    last = int(rng.integers(1, 4000))
    first = int(rng.integers(1, last + 1)) if rng.random() < 0.5 else 1
    epsilon = float(10 ** rng.uniform(-2, 0.2))
    found = find_collision(params, epsilon, first=first, last=last)
    assert_result(found, params, brute_collision(params, epsilon, first, last), last)
    rival = find_rival(params, first=first + 1, last=last + 1)
    assert_result(rival, params, brute_rival(params, first + 1, last + 1), last + 1)


def test_the_random_cases_have_both_answers():
    seen = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        params, last = random_params(rng), int(rng.integers(1, 4000))
        seen.append(find_collision(params, 0.1, last=last).status)
    assert min(seen.count("found"), seen.count("absent")) >= 25


@settings(max_examples=60, deadline=None)
@given(
    half=st.integers(1, 40),
    base=st.floats(1e-3, 1e15),
    scale=st.floats(1e-3, 100),
    epsilon=st.floats(1e-3, 1.5),
    first=st.integers(1, 600),
    last=st.integers(1, 600),
)
def test_any_parameters(half, base, scale, epsilon, first, last):
    params = EncodingParams(2 * half, base, convention=Convention(scale=scale))
    found = find_collision(params, epsilon, first=first, last=last)
    assert_result(found, params, brute_collision(params, epsilon, first, last), last)


@pytest.mark.parametrize("start", [10**11 - 60_000, 2**32 - 60_000, 10**15, 2**53, MAX_GAP - 120_000])
@pytest.mark.parametrize(
    ("d_model", "base", "epsilon"), [(4, 10000, 0.05), (6, 3, 0.15), (8, 0.1, 0.3), (20, 60, 0.6)]
)
def test_far_gaps(start, d_model, base, epsilon):
    params = EncodingParams(d_model, base)
    stretch = start + np.arange(120_001)
    near = stretch[distance(params, stretch) < epsilon]
    assert len(near), "the case is meant to have something to find"
    last = int(stretch[-1])
    assert find_collision(params, epsilon, first=start, last=last).gap == near[0]
    after = find_collision(params, epsilon, first=int(near[-1]) + 1, last=last) if near[-1] < last else None
    assert after is None or after == Search("absent", None, None, last)


@pytest.mark.parametrize("gap", [622, 344054661 * 3, 10**12 + 7, MAX_GAP])
def test_single_gaps_are_decided_by_a_hair(gap):
    params = EncodingParams(4)
    with mpmath.workdps(60):
        delta = mpmath.sqrt(sum(mpmath.sin(w * gap / 2) ** 2 for w in omegas(params)))
        near = float(delta)
        below, above = (near, math.nextafter(near, 2)) if near <= delta else (math.nextafter(near, 0), near)
        assert below <= delta < above
    assert find_collision(params, above, first=gap, last=gap).gap == gap
    assert find_collision(params, below, first=gap, last=gap).status == "absent"


def test_the_rival_may_be_as_close_as_a_hair():
    # A dial that falls short of a whole turn by a hair each time is back at its neighbour's place, or just
    # past it, one gap before it has fallen back by a whole turn.
    params = EncodingParams(2, convention=Convention(scale=2 * math.pi))
    with mpmath.workdps(60):
        lag = 2 * mpmath.pi - mpmath.mpf(2 * math.pi)
        back = int(mpmath.ceil(2 * mpmath.pi / lag - 1))
    assert find_rival(params, last=10**17).gap == back


def test_dials_that_hardly_move_from_gap_to_gap():
    params = EncodingParams(6, 1, convention=Convention(scale=2 * math.pi))
    with mpmath.workdps(60):
        lag = 2 * mpmath.pi - mpmath.mpf(2 * math.pi)
        epsilon = 1e-3
        gap = int(mpmath.floor((2 * mpmath.pi - 2 * mpmath.asin(epsilon / mpmath.sqrt(2))) / lag)) + 1
    assert find_collision(params, epsilon, last=10**17).gap == gap
    assert find_collision(params, epsilon, last=gap - 1).status == "absent"


@pytest.mark.parametrize("base", [1, 1 + 1e-12])
def test_dials_all_alike(base):
    params = EncodingParams(64, base)
    assert find_collision(params, 0.1).gap == 25
    assert find_collision(params, 0.01).gap == 333
    assert find_rival(params).gap == 6


def test_never_unlike():
    slow = EncodingParams(8, convention=Convention(scale=1e-9))
    assert find_collision(slow, 0.5, last=10**6) == Search("absent", None, None, 10**6)
    assert find_collision(slow, 2, last=10**6).status == "absent"
    assert find_collision(slow, 0.5).status == "found"


def test_every_gap_collides_within_a_large_epsilon():
    params = EncodingParams(8)
    unlike = int(np.flatnonzero(brute_distances(params, 100) > 0.5)[0])
    assert find_collision(params, 2).gap == unlike + 1
    assert find_collision(params, 1.5, first=MAX_GAP, last=MAX_GAP).gap == MAX_GAP


@pytest.mark.parametrize("last", [1, 2, 9])
def test_nothing_to_search(last):
    params = EncodingParams(8)
    assert find_collision(params, 0.1, first=10, last=last) == Search("absent", None, None, last)
    assert find_rival(params, first=10, last=last) == Search("absent", None, None, last)


def test_all_gaps_there_are():
    result = find_collision(EncodingParams(512), 0.05, first=MAX_GAP - 10**9, last=MAX_GAP)
    assert result == Search("absent", None, None, MAX_GAP)
    still = EncodingParams(2, 1e15, convention=Convention(scale=1e-9))
    assert find_collision(still, 0.1, last=MAX_GAP).gap == math.ceil(
        (2 * math.pi - 2 * math.asin(0.1 / 2**0.5)) * 1e9
    )


def test_pair_order_and_layout_do_not_matter():
    plain = find_collision(EncodingParams(8, 100), 0.1)
    for convention in (Convention("sin_cos"), Convention("cos_sin", offset=9, amplitude="unit_norm")):
        assert find_collision(EncodingParams(8, 100, convention=convention), 0.1) == plain


def test_numbers_of_any_type():
    params = EncodingParams(8)
    assert find_collision(params, np.float32(0.5), first=1.0, last=np.int64(10**6)).status == "found"


@pytest.mark.parametrize("epsilon", [0, 9e-16, 2.001, -0.1, math.nan, math.inf, True, "0.1", None])
def test_epsilon_out_of_range(epsilon):
    with pytest.raises(ValueError, match=r"epsilon must be a number from 1e-15 to 2, not "):
        find_collision(EncodingParams(8), epsilon)


@pytest.mark.parametrize("value", [0, -1, 2**63, 1.5, math.nan, True, "1", None])
@pytest.mark.parametrize("field", ["first", "last"])
def test_gaps_out_of_range(field, value):
    with pytest.raises(ValueError, match=rf"{field} must be a whole number from 1 to \(2\^63 - 1\), not "):
        find_collision(EncodingParams(8), 0.1, **{field: value})
    with pytest.raises(ValueError, match=rf"{field} must be a whole number from [12] to \(2\^63 - 1\), not "):
        find_rival(EncodingParams(8), **{field: value})
