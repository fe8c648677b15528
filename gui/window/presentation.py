"""Presentation mode's window: views in large type that fill a screen, over the tour's step and a caption."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QFont, QResizeEvent, QScreen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.canvas.letters import READABLE_POINTS
from gui.canvas.one_frame import OneFrame
from gui.canvas.view import CanvasView
from gui.catalogue import view_spec
from gui.export.provenance import PROGRAM
from gui.model.state import VIEW_NAMES, AppState
from gui.model.store import Store
from gui.tour.caption import TourCaption
from gui.tour.player import TourPlayer
from gui.window.parameter_line import ParameterLine
from gui.window.places import places
from gui.window.pointer import RestingPointer

Made = Callable[[CanvasView], object]

USUAL_POINTS: Final = 20.0
"""Size of the text on a screen of 1024 × 768 pixels, 96 of them to an inch; it grows with the screen."""
_USUAL_SIDE: Final = math.sqrt(1024 * 768)
_USUAL_DPI: Final = 96.0
SIZE_STEP: Final = 1.1
"""How much larger a step makes the text."""


def points_for(screen: QSize, dpi: float, steps: int) -> float:
    """Return the size of text in points for a screen of a size in pixels, `steps` larger than usual."""
    side = math.sqrt(screen.width() * screen.height())
    points = USUAL_POINTS * side / _USUAL_SIDE * _USUAL_DPI / dpi * SIZE_STEP**steps
    return max(points, READABLE_POINTS)


class Stage(QWidget):
    """The views that are shown, arranged by their number and by the room; each is made when first shown."""

    def __init__(self, store: Store, made: Made) -> None:
        super().__init__()
        self._store, self._made = store, made
        self.views: dict[str, CanvasView] = {}
        self.shown: tuple[str, ...] = ()

    def show_views(self, names: Iterable[str]) -> None:
        """Show just these views."""
        wanted = tuple(name for name in VIEW_NAMES if name in names)
        if wanted == self.shown:
            return
        self.shown = wanted
        for name in wanted:
            if name not in self.views:
                self.views[name] = self._view_of(name)
        self._arrange()
        for name, view in self.views.items():
            view.setVisible(name in wanted)

    def set_views_font(self, font: QFont) -> None:
        """Give all views a font of their own, which the main window's text size does not change."""
        self.setFont(font)
        for view in self.views.values():
            view.setFont(font)

    def _view_of(self, name: str) -> CanvasView:
        view = view_spec(name).create(self._store)
        view.setParent(self)
        view.setFont(self.font())
        self._made(view)
        return view

    def _arrange(self) -> None:
        for name, place in zip(self.shown, places(len(self.shown), self.size()), strict=True):
            self.views[name].setGeometry(place)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if self.shown:
            self._arrange()


class PresentationWindow(QWidget):
    """Fills a screen with the views that are to be presented.

    It has its own views of the same store, so that the main window stays as it is.

    Parameters
    ----------
    store : Store
        What they show.
    tour : TourPlayer, optional
        What may run a tour, whose text then stands below the views.
    made : callable
        Is told of each view when it is made.
    """

    closed = Signal()
    """It has been closed, by whatever means."""

    def __init__(self, store: Store, tour: TourPlayer | None = None, made: Made = lambda view: None) -> None:
        super().__init__()
        self.setObjectName("presentation")
        self.setAccessibleName("Presentation")
        self.setWindowTitle(f"{PROGRAM}: presentation")
        self._store, self._tour = store, tour
        self._steps = 0
        self._font = QFont()
        self.stage = Stage(store, made)
        OneFrame(self, self.stage.views)
        self.line = ParameterLine(store)
        self.caption = TourCaption(store, tour) if tour is not None else None
        self.pointer = RestingPointer(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stage, 1)
        if self.caption is not None:
            column.addWidget(self.caption)
        column.addWidget(self.line)
        store.changed.connect(self._sync)
        if tour is not None:
            tour.changed.connect(self._follow)
        self._follow()

    # ---- what is shown --------------------------------------------------------------------------

    def _sync(self, old: AppState, new: AppState) -> None:
        if old.presented != new.presented:
            self._follow()
        dressed: tuple[QWidget, ...] = (self.line, *self.stage.views.values())
        if any(widget.font() != self._font for widget in dressed):
            self._fit()  # another theme or text size has dressed all widgets anew

    def _follow(self) -> None:
        """Show the views, and the caption, that are wanted now."""
        step = self._tour.step if self._tour is not None else None
        if self.caption is not None:
            self.caption.setVisible(step is not None)
        self.stage.show_views(self._store.state.presented)

    # ---- filling a screen -----------------------------------------------------------------------

    def fill(self, screen: QScreen) -> None:
        """Fill a screen; where there is no window manager nobody else gives the window its size."""
        place = screen.geometry()  # now: an OpenGL view, first shown, renews the window and ends `screen`
        self.setScreen(screen)
        self.setGeometry(place)
        self._fit()
        self.showFullScreen()
        self.setGeometry(place)
        self.raise_()
        self.activateWindow()

    def change_text_size(self, steps: int) -> None:
        """Make all text larger or smaller; 0 makes it as usual."""
        self._steps = self._steps + steps if steps else 0
        self._fit()

    def _fit(self) -> None:
        """Give all text the size that suits the screen."""
        screen = self.screen()
        font = self._font = QFont(self.font())
        font.setPointSizeF(points_for(self.size(), screen.logicalDotsPerInchY(), self._steps))
        for widget in (self, self.line):  # each by itself: one that is not polished yet would not inherit
            widget.setFont(font)
        self.stage.set_views_font(font)
        if self.caption is not None:
            self.caption.fit(self.size())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit()

    # ---- turning pages --------------------------------------------------------------------------

    def turn(self, by: int) -> bool:
        """Go one page of the tour on or back, and tell whether a tour runs."""
        if self.caption is None or self._tour is None or self._tour.step is None:
            return False
        if by > 0:
            self.caption.next()
        else:
            self.caption.previous()
        return True

    # ---- coming and going -----------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        super().closeEvent(event)
        self.pointer.stop()
        self.closed.emit()
