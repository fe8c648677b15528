"""The painters' promises of speed, against the plain ways to draw the same with pyqtgraph and matplotlib."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from engine import EncodingParams, encode, phases
from gui.bench.engine import recipe
from gui.bench.rows import Benchmark, Pair
from gui.bench.stage import LARGE, SIZE, Stage, edits_of, frames_of, paint, repeated, window_of
from gui.catalogue import view_spec
from gui.dialwall.layout import wall_layout
from gui.model.state import AppState
from gui.model.store import Store

FRAMES: Final = 10
"""Frames that are timed together."""

_start_plain: Final = (
    "import sys; import PySide6.QtWidgets as q; import pyqtgraph as pg; app = q.QApplication([]); "
    "w = pg.PlotWidget(); w.resize(1280, 800); w.show()\n"
    "while not w.windowHandle().isExposed(): app.processEvents()\n"
    "app.processEvents(); w.close()"
)
_start_ours: Final = (
    "from gui.app import application; app = application(); "
    "from gui.bench.stage import Stage, window_of; from gui.model.state import AppState; "
    "stage = Stage(); window_of(stage, AppState(), (1280, 800)); stage.clear()"
)


def _playing(d_model: int, length: int) -> AppState:
    return AppState(params=EncodingParams(d_model, 10000.0, length), gap=5, gap_hand=False)


# ---- the wall ------------------------------------------------------------------------------------


def _wall(d_model: int, baseline: Callable[[Stage, EncodingParams], Callable[[], None]]) -> Pair:
    stage, state = Stage(), _playing(d_model, 512)
    store = Store(state)
    stage.show(view_spec("dials").create(store), SIZE)
    return Pair(
        repeated(frames_of(store), FRAMES),
        repeated(baseline(stage, state.params), FRAMES),
        stage.clear,
        FRAMES,
    )


def _hands(params: EncodingParams) -> tuple[Any, Callable[[int], Any]]:
    """Return the centres of all dials and what makes the segments of all hands at a position."""
    layout = wall_layout(params.pairs, float(SIZE[0]), float(SIZE[1]), None)

    def segments(position: int) -> Any:
        angle = phases(params, [position])[0]
        tips = layout.centres + layout.radius * np.stack([np.sin(angle), -np.cos(angle)], axis=1)
        return np.stack([layout.centres, tips], axis=1)

    return layout.centres, segments


def _plot(stage: Stage) -> Any:
    plot = stage.show(pg.PlotWidget(), SIZE)
    plot.setRange(xRange=(0, SIZE[0]), yRange=(0, SIZE[1]), padding=0)
    return plot


def _one_item_per_hand(stage: Stage, params: EncodingParams) -> Callable[[], None]:
    plot, (_, segments) = _plot(stage), _hands(params)
    pen = QPen(pg.mkColor("k"))
    curves = [plot.plot(*hand.T, pen=pen) for hand in segments(0)]
    step = iter(range(1, 10**9))

    def frame() -> None:
        for curve, hand in zip(curves, segments(next(step)), strict=True):
            curve.setData(*hand.T)
        paint()

    return frame


def _all_hands_in_one_curve(stage: Stage, params: EncodingParams) -> Callable[[], None]:
    plot, (_, segments) = _plot(stage), _hands(params)
    curve = pg.PlotCurveItem(pen=pg.mkPen("k"), connect="pairs")
    plot.addItem(curve)
    step = iter(range(1, 10**9))

    def frame() -> None:
        x, y = segments(next(step)).reshape(-1, 2).T
        curve.setData(x, y, connect="pairs")
        paint()

    return frame


# ---- the heat map --------------------------------------------------------------------------------


def _heat_cursor() -> Pair:
    stage, state = Stage(), _playing(512, 2048)
    store = Store(state)
    stage.show(view_spec("heatmap").create(store), SIZE)
    plot = _plot(stage)
    image, line = pg.ImageItem(), pg.InfiniteLine(angle=0)
    plot.addItem(image)
    plot.addItem(line)
    table = encode(state.params)
    step = iter(range(10**9))

    def frame() -> None:
        image.setImage(table, levels=(-1, 1))
        line.setValue(next(step) % 2048)
        paint()

    return Pair(repeated(frames_of(store), FRAMES), repeated(frame, FRAMES), stage.clear, FRAMES)


# ---- the window ----------------------------------------------------------------------------------


def _window(blit: bool) -> Pair:
    from gui.bench.matplotlib_window import MatplotlibWindow

    stage, state = Stage(), _playing(1024, 2048)
    window = window_of(stage, state, LARGE)
    other = stage.show(MatplotlibWindow(state.params, blit=blit), LARGE)
    step = iter(range(1, 10**9))
    return Pair(
        repeated(frames_of(window.store), FRAMES),
        repeated(lambda: other.frame(next(step)), FRAMES),
        stage.clear,
        FRAMES,
    )


class _PlainWindow(QWidget):
    """The heat map and the similarity as they are written in an afternoon: the whole table each time."""

    def __init__(self) -> None:
        super().__init__()
        self._image, self._curve = pg.ImageItem(), pg.PlotCurveItem()
        row = pg.QtWidgets.QHBoxLayout(self)
        for item in (self._image, self._curve):
            plot = pg.PlotWidget()
            plot.addItem(item)
            row.addWidget(plot)

    def edit(self, params: EncodingParams) -> None:
        """Compute and set everything anew."""
        table = recipe(params.length, params.d_model, params.base)
        self._image.setImage(table, levels=(-1, 1))
        self._curve.setData(table @ table[0])
        paint()


def _edit(length: int) -> Pair:
    stage, state = Stage(), _playing(1024, length)
    window = window_of(stage, state.evolve(playing=False), LARGE)
    wide, narrow = (replace(state.params, d_model=d_model) for d_model in (1024, 1022))
    edit = edits_of(window.store, ({"params": narrow}, {"params": wide}))
    if length == _LENGTH:
        plain = stage.show(_PlainWindow(), LARGE)
        return Pair(edit, partial(plain.edit, wide), stage.clear)
    usual = window_of(stage, _playing(1024, _LENGTH).evolve(playing=False), LARGE)
    pair = (replace(usual.store.state.params, d_model=d_model) for d_model in (1022, 1024))
    states = tuple({"params": params} for params in pair)
    return Pair(edit, edits_of(usual.store, (states[0], states[1])), stage.clear)


_LENGTH: Final = 65536


def _start() -> Pair:
    """Start both as they start from the second time on: with byte code, whatever keeps it away here."""
    compiled = TemporaryDirectory(prefix="wall-of-clocks-")
    environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled.name, "PYTHONDONTWRITEBYTECODE": ""}
    ours, plain = (
        partial(subprocess.run, [sys.executable, "-c", code], check=True, env=environment)
        for code in (_start_ours, _start_plain)
    )
    plain()
    return Pair(ours, plain, compiled.cleanup)


def painters() -> tuple[Benchmark, ...]:
    """Return the benchmarks that can run here: those against matplotlib only where it is installed."""
    items, pairs = "one plot item per hand", "bare hands in one curve"
    rows = [
        Benchmark(f"frame.dialwall.d{d}.{name}", words, partial(_wall, d, baseline))
        for d in (512, 4096)
        for name, words, baseline in (
            ("vs_items", items, _one_item_per_hand),
            ("vs_pairs", pairs, _all_hands_in_one_curve),
        )
    ]
    rows.append(Benchmark("frame.heatmap.cursor", "the whole table as an image each frame", _heat_cursor))
    if find_spec("matplotlib"):
        rows += [
            Benchmark("frame.window.d1024.vs_mpl", "matplotlib redrawn whole", partial(_window, False)),
            Benchmark("frame.window.d1024.vs_blit", "matplotlib blitting", partial(_window, True)),
        ]
    rows += [
        Benchmark("edit.window.d1024", "the whole table by the plain recipe", partial(_edit, _LENGTH)),
        Benchmark("edit.window.d1024.1e12", "the same at length 65536", partial(_edit, 10**12)),
        Benchmark("start.window", "a bare pyqtgraph plot", _start, repeats=5, baseline_repeats=5),
    ]
    return tuple(rows)
