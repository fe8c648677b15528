"""Benchmarks run only when they are asked for: `pytest tests/benchmarks --benchmark-enable -n 0`."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return (
        True if config.getoption("benchmark_disable") and not config.getoption("benchmark_enable") else None
    )
