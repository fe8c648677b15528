"""What is refused, and that every refusal names the field, the value and the range in one sentence."""

import re
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest

from engine import (
    CONVENTIONS,
    Convention,
    EncodingParams,
    block_means,
    continuous_similarity,
    distance,
    encode,
    phases,
    shift,
    shift_matrix,
    similarity,
)
from engine.convention import CONVENTION_TITLES

NOT_NUMBERS = [True, np.True_, float("nan"), float("inf"), "64", None, 1j, Decimal(64), [64]]


def refusal(call, *args, **kwargs):
    with pytest.raises(ValueError, match=" must ") as caught:
        call(*args, **kwargs)
    message = str(caught.value)
    assert "\n" not in message
    assert ". " not in message
    return message


@pytest.mark.parametrize("value", [1, 0, -4, 8193, 64.5, 10**400, *NOT_NUMBERS])
def test_d_model(value):
    assert re.fullmatch(
        "d_model must be a whole number from 2 to 8192, not .+", refusal(EncodingParams, value)
    )


@pytest.mark.parametrize("value", [0, -1, 9e-4, 2e15, 10**400, *NOT_NUMBERS])
def test_base(value):
    message = refusal(EncodingParams, base=value)
    assert re.fullmatch(r"base must be a number from 0.001 to 10\^15, not .+", message)


@pytest.mark.parametrize("value", [0, -1, 1.5, 10**15 + 1, *NOT_NUMBERS])
def test_length(value):
    message = refusal(EncodingParams, length=value)
    assert re.fullmatch(r"length must be a whole number from 1 to 10\^15, not .+", message)


def test_the_example():
    assert refusal(EncodingParams, 1) == "d_model must be a whole number from 2 to 8192, not 1"
    assert refusal(EncodingParams, np.int64(1)) == "d_model must be a whole number from 2 to 8192, not 1"


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("layout", "cos", "'interleaved', 'sin_cos', 'cos_sin'"),
        ("layout", 3, "'interleaved', 'sin_cos', 'cos_sin'"),
        ("spacing", "", "'paper', 'endpoint'"),
        ("amplitude", None, "'one', 'unit_norm'"),
        ("odd", [], "'error', 'zero_last', 'extra_sine', 'extra_sine_first_half'"),
        ("offset", 2e15, "from -10^15 to 10^15"),
        ("offset", float("nan"), "from -10^15 to 10^15"),
        ("offset", True, "from -10^15 to 10^15"),
        ("scale", 0, "from 1e-09 to 10^9"),
        ("scale", "1", "from 1e-09 to 10^9"),
    ],
)
def test_convention_fields(field, value, allowed):
    message = refusal(Convention, **{field: value})
    assert message.startswith(f"{field} must be ")
    assert allowed in message
    assert message.endswith(f"not {value!r}")


@pytest.mark.parametrize(
    ("d_model", "convention", "allowed"),
    [
        (2, Convention(spacing="endpoint"), "4 or more"),
        (3, Convention("sin_cos", "endpoint", odd="zero_last"), "4 or more"),
        (7, Convention(odd="error"), "even"),
        (7, Convention(spacing="endpoint"), "even"),
        (7, Convention("sin_cos", "endpoint", odd="extra_sine_first_half"), "even"),
        (7, Convention(odd="extra_sine_first_half"), "even"),
        (7, Convention("cos_sin", odd="extra_sine_first_half"), "even"),
    ],
)
def test_undefined_combinations(d_model, convention, allowed):
    message = refusal(EncodingParams, d_model, convention=convention)
    assert message.startswith(f"d_model must be {allowed} with ")
    assert message.endswith(f", not {d_model}")


def test_convention_must_be_one():
    assert "not 'paper'" in refusal(EncodingParams, convention="paper")


POSITIONS = [True, "12", None, 1j, float("nan"), 2**63, -(2**63), 1e19, 10**400, [1, True], [1, "2"], {}.get]
ARRAYS = [
    [float("inf")],
    [2**63],
    [1.5, 2**63],
    [1, 2**64],
    [[1, 2]],
    np.array([True]),
    np.array([1j]),
    np.array(["1"]),
    np.zeros((2, 2)),
    np.array([np.nan]),
    np.array([2**63], np.uint64),
    np.array([-(2**63)]),
    range(2**63, 2**63 + 5),
    range(0, 2**64, 2**60),
    range(-(2**63), 5),
]


@pytest.mark.parametrize("positions", [*POSITIONS, *ARRAYS])
def test_positions_and_gaps(positions):
    if positions is not None:  # it stands for range(length)
        assert refusal(encode, EncodingParams(), positions).startswith("positions must be ")
        assert refusal(similarity, EncodingParams(), positions).startswith("gaps must be ")
        assert refusal(distance, EncodingParams(), positions).startswith("gaps must be ")
    assert refusal(phases, EncodingParams(), positions).startswith("positions must be ")
    assert refusal(continuous_similarity, EncodingParams(), positions).startswith("gaps must be ")


@pytest.mark.parametrize("fraction", [1, -0.1, True, "0", float("nan")])
def test_fraction(fraction):
    assert refusal(encode, EncodingParams(), 0, fraction=fraction).startswith(
        "fraction must be a number from 0"
    )


@pytest.mark.parametrize("dtype", [np.int64, "float128", "no such type", complex, None])
def test_dtype(dtype):
    message = refusal(encode, EncodingParams(), dtype=dtype)
    assert message.startswith("dtype must be float64, float32 or float16, not ")


def test_out():
    params = EncodingParams(8, length=4)
    for out in (np.empty((3, 8)), np.empty(32), [[0.0] * 8] * 4, np.broadcast_to(0.0, (4, 8))):
        assert refusal(encode, params, out=out).startswith("out must be a writeable array of shape (4, 8)")
    assert refusal(encode, params, out=np.empty((4, 8), int)).startswith("dtype must be ")


def test_more_memory_than_the_budget():
    endless = EncodingParams(512, length=10**15)
    message = refusal(encode, endless)
    assert "3.553 EiB" in message
    assert "1 GiB" in message
    assert "1 GiB" in refusal(similarity, endless)
    assert "1 GiB" in refusal(distance, endless)
    assert "1 GiB" in refusal(phases, endless, range(1 - 2**63, 2**63))
    assert "1 GiB" in refusal(block_means, endless, 0, 1, 10**9)
    assert encode(endless, range(10**15 - 3, 10**15)).shape == (3, 512)


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ((0, 0, 5), "rows"),
        ((0, -1, 5), "rows"),
        ((0, True, 5), "rows"),
        ((0, float("nan"), 5), "rows"),
        (("0", 1, 5), "start"),
        ((2**63, 1, 0), "start"),
        ((0, 1, -1), "blocks"),
        ((0, 1, 1.5), "blocks"),
        ((0, 2**62, 5), "the end of the last block"),
    ],
)
def test_block_means(args, field):
    assert field in refusal(block_means, EncodingParams(), *args).split(" must ")[0]


@pytest.mark.parametrize("gap", [True, "1", float("nan"), float("inf"), None])
def test_gap(gap):
    params = EncodingParams()
    assert refusal(shift_matrix, params, gap).startswith("gap must be ")
    assert refusal(shift, params, encode(params), gap).startswith("gap must be ")


def test_table():
    for table in (np.zeros(64), np.zeros((3, 63)), np.zeros((3, 64), complex), "table"):
        assert refusal(shift, EncodingParams(), table, 1).startswith("table must be ")


def test_pairs_and_channels():
    assert "from 0 to 3" in refusal(CONVENTIONS["paper"].pair_columns, 8, 4)
    assert "from 0 to 7" in refusal(CONVENTIONS["paper"].channel, 8, 8)


def test_numpy_scalars_are_numbers():
    params = EncodingParams(np.int32(64), np.float32(10000), np.float64(128))
    assert params == EncodingParams(64, 10000, 128)
    assert [type(v) for v in (params.d_model, params.base, params.length)] == [int, float, int]


def test_conventions_are_a_read_only_mapping_with_titles():
    with pytest.raises(TypeError):
        CONVENTIONS["mine"] = Convention()
    assert list(CONVENTIONS) == list(CONVENTION_TITLES)


def test_the_engine_brings_in_no_window():
    code = "import engine, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"PySide6", "shiboken6", "pyqtgraph", "gui"} & set(done.stdout.split())
