"""Looking closer by keyboard: what the wheel and a drag do, in the view that has the focus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from gui.canvas.view import ZOOM_STEP, CanvasView

_STRIDE: Final = 0.1
"""Share of the view that one step moves."""


def zoom(views: Iterable[CanvasView], notches: int) -> None:
    """Magnify around the middle, as so many notches of the wheel do."""
    view = _chosen(views)
    if view is not None:
        view.zoomed(QPointF(view.rect().center()), ZOOM_STEP**notches, Qt.KeyboardModifier.NoModifier)


def move(views: Iterable[CanvasView], right: int, down: int) -> None:
    """Look further to the right or down, by so many steps."""
    view = _chosen(views)
    if view is not None:
        view.panned(QPointF(-right * _STRIDE * view.width(), -down * _STRIDE * view.height()))


def _chosen(views: Iterable[CanvasView]) -> CanvasView | None:
    """Return the view that has the focus, else the first one that can be seen."""
    focus = QApplication.focusWidget()
    seen = [view for view in views if view.isVisible()]
    return next((view for view in seen if view is focus), seen[0] if seen else None)
