"""The right side of the export dialog: what it will look like, how large it will be, how far it is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontDatabase, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from gui.panels.widgets import described

_CHECK = 8  # pixels of a square of the pattern that stands for "transparent"
_MOST = 1000


class Preview(QWidget):
    """Shows a picture or some text of a fixed size, with lines below.

    Parameters
    ----------
    room : QSize
        The most that a picture takes, in logical pixels.
    """

    def __init__(self, room: QSize) -> None:
        super().__init__()
        self.room = room
        self.picture = QLabel()
        described(self.picture, "exportPreview", "Preview", "What will be exported, made smaller.")
        self.picture.setFixedSize(room)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.estimate = QLabel()
        described(self.estimate, "exportEstimate", "Size", "How large the file will be.")
        self.estimate.setWordWrap(True)
        self.progress = QProgressBar()
        described(self.progress, "exportProgress", "Progress", "How much of it is written.")
        self.progress.setTextVisible(False)
        kept = self.progress.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(kept)
        self.progress.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.picture, self.estimate, self.progress):
            column.addWidget(widget)
        column.addStretch(1)

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture, one that is transparent over a pattern."""
        self.picture.setPixmap(_over_checks(picture) if picture.hasAlphaChannel() else picture)

    def show_text(self, text: str) -> None:
        """Show lines of cells with tabs between."""
        rows = [line.split("\t") for line in text.splitlines()]
        widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
        lines = (
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=False)) for row in rows
        )
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        if len(rows) > 1:
            self.picture.setFont(fixed)
        self.picture.setText("\n".join(lines))

    def show_progress(self, done: int, total: int) -> None:
        """Show how far it is: unknown where `total` is 0, hidden where it is less."""
        self.progress.setVisible(total >= 0)
        self.progress.setRange(0, _MOST if total > 0 else 0)
        self.progress.setValue(done * _MOST // total if total > 0 else 0)


def _over_checks(picture: QPixmap) -> QPixmap:
    """Return a picture over a pattern of light squares."""
    made = QPixmap(picture.size())
    made.setDevicePixelRatio(picture.devicePixelRatio())
    made.fill(Qt.GlobalColor.white)
    painter = QPainter(made)
    columns, rows = picture.width() // _CHECK + 1, picture.height() // _CHECK + 1
    for n in range(columns * rows):
        x, y = n % columns, n // columns
        if (x + y) % 2:
            painter.fillRect(QRect(x * _CHECK, y * _CHECK, _CHECK, _CHECK), Qt.GlobalColor.lightGray)
    painter.drawPixmap(0, 0, picture)
    painter.end()
    return made
