"""The pointer of presentation mode: it is hidden while it rests."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication

REST_MS: Final = 2500
"""Milliseconds without motion after which the pointer is hidden."""
_MOTION = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)


class RestingPointer(QObject):
    """Hides the pointer over all windows of the program until it is moved.

    Parameters
    ----------
    timer : QTimer, optional
        Says when the pointer has rested long enough.
    """

    def __init__(self, parent: QObject | None = None, timer: QTimer | None = None) -> None:
        super().__init__(parent)
        self._timer = timer or QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._hide)
        self._last = QPoint()
        self.hidden = False

    def start(self) -> None:
        """Begin to watch the pointer."""
        self._last = QCursor.pos()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self._timer.start()

    def stop(self) -> None:
        """Show the pointer and leave it alone."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        self._timer.stop()
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() in _MOTION and self._moved(event):
            self._show()
            self._timer.start()
        return False

    def _moved(self, event: QEvent) -> bool:
        """Tell a motion from the events that a window sends when it changes under a resting pointer."""
        if not isinstance(event, QMouseEvent) or event.type() != QEvent.Type.MouseMove:
            return True
        before, self._last = self._last, event.globalPosition().toPoint()
        return before != self._last

    def _hide(self) -> None:
        if not self.hidden:
            self.hidden = True
            QApplication.setOverrideCursor(Qt.CursorShape.BlankCursor)

    def _show(self) -> None:
        if self.hidden:
            self.hidden = False
            QApplication.restoreOverrideCursor()
