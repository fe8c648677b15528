"""The bench command: runs the benchmarks and prints them, for people or as JSON."""

from __future__ import annotations

import fnmatch
import json
import sys

from gui.bench.engine import ENGINE
from gui.bench.rows import Benchmark, Result, run


def benchmarks(pattern: str) -> tuple[Benchmark, ...]:
    """Return the benchmarks whose names match a pattern such as "encode.*".

    Raises
    ------
    ValueError
        When there is none; names them all.
    """
    known = (*ENGINE, *_painters())
    found = tuple(b for b in known if fnmatch.fnmatch(b.name, pattern))
    if not found:
        names = ", ".join(b.name for b in known)
        raise ValueError(f"no benchmark is named {pattern!r}: there are {names}")
    return found


def _painters() -> tuple[Benchmark, ...]:
    """Return the painters' benchmarks; none where there is no graphics library."""
    try:
        from gui.bench.painters import painters
    except ImportError:
        return ()
    return painters()


def main(pattern: str, *, as_json: bool) -> int:
    """Run the benchmarks that match and print what came out."""
    results: list[Result] = []
    for result in run(benchmarks(pattern)):
        results.append(result)
        print(result.as_line(), file=sys.stderr if as_json else sys.stdout, flush=True)
    if as_json:
        print(json.dumps({"results": [result.as_json() for result in results]}))
    return 0
