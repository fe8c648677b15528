"""The plot's window: zooming holds the point under the pointer, and no gesture leaves the limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.model.state import PlotWindow
from gui.similarity.window import (
    EDGE,
    MAX_LENGTHS,
    MIN_GAPS,
    fitted_gaps,
    fitted_values,
    held,
    panned,
    zoomed_gaps,
    zoomed_values,
)

lengths = st.integers(1, 10**15)
windows = st.tuples(st.floats(-1e16, 1e16), st.floats(0, 1e16), st.floats(-1e5, 1e5), st.floats(0, 1e5)).map(
    lambda w: PlotWindow(w[0], w[0] + w[1], w[2], w[2] + w[3])
)


@given(windows, lengths, st.sampled_from([1.0, 32.0, 4096.0]))
def test_any_window_is_held_to_the_limits(window, length, unit):
    kept = held(window, length, unit)
    span = kept.gap_to - kept.gap_from
    largest = max(MAX_LENGTHS * length, MIN_GAPS)
    assert span >= min(MIN_GAPS, max(length - 1, 1)) * (1 - 1e-9) - 1e-9
    assert span <= largest * (1 + 2 * EDGE) * (1 + 1e-9)
    assert kept.gap_from >= -EDGE * span * (1 + 1e-9)
    assert kept.gap_to <= largest * (1 + 2 * EDGE) * (1 + 1e-9)
    assert -4 * unit * 1.001 <= kept.low < kept.high <= 4 * unit * 1.001


@given(lengths)
def test_what_fits_is_within_the_limits(length):
    low, high = fitted_values(-1.0, 1.0)
    fit = PlotWindow(*fitted_gaps(length), low, high)
    kept = held(fit, length, 1.0)
    assert (kept.gap_from, kept.gap_to) == pytest.approx((fit.gap_from, fit.gap_to))
    assert (kept.low, kept.high) == pytest.approx((low, high))


@given(st.floats(0.05, 20.0), st.floats(0.0, 1.0))
def test_zooming_holds_the_point_under_the_pointer(factor, place):
    window = PlotWindow(0.0, 100.0, -1.0, 1.0)
    about = 100.0 * place
    new = zoomed_gaps(window, factor, about, 1000)
    assert (about - new.gap_from) / (new.gap_to - new.gap_from) == pytest.approx(place, abs=1e-9)
    assert (new.low, new.high) == (window.low, window.high)
    value = -1 + 2 * place
    new = zoomed_values(window, factor, value, 1.0)
    assert (value - new.low) / (new.high - new.low) == pytest.approx(place, abs=1e-9)
    assert (new.gap_from, new.gap_to) == (window.gap_from, window.gap_to)


def test_zooming_in_ends_at_four_gaps_about_the_pointer():
    window = PlotWindow(0.0, 100.0, 0.0, 1.0)
    for _ in range(100):
        window = held(zoomed_gaps(window, 1.2, 50.0, 1000), 1000, 1.0)
    assert (window.gap_from, window.gap_to) == pytest.approx((48, 52))


def test_zooming_out_ends_at_four_lengths():
    window = PlotWindow(0.0, 100.0, 0.0, 1.0)
    for _ in range(100):
        window = held(zoomed_gaps(window, 1 / 1.2, 50.0, 1000), 1000, 1.0)
    assert 4000 <= window.gap_to <= 4000 * 1.13
    assert window.gap_from == pytest.approx(-0.06 * (window.gap_to - window.gap_from))


def test_panning_left_of_gap_zero_stops():
    window = held(panned(PlotWindow(10, 60, 0, 1), -100, 0), 1000, 1.0)
    assert window.gap_from == pytest.approx(-3)
    assert window.gap_to - window.gap_from == pytest.approx(50)


def test_the_values_that_fit_have_zero_in_sight():
    assert fitted_values(0.4, 1.0) == pytest.approx((-0.08, 1.08))
    low, high = fitted_values(0.0, 0.0)
    assert low < 0 < high
