"""Choosing who draws in the window: the wish, the fallback, the notice said once, and the frame rate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from gui.canvas.marker import CrashMarker
from gui.canvas.surface import Availability, probe
from gui.window.main_window import MainWindow
from gui.window.renderer import Renderer
from gui.window.status import FrameMeter

GPU = Availability(True, "", "NVIDIA", "NVIDIA H100", "4.6")
SOFTWARE = Availability(True, "", "Mesa", "llvmpipe (LLVM 15)", "4.5")
NONE = Availability(False, "no OpenGL context could be made")


class Watched:
    """A renderer of a window, and everything that it says."""

    def __init__(self, window: MainWindow, path: Path, found: Availability) -> None:
        self.said: list[str] = []
        self.used: list[str] = []
        self.marker = CrashMarker(path)
        look: Callable[[], Availability] = lambda: found  # noqa: E731
        self.renderer = Renderer(window.store, window.views.values(), self.marker, look, parent=window)
        self.renderer.said.connect(self.said.append)
        self.renderer.changed.connect(self.used.append)
        window.presenter.viewMade.connect(self.renderer.take)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mark"


def test_auto_takes_raster_for_software_and_says_why(window: MainWindow, path: Path) -> None:
    watched = Watched(window, path, SOFTWARE)
    watched.renderer.decide()
    assert watched.used == ["raster (raster is faster here: llvmpipe renders in software)"]
    assert watched.said == []
    assert not path.exists()
    assert not any(view.on_opengl for view in window.views.values())


@pytest.mark.parametrize(
    ("wish", "found", "broke_off", "why"),
    [
        ("opengl", NONE, False, "no OpenGL context could be made"),
        ("auto", GPU, True, "the last start with OpenGL did not end well"),
    ],
    ids=["failing probe", "broken-off start"],
)
def test_what_cannot_be_ends_in_raster_with_one_notice(
    window: MainWindow, path: Path, wish: str, found: Availability, broke_off: bool, why: str
) -> None:
    window.store.update(renderer=wish)
    if broke_off:
        path.write_text("")
    watched = Watched(window, path, found)
    watched.renderer.decide()
    assert watched.used == [f"raster ({why})"]
    assert len(watched.said) == 1
    assert not path.exists()


def test_asking_for_raster_looks_for_nothing(window: MainWindow, path: Path) -> None:
    window.store.update(renderer="raster")
    watched = Watched(window, path, GPU)
    watched.renderer.start()
    assert watched.used == ["raster (asked for)"]
    assert watched.renderer._found is None


needs_opengl = pytest.mark.usefixtures("opengl")


@pytest.fixture
def opengl(qapp: object) -> None:
    found = probe()
    if not found:
        pytest.skip(found.reason)


@needs_opengl
def test_switching_at_run_time(window: MainWindow, path: Path, qtbot: object) -> None:
    watched = Watched(window, path, probe())
    watched.renderer.decide()
    with qtbot.waitSignal(window.views["dials"].framed, timeout=20000):
        window.store.update(renderer="opengl")
    assert window.views["dials"].on_opengl
    assert window.views["heatmap"].on_opengl
    assert not window.views["similarity"].on_opengl
    assert watched.used[-1].startswith("OpenGL")
    qtbot.waitUntil(lambda: not path.exists())
    window.store.update(renderer="raster")
    window.store.flush()
    assert not any(view.on_opengl for view in window.views.values())


@needs_opengl
def test_a_failure_while_drawing_puts_all_views_on_raster_and_is_said_once(
    window: MainWindow, path: Path, qtbot: object
) -> None:
    watched = Watched(window, path, probe())
    with qtbot.waitSignal(window.views["dials"].framed, timeout=20000):
        window.store.update(renderer="opengl")
    for name in ("dials", "heatmap"):
        window.views[name]._give_up("the OpenGL context is lost")
    assert not any(view.on_opengl for view in window.views.values())
    assert watched.said == ["OpenGL was given up: the OpenGL context is lost."]
    assert watched.used[-1] == "raster (the OpenGL context is lost)"


@needs_opengl
def test_a_presentation_follows_the_renderer_and_its_failure_is_said(
    window: MainWindow, path: Path, qtbot: object
) -> None:
    watched = Watched(window, path, probe())
    with qtbot.waitSignal(window.views["dials"].framed, timeout=20000):
        window.store.update(renderer="opengl")
    window.store.update(presented=("dials",))
    window.presenter.toggle()
    shown = window.presenter.window.stage.views
    assert shown["dials"].on_opengl
    window.store.update(renderer="raster", presented=("dials", "heatmap"))
    window.store.flush()
    assert not any(view.on_opengl for view in (*shown.values(), *window.views.values()))
    window.store.update(renderer="opengl")
    window.store.flush()
    assert all(view.on_opengl for view in shown.values())
    shown["heatmap"]._give_up("the OpenGL context is lost")
    assert not any(view.on_opengl for view in (*shown.values(), *window.views.values()))
    assert watched.said == ["OpenGL was given up: the OpenGL context is lost."]
    window.presenter.leave()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.store.update(renderer="opengl")
    window.store.flush()
    assert len(watched.renderer._views) == len(window.views)


@needs_opengl
def test_floating_panels_belong_to_the_window_that_opengl_has_renewed(
    window: MainWindow, path: Path, qtbot: object
) -> None:
    dock = window.docks["parameters"]
    dock.setFloating(True)
    QCoreApplication.processEvents()
    before = window.winId()
    watched = Watched(window, path, probe())
    with qtbot.waitSignal(window.views["dials"].framed, timeout=20000):
        window.store.update(renderer="opengl")
    assert watched.used[-1].startswith("OpenGL")
    assert window.winId() != before
    qtbot.waitUntil(lambda: dock.windowHandle().transientParent() is window.windowHandle())
    assert dock.isVisible()
    assert dock.isFloating()


def test_the_frame_rate_is_counted_over_a_second() -> None:
    now, frames = [0.0], [0]
    meter = FrameMeter(lambda: frames[0], lambda: now[0])
    rates = []
    for _ in range(130):
        now[0] += 1 / 60
        frames[0] += 1
        rates.append(meter.rate(playing=True))
    assert rates[10] is None
    assert rates[-1] == pytest.approx(60, abs=1)
    assert meter.rate(playing=False) is None
