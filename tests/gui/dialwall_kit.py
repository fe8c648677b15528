"""Helpers of the dial wall's tests: where hands point, and captions in a font of known widths."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QImage

from engine import EncodingParams
from gui.dialwall.captions import Captions
from gui.dialwall.view import DialWallView

Rgb = tuple[int, int, int]
LINE = 15.0


def captions(d_model: int, *, length: int = 128) -> Captions:
    """Return captions in a font of 7 pixels a character and `LINE` pixels a line."""
    return Captions(EncodingParams(d_model, length=length), lambda text: 7.0 * len(text), LINE)


def near(pixel: tuple[int, ...], colour: Rgb, within: int = 40) -> bool:
    return max(abs(a - b) for a, b in zip(pixel[:3], colour, strict=True)) < within


def hand_angle(image: QImage, view: DialWallView, colour: Rgb, pair: int = 0) -> float:
    """Return where a hand points, clockwise from twelve: the mean direction of its colour's pixels."""
    layout, area = view.wall, view.area
    index = int(np.flatnonzero(layout.visible == pair)[0])
    cx, cy = layout.centres[index] + (area.x(), area.y())
    total = 0j
    for y in range(int(cy - layout.radius), int(cy + layout.radius) + 1):
        for x in range(int(cx - layout.radius), int(cx + layout.radius) + 1):
            pixel = image.pixelColor(x, y)
            distance = math.hypot(x + 0.5 - cx, y + 0.5 - cy)
            if near(pixel.getRgb(), colour) and 0.7 * layout.radius < distance < 0.98 * layout.radius:
                total += complex(-(y + 0.5 - cy), x + 0.5 - cx)  # real: up, imaginary: right
    assert total != 0j, "no hand of that colour"
    return math.atan2(total.imag, total.real)


def turned(one: float, other: float) -> float:
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


def centre(view: DialWallView, pair: int) -> tuple[float, float]:
    """Return the middle of a dial, in the widget's pixels."""
    x, y = view.wall.centres[int(np.flatnonzero(view.wall.visible == pair)[0])]
    return float(x + view.area.x()), float(y + view.area.y())
