"""The grammar of live numbers: S(5), wavelength(pairs - 1, d=128), sqrt(d_model / 2); nothing is eval'd."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<sign>[-+*/^(),=])|(?P<end>$))",
    re.ASCII,
)
_LONGEST: Final = 120
"""Characters of the longest expression; deeper nesting than this allows cannot exhaust the stack."""
_LEVELS: Final = (("+", "-"), ("*", "/"))
"""Operators from the loosest to the tightest; ^ binds tighter still, to the right."""


class ExpressionError(ValueError):
    """An expression that cannot be read or has no value; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: whole, or with a point or an exponent."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Name:
    """A name: a field of the live state, or a word such as a number type."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the live state, with arguments and parameters that differ from the live ones."""

    name: str
    args: tuple[Node, ...] = ()
    changes: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """Two values and +, -, *, / or ^ between them."""

    sign: str
    left: Node
    right: Node


Node: TypeAlias = Number | Name | Call | Operation


@dataclass(slots=True)
class _Reader:
    text: str
    tokens: list[tuple[str, str]] = field(default_factory=list)
    at: int = 0

    @property
    def token(self) -> str:
        return self.tokens[self.at][1]

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    def take(self, *wanted: str) -> str | None:
        """Go past the next token if it is one of these signs, and return it."""
        if self.kind == "sign" and self.token in wanted:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def refuse(self) -> ExpressionError:
        what = f"{self.token!r} is not expected there" if self.token else "it ends too early"
        return ExpressionError(f"{self.text!r} cannot be read: {what}")


def parse(text: str) -> Node:
    """Return the tree of an expression.

    Raises
    ------
    ExpressionError
        When the text is none.
    """
    if len(text) > _LONGEST:
        raise ExpressionError(f"an expression may have {_LONGEST} characters, and this has {len(text)}")
    reader = _Reader(text, list(_tokens(text)))
    node = _sum(reader)
    if reader.kind != "end":
        raise reader.refuse()
    return node


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at, kind = 0, ""
    while kind != "end":
        found = _TOKEN.match(text, at)
        if found is None:
            raise ExpressionError(f"{text!r} cannot be read from {text[at:].strip()[:12]!r} on")
        at, kind = found.end(), str(found.lastgroup)
        yield kind, found[kind]


def _sum(reader: _Reader, level: int = 0) -> Node:
    """Read operators of one level, and what binds tighter between them."""
    if level == len(_LEVELS):
        return _signed(reader)
    node = _sum(reader, level + 1)
    while sign := reader.take(*_LEVELS[level]):
        node = Operation(sign, node, _sum(reader, level + 1))
    return node


def _signed(reader: _Reader) -> Node:
    if reader.take("-"):
        return Operation("-", Number(0), _signed(reader))
    node = _atom(reader)
    return Operation("^", node, _signed(reader)) if reader.take("^") else node


def _atom(reader: _Reader) -> Node:
    kind, token = reader.kind, reader.token
    if kind in ("number", "name"):
        reader.at += 1
    if kind == "number":
        return Number(int(token) if token.isdigit() else float(token))
    if kind == "name":
        return _call(reader, token) if reader.take("(") else Name(token)
    if reader.take("("):
        node = _sum(reader)
        _close(reader)
        return node
    raise reader.refuse()


def _call(reader: _Reader, name: str) -> Call:
    args: list[Node] = []
    changes: list[tuple[str, Node]] = []
    if reader.take(")"):
        return Call(name)
    while True:
        node = _sum(reader)
        if isinstance(node, Name) and reader.take("="):
            changes.append((node.name, _sum(reader)))
        elif changes:
            raise reader.refuse()
        else:
            args.append(node)
        if not reader.take(","):
            _close(reader)
            return Call(name, tuple(args), tuple(changes))


def _close(reader: _Reader) -> None:
    if not reader.take(")"):
        raise reader.refuse()
