"""Arrays read from npy, npz and safetensors files: headers are checked before anything is allocated."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import IO, Any, BinaryIO, Final

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from gui.export.reading.found import Entry, Found, ReadError, as_table, checked_size, chosen

_BFLOAT16: Final = "bfloat16"
_TENSOR_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "F64": "float64",
        "F32": "float32",
        "F16": "float16",
        "BF16": _BFLOAT16,
        "I64": "int64",
        "I32": "int32",
        "I16": "int16",
        "I8": "int8",
        "U8": "uint8",
    }
)
_MOST_HEADER: Final = 1 << 26
_MOST_MEMBERS: Final = 100_000


def read_npy(file: BinaryIO, tensor: str | None) -> Found:
    """Return the table of an npy file, which has no name."""
    if tensor is not None:
        raise ReadError("there is only one array in it, without a name")
    entry, kind, fortran = _npy_header(file)
    return as_table(_npy_values(file, entry, kind, fortran), entry.dtype)


def read_npz(file: BinaryIO, tensor: str | None) -> Found:
    """Return the table of an npz file."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = {n.removesuffix(".npy"): n for n in archive.namelist() if n.endswith(".npy")}
            if len(members) > _MOST_MEMBERS:
                raise ReadError(f"it holds more than {_MOST_MEMBERS} arrays")
            name = chosen({short: _member_entry(archive, full) for short, full in members.items()}, tensor)
            with archive.open(members[name]) as member:
                entry, kind, fortran = _npy_header(member)
                return as_table(_npy_values(member, entry, kind, fortran), entry.dtype, name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise ReadError("it is damaged, or no npz file") from error


def read_safetensors(file: BinaryIO, tensor: str | None) -> Found:
    """Return the table of a safetensors file; only the bytes of that tensor are read."""
    start, tensors = _tensors(file)
    entries = {name: _entry(tensor) for name, tensor in tensors.items()}
    name = chosen(entries, tensor)
    entry = entries[name]
    if entry.dtype not in _TENSOR_TYPES.values():
        raise ReadError(f"the tensor {name!r} is of type {entry.dtype}, which is not read")
    kind = np.dtype("<u2" if entry.dtype == _BFLOAT16 else entry.dtype)
    size = checked_size(entry.shape, kind.itemsize)
    first, last = _offsets(tensors[name])
    if last - first != size:
        raise ReadError(f"it is damaged: the tensor {name!r} has not the size of its shape")
    file.seek(start + first)
    values = np.frombuffer(_exactly(file, size), dtype=kind).reshape(entry.shape)
    return as_table(_widened(values) if entry.dtype == _BFLOAT16 else values, entry.dtype, name)


def _npy_header(file: IO[bytes]) -> tuple[Entry, np.dtype[Any], bool]:
    """Return what an npy file says it holds, its number type, and whether columns come first."""
    try:
        version = npy.read_magic(file)
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
        shape, fortran, kind = read(file)
    except (ValueError, KeyError, EOFError, SyntaxError, TypeError) as error:
        raise ReadError("it is damaged, or no npy file") from error
    name = _BFLOAT16 if kind.kind == "V" and kind.itemsize == 2 else kind.name
    return Entry(name, shape), kind, fortran


def _npy_values(file: IO[bytes], entry: Entry, kind: np.dtype[Any], fortran: bool) -> NDArray[Any]:
    """Return the array behind an npy header."""
    is_bfloat16 = entry.dtype == _BFLOAT16
    if kind.kind not in "fiu" and not is_bfloat16:
        raise ReadError(f"it holds an array of {kind.name}, not of numbers")
    size = checked_size(entry.shape, kind.itemsize)
    flat = np.frombuffer(_exactly(file, size), dtype="<u2" if is_bfloat16 else kind)
    values = flat.reshape(entry.shape, order="F" if fortran else "C")
    return _widened(values) if is_bfloat16 else values.astype(kind.newbyteorder("="), copy=False)


def _member_entry(archive: zipfile.ZipFile, name: str) -> Entry:
    with archive.open(name) as member:
        return _npy_header(member)[0]


def _tensors(file: BinaryIO) -> tuple[int, dict[str, Any]]:
    """Return where the data of a safetensors file begins, and what it says of its tensors."""
    size = int.from_bytes(_exactly(file, 8), "little")
    if size > _MOST_HEADER:
        raise ReadError("it is damaged, or no safetensors file")
    try:
        header = json.loads(_exactly(file, size))
    except (ValueError, RecursionError) as error:
        raise ReadError("it is damaged, or no safetensors file") from error
    if not isinstance(header, dict):
        raise ReadError("it is damaged, or no safetensors file")
    header.pop("__metadata__", None)
    return 8 + size, header


def _entry(tensor: Any) -> Entry:
    if not isinstance(tensor, dict) or not isinstance(tensor.get("shape"), list):
        raise ReadError("it is damaged: a tensor has no shape")
    dtype = str(tensor.get("dtype"))
    return Entry(_TENSOR_TYPES.get(dtype, dtype), tuple(tensor["shape"]))


def _offsets(tensor: Mapping[str, Any]) -> tuple[int, int]:
    offsets = tensor.get("data_offsets")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(type(o) is int for o in offsets):
        raise ReadError("it is damaged: a tensor has no place")
    first, last = offsets
    if not 0 <= first <= last:
        raise ReadError("it is damaged: a tensor has an impossible place")
    return first, last


def _widened(values: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Return bfloat16 numbers, given as their bits, as float32: their upper half."""
    return (values.astype(np.uint32) << np.uint32(16)).view(np.float32)


def _exactly(file: IO[bytes], size: int) -> bytes:
    data = file.read(size)
    if len(data) != size:
        raise ReadError("it ends too early")
    return data
