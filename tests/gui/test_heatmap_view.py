"""The heat map on screen: colours read back, cursors that repaint a strip, gestures, nothing that jumps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gui_kit import picture, still
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import CONVENTIONS, EncodingParams, encode
from gui.canvas.palette import palette
from gui.canvas.target import Target
from gui.canvas.view import CanvasView
from gui.heatmap import raster as raster_module
from gui.heatmap import view as view_module
from gui.heatmap.items import ColourBar
from gui.heatmap.raster import CellsPainter
from gui.heatmap.scene import HeatScene, build_scene
from gui.heatmap.view import HeatmapView
from gui.heatmap.window import fit_window
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow, Hover

Show = Callable[..., CanvasView]
SMALL = EncodingParams(8, length=4)
LIGHT = palette("light")


def cell_point(view: HeatmapView, row: float, channel: float) -> QPoint:
    """Return where the middle of a cell is, in the view's pixels."""
    seen, area = view.window_seen, view.area
    down = (row + 0.5 - seen.row - seen.row_fraction) / seen.rows * area.height()
    across = (channel + 0.5 - seen.channel) / seen.channels * area.width()
    return QPoint(int(area.left() + across), int(area.top() + down))


def colour_at(image: QImage, at: QPoint) -> tuple[int, ...]:
    return image.pixelColor(at).getRgb()[:3]


def value_colour(value: float, look: Any = LIGHT) -> tuple[int, ...]:
    return tuple(int(c) for c in look.value_map[round((value + 1) / 2 * 255)])


def wheel(view: HeatmapView, at: QPoint, notches: int, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
    where, angle = QPointF(at), QPoint(0, 120 * notches)
    event = QWheelEvent(
        where, where, QPoint(), angle, Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(view.viewport(), event)
    view.store.flush()


def move(view: HeatmapView, at: QPoint) -> None:
    QTest.mouseMove(view.viewport(), at)
    QApplication.processEvents()
    view.store.flush()


def drag(view: HeatmapView, points: list[QPoint], button: Any = Qt.MouseButton.LeftButton) -> None:
    port, keys = view.viewport(), Qt.KeyboardModifier.NoModifier
    QTest.mousePress(port, button, keys, points[0])
    for at in points[1:]:
        view.store.flush()
        held = view_module.QMouseEvent(
            view_module.QMouseEvent.Type.MouseMove, QPointF(at), QPointF(at), button, button, keys
        )
        QApplication.sendEvent(port, held)
    QTest.mouseRelease(port, button, keys, points[-1])
    view.store.flush()


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[HeatScene]:
    """All scenes built from now on."""
    made: list[HeatScene] = []

    def counted(*args: Any) -> HeatScene:
        made.append(build_scene(*args))
        return made[-1]

    monkeypatch.setattr(view_module, "build_scene", counted)
    monkeypatch.setattr(raster_module, "build_scene", counted)
    return made


@pytest.fixture
def exposed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QRectF]]:
    """The parts of the cells painted from now on."""
    painted: list[QRectF] = []
    paint = CellsPainter.paint

    def counted(self: CellsPainter, painter: QPainter, target: Target, scene: HeatScene) -> None:
        painted.append(QRectF(target.clip))
        paint(self, painter, target, scene)

    monkeypatch.setattr(CellsPainter, "paint", counted)
    return painted


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
    return [plain(t) for t in view._rows._texts.values()], [plain(t) for t in view._channels._texts.values()]


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
    metrics = QFontMetricsF(view._rows.style["tickFont"])
    title = QFontMetricsF(font).height()
    assert texts
    assert max(metrics.horizontalAdvance(t) for t in texts) <= view._rows.width() - title - 7
    assert view.area.width() >= 0.25 * size[0]
    assert view.area.height() > 0.3 * size[1]


def test_any_size_can_be_drawn(show: Show) -> None:
    view = show(HeatmapView, still(gap=3, hover=Hover(3, 4)))
    for size in ((160, 120), (1, 1), (300, 130), (1600, 1000), (130, 900)):
        view.resize(*size)
        assert not picture(view).isNull()


# ---- nothing jumps, nothing is drawn twice -------------------------------------------------------------


def test_moving_the_position_repaints_a_strip_and_builds_nothing(
    show: Show, builds: list[HeatScene], exposed: list[QRectF]
) -> None:
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


def test_a_picture_of_another_resolution_is_built_for_it(show: Show, builds: list[HeatScene]) -> None:
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
            theme=("light", "dark")[n // 100 % 2],
        )
        view.store.flush()
    assert len(view.scene().items()) == before
    assert sum(isinstance(item, ColourBar) for item in view.scene().items()) == 1


def test_the_bar_shows_the_real_amplitude(show: Show) -> None:
    view = show(HeatmapView, still(params=EncodingParams(8, length=4, convention=CONVENTIONS["mlx"])))
    assert view._bar._texts == ("−0.5", "0", "0.5")
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
    assert view._arrow.isVisible()
    assert view._arrow._text == "▼ 123\u2009456"
    plate = view._arrow.boundingRect()
    assert QRectF(0, 0, view.area.width(), view.area.height()).contains(plate)
    view.store.update(position=Position(99_999_999_999))
    view.store.update(position=Position(123_457))
    view.store.flush()
    assert view._arrow.boundingRect() == plate
    view.store.update(position=Position(-2))
    view.store.flush()
    assert view._arrow._text == "▲ −2"
    view.store.update(position=Position(2))
    view.store.flush()
    assert not view._arrow.isVisible()


# ---- gestures ----------------------------------------------------------------------------------------------


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
