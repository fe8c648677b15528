"""WebP clips: Pillow asks for one frame after the other, so that there is never more than one in memory."""

from __future__ import annotations

from fractions import Fraction
from typing import BinaryIO, Final

from PIL import Image

from gui.export.clips.reel import Reel
from gui.export.raster import check_webp, exif_bytes, pillow_image
from gui.export.size import Size

_TICKS: Final = 1000


def check_clip_webp(size: Size, fps: Fraction) -> None:
    """Refuse frames larger than a WebP can have.

    Raises
    ------
    ExportError
        When a side is too long.
    """
    check_webp(size.width, size.height)


def write_webp(reel: Reel, file: BinaryIO) -> None:
    """Write a WebP without loss that repeats for ever; frame times are in thousandths of a second."""
    about = {"exif": exif_bytes(reel.about)} if reel.about else {}
    options = {"lossless": True, "quality": 30, "method": 1, "loop": 0}  # five times as small as by method 0
    _Film(reel).save(
        file, "WEBP", save_all=True, duration=reel.durations(_TICKS), minimize_size=False, **options, **about
    )
    for _ in reel.frames:  # it tells its end
        pass


class _Film(Image.Image):
    """An image that becomes the next frame when it is wound on to it."""

    def __init__(self, reel: Reel) -> None:
        super().__init__()
        self._reel, self._at = reel, -1
        self._mode, self._size = "RGB", (reel.size.width, reel.size.height)
        self.seek(0)

    @property
    def n_frames(self) -> int:
        """How many frames there are."""
        return self._reel.count

    def tell(self) -> int:
        """Return the frame that it is at."""
        return max(self._at, 0)

    def seek(self, frame: int) -> None:
        """Wind on to a frame; there is no way back."""
        if frame > self._at:
            self._at = frame
            self.im = pillow_image(next(self._reel.frames)).im
