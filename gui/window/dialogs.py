"""The dialogs of the window: saving a picture or a table, the sheet of keys, and about."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QMessageBox,
    QWidget,
)

from gui.export.files import ExportError
from gui.window.actions import ActionSpec


def ask_path(parent: QWidget, title: str, name: str, suffix: str) -> Path | None:
    """Ask where to save; the suffix is added when none was typed.

    Qt's own overwrite question is off: it would be asked before the suffix is known.
    """
    text, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        name,
        f"*{suffix}",
        options=QFileDialog.Option.DontConfirmOverwrite,
    )
    if not text:
        return None
    path = Path(text)
    return path if path.suffix else path.with_suffix(suffix)


def save_with_questions(parent: QWidget, path: Path, write: Callable[[bool], None]) -> bool:
    """Run `write(overwrite)`, asking before a file is replaced and explaining what goes wrong.

    Returns
    -------
    bool
        Whether the file was written.
    """
    overwrite = False
    if path.exists():
        question = f"{path.name} exists already. Replace it?"
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        answer = QMessageBox.question(
            parent, "Replace file", question, buttons, QMessageBox.StandardButton.No
        )
        if answer != QMessageBox.StandardButton.Yes:
            return False
        overwrite = True
    try:
        write(overwrite)
    except (ExportError, ValueError) as problem:
        QMessageBox.warning(parent, "Not saved", str(problem))
        return False
    return True


def keys_html(specs: tuple[ActionSpec, ...]) -> str:
    """Return the table of all keys."""
    rows = "".join(
        f"<tr><td style='padding-right:24px'><b>{escape(' or '.join(spec.keys))}</b></td>"
        f"<td>{escape(spec.text.rstrip('…'))}</td></tr>"
        for spec in specs
        if spec.keys
    )
    return (
        f"<table cellpadding='3'>{rows}</table>"
        "<p>In a text field all editing keys belong to the field.</p>"
        "<p>Wheel: zoom · drag: move what is seen (heat map and plot: right button) · double click: fit</p>"
    )


def text_dialog(parent: QWidget, title: str, html: str) -> QDialog:
    """Return a dialog that shows a text."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    form = QFormLayout(dialog)
    label = QLabel(html)
    label.setWordWrap(False)
    form.addRow(label)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    form.addRow(box)
    return dialog


def run(dialog: QDialog) -> bool:
    """Show a dialog until it is closed; it is gone afterwards."""
    accepted: Any = dialog.exec()
    dialog.deleteLater()
    return bool(accepted)
