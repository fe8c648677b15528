"""Means of blocks of rows, whole and cut, against sums over the rows."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CONVENTIONS, Convention, EncodingParams, block_means, encode


def brute(params, start, rows, blocks):
    """Weigh every row by the share of the block that it occupies."""
    start, rows = Fraction(start), Fraction(rows)
    out = []
    for j in range(blocks):
        low, high = start + j * rows, start + (j + 1) * rows
        numbers = range(floor(low), ceil(high))
        shares = [float((min(high, k + 1) - max(low, k)) / rows) for k in numbers]
        out.append(np.array(shares, dtype=np.longdouble) @ encode(params, numbers))
    return np.array(out, dtype=np.float64).reshape(blocks, params.d_model)


def assert_means(params, start, rows, blocks):
    found = block_means(params, start, rows, blocks)
    assert found.shape == (blocks, params.d_model)
    assert np.max(np.abs(found - brute(params, start, rows, blocks)), initial=0) <= 1.3e-15


CASES = [
    (0, 16, 50),
    (-32, 7, 100),
    (0.25, 3.5, 100),
    (-20, 1.3, 200),
    (5, 0.3, 100),
    (-49.5, Fraction(1, 3), 50),
    (3.7, 1e-6, 5),
    (3.999999, 1e-6, 5),
    (0, 1.0001, 100),
    (0, 1, 20),
    (0.5, 1, 20),
    (0.5, 4, 20),
    (0, 2.75, 1),
    (10**12 + 0.5, 12.3, 33),
    (0, 1000.7, 3),
    (0, 5, 0),
    (0, 0.5, 0),
]


@pytest.mark.parametrize(("start", "rows", "blocks"), CASES)
@pytest.mark.parametrize("d_model", [2, 9, 64])
def test_means_are_sums_by_area(start, rows, blocks, d_model):
    assert_means(EncodingParams(d_model), start, rows, blocks)


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("rows", [4, 2.7])
def test_means_in_every_convention(name, rows):
    assert_means(EncodingParams(12, convention=CONVENTIONS[name]), 3, rows, 40)


@pytest.mark.parametrize("name", ["paper", "marian", "tensor2tensor", "diffusion"])
@pytest.mark.parametrize("rows", [4, 2.7])
def test_means_of_odd_widths(name, rows):
    assert_means(EncodingParams(9, convention=CONVENTIONS[name]), 3, rows, 40)


@pytest.mark.parametrize("base", [1e-3, 0.5, 1, 1e15])
@pytest.mark.parametrize("rows", [5, 3.3])
def test_means_at_any_base(base, rows):
    assert_means(EncodingParams(16, base), -7, rows, 40)
    assert_means(EncodingParams(16, base, convention=Convention(scale=40.0, offset=0.3)), -7, rows, 40)


def test_rows_that_all_turn_whole_turns_have_themselves_as_mean():
    params = EncodingParams(2, convention=Convention(scale=2 * np.pi))
    np.testing.assert_allclose(block_means(params, 0, 1000, 3), [[0, 1]] * 3, atol=1e-10)


def test_many_blocks_go_in_groups():
    params = EncodingParams(512)
    found = block_means(params, 0.5, 2.5, 1000)
    one = np.vstack([block_means(params, 0.5 + 2.5 * j, 2.5, 1) for j in (0, 127, 128, 129, 999)])
    np.testing.assert_allclose(found[[0, 127, 128, 129, 999]], one, rtol=0, atol=1e-15)


def test_fractional_blocks_far_out_join_whole_ones():
    params = EncodingParams(32)
    halves = block_means(params, 10**14, 10**9 + Fraction(1, 2), 6)
    np.testing.assert_allclose(
        (halves[0::2] + halves[1::2]) / 2, block_means(params, 10**14, 2 * 10**9 + 1, 3), rtol=0, atol=1e-15
    )


def test_out_and_number_types():
    params = EncodingParams(32)
    for rows in (8, 8.5):
        wanted = block_means(params, 0, rows, 50)
        for dtype, tolerance in ((np.float64, 0), (np.float32, 1.5e-7), (np.float16, 5e-4)):
            out = np.empty((50, 32), dtype)
            assert block_means(params, 0, rows, 50, out=out) is out
            assert np.max(np.abs(out - wanted)) <= tolerance
    exact = block_means(params, 3, 8, 5)
    for rows in (8.0, np.float32(8), np.int8(8), Fraction(8)):
        assert np.array_equal(block_means(params, np.int64(3), rows, 5.0), exact)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 20),
    st.fractions(-1000, 1000, max_denominator=997),
    st.fractions(Fraction(1, 997), 60, max_denominator=997),
    st.integers(0, 40),
)
def test_any_means(d_model, start, rows, blocks):
    assert_means(EncodingParams(d_model), start, rows, blocks)
