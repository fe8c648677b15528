"""Draws what stands still on the wall: faces, coverage, ticks, blurred discs and captions."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRadialGradient

from gui.canvas.palette import Palette
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.layout import TIP_FROM, TIP_SHARE, hand_width
from gui.dialwall.scene import Faces

_SPRITE_RADIUS = 16.0  # up to this radius 1/256 of a turn is under 0.4 pixels and faces can be shared
_SPRITE_LEVELS = 256


class FacePainter:
    """Paints faces one by one, or small ones from sprites shared by equal coverage."""

    def paint(self, painter: QPainter, target: Target, faces: Faces) -> None:
        """Draw all visible faces."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if faces.layout.radius <= _SPRITE_RADIUS and len(faces.coverage) > _SPRITE_LEVELS:
            self._paint_shared(painter, target, faces)
        else:
            for n, (x, y) in enumerate(faces.layout.centres):
                centre = QPointF(float(x), float(y))
                self._paint_face(painter, target.palette, faces, n, centre)
        self._paint_captions(painter, target, faces)

    def _paint_face(self, painter: QPainter, look: Palette, faces: Faces, n: int, centre: QPointF) -> None:
        radius = faces.layout.radius
        draw_face(painter, look, centre, radius, float(faces.start[n]), float(faces.coverage[n]))
        draw_middle(painter, look, centre, radius, blurred=bool(faces.blurred[n]))

    def _paint_shared(self, painter: QPainter, target: Target, faces: Faces) -> None:
        radius, ratio = faces.layout.radius, target.pixel_ratio
        half = math.ceil(radius) + 2
        sprites: dict[tuple[int, int, bool], QImage] = {}
        for n, (x, y) in enumerate(faces.layout.centres):
            level = round(float(faces.coverage[n]) * _SPRITE_LEVELS)
            start = round(float(faces.start[n]) / (2 * math.pi) * _SPRITE_LEVELS) % _SPRITE_LEVELS
            key = (level, start, bool(faces.blurred[n]))
            if key not in sprites:
                sprites[key] = self._sprite(target.palette, radius, half, ratio, key)
            painter.drawImage(QPointF(float(x) - half, float(y) - half), sprites[key])

    def _sprite(
        self, look: Palette, radius: float, half: int, ratio: float, key: tuple[int, int, bool]
    ) -> QImage:
        side = math.ceil(2 * half * ratio)
        sprite = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        sprite.setDevicePixelRatio(ratio)
        sprite.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sprite)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        level, start, blurred = key
        centre = QPointF(half, half)
        turn = 2 * math.pi / _SPRITE_LEVELS
        draw_face(painter, look, centre, radius, start * turn, level / _SPRITE_LEVELS)
        draw_middle(painter, look, centre, radius, blurred=blurred)
        painter.end()
        return sprite

    def _paint_captions(self, painter: QPainter, target: Target, faces: Faces) -> None:
        layout = faces.layout
        if not layout.caption:
            return
        painter.setFont(target.font)
        painter.setPen(colour(target.palette.muted))
        line = layout.caption / len(faces.captions[0])
        for pair, lines in zip(layout.visible.tolist(), faces.captions, strict=True):
            x, y = layout.cell_corner(pair)
            y += layout.cell - layout.caption - 3
            for n, text in enumerate(lines):
                painter.drawText(QRectF(x, y + n * line, layout.cell, line), _CENTRED, text)


_CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def draw_face(
    painter: QPainter, look: Palette, centre: QPointF, radius: float, start: float, coverage: float
) -> None:
    """Draw one face: disc, shaded coverage from the phase `start` clockwise (in turns), ticks, rim."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(look.dial_face))
    painter.drawEllipse(centre, radius, radius)
    painter.setBrush(colour(look.coverage))
    if coverage >= 1.0:
        painter.drawEllipse(centre, radius, radius)
    else:
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawPie(box, round((90 - math.degrees(start)) * 16), -round(coverage * 360 * 16))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(look.dial_rim), 1.0 if radius < 30 else 1.5))
    painter.drawEllipse(centre, radius, radius)
    if radius >= 14:
        _draw_ticks(painter, centre, radius, 12 if radius >= 60 else 4)


def _draw_ticks(painter: QPainter, centre: QPointF, radius: float, count: int) -> None:
    for n in range(count):
        angle = 2 * math.pi * n / count
        length = 0.14 if n % (count // 4) == 0 else 0.07
        way = QPointF(math.sin(angle), -math.cos(angle))
        painter.drawLine(centre + way * radius * (1 - length), centre + way * radius)


def draw_middle(painter: QPainter, look: Palette, centre: QPointF, radius: float, *, blurred: bool) -> None:
    """Draw the axle of a hand, or the blurred disc of a hand too fast to follow."""
    if blurred:
        draw_blur(painter, look, centre, radius)
    elif radius >= TIP_FROM:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.position))
        half = TIP_SHARE / 2 * hand_width(radius)
        painter.drawEllipse(centre, half, half)


def draw_blur(painter: QPainter, look: Palette, centre: QPointF, radius: float) -> None:
    """Draw what the eye sees of a hand too fast to follow: a disc, denser towards the middle."""
    gradient = QRadialGradient(centre, radius)
    ink = QColor(*look.position)
    for at, alpha in ((0.0, 150), (0.25, 80), (1.0, 45)):
        ink.setAlpha(alpha)
        gradient.setColorAt(at, ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    painter.drawEllipse(centre, radius, radius)
