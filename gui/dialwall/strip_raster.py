"""Draws the bar code with QPainter: one device pixel column after the other, and the marks of pairs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.strip import FOOT, StripScene, colour_indices, pixel_values

BEYOND = FOOT / 2 + 1
"""Pixels that a pointer or a frame may reach beyond the strip."""
_FRAME_FROM = 5.0  # pixels of width from which a channel is framed as well as pointed at


class StripRaster:
    """The raster painter of the bar code."""

    def paint(self, painter: QPainter, target: Target, scene: StripScene) -> None:
        """Draw the strip into the target's rectangle."""
        bar = target.rect.adjusted(0, 0, 0, -FOOT)
        pixels = max(1, round(bar.width() * target.pixel_ratio))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(bar, strip_image(scene, target.palette, pixels))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(target.palette.line), 1.0))
        painter.drawRect(bar)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = bar.width() / len(scene.values)
        _draw_marks(painter, bar, cell, scene.hovered, target.palette.muted)
        _draw_marks(painter, bar, cell, scene.selected, target.palette.selected)


def strip_image(scene: StripScene, look: Palette, pixels: int) -> QImage:
    """Return the strip as a picture one pixel high and `pixels` wide."""
    row = np.full((pixels, 4), 255, dtype=np.uint8)
    row[:, :3] = look.value_map[colour_indices(pixel_values(scene.values, pixels))]
    return QImage(row.tobytes(), pixels, 1, 4 * pixels, QImage.Format.Format_RGBA8888).copy()


def _draw_marks(painter: QPainter, bar: QRectF, cell: float, channels: Iterable[int], ink: Rgb) -> None:
    """Frame channels and point at them from below."""
    for channel in channels:
        left = bar.left() + channel * cell
        painter.setPen(QPen(colour(ink), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if cell >= _FRAME_FROM:
            painter.drawRect(QRectF(left, bar.top(), cell, bar.height()).adjusted(0, 1, 0, -1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(ink))
        painter.drawPolygon(_pointer(QPointF(left + cell / 2, bar.bottom() + 1)))


def _pointer(tip: QPointF) -> QPolygonF:
    height, half = FOOT - 2, FOOT / 2
    return QPolygonF([tip, tip + QPointF(half, height), tip + QPointF(-half, height)])
