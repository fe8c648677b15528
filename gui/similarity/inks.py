"""How curves are told apart: a colour and a dash pattern each, never one of them alone; no Qt in here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette


@dataclass(frozen=True, slots=True)
class Stroke:
    """A colour, and lengths of dashes and spaces in turn, in pixels beside a font 16 pixels high."""

    ink: Rgb
    dashes: tuple[float, ...] = ()


PIN_DASHES: Final = (
    (12.0, 5.0),
    (3.0, 4.0),
    (12.0, 4.0, 3.0, 4.0),
    (22.0, 6.0),
    (12.0, 4.0, 3.0, 4.0, 3.0, 4.0),
)
LIMIT_DASHES: Final = (7.0, 3.0)
_ON_LIGHT: Final = ((190, 80, 20), (120, 70, 190), (110, 105, 0), (190, 60, 130), (110, 75, 50))
_ON_DARK: Final = ((250, 150, 90), (190, 155, 255), (205, 200, 90), (245, 140, 200), (205, 175, 150))


def curve_stroke(look: Palette) -> Stroke:
    """Return how the present curve is drawn."""
    return Stroke(look.curve)


def limit_stroke(look: Palette) -> Stroke:
    """Return how the continuous limit is drawn."""
    return Stroke(look.text, LIMIT_DASHES)


def pin_strokes(look: Palette) -> tuple[Stroke, ...]:
    """Return how the pins are drawn, oldest first."""
    inks = _ON_DARK if look.name == "dark" else _ON_LIGHT
    return tuple(Stroke(ink, dashes) for ink, dashes in zip(inks, PIN_DASHES, strict=True))


def stroke_of(look: Palette, number: int) -> Stroke:
    """Return how a pin is drawn, or the present curve for a negative number."""
    return curve_stroke(look) if number < 0 else pin_strokes(look)[number]
