"""The formula of one pair with the present numbers in it: as TeX to typeset, and as rich text."""

from __future__ import annotations

from dataclasses import dataclass

from engine import EncodingParams


@dataclass(frozen=True, slots=True)
class Formula:
    """The two cells of the table that a pair fills, as functions of the position p.

    Attributes
    ----------
    tex : tuple of str
        TeX of the sine's line and of the cosine's line.
    html : str
        The same as rich text, for where nothing can be typeset.
    """

    tex: tuple[str, str]
    html: str


def formula(params: EncodingParams, pair: int) -> Formula:
    """Return the true formula of a pair: amplitude · sin(scale · (p + offset) / base^exponent), and cos."""
    columns = params.convention.pair_columns(params.d_model, pair)
    lines = tuple(zip(("sin", "cos"), columns, strict=True))
    sine, cosine = (_tex_line(params, pair, name, column) for name, column in lines)
    return Formula((sine, cosine), "<br>".join(_html_line(params, pair, *line) for line in lines))


def exponent(params: EncodingParams, pair: int) -> tuple[int, int]:
    """Return numerator and denominator of the exponent of the base, as the convention writes it.

    They are 2i and d in the paper's spacing, d being one less where an odd width ends with zeros, and
    i and d/2 - 1 in the spacing that ends at 1/base.
    """
    if params.convention.spacing == "endpoint":
        return pair, params.pairs - 1
    whole = params.convention.has_extra_sine(params.d_model)
    return 2 * pair, params.d_model if whole else 2 * params.pairs


def _tex_line(params: EncodingParams, pair: int, function: str, column: int) -> str:
    over, under = exponent(params, pair)
    root = rf"\sqrt{{2/{params.d_model}}}\," if params.convention.amplitude == "unit_norm" else ""
    angle = f"{_tex_time(params)} / {_number(params.base)}^{{{over}/{under}}}"
    return rf"\mathrm{{PE}}[p, {column}] = {root}\{function}\left({angle}\right)"


def _tex_time(params: EncodingParams) -> str:
    """Return scale · (p + offset) in TeX."""
    scale, time = params.convention.scale, _shifted(params.convention.offset, "-")
    return time if scale == 1 else rf"{_tex_number(scale)} \cdot {time}"


def _html_line(params: EncodingParams, pair: int, function: str, column: int) -> str:
    over, under = exponent(params, pair)
    root = f"√(2/{params.d_model}) " if params.convention.amplitude == "unit_norm" else ""
    scale, time = params.convention.scale, _shifted(params.convention.offset, "−")
    time = time if scale == 1 else f"{_number(scale)} · {time}"
    return f"PE[p, {column}] = {root}{function}({time} / {_number(params.base)}<sup>{over}/{under}</sup>)"


def _shifted(offset: float, minus: str) -> str:
    """Return p + offset, in brackets where it is more than p."""
    if not offset:
        return "p"
    return f"(p {'+' if offset > 0 else minus} {_number(abs(offset))})"


def _number(value: float) -> str:
    """Return a number with all its digits: 10000, 0.5, 1e-06."""
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(value)


def _tex_number(value: float) -> str:
    mantissa, _, power = _number(value).partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa
