"""The error of every result against 60 digits, at positions near and far."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from exact_reference import encode_exactly, mean_exactly, omegas
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Convention, EncodingParams, block_means, encode, omega, phases, turns_made, wavelengths

FAR = 2**63 - 1
POSITIONS = [0, 1, -1, 7, 10_000, 2**32 - 1, 2**32, -(10**9), 2**53 + 1, 10**15, -FAR, FAR]
TOLERANCE = 6e-16
SINGLE = 1.5e-7


def worst(found, expected):
    return np.max(np.abs(found - expected))


def channels_of(d_model):
    """Return some channels, both ends among them, so that wide tables take no longer."""
    return sorted({*range(min(d_model, 6)), *np.linspace(0, d_model - 1, 12).astype(int).tolist()})


@pytest.mark.parametrize("base", [1e4, 5e5, 0.5, 1, 2, 100, 1e12, 1e-3, 1e15])
@pytest.mark.parametrize("d_model", [2, 3, 7, 8, 64, 511, 512])
def test_scattered_positions(d_model, base):
    params, channels = EncodingParams(d_model, base), channels_of(d_model)
    found = encode(params, POSITIONS)[:, channels]
    assert worst(found, encode_exactly(params, POSITIONS, channels)) <= TOLERANCE


@pytest.mark.parametrize("start", [0, -700, 10**9, 2**53 - 5, FAR - 3000])
@pytest.mark.parametrize(("d_model", "base"), [(64, 1e4), (512, 5e5), (7, 0.5), (2, 1e4)])
@pytest.mark.parametrize("step", [1, -1, 3])
def test_ranges(d_model, base, start, step):
    params, channels = EncodingParams(d_model, base), channels_of(d_model)
    rows = range(start, start + 900 * step, step)
    some = [0, 1, 31, 32, 511, 898, 899]
    found = encode(params, rows)[np.ix_(some, channels)]
    assert worst(found, encode_exactly(params, [rows[i] for i in some], channels)) <= TOLERANCE


def test_a_range_with_a_huge_step():
    params, rows = EncodingParams(16), range(-FAR, FAR, 2**58 + 12345)
    assert worst(encode(params, rows), encode_exactly(params, rows)) <= TOLERANCE


@pytest.mark.parametrize("base", [1e4, 0.5, 1e-3])
def test_fractional_positions(base):
    params = EncodingParams(16, base)
    places = [0.25, -0.25, 1e-9, -1e-300, 1023.999, -77.125, 2.0**40 + 0.5, 2.0**52 - 0.5, 1e15 + 0.125]
    assert worst(encode(params, np.array(places)), encode_exactly(params, places)) <= TOLERANCE
    assert worst(encode(params, [*places, 2**62 + 1])[:-1], encode_exactly(params, places)) <= TOLERANCE


@pytest.mark.parametrize("position", [0, 5, -5, 10**15, FAR, -FAR])
def test_a_whole_position_and_a_fraction(position):
    params = EncodingParams(16)
    where = [position + Fraction(q) for q in (0.1, 0.9999999)]
    found = np.vstack([encode(params, position, fraction=q) for q in (0.1, 0.9999999)])
    assert worst(found, encode_exactly(params, where)) <= TOLERANCE


@pytest.mark.parametrize(
    "convention",
    [
        Convention(offset=2),
        Convention(offset=-0.5),
        Convention(offset=1e15, layout="sin_cos"),
        Convention(scale=1000.0, layout="cos_sin"),
        Convention(scale=1e-9),
        Convention(scale=2 * np.pi, spacing="endpoint", amplitude="unit_norm"),
        Convention(scale=1e9, offset=0.1),
    ],
)
def test_offset_and_scale(convention):
    params = EncodingParams(16, convention=convention)
    where = [*POSITIONS, -0.375]
    assert worst(encode(params, where), encode_exactly(params, where)) <= TOLERANCE
    rows = range(-20, 300)
    assert worst(encode(params, rows), encode_exactly(params, rows)) <= TOLERANCE


def test_frequencies_are_correctly_rounded():
    for base in (1e4, 0.5, 1e15):
        params = EncodingParams(512, base)
        exact = omegas(params)
        assert omega(params).tolist() == [float(w) for w in exact]
        two_pi = 6.283185307179586476925286766559
        np.testing.assert_allclose(wavelengths(params), [two_pi / float(w) for w in exact], rtol=4e-16)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, SINGLE), (np.float16, 5e-4)])
@pytest.mark.parametrize("start", [0, 10**12])
def test_narrower_results_are_as_exact_as_they_can_be(dtype, tolerance, start):
    params, rows = EncodingParams(96), range(start, start + 2000)
    table = encode(params, rows, dtype=dtype)
    assert table.dtype == dtype
    assert worst(table.astype(np.float64), encode(params, rows)) <= tolerance


def test_phases_are_below_one_turn():
    params = EncodingParams(512, 0.5)
    where = np.random.default_rng(0).integers(-FAR, FAR, 2000)
    turned = phases(params, where)
    assert turned.min() >= 0
    assert turned.max() < 2 * np.pi
    table = encode(params, where)
    assert worst(np.sin(turned), table[:, 0::2]) < 1.5e-15
    assert worst(np.cos(turned), table[:, 1::2]) < 1.5e-15


def test_a_phase_just_short_of_a_turn_stays_short_of_it():
    assert 0 <= phases(EncodingParams(2, 1.0), np.array([-1e-18]))[0, 0] < 2 * np.pi


@settings(max_examples=80, deadline=None)
@given(
    st.integers(2, 300),
    st.floats(1e-3, 1e15),
    st.integers(-FAR, FAR),
    st.integers(0, 299),
)
def test_any_cell(d_model, base, position, channel):
    params, channels = EncodingParams(d_model, base), [channel % d_model]
    found = encode(params, position)[:, channels]
    assert worst(found, encode_exactly(params, [position], channels)) <= TOLERANCE


@pytest.mark.parametrize(
    ("start", "rows"),
    [(0, 1), (5, 2), (0, 10**6), (123, 10**9 + 7), (0, 10**12), (-(10**14), 10**15 // 8), (10**18, 10**15)],
)
@pytest.mark.parametrize("base", [1e4, 1e12, 0.5, 1e-3])
def test_means_of_many_rows(start, rows, base):
    params = EncodingParams(32, base, convention=Convention("sin_cos"))
    found = block_means(params, start, rows, 8)
    expected = np.array([mean_exactly(params, start + j * rows, rows) for j in range(8)])
    assert worst(found, expected) <= 1e-15


@pytest.mark.parametrize("at", [(0, 0.0), (42, 0.25), (10**15, 0.5), (-7, 0.0), (FAR, 0.0)])
def test_turns_made_are_exact_at_any_position(at):
    params = EncodingParams(64)
    with mpmath.workdps(60):
        exact = [float((at[0] + mpmath.mpf(at[1])) * w / (2 * mpmath.pi)) for w in omegas(params)]
    np.testing.assert_allclose(turns_made(params, *at), exact, rtol=3e-16)
