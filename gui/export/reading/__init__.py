"""Tables read from files that anyone may have made: no pickles, nothing too large; no Qt in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

from gui.export.files import reason
from gui.export.reading.archives import read_npy, read_npz, read_safetensors
from gui.export.reading.found import MOST_BYTES, Found, ReadError
from gui.export.reading.text import read_json, read_text

__all__ = ["READABLE", "Found", "ReadError", "read_stream", "read_table"]

Reader = Callable[[BinaryIO, str | None], Found]


def _plain(read: Callable[[bytes], Found]) -> Reader:
    """Return a reader of texts, which hold one table without a name."""

    def reader(file: BinaryIO, tensor: str | None) -> Found:
        if tensor is not None:
            raise ReadError("there is only one table in it, without a name")
        return read(_limited(file))

    return reader


_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        ".npy": read_npy,
        ".npz": read_npz,
        ".safetensors": read_safetensors,
        ".csv": _plain(read_text),
        ".tsv": _plain(read_text),
        ".txt": _plain(read_text),
        ".json": _plain(read_json),
    }
)
READABLE: Final = tuple(_READERS)


def read_table(path: Path, *, tensor: str | None = None) -> Found:
    """Return the table of a file, chosen by its suffix.

    Parameters
    ----------
    path : Path
        One of `READABLE`.
    tensor : str, optional
        The name of the array, for a file with several that may be meant.

    Raises
    ------
    ReadError
        When it cannot be read, holds no table, or several; the message is one sentence.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise ReadError(f"a table is read from {', '.join(READABLE)}, not from {path.name!r}")
    try:
        with path.open("rb") as file:
            return read(file, tensor)
    except OSError as error:
        raise ReadError(f"cannot read {path}: {_reason(error)}") from error
    except ReadError as error:
        raise ReadError(f"cannot read {path}: {error}") from error


def read_stream(file: BinaryIO) -> Found:
    """Return the table, or the single row, of a text of numbers.

    Raises
    ------
    ReadError
        When it is none.
    """
    try:
        return read_text(_limited(file))
    except ReadError as error:
        raise ReadError(f"cannot read standard input: {error}") from error


def _limited(file: BinaryIO) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ReadError(f"it is larger than {MOST_BYTES >> 20} MiB")
    return data


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "there is no permission to read it"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    return reason(error)
