"""Draws the dial wall with QPainter: faces once into a picture, then all hands in one call per frame."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPen

from gui.canvas.sheet import Sheet
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.dots import DotPainter
from gui.dialwall.faces import draw_faces
from gui.dialwall.hands import HandPainter
from gui.dialwall.layout import WallLayout
from gui.dialwall.scene import Faces, WallScene

_VECTOR = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)  # where text stays text and circles stay circles
BEYOND = 4.0
"""Pixels that a mark may reach beyond the area."""


class WallRaster:
    """The raster painter of the wall.

    The still part is kept as a picture of device pixels and made anew only when the faces, the palette,
    the pixel ratio or the place change.
    """

    def __init__(self) -> None:
        self._hands, self._dots = HandPainter(), DotPainter()
        self._backdrop = Sheet()

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw the wall into the target's rectangle."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(target.rect.topLeft())
        area = QRectF(QPointF(0, 0), target.rect.size())
        painter.setClipRect(area)
        if scene.faces.layout.dots:
            self._dots.paint(painter, target, scene)
        else:
            self._draw_faces(painter, target, area, scene.faces)
            self._hands.paint(painter, target.palette, scene)
        painter.setClipRect(marked_area(target))
        draw_marks(painter, target, scene)

    def _draw_faces(self, painter: QPainter, target: Target, area: QRectF, faces: Faces) -> None:
        if painter.paintEngine().type() in _VECTOR:
            draw_faces(painter, target, faces)
        else:
            self._backdrop.paint(
                painter,
                target,
                area,
                faces,
                lambda on: draw_faces(on, target, faces),
                ground=target.ground,
            )


def marked_area(target: Target) -> QRectF:
    """Return where marks are seen, from the wall's corner."""
    return QRectF(QPointF(0, 0), target.rect.size()).adjusted(-BEYOND, -BEYOND, BEYOND, BEYOND)


def draw_marks(painter: QPainter, target: Target, scene: WallScene) -> None:
    """Frame the selected and the hovered pair."""
    for rect, pen in marks(target, scene):
        draw_mark(painter, rect, pen)


def draw_mark(painter: QPainter, rect: QRectF, pen: QPen) -> None:
    """Draw one frame."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawRoundedRect(rect, 4, 4)


def marks(target: Target, scene: WallScene) -> list[tuple[QRectF, QPen]]:
    """Return the frames that mark pairs."""
    layout = scene.faces.layout
    found = [(mark_rect(layout, scene.selected), QPen(colour(target.palette.selected), 2.0))]
    if scene.hovered is not None and scene.hovered != scene.selected:
        found.append((mark_rect(layout, scene.hovered), QPen(colour(target.palette.muted), 1.0)))
    return found


def mark_rect(layout: WallLayout, pair: int) -> QRectF:
    """Return the frame that marks a pair: its cell, or a few pixels around its dot."""
    x, y = layout.cell_corner(pair)
    inset = 1.5 if layout.cell >= 16 else -2.0
    return QRectF(x, y, layout.cell, layout.cell).adjusted(inset, inset, -inset, -inset)
