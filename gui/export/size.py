"""The size of a picture in pixels, and what sizes can be had; no Qt in here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gui.export.files import ExportError
from gui.model.numbers import parse_integer

SIDE_MIN: Final = 64
SIDE_MAX: Final = 16384
PIXELS_MAX: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class Size:
    """A picture's width and height in pixels.

    Raises
    ------
    ExportError
        When a side is not within 64 … 16384, or the picture has more than 100 megapixels.
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        if not all(SIDE_MIN <= side <= SIDE_MAX for side in (self.width, self.height)):
            raise ExportError(f"a picture is {SIDE_MIN} to {SIDE_MAX} pixels wide and high, not {self}")
        if (pixels := self.width * self.height) > PIXELS_MAX:
            raise ExportError(
                f"a picture has at most {PIXELS_MAX // 10**6} megapixels, and {self} has {pixels / 1e6:.0f}"
            )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


def parse_size(text: str, name: str = "size") -> Size:
    """Read a size such as 1920x1080.

    Raises
    ------
    ExportError or NumberError
        When the text is no size, or one that cannot be had.
    """
    sides = re.split("[xX×]", text)
    if len(sides) != 2:
        raise ExportError(f"{name} is width x height in pixels, such as 1920x1080, not {text!r}")
    width, height = (parse_integer(side, name, SIDE_MIN, SIDE_MAX) for side in sides)
    return Size(width, height)
