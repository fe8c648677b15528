"""What the read-out line says: the exact value under the pointer, or what the picture shows."""

from __future__ import annotations

from engine import EncodingParams, phases
from gui.heatmap.scene import Request, pairs_joined, table_value
from gui.model.readout import MINUS, degrees, integer_text
from gui.model.state import HeatQuantity, Hover

DECIMALS = 8
"""Decimals of a value in the read-out."""


def value_text(value: float) -> str:
    """Return a value with a fixed number of decimals and a true minus sign."""
    return f"{value:.{DECIMALS}f}".replace("-", MINUS)


def hover_texts(
    params: EncodingParams, hover: Hover, channel: int | None, quantity: HeatQuantity = "value"
) -> tuple[str, ...]:
    """Return what to say of what is hovered, the fullest form first; empty for nothing.

    Parameters
    ----------
    params : EncodingParams
        The table.
    hover : Hover
        The pair and the row, from whichever view.
    channel : int, optional
        The channel as it is stored, where the pointer is over this view.
    quantity : {"value", "phase"}
        What the colours show; phases are said as well where they are.
    """
    if hover.row is not None and channel is not None:
        return _cell_texts(params, hover.row, channel, quantity)
    if hover.pair is not None:
        return _pair_texts(params, hover.row, hover.pair, quantity)
    return () if hover.row is None else (f"row {integer_text(hover.row)}",)


def window_texts(request: Request) -> tuple[str, ...]:
    """Return a caption of the picture, the fullest form first."""
    params = request.params
    table = f"{_counted(params.length)} × {params.d_model} channels"
    short = f"{integer_text(params.length)} × {params.d_model}"
    notes = _notes(request)
    return *(table + "".join(notes[:n]) for n in range(len(notes), -1, -1)), short


def _notes(request: Request) -> list[str]:
    """Return what has to be known to read the picture, the most important first."""
    notes, phase, rows = [], request.quantity == "phase", request.window.rows / request.height
    if rows > 1:
        count = integer_text(round(rows)) if rows >= 10 else f"{rows:.1f}"
        notes.append(f" · each pixel is the mean {'direction ' if phase else ''}of {count} positions")
    if phase and (rows > 1 or request.width < request.window.channels):
        notes.append(", grey where they cancel" if rows > 1 else " · grey where directions cancel")
    if not phase and pairs_joined(request.params, request.window, request.width):
        notes.append(" · sine and cosine averaged")
    return notes


def _counted(positions: int) -> str:
    return "1 position" if positions == 1 else f"{integer_text(positions)} positions"


def _cell_texts(params: EncodingParams, row: int, channel: int, quantity: HeatQuantity) -> tuple[str, ...]:
    pair, function = params.convention.channel(params.d_model, channel)
    value = value_text(table_value(params, row, channel))
    named = pair < params.pairs
    kind = f"{function}, pair {pair}" if named else {"sin": "one more sine"}.get(function, function)
    phase = _phase_text(params, row, pair) if quantity == "phase" and named else ""
    full = f"row {integer_text(row)} · channel {channel} ({kind}) = {value}"
    brief = f"PE[{integer_text(row)}, {channel}] = {value}"
    return (full + phase, brief + phase, phase.removeprefix(" · ")) if phase else (full, brief, value)


def _phase_text(params: EncodingParams, row: int, pair: int) -> str:
    return f" · phase {degrees(float(phases(params, row)[0, pair]))}"


def _pair_texts(
    params: EncodingParams, row: int | None, pair: int, quantity: HeatQuantity
) -> tuple[str, ...]:
    sine, cosine = params.convention.pair_columns(params.d_model, pair)
    if row is None:
        return f"pair {pair} · sin in channel {sine}, cos in channel {cosine}", f"pair {pair}"
    sin, cos = (value_text(table_value(params, row, column)) for column in (sine, cosine))
    full = f"row {integer_text(row)} · pair {pair}: sin = {sin}, cos = {cos}"
    if quantity == "phase":
        phase = _phase_text(params, row, pair)
        return full + phase, f"row {integer_text(row)} · pair {pair}{phase}", phase.removeprefix(" · ")
    return full, f"sin {sin}, cos {cos}"
