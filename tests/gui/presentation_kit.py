"""Helpers of the tests of presentation mode: a window of an exact size, and a record of all text painted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSimpleTextItem, QGraphicsTextItem, QLabel

from gui.canvas.letters import points_of
from gui.canvas.view import CanvasView
from gui.model.state import AppState
from gui.model.store import Store
from gui.window.presentation import PresentationWindow


@dataclass
class Texts:
    """What has been painted: text, size in points, and whether it had the room that it takes."""

    painted: list[tuple[str, float, bool]] = field(default_factory=list)

    def small(self, least: float) -> set[tuple[str, float]]:
        return {(text, points) for text, points, _ in self.painted if points < least - 1e-6}

    def cut(self) -> set[str]:
        return {text for text, _, fits in self.painted if not fits}


def record(monkeypatch: pytest.MonkeyPatch) -> Texts:
    """Record every text that Python code paints from now on, on whatever device."""
    texts, original = Texts(), QPainter.drawText

    def draw_text(painter: QPainter, *arguments: Any) -> Any:
        text = next(a for a in arguments if isinstance(a, str))
        if text.strip():
            font = painter.font()
            room = arguments[0].width() if isinstance(arguments[0], (QRect, QRectF)) else np.inf
            fits = QFontMetricsF(font).horizontalAdvance(text) <= room + 1.5
            texts.painted.append((text, points_of(font), fits))
        return original(painter, *arguments)

    monkeypatch.setattr(QPainter, "drawText", draw_text)
    return texts


def text_items(view: CanvasView) -> Iterator[QGraphicsItem]:
    """Yield the items of a view that Qt writes itself."""
    for item in view.scene().items():
        if isinstance(item, (QGraphicsSimpleTextItem, QGraphicsTextItem)) and item.isVisible():
            words = item.text() if isinstance(item, QGraphicsSimpleTextItem) else item.toPlainText()
            if words.strip():
                yield item


@contextmanager
def presented(state: AppState, width: int, height: int) -> Iterator[PresentationWindow]:
    """Lend a presentation of an exact size, whatever the screen."""
    made = PresentationWindow(Store(state))
    made.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    made.resize(width, height)
    made.show()
    settle(made)
    try:
        yield made
    finally:
        made.close()
        made.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle(window: PresentationWindow) -> QImage:
    """Let everything arrive, and return what the window shows."""
    for _ in range(3):
        window._store.flush()
        QCoreApplication.processEvents()
    return window.grab().toImage()


def pixels(image: QImage) -> np.ndarray[Any, Any]:
    """Return red, green and blue, shape (height, width, 3)."""
    made = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return rows[:, : 3 * made.width()].reshape(made.height(), made.width(), 3).astype(int)


def labels(window: PresentationWindow) -> list[QLabel]:
    return [label for label in window.findChildren(QLabel) if label.isVisible() and label.text()]
