"""Draws the dial wall with QPainter: faces once into a picture, then all hands in one call per frame."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from gui.canvas.palette import Palette
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.dots import DotPainter
from gui.dialwall.faces import FacePainter
from gui.dialwall.hands import HandPainter
from gui.dialwall.layout import WallLayout
from gui.dialwall.scene import Faces, WallScene

_BEYOND = 4.0  # pixels that a mark may reach beyond the area


class WallRaster:
    """The raster painter of the wall.

    The still part is kept as a picture of device pixels and made anew only when the faces, the palette or
    the pixel ratio change.
    """

    def __init__(self) -> None:
        self._faces, self._hands, self._dots = FacePainter(), HandPainter(), DotPainter()
        self._backdrop = QImage()
        self._backdrop_of: tuple[Faces, Palette, float, str] | None = None

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw the wall into the target's rectangle."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(target.rect.topLeft())
        area = QRectF(QPointF(0, 0), target.rect.size())
        painter.setClipRect(area)
        if scene.faces.layout.dots:
            self._dots.paint(painter, target, scene)
        else:
            painter.drawImage(0, 0, self._backdrop_for(target, scene.faces))
            self._hands.paint(painter, target.palette, scene)
        painter.setClipRect(area.adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND))
        _draw_marks(painter, target, scene)

    def _backdrop_for(self, target: Target, faces: Faces) -> QImage:
        key = (faces, target.palette, target.pixel_ratio, target.font.key())
        if self._backdrop_of != key:
            self._backdrop, self._backdrop_of = self._make_backdrop(target, faces), key
        return self._backdrop

    def _make_backdrop(self, target: Target, faces: Faces) -> QImage:
        ratio = target.pixel_ratio
        size = target.rect.size()
        picture = QImage(
            math.ceil(size.width() * ratio),
            math.ceil(size.height() * ratio),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self._faces.paint(painter, target, faces)
        painter.end()
        return picture


def _draw_marks(painter: QPainter, target: Target, scene: WallScene) -> None:
    marks = [(scene.selected, target.palette.selected, 2.0)]
    if scene.hovered is not None and scene.hovered != scene.selected:
        marks.append((scene.hovered, target.palette.muted, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pair, rgb, width in marks:
        painter.setPen(QPen(colour(rgb), width))
        painter.drawRoundedRect(mark_rect(scene.faces.layout, pair), 4, 4)


def mark_rect(layout: WallLayout, pair: int) -> QRectF:
    """Return the frame that marks a pair: its cell, or a few pixels around its dot."""
    x, y = layout.cell_corner(pair)
    inset = 1.5 if layout.cell >= 16 else -2.0
    return QRectF(x, y, layout.cell, layout.cell).adjusted(inset, inset, -inset, -inset)
