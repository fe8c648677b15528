"""The main window: it puts views and panels together around one store and one player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QLabel,
    QMainWindow,
    QScrollArea,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from gui.canvas.view import CanvasView
from gui.catalogue import VIEWS
from gui.export.image import check_picture_path, write_picture
from gui.export.provenance import PROGRAM, VERSION, of_picture
from gui.export.table import table_of, write_table
from gui.model.player import Player
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.inspector import Inspector
from gui.panels.parameters import ParameterPanel
from gui.panels.transport import TransportPanel
from gui.window import dialogs
from gui.window.actions import ACTIONS, ActionSpec
from gui.window.keys import KeyRouter
from gui.window.pictures import picture_of
from gui.window.status import StatusBar
from gui.window.theme import apply_theme

HINT = "Each dial is one sine/cosine pair. Space pauses. Drag base."
_DOCKED_VIEWS = tuple(spec for spec in VIEWS if spec.name != "dials")


class MainWindow(QMainWindow):
    """The window; it shows the store's state and sends intents to it."""

    def __init__(self, store: Store, player: Player) -> None:
        super().__init__()
        self.store = store
        self._player = player
        self.setWindowTitle(PROGRAM)
        self.setDockNestingEnabled(True)
        self.views: dict[str, CanvasView] = {spec.name: spec.create(store) for spec in VIEWS}
        self._build_centre()
        self._docks = self._build_docks()
        self.setStatusBar(StatusBar(store))
        self._switches: list[tuple[QAction, ActionSpec]] = []
        self._build_menus()
        self._keys = KeyRouter(self, {key: partial(spec.act, self) for spec in ACTIONS for key in spec.keys})
        self.arrange()
        store.changed.connect(self._sync)
        self._sync(None, store.state)

    # ---- building -------------------------------------------------------------------------------

    def _build_centre(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.hint = QLabel(HINT)
        self.hint.setObjectName("hint")
        self.hint.setProperty("role", "hint")
        self.hint.setWordWrap(True)
        column.addWidget(self.hint)
        column.addWidget(self.views["dials"], 1)
        self.setCentralWidget(centre)
        bar = QToolBar("Transport")
        bar.setObjectName("transportBar")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.addWidget(TransportPanel(self.store))
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)

    def _build_docks(self) -> dict[str, Dock]:
        docks = {
            "parameters": self._dock("Parameters", _scrolled(ParameterPanel(self.store))),
            "inspector": self._dock("Inspector", _scrolled(Inspector(self.store))),
        }
        for spec in _DOCKED_VIEWS:
            docks[spec.name] = self._dock(spec.title, self.views[spec.name])
        docks["inspector"].closed.connect(lambda: self.store.update(inspecting=False))
        return docks

    def _dock(self, title: str, content: QWidget) -> Dock:
        dock = Dock(title)
        dock.setObjectName(f"{title.split()[0].lower()}Dock")
        dock.setWidget(content)
        return dock

    def _build_menus(self) -> None:
        menus = {title: self.menuBar().addMenu(title) for title in dict.fromkeys(s.menu for s in ACTIONS)}
        for spec in ACTIONS:
            if spec.text == "-":
                menus[spec.menu].addSeparator()
                continue
            action = menus[spec.menu].addAction(_menu_text(spec))
            action.triggered.connect(partial(self._act, spec))
            if spec.checked is not None:
                action.setCheckable(True)
                self._switches.append((action, spec))
        for dock in self._docks.values():
            if dock is not self._docks["inspector"]:
                menus["View"].addAction(dock.toggleViewAction())

    def _act(self, spec: ActionSpec, *_: object) -> None:
        spec.act(self)
        self._show_switches(self.store.state)

    def arrange(self) -> None:
        """Put every panel where it is at the start."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        for dock in self._docks.values():
            dock.setFloating(False)
            dock.show()
        self.addDockWidget(left, self._docks["parameters"])
        self.splitDockWidget(self._docks["parameters"], self._docks["inspector"], Qt.Orientation.Vertical)
        for spec in _DOCKED_VIEWS:
            self.addDockWidget(right, self._docks[spec.name])
        self._docks["inspector"].setVisible(self.store.state.inspecting)
        self._share_room()

    def _share_room(self) -> None:
        """Share what the parameter panel leaves between the wall and the views beside it."""
        panel = self.fontMetrics().horizontalAdvance("0") * 30
        beside = int((self.width() - panel) * 0.48)
        self.resizeDocks(
            [self._docks["parameters"], self._docks["heatmap"]], [panel, beside], Qt.Orientation.Horizontal
        )
        heights = [int(self.height() * 0.56), int(self.height() * 0.44)]
        self.resizeDocks([self._docks[s.name] for s in _DOCKED_VIEWS], heights, Qt.Orientation.Vertical)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        beside = self._docks["heatmap"].width() if hasattr(self, "_docks") else 0
        super().resizeEvent(event)
        before = event.oldSize().width()
        if self.isVisible() and before > 0 and not self._docks["heatmap"].isFloating():
            width = beside * event.size().width() // before
            self.resizeDocks([self._docks["heatmap"]], [width], Qt.Orientation.Horizontal)

    # ---- following the store --------------------------------------------------------------------

    def _sync(self, old: AppState | None, new: AppState) -> None:
        if old is None or old.theme != new.theme:
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            apply_theme(app, new.theme)
        self.hint.setVisible(new.hint)
        if old is None or old.inspecting != new.inspecting:
            self._docks["inspector"].setVisible(new.inspecting)
        self._show_switches(new)

    def _show_switches(self, state: AppState) -> None:
        for action, spec in self._switches:
            assert spec.checked is not None
            action.setChecked(spec.checked(state))

    # ---- being seen -----------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._tell_player()
        self._share_room()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102
        super().hideEvent(event)
        self._tell_player()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._tell_player()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        self._player.set_visible(False)
        super().closeEvent(event)

    def _tell_player(self) -> None:
        self._player.set_visible(self.isVisible() and not self.isMinimized())

    # ---- actions --------------------------------------------------------------------------------

    def quit(self) -> None:
        """Close the window; the program ends with it."""
        self.close()

    def save_picture(self) -> None:
        """Ask for a view, a size and a file, and save the picture."""
        dialog = dialogs.PictureDialog(1920, 1080, self)
        if not dialogs.run(dialog):
            return
        name, size = dialog.view_chosen(), dialog.size_chosen()
        path = dialogs.ask_path(self, "Save picture", f"{name}.png", ".png")
        if path is None:
            return
        state = self.store.state

        def write(overwrite: bool) -> None:
            check_picture_path(path, overwrite=overwrite)
            write_picture(picture_of(name, state, size), path, of_picture(name, state), overwrite=overwrite)

        self._save(path, write)

    def save_table(self) -> None:
        """Ask for a table and a file, and save it."""
        dialog = dialogs.TableDialog(self)
        if not dialogs.run(dialog):
            return
        kind = str(dialog.kind.currentData())
        path = dialogs.ask_path(self, "Save table", f"{kind}.csv", ".csv")
        if path is None:
            return
        state = self.store.state
        self._save(path, lambda overwrite: write_table(table_of(kind, state), str(path), overwrite=overwrite))

    def _save(self, path: Path, write: Callable[[bool], None]) -> None:
        if dialogs.save_with_questions(self, path, write):
            self.statusBar().showMessage(f"Saved {path}", 5000)

    def show_keys(self) -> None:
        """Show the sheet of keys."""
        dialogs.run(dialogs.text_dialog(self, "Keys", dialogs.keys_html(ACTIONS)))

    def show_about(self) -> None:
        """Say what this program is."""
        text = f"<h3>{PROGRAM} {VERSION}</h3><p>Sinusoidal position encoding, exactly as it is.</p>"
        dialogs.run(dialogs.text_dialog(self, "About", text))


class Dock(QDockWidget):
    """A panel that says when a person closes it."""

    closed = Signal()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        super().closeEvent(event)
        self.closed.emit()


def _menu_text(spec: ActionSpec) -> str:
    """Return the text with its first key beside it; the key itself is the router's business."""
    if not spec.keys:
        return spec.text
    return f"{spec.text}\t{QKeySequence(spec.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)}"


def _scrolled(panel: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
