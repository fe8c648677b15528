"""The values of one pair at the present position: exact, as texts to look at, and as text to copy."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine import EncodingParams, encode, omega, turns_made, wavelengths
from gui.model.numbers import position_text as exact_position
from gui.model.phase_row import phase_row
from gui.model.position import Position
from gui.model.readout import position_text
from gui.model.state import AppState


@dataclass(frozen=True, slots=True)
class Row:
    """One value: its name, its label, its tool tip, and whether it belongs to the gap hand."""

    name: str
    label: str
    tip: str
    of_gap: bool = False


ROWS = (
    Row("pair", "pair", "Pair i, one dial: two columns of the table."),
    Row("channels", "channels", "Columns of the pair's sine and of its cosine."),
    Row("omega", "ω", "Frequency, in radians per position."),
    Row("wavelength", "λ", "Wavelength, in positions per turn."),
    Row("position", "p", "Position."),
    Row("turns", "turns", "Turns since position 0."),
    Row("phase", "phase", "Angle within the turn, in radians."),
    Row("degrees", "phase °", "Angle within the turn, in degrees."),
    Row("sine", "sin", "The table's sine column of this pair."),
    Row("cosine", "cos", "The table's cosine column of this pair."),
    Row("gap_position", "p + k", "The position of the gap hand.", True),
    Row("gap_sine", "sin, p + k", "The sine column at the gap hand's position.", True),
    Row("gap_cosine", "cos, p + k", "The cosine column at the gap hand's position.", True),
)
SHOWN_FIELDS = ("params", "pair", "position", "playing", "gap", "gap_hand")
"""The fields of the state that the values depend on."""


@dataclass(frozen=True, slots=True)
class PairValues:
    """The numbers of one pair; angles in radians."""

    channels: tuple[int, int]
    omega: float
    wavelength: float
    turns: float
    phase: float
    sine: float
    cosine: float
    gap_position: Position
    gap_sine: float
    gap_cosine: float


def pair_values(state: AppState) -> PairValues:
    """Return the selected pair's numbers at p and at p + k, sine and cosine as the table has them."""
    params, pair, here = state.params, state.pair, state.position
    there = here.moved(state.gap)
    channels = params.convention.pair_columns(params.d_model, pair)
    sine, cosine = _cells(params, here, channels)
    gap_sine, gap_cosine = _cells(params, there, channels)
    return PairValues(
        channels=channels,
        omega=float(omega(params)[pair]),
        wavelength=float(wavelengths(params)[pair]),
        turns=turns_since_zero(params, pair, here),
        phase=float(phase_row(params, here)[pair]),
        sine=sine,
        cosine=cosine,
        gap_position=there,
        gap_sine=gap_sine,
        gap_cosine=gap_cosine,
    )


def turns_since_zero(params: EncodingParams, pair: int, position: Position) -> float:
    """Return position · ω / 2π, correctly rounded at any position."""
    return float(turns_made(params, position.whole, position.fraction)[pair])


def _cells(params: EncodingParams, position: Position, channels: tuple[int, int]) -> tuple[float, float]:
    row = encode(params, [position.whole], fraction=position.fraction)[0]
    return float(row[channels[0]]), float(row[channels[1]])


def inspected(state: AppState) -> dict[str, str]:
    """Return the texts of all rows, those of the gap hand empty while it is off.

    At rest all digits are shown, so that a selected value reads back bit-equal; while playing the number
    of decimals is fixed, so that nothing jitters.
    """
    values, shown = pair_values(state), _running if state.playing else _exact
    there, gap = values.gap_position, state.gap_hand
    decimals = 2 if state.playing else 6
    return {
        "pair": f"{state.pair} of 0 … {state.params.pairs - 1}",
        "channels": f"{values.channels[0]}, {values.channels[1]}",
        "omega": repr(values.omega),
        "wavelength": repr(values.wavelength),
        "position": position_text(state.position, decimals),
        "turns": f"{values.turns:.6f}" if state.playing else repr(values.turns),
        "phase": f"{values.phase:.16f}" if state.playing else repr(values.phase),
        "degrees": f"{math.degrees(values.phase):.12f}"
        if state.playing
        else repr(math.degrees(values.phase)),
        "sine": shown(values.sine),
        "cosine": shown(values.cosine),
        "gap_position": position_text(there, decimals) if gap else "",
        "gap_sine": shown(values.gap_sine) if gap else "",
        "gap_cosine": shown(values.gap_cosine) if gap else "",
    }


def _running(value: float) -> str:
    return f"{value:+.16f}"


def _exact(value: float) -> str:
    return repr(value) if math.copysign(1, value) < 0 else f"+{value!r}"


def copied(state: AppState) -> str:
    """Return all values as lines of name, tab, value; every number reads back bit-equal."""
    values = pair_values(state)
    rows: dict[str, object] = {
        "d_model": state.params.d_model,
        "base": repr(state.params.base),
        "pair": state.pair,
        "sine channel": values.channels[0],
        "cosine channel": values.channels[1],
        "omega": values.omega,
        "wavelength": values.wavelength,
        "position": exact_position(state.position),
        "turns": values.turns,
        "phase": values.phase,
        "degrees": math.degrees(values.phase),
        "sine": values.sine,
        "cosine": values.cosine,
    }
    if state.gap_hand:
        rows |= {
            "gap": state.gap,
            "position + gap": exact_position(values.gap_position),
            "sine at p + k": values.gap_sine,
            "cosine at p + k": values.gap_cosine,
        }
    return "".join(f"{name}\t{value}\n" for name, value in rows.items())
