"""identify: columns in another order, by layout, by exchange or at random."""

import numpy as np
import pytest

from engine import CONVENTIONS, EncodingParams, encode, identify


def table_of(name, width=64, rows=range(64)):
    return encode(EncodingParams(width, convention=CONVENTIONS[name]), rows)


def in_order(match, table):
    made = encode(match.params, range(match.start, match.start + len(table)))
    return made[:, list(match.permutation)]


@pytest.mark.parametrize(
    ("stored", "wanted"),
    [("marian", "paper"), ("paper", "marian"), ("diffusion", "paper"), ("ddpm", "diffusers_flip")],
)
def test_other_layouts_are_permutations(stored, wanted):
    table = table_of(stored)
    match = next(match for match in identify(table) if match.name == wanted)
    assert sorted(match.permutation) == list(range(64))
    np.testing.assert_allclose(in_order(match, table), table, rtol=0, atol=1e-15)


def test_no_permutation_leads_from_one_spacing_to_the_other():
    assert all("paper" not in match.members for match in identify(table_of("ddpm")))
    assert all("ddpm" not in match.members for match in identify(table_of("paper")))


def test_an_exchange_across_pairs_is_explained():
    table = table_of("paper")
    table[:, [2, 9]] = table[:, [9, 2]]
    match = identify(table)[0]
    assert match.name == "paper"
    wanted = list(range(64))
    wanted[2], wanted[9] = 9, 2
    assert match.permutation == tuple(wanted)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("name", ["paper", "tensor2tensor", "mlx"])
def test_shuffled_columns(name, dtype):
    rng = np.random.default_rng(0)
    for width, start in ((8, 0), (64, 0), (64, 100), (128, 4096)):
        order = rng.permutation(width)
        table = table_of(name, width, range(start, start + 64))[:, order].astype(dtype)
        match = identify(table)[0]
        assert name in match.members
        assert match.start + match.params.convention.offset == start
        assert match.params.base == 1e4
        if dtype == np.float64:
            assert match.permutation == tuple(order)
        assert np.max(np.abs(in_order(match, table) - table)) <= match.max_error * 1.01 + 1e-15


@pytest.mark.parametrize(("name", "width"), [("paper", 9), ("marian", 33), ("ddpm", 9), ("diffusion", 33)])
def test_shuffled_columns_of_odd_widths(name, width):
    order = np.random.default_rng(1).permutation(width)
    table = table_of(name, width, range(3, 50))[:, order]
    found = {member: match for match in identify(table) for member in match.members}
    np.testing.assert_allclose(in_order(found[name], table), table, rtol=0, atol=1e-15)


def test_shuffled_columns_of_an_unusual_base():
    order = np.random.default_rng(2).permutation(32)
    table = encode(EncodingParams(32, 12345.6), range(64))[:, order]
    match = identify(table)[0]
    assert match.params.base == 12345.6
    assert match.permutation == tuple(order)


def test_a_large_shuffled_table():
    order = np.random.default_rng(3).permutation(1024)
    match = identify(table_of("paper", 1024, range(1024))[:, order])[0]
    assert match.permutation == tuple(order)
    assert match.max_error < 1e-15


def test_mixed_tables_are_none():
    rng = np.random.default_rng(4)
    table = table_of("paper")
    table[:, 10] = rng.permutation(table[:, 10])
    assert identify(table) == []
    table = table_of("paper")
    table[:, 6] = table[:, 8]
    assert identify(table) == []
    assert identify(rng.permutation(table_of("paper"))) == []
