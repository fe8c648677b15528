"""What a benchmark is, how it is timed, and how its result is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Pair:
    """A task and the plain way to do the same, ready to be called again; `clear` ends both.

    Either does its work `times` times in a call; the results are for one.
    """

    task: Task
    baseline: Task
    clear: Task = field(default=lambda: None)
    times: int = 1


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One promise.

    Attributes
    ----------
    name : str
        Its name in results, such as "encode.65536x512.float64".
    baseline : str
        What it is compared with, in words.
    make : callable
        Allocates what both sides need and returns them.
    repeats, baseline_repeats : int
        How often each side is run, after one run that is not counted; the fastest counts.
    """

    name: str
    baseline: str
    make: Callable[[], Pair]
    repeats: int = 7
    baseline_repeats: int = 2


@dataclass(frozen=True, slots=True)
class Result:
    """What came out: seconds of both sides, and how many times as fast as the baseline the task is."""

    name: str
    seconds: float
    baseline: str
    baseline_seconds: float

    @property
    def ratio(self) -> float:
        """Baseline seconds per second."""
        return self.baseline_seconds / self.seconds

    def as_json(self) -> dict[str, Any]:
        """Return the result as values that JSON can hold."""
        return {
            "name": self.name,
            "seconds": self.seconds,
            "baseline": self.baseline,
            "baseline_seconds": self.baseline_seconds,
            "ratio": self.ratio,
        }

    def as_line(self) -> str:
        """Return the result as a line for a person."""
        return (
            f"{self.name:34} {self.seconds * 1e3:10.3f} ms   {self.ratio:8.2f} × as fast as "
            f"{self.baseline} ({self.baseline_seconds * 1e3:.3f} ms)"
        )


def run(benchmarks: Iterable[Benchmark]) -> Iterator[Result]:
    """Run benchmarks one after the other."""
    for benchmark in benchmarks:
        yield measured(benchmark)


def measured(benchmark: Benchmark) -> Result:
    """Time both sides in turns, so that a drift of the machine's speed meets both."""
    pair = benchmark.make()
    pair.task()
    seconds: list[float] = []
    baseline: list[float] = []
    for turn in range(max(benchmark.repeats, benchmark.baseline_repeats)):
        if turn < benchmark.baseline_repeats:
            baseline.append(_timed(pair.baseline))
        if turn < benchmark.repeats:
            seconds.append(_timed(pair.task))
    pair.clear()
    return Result(benchmark.name, min(seconds) / pair.times, benchmark.baseline, min(baseline) / pair.times)


def _timed(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start
