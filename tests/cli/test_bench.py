"""The benchmarks as a program: names, form of the results, and that both sides do the same work."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine import EncodingParams, encode, similarity
from gui.bench.command import benchmarks, main
from gui.bench.engine import ENGINE, direct_similarity, recipe
from gui.bench.rows import Benchmark, Pair, measured

NAMES = [
    "encode.65536x512.float64",
    "encode.65536x512.float32",
    "encode.1048576x128.float64",
    "encode.8192x4096.float64",
    "encode.fill.65536x512.float64",
    "block_means.1e15_over_1e6",
    "similarity.1e6x512",
    "shift.4096x4096",
    "csv.200000x64",
]


def test_the_names_are_there() -> None:
    assert [b.name for b in ENGINE] == NAMES


def test_a_name_that_is_not_there_is_explained() -> None:
    with pytest.raises(ValueError, match="no benchmark is named 'nothing'"):
        benchmarks("nothing")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("block_means.*", as_json=True) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [sorted(row) for row in results] == [["baseline", "baseline_seconds", "name", "ratio", "seconds"]]
    row = results[0]
    assert row["ratio"] == pytest.approx(row["baseline_seconds"] / row["seconds"])


def test_both_sides_are_run_and_the_fastest_counts() -> None:
    calls = {"task": 0, "baseline": 0}

    def count(name: str) -> object:
        calls[name] += 1
        return None

    pair = Pair(lambda: count("task"), lambda: count("baseline"))
    result = measured(Benchmark("x", "y", lambda: pair, repeats=4, baseline_repeats=2))
    assert calls == {"task": 5, "baseline": 2}
    assert result.seconds > 0


def test_the_recipe_is_the_same_table() -> None:
    np.testing.assert_allclose(recipe(100, 64, 10000.0), encode(EncodingParams(64, length=100)), atol=1e-12)


def test_the_direct_sum_is_the_same_similarity() -> None:
    params = EncodingParams(64, length=10000)
    np.testing.assert_allclose(direct_similarity(params, 10000), similarity(params), atol=1e-8)
