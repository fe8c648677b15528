"""Tables as CSV and TSV: `# key: value` lines, the column names, the rows; quoted as RFC 4180 has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from engine import Cell, Table
from gui.export.formats.lines import Style, lines
from gui.export.provenance import of_table


def write_csv(table: Table, file: BinaryIO) -> None:
    """Write a table with commas."""
    file.writelines(csv_parts(table))


def write_tsv(table: Table, file: BinaryIO) -> None:
    """Write a table with tabs."""
    file.writelines(parts(table, "\t"))


def csv_parts(table: Table) -> Iterator[bytes]:
    """Yield the bytes of a CSV file in pieces of bounded size."""
    return parts(table, ",")


def parts(table: Table, delimiter: str, *, comments: bool = True) -> Iterator[bytes]:
    """Yield the bytes of a delimited file in pieces of bounded size, with or without its comments."""
    said = "".join(f"# {key}: {value}\n" for key, value in of_table(table)) if comments else ""
    yield f"{said}{delimiter.join(table.columns)}\n".encode()
    style = Style(b"", delimiter.encode(), b"\n", lambda cell: _field(cell, delimiter), names_nan=True)
    for block in table.blocks():
        yield from lines(block, style)


def _field(cell: Cell, delimiter: str) -> bytes:
    text = "" if cell is None else str(cell)
    if any(mark in text for mark in (delimiter, '"', "\n", "\r")):
        text = '"' + text.replace('"', '""') + '"'
    return text.encode()
