"""The reel: frames that come one by one, and when each of them is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from gui.export.provenance import Provenance
from gui.export.size import Size


@dataclass(frozen=True, slots=True)
class Reel:
    """A clip to be written.

    Attributes
    ----------
    frames : iterator of QImage
        The pictures, to be taken once.
    count : int
        How many there are.
    fps : Fraction
        Frames per second.
    size : Size
        Of every picture.
    about : Provenance
        What the file says of its making.
    samples : tuple of QImage
        Some of the pictures, for formats that have to choose colours beforehand.
    """

    frames: Iterator[QImage]
    count: int
    fps: Fraction
    size: Size
    about: Provenance
    samples: tuple[QImage, ...] = ()

    def durations(self, per_second: int) -> list[int]:
        """Return how long each frame lasts in whole ticks, so many per second.

        Every frame ends at the tick nearest to its exact end, so that roundings never add up and the whole
        is as long as it should be.
        """
        ends = [round(Fraction(n * per_second) / self.fps) for n in range(self.count + 1)]
        return [after - before for before, after in pairwise(ends)]


def rgb_of(image: QImage) -> NDArray[np.uint8]:
    """Return a copy of the pixels, shape (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()
