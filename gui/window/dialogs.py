"""The dialogs of the window: saving a picture or a table, the sheet of keys, and about."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QMessageBox,
    QWidget,
)

from gui.catalogue import VIEWS
from gui.export.files import ExportError
from gui.export.size import SIDE_MAX, SIDE_MIN, Size
from gui.model.numbers import parse_integer
from gui.panels.widgets import ErrorLabel, NumberField, described
from gui.window.actions import ActionSpec

TABLES = (
    ("encoding", "Encoding: one row per position"),
    ("wavelengths", "Wavelengths: one row per pair"),
    ("similarity", "Similarity: one row per gap"),
)
WINDOW = "window"


class PictureDialog(QDialog):
    """Asks which view to save and how large, in pixels."""

    def __init__(self, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save picture")
        self.view = QComboBox()
        for spec in VIEWS:
            self.view.addItem(spec.title, spec.name)
        self.view.addItem("The whole window", WINDOW)
        described(self.view, "pictureView", "View", "What the picture shows.")
        self._error = ErrorLabel()
        self.width_field = self._side("width", width)
        self.height_field = self._side("height", height)
        form = QFormLayout(self)
        form.addRow("Picture of", self.view)
        form.addRow("Width, pixels", self.width_field)
        form.addRow("Height, pixels", self.height_field)
        form.addRow(self._error)
        form.addRow(_buttons(self))

    def _side(self, name: str, value: int) -> NumberField[int]:
        field: NumberField[int] = NumberField(
            lambda text: parse_integer(text, name, SIDE_MIN, SIDE_MAX), str, self._error
        )
        described(field, f"{name}Field", name, f"{name} in pixels, {SIDE_MIN} to {SIDE_MAX}")
        field.setValue(value)
        return field

    def accept(self) -> None:
        """Close when both sides can be read; otherwise what is wrong stays on show."""
        for field in (self.width_field, self.height_field):
            field.commit()
        if self._error.text():
            return
        try:
            self.size_chosen()
        except ExportError as problem:
            self._error.explain(str(problem))
            return
        super().accept()

    def view_chosen(self) -> str:
        """Return the name of the view, or "window"."""
        return str(self.view.currentData())

    def size_chosen(self) -> Size:
        """Return the size.

        Raises
        ------
        ExportError
            When there can be no picture of that size.
        """
        width, height = self.width_field.value(), self.height_field.value()
        assert width is not None
        assert height is not None
        return Size(width, height)


class TableDialog(QDialog):
    """Asks which table to save."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save table")
        self.kind = QComboBox()
        for name, title in TABLES:
            self.kind.addItem(title, name)
        described(self.kind, "tableKind", "Table", "What the table holds.")
        form = QFormLayout(self)
        form.addRow("Table", self.kind)
        form.addRow(_buttons(self))


def _buttons(dialog: QDialog) -> QDialogButtonBox:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


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
