"""The similarity scene: S(k) as published, points as multiplied out, no wobble lost on the way to pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CONVENTIONS, EncodingParams, encode, similarity
from gui.model.position import POSITION_LIMIT, Position
from gui.model.state import PlotWindow
from gui.similarity import curve as curves
from gui.similarity.curve import EVERY_GAP, curve_over, reduced
from gui.similarity.measured import dot_products, even_gaps, measure
from gui.similarity.quantity import Quantity
from gui.similarity.scale import GapScale
from gui.similarity.scene import Options, Scene, build_scene, gaps_seen, remeasured
from gui.similarity.words import (
    beyond_text,
    difference_text,
    reading_text,
    sample_text,
    start_text,
    value_titles,
)

PUBLISHED = {0: 32, 1: 30.917, 2: 28.304, 4: 23.934, 8: 22.414, 16: 19.373, 32: 19.554}


def scene(params: EncodingParams | None = None, window: PlotWindow | None = None, **fields: object) -> Scene:
    own = {"normalised", "kind", "log_gaps", "limit_curve", "pins"}
    chosen = {"normalised": False, "measured_at": Position(42, 0.25), "pixels": 640} | fields
    quantity = Quantity(chosen.pop("kind", "similarity"), chosen.pop("normalised"))
    options = Options(quantity, **{name: chosen.pop(name) for name in own & chosen.keys()})
    return build_scene(params or EncodingParams(), options, window=window, **chosen)


def plain(text: str) -> str:
    return text.replace("\u2009", " ")


# ---- the curve ----------------------------------------------------------------------------------------


def test_published_values():
    shown = scene()
    for gap, value in PUBLISHED.items():
        assert shown.value_at(gap) == pytest.approx(value, abs=5e-4)
        assert shown.curve.values[gap] == pytest.approx(value, abs=5e-4)
    assert reading_text(shown, 1) == "S(1) = 30.9168"


def test_divided_by_the_number_of_pairs():
    shown = scene(normalised=True)
    assert shown.value_at(0) == shown.top == 1.0
    assert shown.curve.values == pytest.approx(scene().curve.values / 32)
    assert reading_text(shown, 1) == "S(1)/32 = 0.9662"


def test_divided_by_s_of_zero_where_the_amplitude_is_not_one():
    params = EncodingParams(64, convention=CONVENTIONS["mlx"])
    shown = scene(params, normalised=True)
    assert shown.value_at(0) == pytest.approx(1.0, abs=1e-14)
    assert reading_text(shown, 0) == "S(0) = 1.0000"


@pytest.mark.parametrize("length", [1, 2, 4, 128, 1000, 65536])
def test_every_gap_is_in_the_curve_of_a_table(length):
    params = EncodingParams(length=length)
    shown = scene(params, pixels=300)
    assert shown.curve.shown == shown.curve.of
    assert sample_text(shown) == ""
    assert shown.curve.x[0] == 0
    assert shown.curve.x[-1] >= length - 1
    columns = len(shown.curve.x) <= 4 * 300
    assert columns
    exact = similarity(params, range(int(shown.curve.x[-1]) + 1))
    assert (shown.curve.values.min(), shown.curve.values.max()) == (exact.min(), exact.max())


@given(st.integers(1, 3000), st.integers(1, 400), st.integers(0, 99))
def test_the_reduced_line_covers_every_value(count, columns, seed):
    values = np.random.default_rng(seed).normal(size=count)
    gaps = np.arange(float(count))
    x, y = reduced(gaps, values, columns)
    assert np.all(np.diff(x) >= 0)
    assert not x.flags.writeable
    assert not y.flags.writeable
    width = max(gaps[-1] / columns, 1e-9)
    for k in range(0, count, max(count // 50, 1)):
        near = y[np.abs(x - gaps[k]) <= width + 1e-9]
        assert near.min() <= values[k] <= near.max()


def test_the_line_connects_neighbouring_columns():
    gaps, values = np.arange(1000.0), np.linspace(0, 1, 1000)
    x, y = reduced(gaps, values, 100)
    assert np.all(np.diff(y) >= 0)
    assert len(x) == 400
    assert (y[0], y[-1]) == (0, 1)


def test_zoomed_in_the_line_goes_through_every_gap():
    window = PlotWindow(20.3, 40.8, -1, 33)
    shown = scene(window=window)
    assert shown.origin == 20
    assert shown.curve.x.tolist() == list(range(22))
    assert shown.curve.values == pytest.approx(similarity(EncodingParams(), range(20, 42)))


@pytest.mark.parametrize("length", [10**6, 10**12, 10**15])
def test_long_ranges_are_an_exact_even_sample(length):
    params = EncodingParams(length=length)
    shown = scene(params, pixels=500)
    assert shown.curve.shown < shown.curve.of == pytest.approx(length * 1.02 / 500, rel=0.01)
    assert shown.curve.values[0] == 32
    again = scene(params, pixels=500)
    assert np.array_equal(shown.curve.values, again.curve.values)
    assert np.all(np.diff(shown.curve.x) >= 0)
    assert shown.curve.x[-1] > length * 0.99


@pytest.mark.parametrize("first", [0, 10**12 + 7])
def test_the_sample_is_of_true_values_one_from_each_part(first, monkeypatch):
    params, count, columns = EncodingParams(length=10**15), 10 * EVERY_GAP, 300
    kept: dict[str, np.ndarray] = {}
    monkeypatch.setattr(
        curves, "reduced", lambda gaps, values, _: kept.update(gaps=gaps, values=values) or (gaps, values)
    )
    curve_over.cache_clear()
    made = curve_over(params, first, first + count - 1, columns)
    gaps = kept["gaps"].astype(np.int64)
    assert np.all(np.diff(gaps) > 0)
    rows = gaps.reshape(-1, made.shown)
    part = (rows - rows[:, :1]) * (made.shown / made.of) - np.arange(made.shown)
    assert part.min() > -made.shown / made.of  # a whole gap is at most one below its part
    assert part.max() < 1
    some = slice(0, None, 997)
    assert kept["values"][some] == pytest.approx(similarity(params, gaps[some] + first), abs=1e-11)


def test_the_note_says_what_is_left_out():
    assert plain(sample_text(scene(EncodingParams(length=10**15)))) == "every pixel shows 64 of 2×10¹² gaps"
    beyond = scene(window=PlotWindow(0, 400, 0, 32))
    assert beyond_text(beyond) == "grey: beyond the length"
    assert sample_text(beyond) == beyond_text(scene()) == ""


def test_a_single_dial_is_a_cosine():
    shown = scene(EncodingParams(2))
    assert shown.curve.values == pytest.approx(np.cos(shown.curve.x))


def test_base_one_turns_all_dials_alike():
    shown = scene(EncodingParams(base=1), normalised=True)
    assert shown.curve.values == pytest.approx(np.cos(shown.curve.x))


# ---- the measured points ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(CONVENTIONS))
def test_measured_points_are_the_products_of_rows(name):
    params = EncodingParams(16, 100.0, convention=CONVENTIONS[name])
    found = dot_products(params, Position(7), range(0, 40, 3))
    table = encode(params, range(60))
    assert found == pytest.approx([table[7] @ table[7 + k] for k in range(0, 40, 3)], abs=1e-14)


def test_measured_points_lie_on_the_curve_but_are_not_it():
    shown = scene()
    points = shown.measured
    gaps = points.x.astype(int) + shown.origin
    theory = similarity(EncodingParams(), gaps)
    assert points.from_zero == pytest.approx(theory, abs=1e-13)
    assert points.from_position == pytest.approx(theory, abs=1e-13)
    worst = max(np.abs(points.from_zero - theory).max(), np.abs(points.from_position - theory).max())
    assert points.difference == worst
    assert 0 < points.difference < 1e-12
    assert difference_text(points).startswith("largest difference ")
    assert start_text(points.position) == "from p = 42.25"


def test_points_from_p_use_the_fraction_of_p():
    params = EncodingParams(8)
    found = dot_products(params, Position(3, 0.5), range(4))
    row = [np.concatenate([encode(params, [p])[0] for p in (3.5, 3.5 + k)]).reshape(2, 8) for k in range(4)]
    assert found == pytest.approx([a @ b for a, b in row], abs=1e-14)


def test_a_wrong_theory_would_be_seen(monkeypatch):
    raw = Quantity("similarity", False)
    monkeypatch.setattr("gui.similarity.quantity.similarity", lambda params, gaps: np.zeros(len(gaps)))
    found = measure(EncodingParams(), range(4), Position(), scale=GapScale(), quantity=raw)
    assert found.difference == pytest.approx(32)


@pytest.mark.parametrize("whole", [POSITION_LIMIT, POSITION_LIMIT - 10, -POSITION_LIMIT])
def test_gaps_stay_inside_the_numbers_of_the_engine(whole):
    points = scene(measured_at=Position(whole)).measured
    room = POSITION_LIMIT - whole
    assert len(points.from_position) == np.sum(points.x <= room)
    assert len(points.from_zero) == len(points.x)
    assert points.difference < 1e-12


def test_odd_widths_measure_their_pairs():
    params = EncodingParams(9)
    found = dot_products(params, Position(5), range(6))
    assert found == pytest.approx(similarity(params, range(6)), abs=1e-13)


@given(st.integers(0, 10**15), st.integers(0, 10**15), st.integers(1, 64))
def test_even_gaps_are_few_even_and_inside(first, span, most):
    gaps = even_gaps(first, first + span, most)
    assert len(gaps) <= most + 1
    assert all(first <= k <= first + span for k in gaps)
    assert all(k % gaps.step == 0 for k in gaps)


def test_measured_again_keeps_the_curve():
    shown = scene()
    again = remeasured(shown, Position(7), 640)
    assert again.curve is shown.curve
    assert again.measured.position == Position(7)


def test_points_stay_put_while_the_window_moves():
    def measured(start: float) -> set[float]:
        shown = scene(window=PlotWindow(start, start + 100, 0, 32))
        return {k + shown.origin for k in shown.measured.x}

    assert len(measured(10.0) & measured(11.3)) > 30


# ---- sizes and words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "params",
    [
        EncodingParams(length=1),
        EncodingParams(8, length=4),
        EncodingParams(length=10**12),
        EncodingParams(length=10**15),
        EncodingParams(2),
        EncodingParams(8192),
        EncodingParams(base=1),
        EncodingParams(512, 1e6, 512),
    ],
    ids=str,
)
@pytest.mark.parametrize("normalised", [True, False])
def test_what_fits_shows_all_gaps_and_values(params, normalised):
    shown = scene(params, normalised=normalised, pixels=200)
    seen = shown.window
    assert seen.gap_from < 0
    assert seen.gap_to > max(params.length - 1, 1)
    assert gaps_seen(seen)[0] == 0
    assert seen.low < min(shown.curve.values.min(), 0)
    assert seen.high > shown.curve.values.max() == pytest.approx(shown.top)
    assert np.isfinite(shown.curve.values).all()
    assert shown.measured.difference < 1e-11


def test_what_fits_does_not_depend_on_the_position():
    assert scene(measured_at=Position()).window == scene(measured_at=Position(10**15)).window


@pytest.mark.parametrize("start", [10**12, 3 * 10**15])
def test_far_out_coordinates_stay_small_and_exact(start):
    params = EncodingParams(length=10**15)
    shown = scene(params, window=PlotWindow(start - 0.5, start + 20.5, -32, 32))
    assert shown.origin in (start - 1, start)
    assert shown.curve.x.max() < 30
    first = range(shown.origin, shown.origin + len(shown.curve.x))
    assert shown.curve.values == pytest.approx(similarity(params, first), abs=1e-12)
    assert shown.gap_at(7.4) == shown.origin + 7


def test_a_point_left_of_the_plot_is_its_first_gap():
    shown = scene()
    assert shown.gap_at(-100.0) == 0
    assert shown.gap_at(1e6) == gaps_seen(shown.window)[1]


def test_titles_say_what_values_are_divided_by():
    divided, raw = Quantity(), Quantity("similarity", False)
    assert value_titles(divided, convention_divides=False)[0] == "similarity S(k) / pairs"
    assert value_titles(divided, convention_divides=True)[0] == "similarity S(k) / S(0)"
    assert value_titles(raw, convention_divides=False)[0] == "dot product PE[p]·PE[p+k]"
    assert value_titles(Quantity("distance"), convention_divides=True)[1] == "distance δ(k)"
