"""Properties of tables: circles, layouts, ways to ask for the same rows, out, number types and threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CONVENTIONS, Convention, EncodingParams, encode, frequency, phases, seeds, similarity

LAYOUTS = ("interleaved", "sin_cos", "cos_sin")


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("length", [1, 5, 1000])
def test_every_pair_stays_on_its_circle(name, length):
    convention = CONVENTIONS[name]
    table = encode(EncodingParams(32, length=length, convention=convention))
    for pair in range(16):
        sine, cosine = table[:, convention.pair_columns(32, pair)].T
        np.testing.assert_allclose(sine**2 + cosine**2, convention.radius(32) ** 2, rtol=2e-15)


def test_layouts_are_permutations_of_one_another():
    tables = [encode(EncodingParams(64, length=300, convention=Convention(layout))) for layout in LAYOUTS]
    wanted = np.sort(tables[0], axis=1)
    for table in tables[1:]:
        assert np.array_equal(np.sort(table, axis=1), wanted)
    names = [Convention(layout).column_names(64) for layout in LAYOUTS]
    for table, columns in zip(tables[1:], names[1:], strict=True):
        assert np.array_equal(table[:, [columns.index(name) for name in names[0]]], tables[0])


def test_endpoint_spacing_is_no_permutation_of_the_paper():
    ours, theirs = (EncodingParams(64, convention=CONVENTIONS[name]) for name in ("paper", "ddpm"))
    assert similarity(ours, 1)[0] == pytest.approx(30.917, abs=5e-4)
    assert similarity(theirs, 1)[0] == pytest.approx(30.942, abs=5e-4)
    mismatch = np.sort(encode(ours, 3), axis=1) - np.sort(encode(theirs, 3), axis=1)
    assert np.max(np.abs(mismatch)) > 0.01


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("d_model", [4, 5, 8, 63])
def test_columns_names_and_channels_agree(name, d_model):
    convention = CONVENTIONS[name]
    if d_model % 2 and convention.odd == "error":
        return
    params = EncodingParams(d_model, convention=convention)
    names = convention.column_names(d_model)
    assert len(set(names)) == d_model
    for pair in range(params.pairs):
        sine, cosine = convention.pair_columns(d_model, pair)
        assert (names[sine], names[cosine]) == (f"sin_{pair}", f"cos_{pair}")
        assert convention.channel(d_model, sine) == (pair, "sin")
        assert convention.channel(d_model, cosine) == (pair, "cos")
    table, turned = encode(params, range(50)), phases(params, range(50))
    for channel in range(d_model):
        pair, function = convention.channel(d_model, channel)
        if function == "zero":
            assert not table[:, channel].any()
        elif pair < params.pairs:
            values = getattr(np, function)(turned[:, pair]) * convention.radius(d_model)
            np.testing.assert_allclose(table[:, channel], values, rtol=0, atol=2e-15)


def test_names_of_odd_columns():
    assert CONVENTIONS["paper"].column_names(5) == ("sin_0", "cos_0", "sin_1", "cos_1", "sin_2")
    assert CONVENTIONS["marian"].column_names(5) == ("sin_0", "sin_1", "sin_2", "cos_0", "cos_1")
    assert CONVENTIONS["tensor2tensor"].column_names(5) == ("sin_0", "sin_1", "cos_0", "cos_1", "zero")
    assert CONVENTIONS["diffusion"].column_names(4) == ("cos_0", "cos_1", "sin_0", "sin_1")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [2, 3, 6, 30, 31, 600, 1500])
@pytest.mark.parametrize("rows", [0, 1, 9, 33, 257, 1111])
def test_ranges_and_scattered_positions_agree(layout, d_model, rows):
    params = EncodingParams(d_model, convention=Convention(layout))
    order = np.random.default_rng(1).permutation(rows)
    table = encode(params, range(rows))
    assert table.shape == (rows, d_model)
    np.testing.assert_allclose(table[order], encode(params, order), rtol=0, atol=1e-15)


def test_the_same_positions_however_given():
    params = EncodingParams(64)
    numbers = list(range(5, 400, 3))
    wanted = encode(params, range(5, 400, 3))
    given_as = [
        numbers,
        tuple(numbers),
        np.array(numbers),
        np.array(numbers, np.uint64),
        np.array(numbers, np.int16),
    ]
    for positions in given_as:
        assert np.array_equal(encode(params, positions), wanted)
    for positions in (np.array(numbers, float), np.array(numbers, np.float32), [float(n) for n in numbers]):
        np.testing.assert_allclose(encode(params, positions), wanted, rtol=0, atol=1e-15)
    assert np.array_equal(encode(params, 5.0), encode(params, 5))
    assert np.array_equal(encode(params, np.array(5)), encode(params, 5))
    assert np.array_equal(encode(params), encode(params, range(params.length)))


def test_equal_integers_and_floats_give_equal_results():
    exact, loose = EncodingParams(64, 10000, 128), EncodingParams(64.0, 1e4, 128.0)
    assert exact == loose
    assert hash(exact) == hash(loose)
    assert np.array_equal(encode(exact), encode(loose))
    assert Convention(offset=2, scale=1) == Convention(offset=2.0, scale=1.0)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_out_is_written_whatever_its_strides(layout, dtype):
    params = EncodingParams(24, length=500, convention=Convention(layout))
    wanted = encode(params, dtype=dtype)
    for out in (
        np.empty((500, 24), dtype),
        np.empty((24, 500), dtype).T,
        np.empty((1000, 24), dtype)[::2],
        np.empty((500, 50), dtype)[:, 3:27],
        np.empty((500, 48), dtype)[:, ::2],
        np.empty((500, 24), dtype)[::-1],
    ):
        assert encode(params, out=out) is out
        assert np.array_equal(out, wanted)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_threads_give_the_same_table(layout, monkeypatch):
    params = EncodingParams(30, length=3001, convention=Convention(layout))
    order = np.random.default_rng(2).permutation(3001)
    single = encode(params), encode(params, order)
    monkeypatch.setattr(seeds, "_MANY", 1)
    monkeypatch.setattr(seeds.os, "cpu_count", lambda: 2)
    assert np.array_equal(encode(params), single[0])
    assert np.array_equal(encode(params, order), single[1])


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 70),
    st.sampled_from(LAYOUTS),
    st.integers(-(2**62), 2**62),
    st.integers(1, 400),
    st.integers(-(2**40), 2**40).filter(bool),
)
def test_any_range_is_its_rows(d_model, layout, start, rows, step):
    params = EncodingParams(d_model, convention=Convention(layout))
    where = range(start, start + rows * step, step)
    row = rows // 2
    np.testing.assert_allclose(encode(params, where)[row], encode(params, where[row])[0], rtol=0, atol=1e-15)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 64), st.integers(0, 2**62))
def test_negative_positions_mirror(d_model, position):
    convention = Convention("sin_cos", odd="zero_last")
    params = EncodingParams(d_model, convention=convention)
    after, before = encode(params, [position, -position])
    half = params.pairs
    np.testing.assert_allclose(before[:half], -after[:half], rtol=0, atol=3e-16)
    np.testing.assert_allclose(before[half:], after[half:], rtol=0, atol=3e-16)


def test_cached_arrays_are_read_only():
    rungs = frequency.ladder(EncodingParams())
    for array in (frequency.omega(EncodingParams()), rungs.start, rungs.words.high, rungs.words.low_up):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2


def test_frequencies_are_made_once_for_all_lengths():
    assert frequency.ladder(EncodingParams(length=5)) is frequency.ladder(EncodingParams(length=6))
