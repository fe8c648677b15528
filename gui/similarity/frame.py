"""What both plots share: a frame whose axes hold any tick and a title, and lines with dashes of our own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from gui.canvas.letters import shrunk
from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis, RoundPlot
from gui.canvas.raster import Strokes
from gui.canvas.view import colour
from gui.similarity.caption import SMALLEST
from gui.similarity.dashes import dashed

TICK_OFFSET = 6
"""Pixels between an axis and its texts."""
TITLED = 7.0
"""Fewest lines of text that the view must be high for its axes to have titles."""
_SHARE = 0.18
"""Most of the width that the texts on the left may take before they shrink."""


class Frame(RoundPlot):
    """A plot with room for a caption above it, and axis titles wholly inside."""

    def __init__(self, x: RoundAxis, y: RoundAxis, *, top_down: bool = False) -> None:
        super().__init__(x, y, top_down=top_down)
        self._left_font: QFont | None = None
        for axis in self.axes:
            axis.setStyle(tickLength=0)

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on a theme and a font; what shrank stays so until the axes are sized again."""
        super().dress(look, font)
        self.axes[1].setTickFont(self._left_font or font)

    def size_axes(self, font: QFont, longest: str, room: float) -> None:
        """Give the axes sizes that hold a text on the left, and the titles.

        The texts on the left shrink where this one would take more than a share of the `room`.
        """
        line = QFontMetricsF(font).height()
        across, up = self.axes
        wanted = QFontMetricsF(font).horizontalAdvance(longest)
        smaller = shrunk(font, min(max(_SHARE * room / max(wanted, 1.0), SMALLEST), 1.0))
        self._left_font = smaller
        up.setTickFont(smaller)
        widest = QFontMetricsF(smaller).horizontalAdvance(longest)
        titled = self.size().height() >= TITLED * line
        title = 1.0 if titled else 0.0
        up.setWidth(math.ceil(widest + TICK_OFFSET + (0.15 + title) * line))
        across.setHeight(math.ceil(TICK_OFFSET + (1.1 + title) * line))
        for axis in self.axes:
            axis.setStyle(hideOverlappingLabels=math.ceil(line))  # texts may reach past the ends

    def take(self, area: QRectF) -> None:
        """Take an area; the room left for a former caption would keep the plot from becoming smaller."""
        self.leave_room(0.0, 0.0)
        self.setGeometry(area)

    def leave_room(self, top: float, right: float) -> None:
        """Leave room for the caption, and beside the plot."""
        self.grid_layout.setContentsMargins(0, math.ceil(top), math.ceil(right), 2)
        self.grid_layout.activate()

    def entitle(self, font: QFont, across: Sequence[str], up: Sequence[str]) -> None:
        """Show the longest titles that fit, wholly inside: pyqtgraph lets them stick out by five pixels."""
        metrics, box = QFontMetricsF(font), self.getViewBox().size()
        titled = self.size().height() >= TITLED * metrics.height()
        x_axis, y_axis = self.axes
        y_axis.setLabel(_fitting(metrics, up, box.height()) if titled else "")
        x_axis.setLabel(_fitting(metrics, across, box.width()) if titled else "")
        for axis in self.axes:
            axis.showLabel(titled)
        for axis in self.axes:
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


class Label(QGraphicsItem):
    """A short text that stands on the upper edge of a plot."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.text = ""
        self._font = QFont()
        self._ink = QColor()
        self._rect = QRectF()

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on a theme and a font."""
        self._ink, self._font = colour(look.text), font
        self.update()

    @property
    def height(self) -> float:
        """The pixels that it takes."""
        return QFontMetricsF(self._font).height()

    def say(self, text: str, middle: float, box: QRectF) -> None:
        """Say something above the box, in the middle of an x coordinate as far as its ends allow."""
        self.prepareGeometryChange()
        width = QFontMetricsF(self._font).horizontalAdvance(text) + 4
        left = max(min(middle - width / 2, box.right() - width), box.left())
        self.text, self._rect = text, QRectF(left, box.top() - self.height, width, self.height)
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setFont(self._font)
        painter.setPen(self._ink)
        painter.drawText(self._rect, int(Qt.AlignmentFlag.AlignCenter), self.text)


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
