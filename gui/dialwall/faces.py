"""Draws what stands still on the wall: faces, coverage, ticks, blurred discs and captions."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRadialGradient

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette
from gui.canvas.raster import Strokes
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.layout import TIP_FROM, TIP_SHARE, hand_width
from gui.dialwall.scene import Faces
from gui.dialwall.shape import BLUR, LONG_TICK, SHORT_TICK, rim_width, tick_count


def draw_faces(painter: QPainter, target: Target, faces: Faces) -> None:
    """Draw all visible faces, layer by layer, with their captions.

    A rim is what a larger disc leaves to be seen around a smaller one: Qt fills circles much faster than it
    strokes them.
    """
    look, radius, half = target.palette, faces.layout.radius, rim_width(faces.layout.radius) / 2
    centres = [QPointF(x, y) for x, y in faces.layout.centres.tolist()]
    painter.setPen(Qt.PenStyle.NoPen)
    _draw_discs(painter, look.dial_rim, centres, radius + half)
    _draw_discs(painter, look.dial_face, centres, radius - half)
    _draw_coverage(painter, look, faces, centres, radius - half)
    _draw_ticks(painter, look, faces)
    _draw_middles(painter, look, faces, centres)
    draw_captions(painter, target, faces)


def _draw_discs(painter: QPainter, ink: Rgb, centres: Iterable[QPointF], radius: float) -> None:
    painter.setBrush(colour(ink))
    for centre in centres:
        painter.drawEllipse(centre, radius, radius)


def _draw_coverage(
    painter: QPainter, look: Palette, faces: Faces, centres: list[QPointF], radius: float
) -> None:
    """Shade each face from its phase at position 0 on, clockwise, as far as the hand comes."""
    painter.setBrush(colour(look.coverage))
    side = 2 * radius
    for centre, start, turns in zip(centres, faces.start.tolist(), faces.coverage.tolist(), strict=True):
        if turns >= 1.0:
            painter.drawEllipse(centre, radius, radius)
        else:
            box = QRectF(centre.x() - radius, centre.y() - radius, side, side)
            painter.drawPie(box, round((90 - math.degrees(start)) * 16), -round(turns * 360 * 16))


def _draw_ticks(painter: QPainter, look: Palette, faces: Faces) -> None:
    layout = faces.layout
    painter.setPen(QPen(colour(look.dial_rim), rim_width(layout.radius)))
    ticks = layout.radius * tick_lines(tick_count(layout.radius))
    Strokes().lines(painter, (np.tile(layout.centres, 2)[:, None] + ticks).reshape(-1, 4))


def tick_lines(count: int) -> NDArray[np.float64]:
    """Return the ticks of a dial of radius 1 around the origin as segments, shape (count, 4)."""
    turns = np.arange(count) / max(count, 1)
    ways = np.stack([np.sin(2 * math.pi * turns), -np.cos(2 * math.pi * turns)], axis=1)
    lengths = np.where(turns * 4 % 1 == 0, LONG_TICK, SHORT_TICK)
    return np.hstack([ways * (1 - lengths)[:, None], ways])


def _draw_middles(painter: QPainter, look: Palette, faces: Faces, centres: list[QPointF]) -> None:
    """Draw the axles of the hands, and blurred discs instead of hands too fast to follow."""
    radius, blurred = faces.layout.radius, faces.blurred.tolist()
    painter.setPen(Qt.PenStyle.NoPen)
    if radius >= TIP_FROM:
        sharp = (centre for centre, fast in zip(centres, blurred, strict=True) if not fast)
        _draw_discs(painter, look.position, sharp, TIP_SHARE / 2 * hand_width(radius))
    for centre, fast in zip(centres, blurred, strict=True):
        if fast:
            draw_blur(painter, look, centre, radius)


def draw_captions(painter: QPainter, target: Target, faces: Faces) -> None:
    """Write what stands under the dials."""
    layout = faces.layout
    if layout.form is None:
        return
    painter.setFont(target.font)
    painter.setPen(colour(target.palette.muted))
    line = layout.caption / len(layout.form.lines)
    for pair, lines in zip(layout.visible.tolist(), faces.captions, strict=True):
        x, y = layout.cell_corner(pair)
        y += layout.cell - layout.caption - 3
        for n, text in enumerate(lines):
            painter.drawText(QRectF(x, y + n * line, layout.cell, line), _CENTRED, text)


_CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def draw_blur(painter: QPainter, look: Palette, centre: QPointF, radius: float) -> None:
    """Draw what the eye sees of a hand too fast to follow: a disc, denser towards the middle."""
    gradient = QRadialGradient(centre, radius)
    ink = QColor(*look.position)
    for at, alpha in BLUR:
        ink.setAlpha(alpha)
        gradient.setColorAt(at, ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    painter.drawEllipse(centre, radius, radius)
