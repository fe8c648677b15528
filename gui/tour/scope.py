"""The scope of an expression: the part of the live state that functions of it may read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from engine import CONVENTIONS, EncodingParams
from gui.model.position import START, Position
from gui.model.state import AppState
from gui.tour.grammar import ExpressionError

Value: TypeAlias = int | float | str
"""What an expression is worth; a text is a value in words, as "none up to 1000"."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression is a function of."""

    params: EncodingParams = EncodingParams()  # noqa: RUF009 - frozen
    position: Position = START
    gap: int = 1
    pair: int = 0

    @classmethod
    def of(cls, state: AppState) -> Scope:
        """Return the scope of a state."""
        return cls(state.params, state.position, state.gap, state.pair)

    def only(self, fields: frozenset[str]) -> Scope:
        """Return the scope with all other fields as at the start: equal ones mean equal results."""
        return Scope(**{name: getattr(self, name) for name in fields})

    def changed(self, changes: dict[str, Value]) -> Scope:
        """Return the scope with other parameters: d, base, length, convention, position, gap, pair."""
        params: dict[str, Any] = {}
        rest: dict[str, Any] = {}
        for name, value in changes.items():
            if name in PARAMS:
                params[PARAMS[name]] = _convention(value) if name == "convention" else value
            else:
                rest[name] = Position.at(number(value)) if name == "position" else whole(value)
        return replace(self, params=replace(self.params, **params), **rest)


PARAMS: Final = {"d": "d_model", "base": "base", "length": "length", "convention": "convention"}
CHANGES: Final = (*PARAMS, "position", "gap", "pair")
"""What may follow the arguments of a function as name=value."""


def _convention(value: Value) -> Any:
    if value not in CONVENTIONS:
        raise ExpressionError(f"convention must be one of {', '.join(CONVENTIONS)}, not {value!r}")
    return CONVENTIONS[str(value)]


def number(value: Value) -> int | float:
    """Return a value that must be a finite number."""
    if isinstance(value, str) or not math.isfinite(value):
        raise ExpressionError(f"{value!r} is no number")
    return value


def whole(value: Value) -> int:
    """Return a value that must be a whole number."""
    if number(value) != int(number(value)):
        raise ExpressionError(f"{value!r} is no whole number")
    return int(value)
