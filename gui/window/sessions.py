"""Sessions in the window: opened and saved by menu, dropped on the window, and remembered as recent."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox

from gui.export.files import ExportError
from gui.export.session import SUFFIX, read_session, write_session
from gui.model.history import snapshot
from gui.model.store import Store
from gui.window import dialogs


def open_session(window: QMainWindow, store: Store, path: Path | None = None) -> Path | None:
    """Open a session, asking which one unless it is given; a bad one is explained and changes nothing.

    Returns
    -------
    Path or None
        The file that was opened.
    """
    if path is None:
        text, _ = QFileDialog.getOpenFileName(window, "Open session", "", f"Sessions (*{SUFFIX})")
        if not text:
            return None
        path = Path(text)
    try:
        state = read_session(path)
    except ExportError as problem:
        QMessageBox.warning(window, "Not opened", str(problem))
        return None
    store.update(**snapshot(state), position=state.position, playing=state.playing)
    return path


def save_session(window: QMainWindow, store: Store) -> Path | None:
    """Ask for a file and save the session; return the file that was written."""
    path = dialogs.ask_path(window, "Save session", f"wall-of-clocks{SUFFIX}", SUFFIX)
    if path is None:
        return None
    state = store.state
    written = dialogs.save_with_questions(
        window, path, lambda overwrite: write_session(state, path, overwrite=overwrite)
    )
    return path if written else None


def dropped_session(event: QDropEvent) -> Path | None:
    """Return the one local session file that is being dropped."""
    files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return Path(files[0]) if len(files) == 1 and files[0].endswith(SUFFIX) else None
