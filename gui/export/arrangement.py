"""The views side by side, each under its title, without the panels around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

from gui.canvas.palette import palette
from gui.canvas.view import CanvasView, colour
from gui.catalogue import view_spec
from gui.export.painting import PicturePainter
from gui.export.stage import Shot, Stage, draw_view, set_up, settle
from gui.model.state import AppState

NAMES: Final = ("dials", "heatmap", "similarity")
_BESIDE, _UPPER = 0.46, 0.55
_GUTTER = 8


@dataclass(frozen=True, slots=True)
class Place:
    """Where a view goes: the line of its title, and the rest."""

    title: QRect
    view: QRect


class ViewsStage(Stage):
    """The wall, and beside it (below it on an upright picture) the heat map and the similarity."""

    def __init__(self, state: AppState, shot: Shot) -> None:
        super().__init__(state, shot)
        line = QFontMetrics(QApplication.font()).height() + 4
        self.places = dict(zip(NAMES, arranged(shot.logical, line), strict=True))
        self._views = {
            name: set_up(view_spec(name).create(self.store), place.view.size(), shot.scale)
            for name, place in self.places.items()
        }
        settle(self.store)

    @property
    def widgets(self) -> tuple[QWidget, ...]:  # noqa: D102
        return tuple(self._views.values())

    @property
    def views(self) -> tuple[CanvasView, ...]:  # noqa: D102
        return tuple(self._views.values())

    @property
    def background(self) -> QColor:  # noqa: D102
        return colour(palette(self.store.state.theme).window)

    def draw(self, painter: PicturePainter) -> None:  # noqa: D102
        for name, place in self.places.items():
            painter.setFont(QApplication.font())
            painter.setPen(colour(palette(self.store.state.theme).text))
            where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(place.title), int(where), view_spec(name).title)
            painter.save()
            draw_view(painter, self._views[name], place.view.topLeft(), self.shot)
            painter.restore()


def arranged(size: QSize, line: int) -> tuple[Place, ...]:
    """Return the places of the wall, the heat map and the similarity, in logical pixels."""
    width, height = size.width() - _GUTTER, size.height() - _GUTTER
    if width >= height:
        left, upper = round(width * (1 - _BESIDE)), round(height * _UPPER)
        cells = [
            QRect(0, 0, left, height),
            QRect(left, 0, width - left, upper),
            QRect(left, upper, width - left, height - upper),
        ]
    else:
        third = height // 3
        cells = [QRect(0, n * third, width, third) for n in range(3)]
    return tuple(_place(cell.translated(QPoint(_GUTTER, 0)), line) for cell in cells)


def _place(cell: QRect, line: int) -> Place:
    inner = cell.adjusted(0, 0, -_GUTTER, 0)
    title = QRect(inner.left(), inner.top(), max(inner.width(), 1), line)
    return Place(title, QRect(title.left(), title.bottom() + 1, title.width(), max(inner.height() - line, 1)))
