"""Views on a real OpenGL surface: what it shows, switching back and forth, and every way back to raster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from gl_kit import Pixels, Workbench, difference, pixels_of, read_pixels
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize
from PySide6.QtGui import QPainter
from PySide6.QtOpenGL import QOpenGLFramebufferObject
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import EncodingParams
from gui.canvas import native, program
from gui.canvas.context import GLError
from gui.canvas.marker import CrashMarker
from gui.canvas.target import Target
from gui.canvas.view import CanvasView
from gui.dialwall.gl import WallGL
from gui.dialwall.scene import WallScene
from gui.dialwall.view import DialWallView
from gui.heatmap.view import HeatmapView
from gui.model.position import Position
from gui.model.store import Store
from gui.similarity.view import SimilarityView

READ, DRAW, COLOUR, NEAREST = 0x8CA8, 0x8CA9, 0x4000, 0x2600
Open = Callable[..., CanvasView]


@pytest.fixture
def opened(workbench: Workbench) -> Iterator[Open]:
    """Open a view on the screen, drawing with OpenGL; it is closed when the test ends."""
    views: list[CanvasView] = []

    def make(kind: type[CanvasView] = DialWallView, *, opengl: bool = True) -> CanvasView:
        view = kind(Store(still(params=EncodingParams(64), position=Position(100), gap=5)))
        view.told = []
        view.failed.connect(view.told.append)
        view.resize(500, 400)
        view.use_opengl(opengl)
        view.show()
        assert QTest.qWaitForWindowExposed(view)
        views.append(view)
        settle(view)
        return view

    yield make
    for view in views:
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle(view: CanvasView) -> None:
    """Let everything that is waiting happen, and paint once more."""
    for _ in range(3):
        QCoreApplication.processEvents()
    view.viewport().repaint()
    for _ in range(3):
        QCoreApplication.processEvents()


def shown(view: CanvasView) -> Pixels:
    """Return what is on the view's surface, read from where it was drawn."""
    settle(view)
    surface = view.viewport()
    if not isinstance(surface, QOpenGLWidget):
        return pixels_of(view.grab().toImage())
    ratio = surface.devicePixelRatioF()
    width, height = round(surface.width() * ratio), round(surface.height() * ratio)
    surface.makeCurrent()
    gl, plain = surface.context().extraFunctions(), QOpenGLFramebufferObject(QSize(width, height))
    gl.glBindFramebuffer(READ, surface.defaultFramebufferObject())
    gl.glBindFramebuffer(DRAW, plain.handle())
    gl.glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, COLOUR, NEAREST)
    plain.bind()
    pixels = read_pixels(gl, width, height)
    del plain
    surface.doneCurrent()
    return pixels


def uniform(pixels: Pixels) -> bool:
    return len(np.unique(pixels.reshape(-1, 4), axis=0)) < 10


@pytest.mark.parametrize("kind", [DialWallView, HeatmapView])
def test_a_view_shows_the_same_on_both_surfaces(opened: Open, kind: type[CanvasView]) -> None:
    view = opened(kind)
    assert view.on_opengl
    one = shown(view)
    view.use_opengl(False)
    assert not view.on_opengl
    other = shown(view)
    assert not uniform(one)
    assert difference(one, other) <= 2.0
    assert (one[..., 3] == 255).all(), "the window stays opaque"
    assert view.told == []


def test_cells_on_the_screen_are_equal(opened: Open) -> None:
    view = opened(HeatmapView)
    cells = view.area.toRect().adjusted(60, 2, -2, -view.area.toRect().height() // 2)
    box = np.s_[cells.top() : cells.bottom(), cells.left() : cells.right()]
    one = shown(view)[box]
    view.use_opengl(False)
    np.testing.assert_array_equal(one, shown(view)[box])
    assert not uniform(one)


def test_plots_stay_on_their_plain_surface(opened: Open) -> None:
    view = opened(SimilarityView)
    assert not view.on_opengl
    assert not uniform(shown(view))


def test_it_follows_the_state(opened: Open) -> None:
    view = opened()
    before = shown(view)
    view.store.update(position=Position(103))
    view.store.flush()
    assert difference(before, shown(view)) > 0.2
    view.store.update(position=Position(100))
    view.store.flush()
    np.testing.assert_array_equal(before, shown(view))


def test_switching_themes_surfaces_and_windows_never_leaves_a_blank(opened: Open) -> None:
    view = opened()
    dock = QWidget()
    QVBoxLayout(dock)
    dock.resize(450, 420)
    dock.show()
    for n in range(8):
        view.store.update(theme=("dark", "print", "light")[n % 3])
        view.store.flush()
        view.use_opengl(n % 4 != 3)
        if n % 2:
            view.setParent(None)
        else:
            dock.layout().addWidget(view)
        view.show()
        assert not uniform(shown(view)), n
    view.setParent(None)
    dock.close()
    dock.deleteLater()
    assert view.told == []


def test_the_pointer_still_reaches_a_view_whose_surface_was_changed(opened: Open) -> None:
    view = opened()
    corner = view.wall.cell_corner(9)
    at = view.area.topLeft().toPoint() + QPoint(int(corner[0]) + 20, int(corner[1]) + 20)
    QTest.mouseMove(view.viewport(), at)
    QCoreApplication.processEvents()
    assert view.viewport().hasMouseTracking()
    view.hovered(at.toPointF())
    assert view.store.state.hover.pair == 9


def test_the_first_frame_is_announced_once_and_clears_the_mark(workbench: Workbench, tmp_path: Path) -> None:
    marker = CrashMarker(tmp_path / "opengl-start")
    marker.set()
    view, frames = DialWallView(Store(still(params=EncodingParams(8)))), []
    view.framed.connect(lambda: frames.append(1))
    view.framed.connect(marker.clear)
    view.use_opengl(True)
    assert CrashMarker(tmp_path / "opengl-start").ended_badly
    view.show()
    assert QTest.qWaitForWindowExposed(view)
    settle(view)
    settle(view)
    assert frames == [1]
    assert not CrashMarker(tmp_path / "opengl-start").ended_badly
    view.close()
    view.deleteLater()


# ---- every way back to raster -------------------------------------------------------------------


def fell_back(view: CanvasView, reason: str) -> None:
    """Check that a view is on raster after one notice, and not blank."""
    pixels = shown(view)
    assert not view.on_opengl
    assert len(view.told) == 1
    assert reason in view.told[0]
    assert not uniform(pixels)
    view.store.update(position=Position(7))
    view.store.flush()
    shown(view)
    assert len(view.told) == 1


@pytest.mark.parametrize("kind", [DialWallView, HeatmapView])
def test_a_program_that_does_not_compile(
    opened: Open, kind: type[CanvasView], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "source", lambda file, constants: "#version 330 core\nvoid main() { no; }")
    fell_back(opened(kind), "does not compile")


def test_a_painter_that_fails_in_the_middle(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    view = opened()
    paint, count = WallGL.paint, iter(range(100))

    def failing(self: WallGL, painter: QPainter, target: Target, scene: WallScene) -> None:
        if next(count) == 2:
            painter.translate(1000, 1000)
            raise ValueError
        paint(self, painter, target, scene)

    monkeypatch.setattr(WallGL, "paint", failing)
    for whole in range(5):
        view.store.update(position=Position(whole))
        view.store.flush()
        assert not uniform(shown(view))
    fell_back(view, "ValueError")


def test_a_context_that_is_lost_while_painting(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    view = opened()

    def lost() -> None:
        raise GLError("the OpenGL context is lost")

    monkeypatch.setattr(native, "functions", lost)
    fell_back(view, "context is lost")


def test_a_surface_whose_context_is_gone(opened: Open) -> None:
    view = opened()
    view.viewport().isValid = lambda: False
    fell_back(view, "context is lost")


def test_opengl_can_be_tried_again(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(program, "source", lambda file, constants: "#version 330 core\nvoid main() { no; }")
        view = opened()
        fell_back(view, "does not compile")
    view.use_opengl(True)
    assert not uniform(shown(view))
    assert view.on_opengl
    assert len(view.told) == 1


def test_what_a_closed_view_kept_is_released(opened: Open) -> None:
    view = opened()
    painter = view._item._native[next(iter(view._item._native))]()
    assert painter.contexts == 1
    view.use_opengl(False)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert painter.contexts == 0
