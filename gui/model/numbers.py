"""Numbers as people write them: "1e4", "10 000", "10^12", read exactly or refused in one sentence."""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from fractions import Fraction
from typing import NoReturn

from gui.model.position import POSITION_LIMIT, Position

_LONGEST = 400
"""Characters of the longest text that is taken for a number."""
_SHOWN = 40
"""Characters of a text that a message repeats."""
_LARGEST_EXPONENT = 400
"""Beyond 10^400 or below 10^-400 every field of this program is far out of its range."""

_SPACES = re.compile(r"[\s\u2009\u202f\u00a0\u2007_]+")
_SUPERSCRIPTS = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SIGNS = str.maketrans({"−": "-", "·": "*", "×": "*"})
_GROUPED = re.compile(r"[+-]?\d{1,3}(_\d{3})+(?!\d)(?!_)", re.ASCII)
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<digits>\d+\.?\d*|\.\d+)(?:e(?P<exponent>[+-]?\d+))?)?"
    r"(?P<power>(?(digits)\*)(?P<root>\d+)\^(?P<by>[+-]?\d+))?",
    re.ASCII | re.IGNORECASE,
)
_MARKED = re.compile(r"(?P<sign>[+-]?)(?P<digits>\d[\d.,]*)(?P<rest>e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_THOUSANDS = re.compile(r"[+-]?\d{1,3}([.,]\d{3})+", re.ASCII)


class NumberError(ValueError):
    """A text that is no number of the wanted kind; the message is one sentence for a person."""


def parse_integer(text: str, name: str, low: int, high: int) -> int:
    """Read a whole number, exact at any size.

    Parameters
    ----------
    text : str
        What was typed.
    name : str
        What the number is, for the message.
    low, high : int
        The range, both included.

    Raises
    ------
    NumberError
        When the text is no whole number of the range, or can be read in two ways.
    """
    allowed = f"a whole number from {_bound(low)} to {_bound(high)}"
    cleaned = _cleaned(text, name, allowed)
    if "." in cleaned and _THOUSANDS.fullmatch(cleaned):
        _refuse_marks(text, cleaned, name)
    value = _value(text, cleaned, name, allowed)
    if value.denominator != 1 or not low <= value <= high:
        _refuse(text, name, allowed)
    return int(value)


def parse_real(text: str, name: str, low: float, high: float) -> float:
    """Read a number, correctly rounded to a float; the parameters are those of `parse_integer`.

    Raises
    ------
    NumberError
        When the text is no number of the range, or can be read in two ways.
    """
    allowed = f"a number from {_bound(low)} to {_bound(high)}"
    value = _value(text, _cleaned(text, name, allowed), name, allowed)
    if abs(value) > 10**300 or not low <= float(value) <= high:
        _refuse(text, name, allowed)
    return float(value)


def parse_position(text: str, name: str = "position") -> Position:
    """Read a position: "1000000000000000.25" keeps every digit, since it never goes through one float.

    Raises
    ------
    NumberError
        When the text is no number within ±(2^63 - 1), or can be read in two ways.
    """
    allowed = f"a number from {_bound(-POSITION_LIMIT)} to {_bound(POSITION_LIMIT)}"
    value = _value(text, _cleaned(text, name, allowed), name, allowed)
    if abs(value) > POSITION_LIMIT:
        _refuse(text, name, allowed)
    return Position.at(value)


def position_text(position: Position) -> str:
    """Return a position written out so that `parse_position` reads back the very same."""
    if not position.fraction:
        return str(position.whole)
    exact = Context(prec=400).add(Decimal(position.whole), Decimal(repr(position.fraction)))
    return f"{exact:f}"


def _cleaned(text: str, name: str, allowed: str) -> str:
    """Return the text in plain ASCII marks: powers as ^, products as *, digits without their grouping."""
    if not text.strip():
        raise NumberError(f"{name} must be {allowed}, and nothing was given")
    if len(text) > _LONGEST:
        _refuse(text, name, allowed)
    plain = "".join(_ascii_digit(c) for c in text.strip().translate(_SIGNS).replace("**", "^"))
    plain = _SUPERSCRIPTS.sub(lambda found: "^" + found[0].translate(_PLAIN), plain)
    plain = re.sub(r"\s*([*^])\s*", r"\1", plain)
    spaced = _SPACES.sub("_", plain)
    joined = _GROUPED.sub(lambda found: found[0].replace("_", ""), spaced, count=1)
    if "_" in joined:
        if re.fullmatch(r"[+-]?\d[\d_]*", joined, re.ASCII):
            raise NumberError(f"{name} {_shown(text)} is unclear: group its digits in threes or not at all")
        _refuse(text, name, allowed)
    return joined


def _ascii_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _value(text: str, cleaned: str, name: str, allowed: str) -> Fraction:
    """Return the exact value of a cleaned text."""
    found = _NUMBER.fullmatch(cleaned)
    if found is None or not (found["digits"] or found["root"]):
        if "," in cleaned or cleaned.count(".") > 1:
            _refuse_marks(text, cleaned, name)
        _refuse(text, name, allowed)
    exponent, by = int(found["exponent"] or 0), int(found["by"] or 0)
    if max(abs(exponent), abs(by)) > _LARGEST_EXPONENT or (by < 0 and not int(found["root"])):
        _refuse(text, name, allowed)
    value = Fraction(found["digits"] or 1) * Fraction(10) ** exponent * Fraction(found["root"] or 1) ** by
    return -value if found["sign"] == "-" else value


def _refuse(text: str, name: str, allowed: str) -> NoReturn:
    raise NumberError(f"{name} must be {allowed}, not {_shown(text)}")


def _refuse_marks(text: str, cleaned: str, name: str) -> NoReturn:
    """Refuse commas and points that mean thousands to some and decimals to others, naming what to write."""
    readings = _readings(cleaned)
    if not readings:
        raise NumberError(f"{name} {_shown(text)} is unclear: write a point for decimals and no comma")
    raise NumberError(f"{name} {_shown(text)} is unclear: write {' or '.join(readings)}")


def _readings(cleaned: str) -> list[str]:
    """Return the one or two plain ways to write what `cleaned` may mean."""
    found = _MARKED.fullmatch(cleaned)
    if found is None:
        return []
    sign, digits, rest = found["sign"], found["digits"], found["rest"] or ""
    marks = re.findall(r"[.,]", digits)
    head, tail = digits[: (at := digits.rindex(marks[-1]))], digits[at + 1 :]
    whole = sign + re.sub(r"[.,]", "", digits) + rest
    decimals = f"{sign}{re.sub(r'[.,]', '', head)}.{tail.rstrip('0') or '0'}{rest}"
    if len(set(marks)) > 1:
        return [decimals] if marks.count(marks[-1]) == 1 else []
    if len(marks) > 1:
        return [whole] if _THOUSANDS.fullmatch(digits) else []
    return [whole, decimals] if _THOUSANDS.fullmatch(digits) else [decimals]


def _shown(text: str) -> str:
    short = " ".join(text.split())
    return repr(short if len(short) <= _SHOWN else short[: _SHOWN - 3] + "...")


def _bound(value: float) -> str:
    """Return the end of a range as a person writes it: 8192, 0.001, 10^15, 2^63 - 1."""
    sign, size = ("-", -value) if value < 0 else ("", value)
    if size < 10**6 or size != int(size):
        return f"{sign}{size:.15g}"
    size = int(size)
    if size == 10 ** (len(str(size)) - 1):
        return f"{sign}10^{len(str(size)) - 1}"
    if size & (size - 1) == 0:
        return f"{sign}2^{size.bit_length() - 1}"
    if size & (size + 1) == 0:
        return f"-(2^{size.bit_length()} - 1)" if sign else f"2^{size.bit_length()} - 1"
    return f"{sign}{size}"
