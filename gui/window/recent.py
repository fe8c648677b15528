"""What was used before: presets and sessions, listed in menus and remembered in the settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QMainWindow, QMenu

from engine import EncodingParams
from gui.model.presets import Preset, matching, presets
from gui.model.store import Store
from gui.window import sessions
from gui.window.settings import Settings


class Recent(QObject):
    """Keeps the settings' lists of presets and sessions, and takes up again what they name.

    Parameters
    ----------
    window : QMainWindow
        Where questions are asked.
    store : Store
        Where a chosen preset or session goes.
    settings : Settings
        What the last start has left.
    """

    kept = Signal()
    """There is another preset of one's own."""

    def __init__(self, window: QMainWindow, store: Store, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._store = window, store
        self.settings = settings

    def offer(self, recent_presets: QMenu, recent_sessions: QMenu) -> None:
        """Let two menus list what was used last, whenever they are opened."""
        for menu, fill in ((recent_presets, self._list_presets), (recent_sessions, self._list_sessions)):
            menu.aboutToShow.connect(partial(_filled, menu, fill))

    def _list_presets(self, menu: QMenu) -> None:
        known = {found.name: found for found in (*presets(), *self.settings.own)}
        for found in (known[name] for name in self.settings.recent if name in known):
            menu.addAction(found.title).triggered.connect(partial(self._take, found))

    def _list_sessions(self, menu: QMenu) -> None:
        for name in self.settings.sessions:
            path = Path(name)
            menu.addAction(path.name).triggered.connect(partial(self._open, path))

    # ---- presets --------------------------------------------------------------------------------

    def note(self, params: EncodingParams) -> None:
        """Take note of parameters: those of a preset were chosen, by whatever means."""
        if found := matching(params):
            self.settings = self.settings.chosen(found.name)

    def keep_preset(self) -> None:
        """Ask for a title, and keep the parameters as a preset of one's own."""
        title, taken = QInputDialog.getText(self._window, "Keep as preset", "Title")
        if taken and title.strip():
            self.settings = self.settings.kept(title.strip(), self._store.state.params)
            self.kept.emit()

    def _take(self, chosen: Preset, *_: object) -> None:
        self._store.update(**chosen.changes())

    # ---- sessions -------------------------------------------------------------------------------

    def open_session(self, path: Path | None = None) -> None:
        """Open a session, asking which unless it is given."""
        self._used(sessions.open_session(self._window, self._store, path))

    def save_session(self) -> None:
        """Ask for a file and save the session."""
        self._used(sessions.save_session(self._window, self._store))

    def _open(self, path: Path, *_: object) -> None:
        self.open_session(path)

    def _used(self, session: Path | None) -> None:
        if session is not None:
            self.settings = self.settings.used(str(session.resolve()))


def _filled(menu: QMenu, fill: Callable[[QMenu], None]) -> None:
    menu.clear()
    fill(menu)
    if menu.isEmpty():
        menu.addAction("none so far").setEnabled(False)
