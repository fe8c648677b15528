"""The wall's grid, what captions say at each size, and the window that brings a pair into sight."""

from __future__ import annotations

from typing import Any

import pytest
from dialwall_kit import LINE, captions
from gui_kit import picture, still
from hypothesis import given
from hypothesis import strategies as st

from engine import EncodingParams
from gui.dialwall.layout import (
    TIP_FROM,
    TIP_SHARE,
    grid_columns,
    hand_width,
    revealing_window,
    wall_layout,
    zoomed_window,
)
from gui.dialwall.scene import build_faces
from gui.dialwall.view import DialWallView
from gui.model.state import WallWindow


@pytest.mark.parametrize(
    ("pairs", "width", "height", "columns"),
    [
        (32, 800, 405, 8),  # 8 × 4 at 100 pixels
        (32, 600, 460, 7),  # 7 × 5 at 85: a grid without holes would cost more than 3 %
        (256, 640, 640, 16),
        (32, 610, 815, 5),  # 4 × 8 at 102 against 5 × 7 at 116
        (32, 400, 800, 4),
        (30, 605, 500, 6),
        (1, 300, 200, 1),
    ],
)
def test_the_grid(pairs: int, width: int, height: int, columns: int) -> None:
    assert grid_columns(pairs, width, height) == columns


def test_an_even_grid_is_preferred_when_it_costs_little() -> None:
    """100 dials in 1000 × 985: 10 columns without holes at 98.5, 11 columns with ten holes at less."""
    assert grid_columns(100, 1000, 985) == 10
    width, height = 560.0, 570.0
    best = max(min(width / c, height / -(-30 // c)) for c in range(1, 31))
    columns = grid_columns(30, width, height)
    assert 30 % columns == 0
    assert min(width / columns, height / (30 // columns)) >= 0.97 * best


@pytest.mark.parametrize(
    ("cell", "lines"),
    [
        (50, ()),
        (55, ("31",)),
        (64, ("31",)),
        (85, ("31", "λ 47 120")),
        (97, ("31 · λ 47 120",)),
        (125, ("31 · λ 47 120",)),
        (190, ("pair 31", "λ = 47 120")),
        (250, ("pair 31", "λ = 47 120", "0.002717 turns in 128")),
        (400, ("pair 31", "λ = 47 120", "ω = 1.334×10⁻⁴ · 0.002717 turns in 128")),
    ],
)
def test_captions_say_more_in_larger_cells(cell: float, lines: tuple[str, ...]) -> None:
    book = captions(64)
    found = book.texts(book.form(cell), [31])
    assert tuple(line.replace("\u2009", " ") for line in (found[0] if found else ())) == lines


@given(pairs=st.integers(2, 600), cell=st.floats(20, 3000))
def test_captions_are_the_same_for_all_dials_and_fit(pairs: int, cell: float) -> None:
    book = captions(2 * pairs)
    form = book.form(cell)
    if form is None:
        assert cell < 3.4 * LINE
        return
    texts = book.texts(form, range(pairs))
    assert len({len(lines) for lines in texts}) == 1
    assert max(7 * len(line) for lines in texts for line in lines) <= cell - 6


@given(pairs=st.integers(1, 600), width=st.integers(60, 2500), zoom=st.sampled_from([1.0, 1.7, 4.0, 30.0]))
def test_no_tip_reaches_a_caption(pairs: int, width: int, zoom: float) -> None:
    book = captions(2 * pairs)
    layout = wall_layout(pairs, width, 700, None, book)
    if zoom > 1:
        layout = wall_layout(
            pairs, width, 700, zoomed_window(layout, width, 700, (width / 2, 350), zoom), book
        )
    beyond = TIP_SHARE / 2 * hand_width(layout.radius) if layout.radius >= TIP_FROM else 0.45
    for pair, (_, y) in zip(layout.visible[:3].tolist(), layout.centres[:3].tolist(), strict=True):
        top = layout.cell_corner(pair)[1]
        assert y - layout.radius - beyond >= top
        assert (
            y + layout.radius + beyond
            <= top + layout.cell - layout.caption - (3 if layout.caption else 0) + 1e-9
        )
    assert layout.radius > 0


def test_faces_carry_the_captions_of_what_is_seen() -> None:
    book = captions(512)
    layout = wall_layout(256, 600, 600, WallWindow(3, 2, 4, 4), book)
    faces = build_faces(book.params, layout, 0.0, book)
    assert len(faces.captions) == len(layout.visible) == 16
    assert faces.captions[0][0].endswith("35")  # row 2, column 3 of 16
    assert build_faces(book.params, wall_layout(256, 600, 600, None, book), 0.0, book).captions == ()


@given(
    pairs=st.integers(2, 2000),
    zoom=st.floats(1.1, 60),
    at=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    data=st.data(),
)
def test_a_window_that_reveals_a_pair(
    pairs: int, zoom: float, at: tuple[float, float], data: st.DataObject
) -> None:
    width, height = 700, 500
    layout = wall_layout(pairs, width, height, None)
    window = zoomed_window(layout, width, height, (at[0] * width, at[1] * height), zoom)
    layout = wall_layout(pairs, width, height, window)
    pair = data.draw(st.integers(0, pairs - 1))
    revealed = revealing_window(layout, width, height, pair)
    if revealed is not None:
        after = wall_layout(pairs, width, height, revealed)
        assert after.cell == pytest.approx(layout.cell)
        layout = after
    assert pair in layout.visible
    x, y = layout.cell_corner(pair)
    assert -1e-6 < x + layout.cell / 2 < width + 1e-6
    assert -1e-6 < y + layout.cell / 2 < height + 1e-6
    if layout.cell <= min(width, height):
        assert x >= -0.002 * layout.cell
        assert x + layout.cell <= width + 0.002 * layout.cell
        assert y + layout.cell <= height + 0.002 * layout.cell
    assert revealing_window(layout, width, height, pair) is None, "once in sight it stays"


def test_the_wall_follows_a_pair_selected_by_key(show: object) -> None:
    state = still(params=EncodingParams(512), pair=0, wall_window=WallWindow(0.0, 0.0, 4.0, 4.0))
    view = show(DialWallView, state, 600, 620)
    store = view.store
    changes: list[object] = []
    store.changed.connect(lambda old, new: changes.append(new.wall_window))
    assert store.state.wall_window == WallWindow(0.0, 0.0, 4.0, 4.0)
    store.update(pair=2)
    store.flush()
    assert store.state.wall_window == WallWindow(0.0, 0.0, 4.0, 4.0), "it is in sight already"
    store.update(pair=100)
    for _ in range(4):
        store.flush()
    assert 100 in view.wall.visible
    assert len(changes) == 3, "one change of the pair brings one change of the window"
    moved = WallWindow(0.0, 0.0, 3.5, 3.5)
    store.update(wall_window=moved)
    for _ in range(3):
        store.flush()
    assert store.state.wall_window == moved, "panning away from the selected pair stays possible"


def test_a_fitted_wall_does_not_move_with_the_selection(show: object) -> None:
    view = show(DialWallView, still(params=EncodingParams(512)), 600, 620)
    view.store.update(pair=255)
    view.store.flush()
    assert view.store.state.wall_window is None


@given(
    pairs=st.integers(1, 600),
    first=st.tuples(st.integers(120, 1200), st.integers(120, 900)),
    then=st.tuples(st.integers(120, 1200), st.integers(120, 900)),
    at=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    factor=st.floats(1.1, 9.0),
)
def test_a_zoomed_wall_stays_on_its_grid_when_its_area_changes(
    pairs: int, first: tuple[int, int], then: tuple[int, int], at: tuple[float, float], factor: float
) -> None:
    layout = wall_layout(pairs, *first, None)
    window = zoomed_window(layout, *first, (at[0] * first[0], at[1] * first[1]), factor)
    assert wall_layout(pairs, *first, window).left == pytest.approx(
        -window.x * first[0] / window.width if window else layout.left, abs=1e-6
    )
    moved = wall_layout(pairs, *then, window)
    for start, cells, room in zip((moved.left, moved.top), (moved.columns, moved.rows), then, strict=True):
        end = start + cells * moved.cell
        if end - start <= room:
            assert start == pytest.approx(room - end, abs=1e-6)
        else:
            assert start <= 1e-6
            assert end >= room - 1e-6


@pytest.mark.parametrize("fields", [{}, {"hide_cosine": True}, {"gap": 3}, {"pins": (EncodingParams(64),)}])
def test_a_wall_zoomed_to_where_the_last_row_has_no_dial_is_empty(show: Any, fields: dict[str, Any]) -> None:
    view = show(DialWallView, still(**fields), 700, 500)
    assert (view.wall.columns, view.wall.rows) == (7, 5)
    view.store.update(wall_window=WallWindow(6.0, 4.0, 1.0, 1.0))
    image = picture(view)
    assert view.wall.form is not None
    assert len(view.wall.visible) == 0
    seen = {image.pixel(x, y) for x in range(0, 700, 9) for y in range(100, 500, 9)}
    assert len(seen) == 1
