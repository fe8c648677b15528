"""The shift theorem, as rotation and as matrix."""

import numpy as np
import pytest

from engine import CONVENTIONS, Convention, EncodingParams, encode, shift, shift_matrix

LAYOUTS = ("interleaved", "sin_cos", "cos_sin")


@pytest.mark.parametrize("start", [0, 10**9, 2**62, -(10**15)])
@pytest.mark.parametrize("gap", [5, -3, 0, 1000, 0.5, 2**40 + 1])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_shifted_rows_are_later_rows(start, gap, layout):
    params = EncodingParams(64, convention=Convention(layout))
    if gap == 0.5:
        later = encode(params, range(start, start + 40), fraction=0.5)
    else:
        later = encode(params, range(start + gap, start + gap + 40))
    found = shift(params, encode(params, range(start, start + 40)), gap)
    assert np.max(np.abs(found - later)) <= 1e-15


@pytest.mark.parametrize("start", [0, 10**9])
def test_the_identity_keeps_its_promise(start):
    params = EncodingParams(64)
    rows = np.array([start, start + 1, start + 17, start + 900])
    assert np.max(np.abs(shift(params, encode(params, rows), 5) - encode(params, rows + 5))) <= 4.5e-16


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [8, 9])
def test_the_matrix_shifts_rows(layout, d_model):
    params = EncodingParams(d_model, convention=Convention(layout, odd="zero_last", offset=1))
    table, matrix = encode(params, range(30)), shift_matrix(params, 7)
    np.testing.assert_allclose(table @ matrix, encode(params, range(7, 37)), rtol=0, atol=1e-15)
    np.testing.assert_allclose(table @ matrix, shift(params, table, 7), rtol=0, atol=1e-15)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(d_model), rtol=0, atol=1e-15)


def test_the_blocks_of_the_matrix():
    c, s = np.cos(3), np.sin(3)
    np.testing.assert_allclose(shift_matrix(EncodingParams(2), 3), [[c, -s], [s, c]], rtol=0, atol=2e-16)


def test_a_column_of_zeros_stays():
    params = EncodingParams(7, convention=CONVENTIONS["tensor2tensor"])
    assert shift_matrix(params, 3)[6, 6] == 1
    assert not shift(params, encode(params), 3)[:, 6].any()


def test_gaps_beyond_any_machine_number():
    params = EncodingParams(16)
    there = shift(params, encode(params, range(10)), 10**40)
    np.testing.assert_allclose(shift(params, there, -(10**40)), encode(params, range(10)), rtol=0, atol=1e-15)


def test_number_types():
    params = EncodingParams(16)
    table = encode(params, dtype=np.float32)
    moved = shift(params, table, 3)
    assert moved.dtype == np.float32
    assert np.max(np.abs(moved - encode(params, range(3, 131)))) < 3e-7
    assert shift(params, table.astype(np.float16), 3).dtype == np.float64


@pytest.mark.parametrize("name", ["paper", "marian"])
def test_an_extra_sine_has_no_partner(name):
    params = EncodingParams(7, convention=CONVENTIONS[name])
    with pytest.raises(ValueError, match=r"d_model must be even .* extra sine has no cosine .* not 7"):
        shift(params, encode(params), 1)
    with pytest.raises(ValueError, match="extra sine"):
        shift_matrix(params, 1)
