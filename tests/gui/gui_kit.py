"""Small helpers of the widget tests."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from gui.canvas.view import CanvasView
from gui.model.state import AppState


def picture(view: CanvasView) -> QImage:
    """Return what a view shows now, one pixel of the picture per device pixel."""
    view.store.flush()
    QCoreApplication.processEvents()
    return view.grab().toImage()


def still(**fields: object) -> AppState:
    """Return a state at rest."""
    return AppState(playing=False, hint=False).evolve(**fields)
