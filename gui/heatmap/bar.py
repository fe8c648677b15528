"""The colour bar: what the colours of the cells stand for."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from gui.canvas.palette import Palette
from gui.canvas.view import colour
from gui.heatmap.items import Overlay
from gui.heatmap.layout import BAR_WIDTH, TICK, TICK_GAP
from gui.heatmap.raster import colour_table, faded_table
from gui.model.state import HeatQuantity

_GAP = 12
"""Pixels between the cells and the bar; all but one are left out of its bounds: a cursor passes beside it."""


class ColourBar(Overlay):
    """The map of the values from -amplitude to amplitude, or of the phases of one turn, with its ticks."""

    def __init__(self, z: float) -> None:
        super().__init__(None, z)
        self._font = QFont()
        self._texts: tuple[str, ...] = ()
        self._quantity: HeatQuantity = "value"
        self._titled = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What the ticks say, from the lower end up: ends and middle only where room is short."""
        room = self._bounds.height() / QFontMetricsF(self._font).height() if self._texts else 0.0
        return self._texts if len(self._texts) <= room else self._texts[:: len(self._texts) // 2]

    def place(
        self, bounds: QRectF, font: QFont, texts: tuple[str, ...], quantity: HeatQuantity, *, titled: bool
    ) -> None:
        """Take a place beside the cells, and the texts of evenly spaced ticks from the lower end up."""
        self._font, self._texts, self._quantity, self._titled = font, texts, quantity, titled
        half = QFontMetricsF(font).height() / 2
        self.set_bounds(bounds.adjusted(_GAP - 1, -half, 0, half) if bounds.width() > 0 else QRectF())
        self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        metrics = QFontMetricsF(self._font)
        half = metrics.height() / 2
        strip = QRectF(
            self._bounds.left() + 1, self._bounds.top() + half, BAR_WIDTH, self._bounds.height() - 2 * half
        )
        painter.drawImage(strip, _gradient(look, self._quantity))
        painter.setPen(QPen(colour(look.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(strip.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.setFont(self._font)
        texts = self.texts
        for n, text in enumerate(texts):
            at = QPointF(strip.right(), strip.bottom() - strip.height() * n / (len(texts) - 1))
            _tick(painter, at, text, half, colour(look.line), colour(look.text))
        if self._titled:
            _title(painter, self._bounds, self._quantity, metrics, colour(look.text))


def _tick(painter: QPainter, at: QPointF, text: str, half: float, line: QColor, ink: QColor) -> None:
    painter.setPen(QPen(line, 1))
    painter.drawLine(at, at + QPointF(TICK, 0))
    painter.setPen(ink)
    room = QRectF(at.x() + TICK_GAP, at.y() - half, 1000, 2 * half)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _title(painter: QPainter, bounds: QRectF, text: str, metrics: QFontMetricsF, ink: QColor) -> None:
    """Write upwards along the right edge."""
    if metrics.horizontalAdvance(text) > bounds.height():
        return
    painter.setPen(ink)
    painter.translate(bounds.right() - metrics.height(), bounds.center().y())
    painter.rotate(-90)
    room = QRectF(-bounds.height() / 2, 0, bounds.height(), metrics.height())
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def _gradient(look: Palette, quantity: HeatQuantity) -> QImage:
    table = colour_table(look) if quantity == "value" else faded_table(look)[-256:]
    column = table[::-1].copy()
    return QImage(column.data, 1, len(column), 4, QImage.Format.Format_RGB32).copy()
