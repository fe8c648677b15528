"""The two waves of a pair over the length: a curve as fine as the picture, or the band it fills."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode, omega, phases, wavelengths
from gui.model.readout import integer_text, significant

Floats: TypeAlias = NDArray[np.float64]

MOST_TURNS = 1 / 8
"""Turns per pixel, of strokes beside letters 16 pixels high, from which the waves are drawn as a band.

Half a turn is the most that pixels can hold; the strokes of two waves run into one another much before
that, into patterns that are in neither wave.
"""
POSITION_PIXELS = 8.0
"""Fewest pixels between two positions whose samples are shown."""
_PER_PIXEL, _PER_TURN = 2.0, 16.0
"""Points of the curve per pixel and per turn, whichever are more."""
HEADROOM = 1.18
"""Value at the upper edge of the plot, in amplitudes."""
TOO_FAST = ("turns faster than the picture can show", "faster than can be shown", "too fast to show")


@dataclass(frozen=True, slots=True, eq=False)
class Wave:
    """Sine and cosine of one pair from position 0 to the length.

    Attributes
    ----------
    wavelength : float
        Positions per turn.
    turns : float
        Turns over the length.
    amplitude : float
        Largest magnitude of a value.
    start : float
        Phase at position 0, in radians: the convention's offset.
    x : ndarray, shape (n,), read-only
        Shares of the length, 0 … 1; empty where the waves are a band.
    sine, cosine : ndarray, shape (n,), read-only
        Values of the continuous waves there, amplitude included.
    samples : ndarray, shape (length, 2), read-only
        Cells of the table, sine and cosine, at positions 0, 1, …; empty where there is no room for them.
    """

    params: EncodingParams
    pair: int
    wavelength: float
    turns: float
    amplitude: float
    start: float
    x: Floats
    sine: Floats
    cosine: Floats
    samples: Floats

    @property
    def band(self) -> bool:
        """Whether the waves turn faster than the picture can show."""
        return len(self.x) == 0

    def height(self, value: float) -> float:
        """Return the share of the way up the plot, 0 … 1, of a value."""
        return 0.5 + value / (2 * HEADROOM * self.amplitude)


def build_wave(
    params: EncodingParams, pair: int, pixels: float, *, ratio: float = 1.0, unit: float = 1.0
) -> Wave:
    """Return the waves of a pair for a plot `pixels` wide, of `ratio` device pixels each.

    Strokes and dots are `unit` times as large as beside letters 16 pixels high.

    The continuous curve is sin(start + omega x): `start` is the engine's exact phase at position 0, and
    since curves have few turns per pixel their phases are off by less than 1e-11 radians.
    """
    wavelength = float(wavelengths(params)[pair])
    turns = params.length / wavelength
    start = float(phases(params, [0])[0, pair])
    amplitude = params.convention.radius(params.d_model)
    x = np.empty(0) if turns * unit > MOST_TURNS * pixels else _places(turns, pixels * ratio)
    angle = start + float(omega(params)[pair]) * params.length * x
    return Wave(
        params=params,
        pair=pair,
        wavelength=wavelength,
        turns=turns,
        amplitude=amplitude,
        start=start,
        x=_frozen(x),
        sine=_frozen(amplitude * np.sin(angle)),
        cosine=_frozen(amplitude * np.cos(angle)),
        samples=_frozen(_samples(params, pair, pixels / unit)),
    )


def _places(turns: float, columns: float) -> Floats:
    count = math.ceil(max(_PER_PIXEL * columns, _PER_TURN * turns, 2.0))
    return np.linspace(0.0, 1.0, count + 1)


def _samples(params: EncodingParams, pair: int, pixels: float) -> Floats:
    if pixels < POSITION_PIXELS * params.length:
        return np.empty((0, 2))
    return encode(params)[:, params.convention.pair_columns(params.d_model, pair)]


def title_texts(wave: Wave) -> tuple[str, ...]:
    """Return what the waves are, the longest form first."""
    pair, wavelength, turns = f"pair {wave.pair}", significant(wave.wavelength), significant(wave.turns)
    positions = positions_text(wave.params.length)
    return (
        f"pair {wave.pair}: λ = {wavelength} positions per turn, {turns} turns in {positions}",
        f"{pair}: λ = {wavelength}, {turns} turns in {positions}",
        f"{pair}: λ = {wavelength}, {turns} turns",
        f"{pair}: λ = {wavelength}",
        pair,
    )


def positions_text(length: int) -> str:
    """Return a length in words: "1 position", "128 positions"."""
    return f"{integer_text(length)} position{'' if length == 1 else 's'}"


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
