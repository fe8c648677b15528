"""Tables as CSV: every digit that reading back needs, streamed block by block; no Qt in here."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
import orjson

from engine.tables import Block, Table, encoding_table, similarity_table, wavelengths_table
from gui.export.files import ExportError, check_writable, reason, whole_file
from gui.export.provenance import of_table
from gui.model.state import AppState

SUFFIXES: Final = (".csv",)
STANDARD_OUTPUT: Final = "-"
_CHUNK: Final = 1 << 16
"""Values turned into text at a time: about 1.3 MB of it."""


def table_of(
    kind: str, state: AppState, *, start: int = 0, rows: int | None = None, dtype: str | None = None
) -> Table:
    """Return a table of a state: `kind` is one of `engine.tables.TABLE_KINDS`.

    Raises
    ------
    ExportError
        When a dtype is given for a table that is float64 always.
    ValueError
        When there are no such rows.
    """
    if kind == "encoding":
        return encoding_table(state.params, start=start, rows=rows, dtype=dtype or "float64")
    if dtype is not None:
        raise ExportError("--dtype is for the table of kind encoding, the others are float64")
    if kind == "wavelengths":
        return wavelengths_table(state.params, start=start, rows=rows)
    p = state.position
    return similarity_table(state.params, position=p.whole, fraction=p.fraction, start=start, rows=rows)


def write_table(table: Table, name: str, *, overwrite: bool = False) -> None:
    """Write a table to a file, or to standard output where the name is "-".

    Raises
    ------
    ExportError
        When the suffix is unknown or the file cannot be written; nothing is left behind then.
    """
    if name == STANDARD_OUTPUT:
        _to_standard_output(table)
        return
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        raise ExportError(f"a table is written as {' or '.join(SUFFIXES)}, not as {path.name!r}")
    check_writable(path, overwrite=overwrite)
    _check_room(table, path)
    with whole_file(path, overwrite=overwrite) as file:
        write_csv(table, file)


def write_csv(table: Table, file: BinaryIO) -> None:
    """Write a table as CSV: `# key: value` lines, the column names, the rows."""
    for part in csv_parts(table):
        file.write(part)


def csv_parts(table: Table) -> Iterator[bytes]:
    """Yield the bytes of a CSV file in pieces of bounded size."""
    comments = "".join(f"# {key}: {value}\n" for key, value in of_table(table))
    yield f"{comments}{','.join(table.columns)}\n".encode()
    for block in table.blocks():
        yield from _rows(block)


def _rows(block: Block) -> Iterator[bytes]:
    """Yield the text of a block of rows; orjson writes the shortest digits that read back to the same."""
    many = max(1, _CHUNK // block.values.shape[1])
    for first in range(0, len(block.index), many):
        values = np.ascontiguousarray(block.values[first : first + many])
        lines = orjson.dumps(values, option=orjson.OPT_SERIALIZE_NUMPY)[2:-2].split(b"],[")
        index = block.index[first : first + many].tolist()
        yield b"".join([b"%d,%b\n" % row for row in zip(index, lines, strict=True)])


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


def _check_room(table: Table, path: Path) -> None:
    """Refuse a table that cannot fit: a row is at least "0," and "0.0," for each value."""
    least = table.rows * (2 + 4 * (len(table.columns) - 1))
    free = shutil.disk_usage(path.resolve().parent).free
    if least > free:
        sizes = f"at least {_size(least)}, and {_size(free)} are free there"
        raise ExportError(f"cannot write {path}: {table.rows} rows take {sizes}")


def _size(count: int) -> str:
    units = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB")
    step = min(len(units) - 1, (len(str(count)) - 1) // 3)
    return f"{count / 1000**step:.3g} {units[step]}"
