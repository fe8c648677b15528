"""The overview: the whole table in small beside the cells, with a frame around what they show of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.canvas.palette import Palette
from gui.canvas.view import colour
from gui.heatmap.items import Overlay
from gui.heatmap.window import down_of
from gui.model.position import Position
from gui.model.state import HeatWindow

LEAST = 5.0
"""Least size of the frame, however little of the table it stands for, in pixels."""


def frame_in(area: QRectF, window: HeatWindow, around: HeatWindow) -> QRectF:
    """Return where a window lies in the picture of what is around it; never too small to be seen."""
    top = Position(window.row, window.row_fraction)
    frame = QRectF(
        area.left() + (window.channel - around.channel) / around.channels * area.width(),
        area.top() + down_of(around, top, 0.0) * area.height(),
        max(window.channels / around.channels * area.width(), LEAST),
        max(window.rows / around.rows * area.height(), LEAST),
    )
    frame.moveRight(min(frame.right(), area.right()))
    frame.moveBottom(min(frame.bottom(), area.bottom()))
    return frame


class OverviewFrame(Overlay):
    """The border of the overview, and in it the frame of the window."""

    def __init__(self, z: float) -> None:
        super().__init__(None, z)
        self._area = QRectF()
        self._frame = QRectF()

    @property
    def frame(self) -> QRectF:
        """Where the frame is, in the view's pixels."""
        return self._frame

    def show_frame(self, area: QRectF, frame: QRectF) -> None:
        """Draw the border of an area and a frame in it; nothing where the area is empty."""
        if (area, frame) == (self._area, self._frame):
            return
        self._area, self._frame = area, frame
        self.set_bounds(area.adjusted(-3, -3, 3, 3) if not area.isEmpty() else QRectF())
        self.setVisible(not area.isEmpty())
        self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(look.line), 1))
        painter.drawRect(self._area.adjusted(-0.5, -0.5, 0.5, 0.5))
        self._shade(painter, look)
        painter.setPen(QPen(colour(look.canvas), 3))
        painter.drawRect(self._frame)
        painter.setPen(QPen(colour(look.text), 1.5))
        painter.drawRect(self._frame)

    def _shade(self, painter: QPainter, look: Palette) -> None:
        """Lay a veil over the rows that the cells do not show."""
        veil, area, frame = colour(look.canvas, 120), self._area, self._frame
        painter.fillRect(QRectF(area.topLeft(), QPointF(area.right(), frame.top())), veil)
        painter.fillRect(QRectF(QPointF(area.left(), frame.bottom()), area.bottomRight()), veil)
