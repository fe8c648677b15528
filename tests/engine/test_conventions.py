"""The well-known conventions: each gives the row that the frameworks named in its title give."""

import numpy as np
import pytest

from engine import CONVENTION_TITLES, CONVENTIONS, Convention, EncodingParams, encode

S = [0.1411200080598672, 0.2955202066613396, 0.02999550020249566, 0.002999995500002025]
C = [-0.9899924966004454, 0.955336489125606, 0.9995500337489875, 0.999995500003375]
S_ENDPOINT = [0.1411200080598672, 0.13879810108005053, 0.006463259070189645, 0.00029999999550000005]
C_ENDPOINT = [-0.9899924966004454, 0.990320699135675, 0.9999791129229608, 0.9999999550000004]
A = [value for pair in zip(S, C, strict=True) for value in pair]
TOKEN_3 = [
    *(-0.9589242746631385, 0.23000171166476743, 0.010771965118034832, 0.0004999999791666669),
    *(0.28366218546322625, 0.9731902242785205, 0.9999419807006283, 0.9999998750000026),
]
TOKEN_0 = [
    *(0.9092974268256817, 0.09269850077872724, 0.0043088560467428125, 0.0001999999986666667),
    *(-0.4161468365471424, 0.9956942241237399, 0.9999907168366957, 0.9999999800000001),
]
MLX = [
    *(0.0705600040299336, 0.06939905054002526, 0.0032316295350948224, 0.00014999999775000002),
    *(-0.4949962483002227, 0.4951603495678375, 0.4999895564614804, 0.4999999775000002),
]
SEVEN_ENDPOINT = [
    *(0.1411200080598672, 0.02999550020249566, 0.00029999999550000005),
    *(-0.9899924966004454, 0.9995500337489875, 0.9999999550000004, 0.0),
]
SEVEN_DIFFUSION = [
    *(-0.9899924966004454, 0.990320699135675, 0.9999791129229608),
    *(0.1411200080598672, 0.13879810108005053, 0.006463259070189645, 0.0),
]
SEVEN_KERAS = [
    *(0.1411200080598672, -0.9899924966004454, 0.2142321900526274, 0.9767827643571804),
    *(0.015537798772269504, 0.999879281118132, 0.0011182778830181365),
]
SEVEN_MARIAN = [
    *(0.1411200080598672, 0.2142321900526274, 0.015537798772269504, 0.0011182778830181365),
    *(-0.9899924966004454, 0.9767827643571804, 0.999879281118132),
]
# The name, the position and the row, whose length is the width.
ROWS = [
    ("paper", 3, A),
    ("pytorch", 3, A),
    ("marian", 3, S + C),
    ("mae", 3, S + C),
    ("diffusers_shift_0", 3, S + C),
    ("diffusion", 3, C + S),
    ("tensor2tensor", 3, S_ENDPOINT + C_ENDPOINT),
    ("whisper", 3, S_ENDPOINT + C_ENDPOINT),
    ("ddpm", 3, S_ENDPOINT + C_ENDPOINT),
    ("diffusers_flip", 3, C_ENDPOINT + S_ENDPOINT),
    ("fairseq", 3, TOKEN_3),
    ("fairseq", 0, TOKEN_0),
    ("mlx", 3, MLX),
    ("tensor2tensor", 3, SEVEN_ENDPOINT),
    ("ddpm", 3, SEVEN_ENDPOINT),
    ("diffusion", 3, SEVEN_DIFFUSION),
    ("paper", 3, SEVEN_KERAS),
    ("marian", 3, SEVEN_MARIAN),
]


@pytest.mark.parametrize(("name", "position", "row"), ROWS)
def test_rows_of_the_frameworks(name, position, row):
    params = EncodingParams(len(row), convention=CONVENTIONS[name])
    np.testing.assert_allclose(encode(params, [position])[0], row, rtol=0, atol=1e-12)


def test_every_convention_has_a_known_row():
    assert {name for name, _, _ in ROWS} == set(CONVENTIONS)


@pytest.mark.parametrize("position", [3, -3])
def test_relative_positions_of_espnet(position):
    wanted = [value * (1 if column % 2 or position > 0 else -1) for column, value in enumerate(A)]
    row = encode(EncodingParams(8, convention=CONVENTIONS["pytorch"]), [position])[0]
    np.testing.assert_allclose(row, wanted, rtol=0, atol=1e-12)


def test_descending_positions_of_transformer_xl():
    table = encode(EncodingParams(8, convention=CONVENTIONS["mae"]), range(3, -1, -1))
    np.testing.assert_allclose(table[0], S + C, rtol=0, atol=1e-12)


def test_a_time_step_times_a_scale():
    scaled = Convention("sin_cos", "endpoint", scale=1000)
    row = encode(EncodingParams(8, convention=scaled), [0.003])[0]
    np.testing.assert_allclose(row, S_ENDPOINT + C_ENDPOINT, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["pytorch", "whisper", "mae", "mlx"])
def test_some_refuse_odd_widths(name):
    with pytest.raises(ValueError, match="d_model must be even"):
        EncodingParams(7, convention=CONVENTIONS[name])


@pytest.mark.parametrize("name", CONVENTIONS)
def test_others_allow_them(name):
    if CONVENTIONS[name].odd != "error":
        assert encode(EncodingParams(9, convention=CONVENTIONS[name]), [3]).shape == (1, 9)


def test_titles_are_short_and_in_the_order_of_the_names():
    assert list(CONVENTION_TITLES) == list(CONVENTIONS)
    assert len(set(CONVENTION_TITLES.values())) == len(CONVENTIONS)
    assert max(len(title) for title in CONVENTION_TITLES.values()) <= 90


def test_the_list_is_read_only():
    with pytest.raises(TypeError):
        CONVENTIONS["mine"] = Convention()
