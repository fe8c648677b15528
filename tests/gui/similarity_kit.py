"""Helpers of the similarity view's tests: where things are drawn, and events as the mouse sends them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from gui.canvas.view import CanvasView
from gui.similarity.view import SimilarityView

Show = Callable[..., CanvasView]
NONE, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def plot(show: Show, width: int = 640, height: int = 300, **fields: object) -> SimilarityView:
    view = show(SimilarityView, still(**fields), width, height)
    assert isinstance(view, SimilarityView)
    return view


def point(view: SimilarityView, gap: float, value: float) -> QPointF:
    """Return the pixel of the view where a gap and a value are drawn."""
    return view.plot.getViewBox().mapViewToScene(QPointF(view.shown.scale.x_of(gap), value))


def settle(view: SimilarityView) -> None:
    view.store.flush()
    QCoreApplication.processEvents()


def wheel(view: SimilarityView, at: QPointF, notches: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
    event = QWheelEvent(
        at, view.viewport().mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    settle(view)


def pixels(image: QImage) -> np.ndarray:
    """Return the colours of a picture, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    table = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), -1, 4)
    return table[:, : image.width(), 2::-1].astype(int)


def like(image: QImage, rgb: tuple[int, int, int], within: int = 60) -> np.ndarray:
    """Return where a picture has about that colour, shape (height, width)."""
    return np.abs(pixels(image) - rgb).sum(axis=2) <= within


def move(view: SimilarityView, at: QPointF) -> None:
    """Move the pointer with no button down; qtbot would move the real one, which other windows may hold."""
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, view.viewport().mapToGlobal(at), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, NONE,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


class Paints(QObject):
    """Counts the repaints of a view."""

    def __init__(self, view: SimilarityView) -> None:
        super().__init__(view)
        self.count = 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False
