"""The blank screen: black all over, until any key or a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.panels.widgets import described

_MODIFIERS = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
)
_COMBINING = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class Blank(QWidget):
    """Covers a window. The key that ends it does nothing else; combinations with Ctrl or Alt work as ever."""

    ended = Signal()
    """It is gone."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        described(self, "blank", "Blank screen", "")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._window = window
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self.show()
        self.raise_()

    def end(self) -> None:
        """Show again what is behind it."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        self.hide()
        self.deleteLater()
        self.ended.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self.setGeometry(self._window.rect())
        if event.type() not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return False
        assert isinstance(event, QKeyEvent)
        if event.modifiers() & _COMBINING or event.key() in _MODIFIERS:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self.end()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        event.accept()
        self.end()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        QPainter(self).fillRect(event.rect(), Qt.GlobalColor.black)
