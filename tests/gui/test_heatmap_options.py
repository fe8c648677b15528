"""The heat map's options: grouped columns, phases, pairs ruler, overview, following, the gap's arrow."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from gui_kit import picture, still
from heatmap_kit import (
    LIGHT,
    SMALL,
    Show,
    cell_point,
    colour_at,
    counted_builds,
    drag,
    move,
    value_colour,
    wheel,
)
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from engine import CONVENTIONS, EncodingParams, encode
from gui.canvas.palette import palette
from gui.heatmap.view import HeatmapView
from gui.model.position import Position
from gui.model.state import HeatWindow, Hover

ZOOM = HeatWindow(40, 0.0, 20.0, 10.0, 20.0)


def shown_ticks(view: HeatmapView) -> list[str]:
    picture(view)
    return [t.replace("\u2009", "") for t in view._parts.channels._texts.values()]


def big_text(view: HeatmapView, points: int = 24) -> None:
    font = QFont(view.font())
    font.setPointSize(points)
    view.setFont(font)


# ---- grouped -------------------------------------------------------------------------------------------


def test_grouped_cells_axis_marks_and_read_out_name_the_stored_channels(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(3), pair=3, heat_layout="grouped"))
    image, table = picture(view), encode(SMALL)
    order = [0, 2, 4, 6, 1, 3, 5, 7]
    for column, channel in enumerate(order):
        if column % 4 != 3:  # pair 3 is marked
            assert colour_at(image, cell_point(view, 1, column)) == value_colour(table[1, channel])
    assert shown_ticks(view) == [str(channel) for channel in order]
    columns = [
        (left / view.area.width() * 8, right / view.area.width() * 8) for left, right in view._columns(2)
    ]
    assert columns == [(2.0, 3.0), (6.0, 7.0)]
    move(view, cell_point(view, 2, 6))
    value = f"{table[2, 5]:.8f}".replace("-", "−")
    assert view.readout == f"row 2 · channel 5 (cos, pair 2) = {value}"
    assert view.store.state.hover == Hover(pair=2, row=2)


def test_grouping_what_is_grouped_changes_no_pixel(show: Show) -> None:
    params = EncodingParams(16, length=20, convention=CONVENTIONS["tensor2tensor"])
    view = show(HeatmapView, still(params=params))
    before = picture(view)
    view.store.update(heat_layout="grouped")
    assert picture(view) == before


def test_ticks_of_grouped_channels_begin_anew_with_the_cosines(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(64), heat_layout="grouped"))
    numbers = [int(t) for t in shown_ticks(view)]
    even, odd = [n for n in numbers if n % 2 == 0], [n for n in numbers if n % 2]
    assert numbers == even + odd
    assert (even[0], odd[0]) == (0, 1)
    assert [n + 1 for n in even] == odd[: len(even)]


def test_the_last_column_of_an_odd_width_stays_the_odd_one(show: Show) -> None:
    params = EncodingParams(9, length=4, convention=CONVENTIONS["marian"])
    view = show(HeatmapView, still(params=params, heat_layout="grouped"))
    move(view, cell_point(view, 1, 8))
    assert view.readout.startswith("row 1 · channel 4 (one more sine) = ")


# ---- phase ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_a_pair_is_one_wide_column_in_the_colour_of_its_phase(show: Show, theme: str) -> None:
    state = still(params=SMALL, position=Position(3), pair=3, heat_quantity="phase", theme=theme)
    view = show(HeatmapView, state)
    image, look = picture(view), palette(theme)
    for row, pair in ((0, 0), (1, 0), (2, 0), (2, 1)):
        level = round(row * 10.0**-pair / math.tau * 256)
        for channel in (2 * pair, 2 * pair + 1):
            assert colour_at(image, cell_point(view, row, channel)) == tuple(look.phase_map[level])
    assert view._parts.bar.texts == ("0°", "90°", "180°", "270°", "360°")
    x, bar = int(view._layout.bar.left()) + 19, view._layout.bar
    assert colour_at(image, QPoint(x, int(bar.bottom()) - 1)) == tuple(look.phase_map[0])
    middle = np.array(colour_at(image, QPoint(x, int(bar.center().y()))))
    assert np.abs(middle - look.phase_map[128]).max() < 12


def test_the_phase_under_the_pointer_is_said(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, heat_quantity="phase"))
    move(view, cell_point(view, 3, 1))
    value = f"{math.cos(3):.8f}".replace("-", "−")
    assert view.readout == f"row 3 · channel 1 (cos, pair 0) = {value} · phase 171.9°"
    view.store.update(hover=Hover(pair=1, row=2))
    view.hovered(None)
    view.store.update(hover=Hover(pair=1, row=2))
    picture(view)
    assert view.readout.endswith(" · phase \u200711.5°")


def test_averaged_phases_say_what_grey_means(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=10**6), heat_quantity="phase"), 900, 400)
    assert view.readout.endswith("positions, grey where they cancel")
    assert "each pixel is the mean direction of" in view.readout


# ---- the pairs' ruler ----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [9, 24])
@pytest.mark.parametrize("size", [(640, 480), (900, 700), (400, 300), (300, 900)])
@pytest.mark.parametrize("layout", ["stored", "grouped"])
def test_pair_numbers_are_whole_apart_and_over_their_pairs(
    show: Show, points: int, size: tuple[int, int], layout: str
) -> None:
    for params in (SMALL, EncodingParams(64), EncodingParams(8192)):
        view = show(HeatmapView, still(params=params, heat_layout=layout), *size)
        big_text(view, points)
        picture(view)
        ruler = view._parts.ruler
        if not ruler.isVisible():
            assert size[1] < 11 * 2 * points or size[0] < 9 * 2 * points
            continue
        numbers = ruler.numbers()
        assert numbers
        assert all(one.right() < other.left() for (one, _), (other, _) in pairwise(numbers))
        assert all(box.left() >= 0 and box.right() <= size[0] for box, _ in numbers)
        assert all(box.bottom() <= view.area.top() for box, _ in numbers)
        if layout == "grouped" and params.d_model > 8:
            assert [text for _, text in numbers].count("0") == 2
        for box, text in numbers:
            pair = int(text.replace("\u2009", ""))
            middles = [view.area.left() + (left + right) / 2 for left, right in view._columns(pair)]
            wanted = middles if layout == "grouped" else [sum(middles) / 2]
            assert min(abs(box.center().x() - x) for x in wanted) < 1.0


def test_wide_pairs_have_brackets(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, pair=3))
    image, top = picture(view), int(view.area.top())
    row = [colour_at(image, QPoint(x, top - 7)) for x in range(int(view.area.left()), int(view.area.right()))]
    per_pair = int(view.area.width() / 4)
    for pair in range(3):
        assert row[int((pair + 0.5) * per_pair)] == LIGHT.line
    assert row.count(LIGHT.canvas) >= 3, "brackets do not touch"


def test_there_is_no_ruler_where_there_is_no_room(show: Show) -> None:
    view = show(HeatmapView, still(), 640, 130)
    picture(view)
    assert not view._parts.ruler.isVisible()


# ---- the overview --------------------------------------------------------------------------------------


def test_the_overview_comes_with_the_zoom_and_shows_exact_means(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds = counted_builds(monkeypatch)
    view = show(HeatmapView, still(params=EncodingParams(length=1000)))
    assert view.overview.isEmpty()
    wide = view.area
    view.store.update(heat_window=ZOOM)
    picture(view)
    small = view.overview
    assert small.left() >= view.area.right() + 5
    assert view.area.left() == wide.left()
    assert view.area.height() == small.height()
    request = builds[-1].request
    assert (request.window.row, request.window.rows, request.window.channels) == (0, 1000.0, 64.0)
    assert (request.width, request.height) == (small.width(), small.height())
    builds.clear()
    for at in range(0, 300, 7):  # playing builds nothing and moves nothing
        view.store.update(position=Position(at))
        view.store.flush()
        assert view.overview == small
    assert not builds
    view.store.update(heat_window=HeatWindow(60, 0.0, 20.0, 10.0, 20.0))
    view.store.flush()
    assert len(builds) == 1, "the overview itself is the same"
    view.store.update(heat_window=None)
    view.store.flush()
    assert view.area == wide


def test_the_frame_is_where_the_window_is(show: Show) -> None:
    view = show(HeatmapView, still(heat_window=HeatWindow(32, 0.0, 64.0, 16.0, 32.0)))
    area, frame = view.overview, view._parts.frame.frame
    wanted = QRectF(
        area.left() + area.width() / 4, area.top() + area.height() / 4, area.width() / 2, area.height() / 2
    )
    assert frame == wanted
    deep = show(
        HeatmapView,
        still(params=EncodingParams(length=10**15), heat_window=HeatWindow(10**15 - 3, 0.0, 3.0, 60.0, 4.0)),
    )
    frame = deep._parts.frame.frame
    assert min(frame.width(), frame.height()) == 5.0
    assert deep.overview.contains(frame)


def test_dragging_in_the_overview_moves_the_window_with_the_pointer(show: Show) -> None:
    view = show(HeatmapView, still(heat_window=HeatWindow(40, 0.0, 32.0, 16.0, 32.0)))
    area = view.overview
    start = view._parts.frame.frame.center() + QPointF(5, 20)
    drag(view, [start.toPoint(), (start + QPointF(0, area.height() / 4)).toPoint()])
    seen = view.window_seen
    assert seen.rows == 32.0
    assert seen.row + seen.row_fraction == pytest.approx(40 + 32, abs=1.0)
    assert view.store.state.position == Position(0)
    drag(view, [QPoint(int(area.center().x()), int(area.top()) + 1)])  # a click beside the frame
    assert (view.window_seen.row, view.window_seen.channel) == (0, pytest.approx(16.0, abs=1.0))
    drag(view, [area.center().toPoint(), QPoint(int(area.left()) - 500, int(area.bottom()) + 500)])
    assert (view.window_seen.row, view.window_seen.channel) == (96, 0.0)


def test_the_first_notch_of_the_wheel_keeps_the_cell_though_the_overview_takes_room(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(64, length=64)))
    at = QPoint(int(view.area.left() + 0.8 * view.area.width()), int(view.area.center().y()))
    share = (at.x() - view.area.left()) / view.area.width() * 64
    wheel(view, at, 1)
    seen = view.window_seen
    now = seen.channel + (at.x() - view.area.left()) / view.area.width() * seen.channels
    assert now == pytest.approx(share, abs=1e-6)


# ---- following the cursor -------------------------------------------------------------------------------


def test_the_window_turns_once_a_page_and_is_then_the_states_own(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds = counted_builds(monkeypatch)
    state = still(heat_window=ZOOM, follow=True).evolve(playing=True, position=Position(40))
    view = show(HeatmapView, state)
    builds.clear()
    for step in range(40 * 8, 79 * 8):
        view.store.update(position=Position(step // 8, step % 8 / 8))
        view.store.flush()
        assert not view._parts.arrow.isVisible()
        view.store.flush()
    assert len(builds) == 1
    assert view.store.state.heat_window == HeatWindow(60, 0.0, 20.0, 10.0, 20.0)
    view.store.update(playing=False)
    view.store.flush()
    assert view.window_seen.row == 60, "a pause turns no page back"
    view.store.update(position=Position(0))
    view.store.flush()
    assert view.window_seen.row == 60, "at rest nothing is followed"


def test_without_follow_the_window_stays(show: Show) -> None:
    view = show(HeatmapView, still(heat_window=ZOOM).evolve(playing=True, position=Position(90)))
    QApplication.processEvents()
    assert view.window_seen == ZOOM
    assert view._parts.arrow.isVisible()


# ---- arrows ------------------------------------------------------------------------------------------------


def test_the_gap_hands_row_out_of_sight_is_pointed_at(show: Show) -> None:
    view = show(HeatmapView, still(heat_window=ZOOM, position=Position(45)))
    arrow, other = view._parts.gap_arrow, view._parts.arrow
    assert not arrow.isVisible(), "nobody asked for the gap hand"
    view.store.update(gap=30)
    view.store.flush()
    assert (arrow.isVisible(), arrow.text) == (True, "▼ p + k = 75")
    alone = arrow.boundingRect()
    view.store.update(position=Position(70))
    view.store.flush()
    assert (other.text, arrow.text) == ("▼ 70", "▼ p + k = 100")
    assert not other.boundingRect().intersects(arrow.boundingRect())
    assert arrow.boundingRect().bottom() == alone.bottom()
    view.store.update(position=Position(2), gap=3)
    view.store.flush()
    assert (other.text, arrow.text) == ("▲ 2", "▲ p + k = 5")
    assert other.boundingRect().bottom() <= arrow.boundingRect().top()
    view.store.update(position=Position(30), gap=20)
    view.store.flush()
    assert (other.isVisible(), arrow.isVisible()) == (True, False)


# ---- clicks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [2.51, 2.75, 3.0, 3.25, 3.49])
def test_a_row_is_hit_anywhere_between_its_borders(show: Show, at: float) -> None:
    view = show(HeatmapView, still(params=EncodingParams(8, length=8)), 640, 900)
    y = view.area.top() + (at + 0.5) / 8 * view.area.height()
    view._gripped = view.window_seen
    view.dragged(QPointF(view.area.center().x(), y))
    assert view.store.state.position == Position(3)
