"""Pictures of a state, off screen: of one view, or of the whole window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from gui.catalogue import view_spec
from gui.export.image import discard, view_picture, widget_picture
from gui.export.size import Size
from gui.model.player import Player
from gui.model.state import AppState, Hover
from gui.model.store import Store

WINDOW = "window"


def picture_of(name: str, state: AppState, size: Size) -> QImage:
    """Return the picture of the view of that name, or of the "window", at rest.

    Raises
    ------
    ExportError
        When there is not enough memory.
    KeyError
        When there is no view of that name.
    """
    still = replace(state, playing=False, hint=False, hover=Hover())
    return (
        window_picture(still, size) if name == WINDOW else view_picture(view_spec(name).create, still, size)
    )


def window_picture(state: AppState, size: Size) -> QImage:
    """Return the picture of the whole window in a state."""
    from gui.window.main_window import MainWindow

    store = Store(state)
    window = MainWindow(store, Player(store))
    try:
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        window.setMinimumSize(0, 0)
        window.resize(size.width, size.height)
        window.show()
        store.flush()
        return widget_picture(window, size)
    finally:
        discard(window)
