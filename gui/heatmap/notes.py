"""What is written over the heat map's cells: where the table ends, and what the rows outside it are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.heatmap.scene import HeatScene

BEYOND_TEXT = "beyond the training length"
BEFORE_TEXT = "before the first position"
_BORDER = 1.5  # pixels across the line at the table's end


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that is written.

    Attributes
    ----------
    rect : QRectF
        Where it is, in item coordinates.
    key : hashable
        What distinguishes it from others at the same place.
    draw : callable
        Draws it with a painter in item coordinates.
    """

    rect: QRectF
    key: Hashable
    draw: Callable[[QPainter], None]


def notes(target: Target, scene: HeatScene) -> Iterator[Note]:
    """Yield the lines at the table's ends and the labels outside it."""
    for area, text in outside(scene, target.rect):
        border = area.top() if text == BEYOND_TEXT else area.bottom()
        if target.rect.top() < border < target.rect.bottom():
            yield _border(target, QLineF(area.left(), border, area.right(), border))
        plate = _plate(target, area, text)
        if plate is not None:
            yield _label(target, plate, text)


def outside(scene: HeatScene, rect: QRectF) -> list[tuple[QRectF, str]]:
    """Return the parts of `rect` before and beyond the table, with what to call them."""
    begin, end = (min(max(at, 0.0), 1.0) * rect.height() for at in (scene.table_from, scene.table_to))
    before = QRectF(rect.left(), rect.top(), rect.width(), begin)
    beyond = QRectF(rect.left(), rect.top() + end, rect.width(), rect.height() - end)
    return [
        (area, text) for area, text in ((before, BEFORE_TEXT), (beyond, BEYOND_TEXT)) if area.height() > 0
    ]


def _border(target: Target, line: QLineF) -> Note:
    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(colour(target.palette.muted), _BORDER, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
        )
        painter.drawLine(line)

    rect = QRectF(line.p1(), line.p2()).adjusted(0, -_BORDER, 0, _BORDER)
    return Note(rect, line.toTuple(), draw)


def _plate(target: Target, area: QRectF, text: str) -> QRectF | None:
    """Return the place of a label near the border with the table, if there is room."""
    metrics = QFontMetricsF(target.font)
    plate = QRectF(0, 0, metrics.horizontalAdvance(text) + 16, metrics.height() + 6)
    if area.height() < plate.height() + 12 or area.width() < plate.width() + 12:
        return None
    plate.moveCenter(area.center())
    if text == BEYOND_TEXT:
        plate.moveTop(area.top() + 6)
    else:
        plate.moveBottom(area.bottom() - 6)
    return plate


def _label(target: Target, plate: QRectF, text: str) -> Note:
    """Write on a plate of the background's colour."""

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(target.palette.canvas, 225))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setPen(colour(target.palette.text))
        painter.setFont(target.font)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    return Note(plate, (text, plate.getRect()), draw)
