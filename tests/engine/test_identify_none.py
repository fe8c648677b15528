"""identify: what nothing known made, what is wrong in a known way, and what is no table at all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BUGS, CONVENTIONS, EncodingParams, encode, identify

FREQUENCY_BUGS = ("doubled_exponent", "column_exponent", "reversed_exponent", "floor_precedence")
HOME = {"swapped_halves": "marian", "endpoint_as_paper": "marian"}


def wrong_table(name, rows, width=64):
    params = EncodingParams(width, convention=CONVENTIONS[HOME.get(name, "paper")])
    return BUGS[name].encode(params, rows)


@pytest.mark.parametrize("name", BUGS)
def test_every_bug_is_named(name):
    for rows in (range(64), range(300, 364), range(4096, 4160)):
        table = wrong_table(name, rows)
        matches = identify(table)
        match = next(match for match in matches if match.name == name)
        assert match.wrong
        assert match.members == ()
        made = BUGS[name].encode(match.params, range(match.start, match.start + 64))
        assert np.max(np.abs(made - table)) == match.max_error == 0
        wrongs = [match.wrong for match in matches]
        assert wrongs == sorted(wrongs)
        # Tables that are right for other parameters are explained by these first.
        assert matches[0].wrong == (name in (*FREQUENCY_BUGS, "bfloat16_angles"))


@pytest.mark.parametrize("name", FREQUENCY_BUGS)
def test_bugs_in_float32_and_as_single_rows(name):
    table = wrong_table(name, range(300, 340)).astype(np.float32)
    for part in (table, table[:1]):
        match = identify(part)[0]
        assert (match.name, match.start, match.dtype) == (name, 300, "float32")


def test_a_bug_in_other_layouts():
    params = EncodingParams(32, 5e5, convention=CONVENTIONS["marian"])
    match = identify(BUGS["column_exponent"].encode(params, range(50)))[0]
    assert (match.name, match.params.base, match.params.convention.layout) == (
        "column_exponent",
        5e5,
        "sin_cos",
    )


def test_right_tables_come_before_the_bugs_that_give_them():
    matches = identify(encode(EncodingParams(64, 1000.0), range(64)))
    assert (matches[0].name, matches[0].params.base) == ("paper", 1000.0)
    assert (matches[-1].name, matches[-1].params.base) == ("base_1000", 10000.0)


def angles_of(omega, rows=64):
    angles = np.outer(np.arange(rows), omega)
    return np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(rows, -1)


def noise(rng):
    return rng.normal(size=(64, 64))


def learned(rng):
    smooth = np.cumsum(rng.normal(size=(64, 6)), axis=0)
    return 0.02 * smooth @ rng.normal(size=(6, 64))


def wrong_frequencies(rng):
    return angles_of(np.sort(10 ** rng.uniform(-4, 0, size=32))[::-1])


def frequencies_a_little_off(rng):
    return angles_of(1e4 ** (-np.arange(32) / 32) * (1 + 1e-4 * rng.normal(size=32)))


def linear_frequencies(rng):
    return angles_of(np.linspace(1, 1e-4, 32))


def noisy(rng):
    return encode(EncodingParams(64), range(64)) + 1e-3 * rng.normal(size=(64, 64))


def rotated(rng):
    return encode(EncodingParams(64), range(64)) @ np.linalg.qr(rng.normal(size=(64, 64)))[0]


def constant(rng):
    return np.ones((64, 64))


def zeros(rng):
    return np.zeros((64, 64))


def rows_alike(rng):
    return np.tile(encode(EncodingParams(64), 5), (64, 1))


def identity(rng):
    return np.eye(64)


def huge(rng):
    return 1e300 * encode(EncodingParams(64), range(64))


@pytest.mark.parametrize(
    "make",
    [
        noise,
        learned,
        wrong_frequencies,
        frequencies_a_little_off,
        linear_frequencies,
        noisy,
        rotated,
        constant,
        zeros,
        rows_alike,
        identity,
        huge,
    ],
)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_none(make, dtype):
    for seed in range(3):
        with np.errstate(over="ignore"):
            table = make(np.random.default_rng(seed)).astype(dtype)
        if np.isfinite(table).all():
            assert identify(table) == []


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    shape=st.tuples(st.integers(1, 12), st.integers(2, 24)),
    seed=st.integers(0, 2**32),
    dtype=st.sampled_from(["float64", "float32", "float16"]),
    kind=st.sampled_from(["normal", "uniform", "circles"]),
)
def test_random_tables_are_none(shape, seed, dtype, kind):
    rng = np.random.default_rng(seed)
    if kind == "circles":  # each pair on its circle, at random
        angles = rng.uniform(0, 2 * np.pi, size=(shape[0], (shape[1] + 1) // 2))
        table = np.concatenate((np.sin(angles), np.cos(angles)), axis=1)
    else:
        table = rng.normal(size=shape) if kind == "normal" else rng.uniform(-1, 1, size=shape)
    assert identify(table.astype(dtype)) == []


@pytest.mark.parametrize(
    "table",
    [
        [],
        [[]],
        [0.5],
        [[0.5], [0.5]],
        0.5,
        np.zeros((2, 2, 2)),
        np.zeros((0, 8)),
        np.zeros((2, 8193)),
        [[0.0, np.nan]],
        [[0.0, np.inf]],
        np.ones((2, 2), dtype=bool),
        np.ones((2, 2), dtype=complex),
        np.ones((2, 2), dtype=object),
        [["a", "b"]],
        [[0.0, 1.0], [1.0]],
        None,
    ],
)
def test_refusals(table):
    with pytest.raises(ValueError, match="table must be ") as caught:
        identify(table)
    assert "\n" not in str(caught.value)
    assert ". " not in str(caught.value)


def test_integers_are_numbers():
    assert identify(np.array([[0, 1, 0, 1]]))[0].start == 0
    assert identify(np.arange(64).reshape(8, 8)) == []


def test_the_table_is_left_alone():
    table = encode(EncodingParams(64), range(64))
    table.flags.writeable = False
    assert identify(table)
