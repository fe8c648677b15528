"""Projected scores: statistics against the whole matrix, the commuting part against an average over turns."""

import numpy as np
import pytest

from engine import CONVENTIONS, Convention, EncodingParams, encode, shift_matrix, similarity
from engine.projection import (
    commuting_part,
    project,
    projected_gap_means,
    projected_scores,
    projection_weights,
)


def all_at_once(params, weights):
    """Return r_squared, spread, deviation and the diagonal means from the whole score matrix."""
    table = encode(params)
    scores = table @ weights @ table.T
    gaps = np.arange(params.length)[None] - np.arange(params.length)[:, None]
    means = np.array([scores[gaps == k].mean() for k in range(1 - params.length, params.length)])
    apart = scores - means[gaps + params.length - 1]
    return 1 - apart.var() / scores.var(), np.sqrt(np.mean(apart**2)), scores.std(), means


@pytest.mark.parametrize("convention", ["paper", "marian", "diffusion", "mlx", "fairseq"])
@pytest.mark.parametrize(("identity", "random"), [(0, 1), (1, 1), (-2, 0.5), (1, 1e-6)])
@pytest.mark.parametrize(("d_model", "length"), [(16, 40), (6, 129), (64, 2)])
def test_statistics_against_the_whole_matrix(convention, identity, random, d_model, length):
    params = EncodingParams(d_model, 1000, length, CONVENTIONS[convention])
    weights = projection_weights(params, 5, identity=identity, random=random)
    share, spread, deviation, means = all_at_once(params, weights)
    found = project(params, 5, identity=identity, random=random)
    assert found.r_squared == pytest.approx(share, abs=1e-9)
    assert found.spread == pytest.approx(spread, rel=1e-6, abs=1e-12)
    assert found.deviation == pytest.approx(deviation, rel=1e-9)
    np.testing.assert_allclose(
        projected_gap_means(params, 5, identity=identity, random=random), means, atol=1e-12
    )


def average_over_turns(params, weights, *, turns):
    """Return the mean of M_k W M_k^T over many gaps k: what is left of W commutes with every M_k."""
    total = np.zeros_like(weights)
    for gap in np.random.default_rng(0).integers(0, 10**9, turns):
        matrix = shift_matrix(params, int(gap))
        total += matrix @ weights @ matrix.T
    return total / turns


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("base", [100.0, 1.0])
def test_the_commuting_part_is_the_average_over_turns(layout, base):
    params = EncodingParams(6, base, convention=Convention(layout))
    weights = projection_weights(params, 1)
    kept = commuting_part(params, weights)
    np.testing.assert_allclose(average_over_turns(params, weights, turns=20000), kept, atol=0.02)
    for gap in (1, 7, 0.3):
        matrix = shift_matrix(params, gap)
        np.testing.assert_allclose(matrix @ kept, kept @ matrix, atol=1e-15)
    rest = weights - kept
    assert abs(np.vdot(kept, rest)) < 1e-14  # the nearest: the rest is orthogonal
    np.testing.assert_allclose(commuting_part(params, kept), kept, atol=1e-16)
    share = np.vdot(kept, kept) / np.vdot(weights, weights)
    assert project(params, 1).commuting_share == pytest.approx(share)


def test_the_commuting_part_by_solving_for_it():
    params = EncodingParams(6, 10)
    turn, one = shift_matrix(params, 1), np.eye(6)
    # vec(M W - W M) = (M ⊗ 1 - 1 ⊗ M^T) vec W; its null space is what commutes
    _, size, rows = np.linalg.svd(np.kron(turn, one) - np.kron(one, turn.T))
    space = rows[size < 1e-12]
    weights = projection_weights(params, 9)
    assert len(space) == 6
    solved = (space.T @ (space @ weights.ravel())).reshape(6, 6)
    np.testing.assert_allclose(commuting_part(params, weights), solved, atol=1e-14)


def test_the_identity_keeps_all():
    params = EncodingParams(512, length=2048)
    found = project(params, identity=1, random=0)
    assert (found.r_squared, found.spread, found.commuting_share) == (1, 0, 1)
    means = projected_gap_means(params, identity=1, random=0)
    np.testing.assert_allclose(means[2047:], similarity(params), atol=1e-9)


def test_the_measured_shares():
    params = EncodingParams(512, length=2048)
    random = [project(params, seed).r_squared for seed in range(5)]
    assert all(0.01 < share < 0.13 for share in random)
    mixed = [project(params, seed, identity=1).r_squared for seed in range(3)]
    assert all(0.88 < share < 0.91 for share in mixed)
    assert project(params, 0).commuting_share == pytest.approx(1 / 512, rel=0.1)


def test_seeds_are_reproducible():
    params = EncodingParams(16)
    np.testing.assert_array_equal(projection_weights(params, 3), projection_weights(params, 3.0))
    assert project(params, 3) == project(params, 3)
    assert project(params, 3) != project(params, 4)
    draw = np.random.Generator(np.random.PCG64(3))
    query, key = draw.standard_normal((16, 16)), draw.standard_normal((16, 16))
    np.testing.assert_allclose(projection_weights(params, 3), query @ key.T / 16)
    mixed = projection_weights(params, 3, identity=2, random=-0.5)
    np.testing.assert_allclose(mixed, 2 * np.eye(16) - query @ key.T / 32)


def test_entries_have_the_variance_of_a_fresh_layer():
    assert projection_weights(EncodingParams(256), 1).var() == pytest.approx(1 / 256, rel=0.05)


def test_the_window_of_scores():
    params = EncodingParams(32, length=50)
    rows, columns = range(10**12, 10**12 + 5), [0, 7, 10**15]
    found = projected_scores(params, 2, rows, columns, identity=1)
    weights = projection_weights(params, 2, identity=1)
    np.testing.assert_allclose(found, encode(params, rows) @ weights @ encode(params, columns).T)
    plain = projected_scores(params, 0, [5], [9], identity=1, random=0)
    np.testing.assert_allclose(plain, similarity(params, 4)[:, None])


def test_a_single_row_has_nothing_left_to_explain():
    found = project(EncodingParams(8, length=1), 1)
    assert (found.r_squared, found.spread) == (1, 0)


SMALL = EncodingParams(8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: project(EncodingParams(7)), "d_model must be even, .* not 7"),
        (lambda: project(SMALL, -1), "seed must be a whole number from 0 to"),
        (lambda: project(SMALL, True), "seed must be"),
        (lambda: project(SMALL, "1"), "seed must be"),
        (lambda: project(SMALL, identity=float("nan")), "identity must be a number from -1000000 to 1000000"),
        (lambda: project(SMALL, random=True), "random must be a number"),
        (lambda: project(SMALL, random=0), "random must be other than 0 when identity is 0, not 0"),
        (lambda: project(EncodingParams(512, length=10**6)), "GiB"),
        (lambda: project(EncodingParams(8192)), "weights of 8192 rows and 8192 columns would take 2 GiB"),
        (lambda: projected_gap_means(EncodingParams(512, length=10**15)), "EiB"),
        (lambda: projected_scores(SMALL, 0, range(10**5), range(10**5)), "74.51 GiB"),
        (lambda: projected_scores(SMALL, 0, "1", 2), "rows must be"),
        (lambda: projected_scores(SMALL, 0, 1, 2**63), "columns must be"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()
