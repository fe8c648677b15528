"""The plot frame: a pyqtgraph plot whose range is set from outside and whose ticks are our own."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsGridLayout

from gui.canvas.palette import Palette
from gui.canvas.ticks import Tick, decimal_ticks, integer_ticks
from gui.canvas.view import colour


class RoundAxis(pg.AxisItem):
    """An axis with round ticks, written out in full.

    An axis of whole numbers counts from an exact integer `origin`, so that its float coordinates stay
    small wherever the window is; `shift` is where in its cell a number stands (0.5: in the middle).
    """

    def __init__(self, orientation: str, *, integers: bool, shift: float = 0.0) -> None:
        super().__init__(orientation, maxTickLength=-5)
        self.enableAutoSIPrefix(False)
        self._integers = integers
        self._shift = shift
        self._origin = 0
        self._texts: dict[float, str] = {}
        self.room = math.inf
        """Pixels that a text beside an upright axis may take; a wider one is left out."""

    @property
    def origin(self) -> int:
        """The whole number that is at coordinate 0."""
        return self._origin

    def set_origin(self, origin: int) -> None:
        """Count from another whole number."""
        if origin != self._origin:
            self._origin = origin
            self.picture = None
            self.update()

    def ticks(self, low: float, high: float, size: float) -> list[Tick]:
        """Return the ticks between two coordinates that lie `size` pixels apart."""
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        upright = self.orientation in ("left", "right")
        room = metrics.height() * 2.2 if upright else self._text_room(metrics, low, high, size)
        count = max(size / room, 1.0)
        if self._integers:
            found = integer_ticks(self._origin, low - self._shift, high - self._shift, count)
            return [Tick(t.at + self._shift, t.text) for t in found]
        return decimal_ticks(low, high, count)

    def _text_room(self, metrics: QFontMetricsF, low: float, high: float, size: float) -> float:
        """Return the room that ticks must have: steps are tried, finest first, until their own texts fit."""
        room = metrics.height() * (2.2 if self._integers else 3.5)
        while self._integers:
            found = integer_ticks(self._origin, low - self._shift, high - self._shift, max(size / room, 1.0))
            if len(found) < 2:
                break
            apart = (found[1].at - found[0].at) * size / (high - low)
            if max(metrics.horizontalAdvance(f" {t.text}  ") for t in found) <= apart:
                break
            room = max(room, apart) * 1.01
        return room

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: D102, N803
        low, high = sorted((minVal, maxVal))  # a turned axis counts from high to low
        found = self.ticks(low, high, size)
        self._texts = {t.at: t.text for t in found}
        return [(1.0, list(self._texts))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: D102
        metrics, texts = QFontMetricsF(self.style["tickFont"] or QFont()), [self._texts[v] for v in values]
        return [text if metrics.horizontalAdvance(text) <= self.room else "" for text in texts]


class RoundPlot(pg.GraphicsWidget):
    """Two axes around a view box, whose window comes from the state.

    pyqtgraph's own plot would bring two more axes, a title, buttons and a menu, none of which is ever seen
    here, and take four times as long to be built.
    """

    def __init__(self, x: RoundAxis, y: RoundAxis, *, top_down: bool = False) -> None:
        super().__init__()
        self.axes = (x, y)
        self._box = _still_box(self, top_down)
        self.grid_layout = _around(self._box, x, y)
        self.setLayout(self.grid_layout)
        for axis in self.axes:
            axis.linkToView(self._box)
            axis.setZValue(0.5)  # above the box and below what lies over it

    def getViewBox(self) -> pg.ViewBox:  # noqa: D102
        return self._box

    def see_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show exactly what lies between two coordinates in either direction."""
        self._box.setRange(xRange=x, yRange=y, padding=0)

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on the colours of a theme and a font; sizes of the axes are left to the view."""
        for axis in self.axes:
            axis.setPen(colour(look.line))
            axis.setTextPen(colour(look.text))
            axis.setTickFont(font)
            axis.label.setFont(font)
            axis.label.setDefaultTextColor(colour(look.text))
            axis.setStyle(tickTextOffset=6, autoExpandTextSpace=False, autoReduceTextSpace=False)

    def view_point(self, at: QPointF) -> QPointF:
        """Return the plot coordinates of a point of the widget's pixels."""
        return self._box.mapSceneToView(at)


def _still_box(parent: pg.GraphicsWidget, top_down: bool) -> pg.ViewBox:
    """Return a view box without a mouse, a menu or a range of its own."""
    box = pg.ViewBox(parent=parent, enableMouse=False, enableMenu=False, invertY=top_down, defaultPadding=0.0)
    box.disableAutoRange()
    box.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
    box.setAcceptHoverEvents(False)
    box.setBorder(None)
    return box


def _around(box: pg.ViewBox, x: RoundAxis, y: RoundAxis) -> QGraphicsGridLayout:
    """Return the layout: one axis on the left, one below, and the box takes what they leave."""
    grid = QGraphicsGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(0)
    for item, row, column in ((y, 0, 0), (box, 0, 1), (x, 1, 1)):
        grid.addItem(item, row, column)
    return grid
