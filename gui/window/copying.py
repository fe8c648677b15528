"""What the window copies: from the view that has the focus, or had it last; loaded at the first copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from gui.canvas.view import CanvasView
from gui.export.clipboard import code_text, copy_image, copy_text, table_text, value_text
from gui.export.files import ExportError
from gui.export.size import Size
from gui.export.snippet import Library
from gui.model.store import Store
from gui.window.last_view import LastView
from gui.window.pictures import picture_of

_SHOWN_MS = 5000


class Copying(QObject):
    """Copies what the views show, and says so in the status bar.

    Parameters
    ----------
    window : QMainWindow
        Whose views they are.
    store : Store
        What they show.
    views : mapping of str to CanvasView
        The views by their names.
    last : LastView
        Tells which of them is meant.
    """

    def __init__(
        self, window: QMainWindow, store: Store, views: Mapping[str, CanvasView], last: LastView
    ) -> None:
        super().__init__(window)
        self._window, self._store, self._views, self._last = window, store, views, last

    @property
    def view(self) -> str:
        """The name of the view that has the focus, or had it last."""
        return self._last.name

    def picture(self) -> None:
        """Copy the picture of the view, as large as it is on the screen."""
        view = self._views[self.view]
        ratio = view.devicePixelRatioF()
        self._copied(f"picture of {self._title}", lambda: self._copy_picture(view.size() * ratio, ratio))

    def _copy_picture(self, size: object, ratio: float) -> None:
        width, height = size.toTuple()  # type: ignore[attr-defined]
        copy_image(picture_of(self.view, self._store.state, Size(width, height), ratio))

    def table(self) -> None:
        """Copy the table behind the view."""
        self._copied(f"table of {self._title}", lambda: copy_text(table_text(self.view, self._store.state)))

    def value(self) -> None:
        """Copy the numbers of the pair under the pointer, or else of the selected one."""
        self._copied("values of the pair", lambda: copy_text(value_text(self._store.state)))

    def code(self, library: Library) -> None:
        """Copy a program that makes the table on screen."""
        name = {"numpy": "NumPy", "torch": "PyTorch"}[library]
        self._copied(f"{name} code", lambda: copy_text(code_text(self._store.state, library)))

    @property
    def _title(self) -> str:
        return self._views[self.view].accessibleName().lower()

    def _copied(self, what: str, copy: Callable[[], None]) -> None:
        try:
            copy()
        except (ExportError, ValueError, MemoryError) as problem:
            said = str(problem) or "there is not enough memory"
            self._window.statusBar().showMessage(f"Not copied: {said}", 2 * _SHOWN_MS)
        else:
            self._window.statusBar().showMessage(f"Copied the {what}", _SHOWN_MS)
