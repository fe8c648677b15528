"""The painters of waves and ladder: still scenes once, and over them what moves."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

from gui.canvas.colour import Rgb
from gui.canvas.raster import Strokes
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.model.readout import widest
from gui.waves.line import Floats, within
from gui.waves.marks import Readings
from gui.waves.paint import fitting, paint_axes, paint_plate, pen_of, rect_of, unit_of
from gui.waves.scene import LadderScene, LevelScene, MarkScene, RungsScene, WaveScene
from gui.waves.wave import TOO_FAST

DOT = 5.0
"""Radius of a moving dot, in pixels beside letters 16 pixels high."""
_CURVE = 1.7
_SAMPLE = 2.4
_RUNG_MOST = 3.2
_LABELS = ("sin", "cos")


class WavePainter:
    """Draws the still part of the waves; only the segments that the exposed areas need.

    Attributes
    ----------
    exposed : tuple of QRectF
        The areas that are being painted anew, where they are known more closely than Qt tells an item,
        which learns of one rectangle around them all; empty where they are not.
    """

    def __init__(self) -> None:
        self._strokes = Strokes()
        self.exposed: tuple[QRectF, ...] = ()

    def paint(self, painter: QPainter, target: Target, scene: WaveScene) -> None:
        """Draw axes, curves or band, samples and labels."""
        paint_axes(painter, target, scene.axes)
        self._zero_line(painter, target, scene)
        if scene.wave.band:
            _paint_band(painter, target, scene)
        look = target.palette
        self._curve(painter, target, scene.cosine, look.cosine)
        self._curve(painter, target, scene.sine, look.sine)
        self._samples(painter, target, scene)
        if scene.wave.band:
            _paint_band_text(painter, target, scene)
        _paint_labels(painter, target, scene)

    def _zero_line(self, painter: QPainter, target: Target, scene: WaveScene) -> None:
        plot, y = scene.panel.plot, scene.y(0.0)
        painter.setPen(pen_of(target.palette.line, 1.0))
        painter.drawLine(QPointF(plot.left, y), QPointF(plot.right, y))

    def _curve(self, painter: QPainter, target: Target, segments: Floats, ink: Rgb) -> None:
        width = _CURVE * unit_of(target)
        areas = [area.adjusted(-width, -width, width, width) for area in self.exposed or (target.clip,)]
        painter.setPen(pen_of(ink, width))
        edges = [(area.left(), area.top(), area.right(), area.bottom()) for area in areas]
        self._strokes.lines(painter, within(segments, edges))

    def _samples(self, painter: QPainter, target: Target, scene: WaveScene) -> None:
        unit, look = unit_of(target), target.palette
        _paint_dots(painter, target, scene.cosine_dots, _SAMPLE * unit, look.cosine, look.canvas)
        _paint_dots(painter, target, scene.sine_dots, _SAMPLE * unit, look.sine, look.sine)


def _paint_dots(
    painter: QPainter, target: Target, points: Floats, radius: float, edge: Rgb, fill: Rgb
) -> None:
    painter.setPen(pen_of(edge, 1.3 * unit_of(target)))
    painter.setBrush(colour(fill))
    clip = target.clip.adjusted(-9, -9, 9, 9)
    for x, y in points[(points[:, 0] >= clip.left()) & (points[:, 0] <= clip.right())].tolist():
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _paint_band(painter: QPainter, target: Target, scene: WaveScene) -> None:
    """Fill what both waves fill, and draw its edges as each of them is drawn."""
    plot, look, unit = scene.panel.plot, target.palette, unit_of(target)
    left, right = scene.panel.x(0.0), scene.panel.x(1.0)
    painter.fillRect(QRectF(left, scene.top, right - left, scene.bottom - scene.top), colour(look.coverage))
    inks = [(look.sine, ())] if len(scene.ends) == 1 else [(look.sine, ()), (look.cosine, (7.0, 7.0))]
    for ink, dashes in inks:
        painter.setPen(pen_of(ink, _CURVE * unit, dashes=dashes))
        for y in (scene.top, scene.bottom):
            painter.drawLine(QPointF(max(left, plot.left), y), QPointF(right, y))


def _paint_band_text(painter: QPainter, target: Target, scene: WaveScene) -> None:
    metrics, plot = QFontMetricsF(target.font), scene.panel.plot
    text = fitting(metrics, TOO_FAST, plot.width - 2 * metrics.height())
    if not text:
        return
    place = QRectF(0, 0, metrics.horizontalAdvance(text) + metrics.height(), 1.3 * metrics.height())
    place.moveCenter(QPointF(plot.left + plot.width / 2, (scene.top + scene.bottom) / 2))
    paint_plate(painter, target, place, text, target.palette.text)


def _paint_labels(painter: QPainter, target: Target, scene: WaveScene) -> None:
    line, look = QFontMetricsF(target.font).height(), target.palette
    painter.setFont(target.font)
    left = scene.panel.plot.right + 0.3 * line
    for text, y, ink in zip(_LABELS, scene.ends, (look.sine, look.cosine), strict=False):
        painter.setPen(colour(ink))
        place = QRectF(left, y - line / 2, scene.panel.frame.right - left, line)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


class LevelPainter:
    """Draws the level of the sine, and rings where the sine cannot tell the position from others."""

    def paint(self, painter: QPainter, target: Target, scene: LevelScene) -> None:
        """Draw a thin line across the plot and the rings on it."""
        plot, look, unit = scene.panel.plot, target.palette, unit_of(target)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen_of(look.position, 1.0 * unit, dashes=(2.0, 3.0)))
        painter.drawLine(QPointF(plot.left, scene.y), QPointF(plot.right, scene.y))
        painter.setPen(pen_of(look.position, 1.4 * unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x in scene.rings.tolist():
            painter.drawEllipse(QPointF(x, scene.y), DOT * unit, DOT * unit)


class MarkPainter:
    """Draws the line and the dots of p, or (dashed) of p + k."""

    def __init__(self, *, gap: bool) -> None:
        self._gap = gap

    def paint(self, painter: QPainter, target: Target, scene: MarkScene) -> None:
        """Draw a line through the plot with a dot on each wave, or an arrow where it is out of sight."""
        ink = target.palette.gap if self._gap else target.palette.position
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if scene.side:
            _paint_arrow(painter, scene, ink, DOT * unit_of(target), lower=self._gap)
        else:
            self._paint_line(painter, target, scene, ink)

    def _paint_line(self, painter: QPainter, target: Target, scene: MarkScene, ink: Rgb) -> None:
        plot, look, unit = scene.panel.plot, target.palette, unit_of(target)
        painter.setPen(pen_of(ink, 1.5 * unit, dashes=(5.0 * unit, 3.0 * unit) if self._gap else ()))
        painter.drawLine(QLineF(scene.x, plot.top, scene.x, plot.bottom))
        painter.setPen(pen_of(ink, 1.8 * unit))
        for y, fill in zip(scene.dots, (look.sine, look.canvas), strict=False):
            painter.setBrush(colour(fill))
            painter.drawEllipse(QPointF(scene.x, y), DOT * unit, DOT * unit)


def _paint_arrow(painter: QPainter, scene: MarkScene, ink: Rgb, size: float, *, lower: bool) -> None:
    """Draw a triangle at the edge beyond which the position is; that of the gap is the lower one."""
    x, y = scene.x, scene.panel.plot.top + size * (4 if lower else 1.5)
    tip = QPointF(x + scene.side * size * 1.4, y)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink))
    painter.drawPolygon(QPolygonF([QPointF(x, y - size), tip, QPointF(x, y + size)]))


class ReadingsPainter:
    """Writes the values at p and at p + k, in forms that fit whatever their figures are."""

    def paint(self, painter: QPainter, target: Target, scene: Readings) -> None:
        """Write both beside one another, each in its accent."""
        rect = target.rect
        metrics = QFontMetricsF(target.font)
        space = 1.5 * metrics.height()
        said, gap = steady(metrics, scene, rect.width() - space)
        painter.setFont(target.font)
        _write(painter, rect, said, target.palette.position)
        moved = rect.adjusted(metrics.horizontalAdvance(widest(said)) + space, 0, 0, 0)
        _write(painter, moved, gap, target.palette.gap)


def steady(metrics: QFontMetricsF, scene: Readings, room: float) -> tuple[str, str]:
    """Return the longest forms that fit whatever their figures are, so that none changes by itself.

    Where there is no room for both the gap is left out, and in the end the position.
    """
    forms = list(zip(scene.position, scene.gap or ("",) * len(scene.position), strict=True))
    forms += [(said, "") for said in scene.position]
    fitting = (f for f in forms if metrics.horizontalAdvance(widest(f[0] + f[1])) <= room)
    return next(fitting, ("", ""))


def _write(painter: QPainter, rect: QRectF, text: str, ink: Rgb) -> None:
    painter.setPen(colour(ink))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


class LadderPainter:
    """Draws the still part of the ladder."""

    def __init__(self) -> None:
        self._strokes = Strokes()

    def paint(self, painter: QPainter, target: Target, scene: LadderScene) -> None:
        """Draw what never finishes a turn shaded, the axes, the length and a dot per pair."""
        plot, look, unit = scene.panel.plot, target.palette, unit_of(target)
        shaded = QRectF(plot.left, plot.top, plot.width, max(scene.length_y - plot.top, 0.0))
        painter.fillRect(shaded, colour(look.beyond))
        paint_axes(painter, target, scene.axes)
        painter.setPen(pen_of(look.text, 1.3 * unit, dashes=(8.0 * unit, 4.0 * unit)))
        painter.drawLine(QPointF(plot.left, scene.length_y), QPointF(plot.right, scene.length_y))
        painter.setPen(colour(look.text))
        painter.drawText(rect_of(scene.label_box), int(Qt.AlignmentFlag.AlignCenter), scene.label)
        self._rungs(painter, target, scene)

    def _rungs(self, painter: QPainter, target: Target, scene: LadderScene) -> None:
        """Draw a disc for a dial that finishes a turn and a ring for one that never does."""
        look, radius = target.palette, rung_radius(scene.spacing, unit_of(target))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen_of(look.curve, 2 * radius))
        self._strokes.points(painter, np.ascontiguousarray(scene.points))
        if radius >= 1.8:
            painter.setPen(pen_of(look.beyond, 2 * radius - 2.6 * unit_of(target)))
            self._strokes.points(painter, np.ascontiguousarray(scene.points[~scene.finished]))


def rung_radius(spacing: float, unit: float) -> float:
    """Return the radius of a rung's dot: smaller where they are close, so that they stay apart."""
    return min(max(0.36 * spacing, 1.1), _RUNG_MOST) * unit


class RungsPainter:
    """Draws the selected and the hovered rung over the ladder."""

    def paint(self, painter: QPainter, target: Target, scene: RungsScene) -> None:
        """Draw a ring around each, lines to the axes from the selected one, and a label."""
        look, unit, plot = target.palette, unit_of(target), scene.panel.plot
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(target.font)
        x, y = scene.selected
        painter.setPen(pen_of(look.selected, 1.0 * unit, dashes=(2.0, 2.0)))
        painter.drawLines([QLineF(plot.left, y, x, y), QLineF(x, y, x, plot.bottom)])
        if scene.hovered is not None:
            _paint_ring(painter, QPointF(*scene.hovered), look.muted, 1.5 * unit, DOT * unit)
        _paint_ring(painter, QPointF(x, y), look.selected, 2.0 * unit, DOT * unit)
        self._label(painter, target, scene)

    def _label(self, painter: QPainter, target: Target, scene: RungsScene) -> None:
        if scene.place is None:
            return
        at, ink = (scene.selected, target.palette.selected)
        if scene.hovered is not None:
            at, ink = scene.hovered, target.palette.text
        metrics, place = QFontMetricsF(target.font), rect_of(scene.place)
        spare = place.width() - metrics.horizontalAdvance(scene.text) - 0.6 * metrics.height()
        left = place.left() >= at[0]  # the plate keeps the side that is nearer to its rung
        shrunk = place.adjusted(0 if left else spare, 0, -spare if left else 0, 0)
        paint_plate(painter, target, shrunk, scene.text, ink)


def _paint_ring(painter: QPainter, at: QPointF, ink: Rgb, width: float, radius: float) -> None:
    painter.setPen(pen_of(ink, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, radius, radius)
