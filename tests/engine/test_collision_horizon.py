"""The horizon: near what searches find, right where chance can be computed, and never a search's result."""

import math

import numpy as np
import pytest
from test_collision import KNOWN_COLLISIONS

from engine import Convention, EncodingParams
from engine.collision import Search, find_collision
from engine.horizon import Estimate, collision_horizon


@pytest.mark.parametrize(("base", "d_model"), KNOWN_COLLISIONS)
def test_the_order_of_known_collisions(base, d_model):
    for epsilon, gap in zip((0.05, 0.1, 0.2), KNOWN_COLLISIONS[base, d_model], strict=True):
        estimate = collision_horizon(EncodingParams(d_model, base), epsilon)
        assert abs(estimate.log10_gap - math.log10(gap)) < 1.1


def test_the_mean_of_many_bases():
    """Without whole ratios of speeds, first collisions come at an exponentially distributed gap."""
    ratios = []
    for base in np.random.default_rng(5).uniform(5, 60, 60):
        params = EncodingParams(8, float(base))
        gap = find_collision(params, 0.1, first=1000).gap - 1000
        ratios.append(gap / collision_horizon(params, 0.1).gap)
    assert np.mean(ratios) == pytest.approx(1, abs=0.4)  # its standard deviation is 1/sqrt(60)


@pytest.mark.parametrize("epsilon", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("pairs", [3, 5])
def test_the_chance_of_random_phases(pairs, epsilon):
    random = np.random.default_rng(7).uniform(0, math.pi, (400_000, pairs))
    chance = np.mean(2 * np.mean(np.sin(random) ** 2, axis=1) < epsilon**2)
    params = EncodingParams(2 * pairs, 7.3)
    waves = 2 * math.pi * 7.3  # an upper bound of the slowest wavelength
    assert 0.8 / chance < collision_horizon(params, epsilon).gap < 1.2 / chance + waves


def test_dials_all_alike_are_one():
    one, many = (collision_horizon(EncodingParams(d, 1), 0.01).gap for d in (2, 512))
    assert one == pytest.approx(math.pi / (math.sqrt(2) * 0.01), rel=0.05)
    assert many == pytest.approx(one, rel=0.05)


def test_it_grows_with_the_width_and_falls_with_epsilon():
    widths = [collision_horizon(EncodingParams(d, 9000), 0.05).log10_gap for d in (8, 16, 32, 64, 512, 8192)]
    assert widths == sorted(widths)
    finer = [collision_horizon(EncodingParams(64), e).log10_gap for e in (0.5, 0.2, 0.05, 1e-3, 1e-15)]
    assert finer == sorted(finer)


def test_beyond_all_numbers():
    estimate = collision_horizon(EncodingParams(8192), 0.05)
    assert estimate.log10_gap > 1000
    assert estimate.gap == math.inf
    assert collision_horizon(EncodingParams(512), 0.05).log10_gap > 100


@pytest.mark.parametrize("base", [1e-3, 0.5, 1, 2, 1e4, 1e15])
@pytest.mark.parametrize("scale", [1e-9, 1, 1e9])
@pytest.mark.parametrize("epsilon", [1e-15, 0.1, 2])
def test_every_encoding_has_one(base, scale, epsilon):
    for d_model in (4, 5, 64, 1024):
        estimate = collision_horizon(
            EncodingParams(d_model, base, convention=Convention(scale=scale)), epsilon
        )
        assert math.isfinite(estimate.log10_gap)
        assert estimate.gap >= 1


def test_it_is_not_a_search():
    estimate = collision_horizon(EncodingParams(8), 0.05)
    assert isinstance(estimate, Estimate)
    assert not isinstance(estimate, Search)
    assert estimate.basis == "random phases"
    assert not hasattr(estimate, "status")
    with pytest.raises(AttributeError):
        estimate.log10_gap = 1


@pytest.mark.parametrize("epsilon", [0, 2.1, math.nan, True, "0.1"])
def test_refusals(epsilon):
    with pytest.raises(ValueError, match=r"epsilon must be a number from 1e-15 to 2, not "):
        collision_horizon(EncodingParams(8), epsilon)
