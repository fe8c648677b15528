"""The commands that need no graphics: tables to files."""

from __future__ import annotations

import argparse
import signal

from gui.cli.signals import signals, unwind
from gui.cli.state import state_of
from gui.model.numbers import parse_integer
from gui.model.position import POSITION_LIMIT


def table(options: argparse.Namespace) -> int:
    """Write a table."""
    from gui.export.table import table_of, write_table

    state = state_of(options, playing=False)
    start = parse_integer(options.start, "--start", -POSITION_LIMIT, POSITION_LIMIT)
    rows = None if options.rows is None else parse_integer(options.rows, "--rows", 1, 2 * POSITION_LIMIT)
    wanted = table_of(options.kind, state, start=start, rows=rows, dtype=options.dtype)
    with signals(unwind, signal.SIGINT, signal.SIGTERM):
        write_table(wanted, options.output, overwrite=options.force)
    return 0
