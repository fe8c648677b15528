"""Rotary encoding: known vectors and frequencies, scores along diagonals, and the exact reference."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from engine.rotary import (
    ROTARY_PRESETS,
    ROTARY_TITLES,
    Rotary,
    rotary_gap_scores,
    rotary_omega,
    rotary_scores,
    rotate,
)
from engine.scaling import DynamicNtk, Linear, Llama3, NtkAware, Scaling, Yarn

ONE_TO_EIGHT = np.arange(1.0, 9.0)
YARN8 = Yarn(4, 2048)
SCALINGS = [Scaling(), Linear(4), NtkAware(4), DynamicNtk(2, 2048, 4096), YARN8, Llama3()]


def close(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("rotary", "wanted"),
    [
        (
            Rotary(8),
            [
                -1.27223251272018,
                -1.8388649851410237,
                1.6839286407314598,
                4.707906576486443,
                4.817777167529964,
                6.147277703506403,
                6.975968536023609,
                8.020963968527013,
            ],
        ),
        (
            Rotary(8, pairing="half"),
            [
                -1.6955925368997815,
                0.13755173828317435,
                2.7886815998294927,
                3.975982036013484,
                -4.8088424749423595,
                6.323059348076315,
                7.086836736850399,
                8.011963982027009,
            ],
        ),
        (
            Rotary(8, 500000, "half"),
            [
                -1.6955925368997815,
                1.3118120417993338,
                2.9702746043260393,
                3.9987235580784604,
                -4.8088424749423595,
                6.187014560108151,
                7.012664883972126,
                8.00063809368155,
            ],
        ),
        (
            Rotary(8, pairing="half", scaling=YARN8),
            [
                -1.9306515741658954,
                0.15662045819759474,
                3.2658515197163416,
                4.547684687513708,
                -5.475489595595002,
                7.199621500002776,
                8.03304919893109,
                9.112448814967896,
            ],
        ),
    ],
)
def test_known_vectors_at_position_3(rotary, wanted):
    close(rotate(rotary, ONE_TO_EIGHT, 3)[0], wanted)


@pytest.mark.parametrize(
    ("rotary", "wanted"),
    [
        (Rotary(8), [1, 0.1, 0.01, 0.001]),
        (Rotary(8, 5e5), [1.0, 0.03760603093086393, 0.001414213562373095, 5.318295896944988e-05]),
        (Rotary(8, scaling=Linear(4)), [0.25, 0.025, 0.0025, 0.00025]),
        (Rotary(8, scaling=NtkAware(4)), [1.0, 0.06299605249474366, 0.003968502629920499, 0.00025]),
        (
            Rotary(8, scaling=DynamicNtk(2, 2048, 4096)),
            [1.0, 0.06933612743506347, 0.004807498567691361, 0.0003333333333333334],
        ),
        (Rotary(8, scaling=YARN8), [1.0, 0.1, 0.00625, 0.00025]),
        (
            Rotary(8, 5e5, scaling=Llama3()),
            [1.0, 0.03760603093086393, 0.0005248461609929547, 6.647869871181235e-06],
        ),
    ],
)
def test_known_frequencies(rotary, wanted):
    close(rotary_omega(rotary), wanted)


def test_known_frequencies_of_yarn_at_128():
    found = rotary_omega(ROTARY_PRESETS["yarn16"])[[0, 20, 21, 30, 45, 46, 63]]
    wanted = [
        1.0,
        0.05623413251903491,
        0.046940859997959404,
        0.00852684377296741,
        0.0001517716047318249,
        8.334508951020775e-05,
        7.217387404309114e-06,
    ]
    close(found, wanted)


def test_known_frequencies_of_llama_3_1_at_128():
    pairs = [0, 27, 28, 29, 30, 31, 34, 35, 36, 63]
    found = rotary_omega(ROTARY_PRESETS["llama3.1"])[pairs]
    wanted = [
        1.0,
        0.003942276030116656,
        0.003211445994752591,
        0.002166570763503359,
        0.0013718935677611381,
        0.0008567514129196321,
        0.0001785078127679964,
        9.556212353964683e-05,
        7.78465527393245e-05,
        3.068925988914511e-07,
    ]
    close(found, wanted)
    ratio = found / rotary_omega(ROTARY_PRESETS["llama3"])[pairs]
    blend = [0.8281684118371798, 0.6437431331275951, 0.49350712273197106, 0.19021074364065016]
    close(ratio, [1, 1, 1, *blend, 0.125, 0.125, 0.125])


def test_stretched_bases():
    close(float(NtkAware(4).base(8, 10000)), 63496.04207872797)
    close(float(DynamicNtk(2, 2048, 4096).base(8, 10000)), 43267.487109222246)


def test_dynamic_scaling_leaves_short_sequences_alone():
    short = Rotary(8, scaling=DynamicNtk(2, 2048, 100))
    np.testing.assert_array_equal(rotary_omega(short), rotary_omega(Rotary(8)))


def test_the_ramp_and_factor_of_yarn():
    assert YARN8.ramp(8, 10000) == (1, 3)
    close(YARN8.attention(), 1.138629436111989)
    assert Yarn(16, 4096).ramp(128, 10000) == (20, 46)
    close(Yarn(16, 4096).attention(), 1.2772588722239782)
    assert Yarn(1, 4096).attention() == 1


def test_a_yarn_ramp_of_no_width_is_a_step():
    found = rotary_omega(Rotary(8, scaling=Yarn(4, 1)))
    close(found / rotary_omega(Rotary(8)), [1, 0.25, 0.25, 0.25])
    long = rotary_omega(Rotary(8, scaling=Yarn(4, 10**15)))
    np.testing.assert_array_equal(long, rotary_omega(Rotary(8)))


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("pairing", ["adjacent", "half"])
@pytest.mark.parametrize("start", [0, 10**9, 2**63 - 200, -(10**15)])
def test_scores_are_the_same_along_diagonals(scaling, pairing, start):
    draw = np.random.default_rng(7)
    query, key = draw.standard_normal((2, 64))
    rotary = Rotary(64, pairing=pairing, scaling=scaling)
    scores = rotary_scores(rotary, query, key, range(start, start + 100), range(start, start + 100))
    gaps = np.arange(-99, 100)
    by_gap = rotary_gap_scores(rotary, query, key, gaps)
    for gap, score in zip(gaps, by_gap, strict=True):
        diagonal = np.diagonal(scores, gap)
        assert np.ptp(diagonal) <= 1e-12
        assert np.max(np.abs(diagonal - score)) <= 1e-12


def exact_omegas(rotary):
    """Return the frequencies in 60 digits, straight from the published formulas."""
    d, scaling = rotary.d_head, rotary.scaling
    base = mpmath.mpf(rotary.base)
    if isinstance(scaling, NtkAware):
        base *= mpmath.mpf(scaling.alpha) ** (mpmath.mpf(d) / (d - 2))
    plain = [base ** (-mpmath.mpf(2 * i) / d) for i in range(d // 2)]
    if isinstance(scaling, Linear):
        return [w / scaling.factor for w in plain]
    if isinstance(scaling, Llama3):
        return [exact_llama(w, scaling) for w in plain]
    return plain


def exact_llama(w, scaling):
    length = 2 * mpmath.pi / w
    if length < scaling.original_length / scaling.high:
        return w
    if length > scaling.original_length / scaling.low:
        return w / scaling.factor
    smooth = (scaling.original_length / length - scaling.low) / (scaling.high - scaling.low)
    return (1 - smooth) * w / scaling.factor + smooth * w


@pytest.mark.parametrize("scaling", [Scaling(), Linear(3), NtkAware(1.7), Llama3()])
def test_against_60_digits(scaling):
    rotary = Rotary(16, 500000, scaling=scaling)
    vector = np.random.default_rng(3).standard_normal(16)
    positions = [0, 3, 8191, 10**9 + 7, 2**53 + 1, 2**63 - 1, -(2**62) - 5, Fraction(7, 3)]
    found = rotate(rotary, vector, positions)
    with mpmath.workdps(60):
        for row, position in zip(found, positions, strict=True):
            place = mpmath.mpf(Fraction(position).numerator) / Fraction(position).denominator
            for pair, w in enumerate(exact_omegas(rotary)):
                x, y = vector[2 * pair : 2 * pair + 2]
                turned = mpmath.mpc(x, y) * mpmath.expj(place * w)
                wanted = float(turned.real), float(turned.imag)
                assert np.max(np.abs(row[2 * pair : 2 * pair + 2] - wanted)) <= 1e-15 * np.hypot(x, y)
                assert rotary_omega(rotary)[pair] == float(w)


def test_scores_against_60_digits():
    rotary = Rotary(8, scaling=YARN8)
    query, key = np.random.default_rng(5).standard_normal((2, 8))
    gaps = [0, 1, -17, 2048, 10**12 + 1]
    found = rotary_gap_scores(rotary, query, key, gaps)
    with mpmath.workdps(60):
        w = [mpmath.mpf(1), mpmath.mpf("0.1"), mpmath.mpf("0.00625"), mpmath.mpf("0.00025")]
        factor = mpmath.log(4) / 10 + 1
        for gap, score in zip(gaps, found, strict=True):
            terms = (
                mpmath.mpc(query[2 * i], -query[2 * i + 1])
                * mpmath.mpc(key[2 * i], key[2 * i + 1])
                * mpmath.expj(gap * w[i])
                for i in range(4)
            )
            assert abs(score - float(factor**2 * sum(terms).real)) <= 1e-14


@pytest.mark.parametrize("pairing", ["adjacent", "half"])
def test_rotation_keeps_length_and_turns_back(pairing):
    rotary = Rotary(64, pairing=pairing)
    vectors = np.random.default_rng(1).standard_normal((300, 64))
    turned = rotate(rotary, vectors, range(10**9, 10**9 + 300))
    np.testing.assert_allclose(np.linalg.norm(turned, axis=1), np.linalg.norm(vectors, axis=1), rtol=1e-14)
    back = rotate(rotary, turned, range(-(10**9), -(10**9) - 300, -1))
    np.testing.assert_allclose(back, vectors, rtol=0, atol=1e-14)


def test_pairings_are_permutations_of_one_another():
    vector = np.random.default_rng(2).standard_normal(16)
    order = np.arange(16).reshape(8, 2).T.ravel()
    adjacent = rotate(Rotary(16), vector, [3, 10**15])
    half = rotate(Rotary(16, pairing="half"), vector[order], [3, 10**15])
    np.testing.assert_array_equal(adjacent[:, order], half)


def test_presets_have_titles():
    assert list(ROTARY_PRESETS) == list(ROTARY_TITLES)
    assert all(rotary_omega(rotary).shape == (64,) for rotary in ROTARY_PRESETS.values())
    assert not rotary_omega(Rotary()).flags.writeable


def test_equal_values_are_equal():
    assert Rotary(128.0, 10000) == ROTARY_PRESETS["llama2"]
    assert hash(Rotary(scaling=Linear(np.float64(4)))) == hash(Rotary(scaling=Linear(4)))
    assert Yarn(16, 4096.0) == Yarn(16.0, 4096)


@pytest.mark.parametrize("value", [True, float("nan"), "4", None, 0.5, 2e6])
@pytest.mark.parametrize(
    ("make", "field"),
    [
        (Linear, "factor"),
        (NtkAware, "alpha"),
        (Llama3, "factor"),
        (lambda value: Yarn(value, 4096), "factor"),
        (lambda value: DynamicNtk(value, 1, 1), "factor"),
    ],
)
def test_refused_factors(make, field, value):
    with pytest.raises(ValueError, match=rf"^{field} must be a number from 1 to 1000000, not .+$"):
        make(value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rotary(7), "d_head must be even, .* not 7"),
        (lambda: Rotary(True), "d_head must be a whole number from 2 to 8192, not True"),
        (lambda: Rotary(8, 0), "base must be a number from 0.001"),
        (lambda: Rotary(8, pairing="both"), "pairing must be one of 'adjacent', 'half', not 'both'"),
        (lambda: Rotary(8, scaling="yarn"), "scaling must be a Scaling, .* not 'yarn'"),
        (lambda: Rotary(2, scaling=NtkAware(2)), "d_head must be 4 or more with an NTK scaling, not 2"),
        (lambda: Rotary(2, scaling=DynamicNtk(2, 8, 8)), "d_head must be 4 or more"),
        (lambda: Rotary(8, 1, scaling=YARN8), "base must be above 1 with YaRN, not 1.0"),
        (lambda: Yarn(4, 0), "original_length must be a whole number"),
        (lambda: Yarn(4, 2048, 1, 32), "beta_slow must be below beta_fast, which is 1, not 32.0"),
        (lambda: Llama3(8, 4, 1), "low must be below high, which is 1, not 4.0"),
        (lambda: DynamicNtk(2, 8, "8"), "sequence_length must be a whole number"),
        (lambda: rotate(Rotary(8), np.zeros(7), 0), r"vectors must be an array of shape \(8,\) or \(1, 8\)"),
        (lambda: rotate(Rotary(8), np.zeros((3, 8)), [1, 2]), "vectors must be an array of shape"),
        (lambda: rotate(Rotary(8), ["a"] * 8, 0), "vectors must be an array of finite real numbers"),
        (lambda: rotate(Rotary(8), [np.nan] * 8, 0), "vectors must be an array of finite real numbers"),
        (lambda: rotate(Rotary(8), np.zeros(8), 2**63), "positions must be"),
        (lambda: rotate(Rotary(8), np.zeros(8), range(10**9)), "59.6 GiB"),
        (lambda: rotary_scores(Rotary(8), np.zeros((2, 8)), np.zeros(8), [1, 2], 0), "query must be"),
        (lambda: rotary_scores(Rotary(8), np.zeros(8), np.zeros(8), "1", 0), "rows must be"),
        (lambda: rotary_scores(Rotary(8), np.zeros(8), np.zeros(8), 0, True), "columns must be"),
        (lambda: rotary_gap_scores(Rotary(8), np.zeros(8), np.zeros(9), 0), "key must be"),
        (lambda: rotary_gap_scores(Rotary(8), np.zeros(8), np.zeros(8), float("nan")), "gaps must be"),
    ],
)
def test_refusals(make, message):
    with pytest.raises(ValueError, match=message):
        make()
