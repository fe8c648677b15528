"""The position: exact arithmetic at any size."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.model.position import POSITION_LIMIT, Position

wholes = st.integers(-(2**62), 2**62)
fractions = st.floats(0.0, 1.0, exclude_max=True)
steps = st.floats(-1e12, 1e12) | st.floats(-2.0, 2.0) | st.fractions(-1000, 1000)


def exact(position: Position) -> Fraction:
    return position.whole + Fraction(position.fraction)


@given(wholes, fractions, steps)
def test_moving_agrees_with_fractions_to_the_last_bit(whole, fraction, by):
    moved = Position(whole, fraction).moved(by)
    assert 0.0 <= moved.fraction < 1.0
    assert abs(exact(moved) - (whole + Fraction(fraction) + Fraction(by))) <= Fraction(2) ** -52


@given(wholes, fractions, st.integers(-(10**15), 10**15))
def test_moving_by_whole_numbers_keeps_the_fraction(whole, fraction, by):
    assert Position(whole, fraction).moved(by) == Position(whole + by, fraction)


@given(st.floats(-1e18, 1e18) | st.fractions(-(10**6), 10**6))
def test_a_number_becomes_its_position(value):
    position = Position.at(value)
    assert 0.0 <= position.fraction < 1.0
    assert abs(exact(position) - Fraction(value)) <= Fraction(2) ** -53


@given(wholes, fractions, st.integers(1, 10**15))
def test_wrapping_is_the_modulo_of_the_whole_part(whole, fraction, length):
    wrapped = Position(whole, fraction).wrapped(length)
    assert 0 <= wrapped.whole < length
    assert exact(wrapped) == exact(Position(whole, fraction)) % length


@pytest.mark.parametrize(
    ("start", "by", "end"),
    [
        (Position(), -1e-20, Position()),
        (Position(3), -0.25, Position(2, 0.75)),
        (Position(10**15, 0.5), 0.5, Position(10**15 + 1)),
        (Position(POSITION_LIMIT - 1), 5, Position(POSITION_LIMIT)),
        (Position(POSITION_LIMIT), 0.5, Position(POSITION_LIMIT)),
        (Position(1 - POSITION_LIMIT), -1e300, Position(-POSITION_LIMIT)),
        (Position(), 1e300, Position(POSITION_LIMIT)),
    ],
)
def test_carries_and_ends(start, by, end):
    assert start.moved(by) == end


def test_value_is_the_rough_float():
    assert Position(-1, 0.5).value == -0.5
