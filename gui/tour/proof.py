"""The proof of a tour: every number that stands in a text is computed again, or has a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gui.model.state import AppState
from gui.tour.actions import label_text
from gui.tour.grammar import ExpressionError
from gui.tour.tour import Check, Step, Tour

_SPACE: Final = "[ \u00a0\u2009\u202f]"
_NUMBER: Final = re.compile(
    rf"(?<![\w.√^])[-−]?(?P<digits>\d+(?:{_SPACE}\d{{3}})*(?:\.\d+)?)"
    r"(?:×10(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|e(?P<exponent>-?\d+))?(?![\w.]*\w)"
)
_PLAIN: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
CONSTANTS: Final = frozenset({"0", "1", "2", "-1", "−1", "10"})
"""Numbers that need no proof: ends of ranges and factors of formulas."""


def problems(tour: Tour) -> Iterator[str]:
    """Yield what is wrong with the numbers of a tour, a sentence each; nothing where all are proved."""
    for n, (step, state) in enumerate(zip(tour.steps, tour.states(AppState()), strict=True), start=1):
        for problem in (*_wrong(step, state), *_undefined(step, state), *_unproved(step)):
            yield f"{tour.name}, step {n}: {problem}"


def numbers_in(text: str) -> list[str]:
    """Return the numbers that stand in a text, as they are written; 2i, d/2 and float32 are none."""
    return [found[0] for found in _NUMBER.finditer(text)]


def agrees(check: Check, state: AppState) -> bool:
    """Tell whether a quoted number is what its expression is worth.

    Raises
    ------
    ExpressionError
        When the expression has no value, or the quote not just one number.
    """
    value = check.expression.value(state)
    if isinstance(value, str):
        raise ExpressionError(f"{check.expression.source} is {value!r}")
    quoted, unit = _read(check.quote)
    allowed = max(unit / 2, check.within * abs(value)) * (1 + 1e-9)
    return abs(value * (100 if "%" in check.quote else 1) - quoted) <= allowed


def _read(quote: str) -> tuple[float, float]:
    """Return the number in a quote, and the unit of its last digit."""
    found = list(_NUMBER.finditer(quote))
    if len(found) != 1:
        raise ExpressionError(f"the quote {quote!r} must hold one number")
    digits = re.sub(_SPACE, "", found[0]["digits"])
    exponent = int((found[0]["power"] or found[0]["exponent"] or "0").translate(_PLAIN))
    decimals = len(digits.partition(".")[2])
    sign = -1 if found[0][0][0] in "-−" else 1
    return sign * float(f"{digits}e{exponent}"), 10.0 ** (exponent - decimals)


def _wrong(step: Step, state: AppState) -> Iterator[str]:
    for check in step.checks:
        try:
            if not agrees(check, state):
                value = check.expression.value(state)
                yield f"{check.quote!r} is quoted, and {check.expression.source} is {value}"
        except ExpressionError as problem:
            yield f"{check.quote!r} cannot be checked: {problem}"


def _undefined(step: Step, state: AppState) -> Iterator[str]:
    texts = [number for text in step.texts.values() for number in text.numbers]
    formulas = [n for fs in step.formulas.values() for f in fs for n in f.numbers]
    for number in (*texts, *formulas):
        try:
            number.value(state)
        except ExpressionError as problem:
            yield f"{number.source} has no value: {problem}"
    for action in step.actions:
        label_text(action, state)


def _unproved(step: Step) -> Iterator[str]:
    """Yield numbers of the texts that no check and no source covers, and quotes that stand nowhere."""
    texts = [step.title, *(text.quoted for text in step.texts.values())]
    texts += [text for action in step.actions if (text := action.label.quoted)]
    for quote in (*(c.quote for c in step.checks), *(r.quote for r in step.reported)):
        pattern = re.compile(rf"(?<![\w.]){re.escape(quote)}(?!\w)")
        if not any(pattern.search(text) for text in texts):
            yield f"{quote!r} is declared, and stands in no text"
        texts = [pattern.sub("", text) for text in texts]
    for text in texts:
        yield from (
            f"{number!r} is quoted without a check" for number in numbers_in(text) if number not in CONSTANTS
        )
