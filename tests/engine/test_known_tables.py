"""Tables that others printed: the engine must give their numbers."""

import numpy as np
import pytest

from engine import CONVENTIONS, Convention, EncodingParams, encode, omega, similarity, wavelengths

S = [0.1411200080598672, 0.2955202066613396, 0.02999550020249566, 0.002999995500002025]
C = [-0.9899924966004454, 0.955336489125606, 0.9995500337489875, 0.999995500003375]
S_ENDPOINT = [0.1411200080598672, 0.13879810108005053, 0.006463259070189645, 0.00029999999550000005]
C_ENDPOINT = [-0.9899924966004454, 0.990320699135675, 0.9999791129229608, 0.9999999550000004]
INTERLEAVED = [value for pair in zip(S, C, strict=True) for value in pair]

# Of each: the convention, the width, the position and the row.
ROWS = {
    "A": (CONVENTIONS["paper"], 8, 3, INTERLEAVED),
    "A, PyTorch": (CONVENTIONS["pytorch"], 8, 3, INTERLEAVED),
    "B": (CONVENTIONS["marian"], 8, 3, S + C),
    "C": (CONVENTIONS["diffusion"], 8, 3, C + S),
    "D, tensor2tensor": (CONVENTIONS["tensor2tensor"], 8, 3, S_ENDPOINT + C_ENDPOINT),
    "D, Whisper": (CONVENTIONS["whisper"], 8, 3, S_ENDPOINT + C_ENDPOINT),
    "D, DDPM": (CONVENTIONS["ddpm"], 8, 3, S_ENDPOINT + C_ENDPOINT),
    "D, flipped": (Convention("cos_sin", "endpoint"), 8, 3, C_ENDPOINT + S_ENDPOINT),
    "D, scaled": (Convention("sin_cos", "endpoint", scale=1000), 8, 0.003, S_ENDPOINT + C_ENDPOINT),
    "fairseq, token 3": (
        CONVENTIONS["fairseq"],
        8,
        3,
        [
            -0.9589242746631385,
            0.23000171166476743,
            0.010771965118034832,
            0.0004999999791666669,
            0.28366218546322625,
            0.9731902242785205,
            0.9999419807006283,
            0.9999998750000026,
        ],
    ),
    "fairseq, first token": (
        CONVENTIONS["fairseq"],
        8,
        0,
        [
            0.9092974268256817,
            0.09269850077872724,
            0.0043088560467428125,
            0.0001999999986666667,
            -0.4161468365471424,
            0.9956942241237399,
            0.9999907168366957,
            0.9999999800000001,
        ],
    ),
    "MLX": (
        CONVENTIONS["mlx"],
        8,
        3,
        [
            0.0705600040299336,
            0.06939905054002526,
            0.0032316295350948224,
            0.00014999999775000002,
            -0.4949962483002227,
            0.4951603495678375,
            0.4999895564614804,
            0.4999999775000002,
        ],
    ),
    "seven, tensor2tensor": (
        CONVENTIONS["tensor2tensor"],
        7,
        3,
        [
            0.1411200080598672,
            0.02999550020249566,
            0.00029999999550000005,
            -0.9899924966004454,
            0.9995500337489875,
            0.9999999550000004,
            0.0,
        ],
    ),
    "seven, guided diffusion": (
        CONVENTIONS["diffusion"],
        7,
        3,
        [
            -0.9899924966004454,
            0.990320699135675,
            0.9999791129229608,
            0.1411200080598672,
            0.13879810108005053,
            0.006463259070189645,
            0.0,
        ],
    ),
    "seven, extra sine": (
        CONVENTIONS["paper"],
        7,
        3,
        [
            0.1411200080598672,
            -0.9899924966004454,
            0.2142321900526274,
            0.9767827643571804,
            0.015537798772269504,
            0.999879281118132,
            0.0011182778830181365,
        ],
    ),
    "seven, Marian": (
        CONVENTIONS["marian"],
        7,
        3,
        [
            0.1411200080598672,
            0.2142321900526274,
            0.015537798772269504,
            0.0011182778830181365,
            -0.9899924966004454,
            0.9767827643571804,
            0.999879281118132,
        ],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_fingerprints_of_the_frameworks(name):
    convention, d_model, position, row = ROWS[name]
    params = EncodingParams(d_model, convention=convention)
    np.testing.assert_allclose(encode(params, [position])[0], row, rtol=0, atol=1e-12)


def test_the_printed_table():
    table = np.round(encode(EncodingParams(8, length=4)), 3)
    assert table.tolist() == [
        [0, 1, 0, 1, 0, 1, 0, 1],
        [0.841, 0.540, 0.100, 0.995, 0.010, 1.000, 0.001, 1.000],
        [0.909, -0.416, 0.199, 0.980, 0.020, 1.000, 0.002, 1.000],
        [0.141, -0.990, 0.296, 0.955, 0.030, 1.000, 0.003, 1.000],
    ]


def test_wavelengths_of_width_8():
    assert wavelengths(EncodingParams(8)).tolist() == pytest.approx(
        [6.283185307179586, 62.83185307179586, 628.3185307179587, 6283.185307179586], rel=2e-16
    )
    assert omega(EncodingParams(8)).tolist() == [1.0, 0.1, 0.01, 0.001]


@pytest.mark.parametrize(
    ("d_model", "base", "slowest"),
    [
        (8, 1e4, 6283.185307179586),
        (64, 1e4, 47117.24278016739),
        (128, 1e4, 54410.14313077674),
        (512, 1e4, 60611.47716626105),
        (768, 1e4, 61342.74437201089),
        (1024, 1e4, 61711.679832710965),
        (128, 10, 60.6),
        (128, 100, 584.7),
        (128, 5e5, 2.559e6),
        (128, 1e7, 4.884e7),
    ],
)
def test_slowest_wavelength(d_model, base, slowest):
    found = wavelengths(EncodingParams(d_model, base))[-1]
    assert found == pytest.approx(slowest, rel=1e-15 if base == 1e4 else 1e-3)


def test_endpoint_spacing_reaches_the_base():
    params = EncodingParams(8, convention=CONVENTIONS["ddpm"])
    assert omega(params)[-1] == 1e-4
    assert wavelengths(params)[-1] == pytest.approx(62831.85307179586, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "paper",
            [
                32.0,
                30.916831661619028,
                28.303862004129687,
                23.934361559514322,
                22.41391194408451,
                19.37282025808517,
                19.55397221631311,
            ],
        ),
        (
            "ddpm",
            [
                32.0,
                30.9422233659104,
                28.394424989299836,
                24.16521825924572,
                22.68102030850064,
                19.723948455694433,
                19.682325046040127,
            ],
        ),
    ],
)
def test_similarity_list(name, expected):
    params = EncodingParams(64, convention=CONVENTIONS[name])
    np.testing.assert_allclose(similarity(params, [0, 1, 2, 4, 8, 16, 32]), expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(similarity(params)[[0, 1, 2, 4, 8, 16, 32]], expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("d_model", "value"), [(512, -16.49), (64, 1.58)])
def test_nothing_repeats_after_ten_thousand(d_model, value):
    assert similarity(EncodingParams(d_model), 10000)[0] == pytest.approx(value, abs=0.005)


@pytest.mark.parametrize(("length", "unfinished"), [(128, 172), (512, 133), (2048, 95), (5000, 70)])
def test_dials_that_never_finish_a_turn(length, unfinished):
    assert np.sum(wavelengths(EncodingParams(512)) > length) == unfinished


def test_a_position_beyond_float32():
    assert encode(EncodingParams(2), 16777217)[0, 0] == pytest.approx(0.105833, abs=5e-7)
