"""The export dialog: what, how and where to, with a preview; the work itself is in `exporting`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QHBoxLayout, QMessageBox, QVBoxLayout

from gui.export.files import ExportError
from gui.export.progress import Cancelled
from gui.panels.widgets import ErrorLabel, described
from gui.window import exporting
from gui.window.export_fields import Choices, Fields
from gui.window.export_preview import Preview
from gui.window.exporting import Job

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow

_REST_MS = 200
"""Milliseconds without a change after which the preview follows."""
_ROOM = QSize(420, 320)


class ExportDialog(QDialog):
    """Asks what to export and exports it.

    Parameters
    ----------
    window : MainWindow
        Whose state is exported.
    choices : Choices
        What was chosen last.
    """

    def __init__(self, window: MainWindow, choices: Choices) -> None:
        super().__init__(window)
        self.setObjectName("exportDialog")
        self.setWindowTitle("Export")
        self._main = window
        self._state = window.store.state
        self._running = self._cancelled = False
        self.exported: Path | None = None
        self.fields = Fields(choices, self._state)
        self.preview = Preview(_ROOM)
        self.error = ErrorLabel()
        described(self.error, "exportError", "What is wrong", "Why this cannot be exported.")
        self.buttons = self._make_buttons()
        self._lay_out()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.show_preview)
        self.fields.changed.connect(self._changed)
        self.fields.browse.clicked.connect(self._browse)
        self.show_preview()

    # ---- building -------------------------------------------------------------------------------

    def _make_buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox()
        self.export = box.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.close_button = box.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
        described(self.export, "exportButton", "Export", "Write the file.")
        described(self.close_button, "exportClose", "Close", "Close, or stop what is being written.")
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return box

    def _lay_out(self) -> None:
        beside = QHBoxLayout()
        beside.setSpacing(16)
        beside.addWidget(self.fields, 1)
        beside.addWidget(self.preview)
        column = QVBoxLayout(self)
        column.addLayout(beside)
        column.addWidget(self.fields.place)
        column.addWidget(self.error)
        column.addWidget(self.buttons)

    # ---- choosing -------------------------------------------------------------------------------

    def choices(self) -> Choices:
        """Return what is chosen, to begin with it the next time."""
        return self.fields.choices()

    def _changed(self) -> None:
        if not self._running:
            self._rest.start()

    def _browse(self) -> None:
        keep = QFileDialog.Option.DontConfirmOverwrite  # it is asked once the suffix is known
        text, _ = QFileDialog.getSaveFileName(self, "Export to", str(self.fields.path()), options=keep)
        if text:
            self.fields.set_path(Path(text))

    def job(self) -> Job:
        """Return what is asked for.

        Raises
        ------
        ValueError or ExportError
            When it cannot be understood.
        """
        return self.fields.job(self._state)

    def show_preview(self) -> None:
        """Bring the preview and the estimate up to what is chosen, or say what is wrong."""
        self._rest.stop()
        try:
            job = self.job()
            if job.what == "table":
                self.preview.show_text(exporting.table_preview(job))
            else:
                self._show_picture(job)
            self.preview.estimate.setText(exporting.estimate(job, self._main))
            self._explain("")
        except (ExportError, ValueError, MemoryError) as problem:
            self.preview.estimate.setText("")
            self._explain(str(problem) or "there is not enough memory for this")

    def _show_picture(self, job: Job) -> None:
        ratio = self.devicePixelRatioF()
        image = exporting.preview(job, self.preview.room * ratio, self._main)
        shown = QPixmap.fromImage(image)
        shown.setDevicePixelRatio(ratio)
        self.preview.show_picture(shown)

    def _explain(self, problem: str) -> None:
        self.error.explain(problem)
        self.export.setEnabled(not problem and not self._running)

    # ---- exporting ------------------------------------------------------------------------------

    def accept(self) -> None:
        """Export, and close once it is done."""
        try:
            job = self.job()
            exporting.check(job, overwrite=True)
            replacing = exporting.is_there(job)
            if replacing and not self._may_replace(job.path):
                return
            if self._ran(job, overwrite=replacing):
                self.exported = job.path
                super().accept()
        except (ExportError, ValueError, OSError, MemoryError) as problem:
            self._explain(str(problem) or "there is not enough memory for this")

    def _may_replace(self, path: Path) -> bool:
        question = f"The folder {path.name} is not empty. Write pictures into it?" if path.is_dir() else ""
        yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
        text = question or f"{path.name} exists already. Replace it?"
        return QMessageBox.question(self, "Replace file", text, yes | no, no) == yes

    def _ran(self, job: Job, *, overwrite: bool) -> bool:
        """Run a job; tell whether it came to its end."""
        self._set_running(True)
        try:
            exporting.run(job, self._main, overwrite=overwrite, progress=self._progress)
        except Cancelled:
            self.preview.estimate.setText("Stopped: nothing was written.")
            return False
        finally:
            self._set_running(False)
        return True

    def _set_running(self, running: bool) -> None:
        self._running, self._cancelled = running, False
        self._rest.stop()
        for widget in (self.fields, self.fields.place):
            widget.setEnabled(not running)
        self.export.setEnabled(not running)
        self.close_button.setText("Stop" if running else "Close")
        self.preview.show_progress(0, 0 if running else -1)
        self.setCursor(Qt.CursorShape.BusyCursor if running else Qt.CursorShape.ArrowCursor)

    def _progress(self, done: int, total: int) -> bool:
        """Show how far it is and let the program go on; tell whether to go on with the export."""
        self.preview.show_progress(done, total)
        QCoreApplication.processEvents()
        return not self._cancelled and self.isVisible() and self._main.isVisible()

    def reject(self) -> None:
        """Stop what is being written, or close."""
        if self._running:
            self._cancelled = True
        else:
            super().reject()
