"""What both plots share: a frame whose axes hold any tick and a title, and lines with dashes of our own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gui.canvas.plot import RoundAxis, RoundPlot
from gui.canvas.raster import Strokes
from gui.similarity.dashes import dashed

TICK_OFFSET = 6
"""Pixels between an axis and its texts."""


class Frame(RoundPlot):
    """A plot with room for a caption above it, and axis titles wholly inside."""

    def __init__(self, x: RoundAxis, y: RoundAxis, *, top_down: bool = False) -> None:
        super().__init__(x, y, top_down=top_down)
        self.axes_shown = (x, y)
        for axis in self.axes_shown:
            axis.setStyle(tickLength=0)

    def size_axes(self, font: QFont, widest: float) -> None:
        """Give the axes sizes that hold texts of that width on the left, and the titles."""
        line = QFontMetricsF(font).height()
        across, up = self.axes_shown
        up.setWidth(math.ceil(widest + TICK_OFFSET + 1.15 * line))
        across.setHeight(math.ceil(TICK_OFFSET + 2.1 * line))
        for axis in self.axes_shown:
            axis.setStyle(hideOverlappingLabels=math.ceil(line))  # texts may reach past the ends
            axis.showLabel()

    def leave_room(self, top: float, right: float) -> None:
        """Leave room for the caption, and beside the plot."""
        self.layout.setContentsMargins(0, math.ceil(top), math.ceil(right), 2)
        self.layout.activate()

    def entitle(self, font: QFont, across: Sequence[str], up: Sequence[str]) -> None:
        """Show the longest titles that fit, wholly inside: pyqtgraph lets them stick out by five pixels."""
        metrics, box = QFontMetricsF(font), self.getViewBox().size()
        x_axis, y_axis = self.axes_shown
        y_axis.setLabel(_fitting(metrics, up, box.height()))
        x_axis.setLabel(_fitting(metrics, across, box.width()))
        for axis in self.axes_shown:
            axis.resizeEvent()
        y_axis.label.setX(-3)
        height: float = x_axis.label.boundingRect().height()
        x_axis.label.setY(x_axis.size().height() - height + 3)


class DashedLine(pg.GraphicsObject):
    """A line of many points with dashes that run on from segment to segment."""

    def __init__(self) -> None:
        super().__init__()
        self.pen = QPen()
        self.dashes: tuple[float, ...] = ()
        self._line: tuple[NDArray[np.float64], NDArray[np.float64]] = (np.empty(0), np.empty(0))
        self._pixel = (1.0, 1.0)
        self._segments = np.empty((0, 4))
        self._strokes = Strokes()
        self._rect = QRectF()

    def dress(self, pen: QPen, dashes: tuple[float, ...]) -> None:
        """Take a pen and a dash pattern, in pixels."""
        self.pen = pen
        if dashes != self.dashes:
            self.dashes = dashes
            self._cut()
        self.update()

    def show_line(
        self,
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        pixel: tuple[float, float],
        rect: QRectF,
    ) -> None:
        """Show a line, given the size of a pixel and the rectangle that is seen, in its units."""
        self.prepareGeometryChange()
        self._line, self._pixel, self._rect = (x, y), pixel, rect
        self._cut()
        self.update()

    def _cut(self) -> None:
        self._segments = dashed(*self._line, self._pixel, self.dashes)

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen)
        self._strokes.lines(painter, self._segments)


def unit(font: QFont) -> float:
    """Return how much larger lines and marks are than beside a font 16 pixels high; less than the font is."""
    return float((QFontMetricsF(font).height() / 16) ** 0.6)


def cosmetic(rgb: tuple[int, int, int], width: float, alpha: int = 255) -> QPen:
    """Return a pen whose width is in pixels whatever the scale."""
    pen = QPen(QColor(*rgb, alpha), width)
    pen.setCosmetic(True)
    return pen


def _fitting(metrics: QFontMetricsF, titles: Sequence[str], room: float) -> str:
    return next((t for t in titles if metrics.horizontalAdvance(t) + 8 <= room), titles[-1])
