"""What the read-out line says: the exact value under the pointer, or what the picture shows."""

from __future__ import annotations

from engine import EncodingParams
from gui.heatmap.scene import pairs_joined, table_value
from gui.model.readout import MINUS, integer_text
from gui.model.state import HeatWindow, Hover

DECIMALS = 8
"""Decimals of a value in the read-out."""


def value_text(value: float) -> str:
    """Return a value with a fixed number of decimals and a true minus sign."""
    return f"{value:.{DECIMALS}f}".replace("-", MINUS)


def hover_texts(params: EncodingParams, hover: Hover, channel: int | None) -> tuple[str, ...]:
    """Return what to say of what is hovered, the fullest form first; empty for nothing.

    Parameters
    ----------
    params : EncodingParams
        The table.
    hover : Hover
        The pair and the row, from whichever view.
    channel : int, optional
        The channel, where the pointer is over this view.
    """
    if hover.row is not None and channel is not None:
        return _cell_texts(params, hover.row, channel)
    if hover.pair is not None:
        return _pair_texts(params, hover.row, hover.pair)
    return () if hover.row is None else (f"row {integer_text(hover.row)}",)


def window_texts(params: EncodingParams, window: HeatWindow, width: int, height: int) -> tuple[str, ...]:
    """Return a caption of the picture, the fullest form first; the size is in device pixels."""
    table = f"{_counted(params.length)} × {params.d_model} channels"
    short = f"{integer_text(params.length)} × {params.d_model}"
    notes = []
    if (rows := window.rows / height) > 1:
        count = integer_text(round(rows)) if rows >= 10 else f"{rows:.1f}"
        notes.append(f" · each pixel is the mean of {count} positions")
    if pairs_joined(params, window, width):
        notes.append(" · sine and cosine averaged")
    return *(table + "".join(notes[:n]) for n in range(len(notes), -1, -1)), short


def _counted(positions: int) -> str:
    return "1 position" if positions == 1 else f"{integer_text(positions)} positions"


def _cell_texts(params: EncodingParams, row: int, channel: int) -> tuple[str, ...]:
    pair, function = params.convention.channel(params.d_model, channel)
    value = value_text(table_value(params, row, channel))
    kind = (
        f"{function}, pair {pair}"
        if pair < params.pairs
        else {"sin": "one more sine"}.get(function, function)
    )
    full = f"row {integer_text(row)} · channel {channel} ({kind}) = {value}"
    return full, f"PE[{integer_text(row)}, {channel}] = {value}", value


def _pair_texts(params: EncodingParams, row: int | None, pair: int) -> tuple[str, ...]:
    sine, cosine = params.convention.pair_columns(params.d_model, pair)
    if row is None:
        return f"pair {pair} · sin in channel {sine}, cos in channel {cosine}", f"pair {pair}"
    sin, cos = (value_text(table_value(params, row, column)) for column in (sine, cosine))
    return f"row {integer_text(row)} · pair {pair}: sin = {sin}, cos = {cos}", f"sin {sin}, cos {cos}"
