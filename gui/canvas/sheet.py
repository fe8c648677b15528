"""Pictures laid one to one on a surface's device pixels, wherever on it and at whatever scale."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from gui.canvas.target import Target

_NEARLY = 1e-3  # of a pixel


class Sheet:
    """A picture of a part of the target, kept until what it shows changes.

    It is drawn with the very matrix of the surface, so that an edge falls on the same place of the same
    pixel as if it had been drawn there directly, and it is put down without being resampled.
    """

    def __init__(self) -> None:
        self._image = QImage()
        self._key: object = None

    def paint(
        self,
        painter: QPainter,
        target: Target,
        rect: QRectF,
        key: object,
        draw: Callable[[QPainter], None],
        *,
        ground: QColor | None = None,
    ) -> None:
        """Put the picture down, drawn anew when `key`, the palette, the font or the place is another one.

        Parameters
        ----------
        painter : QPainter
            Its matrix may be any shift and scale of the target's.
        rect : QRectF
            What the picture shows, in the painter's coordinates.
        draw : callable
            Draws it with a painter in the same coordinates.
        ground : QColor, optional
            What lies beneath; with it the picture is opaque, which is put down faster than it is blended.
        """
        matrix = painter.deviceTransform()
        place = outer_rect(matrix.mapRect(rect))
        key = (key, target.palette, target.font, _shift(matrix, place), place.size().toTuple(), ground)
        if key != self._key:
            self._image, self._key = _drawn(matrix, place, draw, ground), key
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(matrix.inverted()[0].mapRect(QRectF(place)), self._image)


def outer_rect(rect: QRectF) -> QRect:
    """Return all pixels that a rectangle touches, give or take a thousandth of one."""
    left, top = math.floor(rect.left() + _NEARLY), math.floor(rect.top() + _NEARLY)
    right, bottom = math.ceil(rect.right() - _NEARLY), math.ceil(rect.bottom() - _NEARLY)
    return QRect(left, top, max(right - left, 0), max(bottom - top, 0))


def _drawn(
    matrix: QTransform, place: QRect, draw: Callable[[QPainter], None], ground: QColor | None
) -> QImage:
    formats = QImage.Format
    image = QImage(place.size(), formats.Format_RGB32 if ground else formats.Format_ARGB32_Premultiplied)
    image.fill(ground or Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(matrix * QTransform.fromTranslate(-place.x(), -place.y()))
    draw(painter)
    painter.end()
    return image


def _shift(matrix: QTransform, place: QRect) -> tuple[float, ...]:
    """Return the scale, and where the origin lies on the picture, to a thousandth of a pixel."""
    left, top = matrix.dx() - place.x(), matrix.dy() - place.y()
    return tuple(round(v, 3) for v in (matrix.m11(), matrix.m22(), left, top))
