"""The progress bar of the command line: only on a terminal, and only for work that takes a while."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from gui.export.progress import Progress

_PATIENCE: Final = 1.0
"""Seconds of work before there is a bar."""


@contextlib.contextmanager
def progress_bar(unit: str = "rows") -> Iterator[Progress | None]:
    """Return what shows progress on standard error, or None where nobody would see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(unit)
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    """A bar that is made when it is first worth showing, which spares short work its import."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._started = time.monotonic()
        self._shown: Any = None

    def __call__(self, done: int, rows: int) -> None:
        if self._shown is None:
            if time.monotonic() - self._started < _PATIENCE:
                return
            self._shown = _made(done, rows, self._unit)
        self._shown.update(done - self._shown.n)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()


def _made(done: int, rows: int, unit: str) -> Any:
    from tqdm import tqdm  # type: ignore[import-untyped]

    tqdm.monitor_interval = 0  # no thread beside ours
    return tqdm(total=rows, initial=done, unit=f" {unit}", unit_scale=True, leave=False, file=sys.stderr)
