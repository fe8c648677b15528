"""What part of the table is seen: fitting, zooming and panning as pure functions of exact windows."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from engine import EncodingParams
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow

MIN_ROWS = 2.0
"""Fewest rows that zooming in leaves."""
MIN_CHANNELS = 2.0
"""Fewest channels that zooming in leaves."""
GROWTH = 4
"""How many lengths of the table can be seen at once."""


def last_row(params: EncodingParams) -> int:
    """Return the row at which every window ends at the latest, `GROWTH` lengths down and at least 8."""
    return max(8, GROWTH * params.length)


def fit_window(params: EncodingParams, position: Position) -> HeatWindow:
    """Return the window that shows the whole table.

    It ends at the table's length while the position is inside; when the position runs on beyond the
    length, the window grows in doublings up to four lengths, so that it changes twice and never creeps.
    """
    rows = params.length
    while rows <= position.whole and rows < GROWTH * params.length:
        rows *= 2
    return HeatWindow(0, 0.0, float(rows), 0.0, float(params.d_model))


def seen_window(params: EncodingParams, window: HeatWindow | None, position: Position) -> HeatWindow:
    """Return the window that is shown: the state's own, held to its limits, or the fit for None."""
    if window is None or not _finite(window):
        return fit_window(params, position)
    return normalised(params, window)


def normalised(params: EncodingParams, window: HeatWindow) -> HeatWindow:
    """Return the window inside its limits: not too near, not too far, and on the table's surroundings.

    Windows end at `last_row` below and one length before row 0 above; channels end with the table.
    """
    channels = min(max(window.channels, MIN_CHANNELS), float(params.d_model))
    rows = min(max(window.rows, MIN_ROWS), float(last_row(params)))
    top = window.row + Fraction(window.row_fraction)
    top = max(min(top, last_row(params) - Fraction(rows)), Fraction(-params.length))
    channel = min(max(window.channel, 0.0), params.d_model - channels)
    row = Position.at(top)
    return HeatWindow(row.whole, row.fraction, rows, channel, channels)


def moved(params: EncodingParams, window: HeatWindow, *, rows: float, channels: float) -> HeatWindow:
    """Return the window moved down by `rows` and to the right by `channels`."""
    top = Position(window.row, window.row_fraction).moved(rows)
    shifted = replace(window, row=top.whole, row_fraction=top.fraction, channel=window.channel + channels)
    return normalised(params, shifted)


def zoomed(
    params: EncodingParams, window: HeatWindow, *, at: tuple[float, float], rows: float, channels: float
) -> HeatWindow:
    """Return the window magnified about a point of it.

    Parameters
    ----------
    params : EncodingParams
        The table.
    window : HeatWindow
        The window before.
    at : tuple of float
        The point that stays where it is: its place across and down the window, 0 … 1 each.
    rows, channels : float
        How much to magnify in each direction; 1 leaves it as it is.
    """
    fewer = normalised(params, replace(window, rows=window.rows / rows, channels=window.channels / channels))
    new_rows = window.rows if rows == 1 else fewer.rows
    new_channels = window.channels if channels == 1 else fewer.channels
    sized = replace(window, rows=new_rows, channels=new_channels)
    return moved(
        params,
        sized,
        rows=(window.rows - new_rows) * at[1],
        channels=(window.channels - new_channels) * at[0],
    )


def followed(state: AppState) -> HeatWindow | None:
    """Return the state's window, turned page by page to where the cursor is if it is to be followed.

    A page begins where the one before it ends, so that the picture changes once a page and not once a frame.
    """
    window = state.heat_window
    if window is None or not (state.follow and state.playing) or not _finite(window):
        return window
    return paged(state.params, normalised(state.params, window), state.position)


def paged(params: EncodingParams, window: HeatWindow, position: Position) -> HeatWindow:
    """Return the window so many of its own heights on, or back, that the middle of the row is in it."""
    top, rows = window.row + Fraction(window.row_fraction), Fraction(window.rows)
    middle = position.whole + Fraction(position.fraction) + Fraction(1, 2)
    if not (pages := math.floor((middle - top) / rows)):
        return window
    turned = top + pages * rows
    begin = Position.at(turned if top < 0 else max(turned, Fraction(0)))
    return normalised(params, replace(window, row=begin.whole, row_fraction=begin.fraction))


def surroundings(params: EncodingParams, window: HeatWindow) -> HeatWindow:
    """Return the whole table, and as much around it, in whole lengths, as it takes to hold a window."""
    top = window.row + Fraction(window.row_fraction)
    first = -params.length if top < 0 else 0
    end = params.length
    while end < top + Fraction(window.rows) and end < last_row(params):
        end *= 2
    return HeatWindow(first, 0.0, float(end - first), 0.0, float(params.d_model))


def centred(
    params: EncodingParams, window: HeatWindow, around: HeatWindow, at: tuple[float, float]
) -> HeatWindow:
    """Return the window moved to have its middle at a place across and down `around`, and held inside it."""
    highest = max(1.0 - window.rows / around.rows, 0.0)
    down = min(max(at[1] - window.rows / around.rows / 2, 0.0), highest)
    begin = Position(around.row, around.row_fraction).moved(Fraction(down) * Fraction(around.rows))
    channel = around.channel + at[0] * around.channels - window.channels / 2
    moved_to = replace(window, row=begin.whole, row_fraction=begin.fraction, channel=channel)
    return normalised(params, moved_to)


def row_at(window: HeatWindow, down: float) -> int:
    """Return the row at a height, 0 at the top and 1 at the bottom of the window."""
    return window.row + math.floor(window.row_fraction + down * window.rows)


def channel_at(params: EncodingParams, window: HeatWindow, across: float) -> int:
    """Return the channel at a place across, 0 … 1; places beside the table give its nearest channel."""
    return min(max(math.floor(window.channel + across * window.channels), 0), params.d_model - 1)


def down_of(window: HeatWindow, position: Position, shift: float = 0.5) -> float:
    """Return the height of a position, 0 … 1 inside the window; by default of the middle of its row."""
    return ((position.whole - window.row) + (position.fraction + shift - window.row_fraction)) / window.rows


def across_of(window: HeatWindow, channel: float) -> float:
    """Return the place across of a channel's left edge, 0 … 1 inside the window."""
    return (channel - window.channel) / window.channels


def _finite(window: HeatWindow) -> bool:
    parts = (window.row_fraction, window.rows, window.channel, window.channels)
    return all(math.isfinite(part) for part in parts)
