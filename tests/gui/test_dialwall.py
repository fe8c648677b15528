"""The dial wall: where the dials are, where the hands point, and what is drawn instead of a hand too fast."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from dialwall_kit import LINE, captions, hand_angle, turned
from gui_kit import picture, still
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt

from engine import EncodingParams, wavelengths
from gui.canvas.palette import palette
from gui.canvas.view import CanvasView
from gui.dialwall.layout import (
    DOT_BELOW,
    fit_window,
    panned_window,
    wall_layout,
    zoomed_window,
)
from gui.dialwall.scene import build_faces, build_scene
from gui.dialwall.view import DialWallView
from gui.model.position import Position

Show = Callable[..., CanvasView]
D2 = EncodingParams(2)


@pytest.mark.parametrize(
    ("position", "angle"),
    [(p, p) for p in (0.0, math.pi / 2, math.pi, 3 * math.pi / 2, 1.0)],
)
def test_a_hand_turns_clockwise_from_twelve(show: Show, position: float, angle: float) -> None:
    view = show(DialWallView, still(params=D2, position=Position.at(position)), 400, 420)
    assert turned(hand_angle(picture(view), view, palette("light").position), angle) < math.radians(1)


def test_the_arc_between_the_two_hands_is_the_same_at_every_position(show: Show) -> None:
    arcs = []
    for whole in (0, 10**6):
        view = show(DialWallView, still(params=D2, position=Position(whole), gap=2), 400, 420)
        image, look = picture(view), palette("light")
        arcs.append(hand_angle(image, view, look.gap) - hand_angle(image, view, look.position))
    assert turned(arcs[0], 2.0) < math.radians(1)
    assert turned(arcs[0], arcs[1]) < math.radians(1)


def test_hands_of_consecutive_positions_differ_at_1e15(show: Show) -> None:
    base = Position(10**15)
    angles = []
    for step in range(3):
        view = show(DialWallView, still(params=D2, position=base.moved(step * 0.25)), 400, 420)
        angles.append(hand_angle(picture(view), view, palette("light").position))
    assert turned(angles[1], angles[0] + 0.25) < math.radians(1)
    assert turned(angles[2], angles[0] + 0.5) < math.radians(1)


def test_the_face_shades_the_arc_covered_over_the_length() -> None:
    params = EncodingParams(8, length=200)
    faces = build_faces(params, wall_layout(4, 400, 400, None), 0.0)
    expected = np.minimum(200 / wavelengths(params), 1.0)
    np.testing.assert_allclose(faces.coverage, expected)
    assert faces.coverage[0] == faces.coverage[1] == 1.0
    assert 0.3 < faces.coverage[2] < 0.35


def test_coverage_is_visible_in_the_pixels(show: Show) -> None:
    view = show(DialWallView, still(params=EncodingParams(2, length=2), position=Position(3)), 400, 420)
    image, look, radius = picture(view), palette("light"), view.wall.radius
    cx, cy = view.wall.centres[0] + (view.area.x(), view.area.y())

    def face_at(angle: float) -> tuple[int, ...]:
        x, y = cx + 0.5 * radius * math.sin(angle), cy - 0.5 * radius * math.cos(angle)
        return image.pixelColor(int(x), int(y)).getRgb()[:3]

    assert face_at(1.0) == look.coverage
    assert face_at(1.9) == look.coverage
    assert face_at(2.2) == look.dial_face
    assert face_at(6.0) == look.dial_face


def test_hands_past_half_a_turn_per_frame_are_blurred() -> None:
    params = EncodingParams(64)
    layout = wall_layout(32, 400, 400, None)
    assert not build_faces(params, layout, 188 / 60).blurred.any()
    assert list(np.flatnonzero(build_faces(params, layout, 189 / 60).blurred)) == [0]
    assert not build_faces(params, layout, 0.0).blurred.any()
    fast = build_faces(params, layout, 1e6 / 60).blurred
    assert fast.sum() == (wavelengths(params) < 2 * 1e6 / 60).sum()


def test_a_blurred_dial_has_no_hand(show: Show) -> None:
    state = still(params=D2).evolve(playing=True, speed=1000.0)
    view = show(DialWallView, state, 400, 420)
    with pytest.raises(AssertionError, match="no hand"):
        hand_angle(picture(view), view, palette("light").position)


def test_small_dials_become_dots_of_the_phase_colour(show: Show) -> None:
    state = still(params=EncodingParams(8192), position=Position(100))
    view = show(DialWallView, state, 400, 320)
    assert view.wall.dots
    scene = build_scene(state, build_faces(state.params, view.wall, 0.0))
    image = picture(view)
    for pair in (5, 777, 2048, 4000):
        x, y = view.wall.cell_corner(pair)
        x, y = x + view.area.x() + view.wall.cell / 2, y + view.area.y() + view.wall.cell / 2
        level = round(float(scene.hands[pair]) * 256 / (2 * math.pi)) % 256
        assert image.pixelColor(int(x), int(y)).getRgb()[:3] == tuple(palette("light").phase_map[level])


@pytest.mark.parametrize("d_model", [2, 4, 64, 512, 4096, 8192])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_width_draws(show: Show, d_model: int, theme: str) -> None:
    view = show(DialWallView, still(params=EncodingParams(d_model), gap=3, theme=theme), 500, 400)
    image = picture(view)
    colours = {image.pixel(x, y) for x in range(0, 500, 3) for y in range(0, 400, 3)}
    assert len(colours) > 10


def test_a_click_selects_and_hovering_marks(show: Show, qtbot: object) -> None:
    view = show(DialWallView, still(params=EncodingParams(64)), 500, 500)
    corner = view.wall.cell_corner(9)
    half = view.wall.cell / 2
    at = QPoint(int(corner[0] + view.area.x() + half), int(corner[1] + view.area.y() + half))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert view.store.state.pair == 9
    assert view.store.state.inspecting
    view.hovered(at.toPointF())
    assert view.store.state.hover.pair == 9
    view.hovered(None)
    assert view.store.state.hover.pair is None


def test_moving_the_position_keeps_the_faces(show: Show) -> None:
    view = show(DialWallView, still(params=EncodingParams(64)), 500, 500)
    before = view._faces
    for whole in range(5):
        view.store.update(position=Position(whole + 1))
        view.store.flush()
    assert view._faces is before
    view.store.update(params=EncodingParams(66))
    view.store.flush()
    assert view._faces is not before


areas = st.tuples(st.integers(50, 3000), st.integers(50, 2000))


@given(pairs=st.integers(1, 4096), area=areas)
def test_the_grid_holds_every_dial_inside_the_area(pairs: int, area: tuple[int, int]) -> None:
    layout = wall_layout(pairs, *area, None)
    assert len(layout.visible) == pairs
    assert layout.columns * layout.rows >= pairs
    assert layout.centres.min() >= 0
    assert (layout.centres <= np.array(area)).all()
    for pair in (0, pairs // 2, pairs - 1):
        x, y = layout.cell_corner(pair)
        assert layout.pair_at(x + layout.cell / 2, y + layout.cell / 2) == pair


@given(pairs=st.integers(1, 4096), area=areas)
def test_no_other_number_of_columns_makes_noticeably_larger_dials(pairs: int, area: tuple[int, int]) -> None:
    best = wall_layout(pairs, *area, None).cell
    for columns in range(1, min(pairs, 200) + 1):
        assert best >= 0.97 * min(area[0] / columns, area[1] / -(-pairs // columns)) - 1e-9


@given(pairs=st.integers(1, 4096), area=areas, at=st.tuples(st.floats(0, 1), st.floats(0, 1)), data=st.data())
def test_zooming_stays_on_the_grid(
    pairs: int, area: tuple[int, int], at: tuple[float, float], data: st.DataObject
) -> None:
    width, height = area
    window, full = None, fit_window(pairs, width, height)
    for _ in range(8):
        layout = wall_layout(pairs, width, height, window)
        assert len(layout.visible) >= 1
        if data.draw(st.booleans()):
            factor = data.draw(st.sampled_from([0.5, 0.8, 1.2, 3.0]))
            window = zoomed_window(layout, width, height, (at[0] * width, at[1] * height), factor)
        else:
            window = panned_window(layout, width, height, (at[0] * 200 - 100, at[1] * 200 - 100))
        if window is not None:
            assert window.x >= min(0.0, (full.width - window.width) / 2) - 1e-6
            assert window.x + window.width <= max(full.width, (full.width + window.width) / 2) + 1e-6


def test_zooming_holds_the_dial_under_the_pointer() -> None:
    layout = wall_layout(256, 600, 500, None)
    at = (310.0, 240.0)
    under = layout.pair_at(*at)
    for _ in range(6):
        layout = wall_layout(256, 600, 500, zoomed_window(layout, 600, 500, at, 1.5), captions(512))
        assert layout.pair_at(*at) == under
    assert layout.caption > 0


def test_captions_need_room() -> None:
    assert wall_layout(32, 600, 600, None, captions(64)).caption == LINE
    assert wall_layout(8, 600, 600, None, captions(16)).caption == 2 * LINE
    assert wall_layout(2048, 600, 600, None, captions(4096)).caption == 0.0
    assert wall_layout(4096, 300, 300, None).cell < DOT_BELOW
