"""Where an export comes from: the one list of keys and values that files carry; no Qt in here."""

from __future__ import annotations

from typing import Final

from engine.tables import Table, parameters
from gui.model.numbers import position_text
from gui.model.position import Position
from gui.model.readout import plain_number
from gui.model.state import AppState

PROGRAM: Final = "Wall of Clocks"
VERSION: Final = "0.1.0"

Provenance = tuple[tuple[str, str], ...]


def of_table(table: Table) -> Provenance:
    """Return what a table's file says of its making: the program, the kind, every parameter, the units."""
    values = dict(table.parameters)
    if "fraction" in values:
        whole, fraction = int(values["position"]), float(values.pop("fraction"))
        values["position"] = position_text(Position(whole, fraction))
    lines = (("table", table.kind), *((key, _text(value)) for key, value in values.items()))
    return (_program(), *lines, ("units", _units(table)))


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


def _text(value: int | float | str) -> str:
    """Return a value as text that reads back to it, never by the locale."""
    return plain_number(value) if isinstance(value, float) else str(value)


def _units(table: Table) -> str:
    named = [
        f"{name} in {unit}" for name, unit in zip(table.columns, table.units, strict=True) if unit != "1"
    ]
    return "; ".join([*named, "all else without unit"])
