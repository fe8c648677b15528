"""What the dial wall shows at one moment, as plain arrays: phases, coverage, and who is too fast to see."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, omega, phases, wavelengths
from gui.dialwall.layout import WallLayout
from gui.model.position import Position
from gui.model.readout import degrees, signed, significant
from gui.model.state import AppState

FRAME_SECONDS = 1 / 60
"""The frame time that motion is judged by until the display's own is known."""

Floats = NDArray[np.float64]
T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What stands still while the position runs: one value per visible dial.

    Attributes
    ----------
    layout : WallLayout
        Where the dials are.
    coverage : ndarray
        Turns covered over `length` positions, held to one full turn, shape (n,).
    start : ndarray
        Phase at position 0, where coverage begins, radians, shape (n,).
    blurred : ndarray of bool
        Dials whose hand turns more than half a turn per frame, shape (n,).
    captions : tuple of (pair, wavelength)
        Texts of the visible dials; empty without captions.
    """

    layout: WallLayout
    coverage: Floats
    start: Floats
    blurred: NDArray[np.bool_]
    captions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class WallScene:
    """The wall at one position.

    Attributes
    ----------
    faces : Faces
        The still part; the same object as long as it does not change.
    hands : ndarray
        Phase of each visible dial at p, radians clockwise from twelve, shape (n,).
    gap_hands : ndarray or None
        Phase at p + k, shape (n,); None while the gap hand is off.
    selected, hovered : int or None
        Pairs to mark.
    readouts : tuple of str
        The values of the hovered pair, or else of the selected one, in a line; shorter forms follow.
    """

    faces: Faces
    hands: Floats
    gap_hands: Floats | None
    selected: int
    hovered: int | None
    readouts: tuple[str, ...]


def build_faces(params: EncodingParams, layout: WallLayout, step: float) -> Faces:
    """Build the still part of the wall.

    Parameters
    ----------
    step : float
        Positions that pass per frame; 0 when paused.
    """
    seen = layout.visible
    turns = params.length / wavelengths(params)[seen]
    start = phases(params, [0])[0][seen]
    return Faces(
        layout=layout,
        coverage=_frozen(np.minimum(turns, 1.0)),
        start=_frozen(start),
        blurred=_frozen(np.abs(step) * omega(params)[seen] > math.pi),
        captions=_captions(params, layout),
    )


def _captions(params: EncodingParams, layout: WallLayout) -> tuple[tuple[str, str], ...]:
    if not layout.caption:
        return ()
    waves = wavelengths(params)
    return tuple((str(i), significant(float(waves[i]))) for i in layout.visible)


def build_scene(state: AppState, faces: Faces) -> WallScene:
    """Build the wall at the state's position from its still part."""
    seen = faces.layout.visible
    return WallScene(
        faces=faces,
        hands=_hands(state.params, state.position)[seen],
        gap_hands=_hands(state.params, state.position.moved(state.gap))[seen] if state.gap_hand else None,
        selected=state.pair,
        hovered=state.hover.pair,
        readouts=pair_readouts(state, state.pair if state.hover.pair is None else state.hover.pair),
    )


def pair_readouts(state: AppState, pair: int) -> tuple[str, ...]:
    """Return a pair's values at the present position, in figures of constant width, longest form first."""
    phase = float(_hands(state.params, state.position)[pair])
    wave, angle = significant(float(wavelengths(state.params)[pair])), degrees(phase)
    point = f"sin {signed(math.sin(phase), 4)}   cos {signed(math.cos(phase), 4)}"
    return (
        f"pair {pair}   λ = {wave}   phase {angle}   {point}",
        f"pair {pair}   λ {wave}   {angle}   {point}",
        f"pair {pair}   λ {wave}   {angle}",
        f"pair {pair}   {angle}",
    )


def _hands(params: EncodingParams, position: Position) -> Floats:
    row: Floats = phases(params, [position.whole], position.fraction)[0]
    return _frozen(row)


def _frozen(array: NDArray[T]) -> NDArray[T]:
    array.setflags(write=False)
    return array
