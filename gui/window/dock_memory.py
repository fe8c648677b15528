"""Where the panels are, from one start to the next; those that float stay before the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QMainWindow

from gui.window.docks import Dock


class DockMemory(QObject):
    """Remembers where the panels of a window are, puts them back, and keeps those that float before it.

    Parameters
    ----------
    window : QMainWindow
        The window, which says when it is shown and when it closes.
    docks : mapping of str to Dock
        Its panels by their names.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, Dock]) -> None:
        super().__init__(window)
        self._window, self._docks = window, docks
        self._waiting: list[Dock] = []
        self._at_close = b""
        self._renewed = QTimer(self, singleShot=True, interval=0)
        self._renewed.timeout.connect(self._follow_window)
        window.installEventFilter(self)

    @property
    def places(self) -> bytes:
        """Where the panels are now, or were when the window was closed."""
        return self._at_close or self._now()

    def restore(self, places: bytes, *, inspecting: bool) -> bool:
        """Put the panels back and tell whether that was possible; those that float wait for the window.

        Whether the inspector is open is `inspecting`, whatever was remembered.
        """
        if not places or not self._window.restoreState(places):
            return False
        self._docks["inspector"].setVisible(inspecting)
        if not self._window.isVisible():  # else what floats would be older than the window, and behind it
            self._waiting = [d for d in self._docks.values() if d.isFloating() and not d.isHidden()]
            for dock in self._waiting:
                dock.hide()
        return True

    def window_shown(self) -> None:
        """Show the panels that have waited for the window."""
        self._at_close = b""
        waiting, self._waiting = self._waiting, []
        for dock in waiting:
            dock.show()
        if waiting:
            self._window.activateWindow()

    def window_closes(self) -> None:
        """Note the places, since Qt closes what floats after the window."""
        self._at_close = self._now()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.WinIdChange:
            self._renewed.start()
        return False

    def _follow_window(self) -> None:
        """Let what floats belong to the system's window, which the first OpenGL view in it has renewed."""
        for dock in self._docks.values():
            own = dock.windowHandle() if dock.isFloating() else None
            if own is not None and own.transientParent() is not self._window.windowHandle():
                own.setTransientParent(self._window.windowHandle())
                if dock.isVisible():  # the system is told when the panel is shown
                    dock.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
                    dock.hide()
                    dock.show()
                    dock.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)

    def _now(self) -> bytes:
        return bytes(self._window.saveState().data())
