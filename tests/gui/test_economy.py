"""While playing, only what moves is built and painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget

import gui.dialwall.view
import gui.heatmap.parts
import gui.panels.wavelength_table
import gui.similarity.curves_mode
import gui.similarity.matrix_mode
from engine import EncodingParams
from gui.model.position import Position
from gui.window.main_window import MainWindow

BUILDERS = {
    "wall": (gui.dialwall.view, "build_scene"),
    "faces": (gui.dialwall.view, "build_faces"),
    "cells": (gui.heatmap.parts, "build_scene"),
    "curves": (gui.similarity.curves_mode, "build_scene"),
    "matrix": (gui.similarity.matrix_mode, "pictured"),
    "table": (gui.panels.wavelength_table, "wavelength_rows"),
}
FRAMES = 40


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the calls of every builder of the window."""
    found = dict.fromkeys(BUILDERS, 0)

    def counted(name: str, build: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **keywords: object) -> object:
            found[name] += 1
            return build(*arguments, **keywords)

        return call

    for name, (module, function) in BUILDERS.items():
        monkeypatch.setattr(module, function, counted(name, getattr(module, function)))
    return found


class Painted(QObject):
    """Adds up the painted area of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.area = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.area += sum(rect.width() * rect.height() for rect in event.region())
        return False


class Requests(QObject):
    """Counts how often a window is painted and sent to the screen."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.count = 0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.UpdateRequest
        return False


@pytest.fixture
def playing(window: MainWindow) -> Iterator[MainWindow]:
    window.store.update(params=EncodingParams(1024, length=2048), playing=True)
    window.store.flush()
    window._player.set_visible(False)  # the test is the clock
    for dock in window.docks.values():
        dock.show()
    QCoreApplication.processEvents()
    return window


def test_only_what_moves_is_built_and_painted(playing: MainWindow, counts: dict[str, int]) -> None:
    views = playing.views
    painted = {name: Painted(views[name].viewport()) for name in ("heatmap", "similarity")}
    for frame in range(FRAMES):
        playing.store.update(position=Position(10 + frame, 0.5))
        playing.store.flush()
        QCoreApplication.processEvents()
    assert counts == {"wall": FRAMES, "faces": 0, "cells": 0, "curves": 0, "matrix": 0, "table": 0}
    assert painted["similarity"].area == 0
    whole = views["heatmap"].width() * views["heatmap"].height()
    assert 0 < painted["heatmap"].area / FRAMES < 0.1 * whole


def frames(window: MainWindow, shown: QWidget) -> int:
    """Return how often a window was painted in `FRAMES` frames."""
    requests = Requests(shown)
    for frame in range(FRAMES):
        window.store.update(position=Position(10 + frame, 0.5))
        window.store.flush()
        QCoreApplication.sendPostedEvents()
    return requests.count


def test_all_views_of_the_window_are_painted_in_one_frame(playing: MainWindow) -> None:
    painted = {name: Painted(playing.views[name].viewport()) for name in ("dials", "heatmap")}
    assert frames(playing, playing) == FRAMES
    assert all(view.area for view in painted.values())


def test_all_views_of_a_presentation_are_painted_in_one_frame(playing: MainWindow) -> None:
    playing.presenter.toggle()
    shown = playing.presenter.window
    assert shown is not None
    QCoreApplication.processEvents()
    painted = {name: Painted(shown.stage.views[name].viewport()) for name in ("dials", "heatmap")}
    assert frames(playing, shown) == FRAMES
    assert all(view.area for view in painted.values())


def test_a_change_of_parameters_builds_each_scene_once(playing: MainWindow, counts: dict[str, int]) -> None:
    playing.docks["waves"].raise_()
    playing.docks["similarity"].raise_()
    QCoreApplication.processEvents()
    for name in counts:
        counts[name] = 0
    playing.store.update(params=EncodingParams(1024, 500.0, 2048))
    playing.store.flush()
    QCoreApplication.processEvents()
    assert counts["wall"] == counts["faces"] == counts["cells"] == counts["curves"] == 1
