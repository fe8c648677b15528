"""Items stay inside the bounds they tell Qt, or a window would cut them off or leave remains behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gui_kit import still
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from engine import EncodingParams
from gui.canvas.view import CanvasView
from gui.catalogue import VIEWS
from gui.model.state import AppState, Hover, WallWindow

Show = Callable[..., Any]
_ROUND = 40
"""Pixels around the view that are looked at, too."""
STATES = {
    "plain": still(),
    "last pair": still(pair=31, hover=Hover(pair=30, row=127, gap=128), bar_code=True),
    "few": still(params=EncodingParams(8), bar_code=True, sentence="the cat sat", pair=0),
    "many": still(params=EncodingParams(8192), bar_code=True, pair=0),
    "dots": still(params=EncodingParams(8192), pair=4095, hover=Hover(pair=17)),
    "zoomed": still(wall_window=WallWindow(0.4, 0.3, 2, 2), gap=3, bar_code=True),
    "sines": still(hide_cosine=True, gap=2, pins=(EncodingParams(64, 100.0),), heat_quantity="phase"),
    "logarithm": still(log_gaps=True, limit_curve=True, pins=(EncodingParams(32),)),
    "matrix": still(matrix=True, gap=5, sentence="the cat sat"),
}


def painted(view: CanvasView, item: QGraphicsItem) -> NDArray[np.bool_]:
    """Return which pixels of the view, and of those around it, an item changes when nothing holds it back."""
    image = QImage(
        view.width() + 2 * _ROUND, view.height() + 2 * _ROUND, QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(0)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = item.boundingRect()
    painter = QPainter(image)
    painter.setRenderHints(view.renderHints())
    painter.translate(_ROUND, _ROUND)
    painter.setWorldTransform(item.sceneTransform() * painter.worldTransform())
    item.paint(painter, option, view.viewport())
    painter.end()
    seen = np.array(image.constBits()).reshape(image.height(), image.width(), 4)[..., 3] > 20
    return np.asarray(seen)


def clip(item: QGraphicsItem) -> tuple[int, int, int, int]:
    """Return the first and the last column and row that what holds an item lets it paint."""
    held = item.mapRectToScene(item.clipPath().boundingRect()).translated(_ROUND, _ROUND).toAlignedRect()
    left, top, right, bottom = held.getCoords()
    return max(left, 0), max(top, 0), max(right, 0), max(bottom, 0)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("spec", VIEWS, ids=lambda spec: spec.name)
@pytest.mark.parametrize("size", [(700, 500), (320, 240)])
def test_no_item_is_painted_outside_its_bounds(
    show: Show, spec: Any, state: AppState, size: tuple[int, int]
) -> None:
    view = show(spec.create, state, *size)
    for item in view.scene().items():
        if item.isVisible():
            seen = painted(view, item)
            bounds = item.mapRectToScene(item.boundingRect()).translated(_ROUND, _ROUND)
            left, top, right, bottom = bounds.adjusted(-1, -1, 1, 1).toAlignedRect().getCoords()
            seen[max(top, 0) : bottom + 1, max(left, 0) : right + 1] = False
            if item.isClipped():
                left, top, right, bottom = clip(item)
                seen[:top], seen[bottom + 1 :], seen[:, :left], seen[:, right + 1 :] = (False,) * 4
            assert not seen.any(), f"{item} at {np.argwhere(seen)[0] - _ROUND}"
