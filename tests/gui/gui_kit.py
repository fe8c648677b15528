"""Small helpers of the widget tests."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit

from gui.canvas.view import CanvasView
from gui.model.state import AppState
from gui.window.main_window import MainWindow


def picture(view: CanvasView) -> QImage:
    """Return what a view shows now, one pixel of the picture per device pixel."""
    view.store.flush()
    QCoreApplication.processEvents()
    return view.grab().toImage()


def still(**fields: object) -> AppState:
    """Return a state at rest."""
    return AppState(playing=False, hint=False).evolve(**fields)


def field(window: MainWindow, name: str) -> QLineEdit:
    found = window.findChild(QLineEdit, name)
    assert found is not None
    return found
