"""Numbers read from text: CSV and its relatives, printed arrays, JSON."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import orjson

from gui.export.reading.digits import as_printed
from gui.export.reading.found import Found, ReadError, as_table

_LIST: Final = re.compile(r"\[([^\[\]]*)\]")
_SPACES: Final = re.compile(r"[\s,]+")
_SHOWN: Final = 20


def read_text(data: bytes) -> Found:
    """Return the table of a text: rows of numbers between commas, semicolons, tabs or spaces, or in brackets.

    Lines that start with "#" and a first line of names are left out, and so is a first column that counts
    positions. Between semicolons or tabs a comma is a decimal one.
    """
    text = _decoded(data)
    if "[" in text and (read := _printed(text)):
        return read
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    if not lines:
        raise ReadError("there are no numbers in it")
    delimiter = _delimiter(lines[0][1])
    names = _split(lines[0][1], delimiter)
    if not any(_is_number(name) for name in names):
        lines = lines[1:]
    return _rows((f"line {n}", _split(line, delimiter)) for n, line in lines)


def read_json(data: bytes) -> Found:
    """Return the table of JSON: rows of numbers, alone or as `rows` of an object."""
    try:
        read = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ReadError("it is damaged, or no JSON") from error
    rows = read.get("rows") if isinstance(read, dict) else read
    if not isinstance(rows, list):
        raise ReadError("it holds no rows of numbers")
    if rows and not isinstance(rows[0], list):
        rows = [rows]
    return _rows((f"row {n}", row) for n, row in enumerate(rows))


def _printed(text: str) -> Found | None:
    """Return the innermost lists of a printed array, or None without any."""
    rows = [part for part in _LIST.findall(text) if part.strip()]
    split = ([f for f in _SPACES.split(part.strip()) if f] for part in rows)
    return _rows((f"row {n}", row) for n, row in enumerate(split)) if rows else None


def _rows(rows: Iterable[tuple[str, Any]]) -> Found:
    """Return rows of fields as a table; each comes with the words that say where it is."""
    values, width = array("d"), 0
    for where, fields in rows:
        try:
            values.extend(_numbers(fields))
        except (TypeError, ValueError) as error:
            raise ReadError(f"{where} is no row of numbers: {_shown(fields)}") from error
        if width and len(fields) != width:
            raise ReadError(f"{where} has {len(fields)} columns, the first row has {width}")
        width = len(fields)
    if not width:
        raise ReadError("there are no numbers in it")
    found = as_table(np.frombuffer(values, dtype=np.float64).reshape(-1, width), "")
    exact, kind = as_printed(found.values)
    return replace(found, values=exact, dtype=f"{kind} in text")


def _numbers(fields: Iterable[Any]) -> Iterator[float]:
    return map(float, fields)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError("it is no text in UTF-8") from error


def _delimiter(line: str) -> str | None:
    return next((mark for mark in ("\t", ";", ",") if mark in line), None)


def _split(line: str, delimiter: str | None) -> list[str]:
    fields = line.strip().split(delimiter)
    if delimiter in ("\t", ";"):
        fields = [field.replace(",", ".") for field in fields]
    return fields[:-1] if delimiter and not fields[-1].strip() else fields


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shown(fields: Any) -> str:
    text = ", ".join(map(str, fields)) if isinstance(fields, list) else str(fields)
    return repr(text if len(text) <= 2 * _SHOWN else text[: 2 * _SHOWN] + "…")
