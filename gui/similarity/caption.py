"""The caption: a strip above the plot for legend and read-outs, where it hides no part of a curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gui.canvas.letters import shrunk
from gui.model.readout import widest

Symbol = Literal["line", "circle", "cross", "marker", "hover", "none"]


NO_INK = QColor(0, 0, 0, 0)
"""The ink of a symbol that is not drawn but keeps its room."""
SMALLEST = 0.5
"""How far the caption's font may shrink where room is short."""
_PADDING = 0.6
"""Room above and below all rows together, in rows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A symbol and what it stands for.

    `reserve` is a text that is about as long as the entry may become: the entries after it keep their
    places while its numbers run. `group` starts a new row where the groups do not fit in one. `dashes` are
    those of a line.
    """

    symbol: Symbol
    text: str
    ink: QColor
    text_ink: QColor
    reserve: str = ""
    group: int = 0
    dashes: tuple[float, ...] = ()


def flow(widths: Sequence[float], groups: Sequence[int], room: float, rows: int) -> list[tuple[int, float]]:
    """Return the row and the x coordinate of each entry, as many as fit; each group fills its own rows.

    All groups share the first row when they fit in it together.
    """
    apart = sum(widths) > room
    places: list[tuple[int, float]] = []
    row, x, group = 0, 0.0, groups[0] if groups else 0
    for width, of in zip(widths, groups, strict=True):
        if x > 0 and (x + width > room or (apart and of != group)):
            row, x = row + 1, 0.0
        if row >= rows:
            break
        places.append((row, x))
        x, group = x + width, of
    return places


class Caption(pg.GraphicsObject):
    """Paints entries in rows; it is as high as the rows that its reserved widths need."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self._places: list[tuple[int, float]] = []
        self._rect = QRectF()
        self._font = QFont()
        self._rows = 1
        self._asked: tuple[float, float, QFont] | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts in sight."""
        return tuple(e.text for e in self._entries[: len(self._places)] if e.text)

    def place(self, left: float, room: float, most: float, font: QFont, entries: Sequence[Entry]) -> float:
        """Lay the entries out at the top of the view, at most `most` pixels high; return the height taken.

        Where that is too little the font shrinks, down to `SMALLEST` of its size; what finds no room even
        then is left out, the last entries first.
        """
        self.prepareGeometryChange()
        self._entries, self._asked = tuple(entries), (room, most, font)
        self._font, self._places = _arranged(*self._asked, entries)
        self._rows = _rows(self._places)
        self._rect = QRectF(left, 0.0, room, (self._rows + _PADDING) * QFontMetricsF(self._font).height())
        self.update()
        return self._rect.height()

    def fits(self, entries: Sequence[Entry]) -> bool:
        """Tell whether other words need the same rows as those that were laid out."""
        if self._asked is None:
            return False
        if [_extent(e) for e in entries] == [_extent(e) for e in self._entries]:
            return True
        font, places = _arranged(*self._asked, entries)
        return font == self._font and _rows(places) == self._rows

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show other words in the same rows."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self._places = _flowed(QFontMetricsF(self._font), self._rect.width(), self._rows, entries)
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        painter.setFont(self._font)
        painter.setClipRect(self._rect)
        height = QFontMetricsF(self._font).height()
        for entry, (row, x) in zip(self._entries, self._places, strict=False):
            top = self._rect.top() + height * (_PADDING / 4 + row)
            left = self._rect.left() + x
            if entry.text:
                self._paint_entry(painter, entry, QRectF(left, top, self._rect.right() - left, height))

    def _paint_entry(self, painter: QPainter, entry: Entry, rect: QRectF) -> None:
        advance = _symbol_width(QFontMetricsF(self._font), entry)
        if advance and entry.ink.alpha():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            _paint_symbol(painter, entry, QRectF(rect.left(), rect.top(), advance * 0.75, rect.height()))
        painter.setPen(entry.text_ink)
        room = rect.adjusted(advance, 0, 0, 0)
        text = QFontMetricsF(self._font).elidedText(entry.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


def _arranged(
    room: float, most: float, font: QFont, entries: Sequence[Entry]
) -> tuple[QFont, list[tuple[int, float]]]:
    """Return the largest font in which all entries fit, else the smallest, and their places."""
    for scale in (1.0, 0.9, 0.8, 0.7, 0.6, SMALLEST):
        smaller = shrunk(font, scale)
        metrics = QFontMetricsF(smaller)
        places = _flowed(metrics, room, max(int(most / metrics.height() - _PADDING), 1), entries)
        if len(places) == len(entries):
            break
    return smaller, places


def _flowed(
    metrics: QFontMetricsF, room: float, rows: int, entries: Sequence[Entry]
) -> list[tuple[int, float]]:
    return flow([_width(metrics, e) for e in entries], [e.group for e in entries], room, rows)


def _rows(places: Sequence[tuple[int, float]]) -> int:
    return 1 + max((row for row, _ in places), default=0)


def _extent(entry: Entry) -> tuple[object, ...]:
    """Return what an entry's room depends on; figures are of one width."""
    return entry.symbol, _wide(entry.text), entry.reserve, entry.group, bool(entry.dashes)


def _width(metrics: QFontMetricsF, entry: Entry) -> float:
    text = max(metrics.horizontalAdvance(_wide(each)) for each in (entry.text, entry.reserve))
    return _symbol_width(metrics, entry) + text + 1.2 * metrics.height() if text else 0.0


def _symbol_width(metrics: QFontMetricsF, entry: Entry) -> float:
    wide = {"none": 0.0, "line": 2.6 if entry.dashes else 1.6}
    return wide.get(entry.symbol, 0.9) * metrics.height()


def _wide(text: str) -> str:
    return widest(text) if text else ""


def _symbol_pen(entry: Entry, height: float) -> QPen:
    """Return the pen of a symbol; Qt counts dashes in widths of the pen."""
    width = max(1.5, height / 11)
    pen = QPen(entry.ink, width)
    if entry.dashes:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        grown = (height / 16) ** 0.6
        pen.setDashPattern([length * grown / width for length in entry.dashes])
    return pen


def _paint_symbol(painter: QPainter, entry: Entry, rect: QRectF) -> None:
    centre, size = rect.center(), rect.height() * 0.25
    painter.setPen(_symbol_pen(entry, rect.height()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match entry.symbol:
        case "line":
            painter.drawLine(QPointF(rect.left(), centre.y()), QPointF(rect.right(), centre.y()))
        case "circle":
            painter.drawEllipse(centre, size, size)
        case "cross":
            for sign in (-1, 1):
                arm = QPointF(size, sign * size) * 0.8
                painter.drawLine(centre - arm, centre + arm)
        case _:
            painter.drawLine(QPointF(centre.x(), rect.top()), QPointF(centre.x(), rect.bottom()))
            painter.setBrush(entry.ink if entry.symbol == "marker" else entry.text_ink)
            painter.drawEllipse(centre, size * 0.7, size * 0.7)
