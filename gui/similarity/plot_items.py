"""The things in the plot: made once, then moved and recoloured, never made anew."""

from __future__ import annotations

import math
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis, RoundPlot
from gui.canvas.view import colour
from gui.model.state import PlotWindow
from gui.similarity.scene import GAP_TITLES, Scene

_WIDEST_TICK = "−0.0000"
_TICK_OFFSET = 6


class SimilarityPlot(RoundPlot):
    """Axes, grid, curve, measured points, and the marks of the gap and the pointer."""

    def __init__(self) -> None:
        self.gap_axis = RoundAxis("bottom", integers=True)
        self.value_axis = RoundAxis("left", integers=False)
        super().__init__(self.gap_axis, self.value_axis)
        self.curve = pg.PlotCurveItem(antialias=True)
        self.curve.setSegmentedLineMode("on")  # Qt strokes a dense polyline a hundred times slower
        self.from_zero = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self.from_position = pg.ScatterPlotItem(symbol=_cross(), pxMode=True, antialias=True)
        self.zero = pg.InfiniteLine(0.0, angle=0)
        self.gap_line = pg.InfiniteLine(0.0, angle=90)
        self.gap_point = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self.hover_line = pg.InfiniteLine(0.0, angle=90)
        self.hover_point = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self.beyond = QGraphicsRectItem()
        self.grid = Grid()
        self._stack()
        for axis in (self.gap_axis, self.value_axis):
            axis.setStyle(tickLength=0)

    def _stack(self) -> None:
        order = [
            self.beyond,
            self.grid,
            self.zero,
            self.hover_line,
            self.gap_line,
            self.curve,
            self.from_zero,
        ]
        order += [self.from_position, self.hover_point, self.gap_point]
        for z, item in enumerate(order):
            item.setZValue(z)
            self.getViewBox().addItem(item, ignoreBounds=True)

    # ---- looks ------------------------------------------------------------------------------------

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on a theme and a font; line widths and marks grow with the font."""
        super().dress(look, font)
        unit = _unit(font)
        self._size_axes(QFontMetricsF(font))
        self.grid.pen = _pen(look.grid, 1.0)
        self.curve.setPen(_pen(look.curve, 1.6 * unit))
        self.zero.setPen(_pen(look.line, 1.0 * unit))
        self.from_zero.setPen(_pen(look.muted, 1.2 * unit))
        self.from_zero.setBrush(colour(look.canvas, 170))
        self.from_zero.setSize(9 * unit)
        self.from_position.setPen(_pen(look.position, 1.2 * unit))
        self.from_position.setSize(6 * unit)
        self.hover_line.setPen(_pen(look.gap, 1.0 * unit, 110))
        self.hover_point.setPen(_pen(look.gap, 1.2 * unit))
        self.hover_point.setBrush(colour(look.canvas))
        self.hover_point.setSize(7 * unit)
        self.gap_point.setPen(_pen(look.canvas, 1.2 * unit))
        self.beyond.setPen(QPen(Qt.PenStyle.NoPen))
        self.beyond.setBrush(colour(look.beyond))

    def _size_axes(self, metrics: QFontMetricsF) -> None:
        """Give the axes sizes that hold any tick and a title, whatever is seen."""
        line = metrics.height()
        self.value_axis.setWidth(metrics.horizontalAdvance(_WIDEST_TICK) + _TICK_OFFSET + 1.15 * line)
        self.gap_axis.setHeight(_TICK_OFFSET + 2.1 * line)
        for axis in (self.gap_axis, self.value_axis):
            axis.setStyle(hideOverlappingLabels=math.ceil(line))  # texts may reach past the ends
            axis.showLabel()
        self.layout.setContentsMargins(0, 0, line, 2)
        self.layout.activate()

    def accent(self, look: Palette, font: QFont, strong: bool) -> None:
        """Show the gap's mark quietly, or strongly once it is in use."""
        unit = _unit(font)
        self.gap_line.setPen(_pen(look.gap, (2.0 if strong else 1.0) * unit, 255 if strong else 130))
        self.gap_point.setBrush(colour(look.gap))
        self.gap_point.setSize((11 if strong else 8) * unit)

    def lay_out(self, top: float, font: QFont, titles: tuple[str, ...]) -> None:
        """Leave room for the caption, and show the longest titles that fit."""
        metrics = QFontMetricsF(font)
        self.layout.setContentsMargins(0, top, metrics.height(), 2)
        self.layout.activate()
        box = self.getViewBox().size()
        self.value_axis.setLabel(_fitting(metrics, titles, box.height()))
        self.gap_axis.setLabel(_fitting(metrics, GAP_TITLES, box.width()))
        self._place_titles()

    def _place_titles(self) -> None:
        """Put the titles wholly inside their axes: pyqtgraph lets them stick out by five pixels."""
        for axis in (self.value_axis, self.gap_axis):
            axis.resizeEvent()
        self.value_axis.label.setX(-3)
        height: float = self.gap_axis.label.boundingRect().height()
        self.gap_axis.label.setY(self.gap_axis.size().height() - height + 3)

    # ---- contents ---------------------------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Show another curve in another window."""
        seen, origin = scene.window, scene.origin
        self.gap_axis.set_origin(origin)
        self.getViewBox().setRange(
            xRange=(seen.gap_from - origin, seen.gap_to - origin), yRange=(seen.low, seen.high), padding=0
        )
        self.grid.show_lines(self._tick_places(seen, origin), self.getViewBox().viewRect())
        self.curve.setData(scene.curve.gaps, scene.curve.values, skipFiniteCheck=True)
        self.show_measured(scene)
        start = float(scene.params.length - origin) - 0.5
        self.beyond.setVisible(scene.goes_beyond)
        self.beyond.setRect(
            QRectF(start, seen.low, max(seen.gap_to - origin - start, 0.0), seen.high - seen.low)
        )

    def _tick_places(self, seen: PlotWindow, origin: int) -> tuple[list[float], list[float]]:
        box = self.getViewBox().size()
        across = self.gap_axis.ticks(seen.gap_from - origin, seen.gap_to - origin, box.width())
        up = self.value_axis.ticks(seen.low, seen.high, box.height())
        return [t.at for t in across], [t.at for t in up]

    def show_measured(self, scene: Scene) -> None:
        """Show the points measured from 0 and from p."""
        points = scene.measured
        self.from_zero.setData(points.gaps, points.from_zero)
        self.from_position.setData(points.gaps[: len(points.from_position)], points.from_position)

    def show_gap(self, scene: Scene, gap: int) -> None:
        """Put the gap's mark at a gap."""
        _mark(self.gap_line, self.gap_point, scene, gap)

    def show_hover(self, scene: Scene, gap: int | None) -> None:
        """Put the pointer's mark at a gap, or take it away."""
        for item in (self.hover_line, self.hover_point):
            item.setVisible(gap is not None)
        if gap is not None:
            _mark(self.hover_line, self.hover_point, scene, gap)


class Grid(pg.GraphicsObject):
    """Thin lines at the ticks, under everything else: pyqtgraph's own lie over the curve."""

    def __init__(self) -> None:
        super().__init__()
        self.pen = QPen()
        self._lines: list[QLineF] = []
        self._rect = QRectF()

    def show_lines(self, ticks: tuple[list[float], list[float]], rect: QRectF) -> None:
        """Show lines at x and at y coordinates across a rectangle."""
        self.prepareGeometryChange()
        self._rect = rect
        self._lines = [QLineF(x, rect.top(), x, rect.bottom()) for x in ticks[0]]
        self._lines += [QLineF(rect.left(), y, rect.right(), y) for y in ticks[1]]
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setPen(self.pen)
        painter.drawLines(self._lines)


def _cross() -> QPainterPath:
    """Return two thin strokes that cross, in the unit square that pyqtgraph scales symbols from."""
    path = QPainterPath()
    for sign in (-1, 1):
        path.moveTo(-0.5, -0.5 * sign)
        path.lineTo(0.5, 0.5 * sign)
    return path


def _mark(line: pg.InfiniteLine, point: pg.ScatterPlotItem, scene: Scene, gap: int) -> None:
    x = float(gap - scene.origin)
    line.setValue(x)
    point.setData([x], [scene.value_at(gap)])


def _fitting(metrics: QFontMetricsF, titles: tuple[str, ...], room: float) -> str:
    return next((t for t in titles if metrics.horizontalAdvance(t) + 8 <= room), titles[-1])


def _unit(font: QFont) -> float:
    """Return how much larger lines and marks are than beside a font 16 pixels high; less than the font is."""
    return float((QFontMetricsF(font).height() / 16) ** 0.6)


def _pen(rgb: tuple[int, int, int], width: float, alpha: int = 255) -> QPen:
    pen = QPen(QColor(*rgb, alpha), width)
    pen.setCosmetic(True)
    return pen
