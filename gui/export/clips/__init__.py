"""The formats of clips, each written frame by frame in bounded memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import BinaryIO, Final

from gui.export.clips.gif import check_gif, write_gif
from gui.export.clips.mp4 import check_mp4, write_mp4
from gui.export.clips.reel import Reel
from gui.export.clips.webp import check_clip_webp, write_webp
from gui.export.size import Size

__all__ = ["FORMATS", "ClipFormat", "Reel"]


@dataclass(frozen=True, slots=True)
class ClipFormat:
    """A format: what refuses what it cannot have, what writes it, and whether that needs samples."""

    check: Callable[[Size, Fraction], None]
    write: Callable[[Reel, BinaryIO], None]
    samples: bool = False


FORMATS: Final[dict[str, ClipFormat]] = {
    ".gif": ClipFormat(check_gif, write_gif, samples=True),
    ".webp": ClipFormat(check_clip_webp, write_webp),
    ".mp4": ClipFormat(check_mp4, write_mp4),
}
