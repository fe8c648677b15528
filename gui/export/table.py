"""Tables of a state, written to files of every format or copied as text; no Qt in here."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from engine import (
    Table,
    collisions_table,
    conventions_table,
    encoding_table,
    precision_table,
    shift_table,
    similarity_table,
    wavelengths_table,
)
from gui.export.files import ExportError, check_writable, reason, whole_file
from gui.export.formats import FORMATS, Format
from gui.export.formats.delimited import parts, write_csv
from gui.export.progress import Progress, settled, watched
from gui.model.state import AppState

SUFFIXES: Final = tuple(FORMATS)
STANDARD_OUTPUT: Final = "-"
COPIED_FIELDS: Final = 1_000_000
"""The most fields of a table that is copied as text."""
_LIMITED: Final = ("collisions", "precision")


def table_of(
    kind: str,
    state: AppState,
    *,
    start: int = 0,
    rows: int | None = None,
    dtype: str | None = None,
    limit: int | None = None,
) -> Table:
    """Return a table of a state: `kind` is one of `engine.TABLE_KINDS`.

    Parameters
    ----------
    start, rows : int
        The first position, pair, gap, channel or other row, and how many; rows of None goes to the end.
    dtype : str, optional
        Of the encoding: "float64", "float32" or "float16".
    limit : int, optional
        How far collisions and bad positions are searched for, in positions.

    Raises
    ------
    ExportError
        When a dtype or a limit is given for a table that has none.
    ValueError
        When there are no such rows.
    """
    params, p = state.params, state.position
    if dtype is not None and kind != "encoding":
        raise ExportError("--dtype is for the table of kind encoding, the others are float64")
    if limit is not None and kind not in _LIMITED:
        raise ExportError(f"--limit is for the tables of kinds {' and '.join(_LIMITED)}")
    match kind:
        case "encoding":
            return encoding_table(params, start=start, rows=rows, dtype=dtype or "float64")
        case "wavelengths":
            return wavelengths_table(params, start=start, rows=rows)
        case "similarity":
            return similarity_table(params, position=p.whole, fraction=p.fraction, start=start, rows=rows)
        case "shift":
            return shift_table(params, state.gap, start=start, rows=rows)
        case "collisions":
            return collisions_table(params, limit=limit, start=start, rows=rows)
        case "precision":
            return precision_table(
                params, position=p.whole, fraction=p.fraction, limit=limit, start=start, rows=rows
            )
        case "conventions":
            return conventions_table(params, start=start, rows=rows)
    raise ExportError(f"there is no table of kind {kind!r}")


def write_table(
    table: Table, name: str, *, overwrite: bool = False, progress: Progress | None = None
) -> None:
    """Write a table to a file, or as CSV to standard output where the name is "-".

    Raises
    ------
    ExportError
        When the suffix is unknown or the file cannot be written; nothing is left behind then.
    Cancelled
        When `progress` returned False; nothing is left behind either.
    """
    if name == STANDARD_OUTPUT:
        _to_standard_output(_ready(table, progress))
        return
    path = Path(name)
    chosen = check_table_path(table, path, overwrite=overwrite)
    with whole_file(path, overwrite=overwrite) as file:
        chosen.write(_ready(table, progress), file)


def check_table_path(table: Table, path: Path, *, overwrite: bool = False) -> Format:
    """Return the format of a file, or refuse what is known beforehand not to go well.

    Raises
    ------
    ExportError
        For an unknown suffix, a table too large for its format or for the disk, and unwritable places.
    """
    chosen = FORMATS.get(path.suffix.lower())
    if chosen is None:
        raise ExportError(
            f"a table is written as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not as {path.name!r}"
        )
    if chosen.most_rows is not None and table.rows > chosen.most_rows:
        allowed = f"a table for reading, {path.suffix.lower()}, has at most {chosen.most_rows} rows"
        raise ExportError(f"{allowed}, not {table.rows}: choose fewer rows, or a format such as .csv")
    check_writable(path, overwrite=overwrite)
    _check_room(table, chosen, path)
    return chosen


def copy_table_text(state: AppState, kind: str, *, start: int = 0, rows: int | None = None) -> str:
    """Return a table as text that pastes into the cells of a spreadsheet: tabs between, names on top.

    Raises
    ------
    ExportError
        When the table has more than `COPIED_FIELDS` fields.
    ValueError
        When there are no such rows.
    """
    table = table_of(kind, state, start=start, rows=rows)
    fields = table.rows * len(table.columns)
    if fields > COPIED_FIELDS:
        raise ExportError(
            f"a table to be copied has at most {COPIED_FIELDS} cells, not {fields}: export it to a file"
        )
    return b"".join(parts(table, "\t", comments=False)).decode()


def _ready(table: Table, progress: Progress | None) -> Table:
    """Return the table as writers need it: reporting, and made only once where that takes long."""
    seen = table if progress is None else watched(table, progress)
    return settled(seen) if table.cells else seen


def _to_standard_output(table: Table) -> None:
    """Write to standard output; a reader that goes away, as `head` does, ends it quietly."""
    if sys.stdout is None:
        raise ExportError("cannot write to standard output: it is closed")
    try:
        write_csv(table, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except OSError as error:
        _silence_standard_output()
        if not _reader_left(error):
            raise ExportError(f"cannot write to standard output: {reason(error)}") from error


def _reader_left(error: OSError) -> bool:
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def _silence_standard_output() -> None:
    """Send what is still buffered nowhere, or the interpreter would complain of it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _check_room(table: Table, chosen: Format, path: Path) -> None:
    """Refuse a table that cannot fit."""
    least = table.rows * chosen.row_bytes(table)
    free = shutil.disk_usage(path.resolve().parent).free
    if least > free:
        sizes = f"at least {_size(least)}, and {_size(free)} are free there"
        raise ExportError(f"cannot write {path}: {table.rows} rows take {sizes}")


def _size(count: int) -> str:
    units = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB")
    step = min(len(units) - 1, (len(str(count)) - 1) // 3)
    return f"{count / 1000**step:.3g} {units[step]}"
