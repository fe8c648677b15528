"""Numbers as people write them: read exactly, or refused in one sentence."""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.model.numbers import NumberError, parse_integer, parse_position, parse_real, position_text
from gui.model.position import POSITION_LIMIT, Position

FAR = 10**400


def integer(text):
    return parse_integer(text, "length", -FAR, FAR)


def real(text):
    return parse_real(text, "base", -1e300, 1e300)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10000", 10**4),
        (" 10000 ", 10**4),
        ("1e4", 10**4),
        ("1E+4", 10**4),
        ("1.5e3", 1500),
        ("10 000", 10**4),
        ("10\u2009000", 10**4),
        ("10\u202f000", 10**4),
        ("10\u00a0000", 10**4),
        ("10_000", 10**4),
        ("1 000 000", 10**6),
        ("10^12", 10**12),
        ("10**12", 10**12),
        ("10 ^ 12", 10**12),
        ("2^20", 2**20),
        ("10⁷", 10**7),
        ("2×10¹⁴", 2 * 10**14),
        ("2*10^14", 2 * 10**14),
        ("1e15", 10**15),
        ("+7", 7),
        ("-2^4", -16),
        ("−5", -5),
        ("12.0", 12),
        ("２００", 200),
        ("9007199254740993", 2**53 + 1),
    ],
)
def test_whole_numbers_are_read_exactly(text, value):
    assert integer(text) == value
    assert type(integer(text)) is int
    assert real(text) == float(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.001", 1e-3),
        ("1e-3", 1e-3),
        (".5", 0.5),
        ("5.", 5.0),
        ("1_000.5", 1000.5),
        ("2^-1", 0.5),
        ("-0", 0.0),
    ],
)
def test_decimal_numbers_are_read(text, value):
    assert real(text) == value


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("10,000", ["10000", "10.0"]),
        ("-10,000", ["-10000", "-10.0"]),
        ("1,5", ["1.5"]),
        ("0,5", ["0.5"]),
        ("1.000,5", ["1000.5"]),
        ("1,000.5", ["1000.5"]),
        ("1,234,567", ["1234567"]),
        ("1.234.567", ["1234567"]),
        ("1..2", ["point"]),
        ("1 2", ["threes"]),
        ("10 00", ["threes"]),
    ],
)
@pytest.mark.parametrize("read", [integer, real, parse_position])
def test_ambiguous_forms_are_explained(read, text, hints):
    with pytest.raises(NumberError, match="is unclear") as refused:
        read(text)
    message = str(refused.value)
    assert repr(text) in message
    assert all(hint in message for hint in hints)
    assert "\n" not in message


def test_a_point_before_three_digits_is_ambiguous_only_for_whole_numbers():
    assert real("10.000") == 10.0
    with pytest.raises(NumberError, match=r"10000 or 10\.0"):
        integer("10.000")


NO_NUMBERS = ["nan", "inf", "-inf", "abc", "", "  ", ".", "-", "1e", "e5", "^5", "3*", "0^-1", "0x10"]
NO_NUMBERS += [
    "1e4^2",
    "1/3",
    "½",
    "1e999999999",
    "10^999999999",
    "9" * 5000,
    "1\n2,",
    "--5",
    "5_",
    "_5",
    "True",
    "None",
]
READERS = [
    lambda text: parse_integer(text, "length", 1, 10**15),
    lambda text: parse_real(text, "base", 1e-3, 1e15),
    parse_position,
]


@pytest.mark.parametrize("text", NO_NUMBERS)
@pytest.mark.parametrize("read", READERS, ids=["integer", "real", "position"])
def test_what_is_no_number_is_refused_in_one_sentence(read, text):
    with pytest.raises(NumberError) as refused:
        read(text)
    message = str(refused.value)
    assert message.startswith(("length", "base", "position"))
    assert len(message) < 200
    assert "\n" not in message


def test_a_refusal_names_the_number_the_value_and_the_range():
    with pytest.raises(NumberError, match=r"^d must be a whole number from 2 to 8192, not '1'$"):
        parse_integer("1", "d", 2, 8192)
    with pytest.raises(NumberError, match=r"^length must be a whole number from 1 to 10\^15, not '12.5'$"):
        parse_integer("12.5", "length", 1, 10**15)
    with pytest.raises(NumberError, match=r"^base must be a number from 0.001 to 10\^15, not '1e16'$"):
        parse_real("1e16", "base", 1e-3, 1e15)
    with pytest.raises(NumberError, match=r"from -\(2\^63 - 1\) to 2\^63 - 1, not '2\^63'$"):
        parse_position("2^63")
    with pytest.raises(NumberError, match="nothing was given"):
        parse_real("", "base", 1e-3, 1e15)


def test_both_ends_of_a_range_are_in_it():
    assert parse_real("0.001", "base", 1e-3, 1e15) == 1e-3
    assert parse_real("1e15", "base", 1e-3, 1e15) == 1e15
    assert parse_integer("2^63 ", "p", 0, 2**63) == 2**63


def test_positions_keep_every_digit():
    assert parse_position("1000000000000000.25") == Position(10**15, 0.25)
    assert parse_position("-2.75") == Position(-3, 0.25)
    assert parse_position(str(POSITION_LIMIT)) == Position(POSITION_LIMIT)
    assert parse_position("0.99999999999999999999") == Position(1)


@given(st.integers(-FAR + 1, FAR - 1).filter(lambda n: len(str(n)) < 390))
def test_any_whole_number_survives(number):
    assert integer(str(number)) == number
    assert integer(f"{number:_}") == number
    assert integer(f"{number:_}".replace("_", "\u2009")) == number


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300))
def test_any_float_survives(number):
    assert real(repr(number)) == number


@given(st.integers(-POSITION_LIMIT, POSITION_LIMIT - 1), st.floats(0, 1, exclude_max=True))
def test_any_position_survives(whole, fraction):
    position = Position(whole, fraction)
    assert parse_position(position_text(position)) == position


@given(st.text(max_size=30) | st.text("0123456789.,_ e+-^*×⁷", max_size=12))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(NumberError):
        assert math.isfinite(real(text))


@given(st.integers(0, 999), st.integers(0, 60))
def test_powers_are_exact(root, exponent):
    assert Fraction(integer(f"{root}^{exponent}")) == Fraction(root) ** exponent
    assert integer(f"{root}e{exponent}") == root * 10**exponent
