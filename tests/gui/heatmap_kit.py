"""What the tests of the heat map on screen share: points of cells, gestures, and counts of what is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import EncodingParams
from gui.canvas.palette import palette
from gui.canvas.target import Target
from gui.canvas.view import CanvasView
from gui.heatmap import parts as parts_module
from gui.heatmap import raster as raster_module
from gui.heatmap.raster import CellsPainter
from gui.heatmap.scene import HeatScene, Request, build_scene
from gui.heatmap.view import HeatmapView

Show = Callable[..., CanvasView]
SMALL = EncodingParams(8, length=4)
LIGHT = palette("light")


def cell_point(view: HeatmapView, row: float, channel: float) -> QPoint:
    """Return where the middle of a cell is, in the view's pixels."""
    seen, area = view.window_seen, view.area
    down = (row + 0.5 - seen.row - seen.row_fraction) / seen.rows * area.height()
    across = (channel + 0.5 - seen.channel) / seen.channels * area.width()
    return QPoint(int(area.left() + across), int(area.top() + down))


def colour_at(image: QImage, at: QPoint) -> tuple[int, ...]:
    return image.pixelColor(at).getRgb()[:3]


def value_colour(value: float, look: Any = LIGHT) -> tuple[int, ...]:
    return tuple(int(c) for c in look.value_map[round((value + 1) / 2 * 255)])


def wheel(view: HeatmapView, at: QPoint, notches: int, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
    where, angle = QPointF(at), QPoint(0, 120 * notches)
    event = QWheelEvent(
        where, where, QPoint(), angle, Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(view.viewport(), event)
    view.store.flush()


def move(view: HeatmapView, at: QPoint) -> None:
    none, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), QPointF(at), none, none, keys)
    QApplication.sendEvent(view.viewport(), event)
    view.store.flush()


def drag(view: HeatmapView, points: list[QPoint], button: Any = Qt.MouseButton.LeftButton) -> None:
    port, keys = view.viewport(), Qt.KeyboardModifier.NoModifier
    QTest.mousePress(port, button, keys, points[0])
    for at in points[1:]:
        view.store.flush()
        held = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), QPointF(at), button, button, keys)
        QApplication.sendEvent(port, held)
    QTest.mouseRelease(port, button, keys, points[-1])
    view.store.flush()


def counted_builds(monkeypatch: pytest.MonkeyPatch) -> list[HeatScene]:
    """Return the list that all scenes built from now on are put in."""
    made: list[HeatScene] = []

    def counted(request: Request) -> HeatScene:
        made.append(build_scene(request))
        return made[-1]

    for module in (parts_module, raster_module):
        monkeypatch.setattr(module, "build_scene", counted)
    return made


def counted_paints(monkeypatch: pytest.MonkeyPatch) -> list[QRectF]:
    """Return the list that the parts of the cells painted from now on are put in."""
    painted: list[QRectF] = []
    paint = CellsPainter.paint

    def counted(self: CellsPainter, painter: QPainter, target: Target, scene: HeatScene) -> None:
        painted.append(QRectF(target.clip))
        paint(self, painter, target, scene)

    monkeypatch.setattr(CellsPainter, "paint", counted)
    return painted
