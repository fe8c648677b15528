"""Progress of long exports, and the way to cancel them; no Qt in here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine import Alive, Block, Table

Progress = Callable[[int, int], object]
"""Called with the rows done and the rows in all, before the first row, now and then while one takes long, and
after every block. Returning False cancels the export. Formats that are aligned go through the rows twice."""


class Cancelled(Exception):  # noqa: N818 - no error: it was asked for
    """The export was cancelled by its `Progress`; nothing is left of it."""


def watched(table: Table, progress: Progress) -> Table:
    """Return a table whose blocks report as they are taken, and raise `Cancelled` when told to."""

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        done = 0

        def report() -> None:
            if progress(done, table.rows) is False:
                raise Cancelled

        report()
        for block in table.blocks(report):
            yield block
            done += len(block.index)
            report()

    return replace(table, blocks=blocks)


def settled(table: Table) -> Table:
    """Return a table whose rows are all there: for small ones that take long and are needed twice."""
    made = tuple(table.blocks())

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        return iter(made)

    return replace(table, blocks=blocks)
