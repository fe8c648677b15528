"""What the dial wall shows at one moment, as plain arrays: phases, coverage, and who is too fast to see."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, omega, phases
from gui.dialwall.captions import Captions
from gui.dialwall.layout import WallLayout
from gui.dialwall.readout import pair_readouts
from gui.dialwall.waves import wavelengths_of
from gui.model.phase_row import phase_row
from gui.model.state import AppState

Floats = NDArray[np.float64]
T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class Ghost:
    """Another encoding, kept for comparison, and which of the visible dials show it.

    Attributes
    ----------
    params : EncodingParams
        The other encoding.
    dials : ndarray
        Indices into the visible dials: those whose pair it has and whose hand it does not turn too fast
        to see, shape (m,).
    """

    params: EncodingParams
    dials: NDArray[np.intp]


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
    captions : tuple of tuple of str
        Lines of the captions of the visible dials; empty without captions.
    ghost : Ghost or None
        What a ghost hand in each dial compares with.
    """

    layout: WallLayout
    coverage: Floats
    start: Floats
    blurred: NDArray[np.bool_]
    captions: tuple[tuple[str, ...], ...]
    ghost: Ghost | None


@dataclass(frozen=True, slots=True, eq=False)
class WallScene:
    """The wall at one position.

    Attributes
    ----------
    faces : Faces
        The still part; the same object as long as it does not change.
    row : ndarray
        Phase of every pair at p, seen or not, radians, shape (pairs,).
    hands : ndarray
        Phase of each visible dial at p, radians clockwise from twelve, shape (n,).
    gap_hands : ndarray or None
        Phase at p + k, shape (n,); None while the gap hand is off.
    ghost_hands : ndarray or None
        Phase at p of the dials of `faces.ghost`, shape (m,).
    sine_only : bool
        Whether only the sines are shown: hands projected on the horizontal axis.
    selected, hovered : int or None
        Pairs to mark.
    readouts : tuple of str
        The values of the hovered pair, or else of the selected one, in a line; shorter forms follow.
    """

    faces: Faces
    row: Floats
    hands: Floats
    gap_hands: Floats | None
    ghost_hands: Floats | None
    sine_only: bool
    selected: int
    hovered: int | None
    readouts: tuple[str, ...]


def build_faces(
    params: EncodingParams,
    layout: WallLayout,
    step: float,
    captions: Captions | None = None,
    ghost: EncodingParams | None = None,
) -> Faces:
    """Build the still part of the wall.

    Parameters
    ----------
    step : float
        Positions that pass per frame; 0 when paused.
    captions : Captions, optional
        What the layout was made with.
    ghost : EncodingParams, optional
        The encoding to compare with.
    """
    seen = layout.visible
    turns = params.length / wavelengths_of(params)[seen]
    start = phases(params, [0])[0][seen]
    return Faces(
        layout=layout,
        coverage=_frozen(np.minimum(turns, 1.0)),
        start=_frozen(start),
        blurred=_frozen(_too_fast(params, step)[seen]),
        captions=captions.texts(layout.form, seen.tolist()) if captions else (),
        ghost=None if ghost is None else Ghost(ghost, _ghost_dials(ghost, seen, step)),
    )


def paced(faces: Faces, params: EncodingParams, step: float) -> Faces:
    """Return the still part at another pace: the very same one where no hand gets too fast or followable."""
    seen = faces.layout.visible
    blurred = _frozen(_too_fast(params, step)[seen])
    dials = _ghost_dials(faces.ghost.params, seen, step) if faces.ghost else None
    if not np.array_equal(blurred, faces.blurred):
        faces = replace(faces, blurred=blurred)
    if faces.ghost and dials is not None and not np.array_equal(dials, faces.ghost.dials):
        faces = replace(faces, ghost=replace(faces.ghost, dials=dials))
    return faces


def _too_fast(params: EncodingParams, step: float) -> NDArray[np.bool_]:
    """Tell which hands, shape (pairs,), turn more than half a turn in `step` positions."""
    fast: NDArray[np.bool_] = np.abs(step) * omega(params) > math.pi
    return fast


def _ghost_dials(ghost: EncodingParams, seen: NDArray[np.intp], step: float) -> NDArray[np.intp]:
    has = seen < ghost.pairs
    has[has] = ~_too_fast(ghost, step)[seen[has]]
    return _frozen(np.flatnonzero(has))


def build_scene(state: AppState, faces: Faces) -> WallScene:
    """Build the wall at the state's position from its still part."""
    seen, ghost = faces.layout.visible, faces.ghost
    row = phase_row(state.params, state.position)
    gap_row = phase_row(state.params, state.position.moved(state.gap)) if state.gap_hand else None
    pair = state.pair if state.hover.pair is None else state.hover.pair
    return WallScene(
        faces=faces,
        row=row,
        hands=_frozen(row[seen]),
        gap_hands=None if gap_row is None else _frozen(gap_row[seen]),
        ghost_hands=None if ghost is None else phase_row(ghost.params, state.position)[seen[ghost.dials]],
        sine_only=state.hide_cosine,
        selected=state.pair,
        hovered=state.hover.pair,
        readouts=pair_readouts(state, pair, float(row[pair])),
    )


def _frozen(array: NDArray[T]) -> NDArray[T]:
    array.setflags(write=False)
    return array
