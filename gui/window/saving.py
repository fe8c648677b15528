"""What the window saves on request: it asks what and where, and leaves the writing to the export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from gui.export.image import check_picture_path, write_picture
from gui.export.provenance import of_picture
from gui.export.table import table_of, write_table
from gui.model.state import AppState
from gui.window import dialogs
from gui.window.pictures import picture_of

FIRST_SIZE = (1920, 1080)


def save_picture(window: QMainWindow, state: AppState) -> None:
    """Ask for a view, a size and a file, and save the picture."""
    dialog = dialogs.PictureDialog(*FIRST_SIZE, window)
    if not dialogs.run(dialog):
        return
    name, size = dialog.view_chosen(), dialog.size_chosen()
    path = dialogs.ask_path(window, "Save picture", f"{name}.png", ".png")
    if path is None:
        return

    def write(overwrite: bool) -> None:
        check_picture_path(path, overwrite=overwrite)
        write_picture(picture_of(name, state, size), path, of_picture(name, state), overwrite=overwrite)

    _save(window, path, write)


def save_table(window: QMainWindow, state: AppState) -> None:
    """Ask for a table and a file, and save it."""
    dialog = dialogs.TableDialog(window)
    if not dialogs.run(dialog):
        return
    kind = str(dialog.kind.currentData())
    path = dialogs.ask_path(window, "Save table", f"{kind}.csv", ".csv")
    if path is not None:
        _save(window, path, lambda replace: write_table(table_of(kind, state), str(path), overwrite=replace))


def _save(window: QMainWindow, path: Path, write: Callable[[bool], None]) -> None:
    if dialogs.save_with_questions(window, path, write):
        window.statusBar().showMessage(f"Saved {path}", 5000)
