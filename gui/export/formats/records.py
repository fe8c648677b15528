"""Tables as JSON: one object with the parameters, the columns and the rows; null where there is no number."""

from __future__ import annotations

import json
from typing import BinaryIO, Final

import orjson

from engine import Table
from gui.export.formats.lines import Style, lines
from gui.export.provenance import described

_ROW: Final = Style(b",\n[", b",", b"]", orjson.dumps, names_nan=False)


def write_json(table: Table, file: BinaryIO) -> None:
    """Write a table as JSON, a row a line."""
    head = json.dumps(described(table), indent=1, ensure_ascii=False)
    file.write(head.removesuffix("\n}").encode() + b',\n "rows": [')
    cut = 1  # no comma before the first row
    for block in table.blocks():
        for piece in lines(block, _ROW):
            file.write(piece[cut:])
            cut = 0
    file.write(b"\n]}\n")
