"""Live numbers: expressions checked once, evaluated on any state, said as the window says its own."""

from __future__ import annotations

import difflib
import math
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from gui.model.readout import MINUS, grouped, integer_text, significant
from gui.model.state import AppState
from gui.tour.functions import FIELDS, FUNCTIONS, WORDS, called
from gui.tour.grammar import Call, ExpressionError, Name, Node, Number, Operation, parse
from gui.tour.scope import CHANGES, Scope, Value, number

NO_VALUE: Final = "–"
"""What stands for a number that the present state does not have, such as pair 40 of 32."""
_FORMAT: Final = re.compile(r"\.?\d{1,2}|%")
_LARGEST_POWER: Final = 300
"""Powers of ten beyond which nothing is computed: whole numbers would grow without limit."""

_SIGNS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


@dataclass(frozen=True, slots=True)
class Live:
    """An expression with a format.

    Attributes
    ----------
    source : str
        As written, format included.
    node : Node
        Its tree.
    form : str
        "" for four significant digits, "6" for six, ".2" for two decimals, "%" for per cent.
    reads : frozenset of str
        The fields of the state that it depends on.
    slow : bool
        Whether its value may take longer than a frame.
    """

    source: str
    node: Node
    form: str
    reads: frozenset[str]
    slow: bool = False

    def value(self, state: AppState) -> Value:
        """Return what it is worth in a state.

        Raises
        ------
        ExpressionError
            When it has no value there.
        """
        return _value(self.node, Scope.of(state))

    def text(self, state: AppState) -> str:
        """Return its value as it is shown."""
        try:
            return said(self.value(state), self.form)
        except ExpressionError:
            return NO_VALUE


def live(source: str) -> Live:
    """Return the expression of a placeholder, all its names checked.

    Raises
    ------
    ExpressionError
        Says what is wrong with it.
    """
    text, _, form = source.partition(":")
    if form and not _FORMAT.fullmatch(form):
        raise ExpressionError(f"the format {form!r} must be digits as 4, decimals as .2, or %")
    node = parse(text)
    return Live(source, node, form, _reads(node), _slow(node))


def said(value: Value, form: str = "") -> str:
    """Return a value in the figures of the window."""
    if isinstance(value, str):
        return value
    if form == "%":
        return f"{grouped(f'{100 * value:.0f}')} %"
    if form.startswith("."):
        text = f"{abs(value):.{int(form[1:])}f}"
        return (MINUS if value < 0 and float(text) else "") + grouped(text)
    if isinstance(value, int) and not form:
        return integer_text(value)
    return significant(value, int(form or 4))


def _value(node: Node, scope: Scope) -> Value:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Name):
        return FIELDS[node.name][0](scope) if node.name in FIELDS else node.name
    if isinstance(node, Operation):
        return _result(node.sign, number(_value(node.left, scope)), number(_value(node.right, scope)))
    try:
        there = scope.changed({name: _value(change, scope) for name, change in node.changes})
    except ValueError as problem:
        raise ExpressionError(str(problem)) from problem
    args = tuple(_value(arg, there) for arg in node.args)
    return called(node.name, there.only(FUNCTIONS[node.name].reads), args)


def _result(sign: str, left: int | float, right: int | float) -> Value:
    try:
        value = _power(left, right) if sign == "^" else _SIGNS[sign](left, right)
        if not isinstance(value, complex) and math.isfinite(value):
            return value
    except ArithmeticError:
        pass
    raise ExpressionError(f"{left} {sign} {right} has no value")


def _power(left: int | float, right: int | float) -> float:
    if left and abs(right * math.log10(abs(left))) > _LARGEST_POWER:
        raise ExpressionError(f"{left} ^ {right} is out of range")
    power: float = left**right
    return power


def _reads(node: Node) -> frozenset[str]:
    """Return the fields that a tree depends on, and refuse names that do not exist."""
    if isinstance(node, Number):
        return frozenset()
    if isinstance(node, Name):
        return _name_reads(node.name)
    if isinstance(node, Operation):
        return _reads(node.left) | _reads(node.right)
    return _call_reads(node)


def _slow(node: Node) -> bool:
    if isinstance(node, Operation):
        return _slow(node.left) or _slow(node.right)
    if not isinstance(node, Call):
        return False
    inside = (*node.args, *(change for _, change in node.changes))
    return FUNCTIONS[node.name].slow or any(map(_slow, inside))


def _name_reads(name: str) -> frozenset[str]:
    if name in FIELDS:
        return FIELDS[name][1]
    if name in FUNCTIONS and not FUNCTIONS[name].least:
        raise ExpressionError(f"{name} needs brackets: {name}()")
    if name not in WORDS:
        raise ExpressionError(f"there is no {name!r}{_hint(name, (*FIELDS, *FUNCTIONS, *WORDS))}")
    return frozenset()


def _call_reads(call: Call) -> frozenset[str]:
    function = FUNCTIONS.get(call.name)
    if function is None:
        raise ExpressionError(f"there is no function {call.name!r}{_hint(call.name, FUNCTIONS)}")
    if not function.least <= len(call.args) <= function.most:
        raise ExpressionError(
            f"{call.name} takes {_count(function.least, function.most)}, not {len(call.args)}"
        )
    for name, _ in call.changes:
        if name not in CHANGES:
            raise ExpressionError(f"{call.name} cannot change {name!r}, only {', '.join(CHANGES)}")
    inside = [_reads(node) for node in (*call.args, *(node for _, node in call.changes))]
    return function.reads.union(*inside)


def _count(least: int, most: int) -> str:
    amount = str(least) if least == most else f"{least} or {most}"
    return f"{amount} argument{'' if amount == '1' else 's'}"


def _hint(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    return f": is {near[0]!r} meant?" if near else ""
