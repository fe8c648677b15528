"""What both painters need: pens, texts that fit, and the axes of a panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from gui.canvas.colour import Rgb
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.waves.layout import TICK_GAP, Box
from gui.waves.scene import Axes

_LEFT, _RIGHT, _CENTRE, _MIDDLE = (
    Qt.AlignmentFlag.AlignLeft,
    Qt.AlignmentFlag.AlignRight,
    Qt.AlignmentFlag.AlignHCenter,
    Qt.AlignmentFlag.AlignVCenter,
)


def rect_of(box: Box, margin: float = 0.0) -> QRectF:
    """Return a box as Qt's, larger by a margin all around."""
    return QRectF(box.left, box.top, box.width, box.height).adjusted(-margin, -margin, margin, margin)


def unit_of(target: Target) -> float:
    """Return how much larger lines and dots are than beside letters 16 pixels high."""
    return float((QFontMetricsF(target.font).height() / 16) ** 0.6)


def pen_of(rgb: Rgb, width: float, *, dashes: Sequence[float] = ()) -> QPen:
    """Return a pen with round caps, solid or with dashes in pixels."""
    pen = QPen(colour(rgb), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashes:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([d / width for d in dashes])
    return pen


def fitting(metrics: QFontMetricsF, texts: Sequence[str], room: float) -> str:
    """Return the first, longest text that fits; none where not even the last one does."""
    return next((t for t in texts if metrics.horizontalAdvance(t) <= room), "")


def elided(metrics: QFontMetricsF, text: str, room: float) -> str:
    """Return a text that ends in an ellipsis where it does not fit."""
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def paint_axes(painter: QPainter, target: Target, axes: Axes) -> None:
    """Draw grid, frame, ticks, titles and the caption of a panel."""
    painter.setFont(target.font)
    _paint_grid(painter, target, axes)
    _paint_ticks(painter, target, axes)
    _paint_titles(painter, target, axes)
    _paint_caption(painter, target, axes)


def _paint_grid(painter: QPainter, target: Target, axes: Axes) -> None:
    plot = axes.panel.plot
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(pen_of(target.palette.grid, 1.0))
    painter.drawLines([QLineF(t.at, plot.top, t.at, plot.bottom) for t in axes.across])
    painter.drawLines([QLineF(plot.left, t.at, plot.right, t.at) for t in axes.up])
    painter.setPen(pen_of(target.palette.line, 1.0))
    painter.drawLine(QPointF(plot.left, plot.top), QPointF(plot.left, plot.bottom))
    painter.drawLine(QPointF(plot.left, plot.bottom), QPointF(plot.right, plot.bottom))
    painter.drawLines([QLineF(plot.left - 3, y, plot.left, y) for y in axes.minor])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _paint_ticks(painter: QPainter, target: Target, axes: Axes) -> None:
    metrics, plot, frame = QFontMetricsF(target.font), axes.panel.plot, axes.panel.frame
    line = metrics.height()
    painter.setPen(colour(target.palette.text))
    for tick in axes.up:
        place = QRectF(frame.left, tick.at - line / 2, plot.left - TICK_GAP - frame.left, line)
        painter.drawText(place, int(_RIGHT | _MIDDLE), tick.text)
    for tick in axes.across:
        width = metrics.horizontalAdvance(tick.text) + 2
        left = min(max(tick.at - width / 2, frame.left), frame.right - width)
        painter.drawText(QRectF(left, plot.bottom + TICK_GAP / 2, width, line), int(_CENTRE), tick.text)


def _paint_titles(painter: QPainter, target: Target, axes: Axes) -> None:
    metrics, plot, frame = QFontMetricsF(target.font), axes.panel.plot, axes.panel.frame
    line = metrics.height()
    painter.setPen(colour(target.palette.muted))
    if axes.panel.titled:
        below = QRectF(plot.left, plot.bottom + TICK_GAP / 2 + line, plot.width, line)
        painter.drawText(below, int(_CENTRE), fitting(metrics, axes.titles[0], plot.width))
    painter.save()
    painter.translate(frame.left + 0.15 * line, plot.bottom)
    painter.rotate(-90)
    beside = QRectF(0, 0, plot.height, line)
    painter.drawText(beside, int(_CENTRE | _MIDDLE), fitting(metrics, axes.titles[1], plot.height))
    painter.restore()


def _paint_caption(painter: QPainter, target: Target, axes: Axes) -> None:
    metrics, plot, frame = QFontMetricsF(target.font), axes.panel.plot, axes.panel.frame
    room = frame.right - plot.left - 4
    painter.setPen(colour(target.palette.text))
    where = QRectF(plot.left, frame.top + 0.15 * metrics.height(), room, metrics.height())
    text = fitting(metrics, axes.caption, room) or elided(metrics, axes.caption[-1], room)
    painter.drawText(where, int(_LEFT | _MIDDLE), text)


def paint_plate(painter: QPainter, target: Target, place: QRectF, text: str, ink: Rgb) -> None:
    """Write a text on a plate in the colour of the ground, so that nothing behind it disturbs."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(target.palette.canvas, 225))
    painter.drawRoundedRect(place, 3, 3)
    painter.setPen(colour(ink))
    painter.drawText(place, int(_CENTRE | _MIDDLE), text)
