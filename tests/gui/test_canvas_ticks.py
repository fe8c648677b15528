"""Ticks: round numbers, written out, at any zoom and any size."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.canvas.ticks import decimal_text, decimal_ticks, integer_text, integer_ticks, round_step


def texts(ticks):
    return [t.text.replace("\u2009", " ") for t in ticks]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("\u2009", ""))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (7, "7"),
        (5000, "5000"),
        (12500, "12 500"),
        (-12500, "−12 500"),
        (10**6, "1 000 000"),
        (10**7, "10⁷"),
        (2 * 10**14, "2×10¹⁴"),
        (1234 * 10**6, "1.234×10⁹"),
        (123456 * 10**6, "123 456 000 000"),
        (10**15 + 3, "1 000 000 000 000 003"),
        (-(2**63), "−9 223 372 036 854 775 808"),
    ],
)
def test_whole_numbers_are_written_out(value, text):
    assert integer_text(value).replace("\u2009", " ") == text


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (0.2, 0.2, "0.2"),
        (-0.003, 0.001, "−0.003"),
        (0.30000000000000004, 0.1, "0.3"),
        (-0.0, 0.5, "0.0"),
        (-1e-17, 0.01, "0.00"),
        (4000.0, 1000.0, "4000"),
        (5.0, 5.0, "5"),
        (0.00015, 0.00005, "0.00015"),
    ],
)
def test_decimals_are_those_of_the_step(value, step, text):
    assert decimal_text(value, step) == text


@given(st.floats(1e-9, 1e16), st.floats(0.5, 30.0))
def test_steps_are_one_two_or_five_and_no_finer_than_asked(span, count):
    step = round_step(span, count)
    lead = step / 10.0 ** math.floor(math.log10(step) + 1e-9)
    assert min(abs(lead - m) for m in (1, 2, 5, 10)) < 1e-6
    assert step >= span / max(count, 1) * (1 - 1e-6)
    assert step <= span / max(count, 1) * 2.5 * (1 + 1e-6)


@given(st.integers(0, 10**15), st.floats(-50.0, 50.0), st.floats(1e-3, 1e15), st.floats(1.0, 20.0))
def test_whole_ticks_are_exact_and_inside(origin, low, span, count):
    high = low + span
    ticks = integer_ticks(origin, low, high, count)
    assert all(low <= t.at <= high for t in ticks)
    assert len(ticks) <= count * (1 + 1e-6) + 1
    assert len({t.text for t in ticks}) == len(ticks)
    steps = {b.at - a.at for a, b in pairwise(ticks)}
    assert len(steps) <= 1
    for tick in ticks:
        if "×" not in tick.text and not tick.text.startswith("10") and span < 1e6:
            assert number(tick.text) - origin == pytest.approx(tick.at, abs=1.0)


@given(st.floats(-1e4, 1e4), st.floats(1e-6, 1e4), st.floats(1.0, 20.0))
def test_decimal_ticks_say_where_they_are(low, span, count):
    high = low + span
    ticks = decimal_ticks(low, high, count)
    assert len(ticks) <= count + 1.01
    assert len({t.text for t in ticks}) == len(ticks)
    for tick in ticks:
        assert low - span * 1e-6 <= tick.at <= high + span * 1e-6
        assert number(tick.text) == pytest.approx(tick.at, abs=span * 1e-6)


def test_ticks_of_the_fitted_plot():
    assert texts(decimal_ticks(-0.06, 1.06, 6)) == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    assert texts(decimal_ticks(-0.003, 0.003, 6)) == [
        f"{s}0.00{d}" for s, d in zip("−−−", "321", strict=True)
    ] + [
        "0.000",
        "0.001",
        "0.002",
        "0.003",
    ]
    assert texts(integer_ticks(0, 0, 10000, 2)) == ["0", "5000", "10 000"]


def test_ticks_near_1e12_and_1e15_are_told_apart():
    assert texts(integer_ticks(10**12 - 2, 0, 4, 5))[1:3] == ["999 999 999 999", "10¹²"]
    assert texts(integer_ticks(10**15, 0, 2, 3)) == ["10¹⁵", "1 000 000 000 000 001", "1 000 000 000 000 002"]


def test_nothing_to_see_has_no_ticks():
    assert integer_ticks(0, 1, 1, 5) == []
    assert integer_ticks(0, 0.2, 0.8, 5) == []
    assert decimal_ticks(2, 1, 5) == []
