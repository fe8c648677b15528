"""Where the panels are, from one start of the program to the next; those that float, too."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QMainWindow

from gui.window.docks import Dock


class DockMemory:
    """Remembers where the panels of a window are, and puts them back.

    Parameters
    ----------
    window : QMainWindow
        The window, which says when it is shown and when it closes.
    docks : mapping of str to Dock
        Its panels by their names.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, Dock]) -> None:
        self._window, self._docks = window, docks
        self._waiting: list[Dock] = []
        self._at_close = b""

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

    def _now(self) -> bytes:
        return bytes(self._window.saveState().data())
