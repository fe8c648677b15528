"""Presentation mode can be read from the back row: no text below 18 points, none cut, none over another."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from presentation_kit import labels, pixels, presented, record, settle, text_items
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from engine import EncodingParams
from gui.canvas.letters import READABLE_POINTS, points_of
from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import VIEW_NAMES, AppState, HeatWindow, Hover
from gui.window.parameter_line import Part, flowed
from gui.window.places import places
from gui.window.presentation import PresentationWindow, points_for

SUBSETS = list(chain.from_iterable(combinations(VIEW_NAMES, n) for n in range(1, 5)))
LONG = EncodingParams(length=10**15)
OPTIONS: dict[str, dict[str, Any]] = {
    "matrix": {"matrix": True, "gap": 5},
    "pins and limit": {
        "limit_curve": True,
        "pins": (EncodingParams(128, 100.0), EncodingParams(8)),
        "gap": 12,
    },
    "sines and bar code": {"hide_cosine": True, "bar_code": True, "gap": 3},
    "phase, zoomed": {"heat_quantity": "phase", "heat_window": HeatWindow(20, 0.0, 40.0, 0.0, 12.0)},
    "far": {"params": LONG, "position": Position(10**14, 0.5), "gap": 10**9},
    "far, zoomed": {"params": LONG, "heat_window": HeatWindow(888_888_888_888_880, 0.0, 12.0, 0.0, 8.0)},
    "beyond": {"position": Position(400), "params": EncodingParams(512, 1e4, 128)},
    "pointed": {"hover": Hover(pair=3, row=17), "gap": 2},
    "gap pointed": {"hover": Hover(gap=31), "log_gaps": True, "normalised": False},
    "one pair": {"params": EncodingParams(2, 10.0, 4)},
}


def check(window: PresentationWindow, texts: Any) -> None:
    assert texts.painted
    assert not texts.small(READABLE_POINTS)
    assert not texts.cut()
    for view in (window.stage.views[name] for name in window.stage.shown):
        for item in text_items(view):
            assert points_of(item.font()) >= READABLE_POINTS
            room = item.sceneBoundingRect()
            assert view.rect().adjusted(-6, -6, 6, 6).contains(room.toAlignedRect()), (view, room)
        if view.objectName() != "dialWallView":  # whose read-out stands close to the rim
            check_rim(pixels(view.grab().toImage()), palette(view.store.state.theme).canvas)
    assert all(points_of(label.font()) >= READABLE_POINTS for label in labels(window))
    assert points_of(window.line.font()) >= READABLE_POINTS


def check_rim(image: Any, ground: tuple[int, int, int]) -> None:
    """Check that nothing touches the rim, where a text that is cut would be."""
    used = np.abs(image - np.array(ground)).sum(axis=2) > 60
    for rim in (used[:1], used[-1:], used[:, :1], used[:, -1:]):
        assert not rim.any()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_all_arrangements(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, names: Any, theme: str
) -> None:
    texts = record(monkeypatch)
    state = AppState(playing=False, hint=False).evolve(presented=names, theme=theme)
    with presented(state, 1024, 768) as window:
        check(window, texts)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080), (768, 1024)])
@pytest.mark.parametrize("names", [VIEW_NAMES, VIEW_NAMES[:3]], ids="+".join)
@pytest.mark.parametrize("option", OPTIONS)
def test_all_options(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, option: str, names: Any, size: tuple[int, int]
) -> None:
    texts = record(monkeypatch)
    state = AppState(playing=False, hint=False).evolve(presented=names, **OPTIONS[option])
    with presented(state, *size) as window:
        check(window, texts)


@pytest.mark.parametrize("names", [VIEW_NAMES, VIEW_NAMES[:1]], ids="+".join)
def test_playing(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, names: Any) -> None:
    texts = record(monkeypatch)
    with presented(AppState(hint=False, gap_hand=True, presented=names), 1024, 768) as window:
        places_before = [view.geometry() for view in window.stage.views.values()]
        monkeypatch.setattr(window, "_fit", lambda: pytest.fail("fitted anew"))
        written = [(piece.row, piece.x) for piece in window.line.pieces]
        for n in range(0, 128, 9):
            window._store.update(position=Position(n, 0.37))
            settle(window)
            assert [(piece.row, piece.x) for piece in window.line.pieces] == written
        assert [view.geometry() for view in window.stage.views.values()] == places_before
        check(window, texts)


def test_text_grows_with_the_screen(qapp: QApplication) -> None:
    sizes = [
        points_for(QSize(*size), 96.0, 0) for size in ((640, 480), (1024, 768), (1280, 800), (1920, 1080))
    ]
    assert sizes[0] == READABLE_POINTS
    assert sizes[1] == 20.0
    assert 22 < sizes[2] < 25
    assert 31 < sizes[3] < 35
    assert points_for(QSize(1024, 768), 96.0, 3) > 26
    assert points_for(QSize(1024, 768), 96.0, -9) == READABLE_POINTS


@pytest.mark.parametrize("steps", [3, 6])
def test_larger_text_on_request(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    state = AppState(playing=False, hint=False, presented=VIEW_NAMES[:3])
    with presented(state, 1024, 768) as window:
        before = points_of(window.font())
        texts = record(monkeypatch)
        window.change_text_size(steps)
        settle(window)
        assert points_of(window.stage.views["similarity"].font()) > before
        check(window, texts)
        window.change_text_size(0)
        assert points_of(window.font()) == before


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [(1024, 700), (1024, 400), (1920, 1000), (768, 960), (300, 200)])
def test_places_fill_the_area_without_overlap(count: int, size: tuple[int, int]) -> None:
    found = places(count, QSize(*size))
    assert len(found) == count
    covered = np.zeros(size[::-1], dtype=int)
    for cell in found:
        covered[cell.top() : cell.bottom() + 1, cell.left() : cell.right() + 1] += 1
    assert covered.max() == 1
    assert covered.mean() > 0.97


def test_a_wide_area_has_columns_and_a_high_one_rows() -> None:
    assert len({cell.top() for cell in places(3, QSize(1920, 560))}) == 1
    assert len({cell.left() for cell in places(3, QSize(700, 1400))}) == 1
    wall, heat, plot, waves = places(4, QSize(1024, 700))
    assert wall.top() == heat.top() < plot.top() == waves.top()


def test_the_caption_wraps_leaves_out_and_elides(qapp: QApplication) -> None:
    metrics = QFontMetricsF(qapp.font())
    parts = [Part(text) for text in ("d = 64", "base 10000", "length 128", "a convention with a long name")]
    wide = metrics.horizontalAdvance
    assert [piece.row for piece in flowed(parts, metrics, 4000.0)] == [0, 0, 0, 0]
    narrow = wide("d = 64 \u00b7 base 10000") + 20
    assert [piece.row for piece in flowed(parts, metrics, narrow)] == [0, 0, 1]
    (only,) = flowed(parts[3:], metrics, wide("a convention") + 4)
    assert only.text.endswith("…")
