"""The presenter: it opens presentation mode on a screen, keeps it there, and leaves no trace of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from gui.canvas.view import CanvasView
from gui.model.intents import toggle_presented
from gui.model.state import VIEW_NAMES
from gui.model.store import Store
from gui.window.blank import Blank
from gui.window.guide import TourGuide

if TYPE_CHECKING:
    from gui.window.presentation import PresentationWindow

_ACTIVATION: Final = (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate)


class Presenter(QObject):
    """Shows and ends presentation mode.

    The main window stays where it is; while the presentation covers it, its views draw nothing.

    Parameters
    ----------
    window : QMainWindow
        The main window.
    views : dict of str to CanvasView
        The main window's own views.
    guide : TourGuide
        What may run a tour.
    """

    changed = Signal()
    """Presentation mode has begun, has taken another screen, or has ended."""
    viewMade = Signal(CanvasView)  # noqa: N815 - a Qt signal
    """The presentation has one more view, not shown yet."""

    def __init__(
        self, window: QMainWindow, store: Store, views: dict[str, CanvasView], guide: TourGuide
    ) -> None:
        super().__init__(window)
        self._main, self._store, self._views, self._guide = window, store, views, guide
        self._shown: PresentationWindow | None = None
        self._blank: Blank | None = None
        self._chosen = ""
        self._landing = QTimer(self, singleShot=True, interval=0)
        self._landing.timeout.connect(self._land)
        window.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.screenAdded.connect(self._watch)
        app.screenRemoved.connect(self._landing.start)
        for screen in app.screens():
            self._watch(screen)

    @property
    def window(self) -> PresentationWindow | None:
        """The presentation's window; None while there is none."""
        return self._shown

    # ---- beginning and ending -------------------------------------------------------------------

    def toggle(self) -> None:
        """Begin, or end."""
        if self._shown is None:
            self._begin()
        else:
            self.leave()

    def present_on(self, screen: str) -> None:
        """Begin on the screen of a name, or move there; it is the one to use from now on."""
        self._chosen = screen
        if self._shown is None:
            self._begin()
        else:
            self._land()

    def leave(self) -> None:
        """End: the main window is as it was before."""
        self._end_blank()
        if self._shown is not None:
            self._shown.close()

    def _begin(self) -> None:
        from gui.window.presentation import PresentationWindow  # only now: most starts present nothing

        self._end_blank()
        self._shown = PresentationWindow(self._store, self._guide.player, self.viewMade.emit)
        self._shown.closed.connect(self._ended)
        self._land()
        self._shown.pointer.start()

    def _ended(self) -> None:
        assert self._shown is not None
        self._end_blank()
        self._shown.deleteLater()
        self._shown = None
        self._rest()
        self._main.activateWindow()
        self.changed.emit()

    # ---- the screen -----------------------------------------------------------------------------

    def screen(self) -> QScreen:
        """Return the screen to fill: the chosen one while it is there, else the main window's."""
        screens = {screen.name(): screen for screen in QApplication.screens()}
        return (
            screens.get(self._chosen)
            or screens.get(self._main.screen().name())
            or QApplication.primaryScreen()
        )

    def list_screens(self, menu: QMenu) -> None:
        """Fill a menu with the screens to present on."""
        menu.clear()
        for screen in QApplication.screens():
            size = screen.geometry()
            action = menu.addAction(f"{screen.name()}: {size.width()} × {size.height()}")
            action.setCheckable(True)
            action.setChecked(screen is self.screen())
            action.triggered.connect(partial(self._take, screen.name()))

    def _take(self, screen: str, *_: object) -> None:
        self.present_on(screen)

    def _watch(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._landing.start)
        self._landing.start()

    def _land(self) -> None:
        """Fill the screen, also after it has changed or is gone."""
        if self._shown is not None:
            self._shown.fill(self.screen())
            self._rest()
            self.changed.emit()

    # ---- the main window meanwhile --------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() in _ACTIVATION:
            self._rest()
        return False

    def _rest(self) -> None:
        """Let the main window's views rest while the presentation covers them."""
        covered = self._shown is not None and self._main.screen() is self._shown.screen()
        for view in self._views.values():
            view.set_idle(covered and not self._main.isActiveWindow())

    # ---- while it is on -------------------------------------------------------------------------

    def press(self, number: int) -> None:
        """Do what a figure stands for: an action of the tour's step, else to show a view or leave it away."""
        if self._guide.act(number - 1):
            return
        self._store.update(**toggle_presented(self._store.state, VIEW_NAMES[number - 1]))

    def turn(self, by: int) -> bool:
        """Go one page of the tour's caption on or back, and tell whether there is one on the screen."""
        return self._shown is not None and self._shown.turn(by)

    def blank(self) -> None:
        """Make the presentation black, or the main window where there is none; any key ends it."""
        self._end_blank()
        self._blank = Blank(self._shown or self._main)
        self._blank.ended.connect(self._forget)

    def _end_blank(self) -> None:
        if self._blank is not None:
            self._blank.end()

    def _forget(self) -> None:
        self._blank = None
