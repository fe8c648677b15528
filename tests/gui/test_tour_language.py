"""The language of live numbers: what expressions are worth, how they are said, and what is refused."""

from __future__ import annotations

from pathlib import Path

import mpmath
import pytest
from gui_kit import still

from engine import CONVENTIONS, EncodingParams
from gui.model.position import Position
from gui.tour.functions import FIELDS, FUNCTIONS
from gui.tour.grammar import ExpressionError
from gui.tour.live import NO_VALUE, live, said
from gui.tour.markup import formula_of, plain, text_of
from gui.tour.scope import CHANGES

DOCS = Path(__file__).resolve().parents[2] / "docs" / "tours.md"


def exact_s(k, d, base):
    with mpmath.workdps(40):
        return float(sum(mpmath.cos(k * mpmath.mpf(base) ** (-mpmath.mpf(2 * i) / d)) for i in range(d // 2)))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 2 * 3", 7),
        ("2 ^ 3 ^ 2", 512),
        ("-2 ^ 2", -4),
        ("(8 - 2) / 4", 1.5),
        ("2 * -3", -6),
        ("sqrt(d_model / 2)", 32**0.5),
        ("S(16)", exact_s(16, 64, 10000)),
        ("S(16, d=8, base=100)", exact_s(16, 8, 100)),
        ("cosine(63, d=8)", exact_s(63, 8, 10000) / 4),
        ("delta(1)", (1 - exact_s(1, 64, 10000) / 32) ** 0.5),
        ("wavelength(pairs - 1)", 2 * mpmath.pi * 10000 ** (62 / 64)),
        ("never_finish(d=512)", 172),
        ("finish(d=512)", 84),
        ("turns(0)", 42.5 / (2 * mpmath.pi)),
        ("phase(0)", mpmath.degrees(42.5) % 360),
        ("arc(0, 5)", mpmath.degrees(5)),
        ("sin(0)", mpmath.sin(42.5)),
        ("cos(0)", mpmath.cos(42.5)),
        ("PE(3, 1)", mpmath.cos(3)),
        ("norm()", 32**0.5),
        ("dot(900, 5)", exact_s(5, 64, 10000)),
        ("collision(0.1, d=8, base=100)", 22054),
        ("rival(d=16, base=100)", 270617),
        ("peak(11, 5000, base=100)", 0.348),
        ("limit(100)", 0.436773),
        ("limit_reach(d=512)", 87.3),
        ("rounded(257, bfloat16)", 256),
        ("distinct(1, 1000, bfloat16)", 506),
        ("explained(1, 0)", 1),
        ("S(1, convention=tensor2tensor)", 30.942),
        ("position", 42),
        ("gap + pair", 12),
        ("base", 10000),
        ("turns(0, position=0)", 0),
    ],
)
def test_values(source, value):
    state = still(position=Position(42, 0.5), gap=5, pair=7)
    tolerance = 2e-3 if isinstance(value, float) and len(repr(value)) < 9 else 1e-9
    assert live(source).value(state) == pytest.approx(float(value), rel=tolerance, abs=1e-12)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("d_model", "64"),
        ("base", "10\u2009000"),
        ("1 / 3", "0.3333"),
        ("1 / 3:2", "0.33"),
        ("2 / 3:.1", "0.7"),
        ("-2 / 3:.1", "−0.7"),
        ("1 / 4:%", "25 %"),
        ("10 ^ 12", "10¹²"),
        ("wavelength(40)", NO_VALUE),
        ("1 / (gap - 1)", NO_VALUE),
        ("collision(0.1, 20)", "none up to 20"),
    ],
)
def test_texts(source, text):
    assert live(source).text(still()) == text


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("", "ends too early"),
        ("S(", "ends too early"),
        ("S(1", "ends too early"),
        ("1 1", "not expected"),
        ("S(d=8, 1)", "not expected"),
        ("S()", "1 argument"),
        ("collision(1, 2, 3)", "1 or 2 arguments"),
        ("simularity(1)", "no function"),
        ("gapp", "'gap'"),
        ("norm", "norm()"),
        ("S(1, depth=3)", "cannot change"),
        ("S(1):x", "format"),
        ("__import__('os')", "cannot be read"),
        ("pairs.__class__", "cannot be read"),
        ("9" * 200, "120 characters"),
        ("(" * 119, "ends too early"),
    ],
)
def test_refusals(source, problem):
    with pytest.raises(ExpressionError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        live(source)


@pytest.mark.parametrize(
    "source",
    [
        "2 ^ 9999",
        "10 ^ 400",
        "10 ^ 299 * 10 ^ 299",
        "((9 ^ 99) ^ 99) ^ 99",
        "(0 - 1) ^ 0.5",
        "S(1, d=0)",
        "PE(3, 64)",
    ],
)
def test_no_value(source):
    with pytest.raises(ExpressionError):
        live(source).value(still())


def test_what_an_expression_reads():
    assert live("S(gap)").reads == {"params", "gap"}
    assert live("turns(pair, position=gap)").reads == {"params", "position", "gap", "pair"}
    assert live("sqrt(2)").reads == set()
    assert live("1 + collision(0.1)").slow
    assert not live("S(1)").slow


def test_marks():
    text = text_of("a *b {pair}* `c*d {2*3}` ω_i λ_i R_tᵀ R_(s-t) b^(2/d) <", "next")
    html = text.html(lambda number: number.text(still(pair=7)))
    assert html == (
        "a <i>b </i><i><b>7</b></i> "
        "<code>c</code><code>*</code><code>d </code><code><b>6</b></code> "
        "ω<sub>i</sub> λ<sub>i</sub> R<sub>t</sub>ᵀ "
        "R<sub>s-t</sub> b<sup>2/d</sup> &lt;",
        "next",
    )
    assert plain(text.paragraphs[0], still(pair=7)) == "a b 7 c*d 6 ω_i λ_i R_tᵀ R_(s-t) b^(2/d) <"
    assert text.reads == {"pair"}
    for broken in ("{pair", "pair}", "*a", "`a"):
        with pytest.raises(ExpressionError):
            text_of(broken)


def test_formulas_take_numbers_but_not_of_the_position():
    formula = formula_of(r"S_{\num{gap}} = \num{2^-30}")
    assert formula.tex(still(gap=5)) == r"S_{5} = 9.313 \times 10^{-10}"
    assert formula_of(r"\num{-3}").tex(still()) == "{-3}"
    with pytest.raises(ExpressionError, match="position"):
        formula_of(r"\num{turns(0)}")


def test_minus_zero_is_not_shown():
    assert said(-1e-9, ".2") == "0.00"


def test_all_is_documented():
    text = DOCS.read_text(encoding="utf-8")
    for name in (*FUNCTIONS, *FIELDS, *CHANGES):
        assert f"`{name}" in text, name


def test_a_convention_may_be_changed():
    state = still(params=EncodingParams(64, convention=CONVENTIONS["ddpm"]))
    assert live("S(1)").value(state) != live("S(1, convention=paper)").value(state)
