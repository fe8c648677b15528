"""Options of the similarity plot: logarithmic gaps, distances, the limit, pins, crests, and dashed lines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gui_kit import picture
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from similarity_kit import like, plot, point, settle, wheel

from engine import CONVENTIONS, EncodingParams, continuous_similarity, encode, similarity
from gui.canvas.colour import contrast
from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import THEMES, Hover, PlotWindow
from gui.similarity.crest import nearest_crest
from gui.similarity.curve import EVERY_GAP, curve_over, sampled
from gui.similarity.dashes import dashed
from gui.similarity.inks import limit_stroke, pin_strokes
from gui.similarity.limit import star_gap, star_text
from gui.similarity.measured import log_gaps
from gui.similarity.pins import label, styles
from gui.similarity.quantity import Quantity
from gui.similarity.scale import GapScale, log_ticks, minor_ticks
from gui.similarity.scene import Options, Scene, build_scene
from gui.similarity.window import held, panned, zoomed_gaps

DIVIDED, RAW, DISTANCE = Quantity(), Quantity("similarity", False), Quantity("distance")
P = EncodingParams


def scene(params: P, window: PlotWindow | None = None, pixels: int = 600, **options: object) -> Scene:
    return build_scene(
        params, Options(**options), window=window, measured_at=Position(42, 0.25), pixels=pixels
    )


def texts(low: float, high: float, pixels: float) -> list[str]:
    return [t.text.replace("\u2009", " ") for t in log_ticks(low, high, pixels, lambda text: 8.0 * len(text))]


# ---- the logarithmic axis -----------------------------------------------------------------------------


def test_ticks_are_powers_of_ten_written_out():
    assert texts(0, 4.05, 250) == ["1", "10", "100", "1000", "10 000"]
    assert texts(-0.1, 7.1, 1000)[-3:] == ["100 000", "1 000 000", "10⁷"]
    assert texts(0, 2, 500) == ["1", "2", "5", "10", "20", "50", "100"]
    assert {"100", "200", "300"} <= set(texts(2, math.log10(300), 500))
    assert texts(5, 5, 100) == []


@given(st.floats(-0.3, 15), st.floats(1e-3, 15), st.floats(50, 1500))
def test_ticks_lie_where_they_say_and_do_not_touch(low, span, pixels):
    ticks = log_ticks(low, low + span, pixels, lambda text: 8.0 * len(text))
    halves = [4.0 * len(t.text) for t in ticks]
    places = [t.at * pixels / span for t in ticks]
    assert all(b - a > h + k for a, b, h, k in zip(places, places[1:], halves, halves[1:], strict=False))
    assert all(low <= t.at <= low + span for t in ticks)
    for tick in ticks:
        if "×" not in tick.text and "⁰" not in tick.text and tick.text.replace("\u2009", "").isascii():
            assert 10**tick.at == pytest.approx(int(tick.text.replace("\u2009", "")))


def test_minor_ticks_are_the_nine_steps_of_a_decade_or_the_powers():
    assert [round(10**x) for x in minor_ticks(0, 1, 300)] == [*range(1, 10), 10]
    assert [round(10**x) for x in minor_ticks(0, 12, 300)] == [10**n for n in range(13)]


@given(st.integers(1, 10**12))
def test_the_nearest_gap_is_found_on_both_scales(gap):
    log = GapScale(log=True)
    assert abs(log.nearest(log.x_of(gap)) - gap) <= 1e-14 * gap
    assert GapScale(gap - 3).nearest(GapScale(gap - 3).x_of(gap)) == gap
    assert log.nearest(math.log10(math.sqrt(2)) + 1e-9) == 2
    assert log.nearest(math.log10(math.sqrt(2)) - 1e-9) == 1


def test_every_gap_is_in_a_curve_with_few():
    shown = scene(P(length=1000), log_gaps=True)
    near = shown.curve.x < 2
    exact = similarity(P(), np.arange(1, 1100)) / 32
    assert shown.curve.x[:50] == pytest.approx(np.log10(np.arange(1, 51)))
    assert shown.curve.values[:50] == pytest.approx(exact[:50])
    assert near.sum() >= 50
    last = round(10 ** shown.curve.x[-1])
    assert shown.curve.values.min() == exact[:last].min()


def test_a_long_curve_has_all_gaps_first_and_honest_columns_after():
    params, last = P(16, length=10**12), 10**12
    made = curve_over(params, 1, last, 500, log_gaps=True)
    assert made.shown < made.of
    assert made.whole_to >= 50_000
    exact = similarity(params, np.arange(1, 20_000))
    within = made.x <= math.log10(19_000)
    for k in (1, 2, 3, 10, 50, 700, 9000, 18_000):
        column = np.abs(made.x[within] - math.log10(k)) <= 12 / 500
        assert (
            made.values[within][column].min() - 1e-12
            <= exact[k - 1]
            <= made.values[within][column].max() + 1e-12
        )
    columns = np.unique((made.x * 500 / 12).astype(int))
    assert len(columns) >= 0.7 * 500 - 60  # no column is left out but those between small gaps
    wide = np.diff(np.unique(made.x[made.x > 5]))
    assert wide.max() < 2.5 * 12 / 500


def test_samples_are_true_values():
    gaps, values = sampled("similarity", P(8), 10**6, 10**6, 5000, 16)
    assert values[::97] == pytest.approx(similarity(P(8), gaps[::97]), abs=1e-12)
    assert np.all(np.diff(gaps) > 0)
    assert EVERY_GAP >= 2**17


def test_measured_gaps_are_spread_over_the_decades_and_stay_put():
    gaps = log_gaps(1, 10**12, 63)
    assert gaps[0] == 1
    assert gaps[-1] == 10**12
    assert 30 < len(gaps) <= 63
    assert set(gaps) >= set(log_gaps(1, 10**12, 20))
    assert log_gaps(11, 11, 9) == (11,)


def test_gap_zero_is_named_and_not_drawn(show):
    view = plot(show, log_gaps=True, gap=0)
    assert "k = 0: 1.0000" in view.caption.texts
    assert "S(0)/32 = 1.0000" in view.caption.texts
    assert not view.plot.gap_line.isVisible()
    view.store.update(gap=3)
    settle(view)
    assert view.plot.gap_line.value() == pytest.approx(math.log10(3))


@pytest.mark.parametrize("gap", [1, 2, 17, 99])
def test_pressing_zooming_and_panning_on_a_logarithmic_axis(show, qtbot, gap):
    view = plot(show, log_gaps=True)
    at = point(view, gap, 0.5)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert view.store.state.gap == gap
    wheel(view, at, 2)
    assert (point(view, gap, 0.5) - at).manhattanLength() < 0.1 or gap == 1
    found = like(picture(view), palette("light").gap)
    box = view.plot.getViewBox().sceneBoundingRect()
    dense = np.flatnonzero(found[int(box.top()) : int(box.bottom())].sum(axis=0) > 0.6 * box.height())
    assert dense.mean() == pytest.approx(point(view, gap, 0).x() - 0.5, abs=1.2)


@example(start=225811738695.0, ratio=336.0, length=3_819_635_117_483, factor=0.125)
@given(st.floats(0.5, 1e15), st.floats(1.0, 1e15), st.integers(1, 10**15), st.floats(0.01, 100))
def test_windows_of_decades_are_held_and_zoomed(start, ratio, length, factor):
    window = held(PlotWindow(start, start * ratio, 0, 1), length, 1.0, log_gaps=True)
    assert 0.05 < window.gap_from < window.gap_to <= 4 * max(length, 1) * 10**3
    again = held(window, length, 1.0, log_gaps=True)
    assert (again.gap_from, again.gap_to) == pytest.approx((window.gap_from, window.gap_to))
    about = math.log10(math.sqrt(window.gap_from * window.gap_to))
    new = zoomed_gaps(window, factor, about, length, log_gaps=True)
    assert math.log10(math.sqrt(new.gap_from * new.gap_to)) == pytest.approx(about, abs=1e-6)
    moved = panned(window, 1.0, 0.0, log_gaps=True)
    assert moved.gap_from == pytest.approx(10 * window.gap_from)


# ---- distances ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("d_model", [8, 9, 64])
@pytest.mark.parametrize("name", ["paper", "tensor2tensor"])
def test_distances_are_those_of_rows(d_model, name):
    params = P(d_model, length=40, convention=CONVENTIONS[name])
    shown = scene(params, quantity=DISTANCE)
    half = 2 * (d_model // 2)
    table = encode(params, range(41))
    odd = params.convention.columns(d_model).odd
    if odd is not None:
        table[:, odd] = 0
    wanted = np.linalg.norm(table - table[0], axis=1) / math.sqrt(half)
    assert shown.curve.values[:40] == pytest.approx(wanted[:40], abs=1e-12)
    assert shown.measured.from_zero == pytest.approx(wanted[shown.measured.x.astype(int)], abs=1e-12)
    assert shown.measured.difference < 1e-13
    assert shown.window.low < 0 < math.sqrt(2) < shown.window.high < 1.6


def test_distances_are_called_so(show):
    view = plot(show, plot_quantity="distance", gap=0, params=P(8, length=200))
    assert view.caption.texts[:1] == ("δ(k)",)
    assert "δ(0) = 0.0000" in view.caption.texts
    assert "distance" in view.plot.value_axis.labelText
    view.store.update(hover=Hover(gap=60))
    settle(view)
    assert view.caption.texts[-1] == "δ(60) = 0.7363, nearest dip: k = 63, 0.228"


# ---- the limit ----------------------------------------------------------------------------------------


def test_the_limit_holds_up_to_k_star_and_no_further():
    params = P(512, length=512)
    assert star_text(star_gap(params)) == "k* = 87"
    for each in (params, P(512, 100.0), P(512, 0.5), P(512, 0.01)):
        star, gaps = star_gap(each), np.linspace(0, 4 * star_gap(each), 2000)
        off = np.abs(similarity(each, gaps) / 256 - continuous_similarity(each, gaps))
        assert off[gaps <= star].max() < 0.01 < off[gaps > star].max()


@pytest.mark.parametrize(("quantity", "top"), [(DIVIDED, 1.0), (RAW, 32.0)])
def test_the_limit_is_drawn_in_the_units_of_the_plot(quantity, top):
    shown = scene(P(), quantity=quantity, limit_curve=True)
    assert shown.limit is not None
    wanted = top * continuous_similarity(P(), np.arange(131.0))
    assert shown.limit.curve.values[:128] == pytest.approx(wanted[:128])
    far = scene(P(), quantity=DISTANCE, limit_curve=True).limit
    assert far is not None
    assert far.curve.values[5] == pytest.approx(math.sqrt(1 - wanted[5] / top))


def test_k_star_is_marked_where_it_is(show):
    view = plot(show, 900, 600, params=P(512, length=512), limit_curve=True)
    assert view.plot.star_label.isVisible()
    assert view.plot.star_label.text == "k* = 87"
    assert view.plot.star_line.value() == pytest.approx(87.32, abs=0.01)
    near, far = view.plot.limit
    assert near.isVisible()
    assert far.pen.color().alpha() < near.pen.color().alpha()
    view.store.update(plot_window=PlotWindow(100, 200, 0, 1))
    settle(view)
    assert not view.plot.star_label.isVisible()
    assert not near.isVisible()
    assert "limit for many pairs, good to k* = 87" in view.caption.texts


def test_base_one_has_no_k_star(show):
    view = plot(show, params=P(base=1), limit_curve=True)
    assert "limit, exact at base 1" in view.caption.texts
    assert not view.plot.star_line.isVisible()
    assert not view.plot.limit[1].isVisible()
    shown = view.shown
    assert shown.limit is not None
    assert shown.limit.curve.values == pytest.approx(shown.curve.values, abs=1e-12)


# ---- pins ---------------------------------------------------------------------------------------------


def test_pins_are_called_by_what_differs():
    present = P()
    assert label(present, P(base=100)) == "base 100"
    assert label(present, P(512)) == "d 512"
    assert label(present, P(convention=CONVENTIONS["tensor2tensor"])) == "tensor2tensor"
    assert label(present, P(128, 1e6)).replace("\u2009", " ") == "base 1 000 000, d 128"
    assert label(present, P(length=512)) == "length 512"
    assert label(present, P()) == "as shown"
    assert label(present, P(base=100, length=9)) == "base 100"


def test_equal_curves_are_drawn_once():
    t2t, mlx, marian = (P(convention=CONVENTIONS[name]) for name in ("tensor2tensor", "mlx", "marian"))
    pins = (P(length=9), t2t, mlx, marian, t2t)
    assert styles(P(), pins, DIVIDED) == (-1, 1, 1, -1, 1)
    assert styles(P(), pins, RAW) == (-1, 1, 2, -1, 1)
    shown = scene(P(), pins=pins)
    assert [pin.curve is None for pin in shown.pins] == [True, False, True, True, True]


@pytest.mark.parametrize("quantity", [DIVIDED, RAW, DISTANCE])
def test_pins_show_the_same_quantity_and_fit(quantity):
    pins = (P(512), P(base=100))
    shown = scene(P(), quantity=quantity, pins=pins)
    for pin, drawn in zip(pins, shown.pins, strict=True):
        assert drawn.curve is not None
        assert drawn.curve.values[:100] == pytest.approx(quantity.values(pin, range(100)))
        assert shown.window.low < drawn.curve.values.min()
        assert shown.window.high > drawn.curve.values.max()
    assert shown.top == max(quantity.top(each) for each in (P(), *pins))


@pytest.mark.parametrize("theme", THEMES)
def test_pins_differ_in_colour_and_in_dashes_and_can_be_seen(theme):
    look = palette(theme)
    strokes = (*pin_strokes(look), limit_stroke(look))
    assert len({s.ink for s in strokes}) == len({s.dashes for s in strokes}) == 6
    assert all(s.dashes for s in strokes)
    assert min(contrast(s.ink, look.canvas) for s in strokes) >= 3


def test_a_pin_is_drawn_and_listed(show):
    view = plot(show, 900, 600, pins=(P(base=100), P(length=4)))
    assert view.caption.texts[3:5] == ("base 100", "length 4")
    assert [line.isVisible() for line in view.plot.pins] == [True, False, False, False, False]
    stroke = pin_strokes(palette("light"))[0]
    box = view.plot.getViewBox().sceneBoundingRect().toRect()
    found = like(picture(view), stroke.ink, 90)[box.top() :, box.left() :]
    assert found.sum() > 300


# ---- crests -------------------------------------------------------------------------------------------


def test_nearer_is_not_always_more_alike():
    assert nearest_crest(P(8), 60) == 63
    assert similarity(P(8), [63])[0] / 4 == pytest.approx(0.948, abs=5e-4)
    assert similarity(P(8), [1])[0] / 4 == pytest.approx(0.884, abs=5e-4)


@given(st.integers(0, 10**12), st.sampled_from([P(8), P(64), P(4, 100.0), P(2), P(16, 0.5)]))
def test_the_nearest_crest_is_a_crest_and_none_is_nearer(gap, params):
    crest = nearest_crest(params, gap)
    assert crest is not None
    reach = abs(crest - gap)
    values = similarity(params, range(max(gap - reach - 1, 0), gap + reach + 2))
    first = max(gap - reach - 1, 0)
    inside = [
        n + first
        for n in range(1, len(values) - 1)
        if values[n] > values[n - 1] + 1e-12 and values[n] > values[n + 1] + 1e-12
    ]
    assert crest in inside
    assert min(abs(k - gap) for k in inside) == reach


def test_where_nothing_wobbles_there_is_no_crest():
    slow = P(2, convention=CONVENTIONS["paper"].__class__(scale=1e-6))
    assert nearest_crest(slow, 100) is None


# ---- dashes -------------------------------------------------------------------------------------------


def test_dashes_follow_the_pattern_along_a_flat_line():
    x = np.array([0.0, 7.0, 100.0])
    found = dashed(x, np.zeros(3), (1.0, 1.0), (10.0, 5.0))
    lengths = found[:, 2] - found[:, 0]
    assert lengths.sum() == pytest.approx(70.0)
    assert all(start % 15 < 10 for start in found[:, 0])
    assert dashed(x, np.zeros(3), (1.0, 1.0), ()).shape == (2, 4)


def test_a_dense_wobble_is_dashed_across():
    x = np.repeat(np.arange(300.0), 2)
    y = np.tile([0.0, 200.0], 300)
    found = dashed(x, y, (1.0, 1.0), (12.0, 12.0))
    upright = found[found[:, 0] == found[:, 2]]
    assert 100 < len(upright) < 200
