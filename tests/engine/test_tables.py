"""The tables for files: right columns, exact first column, rows of the engine, in bounded memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from engine import CONVENTIONS, EncodingParams, encode, omega, similarity, wavelengths
from engine.tables import BLOCK_BYTES, TABLE_KINDS, encoding_table, similarity_table, wavelengths_table

SMALL = EncodingParams(8, 10000, 4)


def whole(table):
    blocks = list(table.blocks())
    return np.concatenate([b.index for b in blocks]), np.concatenate([b.values for b in blocks])


@pytest.mark.parametrize("make", [encoding_table, wavelengths_table, similarity_table])
def test_a_table_says_what_it_is(make):
    table = make(SMALL)
    index, values = whole(table)
    assert table.kind in TABLE_KINDS
    assert len(table.columns) == len(table.units) == 1 + values.shape[1]
    assert len(index) == len(values) == table.rows == 4
    assert index.dtype == np.int64
    named = dict(table.parameters)
    assert (named["d_model"], named["base"], named["length"], named["convention"]) == (8, 1e4, 4, "paper")
    assert table == table
    assert whole(table)[1].tobytes() == values.tobytes()


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_encoding_is_that_of_the_engine(name, dtype):
    params = EncodingParams(12, 10000, 50, CONVENTIONS[name])
    table = encoding_table(params, dtype=dtype)
    index, values = whole(table)
    assert table.columns == ("position", *params.convention.column_names(12))
    assert index.tolist() == list(range(50))
    assert values.dtype == np.dtype(dtype)
    assert np.array_equal(values, encode(params, dtype=dtype))


def test_rows_far_out_keep_exact_positions():
    start = 2**63 - 5
    table = encoding_table(SMALL, start=start, rows=5)
    assert [int(p) for p in whole(table)[0]] == list(range(start, 2**63))
    assert whole(encoding_table(SMALL, start=-3, rows=2))[0].tolist() == [-3, -2]


def test_without_rows_the_table_goes_to_its_end():
    assert encoding_table(SMALL, start=1).rows == 3
    assert encoding_table(SMALL, start=-2).rows == 6
    assert wavelengths_table(SMALL, start=3).rows == 1
    assert encoding_table(SMALL, rows=10**6).rows == 10**6
    with pytest.raises(ValueError, match="start must be a whole number below 4"):
        encoding_table(SMALL, start=4)


@pytest.mark.parametrize(
    ("make", "span"),
    [
        (encoding_table, {"start": 2**63, "rows": 1}),
        (encoding_table, {"start": 2**63 - 1, "rows": 2}),
        (encoding_table, {"rows": 0}),
        (encoding_table, {"dtype": "int32"}),
        (wavelengths_table, {"start": 4}),
        (wavelengths_table, {"rows": 5}),
        (similarity_table, {"start": -1}),
        (similarity_table, {"position": 2**63}),
        (similarity_table, {"position": 2**63 - 2, "rows": 3}),
    ],
)
def test_what_is_not_there_is_refused(make, span):
    with pytest.raises(ValueError, match="must be"):
        make(SMALL, **span)


def test_wavelengths_have_frequencies_and_turns():
    params = EncodingParams(64, 10000, 1000)
    index, values = whole(wavelengths_table(params))
    assert index.tolist() == list(range(32))
    assert np.array_equal(values[:, 0], omega(params))
    assert np.array_equal(values[:, 1], wavelengths(params))
    assert np.allclose(values[:, 2], 1000 * omega(params) / (2 * np.pi), rtol=1e-14)


@pytest.mark.parametrize("d_model", [64, 65])
@pytest.mark.parametrize("position", [0, 77, -1000, 10**18])
def test_measured_similarity_comes_from_rows(d_model, position):
    params = EncodingParams(d_model, 10000, 300)
    _, values = whole(similarity_table(params, position=position, fraction=0.25))
    even = 64
    there = encode(params, range(position, position + 300), fraction=0.25)[:, :even]
    assert np.array_equal(values[:, 0], similarity(params, range(300)))
    assert np.allclose(values[:, 2], there @ there[0], atol=1e-12)
    assert np.abs(values[:, 1] - values[:, 0]).max() < 1e-12
    assert np.abs(values[:, 2] - values[:, 0]).max() < 1e-12


def test_similarity_near_the_end_of_positions():
    assert similarity_table(SMALL, position=2**63 - 3).rows == 3


def test_blocks_are_bounded_however_long_the_table():
    params = EncodingParams(512, 10000, 10**15)
    for table in (encoding_table(params), similarity_table(params)):
        assert table.rows == 10**15
        blocks = table.blocks()
        first = next(blocks)
        tracemalloc.start()
        second = next(blocks)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert second.index[0] == first.index[-1] + 1
        assert second.values.nbytes <= BLOCK_BYTES
        assert peak < 4 * BLOCK_BYTES
