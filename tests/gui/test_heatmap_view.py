"""The heat map on screen: colours read back, cursors that repaint a strip, nothing that jumps."""

from __future__ import annotations

from typing import Any

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
    counted_paints,
    value_colour,
)
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine import CONVENTIONS, EncodingParams, encode
from gui.canvas.palette import palette
from gui.heatmap.bar import ColourBar
from gui.heatmap.view import HeatmapView
from gui.model.position import Position
from gui.model.state import HeatWindow, Hover

# ---- what is seen --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_cell_has_the_colour_of_its_value(show: Show, theme: str) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(3), pair=3, theme=theme))
    image = picture(view)
    assert colour_at(image, cell_point(view, 1, 0)) == value_colour(0.8415, palette(theme))
    for row in (0, 1, 2):
        for channel in range(8):
            value = encode(SMALL, row)[0, channel]
            at = cell_point(view, row, channel)
            assert colour_at(image, at) == tuple(palette(theme).value_map[round((value + 1) * 127.5)])


def test_the_cursor_crosses_the_middle_of_its_row(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(3)))
    image = picture(view)
    at = cell_point(view, 3, 2.3)
    dark = [y for y in range(image.height()) if colour_at(image, QPoint(at.x(), y)) == LIGHT.position]
    assert dark
    middle = view.area.top() + view.area.height() * 3.5 / 4
    assert abs((min(dark) + max(dark) + 1) / 2 - middle) <= 1
    between = show(HeatmapView, still(params=SMALL, position=Position(1, 0.5)))
    image = picture(between)
    assert colour_at(image, QPoint(at.x(), round(between.area.center().y()))) == LIGHT.position


def test_the_gap_has_a_line_of_its_own_once_asked_for(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(0), pair=3))
    at = cell_point(view, 2, 2.3)
    column = [QPoint(at.x(), at.y() + dy) for dy in (-1, 0, 1)]
    assert LIGHT.gap not in [colour_at(picture(view), p) for p in column]
    view.store.update(gap=2)
    assert LIGHT.gap in [colour_at(picture(view), p) for p in column]


def test_rows_beyond_the_length_are_grey(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, position=Position(6), pair=3))
    assert view.window_seen == HeatWindow(0, 0.0, 8.0, 0.0, 8.0)
    image = picture(view)
    values = [encode(SMALL, row)[0, 1] for row in (2, 5)]
    assert colour_at(image, cell_point(view, 2, 1)) == value_colour(values[0])
    greyed, full = np.array(colour_at(image, cell_point(view, 7, 1))), encode(SMALL, 7)[0, 1]
    blended = np.array(LIGHT.beyond) * (165 / 255) + np.array(value_colour(full)) * (90 / 255)
    assert np.abs(greyed - blended).max() <= 2


def test_the_selected_pair_is_marked_at_any_width(show: Show) -> None:
    for params, pair in ((EncodingParams(64), 5), (EncodingParams(8192), 2000), (SMALL, 0)):
        view = show(HeatmapView, still(params=params, pair=pair))
        image, area = picture(view), view.area
        for channel in params.convention.pair_columns(params.d_model, pair):
            at = QPoint(cell_point(view, 0, channel).x(), int(area.top()) - 5)
            assert colour_at(image, at) == LIGHT.selected


def test_a_theme_is_put_on_everywhere(show: Show) -> None:
    view = show(HeatmapView, still(params=SMALL, pair=3))
    before = picture(view)
    view.store.update(theme="dark")
    after, dark = picture(view), palette("dark")
    assert colour_at(after, QPoint(1, view.height() - 2)) == dark.canvas
    assert colour_at(after, cell_point(view, 1, 0)) == value_colour(0.8415, dark)
    view.store.update(theme="light")
    assert picture(view) == before


def plain(text: str) -> str:
    return text.replace("\u2009", " ")


def tick_texts(view: HeatmapView) -> tuple[list[str], list[str]]:
    picture(view)
    return [plain(t) for t in view._parts.rows._texts.values()], [
        plain(t) for t in view._parts.channels._texts.values()
    ]


def test_ticks_are_whole_numbers_written_out(show: Show) -> None:
    assert tick_texts(show(HeatmapView, still(params=SMALL)))[1] == [str(j) for j in range(8)]
    rows, _ = tick_texts(show(HeatmapView, still(params=EncodingParams(length=20000))))
    assert rows[:2] == ["0", "1000"] or rows[:2] == ["0", "2000"]
    rows, _ = tick_texts(show(HeatmapView, still(params=EncodingParams(length=10**15))))
    assert "2×10¹⁴" in rows
    deep = HeatWindow(10**12 - 2, 0.5, 4.0, 0.0, 4.0)
    rows, channels = tick_texts(
        show(HeatmapView, still(params=EncodingParams(length=10**12), heat_window=deep))
    )
    assert rows == ["999 999 999 998", "999 999 999 999", "10¹²", "1 000 000 000 001", "1 000 000 000 002"]
    assert channels == ["0", "1", "2", "3"]


@pytest.mark.parametrize("length", [1, 128, 10**12, 10**15])
@pytest.mark.parametrize("size", [(640, 360), (400, 300), (1280, 800)])
def test_no_text_of_the_row_axis_is_wider_than_its_room(
    show: Show, qapp: QApplication, length: int, size: Any
) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=length)), *size)
    font = QFont(view.font())
    font.setPointSize(24)
    view.setFont(font)
    texts, _ = tick_texts(view)
    metrics = QFontMetricsF(view._parts.rows.style["tickFont"])
    title = QFontMetricsF(font).height()
    assert texts
    assert max(metrics.horizontalAdvance(t) for t in texts) <= view._parts.rows.width() - title - 7
    assert view.area.width() >= 0.25 * size[0]
    assert view.area.height() > 0.3 * size[1]


def test_any_size_can_be_drawn(show: Show) -> None:
    view = show(HeatmapView, still(gap=3, hover=Hover(3, 4)))
    for size in ((160, 120), (1, 1), (300, 130), (1600, 1000), (130, 900)):
        view.resize(*size)
        assert not picture(view).isNull()


# ---- nothing jumps, nothing is drawn twice -------------------------------------------------------------


def test_moving_the_position_repaints_a_strip_and_builds_nothing(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds, exposed = counted_builds(monkeypatch), counted_paints(monkeypatch)
    view = show(HeatmapView, still(params=EncodingParams(length=100)))
    view.store.update(position=Position(10))
    picture(view)  # a new window's first paint event is for all of it
    assert len(builds) == 1
    exposed.clear()
    for step in range(1, 60):
        view.store.update(position=Position(10, step / 60))
        view.store.flush()
        QApplication.processEvents()
    assert len(builds) == 1
    assert exposed
    assert max(clip.height() for clip in exposed) < 16


def test_a_picture_of_another_resolution_is_built_for_it(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    builds = counted_builds(monkeypatch)
    view = show(HeatmapView, still(params=EncodingParams(512, length=2000)), 400, 300)
    picture(view)
    image = QImage(1200, 900, QImage.Format.Format_RGB32)
    image.fill(QColor(255, 255, 255))
    painter = QPainter(image)
    view.render(painter, QRectF(0, 0, 1200, 900), view.rect())
    painter.end()
    asked = builds[-1].request
    assert (asked.width, asked.height) == (3 * view.area.width(), 3 * view.area.height())
    look = LIGHT.value_map[builds[-1].levels]
    left, top = int(3 * view.area.left()), int(3 * view.area.top())
    for y, x in ((100, 100), (300, 200), (333, 401)):
        assert colour_at(image, QPoint(left + x, top + y)) == tuple(look[y, x])


def test_there_is_one_bar_and_no_more_items_after_many_changes(show: Show) -> None:
    view = show(HeatmapView, still())
    picture(view)
    before = len(view.scene().items())
    for n in range(500):
        view.store.update(
            params=EncodingParams(2 + 2 * (n % 40), length=1 + n * n),
            position=Position(n * 7),
            pair=n % 3,
            hover=Hover(n % 5, n) if n % 2 else Hover(),
            theme=("light", "dark", "print")[n // 100 % 3],
            heat_layout=("stored", "grouped")[n // 3 % 2],
            heat_quantity=("value", "phase")[n // 5 % 2],
            follow=n % 7 == 0,
            gap=n % 50,
            heat_window=HeatWindow(n, 0.5, 4.0, 0.0, 2.0) if n % 4 == 0 else None,
        )
        view.store.flush()
    assert len(view.scene().items()) == before
    assert sum(isinstance(item, ColourBar) for item in view.scene().items()) == 1


def test_the_bar_shows_the_real_amplitude(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(8, length=4, convention=CONVENTIONS["mlx"])))
    assert view._parts.bar.texts == ("−0.5", "0", "0.5")
    image, bar = picture(view), view._layout.bar
    x = int(bar.left()) + 19
    assert colour_at(image, QPoint(x, int(bar.top()) + 1)) == tuple(LIGHT.value_map[255])
    assert colour_at(image, QPoint(x, int(bar.bottom()) - 2)) == tuple(LIGHT.value_map[0])


def test_the_cells_stay_where_they_are_while_the_position_runs(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=100)))
    areas, windows = set(), []
    for at in range(0, 1000, 5):
        view.store.update(position=Position(at))
        view.store.flush()
        areas.add(view.area.getRect())
        windows.append(view.window_seen.rows)
    assert len(areas) == 1
    assert sorted(set(windows)) == [100, 200, 400]
    assert windows == sorted(windows)


def test_a_position_out_of_sight_is_pointed_at(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(length=100), position=Position(123_456)))
    assert view._parts.arrow.isVisible()
    assert view._parts.arrow.text == "▼ 123\u2009456"
    plate = view._parts.arrow.boundingRect()
    assert view.area.contains(plate)
    view.store.update(position=Position(99_999_999_999))
    view.store.update(position=Position(123_457))
    view.store.flush()
    assert view._parts.arrow.boundingRect() == plate
    view.store.update(position=Position(-2))
    view.store.flush()
    assert view._parts.arrow.text == "▲ −2"
    view.store.update(position=Position(2))
    view.store.flush()
    assert not view._parts.arrow.isVisible()
