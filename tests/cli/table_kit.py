"""Readers of every format, none of them ours, that give a table back as it was written."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass

import numpy as np
from safetensors import safe_open


@dataclass
class Read:
    """What a file holds: None where the format has no place for it."""

    values: np.ndarray
    index: list[int] | None = None
    cells: list[list[str]] | None = None
    columns: list[str] | None = None
    told: dict | None = None


def read(path, table):
    """Return what a file holds, read as the format's users do."""
    return READERS[path.suffix](path, table)


def as_words(rows):
    """Return cells as a CSV file has them."""
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def by_row(cells, rows):
    return [list(row) for row in zip(*cells.values(), strict=True)] if cells else [[] for _ in range(rows)]


def _delimited(path, table):
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    told = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    rest = [line for line in lines if not line.startswith("# ")]
    header, *rows = csv.reader(rest, delimiter="\t" if path.suffix == ".tsv" else ",")
    end = 1 + table.cells
    values = np.array([[float(v) for v in row[end:]] for row in rows]).astype(table.dtype)
    return Read(values, [int(row[0]) for row in rows], [row[1:end] for row in rows], header, told)


def _json(path, table):
    told = json.loads(path.read_text(encoding="utf-8"))
    rows, end = told["rows"], 1 + table.cells
    values = [[np.nan if v is None else v for v in row[end:]] for row in rows]
    cells = as_words(row[1:end] for row in rows)
    return Read(
        np.array(values).astype(table.dtype),
        [row[0] for row in rows],
        cells,
        told["columns"],
        told["parameters"],
    )


def _npy(path, table):
    return Read(np.load(path, allow_pickle=False))


def _npz(path, table):
    with np.load(path, allow_pickle=False) as arrays:
        told = json.loads(str(arrays["metadata"]))
        index = arrays[table.columns[0]]
        assert index.dtype == np.int64
        cells = as_words(by_row(told.get("cells"), table.rows))
        return Read(arrays["values"], index.tolist(), cells, told["columns"], told["parameters"])


def _safetensors(path, table):
    with safe_open(path, framework="numpy") as file:
        told = file.metadata()
        assert sorted(file.keys()) == sorted(["values", table.columns[0]])
        index = file.get_tensor(table.columns[0])
        assert index.dtype == np.int64
        cells = as_words(by_row(json.loads(told.get("cells", "null")), table.rows))
        return Read(file.get_tensor("values"), index.tolist(), cells, json.loads(told["columns"]), told)


READERS = {
    ".csv": _delimited,
    ".tsv": _delimited,
    ".json": _json,
    ".npy": _npy,
    ".npz": _npz,
    ".safetensors": _safetensors,
}
