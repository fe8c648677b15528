"""Tables as arrays, streamed: npy with the floats alone, npz and safetensors with the first column as well.

An npy file holds the floats, shape (rows, columns), and nothing else: for the encoding, the table itself. The
others hold them as `values`, the first column under its own name as int64, and as metadata what a CSV file
says in its comments, the columns' names, and columns of whole numbers and texts.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from engine import Table
from gui.export.provenance import described, of_table

VALUES: Final = "values"
METADATA: Final = "metadata"
_INDEX_ROWS: Final = 1 << 20
_TENSOR_TYPES: Final = {"float64": "F64", "float32": "F32", "float16": "F16"}


def write_npy(table: Table, file: BinaryIO) -> None:
    """Write the floats of a table as one plain array."""
    _write_header(file, np.dtype(table.dtype), _shape(table))
    for part in _values(table):
        file.write(part)


def write_npz(table: Table, file: BinaryIO) -> None:
    """Write a table as the arrays `values`, its first column by name, and `metadata`, a text of JSON."""
    with zipfile.ZipFile(file, "w") as archive:
        with _member(archive, VALUES) as member:
            write_npy(table, member)
        with _member(archive, table.columns[0]) as member:
            _write_header(member, np.dtype(np.int64), (table.rows,))
            for part in _index(table):
                member.write(part)
        with _member(archive, METADATA) as member:
            told = described(table) | ({"cells": _cells(table)} if table.cells else {})
            npy.write_array(member, np.array(json.dumps(told, ensure_ascii=False)), allow_pickle=False)


def write_safetensors(table: Table, file: BinaryIO) -> None:
    """Write a table as safetensors: the header, the first column, then the floats, which so are aligned."""
    header = json.dumps(_header(table), ensure_ascii=False).encode()
    header += b" " * (-len(header) % 8)
    file.write(len(header).to_bytes(8, "little") + header)
    for part in _index(table):
        file.write(part)
    for part in _values(table):
        file.write(part)


def _header(table: Table) -> dict[str, Any]:
    rows, width = _shape(table)
    start = 8 * rows
    end = start + rows * width * np.dtype(table.dtype).itemsize
    told = dict(of_table(table)) | {"columns": json.dumps(table.columns)}
    if table.cells:
        told["cells"] = json.dumps(_cells(table), ensure_ascii=False)
    return {
        "__metadata__": told,
        table.columns[0]: {"dtype": "I64", "shape": [rows], "data_offsets": [0, start]},
        VALUES: {
            "dtype": _TENSOR_TYPES[table.dtype],
            "shape": [rows, width],
            "data_offsets": [start, end],
        },
    }


def _shape(table: Table) -> tuple[int, int]:
    return table.rows, len(table.value_columns)


def _values(table: Table) -> Iterator[memoryview]:
    kind = np.dtype(table.dtype).newbyteorder("<")
    for block in table.blocks():
        yield _bytes(block.values.astype(kind, copy=False))


def _index(table: Table) -> Iterator[memoryview]:
    end = table.first + table.rows
    for first in range(table.first, end, _INDEX_ROWS):
        yield _bytes(np.arange(first, min(first + _INDEX_ROWS, end), dtype="<i8"))


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).data


def _cells(table: Table) -> dict[str, list[int | str | None]]:
    """Return the columns of whole numbers and texts by name."""
    rows = [row for block in table.blocks() for row in block.cells]
    return {name: [row[column] for row in rows] for column, name in enumerate(table.cell_columns)}


def _write_header(file: BinaryIO, kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    descr = npy.dtype_to_descr(kind.newbyteorder("<"))
    npy.write_array_header_1_0(file, {"descr": descr, "fortran_order": False, "shape": shape})


def _member(archive: zipfile.ZipFile, name: str) -> BinaryIO:
    """Open a member of any size, with a date that is always the same."""
    return cast(BinaryIO, archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True))
