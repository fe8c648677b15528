"""The guide: it runs tours in the window, shows what a step asks for, and puts all back afterwards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.window.docks import Dock
from gui.window.late import LatePanel

if TYPE_CHECKING:
    from gui.tour.player import TourPlayer
    from gui.tour.tour import Spotlight, Tour


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
        self._player: TourPlayer | None = None
        self.panel = LatePanel("tourPanel", "Tours", self._build_panel)
        self._docks: dict[str, Dock] = {}
        self._opened: list[Dock] = []
        self._listed = False
        self._former: tuple[str, ...] | None = None
        store.changed.connect(self._sync)

    @property
    def player(self) -> TourPlayer:
        """What walks the tours; made when it is first asked for, since most starts need no tour."""
        if self._player is None:
            from gui.tour.player import TourPlayer

            still = self._store.state.reduced_motion
            self._player = TourPlayer(self._store, reduced_motion=still, parent=self)
            self._player.changed.connect(self._obey)
        return self._player

    @property
    def runs(self) -> bool:
        """Whether a tour runs."""
        return self._player is not None and self._player.tour is not None

    def _build_panel(self) -> QWidget:
        from gui.tour.dock import TourPanel

        return TourPanel(self._store, self.player)

    def take(self, docks: dict[str, Dock]) -> None:
        """Take the panels that steps may open."""
        self._docks = docks

    def fill(self, menu: QMenu) -> None:
        """Let a menu list the tours once it is opened."""
        menu.aboutToShow.connect(partial(self._list, menu))

    def _list(self, menu: QMenu) -> None:
        if self._listed:
            return
        from gui.tour.loading import tours

        self._listed = True
        for tour in tours():
            menu.addAction(tour.title).triggered.connect(partial(self._chosen, tour))
        menu.addSeparator()
        menu.addAction("Leave the tour").triggered.connect(self.leave)

    def start(self, tour: Tour) -> None:
        """Begin a tour at its first step."""
        self._docks["tour"].show()
        self._docks["tour"].raise_()
        self.player.start(tour)

    def leave(self) -> None:
        """End the tour, if one runs: all is as it was before it."""
        if self.runs:
            self.player.leave()

    def turn(self, by: int) -> bool:
        """Go one step on or back, and tell whether a tour runs."""
        if not self.runs:
            return False
        (self.player.next if by > 0 else self.player.previous)()
        return True

    def act(self, number: int) -> bool:
        """Run an action of the tour's step, counted from 0, and tell whether there is one."""
        return self.runs and self.player.act(number)

    def deepen(self) -> None:
        """Show the tour's text at the next of its depths: plain words, for developers, for researchers."""
        from gui.tour.tour import DEPTHS

        self.player.set_depth(DEPTHS[(DEPTHS.index(self.player.depth) + 1) % len(DEPTHS)])

    def _chosen(self, tour: Tour, *_: object) -> None:
        self.start(tour)

    def _sync(self, _: AppState, new: AppState) -> None:
        if self._player is not None:
            self._player.reduced_motion = new.reduced_motion

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


def spotted(spotlight: Spotlight | None) -> Hover:
    """Return what a step's spotlight is on."""
    return Hover() if spotlight is None else Hover(**{spotlight.target: spotlight.number})
