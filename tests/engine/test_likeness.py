"""Similarity, distance and their continuous limit."""

import mpmath
import numpy as np
import pytest
from exact_reference import omegas, rational

from engine import CONVENTIONS, EncodingParams, continuous_similarity, distance, encode, similarity

GAPS = [0, 1, -1, 63, 1000, 0.5, 10**9, 2**53 + 1, 2**63 - 1]


def cosine_sum(params, gap):
    with mpmath.workdps(60):
        waves = omegas(params)[: params.pairs]
        return float(mpmath.fsum(mpmath.cos(w * rational(gap)) for w in waves))


@pytest.mark.parametrize(("d_model", "base"), [(2, 1e4), (7, 2), (64, 5e5), (512, 1e4)])
def test_similarity_is_exact(d_model, base):
    params = EncodingParams(d_model, base)
    expected = [cosine_sum(params, gap) for gap in GAPS]
    np.testing.assert_allclose(similarity(params, GAPS), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("gaps", [range(-5, 900), range(10**12, 10**12 + 300, 7), range(3), range(0)])
def test_ranges_of_gaps_agree_with_single_ones(gaps):
    params = EncodingParams(512)
    order = np.random.default_rng(3).permutation(len(gaps))
    scattered = np.array(gaps, dtype=np.int64)[order]
    np.testing.assert_allclose(
        similarity(params, gaps)[order], similarity(params, scattered), rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(distance(params, gaps)[order], distance(params, scattered), rtol=0, atol=1e-13)
    for gap in gaps[:: max(1, len(gaps) // 3)]:
        assert similarity(params, gap)[0] == pytest.approx(cosine_sum(params, gap), abs=1e-12)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_similarity_is_the_dot_product_of_rows(name):
    params = EncodingParams(64, length=200, convention=CONVENTIONS[name])
    table = encode(params)
    np.testing.assert_allclose(similarity(params), table @ table[0], rtol=0, atol=1e-13)
    np.testing.assert_allclose(similarity(params, range(100)), table[50:150] @ table[50], rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", ["paper", "mlx", "ddpm"])
def test_distance_is_the_normalised_norm(name):
    params = EncodingParams(64, length=300, convention=CONVENTIONS[name])
    table = encode(params)
    norms = np.linalg.norm(table - table[0], axis=1) / np.linalg.norm(table[0]) / np.sqrt(2)
    found = distance(params)
    np.testing.assert_allclose(found, norms, rtol=0, atol=1e-14)
    assert found[0] == 0
    assert found.max() < np.sqrt(2)


def test_small_distances_keep_their_digits():
    params = EncodingParams(2)
    for gap in (1e-3, 1e-6, 1e-9):
        assert distance(params, gap)[0] == pytest.approx(np.sqrt(2) * np.sin(gap / 2), rel=1e-9)
    slow = EncodingParams(4, 1e15, length=100)
    with mpmath.workdps(60):
        waves = omegas(slow)
        squares = [sum(mpmath.sin(w * k / 2) ** 2 for w in waves) for k in range(100)]
        exact = [float(mpmath.sqrt(square)) for square in squares]
    np.testing.assert_allclose(distance(slow), exact, rtol=0, atol=2e-15)


def test_known_distances():
    params = EncodingParams(8)
    cosines = 1 - distance(params, [1, 63]) ** 2
    np.testing.assert_allclose(cosines, [0.884, 0.948], atol=5e-4)
    assert distance(EncodingParams(16), 344054661)[0] < 0.05
    assert distance(EncodingParams(8, 100), 52653)[0] < 0.05
    assert distance(EncodingParams(2), np.pi)[0] == pytest.approx(np.sqrt(2), rel=1e-15)


BASES = [1e4, 5e5, 100, 10, 2, 0.5, 1e-3, 1e12, 1e15, 1.3, 1.28, 0.8, 0.77, 1.01, 0.99, 1 + 1e-10]


@pytest.mark.parametrize("base", [*BASES, 1 + 2**-52, 1 - 2**-53])
def test_the_limit_is_exact(base):
    spread = 10.0 ** np.random.default_rng(4).uniform(-12, 18, 25)
    edges = [5e-324, 1e-160, 0.1, 1, 3.999999, 4, 4.000001, 33, 1000.5]
    gaps = np.array([*spread, *edges, 4 * min(base, 1e12), 8 / max(abs(np.log(base)), 1e-15)])
    found = continuous_similarity(EncodingParams(64, base), gaps)
    np.testing.assert_allclose(found, [limit(gap, base) for gap in gaps], rtol=0, atol=5e-15)


def limit(gap, base):
    with mpmath.workdps(700 if gap < 1e-100 else 80):
        k, b = mpmath.mpf(float(gap)), mpmath.mpf(float(base))
        return float((mpmath.ci(k) - mpmath.ci(k / b)) / mpmath.log(b))


def test_ends_of_the_limit():
    gaps = [0, 1, -1, 10, 1e6]
    assert continuous_similarity(EncodingParams(), 0).tolist() == [1.0]
    np.testing.assert_allclose(continuous_similarity(EncodingParams(64, 1), gaps), np.cos(gaps), atol=1e-16)
    assert continuous_similarity(EncodingParams(), [-7])[0] == continuous_similarity(EncodingParams(), 7)[0]
    assert abs(continuous_similarity(EncodingParams(), 2**63 - 1)[0]) < 1e-5
    np.testing.assert_array_equal(
        continuous_similarity(EncodingParams(), range(5, 40)),
        continuous_similarity(EncodingParams(), np.arange(5.0, 40)),
    )


def test_wide_tables_approach_the_limit():
    params = EncodingParams(8192)
    assert continuous_similarity(params, 100)[0] == pytest.approx(0.436773, abs=5e-7)
    gaps = np.arange(0, 400)
    differences = similarity(params, gaps) / params.pairs - continuous_similarity(params, gaps)
    assert np.max(np.abs(differences)) < 1e-3
