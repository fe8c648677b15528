"""Exporting from the window: the dialog, and what it was last asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.window import dialogs
from gui.window.export_dialog import ExportDialog
from gui.window.export_fields import Choices

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow

_SHOWN_MS = 5000


def export(window: MainWindow, choices: Choices | None) -> Choices:
    """Ask what to export and export it; return what was chosen."""
    dialog = ExportDialog(window, choices or Choices())
    dialogs.run(dialog)
    if dialog.exported is not None:
        window.statusBar().showMessage(f"Exported {dialog.exported}", _SHOWN_MS)
    return dialog.choices()
