"""The icons of the transport, drawn from a few shapes in the theme's text colour."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from gui.canvas.palette import palette
from gui.canvas.view import colour
from gui.model.state import ThemeName

_SIDE = 20.0
_SCALE = 4.0  # drawn larger than shown, so that it is sharp at any text size and pixel ratio
_SHAPES: dict[str, tuple[tuple[str, float], ...]] = {
    "play": (("right", 5),),
    "pause": (("bar", 5), ("bar", 11.5)),
    "start": (("bar", 3), ("left", 7)),
    "end": (("right", 3), ("bar", 13.5)),
    "back": (("left", 2), ("thin", 14)),
    "forward": (("thin", 4), ("right", 8)),
}


@cache
def transport_icon(name: str, theme: ThemeName) -> QIcon:
    """Return the icon of a transport button for a theme."""
    pixmap = QPixmap(int(_SCALE * _SIDE), int(_SCALE * _SIDE))
    pixmap.setDevicePixelRatio(_SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = colour(palette(theme).text)
    if name == "loop":
        painter.setPen(QPen(ink, 2.0))
        _draw_loop(painter)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPath(_path(name))
    painter.end()
    return QIcon(pixmap)


def _path(name: str) -> QPainterPath:
    path = QPainterPath()
    for shape, x in _SHAPES[name]:
        if shape == "bar":
            path.addRect(QRectF(x, 4, 3.5, 12))
        elif shape == "thin":
            path.addRect(QRectF(x, 6, 2, 8))
        else:
            path.addPolygon(_triangle(x, pointing_right=shape == "right"))
    return path


def _triangle(x: float, *, pointing_right: bool) -> QPolygonF:
    tip, back = (x + 10, x) if pointing_right else (x, x + 10)
    return QPolygonF([QPointF(back, 4), QPointF(tip, 10), QPointF(back, 16)])


def _draw_loop(painter: QPainter) -> None:
    painter.drawArc(QRectF(4, 4, 12, 12), 60 * 16, 290 * 16)
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF([QPointF(12, 1), QPointF(18, 5.5), QPointF(11.5, 8.5)]))
