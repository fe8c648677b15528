"""Which view keys and copies are for: the one that has the focus, or had it last."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget


class LastView(QObject):
    """Notes which of the views has the focus.

    Parameters
    ----------
    views : mapping of str to QWidget
        The views by their names; the first one counts until one has the focus.
    """

    def __init__(self, views: Mapping[str, QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._views = views
        self.name = next(iter(views))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._note)

    def _note(self, _: QWidget | None, now: QWidget | None) -> None:
        for name, view in self._views.items():
            if now is view:
                self.name = name
