"""What pictures are taken of, off screen: one view, the views side by side, or the whole window."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from gui.canvas.view import CanvasView
from gui.catalogue import VIEWS, view_spec
from gui.export.arrangement import ViewsStage
from gui.export.files import ExportError
from gui.export.painting import PicturePainter, paint_view, prepare
from gui.export.size import Size
from gui.export.stage import Shot, Stage, ViewStage, settle, show_off_screen
from gui.model.player import Player
from gui.model.state import AppState

ALL_VIEWS: Final = "views"
WINDOW: Final = "window"
SUBJECTS: Final = (
    *((spec.name, spec.title) for spec in VIEWS),
    (ALL_VIEWS, "The views side by side"),
    (WINDOW, "The whole window"),
)
"""What there are pictures of: names as on the command line, and titles."""


def stage_of(name: str, state: AppState, shot: Shot) -> Stage:
    """Return the stage of the view of that name, of the "views", or of the "window".

    Raises
    ------
    ExportError
        For a transparent window.
    KeyError
        When there is no view of that name.
    """
    if name == WINDOW and shot.transparent:
        raise ExportError("the window has no transparent background: take a picture of a view")
    if name == WINDOW:
        return WindowStage(state, shot)
    return ViewsStage(state, shot) if name == ALL_VIEWS else ViewStage(view_spec(name).create, state, shot)


def picture_of(name: str, state: AppState, size: Size, scale: float = 1.0) -> QImage:
    """Return a picture of one of `SUBJECTS` at rest.

    Raises
    ------
    ExportError
        When there is not enough memory.
    KeyError
        When there is nothing of that name.
    """
    with stage_of(name, state, Shot(size, scale)) as stage:
        return stage.picture()


class WindowStage(Stage):
    """The whole window, with the theme and the text size of its state.

    A picture too small for the window to be whole in it shows it made smaller.
    """

    def __init__(self, state: AppState, shot: Shot) -> None:
        from gui.window.main_window import MainWindow

        super().__init__(state, shot)
        self._window = MainWindow(self.store, Player(self.store))
        show_off_screen(self._window, shot.logical)
        settle(self.store)
        self._fit()

    def _fit(self) -> None:
        size, shown = self.shot.size, self._window.size()
        scale = min(self.shot.scale, size.width / shown.width(), size.height / shown.height())
        if shown != self.shot.logical:
            self.shot = replace(self.shot, scale=scale)
            self._window.resize(self.shot.logical)
        for view in self._window.views.values():
            view.devicePixelRatioF = lambda: scale
            view.refresh()
        settle(self.store)

    @property
    def widgets(self) -> tuple[QWidget, ...]:  # noqa: D102
        return (self._window,)

    @property
    def views(self) -> tuple[CanvasView, ...]:  # noqa: D102
        return tuple(view for view in self._window.views.values() if view.isVisible())

    @property
    def background(self) -> QColor:  # noqa: D102
        return self._window.palette().window().color()

    def draw(self, painter: PicturePainter) -> None:  # noqa: D102
        if self.shot.scale == 1.0 and isinstance(painter.device(), QImage):
            QWidget.render(self._window, painter, QPoint())
            return
        for view in self.views:  # painted afterwards, with lines that grow
            view.paintEvent = lambda event: None  # type: ignore[method-assign]
        QWidget.render(self._window, painter, QPoint())
        for view in self.views:
            self._draw_view(painter, view)

    def _draw_view(self, painter: PicturePainter, view: CanvasView) -> None:
        place = view.rect().translated(view.mapTo(self._window, QPoint(0, 0)))
        prepare(view, self.shot.scale)
        painter.save()
        paint_view(painter, view, place.toRectF())
        painter.restore()


@contextlib.contextmanager
def kept_look(shown: QWidget) -> Iterator[None]:
    """Keep the program's look while a window of another one is built off screen; `shown` waits meanwhile."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    font, colours, sheet = app.font(), app.palette(), app.styleSheet()
    shown.setUpdatesEnabled(False)
    try:
        yield
    finally:
        app.setFont(font)
        app.setPalette(colours)
        app.setStyleSheet(sheet)
        shown.setUpdatesEnabled(True)
