"""The veil of the spotlight: it dims a view but for a few rectangles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QGraphicsItem

DIM: Final = QColor(0, 0, 0, 145)
"""What lies over all that is not in the light."""
_ABOVE: Final = 1000.0


class Veil(QGraphicsItem):
    """Lies over everything else in a view; it is there only while something is in the light."""

    def __init__(self) -> None:
        super().__init__()
        self._bounds = QRectF()
        self._dark = QRegion()
        self.setZValue(_ABOVE)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setVisible(False)

    def cover(self, view: QRect, lit: Sequence[QRectF]) -> None:
        """Dim a rectangle but for the parts that are lit, in pixels; nothing where none is."""
        dark = QRegion(view) - _region(lit) if lit else QRegion()
        if dark != self._dark:
            self.prepareGeometryChange()
            self._bounds, self._dark = QRectF(view), dark
            self.setVisible(not dark.isEmpty())
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        for part in rects(self._dark):
            painter.fillRect(QRectF(part) & option.exposedRect, DIM)


def _region(lit: Iterable[QRectF]) -> QRegion:
    """Return whole pixels, so that what is lit has clear edges and is as it would be without a veil."""
    region = QRegion()
    for rect in lit:
        region += QRegion(rect.toAlignedRect())
    return region


def rects(region: QRegion) -> Iterable[QRect]:
    """Yield the rectangles that a region consists of."""
    return region  # type: ignore[return-value]  # the stubs do not know that it can be iterated over
