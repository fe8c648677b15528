"""Where an export comes from: the one list of keys and values that files carry; no Qt in here."""

from __future__ import annotations

from typing import Any, Final

from engine import Table, parameters
from gui.model.numbers import position_text
from gui.model.position import Position
from gui.model.readout import plain_number
from gui.model.state import AppState

PROGRAM: Final = "Wall of Clocks"
VERSION: Final = "0.1.0"

Provenance = tuple[tuple[str, str], ...]


def of_table(table: Table) -> Provenance:
    """Return what a table's file says of its making: the program, the kind, every parameter, the units."""
    lines = (("table", table.kind), *((key, _text(value)) for key, value in _values(table).items()))
    return (_program(), *lines, ("units", _units(table)))


def described(table: Table) -> dict[str, Any]:
    """Return the same for files that keep structure and numbers: with the columns and their units listed."""
    return {
        "program": _program()[1],
        "table": table.kind,
        "parameters": _values(table),
        "columns": list(table.columns),
        "units": list(table.units),
    }


def of_picture(view: str, state: AppState) -> Provenance:
    """Return what a picture says of its making: the program, the view, every parameter and place."""
    return (
        _program(),
        ("view", view),
        *((key, _text(value)) for key, value in parameters(state.params)),
        ("position", position_text(state.position)),
        ("gap", str(state.gap)),
        ("pair", str(state.pair)),
        ("theme", state.theme),
    )


def _program() -> tuple[str, str]:
    return ("program", f"{PROGRAM} {VERSION}")


def _values(table: Table) -> dict[str, int | float | str]:
    """Return the parameters of a table, a position with a fraction as the text that keeps all its digits."""
    values = dict(table.parameters)
    fraction = float(values.pop("fraction", 0.0))
    if fraction:
        values["position"] = position_text(Position(int(values["position"]), fraction))
    return values


def _text(value: int | float | str) -> str:
    """Return a value as text that reads back to it, never by the locale."""
    return plain_number(value) if isinstance(value, float) else str(value)


def _units(table: Table) -> str:
    named = [
        f"{name} in {unit}" for name, unit in zip(table.columns, table.units, strict=True) if unit != "1"
    ]
    return "; ".join([*named, "all else without unit"])
