"""The spotlight: it dims everything but its target, which it leaves as it is, and goes where that goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gui_kit import picture, still
from presentation_kit import pixels
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest

from engine import EncodingParams
from gui.canvas.veil import DIM
from gui.canvas.view import CanvasView
from gui.catalogue import view_spec
from gui.heatmap.view import HeatmapView
from gui.model import intents
from gui.model.position import Position
from gui.model.session import from_json, to_json
from gui.model.state import AppState, HeatWindow, Hover, WallWindow
from gui.window.main_window import MainWindow

Show = Callable[..., CanvasView]
PAIR, ROW, GAP = Hover(pair=5), Hover(row=40), Hover(gap=20)
CASES: list[tuple[str, Hover, dict[str, Any]]] = [
    ("dials", PAIR, {}),
    ("dials", PAIR, {"bar_code": True}),
    ("dials", PAIR, {"wall_window": WallWindow(2.0, 0.0, 4.0, 3.0)}),
    ("heatmap", PAIR, {}),
    ("heatmap", ROW, {}),
    ("heatmap", Hover(pair=5, row=40), {}),
    ("heatmap", ROW, {"heat_window": HeatWindow(30, 0.5, 20.0, 0.0, 16.0)}),
    ("heatmap", ROW, {"params": EncodingParams(512, length=10**6)}),
    ("similarity", GAP, {}),
    ("similarity", GAP, {"log_gaps": True}),
    ("similarity", ROW, {"matrix": True}),
    ("waves", PAIR, {}),
    ("waves", PAIR, {"pair": 5}),
    ("waves", ROW, {}),
]
OUT_OF_SIGHT: list[tuple[str, Hover, dict[str, Any]]] = [
    ("dials", ROW, {}),
    ("dials", GAP, {}),
    ("dials", Hover(pair=31), {"wall_window": WallWindow(0.0, 0.0, 2.0, 2.0)}),
    ("heatmap", GAP, {}),
    ("heatmap", Hover(row=4000), {}),
    ("heatmap", Hover(pair=30), {"heat_window": HeatWindow(0, 0.0, 20.0, 0.0, 8.0)}),
    ("similarity", PAIR, {}),
    ("similarity", Hover(gap=0), {"log_gaps": True}),
    ("similarity", GAP, {"matrix": True}),
    ("waves", GAP, {}),
    ("waves", Hover(row=4000), {}),
]


def shown(show: Show, name: str, theme: str = "light", **fields: Any) -> CanvasView:
    return show(view_spec(name).create, still(theme=theme, **fields), 600, 440)


def inside(rects: list[QRectF], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Return which pixels are in the light, shape (height, width)."""
    lit = np.zeros(shape[:2], dtype=bool)
    for rect in rects:
        whole = rect.toAlignedRect()
        lit[max(whole.top(), 0) : whole.bottom() + 1, max(whole.left(), 0) : whole.right() + 1] = True
    return lit


def check(view: CanvasView, target: Hover) -> None:
    """Check what a view shows with and without the spotlight, pixel by pixel."""
    view.store.update(spotlight=Hover())
    plain = pixels(picture(view))
    view.store.update(spotlight=target)
    dimmed = pixels(picture(view))
    lit = inside(view.spot(target), plain.shape)
    assert 0 < lit.mean() < 0.6
    assert (dimmed[lit] == plain[lit]).all()
    expected = plain[~lit] * (1 - DIM.alphaF())
    assert np.abs(dimmed[~lit] - expected).max() <= 2.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "target", "fields"), CASES, ids=str)
def test_all_but_the_target_is_dimmed(
    show: Show, name: str, target: Hover, fields: dict[str, Any], theme: str
) -> None:
    check(shown(show, name, theme, **fields), target)


@pytest.mark.parametrize(("name", "target", "fields"), OUT_OF_SIGHT, ids=str)
def test_where_the_target_is_not_in_sight_nothing_is_dimmed(
    show: Show, name: str, target: Hover, fields: dict[str, Any]
) -> None:
    view = shown(show, name, **fields)
    plain = picture(view)
    view.store.update(spotlight=target)
    assert view.spot(target) == []
    assert picture(view) == plain


@pytest.mark.parametrize(
    ("name", "target"), [("dials", PAIR), ("heatmap", ROW), ("similarity", GAP), ("waves", PAIR)]
)
def test_it_follows_size_and_position(show: Show, name: str, target: Hover) -> None:
    view = shown(show, name)
    view.store.update(spotlight=target)
    picture(view)
    before = view.spot(target)
    view.resize(900, 500)
    check(view, target)
    assert view.spot(target) != before
    for n in (3, 60, 127):
        view.store.update(position=Position(n, 0.5))
        check(view, target)
    view.store.update(theme="dark")
    check(view, target)


def test_it_follows_the_zoom(show: Show) -> None:
    view = shown(show, "heatmap")
    view.store.update(spotlight=ROW)
    for window in (HeatWindow(20, 0.0, 64.0, 0.0, 64.0), HeatWindow(38, 0.25, 4.0, 10.0, 8.0)):
        view.store.update(heat_window=window)
        check(view, ROW)
        assert isinstance(view, HeatmapView)
        (lit,) = view.spot(ROW)
        middle = (
            view.area.top() + (40.5 - window.row - window.row_fraction) / window.rows * view.area.height()
        )
        assert lit.center().y() == pytest.approx(middle, abs=0.5)


def test_a_narrow_target_can_be_seen_from_afar(show: Show) -> None:
    view = shown(show, "heatmap", params=EncodingParams(512, length=10**6))
    assert all(rect.height() >= 12 for rect in view.spot(ROW))
    assert all(rect.width() >= 12 for rect in view.spot(PAIR))


def test_while_it_plays_the_veil_is_not_made_anew(show: Show) -> None:
    view = shown(show, "dials", spotlight=PAIR)
    picture(view)
    region = view._veil._dark
    view.store.update(position=Position(3, 0.5))
    picture(view)
    assert view._veil._dark is region


# ---- the state --------------------------------------------------------------------------------------


def test_s_puts_the_selected_pair_or_what_is_pointed_at_in_the_light() -> None:
    state = still(pair=3)
    lit = state.evolve(**intents.toggle_spotlight(state))
    assert lit.spotlight == Hover(pair=3)
    assert lit.evolve(**intents.toggle_spotlight(lit)).spotlight == Hover()
    pointed = state.evolve(hover=Hover(gap=9))
    assert pointed.evolve(**intents.toggle_spotlight(pointed)).spotlight == Hover(gap=9)


def test_it_goes_with_the_pair_and_with_the_gap() -> None:
    state = still(pair=3, gap=5, spotlight=Hover(pair=3))
    assert state.evolve(pair=4).spotlight == Hover(pair=4)
    assert state.evolve(gap=9).spotlight == Hover(pair=3)
    assert state.evolve(spotlight=Hover(gap=5)).evolve(gap=6).spotlight == Hover(gap=6)
    assert state.evolve(spotlight=Hover(pair=7)).evolve(pair=4).spotlight == Hover(pair=7)
    assert state.evolve(pair=4, spotlight=Hover(row=1)).spotlight == Hover(row=1)


def test_a_pair_that_is_gone_is_not_in_the_light() -> None:
    assert still(spotlight=Hover(pair=20)).evolve(params=EncodingParams(8)).spotlight == Hover()


def test_no_session_keeps_it() -> None:
    assert from_json(to_json(AppState(spotlight=PAIR))).spotlight == Hover()


def test_it_works_in_both_windows(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Down)
    QTest.keyClick(window, Qt.Key.Key_S)
    window.store.flush()
    assert window.store.state.spotlight == Hover(pair=1)
    assert not window.views["dials"]._veil._dark.isEmpty()
    QTest.keyClick(window, Qt.Key.Key_F5)
    shown = window.presenter.window
    assert shown is not None
    QTest.qWaitForWindowExposed(shown)
    assert not shown.stage.views["dials"]._veil._dark.isEmpty()
    QTest.keyClick(shown, Qt.Key.Key_S)
    window.store.flush()
    assert shown.stage.views["dials"]._veil._dark.isEmpty()
    QTest.keyClick(shown, Qt.Key.Key_Escape)
