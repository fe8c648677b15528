"""The commands that need no graphics: tables to files, and what made a table."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from gui.cli.progress import progress_bar
from gui.cli.signals import signals, unwind
from gui.cli.state import state_of
from gui.export.reading import Found, ReadError, read_stream, read_table
from gui.export.table import table_of, write_table
from gui.model.numbers import parse_integer
from gui.model.position import POSITION_LIMIT


def table(options: argparse.Namespace) -> int:
    """Write a table."""
    state = state_of(options, playing=False)
    start = parse_integer(options.start, "--start", -POSITION_LIMIT, POSITION_LIMIT)
    rows = None if options.rows is None else parse_integer(options.rows, "--rows", 1, 2 * POSITION_LIMIT)
    limit = None if options.limit is None else parse_integer(options.limit, "--limit", 1, POSITION_LIMIT)
    wanted = table_of(options.kind, state, start=start, rows=rows, dtype=options.dtype, limit=limit)
    with signals(unwind, signal.SIGINT, signal.SIGTERM), progress_bar() as bar:
        write_table(wanted, options.output, overwrite=options.force, progress=bar)
    return 0


def identify(options: argparse.Namespace) -> int:
    """Print what made a table, the best explanation first."""
    from gui.cli.report import as_json, as_text, matches_of

    found = _found(options.file, options.tensor)
    used, matches = matches_of(found)
    print(as_json(used, matches) if options.json else as_text(used, matches))
    return 0


def _found(name: str | None, tensor: str | None) -> Found:
    if name not in (None, "-"):
        return read_table(Path(name), tensor=tensor)
    if sys.stdin is None or (name is None and sys.stdin.isatty()):
        raise ReadError("identify needs a file, or a row of numbers on standard input")
    return read_stream(sys.stdin.buffer)
