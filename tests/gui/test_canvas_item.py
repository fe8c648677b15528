"""The canvas item: the painter is chosen by the surface, and scenes are told apart by identity."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPaintEngine, QPainter
from PySide6.QtWidgets import QGraphicsScene

from gui.canvas.item import CanvasItem
from gui.canvas.palette import palette
from gui.canvas.target import Target


class Recorder:
    def __init__(self) -> None:
        self.seen: list[tuple[Target, object]] = []

    def paint(self, painter: QPainter, target: Target, scene: object) -> None:
        self.seen.append((target, scene))
        painter.fillRect(target.rect, Qt.GlobalColor.red)
        painter.translate(1000, 1000)


@pytest.fixture
def placed(qapp):
    scene, painter = QGraphicsScene(), Recorder()
    item = CanvasItem(painter, {QPaintEngine.Type.OpenGL2: Recorder})
    scene.addItem(item)
    item.set_geometry(QRectF(10, 20, 30, 40), QFont())
    return scene, item, painter


def rendered(scene: QGraphicsScene, ratio: float = 1.0) -> QImage:
    image = QImage(round(100 * ratio), round(100 * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(0, 0, 100, 100))
    painter.end()
    return image


def test_nothing_is_painted_without_a_scene(placed):
    scene, _, painter = placed
    rendered(scene)
    assert painter.seen == []


def test_the_raster_painter_draws_into_the_rectangle(placed):
    scene, item, painter = placed
    item.show_scene("a scene", palette("light"))
    image = rendered(scene, 2.0)
    ((target, shown),) = painter.seen
    assert shown == "a scene"
    assert target.rect == QRectF(10, 20, 30, 40)
    assert target.pixel_ratio == 2.0
    assert target.rect.contains(target.clip)
    assert image.pixelColor(22, 42) == Qt.GlobalColor.red
    assert image.pixelColor(18, 42) == Qt.GlobalColor.white


def test_the_painter_is_given_back_as_it_was(placed):
    scene, item, _ = placed
    item.show_scene("a", palette("light"))
    mark = scene.addRect(QRectF(60, 60, 10, 10), Qt.PenStyle.NoPen, Qt.GlobalColor.blue)
    mark.setZValue(1)
    assert rendered(scene).pixelColor(65, 65) == Qt.GlobalColor.blue


def test_the_same_scene_is_not_painted_again(placed, monkeypatch):
    _, item, _ = placed
    asked: list[object] = []
    monkeypatch.setattr(pg.GraphicsObject, "update", lambda self, *rect: asked.append(rect))
    one, two = object(), object()
    for scene, look in ((one, "light"), (one, "light"), (two, "light"), (two, "dark")):
        item.show_scene(scene, palette(look))
    item.show_scene(object(), palette("dark"), QRectF(10, 20, 3, 4))
    assert asked == [(QRectF(10, 20, 30, 40),)] * 3 + [(QRectF(10, 20, 3, 4),)]
