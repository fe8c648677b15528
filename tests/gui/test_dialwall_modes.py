"""The wall's modes: comparison with a ghost, sines alone, the bar code, dots, and the tool tip."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from dialwall_kit import centre, near, turned
from gui_kit import picture, still
from PySide6.QtCore import QPointF, QRectF, QSizeF

from engine import CONVENTIONS, Convention, EncodingParams, encode, omega, phases
from gui.canvas.palette import palette
from gui.canvas.view import CanvasView
from gui.dialwall.faces import draw_faces
from gui.dialwall.layout import wall_layout
from gui.dialwall.readout import arranged, difference, notes, pair_readouts, tip_rows
from gui.dialwall.scene import build_faces, build_scene, paced
from gui.dialwall.strip import FOOT, build_strip, colour_indices, pixel_values, strip_pair
from gui.dialwall.tip import placed
from gui.dialwall.view import DialWallView
from gui.model.position import Position
from gui.model.state import Hover

Show = Callable[..., CanvasView]
LIGHT = palette("light")
FOUR = EncodingParams(4, base=4.0)


def rgb(image: object, x: float, y: float) -> tuple[int, ...]:
    return image.pixelColor(int(x), int(y)).getRgb()[:3]


# ---- comparison ---------------------------------------------------------------------------------


def ghost_angles(show: Show, pinned: EncodingParams, pair: int) -> list[float]:
    """Return where the pixels that a ghost changes lie, clockwise from twelve."""
    state = still(params=FOUR, position=Position(2))
    without = show(DialWallView, state.evolve(pins=(pinned,)), 620, 400)
    image, (cx, cy) = picture(without), centre(without, pair)
    without._faces = replace(without._faces, ghost=None)
    without.store.update(position=Position(2, 1e-9))
    plain, reach = picture(without), int(without.wall.radius)
    columns, rows = range(int(cx) - reach, int(cx) + reach), range(int(cy) - reach, int(cy) + reach)
    found = [(x, y) for y in rows for x in columns if rgb(image, x, y) != rgb(plain, x, y)]
    return [math.atan2(x + 0.5 - cx, cy - y - 0.5) for x, y in found]


def test_the_ghost_hand_points_where_the_pinned_parameters_say(show: Show) -> None:
    found = ghost_angles(show, EncodingParams(4, base=2.0), 1)
    assert len(found) > 100
    assert turned(float(np.median(found)), 2 / math.sqrt(2)) < math.radians(1)


def test_pairs_that_the_pinned_set_lacks_have_no_ghost(show: Show) -> None:
    assert ghost_angles(show, EncodingParams(2), 1) == []


def test_the_ghost_is_thinner_than_the_hand_and_dashed(show: Show) -> None:
    pinned = EncodingParams(4, base=2.0)
    state = still(params=FOUR, position=Position(2), gap=3, pins=(pinned,))
    view = show(DialWallView, state, 620, 400)
    image = picture(view)
    cx, cy = centre(view, 1)
    angle = 2 / math.sqrt(2)
    along = [
        near(rgb(image, cx + r * math.sin(angle), cy - r * math.cos(angle)), LIGHT.muted, 60)
        for r in np.arange(0.1, 1.0, 0.01) * view.wall.radius
    ]
    assert 20 < sum(along) < 75, "drawn, but with gaps"
    assert sum(a != b for a, b in pairwise(along)) >= 5


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (EncodingParams(64, base=100), "base 100"),
        (EncodingParams(128, base=100), "d 128, base 100"),
        (EncodingParams(64, convention=CONVENTIONS["fairseq"]), "convention fairseq"),
        (EncodingParams(64, convention=Convention(scale=0.3)), "convention of its own"),
        (EncodingParams(64, length=5000), "length 5000"),
        (EncodingParams(64), "the present parameters"),
    ],
)
def test_the_note_names_what_is_compared(show: Show, other: EncodingParams, said: str) -> None:
    assert difference(EncodingParams(64), other) == said
    view = show(DialWallView, still(params=EncodingParams(64), pins=(other,)), 600, 500)
    assert f"ghost: {said}" in view._notes.text()


def test_a_ghost_too_fast_to_see_is_left_out() -> None:
    params = EncodingParams(8)
    layout = wall_layout(4, 400, 400, None)
    faces = build_faces(params, layout, 188 / 60, ghost=params)
    assert list(faces.ghost.dials) == [0, 1, 2, 3]
    assert list(paced(faces, params, 200 / 60).ghost.dials) == [1, 2, 3]


# ---- sines alone --------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [1.0, 2.5, 4.0, 5.5])
def test_without_cosine_the_hand_is_a_bar_to_its_sine(show: Show, position: float) -> None:
    state = still(params=EncodingParams(2), position=Position.at(position), hide_cosine=True)
    view = show(DialWallView, state, 400, 420)
    image, (cx, cy), radius = picture(view), centre(view, 0), view.wall.radius
    end = radius * math.sin(position)
    for share in (0.2, 0.5, 0.9):
        assert near(rgb(image, cx + share * end, cy), LIGHT.position)
        assert not near(rgb(image, cx - share * end - math.copysign(12, end), cy), LIGHT.position)
    beyond = end + math.copysign(22, end)
    assert not near(rgb(image, cx + beyond, cy), LIGHT.position)


def test_without_cosine_both_positions_of_the_sine_are_marked_hollow(show: Show) -> None:
    state = still(params=EncodingParams(2), position=Position.at(1.0), hide_cosine=True)
    view = show(DialWallView, state, 400, 420)
    image, (cx, cy), radius = picture(view), centre(view, 0), view.wall.radius
    for side in (-1, 1):
        x, y = cx + radius * math.sin(1.0), cy + side * radius * math.cos(1.0)
        assert near(rgb(image, x, y), LIGHT.dial_face, 10), "hollow"
        ring = [rgb(image, x + 7 * math.cos(a), y + 7 * math.sin(a)) for a in np.arange(0, 6.2, 0.4)]
        assert sum(near(p, LIGHT.position) for p in ring) >= 12


def test_without_cosine_the_read_out_says_what_is_lost(show: Show) -> None:
    state = still(params=EncodingParams(64), hide_cosine=True, position=Position(3), pair=2)
    assert not any("cos " in text or "°" in text for text in pair_readouts(state, 2, 1.0))
    assert all("two positions" in form for form in notes(state, hands=True)[0])
    view = show(DialWallView, state, 600, 500)
    assert "two positions per cycle look alike" in view._notes.text()
    assert "cos" not in dict(tip_rows(state, 2, 1.0))


def test_dots_show_the_sine_alone(show: Show) -> None:
    state = still(params=EncodingParams(8192), position=Position(100), hide_cosine=True)
    view = show(DialWallView, state, 400, 330)
    assert view.wall.dots
    image = picture(view)
    for pair in (5, 777, 2048):
        sine = math.sin(phases(state.params, [100])[0, pair])
        expected = LIGHT.value_map[int(colour_indices(np.array([sine]))[0])]
        assert rgb(image, *centre(view, pair)) == tuple(expected)


# ---- the bar code -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "d_model"),
    [(n, d) for n in ("paper", "mae", "mlx", "diffusion") for d in (2, 8, 64) if (n, d) != ("mlx", 2)],
)
def test_each_cell_of_the_bar_code_has_the_colour_of_its_value(show: Show, name: str, d_model: int) -> None:
    params = EncodingParams(d_model, convention=CONVENTIONS[name])
    view = show(DialWallView, still(params=params, position=Position(7, 0.25), bar_code=True), 700, 500)
    image, strip = picture(view), view.strip_area
    row = encode(params, [7], fraction=0.25)[0] / params.convention.radius(d_model)
    cell = strip.width() / d_model
    for channel in range(d_model):
        expected = LIGHT.value_map[round((row[channel] + 1) / 2 * 255)]
        x, y = strip.left() + (channel + 0.5) * cell, strip.center().y() - FOOT / 2
        assert near(rgb(image, x, y), tuple(int(c) for c in expected), 3), channel


def test_narrow_channels_are_averaged_exactly() -> None:
    values = encode(EncodingParams(4096), [42])[0]
    means = pixel_values(values, 700)
    fine = np.repeat(values, 700).reshape(700, 4096).mean(axis=1)  # every cell cut into 700 equal parts
    np.testing.assert_allclose(means, fine, atol=1e-12)
    np.testing.assert_array_equal(pixel_values(values[:8], 16), np.repeat(values[:8], 2))
    assert list(colour_indices(np.array([-1.0, 0.0, 1.0]))) == [0, 128, 255]


def test_the_bar_code_marks_and_links_pairs(show: Show) -> None:
    params = EncodingParams(64, convention=CONVENTIONS["mae"])
    view = show(DialWallView, still(params=params, pair=5, bar_code=True), 700, 500)
    strip = view.strip_area
    cell = strip.width() / 64
    foot = strip.bottom() - 3
    image = picture(view)
    for channel in (5, 37):
        assert near(rgb(image, strip.left() + (channel + 0.5) * cell, foot), LIGHT.selected)
    assert not near(rgb(image, strip.left() + 20.5 * cell, foot), LIGHT.selected)
    view.hovered(QPointF(strip.left() + 40.5 * cell, strip.top() + 4))
    assert view.store.state.hover.pair == 8
    image = picture(view)
    for channel in (8, 40):
        assert near(rgb(image, strip.left() + (channel + 0.5) * cell, foot), LIGHT.muted)
    view.clicked(QPointF(strip.left() + 40.5 * cell, strip.top() + 4))
    assert view.store.state.pair == 8


def test_a_lone_column_links_to_no_dial() -> None:
    params = EncodingParams(7)
    assert [strip_pair(params, x + 0.5, 7.0) for x in range(7)] == [0, 0, 1, 1, 2, 2, None]
    assert strip_pair(params, -1.0, 7.0) is None
    assert strip_pair(params, 7.0, 7.0) is None


def test_nothing_moves_while_the_position_runs(show: Show) -> None:
    state = still(params=EncodingParams(64), bar_code=True, hide_cosine=True, pins=(EncodingParams(32),))
    view = show(DialWallView, state, 500, 500)
    before = view.area, view.strip_area, view.wall, view._notes.text()
    for whole in (1, 99, 12345, 10**15):
        view.store.update(position=Position(whole, 0.5))
        view.store.flush()
        assert (view.area, view.strip_area, view.wall, view._notes.text()) == before
    strip = build_strip(view.store.state)
    assert not strip.values.flags.writeable


# ---- what is rebuilt ----------------------------------------------------------------------------


def test_faces_are_drawn_once(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[int] = []
    monkeypatch.setattr(
        "gui.dialwall.raster.draw_faces", lambda *args: (painted.append(1), draw_faces(*args))[1]
    )
    view = show(DialWallView, still(params=EncodingParams(64), gap=2, bar_code=True), 500, 500)
    picture(view)
    assert len(painted) == 1
    for whole in range(6):
        view.store.update(position=Position(whole), pair=whole, hover=Hover(pair=whole + 1))
        picture(view)
    view.store.update(speed=3.0)
    view.store.update(playing=True)
    picture(view)
    assert len(painted) == 1, "no hand got too fast: the faces are the same"
    view.store.update(speed=1000.0)
    picture(view)
    assert len(painted) == 2


# ---- dots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "round_dots"), [((400, 330), True), ((200, 160), False)])
def test_small_dots_are_round_and_smaller_ones_square(
    show: Show, size: tuple[int, int], round_dots: bool
) -> None:
    view = show(DialWallView, still(params=EncodingParams(8192), position=Position(100), pair=4000), *size)
    assert view.wall.dots
    image = picture(view)
    x, y = view.wall.cell_corner(view.wall.columns * 20 + 10)
    corner = rgb(image, x + view.area.x() + 0.01, y + view.area.y() + 0.01)
    assert near(corner, LIGHT.canvas, 25) == round_dots


# ---- the tool tip -------------------------------------------------------------------------------


def test_the_tip_shows_all_values_and_stays_fresh(show: Show) -> None:
    state = still(params=EncodingParams(64), position=Position(42))
    view = show(DialWallView, state, 600, 600)
    assert not view._tip.isVisible()
    view.hovered(QPointF(*centre(view, 9)))
    view.store.flush()
    assert not view._tip.isVisible()
    assert view._rest.isActive()
    view._rest.timeout.emit()
    assert view._tip.isVisible()
    rows = dict(view._tip.rows)
    assert set(rows) == {"pair", "ω", "λ", "turns", "channels", "phase", "sin", "cos"}
    assert float(rows["sin"].replace("−", "-")) == pytest.approx(encode(state.params, [42])[0, 18], abs=1e-6)
    assert rows["channels"] == "18 (sin), 19 (cos)"
    assert rows["ω"].startswith(f"{omega(state.params)[9]:.6g}"[:6])
    view.store.update(position=Position(43))
    view.store.flush()
    fresh = dict(view._tip.rows)
    assert float(fresh["cos"].replace("−", "-")) == pytest.approx(encode(state.params, [43])[0, 19], abs=1e-6)
    view.hovered(None)
    assert not view._tip.isVisible()
    assert not view._rest.isActive()


def test_the_tip_of_another_dial_waits_anew(show: Show) -> None:
    view = show(DialWallView, still(params=EncodingParams(64)), 600, 600)
    view.hovered(QPointF(*centre(view, 9)))
    view.store.flush()
    view._rest.timeout.emit()
    view.hovered(QPointF(*centre(view, 10)))
    assert not view._tip.isVisible()
    assert view._rest.isActive()


@pytest.mark.parametrize("beside", [QRectF(5, 5, 50, 50), QRectF(300, 200, 50, 50), QRectF(540, 440, 50, 50)])
def test_the_tip_stays_inside_and_beside(beside: QRectF) -> None:
    within = QRectF(0, 0, 600, 500)
    card = QRectF(placed(QSizeF(200, 150), beside, within), QSizeF(200, 150))
    assert within.contains(card)
    assert not card.intersects(beside)


def test_the_tip_shrinks_into_a_view_too_small_for_it(show: Show) -> None:
    view = show(DialWallView, still(params=EncodingParams(8)), 200, 160)
    view.hovered(QPointF(*centre(view, 1)))
    view.store.flush()
    view._rest.timeout.emit()
    card = view._tip.sceneBoundingRect()
    assert 0 <= card.left() < card.right() <= 200
    assert 0 <= card.top() < card.bottom() <= 160


def test_notes_share_a_line_where_they_fit() -> None:
    statements = (("first long", "1st"), ("second long", "2nd"))
    assert arranged(statements, lambda text: len(text) < 40) == ("first long   second long",)
    assert arranged(statements, lambda text: len(text) < 12) == ("first long", "second long")
    assert arranged(statements, lambda text: len(text) < 4) == ("1st", "2nd")
    assert arranged((), lambda text: True) == ()


def test_the_scene_has_the_phases_of_both_positions() -> None:
    state = still(params=EncodingParams(64), position=Position(10**15, 0.25), gap=7)
    faces = build_faces(state.params, wall_layout(32, 500, 500, None), 0.0)
    scene = build_scene(state, faces)
    np.testing.assert_array_equal(scene.hands, phases(state.params, [10**15], 0.25)[0])
    np.testing.assert_array_equal(scene.gap_hands, phases(state.params, [10**15 + 7], 0.25)[0])
