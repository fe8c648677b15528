"""The main window: it puts views and panels together around one store and one player."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QHideEvent,
    QMoveEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QVBoxLayout, QWidget

from gui.canvas.one_frame import OneFrame
from gui.canvas.view import CanvasView
from gui.catalogue import VIEWS
from gui.export.provenance import PROGRAM, VERSION
from gui.model.history import History
from gui.model.intents import change_text_size, step
from gui.model.player import Player
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.parameters import ParameterPanel
from gui.panels.transport import TransportPanel
from gui.window import dialogs, sessions
from gui.window.actions import ACTIONS, ActionSpec
from gui.window.dock_memory import DockMemory
from gui.window.docks import Dock, FixedDock, ScrollPanel, arrange, share_room
from gui.window.guide import TourGuide
from gui.window.keys import KeyRouter, is_editor
from gui.window.last_view import LastView
from gui.window.late import LatePanel, late_inspector, late_wavelengths
from gui.window.menus import Menus
from gui.window.presenter import Presenter
from gui.window.recent import Recent
from gui.window.settings import Settings, on_screen
from gui.window.status import StatusBar
from gui.window.tab_order import order_tabs
from gui.window.theme import apply_look

if TYPE_CHECKING:
    from gui.window.copying import Copying
    from gui.window.export_fields import Choices

HINT = "Each dial is one sine/cosine pair. Space pauses. Drag base."
_MESSAGE_MS = 15000


class MainWindow(QMainWindow):
    """The window; it shows the store's state and sends intents to it."""

    def __init__(self, store: Store, player: Player, settings: Settings | None = None) -> None:
        super().__init__()
        self.store = store
        self._player = player
        self.recent: Recent = Recent(self, store, settings or Settings())
        self._has_room = False
        self._history = History(time.monotonic)
        self._dress(store.state)  # before there are widgets: those not shown yet would keep the old font
        self.setWindowTitle(PROGRAM)
        self.setDockNestingEnabled(True)
        self.views: dict[str, CanvasView] = {spec.name: spec.create(store) for spec in VIEWS}
        OneFrame(self, self.views)
        self._last_view = LastView(self.views, self)
        self._copying: Copying | None = None
        self._exported: Choices | None = None
        self.guide: TourGuide = TourGuide(store, self)
        self._parameters = ParameterPanel(store)
        self._offer_presets()
        self.recent.kept.connect(self._offer_presets)
        self.docks = self._build_docks()
        self.guide.take(self.docks)
        self._places = DockMemory(self, self.docks)
        self._build_transport()
        self.status = StatusBar(store, self._frames)
        self.setStatusBar(self.status)
        self.presenter: Presenter = Presenter(self, store, self.views, self.guide)
        self.presenter.changed.connect(self._presenting)
        self._menus = Menus(self.menuBar(), ACTIONS, self._act, lambda: store.state)
        self._build_panel_menu()
        self.recent.offer(self._menus.menu("Edit/Recent presets"), self._menus.menu("File/Recent sessions"))
        self.setAcceptDrops(True)
        self._offer_options()
        self.guide.fill(self._menus.menu("Tour"))
        self._keys = KeyRouter(self, {key: partial(spec.act, self) for spec in ACTIONS for key in spec.keys})
        self._list_screens()
        arrange(self, self.docks)
        self._order_tabs()
        self.views["dials"].setFocus()
        store.changed.connect(self._sync)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._sync(None, store.state)

    # ---- building -------------------------------------------------------------------------------

    def _build_docks(self) -> dict[str, Dock]:
        contents: dict[str, tuple[str, QWidget]] = {
            "parameters": ("Parameters", ScrollPanel(self._parameters)),
            "inspector": ("Inspector", late_inspector(self.store)),
            **{spec.name: (spec.title, self.views[spec.name]) for spec in VIEWS},
            "wavelengths": ("Wavelengths", late_wavelengths(self.store)),
            "tour": ("Tour", self.guide.panel),
        }
        contents["dials"] = (contents["dials"][0], self._with_hint(self.views["dials"]))
        docks = {name: Dock(name, title, content) for name, (title, content) in contents.items()}
        for dock in docks.values():
            if isinstance(panel := dock.widget(), LatePanel):
                panel.built.connect(self._order_tabs)
        docks["inspector"].closed.connect(lambda: self.store.update(inspecting=False))
        return docks

    def _order_tabs(self) -> None:
        order_tabs(self.docks.values(), self._transport.widget())

    def _with_hint(self, view: QWidget) -> QWidget:
        self.hint = QLabel(HINT)
        self.hint.setObjectName("hint")
        self.hint.setProperty("role", "hint")
        self.hint.setWordWrap(True)
        framed = QWidget()
        column = QVBoxLayout(framed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.hint)
        column.addWidget(view, 1)
        return framed

    def _build_transport(self) -> None:
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            self.setCorner(corner, bottom)
        self._transport = FixedDock("transport", "Transport", TransportPanel(self.store))
        self.addDockWidget(bottom, self._transport)

    def _build_panel_menu(self) -> None:
        menu = self._menus.menu("View/Panels")
        for name, dock in self.docks.items():
            if name != "inspector":  # whose switch is in the state
                menu.addAction(dock.toggleViewAction())
                dock.toggleViewAction().triggered.connect(partial(_to_front, dock))
        menu.addAction(self._transport.toggleViewAction())

    def _offer_presets(self) -> None:
        self._parameters.offer(self.recent.settings.own)

    def _offer_options(self) -> None:
        """Let a view's options open from its title and with the right button on it."""
        for spec in VIEWS:
            menu = self._menus.menu(f"View/{spec.title}")
            self.docks[spec.name].title_bar.offer(menu)
            self.views[spec.name].menuRequested.connect(partial(_pop_up, menu))

    # ---- following the store --------------------------------------------------------------------

    def _sync(self, old: AppState | None, new: AppState) -> None:
        if old is not None and not self.guide.runs:
            self._history.note(old, new)
        if old is not None and (old.theme, old.text_size) != (new.theme, new.text_size):
            self._dress(new)
        if old is None or old.inspecting != new.inspecting:
            self.docks["inspector"].setVisible(new.inspecting)
        if old is not None and old.params != new.params:
            self.recent.note(new.params)
        if new.follow_system and (old is None or not old.follow_system):
            self._follow_system()
        self.hint.setVisible(new.hint)

    def _follow_system(self, *_: object) -> None:
        if self.store.state.follow_system:
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            self.store.update(theme="dark" if dark else "light", follow_system=True)

    def _dress(self, state: AppState) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_look(app, state.theme, state.text_size)

    # ---- being seen and remembered --------------------------------------------------------------

    def restore(self) -> None:
        """Take the place and the panels that the settings remember."""
        settings = self.recent.settings
        if settings.geometry is not None:
            self.setGeometry(on_screen(settings.geometry, QApplication.screens()))
        if self._places.restore(settings.docks, inspecting=self.store.state.inspecting):
            self._has_room = True
        if settings.maximised:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)

    def remembered(self) -> Settings:
        """Return what to remember of this window."""
        place = self.normalGeometry() if self.isMaximized() else self.geometry()
        return replace(
            self.recent.settings,
            state=self.store.state,
            geometry=place.getRect(),  # type: ignore[arg-type]
            maximised=self.isMaximized(),
            docks=self._places.places,
        )

    def _frames(self) -> int:
        return self.views["dials"].frames

    def say(self, message: str) -> None:
        """Say something once, in the status bar."""
        self.statusBar().showMessage(message, _MESSAGE_MS)

    def arrange(self) -> None:
        """Put every panel where it is at the start."""
        arrange(self, self.docks)
        self.docks["inspector"].setVisible(self.store.state.inspecting)

    def setVisible(self, visible: bool) -> None:  # noqa: D102
        if visible and not self._has_room:  # before the views are shown, lest they draw themselves twice
            share_room(self, self.docks)
            self._has_room = True
        super().setVisible(visible)
        if visible:
            self._places.window_shown()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._tell_player()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102
        super().hideEvent(event)
        self._tell_player()

    def moveEvent(self, event: QMoveEvent) -> None:  # noqa: D102
        super().moveEvent(event)
        self._tell_player()  # it may be another screen

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._tell_player()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        self.presenter.leave()
        self.guide.leave()  # what is remembered is one's own, not the tour's
        self._player.set_visible(False)
        self._places.window_closes()
        super().closeEvent(event)

    def _tell_player(self) -> None:
        seen = self.isVisible() and not self.isMinimized()
        self._player.set_visible(seen or self.presenter.window is not None)
        self._player.set_refresh((self.presenter.window or self).screen().refreshRate())

    # ---- presenting -----------------------------------------------------------------------------

    def _list_screens(self) -> None:
        """Offer the screens to present on, where there are several."""
        menu = self._menus.menu("View/Present on")
        menu.aboutToShow.connect(partial(self.presenter.list_screens, menu))
        several = menu.menuAction().setVisible
        self._menus.menu("View").aboutToShow.connect(lambda: several(len(QApplication.screens()) > 1))

    def _presenting(self) -> None:
        self._keys.serve(self.presenter.window)
        self._tell_player()

    def seen_views(self) -> list[CanvasView]:
        """Return the views that keys are for: the presentation's while there is one."""
        shown = self.presenter.window
        return list((shown.stage.views if shown is not None else self.views).values())

    def escape(self) -> None:
        """Leave presentation mode; where there is none, let the keys belong to the window again."""
        if self.presenter.window is not None:
            self.presenter.leave()
        elif (focus := self.focusWidget()) is not None and is_editor(focus):
            self.views["dials"].setFocus()

    def turn(self, by: int) -> None:
        """Go one step of the tour on or back, or one position where no tour runs."""
        if not self.presenter.turn(by) and not self.guide.turn(by):
            self.store.update(**step(self.store.state, by))

    @property
    def copying(self) -> Copying:
        """What copies from the views."""
        if self._copying is None:
            from gui.window.copying import Copying  # only now: a start needs none of it

            self._copying = Copying(self, self.store, self.views, self._last_view)
        return self._copying

    # ---- actions --------------------------------------------------------------------------------

    def _act(self, spec: ActionSpec) -> None:
        spec.act(self)
        self._menus.refresh()

    def undo(self) -> None:
        """Take the last step back."""
        self.store.update(**self._history.undo(self.store.state))

    def redo(self) -> None:
        """Do again what was taken back."""
        self.store.update(**self._history.redo(self.store.state))

    def change_text_size(self, steps: int) -> None:
        """Make all text larger or smaller; 0 makes it as the desktop has it."""
        if self.presenter.window is not None:
            self.presenter.window.change_text_size(steps)
        elif steps == 0:
            self.store.update(text_size=0)
        else:
            self.store.update(**change_text_size(self.store.state, steps, self.font().pointSize()))

    def quit(self) -> None:
        """Close the window; the program ends with it."""
        self.close()

    def export(self) -> None:
        """Ask what to export, and export it; the choices are kept for the next time."""
        from gui.window import saving  # only now: a start needs none of it

        self._exported = saving.export(self, self._exported)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102
        if sessions.dropped_session(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102
        path = sessions.dropped_session(event)
        if path is not None:
            event.acceptProposedAction()
            self.recent.open_session(path)

    def show_keys(self) -> None:
        """Show the sheet of keys."""
        dialogs.run(dialogs.text_dialog(self, "Keys", dialogs.keys_html(ACTIONS)))

    def show_about(self) -> None:
        """Say what this program is."""
        text = f"<h3>{PROGRAM} {VERSION}</h3><p>Sinusoidal position encoding, exactly as it is.</p>"
        dialogs.run(dialogs.text_dialog(self, "About", text))


def _pop_up(menu: QMenu, at: QPoint) -> None:
    menu.popup(at)


def _to_front(dock: Dock, *_: object) -> None:
    if not dock.isHidden():
        dock.raise_()
