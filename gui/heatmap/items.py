"""What lies over the cells: cursor lines, bands under the pointer, pair marks, arrows, the read-out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from gui.canvas.palette import Palette
from gui.canvas.view import colour
from gui.heatmap.layout import STRIP, fitting_font
from gui.model.position import Position
from gui.model.readout import position_text

HALO_ALPHA = 190
"""How strongly the background's colour sets a line off from the cells."""


class Overlay(QGraphicsItem):
    """An item in a rectangle of its own, repainted only where it changes."""

    def __init__(self, parent: QGraphicsItem | None, z: float) -> None:
        super().__init__(parent)
        self.setZValue(z)
        self._bounds = QRectF()
        self._look: Palette | None = None

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._bounds

    def dress(self, look: Palette) -> None:
        """Put on the colours of a theme."""
        self._look = look
        self.update()

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        if self._look is not None and not self._bounds.isEmpty():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self._look)

    def draw(self, painter: QPainter, look: Palette) -> None:
        """Paint the item."""
        raise NotImplementedError

    def set_bounds(self, bounds: QRectF) -> None:
        """Take another rectangle, in the parent's pixels."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds


class CursorLine(Overlay):
    """A line across the cells at one position; moving it repaints its own strip only."""

    def __init__(self, parent: QGraphicsItem, z: float, *, accent: str, thickness: float) -> None:
        super().__init__(parent, z)
        self._accent = accent
        self._thickness = thickness

    def span(self, width: float) -> None:
        """Make the line as long as the cells are wide."""
        half = self._thickness / 2 + 1
        self.set_bounds(QRectF(0, -half, width, 2 * half))

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.fillRect(self._bounds, colour(look.canvas, HALO_ALPHA))
        core = self._bounds.adjusted(0, 1, 0, -1)
        painter.fillRect(core, colour(getattr(look, self._accent)))


class Bands(Overlay):
    """Lightened rectangles: the row and the columns that some view has the pointer on."""

    def __init__(self, parent: QGraphicsItem, z: float) -> None:
        super().__init__(parent, z)
        self._rects: tuple[QRectF, ...] = ()

    def show_rects(self, rects: Iterable[QRectF]) -> None:
        """Mark these rectangles, in the cells' pixels, and no others."""
        rects = tuple(rects)
        if rects == self._rects:
            return
        self.update()
        self._rects = rects
        around = QRectF()
        for rect in rects:
            around = around.united(rect)
        self.set_bounds(around.adjusted(-2, -2, 2, 2) if rects else QRectF())
        self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setBrush(colour(look.text, 28))
        painter.setPen(QPen(colour(look.text, 130), 1))
        for rect in self._rects:
            painter.drawRect(rect)


class PairMarks(Overlay):
    """The frame of the cells, and what shows the selected pair's two columns without hiding them."""

    def __init__(self, z: float) -> None:
        super().__init__(None, z)
        self._cells = QRectF()
        self._columns: tuple[tuple[float, float], ...] = ()

    def show_columns(self, cells: QRectF, columns: tuple[tuple[float, float], ...]) -> None:
        """Mark columns given by their left and right edges, in pixels from the cells' left edge."""
        if (cells, columns) != (self._cells, self._columns):
            self._cells, self._columns = cells, columns
            self.set_bounds(cells.adjusted(-STRIP, -STRIP - 1, STRIP, 2))
            self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setPen(QPen(colour(look.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self._cells.adjusted(-0.5, -0.5, 0.5, 0.5))
        for left, right in _joined(self._columns):
            self._outline(painter, look, left, right)
        for left, right in self._columns:
            self._mark(painter, look, (left + right) / 2)

    def _outline(self, painter: QPainter, look: Palette, left: float, right: float) -> None:
        """Draw the two edges of columns where they are wide enough to stay readable between them."""
        if right - left < 6:
            return
        painter.setPen(QPen(colour(look.selected), 1.5))
        for x in (left, right):
            if 0 <= x <= self._cells.width():
                at = self._cells.left() + x
                painter.drawLine(QPointF(at, self._cells.top()), QPointF(at, self._cells.bottom()))

    def _mark(self, painter: QPainter, look: Palette, middle: float) -> None:
        """Draw a triangle above the cells that points at the column's middle."""
        if not 0 <= middle <= self._cells.width():
            return
        tip = QPointF(self._cells.left() + middle, self._cells.top() - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.selected))
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(-5, 1 - STRIP), tip + QPointF(5, 1 - STRIP)]))


class PositionArrow(Overlay):
    """A plate at the edge that names a position outside the window and points the way to it."""

    def __init__(self, parent: QGraphicsItem | None, z: float, *, accent: str, name: str = "") -> None:
        super().__init__(parent, z)
        self._accent = accent
        self._name = name
        self._font = QFont()
        self._text = ""
        self.setVisible(False)

    @property
    def text(self) -> str:
        """What the plate says."""
        return self._text

    def point(self, cells: QRectF, font: QFont, whole: int, *, below: bool, place: int = 0) -> None:
        """Stand at the lower or the upper edge and name a row; the size depends on its digits only.

        `place` is 0 at the edge itself, and 1 beside the plate that is there.
        """
        text = f"{'▼' if below else '▲'} {self._name}{position_text(Position(whole), 0)}"
        widest = "".join("8" if letter.isdigit() else letter for letter in text)
        self._font = fitting_font(font, widest, room=cells.width() - 24)
        metrics = QFontMetricsF(self._font)
        plate = QRectF(0, 0, metrics.horizontalAdvance(widest) + 16, metrics.height() + 4)
        away = 4 + place * (QFontMetricsF(font).height() + 8)
        plate.moveCenter(cells.center())
        plate.moveTop(cells.bottom() - plate.height() - away if below else cells.top() + away)
        self.set_bounds(plate)
        self.setVisible(True)
        if text != self._text:
            self._text = text
            self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setPen(QPen(colour(look.canvas), 1))
        painter.setBrush(colour(getattr(look, self._accent)))
        painter.drawRoundedRect(self._bounds.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(self._font)
        painter.setPen(colour(look.canvas))
        inner = self._bounds.adjusted(8, 0, -8, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._text)


class Readout(Overlay):
    """One line of text at a fixed place, in the fullest form that fits."""

    def __init__(self, z: float) -> None:
        super().__init__(None, z)
        self._font = QFont()
        self._texts: tuple[str, ...] = ()
        self._quiet = False

    @property
    def text(self) -> str:
        """What the line says in the room that it has."""
        room, metrics = self._bounds.width(), QFontMetricsF(self._font)
        fitting = (text for text in self._texts if metrics.horizontalAdvance(text) <= room)
        last = self._texts[-1] if self._texts else ""
        return next(fitting, metrics.elidedText(last, Qt.TextElideMode.ElideRight, room))

    def place(self, bounds: QRectF, font: QFont) -> None:
        """Take a place and a font."""
        self._font = font
        self.set_bounds(bounds)

    def say(self, texts: tuple[str, ...], *, quiet: bool) -> None:
        """Say one of these, the fullest that fits; `quiet` is for captions, in a muted colour."""
        if (texts, quiet) != (self._texts, self._quiet):
            self._texts, self._quiet = texts, quiet
            self.update()

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setFont(self._font)
        painter.setPen(colour(look.muted if self._quiet else look.text))
        painter.drawText(self._bounds, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text)


def _joined(columns: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return the spans that columns cover, neighbours being one span."""
    spans: list[tuple[float, float]] = []
    for left, right in sorted(columns):
        touching = bool(spans) and left - spans[-1][1] < 0.5
        spans[-1:] = [(spans[-1][0], right)] if touching else [*spans[-1:], (left, right)]
    return spans
