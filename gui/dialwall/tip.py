"""The wall's tool tip: all values of the dial under the resting pointer, kept fresh while it is shown."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from gui.canvas.palette import Palette
from gui.canvas.view import colour
from gui.model.readout import widest

Rows = tuple[tuple[str, str], ...]
_PADDING = 8.0
_GAP = 12.0


class TipItem(QGraphicsItem):
    """A card of names and values that stands beside what it speaks of.

    A tool tip of Qt's own would show the numbers of the moment it appeared, and could not be painted
    anew at every frame; this one changes with the scene.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(10)
        self.rows: Rows = ()
        self._rect = QRectF()
        self._name_width = self._line = 0.0
        self._font = QFont()
        self._palette: Palette | None = None
        self.hide()

    def show_rows(self, rows: Rows, beside: QRectF, within: QRectF, font: QFont, look: Palette) -> None:
        """Show rows of (name, value) beside a rectangle, no larger than fits into `within`."""
        if rows != self.rows or font != self._font:
            self.rows, self._font = rows, font
            self._measure()
        if look is not self._palette:
            self._palette = look
        size = self._rect.size()
        self.setScale(min(1.0, within.width() / size.width(), within.height() / size.height()))
        self.setPos(placed(size * self.scale(), beside, within))
        self.setVisible(True)
        self.update()

    def _measure(self) -> None:
        metrics = QFontMetricsF(self._font)
        self._line = metrics.height()
        names, values = (
            [metrics.horizontalAdvance(widest(row[side])) for row in self.rows] for side in (0, 1)
        )
        self._name_width = max(names) + _GAP
        width = self._name_width + max(values) + 2 * _PADDING
        rect = QRectF(0, 0, width, len(self.rows) * self._line + 2 * _PADDING)
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        if self._palette is None:
            return
        painter.setFont(self._font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(self._palette.line), 1.0))
        painter.setBrush(colour(self._palette.field))
        painter.drawRoundedRect(self._rect, 4, 4)
        top = _PADDING + QFontMetricsF(self._font).ascent()
        for n, (name, value) in enumerate(self.rows):
            base = top + n * self._line
            painter.setPen(colour(self._palette.muted))
            painter.drawText(QPointF(_PADDING, base), name)
            painter.setPen(colour(self._palette.text))
            painter.drawText(QPointF(_PADDING + self._name_width, base), value)


def placed(size: QSizeF, beside: QRectF, within: QRectF) -> QPointF:
    """Return where a card goes: right of, left of, below or above a rectangle; it never leaves `within`."""
    centre = beside.center() - QPointF(size.width() / 2, size.height() / 2)
    wanted = (
        QPointF(beside.right() + 4, centre.y()),
        QPointF(beside.left() - 4 - size.width(), centre.y()),
        QPointF(centre.x(), beside.bottom() + 4),
        QPointF(centre.x(), beside.top() - 4 - size.height()),
    )
    inside = [_held(at, size, within) for at in wanted]
    return next((at for at in inside if not QRectF(at, size).intersects(beside)), inside[0])


def _held(at: QPointF, size: QSizeF, within: QRectF) -> QPointF:
    x = max(min(at.x(), within.right() - size.width()), within.left())
    y = max(min(at.y(), within.bottom() - size.height()), within.top())
    return QPointF(x, y)
