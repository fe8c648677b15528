"""The heat map's windows: what is seen, held to its limits, zoomed and moved without losing a row."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EncodingParams
from gui.heatmap.window import (
    across_of,
    centred,
    channel_at,
    down_of,
    fit_window,
    followed,
    last_row,
    moved,
    normalised,
    paged,
    row_at,
    seen_window,
    surroundings,
    zoomed,
)
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow

FAR = 10**15
tables = st.builds(EncodingParams, st.integers(2, 8192), length=st.integers(1, FAR))
windows = st.builds(
    HeatWindow,
    st.integers(-(2**60), 2**60),
    st.floats(0, 1, exclude_max=True),
    st.floats(1e-9, 1e18),
    st.floats(-1e5, 1e5),
    st.floats(1e-9, 1e5),
)


def top_of(window: HeatWindow) -> Fraction:
    return window.row + Fraction(window.row_fraction)


@pytest.mark.parametrize(
    ("at", "rows"),
    [
        (-1, 128),
        (0, 128),
        (127, 128),
        (128, 256),
        (255, 256),
        (256, 512),
        (511, 512),
        (512, 512),
        (10**17, 512),
    ],
)
def test_the_fit_grows_in_doublings(at: int, rows: int) -> None:
    window = fit_window(EncodingParams(length=128), Position(at, 0.5))
    assert window == HeatWindow(0, 0.0, rows, 0.0, 64.0)


@given(params=tables, window=windows)
def test_a_normalised_window_is_inside_its_limits_and_stays(
    params: EncodingParams, window: HeatWindow
) -> None:
    held = normalised(params, window)
    assert 0.0 <= held.row_fraction < 1.0
    assert 2.0 <= held.rows <= last_row(params)
    assert 2.0 <= held.channels <= params.d_model
    assert -params.length <= top_of(held)
    assert top_of(held) + Fraction(held.rows) <= last_row(params) + Fraction(1, 2**50)
    assert 0.0 <= held.channel <= params.d_model - held.channels
    assert normalised(params, held) == held


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
def test_a_window_that_is_no_window_is_the_fit(broken: float) -> None:
    params = EncodingParams()
    window = HeatWindow(0, 0.0, broken, 0.0, 64.0)
    assert seen_window(params, window, Position()) == fit_window(params, Position())


@given(across=st.floats(0, 1), down=st.floats(0, 1), factor=st.floats(1.01, 3))
def test_zooming_keeps_the_point_under_the_pointer(across: float, down: float, factor: float) -> None:
    params = EncodingParams(512, length=FAR)
    before = HeatWindow(FAR // 3, 0.25, 4000.0, 100.0, 300.0)
    after = zoomed(params, before, at=(across, down), rows=factor, channels=factor)
    assert after.rows == pytest.approx(before.rows / factor)
    at = [float(top_of(w) - before.row) + down * w.rows for w in (before, after)]
    assert at[0] == pytest.approx(at[1], abs=1e-9)
    at = [w.channel + across * w.channels for w in (before, after)]
    assert at[0] == pytest.approx(at[1], abs=1e-9)


def test_zooming_in_one_direction_leaves_the_other_as_it_is() -> None:
    params = EncodingParams()
    fit = fit_window(params, Position())
    rows = zoomed(params, fit, at=(0.5, 0.5), rows=2.0, channels=1.0)
    assert (rows.channel, rows.channels, rows.row, rows.rows) == (0.0, 64.0, 32, 64.0)
    channels = zoomed(params, fit, at=(0.5, 0.5), rows=1.0, channels=2.0)
    assert (channels.channel, channels.channels, channels.rows) == (16.0, 32.0, 128.0)


def test_zooming_ends_at_two_cells_and_at_four_lengths() -> None:
    params = EncodingParams(length=100)
    window = fit_window(params, Position())
    for _ in range(100):
        window = zoomed(params, window, at=(0.3, 0.7), rows=1.2, channels=1.2)
    assert (window.rows, window.channels) == (2.0, 2.0)
    for _ in range(100):
        window = zoomed(params, window, at=(0.3, 0.7), rows=1 / 1.2, channels=1 / 1.2)
    assert (window.rows, window.channels) == (400.0, 64.0)


@given(steps=st.lists(st.floats(-50, 50), max_size=30))
def test_moving_there_and_back_loses_nothing(steps: list[float]) -> None:
    params = EncodingParams(length=FAR)
    start = window = HeatWindow(FAR // 2, 0.5, 100.0, 0.0, 64.0)
    for step in [*steps, *(-s for s in reversed(steps))]:
        window = moved(params, window, rows=step, channels=0.0)
    assert float(top_of(window) - top_of(start)) == pytest.approx(0.0, abs=1e-9)


@given(row=st.integers(0, 4 * FAR - 10), down=st.floats(0.0, 1.0, exclude_max=True))
def test_places_and_rows_are_inverse_to_each_other_anywhere(row: int, down: float) -> None:
    window = HeatWindow(row, 0.25, 7.0, 0.0, 64.0)
    found = row_at(window, down)
    assert (
        down_of(window, Position(found), 0.0) - 1e-12 <= down <= down_of(window, Position(found), 1.0) + 1e-12
    )


def test_channels_end_with_the_table() -> None:
    params, window = EncodingParams(8), HeatWindow(0, 0.0, 4.0, 2.0, 4.0)
    assert [channel_at(params, window, a) for a in (0.0, 0.25, 0.999)] == [2, 3, 5]
    assert channel_at(params, fit_window(params, Position()), 1.0) == 7
    assert across_of(window, 4) == 0.5


@given(
    window=windows, params=tables, at=st.integers(-(2**40), 2**62), fraction=st.floats(0, 1, exclude_max=True)
)
def test_pages_hold_the_cursor_wherever_a_window_can(
    window: HeatWindow, params: EncodingParams, at: int, fraction: float
) -> None:
    position = Position(at, fraction)
    held = normalised(params, window)
    page = paged(params, held, position)
    assert normalised(params, page) == page
    assert paged(params, page, position) == page or not 0 <= at < last_row(params) - 1
    if 0 <= at < last_row(params) - 1:
        assert -1e-9 <= down_of(page, position) <= 1 + 1e-9


def test_pages_follow_one_another_forwards_backwards_and_around() -> None:
    params, window = EncodingParams(length=128), HeatWindow(40, 0.5, 20.0, 10.0, 30.0)
    pages = [paged(params, window, Position(at)) for at in (39, 40, 59, 60, 79, 80, 127)]
    assert [page.row for page in pages] == [20, 40, 40, 60, 60, 80, 120]
    assert {page.row_fraction for page in pages} == {0.5}
    assert paged(params, window, Position(45)) is window
    early = HeatWindow(40, 0.75, 20.0, 10.0, 30.0)
    assert top_of(paged(params, early, Position(0))) == 0, "no page begins before row 0"
    assert paged(params, window, Position(70)).channel == 10.0


def test_only_a_playing_cursor_is_followed_and_only_where_asked() -> None:
    window = HeatWindow(40, 0.0, 20.0, 0.0, 64.0)
    state = AppState(playing=True, heat_window=window, position=Position(70))
    assert followed(state) is window
    assert followed(state.evolve(follow=True)) == HeatWindow(60, 0.0, 20.0, 0.0, 64.0)
    assert followed(state.evolve(follow=True, playing=False)) is window
    assert followed(state.evolve(follow=True, heat_window=None)) is None


@given(window=windows, params=tables, across=st.floats(0, 1), down=st.floats(0, 1))
def test_the_overview_holds_the_window_wherever_it_is_moved(
    window: HeatWindow, params: EncodingParams, across: float, down: float
) -> None:
    held = normalised(params, window)
    around = surroundings(params, held)
    assert around.row <= top_of(held)
    assert top_of(held) + Fraction(held.rows) <= around.row + Fraction(around.rows) + Fraction(1, 2**50)
    moved_to = centred(params, held, around, (across, down))
    assert (moved_to.rows, moved_to.channels) == (held.rows, held.channels)
    slack = Fraction(around.rows) / 2**50
    assert around.row - slack <= top_of(moved_to)
    assert top_of(moved_to) + Fraction(held.rows) <= around.row + Fraction(around.rows) + slack


def test_the_overview_shows_the_table_and_no_more_than_it_must() -> None:
    params = EncodingParams(length=100)
    for row, rows, wanted in (
        (0, 50.0, (0, 100)),
        (60, 50.0, (0, 200)),
        (-5, 50.0, (-100, 200)),
        (350, 50.0, (0, 400)),
    ):
        around = surroundings(params, HeatWindow(row, 0.0, rows, 0.0, 8.0))
        assert (around.row, around.rows) == wanted
