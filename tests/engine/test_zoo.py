"""The bug zoo: the wrong numbers that were really published, exactly."""

import mpmath
import numpy as np
import pytest

from engine import BUGS, CONVENTIONS, Convention, EncodingParams, encode

DOUBLED = [
    *(0.1411200080598672, 0.955336489125606, 0.02999550020249566, 0.999995500003375),
    *(0.00029999999550000005, 0.99999999955, 2.9999999999955002e-06, 0.999999999999955),
]
UNPAIRED = [
    *(0.1411200080598672, 0.5827536107022249, 0.2955202066613396, 0.9955033739876628),
    *(0.02999550020249566, 0.999955000337499, 0.002999995500002025, 0.9999995500000337),
]
LOFTR = [1.0, 0.1353352832366127]


@pytest.mark.parametrize(("name", "row"), [("doubled_exponent", DOUBLED), ("column_exponent", UNPAIRED)])
def test_fingerprints(name, row):
    table = BUGS[name].encode(EncodingParams(8), [3])
    np.testing.assert_allclose(table[0], row, rtol=0, atol=1e-12)


def test_fingerprint_of_loftr():
    """One axis of a map of 8 channels has 4 columns."""
    table = BUGS["floor_precedence"].encode(EncodingParams(4), [1, 3])
    angles = np.outer([1, 3], LOFTR)
    np.testing.assert_allclose(table[:, 0::2], np.sin(angles), rtol=0, atol=1e-12)
    np.testing.assert_allclose(table[:, 1::2], np.cos(angles), rtol=0, atol=1e-12)


def test_names_and_texts():
    assert all(name == bug.name for name, bug in BUGS.items())
    assert len({bug.title for bug in BUGS.values()}) == len(BUGS)
    assert all(bug.breaks and not bug.breaks.endswith(".") for bug in BUGS.values())
    assert not set(BUGS) & set(CONVENTIONS)


def test_the_zoo_is_read_only():
    with pytest.raises(TypeError):
        BUGS["mine"] = BUGS["base_1000"]


@pytest.mark.parametrize("name", BUGS)
@pytest.mark.parametrize("convention", [*CONVENTIONS.values(), Convention("cos_sin", scale=0.5, offset=3)])
def test_tables_have_the_shape_asked_for(name, convention):
    params = EncodingParams(12, 100.0, 5, convention)
    table = BUGS[name].encode(params)
    assert table.shape == (5, 12)
    assert table.dtype == np.float64
    np.testing.assert_allclose(BUGS[name].encode(params, [4, 0, 2]), table[[4, 0, 2]], rtol=0, atol=1e-15)
    assert np.max(np.abs(table)) <= convention.radius(12) + 1e-15


@pytest.mark.parametrize("name", BUGS)
def test_odd_widths(name):
    if name != "endpoint_as_paper":  # which has no extra sine
        assert BUGS[name].encode(EncodingParams(7), range(4)).shape == (4, 7)
    zeros = EncodingParams(7, convention=CONVENTIONS["diffusion"])
    assert not BUGS[name].encode(zeros, range(4))[:, -1].any()


@pytest.mark.parametrize(
    ("name", "exponents"),
    [
        ("doubled_exponent", [(0, 1), (2, 3), (4, 5)]),
        ("column_exponent", [(0, 0.5), (1, 1.5), (2, 2.5)]),
        ("reversed_exponent", [(0, 0), (-1, -1), (-2, -2)]),
    ],
)
def test_phases_stay_exact_at_any_position(name, exponents):
    position, base = 2**60 + 12345, 777
    table = BUGS[name].encode(EncodingParams(6, base), [position])
    with mpmath.workdps(60):
        angles = [
            [position * mpmath.mpf(base) ** (-mpmath.mpf(power) / 3) for power in pair] for pair in exponents
        ]
        wanted = [float(value) for sine, cosine in angles for value in (mpmath.sin(sine), mpmath.cos(cosine))]
    np.testing.assert_allclose(table[0], wanted, rtol=0, atol=1e-15)


def test_doubled_exponents_leave_the_circle():
    table = BUGS["doubled_exponent"].encode(EncodingParams(16), range(50))
    assert np.ptp(np.hypot(table[:, 0::2], table[:, 1::2])) > 0.3


def test_the_rounded_division_forgets_the_base():
    first, second = (BUGS["floor_precedence"].encode(EncodingParams(64, base)) for base in (100.0, 1e6))
    assert np.array_equal(first, second)


def test_wrong_tables_that_are_right_for_other_parameters():
    params = EncodingParams(16, 500.0, 20, CONVENTIONS["marian"])
    for name, right in {
        "base_1000": EncodingParams(16, 1000.0, 20, CONVENTIONS["marian"]),
        "hard_wired_base": EncodingParams(16, 1e4, 20, CONVENTIONS["marian"]),
        "swapped_halves": EncodingParams(16, 500.0, 20, CONVENTIONS["diffusion"]),
        "endpoint_as_paper": EncodingParams(16, 500.0, 20, CONVENTIONS["tensor2tensor"]),
    }.items():
        assert np.array_equal(BUGS[name].encode(params), encode(right))


def test_interleaved_halves_are_swapped_within_pairs():
    table, swapped = encode(EncodingParams(6)), BUGS["swapped_halves"].encode(EncodingParams(6))
    assert np.array_equal(swapped, table[:, [1, 0, 3, 2, 5, 4]])


def test_bfloat16_cannot_tell_257_from_256():
    rows = BUGS["bfloat16_angles"].encode(EncodingParams(64), [255, 256, 257, 258])
    assert np.array_equal(rows[1], rows[2])
    assert not np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[2], rows[3])


def test_refusals():
    with pytest.raises(ValueError, match="positions must be"):
        BUGS["doubled_exponent"].encode(EncodingParams(8), ["3"])
    with pytest.raises(ValueError, match="d_model must be even"):
        BUGS["endpoint_as_paper"].encode(EncodingParams(7))
    with pytest.raises(ValueError, match="must take at most"):
        BUGS["reversed_exponent"].encode(EncodingParams(1024), range(10**9))
