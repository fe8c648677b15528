"""How numbers are said: figures of a fixed width, so that nothing jitters while the position runs."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from gui.model.position import Position

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_THIN_SPACE = "\u2009"
_FIGURE_SPACE = "\u2007"
MINUS = "−"


def significant(value: float, digits: int = 4) -> str:
    """Return a number to so many significant digits: 47.12, 6283, 54 410, 2.559×10⁶."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    mantissa, exponent_text = f"{abs(value):.{digits - 1}e}".split("e")
    exponent = int(exponent_text)
    sign = MINUS if value < 0 else ""
    if -4 < exponent < max(digits, 6):
        decimals = max(digits - 1 - exponent, 0)
        return sign + grouped(f"{float(mantissa + 'e' + exponent_text):.{decimals}f}")
    return f"{sign}{mantissa}×10{str(exponent).translate(_SUPERSCRIPTS)}"


def integer_text(value: int) -> str:
    """Return a whole number as a person reads it: 5000, 12 500 or 2×10¹⁴, always exact.

    Digits are grouped in threes from five digits on; a round number from 10^7 on is written with a power
    of ten, which says the same in less room.
    """
    digits = str(abs(value))
    sign = MINUS if value < 0 else ""
    zeros = len(digits) - len(digits.rstrip("0"))
    if len(digits) > 7 and len(digits) - zeros <= 4:
        return sign + _with_power(digits.rstrip("0"), len(digits) - 1)
    return sign + grouped(digits)


def _with_power(lead: str, exponent: int) -> str:
    mantissa = lead[0] + ("." + lead[1:] if lead[1:] else "")
    power = "10" + str(exponent).translate(_SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa}×{power}"


def grouped(text: str) -> str:
    """Group the whole digits of a plain decimal number in threes, from five digits on."""
    whole, dot, rest = text.partition(".")
    if len(whole) < 5:
        return text
    return f"{int(whole):,}".replace(",", _THIN_SPACE) + dot + rest


def signed(value: float, decimals: int) -> str:
    """Return a number with its sign and so many decimals; the sign takes the same room either way."""
    text = f"{abs(value):.{decimals}f}"
    return (MINUS if value < 0 and float(text) else "+") + text


def degrees(phase: float) -> str:
    """Return a phase in radians as degrees of a width that never changes, padded with figure spaces."""
    return f"{min(math.degrees(phase), 359.94):5.1f}°".replace(" ", _FIGURE_SPACE)


def widest(text: str) -> str:
    """Return a read-out with every figure at its widest, to measure the room it will ever need."""
    return re.sub(rf"[0-9{_FIGURE_SPACE}]", "0", text).replace("-", "+").replace(MINUS, "+")


def position_text(position: Position, decimals: int, *, separate: bool = True) -> str:
    """Return a position with so many decimals, cut and not rounded so that it never runs ahead.

    `separate` puts thin spaces between groups of three digits.
    """
    exact = _exact(position)
    scaled = math.floor(abs(exact) * 10**decimals)
    whole, rest = divmod(scaled, 10**decimals)
    text = (grouped(str(whole)) if separate else str(whole)) + (f".{rest:0{decimals}d}" if decimals else "")
    return (MINUS if exact < 0 and scaled else "") + text


def _exact(position: Position) -> Fraction:
    """Return what a position stands for: 17.3, whose float lies a little below and, cut, would read 17.29."""
    return position.whole + Fraction(repr(position.fraction))


def plain_position(position: Position) -> str:
    """Return a position as it can be typed again: no grouping, cut (not rounded) after six decimals."""
    if not position.fraction:
        return str(position.whole)
    exact = _exact(position)
    whole, rest = divmod(abs(exact), 1)
    return f"{'-' if exact < 0 else ''}{whole}.{f'{math.floor(rest * 10**6):06d}'.rstrip('0') or '0'}"


def plain_number(value: float) -> str:
    """Return a number as it can be typed again: 10000, 0.5, 1e+15."""
    return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else repr(value)
