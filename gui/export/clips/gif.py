"""GIF clips, written frame by frame: only what changes is written, in one palette for all frames."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from fractions import Fraction
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PySide6.QtGui import QImage

from gui.export.clips.reel import Reel, rgb_of
from gui.export.files import ExportError
from gui.export.raster import as_lines
from gui.export.size import Size

FPS_MAX: Final = 50
"""Programs that show GIFs slow down what is faster."""
_TICKS: Final = 100
_COLOURS: Final = 255
_FREQUENT: Final = 112
"""How many colours are kept as they are where not all can be."""
_PLACES: Final = np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)
_SAME: Final = 255
"""The index of what stays as it was."""

Bytes = NDArray[np.uint8]


def check_gif(size: Size, fps: Fraction) -> None:
    """Refuse more frames per second than a GIF can have.

    Raises
    ------
    ExportError
        When there are too many.
    """
    if fps > FPS_MAX:
        raise ExportError(f"a GIF shows at most {FPS_MAX} frames per second, not {float(fps):g}")


def write_gif(reel: Reel, file: BinaryIO) -> None:
    """Write a GIF that repeats for ever.

    The colours are those that the samples need most; frame times are in hundredths of a second.
    """
    colours = _Colours(reel.samples)
    file.write(_head(reel, colours.table))
    before: Bytes | None = None
    for image, ticks in zip(reel.frames, reel.durations(_TICKS), strict=False):
        indices = colours.indices(image)
        _write_frame(file, indices, before, ticks)
        before = indices
    file.write(b";")


class _Colours:
    """Up to `_COLOURS` colours of some pictures, and the nearest of them to any other.

    The most frequent ones are kept as they are, where there are too many, and the rest of them merged.
    """

    def __init__(self, samples: tuple[QImage, ...]) -> None:
        packed, counts = np.unique(np.concatenate([_packed(image) for image in samples]), return_counts=True)
        order = np.argsort(-counts, kind="stable")
        kept = len(order) if len(order) <= _COLOURS else _FREQUENT
        self.table = _unpacked(packed[order[:kept]])
        if kept < len(order):
            merged = _merged(_unpacked(np.sort(packed[order[kept:]])), _COLOURS - kept)
            self.table = np.concatenate([self.table, merged])
        self._nearest = np.full(1 << 24, _SAME, dtype=np.uint8)  # of every colour, once it has been met

    def indices(self, image: QImage) -> Bytes:
        """Return the place in the table of each pixel's colour, shape (height, width)."""
        packed = _packed(image)
        unknown = np.unique(packed[self._nearest[packed] == _SAME])
        for some in np.array_split(unknown, len(unknown) // 4096 + 1):
            apart = _unpacked(some)[:, None].astype(np.int32) - self.table
            self._nearest[some] = (apart**2).sum(axis=2).argmin(axis=1)
        return self._nearest[packed].reshape(image.height(), image.width())


def _packed(image: QImage) -> NDArray[np.uint32]:
    return rgb_of(image).reshape(-1, 3).astype(np.uint32) @ _PLACES


def _unpacked(packed: NDArray[np.uint32]) -> Bytes:
    return ((packed[:, None] // _PLACES) & np.uint32(255)).astype(np.uint8)


def _merged(colours: Bytes, count: int) -> Bytes:
    few = Image.fromarray(colours[None]).quantize(count, method=Image.Quantize.MEDIANCUT)
    return np.array(few.getpalette(), dtype=np.uint8).reshape(-1, 3)[:count]


def _head(reel: Reel, table: Bytes) -> bytes:
    colours = table.tobytes().ljust(3 * 256, b"\0")
    screen = struct.pack("<HHBBB", reel.size.width, reel.size.height, 0xF7, 0, 0)
    repeat = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    comment = b"\x21\xfe" + b"".join(_blocks(as_lines(reel.about).encode())) + b"\0"
    return b"GIF89a" + screen + colours + repeat + comment


def _blocks(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), 255):
        part = data[at : at + 255]
        yield bytes([len(part)]) + part


def _write_frame(file: BinaryIO, indices: Bytes, before: Bytes | None, ticks: int) -> None:
    left, top, part = _changed(indices, before)
    height, width = part.shape
    file.write(b"\x21\xf9\x04" + struct.pack("<BHBB", 0b00000101, ticks, _SAME, 0))
    file.write(b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0))
    file.write(b"\x08" + Image.fromarray(part).tobytes("gif", "L") + b"\0")


def _changed(indices: Bytes, before: Bytes | None) -> tuple[int, int, Bytes]:
    """Return the smallest rectangle with all that changes, the rest of it marked as the same."""
    if before is None:
        return 0, 0, indices
    differ = indices != before
    rows, columns = np.flatnonzero(differ.any(axis=1)), np.flatnonzero(differ.any(axis=0))
    if not len(rows):
        return 0, 0, np.full((1, 1), _SAME, dtype=np.uint8)
    area = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    part = np.where(differ[area], indices[area], np.uint8(_SAME))
    return int(columns[0]), int(rows[0]), np.ascontiguousarray(part)
