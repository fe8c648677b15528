"""The things in the matrix view: picture, marks of the gap and the position, colour bar; made once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette
from gui.canvas.view import colour
from gui.similarity.frame import unit
from gui.similarity.matrix import MatrixScene

BAR = 14.0
"""Pixels across the colour bar."""
_BAR_GAP = 12.0
_TICK = 4.0


class MatrixPicture(pg.GraphicsObject):
    """The cells, in whole pixels of the widget; marks are its children and end where it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self._image = QImage()
        self._rect = QRectF()
        self._look: Palette | None = None

    @property
    def rect(self) -> QRectF:
        """Where the cells are, in the widget's pixels."""
        return self._rect

    def show_scene(self, scene: MatrixScene, rect: QRectF) -> None:
        """Show other cells in a rectangle."""
        self.prepareGeometryChange()
        self._rect = rect
        height, width = scene.levels.shape
        view = QImage(scene.levels.data, width, height, width, QImage.Format.Format_Indexed8)
        self._image = view.copy()
        self._colour()

    def dress(self, look: Palette) -> None:
        """Put on the colours of a theme."""
        self._look = look
        self._colour()

    def _colour(self) -> None:
        if self._look is not None and not self._image.isNull():
            self._image.setColorTable([colour(tuple(rgb)).rgb() for rgb in self._look.value_map.tolist()])
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.drawImage(self._rect, self._image)


class HaloLine(QGraphicsItem):
    """A line set off from the cells by the background's colour, in pixels."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._line = QLineF()
        self._pens = (QPen(), QPen())

    def dress(self, ink: Rgb, ground: Rgb, width: float, alpha: int = 255) -> None:
        """Take the colours of the line and of its halo."""
        self.prepareGeometryChange()
        halo = QPen(QColor(*ground, round(alpha * 0.75)), width + 2)
        self._pens = (halo, QPen(QColor(*ink, alpha), width))
        self.update()

    def show_line(self, line: QLineF | None) -> None:
        """Take another place, or none."""
        self.setVisible(line is not None)
        if line is not None and line != self._line:
            self.prepareGeometryChange()
            self._line = line

    @property
    def line(self) -> QLineF:
        """Where it is, in pixels."""
        return self._line

    def boundingRect(self) -> QRectF:  # noqa: D102
        reach = self._pens[0].widthF() / 2 + 1
        box = QRectF(self._line.p1(), self._line.p2()).normalized()
        return box.adjusted(-reach, -reach, reach, reach)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen in self._pens:
            painter.setPen(pen)
            painter.drawLine(self._line)


class CellMark(QGraphicsItem):
    """A ring around the cell (p, p + k) of the present position."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._radius = 5.0
        self._pens = (QPen(), QPen())

    def dress(self, ink: Rgb, ground: Rgb, font: QFont) -> None:
        """Take the colours of the ring and of its halo."""
        self.prepareGeometryChange()
        self._radius = 5.0 * unit(font)
        self._pens = (QPen(colour(ground), 4.0 * unit(font)), QPen(colour(ink), 2.0 * unit(font)))
        self.update()

    def show_at(self, at: QPointF | None) -> None:
        """Stand around a point, or nowhere."""
        self.setVisible(at is not None)
        if at is not None:
            self.setPos(at)

    def boundingRect(self) -> QRectF:  # noqa: D102
        reach = self._radius + self._pens[0].widthF()
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen in self._pens:
            painter.setPen(pen)
            painter.drawEllipse(QPointF(), self._radius, self._radius)


class ColourBar(QGraphicsItem):
    """The value map from -S(0) to S(0), with ticks at both ends and at zero."""

    def __init__(self) -> None:
        super().__init__()
        self._look: Palette | None = None
        self._font = QFont()
        self._texts: tuple[str, ...] = ()
        self._strip = QRectF()

    @staticmethod
    def width(font: QFont, texts: tuple[str, ...]) -> float:
        """Return the pixels that the bar takes with its texts."""
        widest = max(QFontMetricsF(font).horizontalAdvance(text) for text in texts)
        return _BAR_GAP + BAR + _TICK + 4 + widest

    def dress(self, look: Palette) -> None:
        """Put on the colours of a theme."""
        self._look = look
        self.update()

    def place(self, cells: QRectF, font: QFont, texts: tuple[str, ...]) -> None:
        """Stand beside the cells; `texts` are those of the lower end, the middle and the upper end."""
        self.prepareGeometryChange()
        self._font, self._texts = font, texts
        self._strip = QRectF(cells.right() + _BAR_GAP, cells.top(), BAR, cells.height())
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        half = QFontMetricsF(self._font).height() / 2
        right = self.width(self._font, self._texts) if self._texts else BAR
        return self._strip.adjusted(-1, -half, right - BAR, half)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        if self._look is None:
            return
        painter.drawImage(self._strip, _gradient(self._look))
        painter.setPen(QPen(colour(self._look.line), 1))
        painter.drawRect(self._strip)
        painter.setFont(self._font)
        places = (self._strip.bottom(), self._strip.center().y(), self._strip.top())
        for text, y in zip(self._texts, places, strict=False):
            self._paint_tick(painter, QPointF(self._strip.right(), y), text, self._look)

    def _paint_tick(self, painter: QPainter, at: QPointF, text: str, look: Palette) -> None:
        painter.setPen(QPen(colour(look.line), 1))
        painter.drawLine(at, at + QPointF(_TICK, 0))
        painter.setPen(colour(look.text))
        half = QFontMetricsF(self._font).height() / 2
        room = QRectF(at.x() + _TICK + 2, at.y() - half, 1000, 2 * half)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)


def _gradient(look: Palette) -> QImage:
    table = np.ascontiguousarray(look.value_map[::-1])
    return QImage(table.data, 1, len(table), 3, QImage.Format.Format_RGB888).copy()
