"""The size of a picture: in pixels or on paper, how much of it a pixel of the window takes; no Qt in here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gui.export.files import ExportError
from gui.model.numbers import parse_integer, parse_real
from gui.model.readout import plain_number

SIDE_MIN: Final = 64
SIDE_MAX: Final = 16384
PIXELS_MAX: Final = 100_000_000
DPI_MIN: Final = 36
DPI_MAX: Final = 2400
PAPER_DPI: Final = 300
"""The resolution of a picture on paper where none is given, in pixels per inch."""
SCALE_MAX: Final = 32.0
BASE: Final = (1280, 720)
"""A picture of at least this size is drawn as a window of about this size, magnified."""

_MM: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_PAPERS: Final = {
    "a3": (420.0, 297.0),
    "a4": (297.0, 210.0),
    "a5": (210.0, 148.0),
    "a6": (148.0, 105.0),
    "letter": (279.4, 215.9),
}
PAPERS: Final = tuple(_PAPERS)
SIZES: Final = f"width x height in pixels such as 1920x1080, in mm, cm or in, or {', '.join(PAPERS)}"


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

    @property
    def pixels(self) -> int:
        """How many pixels the picture has."""
        return self.width * self.height


def parse_size(text: str, name: str = "size", *, dpi: int | None = None) -> Size:
    """Read a size: 1920x1080 pixels, 120x80mm, or the name of a paper, which lies or (a4-portrait) stands.

    Parameters
    ----------
    text : str
        What was given.
    name : str
        What it is, for the message.
    dpi : int, optional
        Pixels per inch of a size on paper, `PAPER_DPI` where there is none.

    Raises
    ------
    ExportError or NumberError
        When the text is no size, or one that cannot be had.
    """
    lengths = _on_paper(text.strip().lower(), name)
    if lengths is not None:
        return Size(*(round(mm / 25.4 * (dpi or PAPER_DPI)) for mm in lengths))
    sides = re.split("[xX×]", text)
    if len(sides) != 2:
        raise ExportError(f"{name} is {SIZES}, not {text!r}")
    width, height = (parse_integer(side, name, SIDE_MIN, SIDE_MAX) for side in sides)
    return Size(width, height)


def is_on_paper(text: str) -> bool:
    """Tell whether a text gives a size in millimetres or the like, so that it needs dots per inch."""
    plain = text.strip().lower()
    return plain.partition("-")[0] in _PAPERS or plain.endswith(tuple(_MM))


def _on_paper(text: str, name: str) -> tuple[float, float] | None:
    """Return width and height in millimetres, or None for a size in pixels."""
    paper, _, way = text.partition("-")
    if paper in _PAPERS and way in ("", "landscape", "portrait"):
        long, short = _PAPERS[paper]
        return (short, long) if way == "portrait" else (long, short)
    if not text.endswith(tuple(_MM)):
        return None
    sides = re.split("[x×]", text[:-2])
    if len(sides) != 2:
        raise ExportError(f"{name} is {SIZES}, not {text!r}")
    width, height = (parse_real(side, name, 0.1, 10000) * _MM[text[-2:]] for side in sides)
    return width, height


def parse_dpi(text: str, name: str = "dpi") -> int:
    """Read a resolution in pixels per inch.

    Raises
    ------
    NumberError
        When it is no whole number of its range.
    """
    return parse_integer(text, name, DPI_MIN, DPI_MAX)


def natural_scale(size: Size) -> float:
    """Return how many pixels of a picture a pixel of the window takes, so that text is never tiny.

    1 up to 1280 x 720. Beyond that the picture is that of a window of about this size, magnified as a
    screen with so many pixels per logical pixel shows it: text, lines and marks grow with the picture.
    """
    return max(1.0, min(size.width / BASE[0], size.height / BASE[1]))


def parse_scale(text: str, size: Size, name: str = "scale") -> float:
    """Read how many pixels of a picture a pixel of the window takes.

    Raises
    ------
    NumberError
        When it is no number from 0.25 to 32, or leaves the window less than 64 pixels.
    """
    most = min(SCALE_MAX, min(size.width, size.height) / SIDE_MIN)
    return parse_real(text, name, 0.25, float(plain_number(round(most, 2))))
