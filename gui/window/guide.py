"""The guide: it runs tours in the window, shows what a step asks for, and puts all back afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.tour.dock import TourPanel
from gui.tour.loading import tours
from gui.tour.player import TourPlayer
from gui.tour.tour import Spotlight, Tour
from gui.window.docks import Dock


class TourGuide(QObject):
    """Obeys the steps of a tour.

    Parameters
    ----------
    store : Store
        Where spotlight and presented views go.
    """

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self.player = TourPlayer(store, reduced_motion=store.state.reduced_motion, parent=self)
        self.panel = LatePanel(lambda: TourPanel(store, self.player))
        self._docks: dict[str, Dock] = {}
        self._opened: list[Dock] = []
        self._listed = False
        self._former: tuple[str, ...] | None = None
        self.player.changed.connect(self._obey)
        store.changed.connect(self._sync)

    def take(self, docks: dict[str, Dock]) -> None:
        """Take the panels that steps may open."""
        self._docks = docks

    def fill(self, menu: QMenu) -> None:
        """Let a menu list the tours once it is opened."""
        menu.aboutToShow.connect(partial(self._list, menu))

    def _list(self, menu: QMenu) -> None:
        if self._listed:
            return
        self._listed = True
        for tour in tours():
            menu.addAction(tour.title).triggered.connect(partial(self._chosen, tour))
        menu.addSeparator()
        menu.addAction("Leave the tour").triggered.connect(self.player.leave)

    def start(self, tour: Tour) -> None:
        """Begin a tour at its first step."""
        self._docks["tour"].show()
        self._docks["tour"].raise_()
        self.player.start(tour)

    def turn(self, by: int) -> bool:
        """Go one step on or back, and tell whether a tour runs."""
        if self.player.tour is None:
            return False
        (self.player.next if by > 0 else self.player.previous)()
        return True

    def _chosen(self, tour: Tour, *_: object) -> None:
        self.start(tour)

    def _sync(self, _: AppState, new: AppState) -> None:
        self.player.reduced_motion = new.reduced_motion

    def _obey(self) -> None:
        step = self.player.step
        if step is None:
            self._put_back()
            return
        if self._former is None:
            self._former = self._store.state.presented
        self._store.update(presented=tuple(step.views), spotlight=spotted(step.spotlight))
        for name in step.views:
            self._open(self._docks[name])

    def _open(self, dock: Dock) -> None:
        if not dock.isVisible():
            if dock.isHidden():
                self._opened.append(dock)
            dock.show()
            dock.raise_()

    def _put_back(self) -> None:
        if self._former is not None:
            self._store.update(presented=self._former, spotlight=Hover())
            self._former = None
        for dock in self._opened:
            dock.hide()
        self._opened.clear()


class LatePanel(QWidget):
    """A panel that is built when it is first shown, so that it costs a start nothing."""

    def __init__(self, build: Callable[[], QWidget]) -> None:
        super().__init__()
        self._build: Callable[[], QWidget] | None = build
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        if self._build is not None:
            self._column.addWidget(self._build())
            self._build = None
        super().showEvent(event)


def spotted(spotlight: Spotlight | None) -> Hover:
    """Return what a step's spotlight is on."""
    return Hover() if spotlight is None else Hover(**{spotlight.target: spotlight.number})
