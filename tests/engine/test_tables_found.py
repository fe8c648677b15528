"""The tables of shifts, searches, number types and conventions: what the engine's own functions say."""

from __future__ import annotations

import numpy as np
import pytest

from engine import (
    CONVENTION_TITLES,
    CONVENTIONS,
    TABLE_KINDS,
    EncodingParams,
    collision_horizon,
    collisions_table,
    conventions_table,
    distance,
    encode,
    find_collision,
    first_bad_positions,
    omega,
    precision_error,
    precision_table,
    shift_matrix,
    shift_table,
    similarity,
    wavelengths,
)

SMALL = EncodingParams(8, 10000, 4)
MAKERS = (lambda p, **span: shift_table(p, 5, **span), collisions_table, precision_table, conventions_table)


def rows(table):
    """Return a table's rows by column name."""
    made = []
    for block in table.blocks():
        for place, index in enumerate(block.index.tolist()):
            cells = block.cells[place] if block.cells else ()
            made.append(dict(zip(table.columns, (index, *cells, *block.values[place].tolist()), strict=True)))
    return made


@pytest.mark.parametrize("make", MAKERS)
def test_a_table_says_what_it_is(make):
    table = make(SMALL)
    made = list(table.blocks())
    assert table.kind in TABLE_KINDS
    assert len(table.columns) == len(table.units)
    assert len(table.value_columns) == made[0].values.shape[1]
    assert len(table.cell_columns) == table.cells
    assert [int(i) for block in made for i in block.index] == list(range(table.rows))
    named = dict(table.parameters)
    assert (named["d_model"], named["base"], named["start"], named["rows"]) == (8, 1e4, 0, table.rows)


@pytest.mark.parametrize("make", MAKERS)
def test_rows_can_be_chosen(make):
    every, some = rows(make(SMALL)), make(SMALL, start=1, rows=2)
    assert (some.first, some.rows) == (1, 2)
    assert str(rows(some)) == str(every[1:3])
    with pytest.raises(ValueError, match="rows must be"):
        make(SMALL, rows=len(every) + 1)
    with pytest.raises(ValueError, match="start must be"):
        make(SMALL, start=len(every))


# ---- shift ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [0, 1, -7, 2**63 - 1])
@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("d_model", [8, 9, 64])
def test_the_shift_is_that_of_the_engine(d_model, name, gap):
    convention = CONVENTIONS[name]
    if d_model % 2 and convention.odd != "zero_last":
        return
    params = EncodingParams(d_model, 10000, 4, convention)
    made = np.concatenate([block.values for block in shift_table(params, gap).blocks()])
    assert np.array_equal(made, shift_matrix(params, gap))


def test_a_shift_of_any_width_is_made_in_blocks():
    table = shift_table(EncodingParams(8192), 3)
    blocks = table.blocks()
    first, second = next(blocks), next(blocks)
    assert first.values.nbytes <= 1 << 24
    assert np.count_nonzero(second.values) == 2 * len(second.index)


def test_an_extra_sine_cannot_be_shifted():
    with pytest.raises(ValueError, match="d_model must be even to be shifted"):
        shift_table(EncodingParams(7), 1)


# ---- collisions ----------------------------------------------------------------------------------


def test_collisions_are_those_that_are_found():
    made = rows(collisions_table(SMALL))
    assert [row["gap"] for row in made] == [31416, 6283, 6283, 6]
    assert [row["status"] for row in made] == ["found"] * 4
    assert [row["searched_to"] for row in made] == [31415, 6282, 6282, 5]
    assert [row["epsilon"] for row in made] == [0.05, 0.1, 0.2, distance(SMALL, [1])[0]]
    for row in made:
        assert row["distance"] == distance(SMALL, [row["gap"]])[0] < row["epsilon"]
    assert made[0]["estimated_log10_gap"] == collision_horizon(SMALL, 0.05).log10_gap
    assert np.isnan(made[3]["estimated_log10_gap"])


def test_a_limit_is_searched_up_to_and_no_further():
    table = collisions_table(SMALL, limit=6282)
    made = rows(table)
    assert [row["status"] for row in made] == ["absent", "absent", "absent", "found"]
    assert [row["searched_to"] for row in made[:3]] == [6282] * 3
    assert all(row["gap"] is None and np.isnan(row["distance"]) for row in made[:3])
    assert dict(table.parameters)["limit"] == 6282


def test_without_a_limit_a_search_that_takes_long_is_given_up_at_the_same_place_everywhere(monkeypatch):
    monkeypatch.setattr("engine.tables.findings._PATIENCE", 30)
    made = rows(collisions_table(EncodingParams(64)))
    assert [row["status"] for row in made] == ["stopped"] * 4
    assert str(made) == str(rows(collisions_table(EncodingParams(64))))
    reached = made[0]["searched_to"]
    assert find_collision(EncodingParams(64), 0.05, last=reached).status == "absent"
    assert [row["gap"] for row in made] == [None] * 4
    assert made[0]["estimated_log10_gap"] > 30


def test_searches_report_that_they_are_alive():
    calls = []

    def alive():
        calls.append(1)
        if len(calls) > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(collisions_table(EncodingParams(512), limit=2**62).blocks(alive))
    calls.clear()
    assert len(list(precision_table(SMALL, limit=100).blocks(alive))) == 1
    assert len(calls) == 3


@pytest.mark.parametrize("limit", [0, 2**63, 1.5])
def test_limits_have_a_range(limit):
    with pytest.raises(ValueError, match="limit must be"):
        collisions_table(SMALL, limit=limit)


# ---- precision -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "fraction"), [(0, 0.0), (257, 0.0), (-1000, 0.25), (10**18, 0.5)])
def test_precision_is_that_of_the_engine(position, fraction):
    params = EncodingParams(16)
    made = rows(precision_table(params, position=position, fraction=fraction, limit=100_000))
    for kind in ("float32", "bfloat16", "float16"):
        wanted = precision_error(params, [position + fraction] if fraction else [position], kind)[0]
        if position < 10**18:  # one float cannot hold what the table is asked for
            assert np.array_equal([row[f"error_{kind}"] for row in made], wanted, equal_nan=True)
        bad = first_bad_positions(params, kind, last=100_000)
        assert tuple(row[f"first_bad_{kind}"] for row in made) == bad
    assert made[0]["first_bad_bfloat16"] == 257
    assert made[0]["first_bad_float32"] is None


def test_beyond_the_range_of_a_type_there_is_no_error():
    made = rows(precision_table(SMALL, position=70_000, limit=10))
    assert all(np.isnan(row["error_float16"]) for row in made)
    assert not any(np.isnan(row["error_bfloat16"]) for row in made)


# ---- conventions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("d_model", [2, 3, 8, 9])
def test_conventions_are_all_there_with_their_numbers(d_model):
    made = rows(conventions_table(EncodingParams(d_model, 500)))
    assert [row["name"] for row in made] == list(CONVENTIONS)
    assert [row["title"] for row in made] == list(CONVENTION_TITLES.values())
    for row in made:
        convention = CONVENTIONS[row["name"]]
        assert (row["layout"], row["spacing"], row["odd"]) == (
            convention.layout,
            convention.spacing,
            convention.odd,
        )
        assert (row["offset"], row["scale"]) == (convention.offset, convention.scale)
        try:
            params = EncodingParams(d_model, 500, convention=convention)
        except ValueError:
            assert np.isnan(row["similarity_1"])
            assert np.isnan(row["slowest_wavelength"])
            continue
        assert row["similarity_1"] == similarity(params, [1])[0]
        assert row["slowest_wavelength"] == wavelengths(params)[-1]
        assert np.isnan(row["omega_1"]) if d_model < 4 else row["omega_1"] == omega(params)[1]
        even = encode(params, [0, 1])[:, : 2 * params.pairs] if d_model % 2 == 0 else None
        assert even is None or abs(even[0] @ even[1] - row["similarity_1"]) < 1e-12
