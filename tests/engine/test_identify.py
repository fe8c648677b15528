"""identify: the class, base and start of tables and rows of every shipped convention."""

import time

import numpy as np
import pytest

from engine import CONVENTIONS, Convention, EncodingParams, Match, encode, identify, round_to

STARTS = (0, 1, 2, 1000, 4095, 4096)
DTYPES = (np.float64, np.float32)


def params_of(name, base=1e4, width=64):
    return EncodingParams(width, base, convention=CONVENTIONS[name])


def remade(match):
    """Return the table that a match describes."""
    rows = range(match.start, match.start + match.step * match.params.length, match.step)
    table = encode(match.params, rows) * match.factor
    return table if match.permutation is None else table[:, list(match.permutation)]


def check(match, name, base, start, step=1):
    """A start belongs to the match's own name: with another offset in the class, it shifts by as much."""
    assert name in match.members
    assert match.name in match.members
    assert not match.wrong
    assert match.permutation is None
    assert match.step == step
    assert match.factor == 1
    shifted = match.start + match.params.convention.offset
    assert shifted == start + CONVENTIONS[name].offset
    if match.base_known:
        assert match.params.base == base


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_tables(name, dtype):
    for start in STARTS:
        table = encode(params_of(name), range(start, start + 64)).astype(dtype)
        match = identify(table)[0]
        check(match, name, 1e4, start)
        assert match.max_error == pytest.approx(np.max(np.abs(table - remade(match))), abs=1e-15)
        assert match.dtype == np.dtype(dtype).name


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_rows_of_unknown_position(name, dtype):
    for start in STARTS:
        row = encode(params_of(name), start)[0].astype(dtype)
        check(identify(row)[0], name, 1e4, start)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_an_unusual_base(name):
    for start in (0, 1, 4096):
        table = encode(params_of(name, 12345.6), range(start, start + 64))
        check(identify(table)[0], name, 12345.6, start)
        check(identify(table.astype(np.float32))[0], name, 12345.6, start)
        if start:
            check(identify(table[0])[0], name, 12345.6, start)


@pytest.mark.parametrize("base", [2.0, 10.0, 100.0, 1e3, 5e4, 5e5, 1e6, 5e6, 1e7])
def test_usual_bases(base):
    for name in ("paper", "whisper"):
        for rows in (range(3000, 3040), range(777, 778)):
            table = encode(params_of(name, base, 128), rows)
            check(identify(table.astype(np.float32))[0], name, base, rows.start)


def test_unusual_bases():
    for base in (0.01, 1.5, 17.25, 43267.487109222246, 63496.04207872797, 8e6, 3.3e11):
        found = identify(encode(params_of("paper", base), range(20, 120)))[0]
        assert found.name == "paper"
        assert found.params.base == pytest.approx(base, rel=1e-10)


@pytest.mark.parametrize(("dtype", "error"), [("float16", 2.5e-4), ("bfloat16", 2e-3)])
def test_half_precision(dtype, error):
    for name in ("paper", "marian", "diffusion", "tensor2tensor"):
        for start in (0, 1000, 4096):
            table = round_to(encode(params_of(name), range(start, start + 64)), dtype)
            for part in (table, table[:1]):
                match = identify(part)[0]
                check(match, name, 1e4, start)
                if len(part) > 1:
                    assert match.dtype == dtype
                    assert error / 2 < match.max_error < error


@pytest.mark.parametrize("power", [True, False])
@pytest.mark.parametrize("width", [8, 512])
def test_angles_computed_in_float32(power, width):
    pairs = np.arange(0, width, 2, dtype=np.float32)
    one = np.float32(1)
    omega = np.exp(pairs * np.float32(-np.log(1e4) / width))
    if power:
        omega = one / np.power(np.float32(1e4), pairs / np.float32(width))
    for start, rows in ((0, 4096), (4096, 64), (4096, 1)):
        angles = np.arange(start, start + rows, dtype=np.float32)[:, None] * omega
        table = np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(rows, width)
        match = identify(table)[0]
        check(match, "paper", 1e4, start)
        assert match.dtype == "float32"
        assert match.max_error == pytest.approx(np.max(np.abs(table - remade(match))), rel=1e-6)


def test_angles_computed_in_float64_the_plain_way():
    positions = np.arange(20000, 20064)[:, None]
    angles = positions * np.exp(np.arange(0, 64, 2) * (-np.log(1e4) / 64))
    table = np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(64, 64)
    match = identify(table)[0]
    check(match, "paper", 1e4, 20000)
    assert match.dtype == "float64"
    assert 1e-14 < match.max_error < 1e-10


@pytest.mark.parametrize("decimals", [3, 4, 6, 8])
def test_printed_tables(decimals):
    table = np.round(encode(params_of("paper"), range(5, 40)), decimals)
    match = identify(table)[0]
    check(match, "paper", 1e4, 5)
    assert match.max_error <= 0.51 * 10**-decimals


def test_a_printed_row_of_width_8():
    check(identify([[0.909, -0.416, 0.199, 0.980, 0.020, 1.000, 0.002, 1.000]])[0], "paper", 1e4, 2)


@pytest.mark.parametrize("name", [name for name, used in CONVENTIONS.items() if used.odd != "error"])
@pytest.mark.parametrize("width", [5, 7, 33])
def test_odd_widths(name, width):
    table = encode(params_of(name, width=width), range(3, 40))
    check(identify(table)[0], name, 1e4, 3)
    check(identify(table.astype(np.float32))[0], name, 1e4, 3)


@pytest.mark.parametrize("width", [2, 3, 4, 6])
def test_narrow_tables(width):
    match = identify(encode(EncodingParams(width), range(9, 60)))[0]
    check(match, "paper", 1e4, 9)
    assert match.base_known == (width > 2)


def test_members_give_the_same_table():
    for name in CONVENTIONS:
        table = encode(params_of(name), range(10, 20))
        match = identify(table)[0]
        for member in match.members:
            rows = range(10, 20)
            shift = int(CONVENTIONS[name].offset - CONVENTIONS[member].offset)
            again = encode(params_of(member), [row + shift for row in rows])
            np.testing.assert_allclose(again, table, rtol=0, atol=1e-15)


def test_members_of_the_classes():
    def members(name, width=64):
        return identify(encode(params_of(name, width=width), range(8)))[0].members

    assert members("paper") == ("paper", "pytorch")
    assert members("whisper") == ("tensor2tensor", "fairseq", "whisper", "ddpm")
    assert members("marian") == ("marian", "mae", "diffusers_shift_0")
    assert members("mlx") == ("mlx",)
    assert members("ddpm", 9) == ("tensor2tensor", "fairseq", "ddpm")
    assert members("paper", 2) == ("paper", "pytorch", "marian", "mae", "diffusers_shift_0")


def test_fairseq_has_its_own_start():
    table = encode(params_of("fairseq"), range(64))
    first, second = identify(table)[:2]
    assert (first.name, first.start) == ("fairseq", 0)
    assert (second.name, second.start) == ("tensor2tensor", 2)


def test_nearly_usual_bases_are_told_apart():
    for base in (10000.1, 9999.5, 10001.0):
        for dtype in DTYPES:
            match = identify(encode(params_of("paper", base), range(64)).astype(dtype))[0]
            assert match.params.base == base


def test_rows_of_padding_are_left_out():
    table = encode(params_of("tensor2tensor"), range(64)).astype(np.float32)
    table[1] = 0
    match = identify(table)[0]
    check(match, "tensor2tensor", 1e4, 0)
    assert match.padding == (1,)
    table[0] = 0
    assert identify(table)[0].padding == (0, 1)
    assert identify(table)[0].start == 0


def test_position_0_alone_tells_no_base():
    match = identify(encode(params_of("tensor2tensor"), 0))[0]
    assert not match.base_known
    assert {"tensor2tensor", "marian"} <= set(match.members)


@pytest.mark.parametrize(
    "rows", [range(200, 100, -1), range(3, -4, -1), range(-3, 4), range(10, 400, 5), range(7, 300, 3)]
)
def test_steps_and_signs(rows):
    check(identify(encode(params_of("paper"), rows))[0], "paper", 1e4, rows.start, rows.step)


def test_relative_rows():
    assert identify(encode(params_of("pytorch"), -3))[0].start == -3


@pytest.mark.parametrize("scale", [0.37, 0.001, 2.5, 1000.0])
def test_scales(scale):
    table = encode(EncodingParams(128, convention=Convention(scale=scale)), range(5, 69))
    matches = identify(table)
    found = [match for match in matches if match.params.convention.scale == scale]
    assert found[0].name == "paper"
    assert (found[0].start, found[0].step) == (5, 1)
    assert matches[0].max_error < 1e-15
    # A whole scale is a step just as well, and that is named first.
    assert (matches[0].params.convention.scale, matches[0].step) == (
        (1, 1000) if scale == 1000 else (scale, 1)
    )


def test_offsets():
    match = identify(encode(EncodingParams(64, convention=Convention(offset=0.5)), range(5, 69)))[0]
    assert (match.name, match.start, match.params.convention.offset) == ("paper", 5, 0.5)
    match = identify(encode(params_of("marian"), [17.25]))[0]
    assert (match.name, match.start, match.params.convention.offset) == ("marian", 17, 0.25)


@pytest.mark.parametrize("factor", [8.0, 0.5, 0.3, 1 / 8, np.sqrt(32), 22.627416997969522])
def test_amplitudes(factor):
    table = factor * encode(params_of("paper"), range(100))
    for dtype in DTYPES:
        match = identify(table.astype(dtype))[0]
        assert match.name == "paper"
        assert match.factor == pytest.approx(factor, rel=1e-15 if dtype is np.float64 else 1e-7)
    rounded = factor * encode(params_of("paper"), range(100)).astype(np.float16).astype(float)
    assert identify(rounded)[0].factor == pytest.approx(factor, rel=1e-4)


def test_far_positions():
    match = identify(encode(params_of("paper"), range(10**7, 10**7 + 64)))[0]
    check(match, "paper", 1e4, 10**7)
    check(identify(encode(params_of("whisper"), 10**7))[0], "whisper", 1e4, 10**7)


def test_matches_describe_the_table():
    for name in ("paper", "fairseq", "mlx", "diffusion"):
        table = encode(params_of(name), range(40, 60))
        for match in identify(table):
            assert isinstance(match, Match)
            if not match.wrong:
                np.testing.assert_allclose(remade(match), table, rtol=0, atol=2e-15)


def usual(rng):
    return encode(EncodingParams(1024), range(5, 4101)).astype(np.float32)


def unusual(rng):
    return encode(EncodingParams(1024, 12345.6), range(4096)).astype(np.float32)


def noise(rng):
    return rng.normal(size=(4096, 1024))


@pytest.mark.parametrize(("make", "names"), [(usual, ["paper"]), (unusual, ["paper"]), (noise, [])])
def test_time_of_a_large_table(make, names):
    table = make(np.random.default_rng(0))
    identify(table[:64])
    before = time.perf_counter()
    found = identify(table)
    assert time.perf_counter() - before < 1  # 0.1 s on an idle machine
    assert [match.name for match in found[:1]] == names
