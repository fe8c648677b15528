"""The engine's benchmarks under pytest-benchmark; the ratio to the plain baseline is in the extra info."""

from __future__ import annotations

from typing import Any

import pytest

from gui.bench.engine import ENGINE
from gui.bench.rows import Benchmark, measured


@pytest.mark.parametrize("promise", ENGINE, ids=lambda promise: promise.name)
def test_engine(benchmark: Any, promise: Benchmark) -> None:
    pair = promise.make()
    benchmark.extra_info["ratio"] = measured(promise).ratio
    benchmark.extra_info["baseline"] = promise.baseline
    benchmark.pedantic(pair.task, rounds=5, warmup_rounds=1)
