"""Narrow number types: rounding, the error of angles, what is lost first, against slow exact arithmetic."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from exact_reference import omegas, rational
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Convention, EncodingParams, omega
from engine.number_types import NUMBER_TYPES, NumberType, number_type, round_to, spacing
from engine.precision import (
    death_line,
    distinct_rows,
    pairs_past,
    precision_error,
    predicted_error,
)
from engine.precision_search import first_bad_position, first_bad_positions

TYPES = tuple(NUMBER_TYPES)
ANY_FLOAT = st.floats(allow_nan=False)
NEAR = st.floats(-1e6, 1e6)


def cast_by_numpy(values, dtype):
    with np.errstate(over="ignore"):
        return values.astype(dtype).astype(np.float64)


def bfloat16_by_bits(single):
    """Round float32 numbers to their upper 16 bits, ties to even, on the bit patterns."""
    bits = single.view(np.uint32).astype(np.uint64)
    kept = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16
    return kept.astype(np.uint32).view(np.float32).astype(np.float64)


@settings(deadline=None, max_examples=300)
@given(st.lists(ANY_FLOAT | NEAR | st.floats(width=16, allow_nan=False), min_size=1))
def test_rounding_is_that_of_numpy(values):
    values = np.array(values)
    for dtype in ("float16", "float32", "float64"):
        np.testing.assert_array_equal(round_to(values, dtype), cast_by_numpy(values, dtype))


@settings(deadline=None, max_examples=300)
@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1))
def test_rounding_to_bfloat16_is_that_of_the_bits(values):
    single = np.array(values, dtype=np.float32)
    np.testing.assert_array_equal(round_to(single, "bfloat16"), bfloat16_by_bits(single))


@given(st.integers(2, 26), st.integers(2, 8), NEAR)
def test_rounding_to_any_width(significand, exponent_bits, value):
    kind = NumberType(significand, exponent_bits)
    found = float(round_to(value, kind))
    assert found == float(round_exactly(Fraction(value), kind))
    assert float(round_to(found, kind)) == found
    if abs(value) <= kind.largest:
        assert abs(found - value) <= float(spacing(value, kind)) / 2


def test_every_half_precision_number_and_every_tie():
    numbers = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(np.float64)
    ties = (numbers[:-1] + numbers[1:]) / 2
    for values in (numbers, ties, np.nextafter(ties, 0), np.nextafter(ties, 1e9), [65519.99, 65520, 1e300]):
        np.testing.assert_array_equal(round_to(values, "float16"), cast_by_numpy(np.array(values), "float16"))


def test_special_numbers_keep_their_meaning():
    found = round_to([0.0, -0.0, np.inf, -np.inf, np.nan, 1e40, -1e40], "bfloat16")
    np.testing.assert_array_equal(found, [0, 0, np.inf, -np.inf, np.nan, np.inf, -np.inf])
    assert np.signbit(found[1])
    assert round_to([], "float16").shape == (0,)


def test_limits_of_the_types():
    for name in ("float16", "float32", "float64"):
        info, kind = np.finfo(name), number_type(name)
        assert kind.largest == info.max
        assert kind.roundoff == info.eps / 2
        assert math.ldexp(1, kind.lowest_step) == info.smallest_subnormal
    assert number_type("bfloat16").largest == 3.3895313892515355e38
    assert spacing([1, 256, 70000], "float16").tolist() == [2**-10, 0.25, np.inf]


def round_exactly(value: Fraction, kind: NumberType):
    """Round a rational number to nearest, ties to even, by integer division; an infinity on overflow."""
    if value == 0:
        return 0.0
    exponent = math.floor(mpmath.log(rational(abs(value)), 2)) - kind.significand + 1
    while abs(value) >= Fraction(2) ** (exponent + kind.significand):
        exponent += 1
    while abs(value) < Fraction(2) ** (exponent + kind.significand - 1):
        exponent -= 1
    unit = Fraction(2) ** max(exponent, kind.lowest_step)
    rounded = round(value / unit) * unit  # Python rounds a Fraction's ties to even
    return math.copysign(math.inf, value) if abs(rounded) > Fraction(kind.largest) else rounded


def error_exactly(params, position, dtype):
    """Return the chords of one row in 60 digits, from the definition."""
    kind, chords = number_type(dtype), []
    place = Fraction(position) + Fraction(params.convention.offset)
    rounded = round_exactly(place, kind)
    with mpmath.workdps(60):
        for w in omegas(params)[: params.pairs]:
            frequency = round_exactly(Fraction(float(w)), kind)
            if math.inf in (abs(rounded), frequency):
                chords.append(math.nan)
                continue
            angle = round_exactly(Fraction(rounded) * Fraction(frequency), kind)
            if abs(angle) == math.inf:
                chords.append(math.nan)
                continue
            chords.append(float(2 * abs(mpmath.sin((rational(angle) - w * rational(place)) / 2))))
    return chords


CONVENTIONS = [
    Convention(),
    Convention(offset=0.3, scale=1000),
    Convention("sin_cos", "endpoint", offset=2),
    Convention(offset=-(1e15), scale=3),
    Convention(scale=1e9),
]
PLACES = [0, 1, 3, 257, 65519, 65520, 10**6 + 1, 2**24 + 1, 10**12 + 7, 2**53 + 1, 2**63 - 1, -(2**60) - 1]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_errors_against_60_digits(dtype, convention):
    params = EncodingParams(10, 1234.5, convention=convention)
    draw = np.random.default_rng(11)
    places = [*PLACES, *(int(10 ** draw.uniform(0, 18.9)) for _ in range(8))]
    wanted = [error_exactly(params, place, dtype) for place in places]
    np.testing.assert_allclose(precision_error(params, places, dtype), wanted, rtol=0, atol=1e-15)


@pytest.mark.parametrize("dtype", TYPES)
def test_errors_of_fractional_positions(dtype):
    params = EncodingParams(6, convention=Convention(offset=0.1))
    places = [0.5, 256.75, -1000.3, 1e9 + 0.25, Fraction(1, 3), Fraction(2**60 * 3 + 1, 3), 2**-30]
    wanted = [error_exactly(params, Fraction(int(Fraction(p) * 2**64), 2**64), dtype) for p in places]
    np.testing.assert_allclose(precision_error(params, places, dtype), wanted, rtol=0, atol=1e-15)


def test_positions_just_past_a_tie_are_not_ties():
    params = EncodingParams(2)
    tie = 2**62 + 2**38  # between two neighbours in float32, and 2^62 is the even one
    exact = [error_exactly(params, place, "float32")[0] for place in (tie - 1, tie, tie + 1)]
    np.testing.assert_allclose(precision_error(params, [tie - 1, tie, tie + 1], "float32")[:, 0], exact)
    assert distinct_rows(params, [2**62, tie], "float32") == 1
    assert distinct_rows(params, [2**62, tie + 1], "float32") == 2


def test_half_precision_has_no_angle_past_its_largest_number():
    found = precision_error(EncodingParams(64), [65504, 65519, 65520, -65520], "float16")
    assert np.isfinite(found[:2]).all()
    assert np.isnan(found[2:]).all()
    assert pairs_past(EncodingParams(64), [65520], "float16")[0] == 32


def test_a_frequency_beyond_the_largest_number_gives_no_angle():
    params = EncodingParams(4, convention=Convention(scale=1e6))
    assert np.isnan(precision_error(params, [0, 1], "float16")).tolist() == [[True, False], [True, False]]
    assert first_bad_positions(params, "float16") == (0, 5)


def test_a_range_is_its_positions():
    params = EncodingParams(16, convention=Convention(offset=1.5))
    span = range(10**9, 10**9 + 3000, 7)
    scattered = list(span)
    scattered[0], scattered[1] = scattered[1], scattered[0]
    found = precision_error(params, span, "float32")
    found[[0, 1]] = found[[1, 0]]
    np.testing.assert_allclose(found, precision_error(params, scattered, "float32"), rtol=0, atol=1e-15)
    assert precision_error(params, [], "float32").shape == (0, 8)


def test_what_single_precision_does():
    error = precision_error(EncodingParams(512), [10**4, 10**6, 10**9], "float32").max(axis=1)
    assert 3e-4 < error[0] < 1e-3
    assert 3e-2 < error[1] < 1.2e-1
    assert error[2] > 1.9


def test_pairs_past_the_threshold():
    params = EncodingParams(64)
    found = pairs_past(params, [0, 100, 10**4, 10**6], "bfloat16")
    error = precision_error(params, [0, 100, 10**4, 10**6], "bfloat16")
    assert found.tolist() == (error > 0.1).sum(axis=1).tolist()
    assert found.tolist() == [0, 0, 18, 31]
    assert np.all(pairs_past(params, [100, 10**4], "bfloat16", threshold=1) <= found[1:3])


def test_rows_that_remain():
    params = EncodingParams(64)
    assert distinct_rows(params, range(257), "bfloat16") == 257
    assert distinct_rows(params, [256, 257], "bfloat16") == 1
    assert distinct_rows(params, range(1, 1001), "bfloat16") == 506
    assert distinct_rows(params, range(2**20), "bfloat16") == 257 + 12 * 128
    assert distinct_rows(params, range(2048, 4096), "float16") == 1025
    assert distinct_rows(params, range(65000, 70000), "float16") == 17
    assert distinct_rows(params, range(2**24, 2**24 + 101), "float32") == 51
    assert distinct_rows(params, range(10**9, 10**9 + 100), "float64") == 100


@pytest.mark.parametrize("d_model", [64, 512])
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_first_bad_positions_by_looking_at_all(d_model, dtype):
    params = EncodingParams(d_model)
    bad = ~(precision_error(params, range(4000), dtype) <= 0.1)
    first = [int(np.argmax(column)) if column.any() else None for column in bad.T]
    assert list(first_bad_positions(params, dtype, last=3999)) == first
    assert first_bad_position(params, dtype) == min(p for p in first if p is not None)


@pytest.mark.parametrize("seed", range(60))
def test_first_bad_positions_of_any_type(seed):
    draw = np.random.default_rng(seed)
    kind = NumberType(int(draw.integers(3, 10)), int(draw.integers(4, 9)))
    offset, scale = draw.choice([0, 2, -50, 0.25, -7.5, 1000, 0.1]), draw.choice([1, 0.01, 3.3])
    base, d_model = draw.choice([1, 10, 100, 1e4, 0.1]), 2 * int(draw.integers(1, 5))
    params = EncodingParams(d_model, base, convention=Convention(offset=offset, scale=scale))
    threshold = float(draw.choice([0.1, 0.5, 1, 0.01]))
    bad = ~(precision_error(params, range(20000), kind) <= threshold)
    first = tuple(int(np.argmax(column)) if column.any() else None for column in bad.T)
    assert first_bad_positions(params, kind, threshold=threshold, last=19999) == first
    earliest = min((p for p in first if p is not None), default=None)
    assert first_bad_position(params, kind, threshold=threshold, last=19999) == earliest


def test_first_bad_positions_far_out():
    assert first_bad_position(EncodingParams(64), "bfloat16") == 58
    assert first_bad_position(EncodingParams(64), "float16") == 239
    assert first_bad_position(EncodingParams(64), "float32") == 2796598
    assert first_bad_position(EncodingParams(512), "float32") == 1263461
    assert first_bad_position(EncodingParams(2), "bfloat16") == 257
    assert first_bad_position(EncodingParams(2), "float32") == 2**24 + 1
    assert first_bad_position(EncodingParams(2), "float64") == 2**53 + 1


def test_a_position_found_is_bad_and_those_before_it_good():
    params = EncodingParams(64)
    for pair, place in enumerate(first_bad_positions(params, "float32")):
        error = precision_error(params, range(place - 3000, place + 1), "float32")[:, pair]
        assert error[-1] > 0.1
        assert np.all(error[:-1] <= 0.1)


def test_none_is_said_of_pairs_that_stay_good():
    assert first_bad_positions(EncodingParams(4), "float32", last=1000) == (None, None)
    assert first_bad_position(EncodingParams(4), "float64", last=10**9) is None


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_predictions_are_of_the_right_size(dtype):
    params, places = EncodingParams(512), range(1000, 1100)
    measured, predicted = precision_error(params, places, dtype), predicted_error(params, places, dtype)
    small = predicted < 0.3
    ratio = np.sqrt(np.mean(measured[small] ** 2) / np.mean(predicted[small] ** 2))
    assert 0.3 < ratio < 3
    assert np.all(measured[small] < 3.1 * predicted[small])


def test_the_death_line():
    params = EncodingParams(64)
    line = death_line(params, "bfloat16")
    np.testing.assert_allclose(line.threshold * omega(params), 25.6)
    np.testing.assert_allclose(line.turn * omega(params) * 2**-7, 2 * math.pi)
    np.testing.assert_allclose(predicted_error(params, line.threshold, "bfloat16").diagonal(), 0.1)
    measured = np.array(first_bad_positions(params, "bfloat16"))
    assert np.all(measured[1:] > line.threshold[1:] / 3)
    assert np.all(measured[1:] < line.threshold[1:] * 3)


PARAMS = EncodingParams(8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: precision_error(PARAMS, 0, "half"), "dtype must be one of 'float64', .* not 'half'"),
        (lambda: precision_error(PARAMS, 0, np.float32), "dtype must be one of"),
        (lambda: precision_error(PARAMS, True, "float32"), "positions must be"),
        (lambda: precision_error(PARAMS, "1", "float32"), "positions must be"),
        (lambda: precision_error(PARAMS, math.nan, "float32"), "positions must be"),
        (lambda: precision_error(PARAMS, range(10**9), "float32"), "29.8 GiB"),
        (lambda: distinct_rows(PARAMS, range(10**9), "float32"), "7.451 GiB"),
        (lambda: predicted_error(PARAMS, range(10**9), "float32"), "GiB"),
        (lambda: pairs_past(PARAMS, 0, "float32", threshold=0), "threshold must be a number from 1e-12 to 1"),
        (lambda: pairs_past(PARAMS, 0, "float32", threshold=True), "threshold must be"),
        (lambda: death_line(PARAMS, "float32", threshold="0.1"), "threshold must be"),
        (lambda: death_line(PARAMS, None), "dtype must be"),
        (lambda: first_bad_position(PARAMS, "float32", threshold=math.nan), "threshold must be"),
        (lambda: first_bad_position(PARAMS, "float32", last=-1), "last must be a whole number from 0 to"),
        (lambda: first_bad_positions(PARAMS, "float32", last=2**63), "last must be a whole number"),
        (lambda: first_bad_positions(PARAMS, 32), "dtype must be"),
        (lambda: NumberType(27, 8), "significand must be a whole number from 2 to 26, not 27"),
        (lambda: NumberType(8, 9), "exponent_bits must be a whole number from 2 to 8, not 9"),
        (lambda: NumberType(True, 8), "significand must be"),
        (lambda: round_to(["1"], "float32"), "values must be an array of real numbers"),
        (lambda: round_to([True], "float32"), "values must be an array of real numbers"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()
