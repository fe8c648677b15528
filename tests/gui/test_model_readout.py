"""Positions as texts: what was typed is read back, and a running position never runs ahead."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.model.numbers import parse_position
from gui.model.position import POSITION_LIMIT, Position
from gui.model.readout import plain_position, position_text


@pytest.mark.parametrize(
    ("typed", "two", "plain"),
    [
        ("17.3", "17.30", "17.3"),  # its float lies a little below
        ("0.29", "0.29", "0.29"),
        ("-17.3", "−17.30", "-17.3"),
        ("1000000000000000.7", "1 000 000 000 000 000.70", "1000000000000000.7"),
        ("5", "5.00", "5"),
        ("0.999999999", "0.99", "0.999999"),
    ],
)
def test_a_position_is_shown_as_it_was_typed(typed: str, two: str, plain: str) -> None:
    position = parse_position(typed)
    assert position_text(position, 2).replace("\u2009", " ").replace("\u202f", " ") == two
    assert plain_position(position) == plain


@given(st.integers(-(10**15), 10**15), st.integers(0, 10**6 - 1))
def test_six_decimals_come_back(whole: int, millionths: int) -> None:
    typed = Decimal(whole) + Decimal(millionths).scaleb(-6)
    shown = plain_position(parse_position(f"{typed:f}"))
    assert Decimal(shown) == typed


@given(st.integers(0, POSITION_LIMIT - 1), st.floats(0, 1, exclude_max=True), st.integers(0, 6))
def test_decimals_are_cut_and_never_rounded_up(whole: int, fraction: float, decimals: int) -> None:
    shown = Decimal(position_text(Position(whole, fraction), decimals, separate=False))
    exact = Decimal(whole) + Decimal(repr(fraction)).quantize(Decimal(1).scaleb(-decimals), ROUND_DOWN)
    assert shown == exact
