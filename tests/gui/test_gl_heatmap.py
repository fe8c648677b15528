"""The heat map in OpenGL: equal to its raster twin in every pixel."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from gl_kit import Pixels, Workbench, drawing, raster_picture
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QTransform

from engine import EncodingParams
from gui.canvas import texture
from gui.canvas.palette import palette
from gui.canvas.target import Target
from gui.heatmap.gl import CellsGL
from gui.heatmap.notes import notes
from gui.heatmap.raster import CellsPainter
from gui.heatmap.scene import HeatScene, Request, build_scene
from gui.model.state import HeatQuantity, HeatWindow, ThemeName

SIZES = [(640, 480), (333, 517)]


def scene_of(
    width: int, height: int, window: HeatWindow, quantity: HeatQuantity = "value", length: int = 512
) -> HeatScene:
    params = EncodingParams(128, length=length)
    return build_scene(Request(params, window, width, height, quantity))


def both(
    workbench: Workbench, scene: HeatScene, theme: ThemeName, ratio: float = 1.0, margin: int = 10
) -> tuple[Pixels, Pixels]:
    """Return the picture by OpenGL and by the raster twin, with a margin around the cells."""
    width, height = scene.request.width, scene.request.height
    rect = QRectF(margin / ratio, margin / ratio, width / ratio, height / ratio)
    look, size = palette(theme), (width + 2 * margin, height + 2 * margin)
    painters = CellsGL(), CellsPainter()
    one = workbench.picture(drawing(painters[0], scene, rect, look), *size, ratio)
    other = raster_picture(drawing(painters[1], scene, rect, look), *size, ratio)
    return one, other


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("quantity", get_args(HeatQuantity))
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_pixel_is_equal(
    workbench: Workbench, size: tuple[int, int], theme: ThemeName, quantity: HeatQuantity, ratio: float
) -> None:
    scene = scene_of(*size, HeatWindow(0, 0.0, 512.0, 0.0, 128.0), quantity)
    one, other = both(workbench, scene, theme, ratio)
    assert len(np.unique(one.reshape(-1, 4), axis=0)) > 50
    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("row", [10**15 - 50, 0, 3])
def test_zoomed_in_at_any_position(workbench: Workbench, row: int) -> None:
    window = HeatWindow(row, 0.25, 7.5, 3.25, 12.5)
    one, other = both(workbench, scene_of(640, 480, window, length=10**15), "light")
    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("size", SIZES)
def test_rows_outside_the_table_are_equal_but_for_what_is_written_over_them(
    workbench: Workbench, size: tuple[int, int], theme: ThemeName
) -> None:
    scene = scene_of(*size, HeatWindow(-100, 0.0, 740.0, 0.0, 128.0))
    one, other = both(workbench, scene, theme)
    written = written_on(scene, one.shape[:2], theme)
    assert 0.01 < written.mean() < 0.3
    np.testing.assert_array_equal(one[~written], other[~written])
    assert np.abs(one.astype(int) - other.astype(int)).max() <= 2, "blended in bytes and in floats"


def written_on(scene: HeatScene, shape: tuple[int, int], theme: ThemeName) -> np.ndarray:
    rect = QRectF(10, 10, scene.request.width, scene.request.height)
    written = np.zeros(shape, dtype=bool)
    for note in notes(Target(rect, QTransform(), rect, 1.0, QFont(), palette(theme)), scene):
        box = note.rect.toAlignedRect().adjusted(-1, -1, 1, 1)
        written[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = True
    return written


def test_rows_outside_are_greyer(workbench: Workbench) -> None:
    scene = scene_of(64, 100, HeatWindow(412, 0.0, 200.0, 0.0, 128.0))
    one, _ = both(workbench, scene, "light")
    grey = np.array(palette("light").beyond)
    inside, outside = one[15:55, 10:74, :3], one[65:105, 10:74, :3]
    assert np.abs(outside - grey).mean() < 0.5 * np.abs(inside - grey).mean()


def test_a_texture_is_uploaded_once(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads: list[tuple[int, ...]] = []
    upload = texture._upload
    monkeypatch.setattr(
        texture, "_upload", lambda gl, pixels: (uploads.append(pixels.shape), upload(gl, pixels))
    )
    painter, look = CellsGL(), palette("light")
    scene = scene_of(100, 80, HeatWindow(0, 0.0, 512.0, 0.0, 128.0))
    draw = drawing(painter, scene, QRectF(0, 0, 100, 80), look)
    for _ in range(3):
        workbench.picture(draw, 100, 80)
    assert uploads == [(80, 100), (80, 100), (2, 256, 4)]
    workbench.picture(drawing(painter, scene, QRectF(0, 0, 100, 80), palette("dark")), 100, 80)
    assert uploads[3:] == [(2, 256, 4)]


def test_nothing_is_left_when_the_context_goes(workbench: Workbench) -> None:
    other = workbench.sharing()
    painter = CellsGL()
    scene = scene_of(100, 80, HeatWindow(0, 0.0, 512.0, 0.0, 128.0))
    other.picture(drawing(painter, scene, QRectF(0, 0, 100, 80), palette("light")), 100, 80)
    workbench.use()
    before = workbench.objects()
    assert painter.contexts == 1
    other.close()
    assert painter.contexts == 0
    workbench.use()
    gone = [kind for kind, _ in before - workbench.objects()]
    assert gone.count("texture") >= 3
    assert gone.count("program") >= 1
