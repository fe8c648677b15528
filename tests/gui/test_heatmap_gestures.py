"""Gestures on the heat map: click, drag, wheel, pan, hover."""

from __future__ import annotations

import math
from typing import Any

import pytest
from gui_kit import picture, still
from heatmap_kit import (
    LIGHT,
    SMALL,
    Show,
    cell_point,
    colour_at,
    drag,
    move,
    wheel,
)
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from engine import CONVENTIONS, EncodingParams, encode
from gui.heatmap.view import HeatmapView
from gui.heatmap.window import fit_window
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow, Hover


def test_click_and_drag_set_whole_positions(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(0, 0.25)))
    drag(view, [cell_point(view, 1, 3)])
    assert view.store.state.position == Position(1)
    drag(view, [cell_point(view, 1, 3), cell_point(view, 2, 5), cell_point(view, 3, 5)])
    assert view.store.state.position == Position(3)
    drag(view, [cell_point(view, 2, 1), QPoint(200, -50)])
    assert view.store.state.position == Position(0)
    drag(view, [cell_point(view, 2, 1), QPoint(200, 5000)])
    assert view.store.state.position == Position(3)
    drag(view, [QPoint(200, 3)])
    assert view.store.state.position == Position(3), "the read-out line is no row"


def test_rows_before_the_first_are_no_positions(show: Show) -> None:
    window = HeatWindow(-50, 0.0, 100.0, 0.0, 64.0)
    view = show(HeatmapView, still(heat_window=window, position=Position(9)))
    drag(view, [cell_point(view, -30, 5)])
    assert view.store.state.position == Position(0)


def test_the_rows_stay_under_the_pointer_while_dragging_back_into_the_table(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=100), position=Position(150)))
    points = [cell_point(view, row, 5) for row in (150, 90, 80)]
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, points[0])
    for at in points[1:]:
        view.dragged(QPointF(at))
        view.store.flush()
        assert view.window_seen.rows == 200
    assert view.store.state.position.whole == 80
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, points[-1])
    assert view.window_seen.rows == 100


@pytest.mark.parametrize("length", [128, 10**15])
def test_the_wheel_keeps_the_cell_under_the_pointer(show: Show, length: int) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=length)))
    start = view.window_seen
    at = QPoint(
        int(view.area.left() + 0.4 * view.area.width()), int(view.area.top() + 0.7 * view.area.height())
    )
    view.hovered(QPointF(at))
    hover = view.store.state.hover
    for _ in range(10):
        wheel(view, at, 1)
    seen = view.window_seen
    assert seen.rows == pytest.approx(start.rows / 1.2**10)
    assert seen.channels == pytest.approx(start.channels / 1.2**10)
    view.hovered(QPointF(at))
    assert view.store.state.hover.pair == hover.pair
    assert abs(view.store.state.hover.row - hover.row) <= max(1, length // 10**12)
    wheel(view, at, -10)
    assert view.window_seen.rows == pytest.approx(start.rows)


def test_control_zooms_rows_and_shift_channels(show: Show) -> None:
    view = show(HeatmapView, still())
    at = view.area.center().toPoint()
    wheel(view, at, 1, Qt.KeyboardModifier.ControlModifier)
    assert (view.window_seen.rows, view.window_seen.channels) == (pytest.approx(128 / 1.2), 64.0)
    wheel(view, at, 1, Qt.KeyboardModifier.ShiftModifier)
    assert view.window_seen.rows == pytest.approx(128 / 1.2)
    assert view.window_seen.channels == pytest.approx(64 / 1.2)


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_the_other_buttons_pan(show: Show, button: Any) -> None:
    window = HeatWindow(40, 0.0, 20.0, 10.0, 20.0)
    view = show(HeatmapView, still(heat_window=window))
    start = view.area.center().toPoint()
    drag(view, [start, start + QPoint(0, 60), start + QPoint(0, 100)], button)
    seen = view.window_seen
    moved_by = (seen.row + seen.row_fraction - 40) * view.area.height() / 20
    assert moved_by == pytest.approx(-100, abs=1)
    assert seen.channel == 10.0
    assert view.store.state.position == Position(0)


def test_a_double_click_fits(show: Show) -> None:
    view = show(HeatmapView, still(heat_window=HeatWindow(40, 0.0, 20.0, 10.0, 20.0)))
    QTest.mouseDClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(300, 200)
    )
    view.store.flush()
    assert view.store.state.heat_window is None
    assert view.window_seen == fit_window(view.store.state.params, Position())


@pytest.mark.parametrize("name", ["paper", "tensor2tensor", "mlx"])
def test_hovering_reads_the_exact_value(show: Show, name: str) -> None:
    params = EncodingParams(8, length=4, convention=CONVENTIONS[name])
    view = show(HeatmapView, still(params=params))
    for row, channel in ((3, 0), (1, 5), (2, 7)):
        move(view, cell_point(view, row, channel))
        value = f"{encode(params, row)[0, channel]:.8f}".replace("-", "−")
        pair, function = params.convention.channel(8, channel)
        assert view.readout == f"row {row} · channel {channel} ({function}, pair {pair}) = {value}"
        assert view.store.state.hover == Hover(pair=pair, row=row)
    view.hovered(None)
    assert view.store.state.hover == Hover()
    assert view.readout == "4 positions × 8 channels"


def test_other_views_hovers_are_shown(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, hover=Hover(pair=1)))
    assert view.readout == "pair 1 · sin in channel 2, cos in channel 3"
    before = picture(view)
    view.store.update(hover=Hover(pair=1, row=2))
    after = picture(view)
    assert view.readout == f"row 2 · pair 1: sin = {math.sin(0.2):.8f}, cos = {math.cos(0.2):.8f}"
    assert colour_at(after, cell_point(view, 2, 6)) != colour_at(before, cell_point(view, 2, 6))
    view.store.update(hover=Hover())
    assert colour_at(picture(view), cell_point(view, 2, 6)) == tuple(
        LIGHT.value_map[round((math.sin(0.002) + 1) * 127.5)]
    )


def test_an_odd_column_and_an_averaged_picture_say_so(show: Show) -> None:
    odd = show(HeatmapView, still(params=EncodingParams(5, length=4)))
    move(odd, cell_point(odd, 1, 4))
    assert "channel 4 (one more sine)" in odd.readout
    assert odd.store.state.hover == Hover(row=1)
    many = show(HeatmapView, still(params=EncodingParams(4096, length=10**6)), 900, 400)
    assert "each pixel is the mean of" in many.readout
    assert many.readout.endswith("sine and cosine averaged")


def test_a_narrower_table_under_a_resting_pointer_is_read_anew(show: Show) -> None:
    view = show(HeatmapView, still())
    move(view, cell_point(view, 3, 60))
    view.store.update(params=SMALL)
    view.store.flush()
    assert view.readout == "row 3"


def test_a_new_table_while_dragging_lets_the_old_window_go(show: Show) -> None:
    view = show(HeatmapView, AppState(playing=False))
    QTest.mousePress(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, cell_point(view, 9, 9)
    )
    view.store.update(params=SMALL)
    view.store.flush()
    assert view.window_seen.channels == 8.0
    QTest.mouseRelease(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(300, 200)
    )


def test_a_hover_before_a_change_is_announced_speaks_of_the_new_table(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(512)))
    at = QPoint(int(view.area.right()) - 3, int(view.area.center().y()))
    view.store.update(params=SMALL)
    view.hovered(QPointF(at))
    assert view.store.state.hover == Hover(), "what the picture still shows is no part of the new table"
    move(view, at)
    assert view.store.state.hover.pair == SMALL.pairs - 1
