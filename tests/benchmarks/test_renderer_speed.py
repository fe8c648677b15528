"""Frame times of both painters of the wall, at a projector's and at a large screen's size.

Each OpenGL frame is finished on the device before the clock stops. Run it where there is a GPU:
pytest tests/benchmarks/test_renderer_speed.py --benchmark-enable -n 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtGui import QOpenGLContext
from PySide6.QtOpenGLWidgets import QOpenGLWidget

from engine import EncodingParams
from gui.bench.stage import Stage, frames_of
from gui.canvas.surface import probe
from gui.canvas.view import CanvasView
from gui.catalogue import view_spec
from gui.model.state import AppState
from gui.model.store import Store

SIZES = ((1920, 1080), (3840, 2160))
RENDERERS = ("raster", "opengl")


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.clear()


def finished(frame: Callable[[], Any], view: CanvasView) -> Callable[[], None]:
    """Return a frame that is over only when the device has drawn it."""
    surface = view.viewport()

    def run() -> None:
        frame()
        if isinstance(surface, QOpenGLWidget):
            surface.makeCurrent()
            QOpenGLContext.currentContext().functions().glFinish()
            surface.doneCurrent()

    return run


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("d_model", [512, 4096])
def test_frame(benchmark: Any, stage: Stage, d_model: int, size: tuple[int, int], renderer: str) -> None:
    store = Store(AppState(params=EncodingParams(d_model, 10000.0, 512), gap=5, gap_hand=False))
    view = stage.show(view_spec("dials").create(store), size)
    if renderer == "opengl":
        if not (found := probe()):
            pytest.skip(found.reason)
        benchmark.extra_info["device"] = found.renderer
        view.use_opengl(True)
    assert view.on_opengl == (renderer == "opengl")
    frame = finished(frames_of(store), view)
    before = view.frames
    frame()
    assert view.frames > before
    benchmark(frame)
