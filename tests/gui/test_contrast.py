"""All text can be read: the ink that was painted against the ground that it stands on, in each theme."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from engine import EncodingParams
from gui.canvas.colour import contrast
from gui.model.player import Player
from gui.model.state import THEMES
from gui.model.store import Store
from gui.window.main_window import MainWindow

LARGE = 24
"""Points: strokes so wide that some pixels are all ink."""


def painted_contrast(image: QImage, rect: QRect) -> float:
    """Return the contrast of the commonest pixel in an area with the one that stands out most."""
    part = image.copy(rect).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(part.constBits(), np.uint8).reshape(part.height(), -1, 4)[:, : part.width(), 2::-1]
    counted = Counter(map(tuple, pixels.reshape(-1, 3).tolist()))
    ground = counted.most_common(1)[0][0]
    return max(contrast(ground, ink) for ink in counted)


@pytest.fixture(params=THEMES)
def shown(request: pytest.FixtureRequest, qapp: QApplication) -> MainWindow:
    store = Store(still(params=EncodingParams(8), theme=request.param, text_size=LARGE, pair=1))
    window = MainWindow(store, Player(store))
    window.resize(1900, 1050)
    window.show()
    QCoreApplication.processEvents()
    yield window
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_widgets_with_text_can_be_read(shown: MainWindow) -> None:
    image, found = shown.grab().toImage(), 0
    for kind in (QLabel, QLineEdit, QPushButton, QComboBox):
        for widget in shown.findChildren(kind):
            text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            whole = (
                not widget.visibleRegion().isEmpty()
                and widget.visibleRegion().boundingRect() == widget.rect()
            )
            if text.strip() and whole and "<" not in text:
                found += 1
                rect = QRect(widget.mapTo(shown, widget.rect().topLeft()), widget.size())
                assert painted_contrast(image, rect) >= 4.5, (kind.__name__, widget.objectName(), text)
    assert found > 10


@pytest.mark.parametrize("name", ["dials", "heatmap", "similarity"])
def test_texts_beside_the_pictures_can_be_read(shown: MainWindow, name: str) -> None:
    view: QWidget = shown.views[name]
    image = view.grab().toImage()
    line = view.fontMetrics().height()
    assert painted_contrast(image, QRect(0, 0, view.width(), line)) >= 4.5
    if name != "dials":
        assert painted_contrast(image, QRect(0, view.height() - line, view.width(), line)) >= 4.5
