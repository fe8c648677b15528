"""The things in the plot of curves: made once, then moved and recoloured, never made anew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from gui.canvas.letters import shrunk
from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis
from gui.canvas.view import colour
from gui.model.state import PINS_LIMIT
from gui.similarity.curve import Curve
from gui.similarity.frame import DashedLine, Frame, Label, cosmetic, unit
from gui.similarity.gap_axis import GapAxis
from gui.similarity.inks import Stroke, limit_stroke, pin_strokes
from gui.similarity.limit import star_text
from gui.similarity.scene import Scene
from gui.similarity.words import GAP_TITLES

_WIDEST_TICK = "−0.0000"
_FAINT = 120
_MINOR = 5.0
_STAR_SCALE = 0.85


class SimilarityPlot(Frame):
    """Axes, grid, curves, measured points, and the marks of the gap and the pointer."""

    def __init__(self) -> None:
        self.gap_axis = GapAxis()
        self.value_axis = RoundAxis("left", integers=False)
        super().__init__(self.gap_axis, self.value_axis)
        self.beyond = QGraphicsRectItem()
        self.grid = Grid()
        self.zero = pg.InfiniteLine(0.0, angle=0)
        self.star_line = pg.InfiniteLine(0.0, angle=90)
        self.star_label = Label(self)
        self.hover_line = pg.InfiniteLine(0.0, angle=90)
        self.gap_line = pg.InfiniteLine(0.0, angle=90)
        self.curve = pg.PlotCurveItem(antialias=True)
        self.curve.setSegmentedLineMode("on")  # Qt strokes a dense polyline a hundred times slower
        self.pins = tuple(DashedLine() for _ in range(PINS_LIMIT))
        self.limit = (DashedLine(), DashedLine())
        self.from_zero = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self.from_position = pg.ScatterPlotItem(symbol=_cross(), pxMode=True, antialias=True)
        self.hover_point = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self.gap_point = pg.ScatterPlotItem(symbol="o", pxMode=True, antialias=True)
        self._top = 0.0
        self._stack()

    def _stack(self) -> None:
        under = (self.beyond, self.grid, self.zero, self.star_line, self.hover_line, self.gap_line)
        lines = (*self.pins, self.curve, *self.limit)
        points = (self.from_zero, self.from_position, self.hover_point, self.gap_point)
        for z, item in enumerate((*under, *lines, *points)):
            item.setZValue(z)
            self.getViewBox().addItem(item, ignoreBounds=True)

    # ---- looks ------------------------------------------------------------------------------------

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on a theme and a font; line widths and marks grow with the font."""
        super().dress(look, font)
        grown = unit(font)
        self.grid.dress(cosmetic(look.grid, 1.0), cosmetic(look.line, 1.0), _MINOR * grown)
        self.zero.setPen(cosmetic(look.line, 1.0 * grown))
        self.beyond.setPen(QPen(Qt.PenStyle.NoPen))
        self.beyond.setBrush(colour(look.beyond))
        self._dress_lines(look, grown)
        self._dress_points(look, grown)
        self.star_line.setPen(cosmetic(look.text, 1.0 * grown, 140))
        self.star_label.dress(look, shrunk(font, _STAR_SCALE))

    def _dress_lines(self, look: Palette, grown: float) -> None:
        self.curve.setPen(cosmetic(look.curve, 1.6 * grown))
        for line, stroke in zip(self.pins, pin_strokes(look), strict=True):
            _dress_line(line, stroke, grown, 255)
        for line, alpha in zip(self.limit, (255, _FAINT), strict=True):
            _dress_line(line, limit_stroke(look), grown, alpha)

    def _dress_points(self, look: Palette, grown: float) -> None:
        self.from_zero.setPen(cosmetic(look.muted, 1.2 * grown))
        self.from_zero.setBrush(colour(look.canvas, 170))
        self.from_zero.setSize(9 * grown)
        self.from_position.setPen(cosmetic(look.position, 1.2 * grown))
        self.from_position.setSize(6 * grown)
        self.hover_line.setPen(cosmetic(look.gap, 1.0 * grown, 110))
        self.hover_point.setPen(cosmetic(look.gap, 1.2 * grown))
        self.hover_point.setBrush(colour(look.canvas))
        self.hover_point.setSize(7 * grown)
        self.gap_point.setPen(cosmetic(look.canvas, 1.2 * grown))

    def accent(self, look: Palette, font: QFont, strong: bool) -> None:
        """Show the gap's mark quietly, or strongly once it is in use."""
        grown = unit(font)
        self.gap_line.setPen(cosmetic(look.gap, (2.0 if strong else 1.0) * grown, 255 if strong else 130))
        self.gap_point.setBrush(colour(look.gap))
        self.gap_point.setSize((11 if strong else 8) * grown)

    def fill(self, area: QRectF, font: QFont) -> None:
        """Take an area; the width that is left to the curves no longer changes."""
        self.take(area)
        self.size_axes(font, _WIDEST_TICK, area.width())
        self.leave_room(0.0, QFontMetricsF(font).height())

    def lay_out(self, top: float, font: QFont, titles: tuple[str, ...], *, star: bool) -> None:
        """Leave room for the caption and for k* above the plot, and show the longest titles that fit."""
        self._top, right = top, QFontMetricsF(font).height()
        self.leave_room(top, right)
        if star and self.getViewBox().height() > 4 * self.star_label.height:
            self.leave_room(top + self.star_label.height, right)
        self.entitle(font, GAP_TITLES, titles)

    # ---- contents ---------------------------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Show other curves in another window."""
        seen, at = scene.window, scene.scale.x_of
        self.gap_axis.set_scale(scene.scale)
        self.see_range((at(seen.gap_from), at(seen.gap_to)), (seen.low, seen.high))
        rect = self.getViewBox().viewRect()
        self._show_grid(rect)
        self.curve.setData(scene.curve.x, scene.curve.values, skipFiniteCheck=True)
        self._show_pins(scene, rect)
        self._show_limit(scene, rect)
        self.show_measured(scene)
        self._show_beyond(scene, rect)

    def _show_grid(self, rect: QRectF) -> None:
        box = self.getViewBox().size()
        across = self.gap_axis.ticks(rect.left(), rect.right(), box.width())
        up = self.value_axis.ticks(rect.top(), rect.bottom(), box.height())
        minor = self.gap_axis.minor_ticks(rect.left(), rect.right(), box.width())
        self.grid.show_lines([t.at for t in across], [t.at for t in up], minor, rect, self._pixel(rect)[1])

    def _show_pins(self, scene: Scene, rect: QRectF) -> None:
        curves = [pin.curve for pin in scene.pins]
        for n, line in enumerate(self.pins):
            self._show_line(line, curves[n] if n < len(curves) else None, rect)

    def _show_limit(self, scene: Scene, rect: QRectF) -> None:
        limit = scene.limit
        star = scene.scale.x_of(limit.star) if limit and math.isfinite(limit.star) else math.inf
        near, far = limit.curve.cut_at(star) if limit else (None, None)
        self._show_line(self.limit[0], near, rect)
        self._show_line(self.limit[1], far, rect)
        seen = rect.left() <= star <= rect.right()
        self.star_line.setVisible(seen)
        self.star_label.setVisible(seen and self._star_room())
        if limit and seen:
            self.star_line.setValue(star)
            self._label_star(star, star_text(limit.star))

    def _star_room(self) -> bool:
        """Tell whether there is room above the plot, which the caption does not take."""
        return self.getViewBox().sceneBoundingRect().top() - self._top >= self.star_label.height - 1

    def _label_star(self, star: float, text: str) -> None:
        """Write k* above the plot, where it hides no curve."""
        box = self.mapRectFromScene(self.getViewBox().sceneBoundingRect())
        at = self.mapFromScene(self.getViewBox().mapViewToScene(QPointF(star, 0.0)))
        self.star_label.say(text, at.x(), box)

    def _show_line(self, line: DashedLine, curve: Curve | None, rect: QRectF) -> None:
        line.setVisible(curve is not None)
        if curve is not None:
            line.show_line(curve.x, curve.values, self._pixel(rect), rect)

    def _pixel(self, rect: QRectF) -> tuple[float, float]:
        box = self.getViewBox().size()
        return rect.width() / max(box.width(), 1.0), rect.height() / max(box.height(), 1.0)

    def _show_beyond(self, scene: Scene, rect: QRectF) -> None:
        start = scene.scale.x_of(scene.params.length - 0.5)
        self.beyond.setVisible(scene.goes_beyond)
        self.beyond.setRect(QRectF(start, rect.top(), max(rect.right() - start, 0.0), rect.height()))

    def show_measured(self, scene: Scene) -> None:
        """Show the points measured from 0 and from p."""
        points = scene.measured
        self.from_zero.setData(points.x, points.from_zero)
        self.from_position.setData(points.x[: len(points.from_position)], points.from_position)

    def show_gap(self, scene: Scene, gap: int) -> None:
        """Put the gap's mark at a gap."""
        _mark(self.gap_line, self.gap_point, scene, gap)

    def show_hover(self, scene: Scene, gap: int | None) -> None:
        """Put the pointer's mark at a gap, or take it away."""
        _mark(self.hover_line, self.hover_point, scene, gap)


class Grid(pg.GraphicsObject):
    """Thin lines at the ticks, under everything else: pyqtgraph's own lie over the curve."""

    def __init__(self) -> None:
        super().__init__()
        self.pens = (QPen(), QPen())
        self._length = _MINOR
        self._lines: list[QLineF] = []
        self._minor: list[QLineF] = []
        self._rect = QRectF()

    def dress(self, pen: QPen, minor: QPen, length: float) -> None:
        """Take the pens of the lines and of the minor ticks, and the length of these, in pixels."""
        self.pens = (pen, minor)
        self._length = length
        self.update()

    def show_lines(
        self, across: Sequence[float], up: Sequence[float], minor: Sequence[float], rect: QRectF, pixel: float
    ) -> None:
        """Show lines at x and at y coordinates across a rectangle, and minor ticks; `pixel` is its height."""
        self.prepareGeometryChange()
        self._rect = rect
        self._lines = [QLineF(x, rect.top(), x, rect.bottom()) for x in across]
        self._lines += [QLineF(rect.left(), y, rect.right(), y) for y in up]
        end = rect.top() + self._length * pixel  # values grow upwards: the rectangle's top is the lowest
        self._minor = [QLineF(x, rect.top() - pixel, x, end) for x in minor]  # the box ends them at the axis
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        for pen, lines in zip(self.pens, (self._lines, self._minor), strict=True):
            painter.setPen(pen)
            painter.drawLines(lines)


def _cross() -> QPainterPath:
    """Return two thin strokes that cross, in the unit square that pyqtgraph scales symbols from."""
    path = QPainterPath()
    for sign in (-1, 1):
        path.moveTo(QPointF(-0.5, -0.5 * sign))
        path.lineTo(QPointF(0.5, 0.5 * sign))
    return path


def _dress_line(line: DashedLine, stroke: Stroke, grown: float, alpha: int) -> None:
    pen = cosmetic(stroke.ink, 1.8 * grown, alpha)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    line.dress(pen, tuple(length * grown for length in stroke.dashes))


def _mark(line: pg.InfiniteLine, point: pg.ScatterPlotItem, scene: Scene, gap: int | None) -> None:
    """Put a line and a point at a gap, or hide them where it is None or has no place on the axis."""
    shown = gap is not None and scene.shows(gap)
    for item in (line, point):
        item.setVisible(shown)
    if gap is not None and shown:
        x = scene.scale.x_of(gap)
        line.setValue(x)
        point.setData([x], [scene.value_at(gap)])
