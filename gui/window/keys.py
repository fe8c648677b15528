"""The key router: one table of keys for the whole window, whatever has the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QWidget,
)

_KEYS: Final = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
_EVERYWHERE: Final = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Escape)
_ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_EDITING: Final = (
    *(Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Z, Qt.Key.Key_Y),
    *(*_ARROWS, Qt.Key.Key_Home, Qt.Key.Key_End),
)
"""Keys that editors use together with Ctrl."""
_REPEATED: Final = (
    *(*_ARROWS, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Z, Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus),
)
"""Keys that go on while they are held; a switch would flicker."""
_SIGNS: Final = "+=-_.0123456789"
"""Signs that count as such, whether or not a keyboard has them under Shift."""


class KeyRouter(QObject):
    """Runs the action of a key before any widget sees the key.

    In an editor (a text field, an open list) the editing keys stay with the editor; function keys,
    PageUp and PageDown, Escape and combinations with Ctrl work there too. Everywhere else all keys work
    without a click first. Enter presses the button that has the focus, since Space plays and pauses, and
    opens the list that has it.

    It serves a window, its floating panels, and one other window.
    """

    def __init__(self, window: QWidget, actions: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(window)
        self._window = window
        self._other: QWidget | None = None
        self._actions = {QKeySequence(keys).toString(): act for keys, act in actions.items()}
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def serve(self, other: QWidget | None) -> None:
        """Serve another window as well, or none."""
        self._other = other

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() not in _KEYS:
            return False
        if not isinstance(watched, QWidget) or not self._serves(watched.window()):
            return False
        if QApplication.activeModalWidget() or QApplication.activePopupWidget():
            return False
        assert isinstance(event, QKeyEvent)
        # A key that an editor has no use for travels on to its parents: it still belongs to the editor.
        act = self._action(event, watched.window().focusWidget() or watched)
        if act is None:
            return False
        repeated = event.isAutoRepeat() and event.key() not in _REPEATED
        if event.type() == QEvent.Type.KeyPress and not repeated:
            act()
        event.accept()
        return True

    def _serves(self, window: QWidget) -> bool:
        floating = isinstance(window, QDockWidget) and window.parentWidget() is self._window
        return floating or window in (self._window, self._other)

    def _action(self, event: QKeyEvent, focus: QWidget) -> Callable[[], None] | None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(focus, QAbstractButton):
            return focus.click
        if enter and isinstance(focus, QComboBox):
            return focus.showPopup
        if is_editor(focus) and not _works_in_editors(event, focus):
            return None
        return self._actions.get(key_text(event))


def key_text(event: QKeyEvent) -> str:
    """Return a key event in the notation of the key table; the keypad counts as the main keys."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.text() and event.text() in _SIGNS:
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
        return QKeySequence(modifiers.value | ord(event.text())).toString()
    return QKeySequence(modifiers.value | event.key()).toString()


def is_editor(widget: QWidget) -> bool:
    """Tell whether editing keys belong to a widget."""
    if isinstance(widget, QLabel):
        return bool(widget.hasSelectedText())
    if isinstance(widget, QComboBox):
        return widget.isEditable() or widget.view().isVisible()
    return isinstance(widget, (QLineEdit, QAbstractItemView))


def _works_in_editors(event: QKeyEvent, editor: QWidget) -> bool:
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return event.key() not in _EDITING
    if event.key() == Qt.Key.Key_Escape:
        return not _takes_back(editor)
    return event.key() in _EVERYWHERE or Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35


def _takes_back(editor: QWidget) -> bool:
    """Tell whether Escape has something to take back in an editor."""
    return isinstance(editor, QLineEdit) and (editor.isModified() or bool(editor.property("invalid")))
