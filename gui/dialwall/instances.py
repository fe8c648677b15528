"""The dial wall as a graphics processor wants it: a few floats per dial, and the measures all dials share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette
from gui.dialwall.hands import ARC_SHARE, DASHES, FEW_DASHES, LANE
from gui.dialwall.layout import SQUARE_BELOW, TIP_FROM, TIP_SHARE, WallLayout, hand_width
from gui.dialwall.scene import Faces, WallScene
from gui.dialwall.shape import (
    ARC_FROM,
    ARC_WEIGHT,
    BAR_TIP,
    BAR_WEIGHT,
    BLUR,
    DOT_SHARE,
    GAP_WEIGHT,
    GHOST_WEIGHT,
    HAND_FROM,
    HOLLOW,
    LONG_TICK,
    SHORT_TICK,
    rim_width,
)

Floats32 = NDArray[np.float32]
Measures = dict[str, tuple[float, ...]]

STILL = ("x", "y", "start", "covered", "marks")
"""Columns of what stands still: centre in pixels, phase at position 0, turns covered, `BLURRED` + `GHOST`."""
MOVING = ("hand", "gap hand", "ghost hand")
"""Columns of what a frame changes: reduced phases in radians."""
BLURRED, GHOST = 1.0, 2.0
HANDS, DOTS, SQUARES = 0, 1, 2
"""What a dial is drawn as, by the room it has."""
CONSTANTS: dict[str, float | list[float]] = {
    "ARC_SHARE": ARC_SHARE,
    "LANE": LANE,
    "HOLLOW": HOLLOW,
    "LONG_TICK": LONG_TICK,
    "SHORT_TICK": SHORT_TICK,
    "DASH_COUNT": len(DASHES),
    "DASH_FROM": DASHES[:, 0].tolist(),
    "DASH_TO": DASHES[:, 1].tolist(),
    "FEW_COUNT": len(FEW_DASHES),
    "FEW_FROM": FEW_DASHES[:, 0].tolist(),
    "FEW_TO": FEW_DASHES[:, 1].tolist(),
    "BLUR_STOPS": len(BLUR),
    "BLUR_AT": [at for at, _ in BLUR],
    "BLUR_DENSITY": [density for _, density in BLUR],
}
"""The proportions, by the names that the shader knows them by."""


def still_values(faces: Faces) -> Floats32:
    """Return what stands still, shape (n, len(STILL))."""
    values = np.empty((len(faces.coverage), len(STILL)), dtype=np.float32)
    values[:, :2] = faces.layout.centres
    values[:, 2], values[:, 3] = faces.start, faces.coverage
    values[:, 4] = BLURRED * faces.blurred
    if faces.ghost is not None:
        values[faces.ghost.dials, 4] += GHOST
    return values


def moving_values(scene: WallScene) -> Floats32:
    """Return the phases of one frame, shape (n, len(MOVING)); 0 where there is no such hand."""
    values = np.zeros((len(scene.hands), len(MOVING)), dtype=np.float32)
    values[:, 0] = scene.hands
    if scene.gap_hands is not None:
        values[:, 1] = scene.gap_hands
    if scene.faces.ghost is not None and scene.ghost_hands is not None:
        values[scene.faces.ghost.dials, 2] = scene.ghost_hands
    return values


def mode(layout: WallLayout) -> int:
    """Return what dials are drawn as."""
    if not layout.dots:
        return HANDS
    return DOTS if layout.cell >= SQUARE_BELOW else SQUARES


def measures(layout: WallLayout, *, sine_only: bool) -> Measures:
    """Return the sizes in pixels that all dials share, by the names that the shader knows them by."""
    if layout.dots:
        return {"radius": (DOT_SHARE * layout.cell,), "extent": (layout.cell / 2,)}
    radius = layout.radius
    dotted = radius >= TIP_FROM
    widths, tips = (_bars if sine_only else _pointers)(radius, hand_width(radius))
    tips = tips if dotted else (0.0, 0.0, 0.0, 0.0)
    return {
        "radius": (radius,),
        "rim": (rim_width(radius),),
        "widths": widths,
        "tips": tips,
        "begin": (HAND_FROM * hand_width(radius) if dotted else 0.0,),
        "extent": (radius + max(*tips, rim_width(radius), 1.0),),
    }


def _pointers(radius: float, hand: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the widths and the dots' radii of hands, in the shader's order."""
    gap, dot = GAP_WEIGHT * hand, TIP_SHARE / 2 * hand
    arc = max(1.0, ARC_WEIGHT * hand) if radius >= ARC_FROM else 0.0
    return (max(1.0, hand), max(1.0, gap), arc, _ghost(hand)), (dot, GAP_WEIGHT * dot, 0.0, dot)


def _bars(radius: float, hand: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the same of hands projected on the horizontal axis."""
    bar, gap, dot, most = BAR_WEIGHT * hand, GAP_WEIGHT * hand, TIP_SHARE / 2, BAR_TIP / 2 * radius
    widths = (max(1.0, bar), max(1.0, gap), 0.0, _ghost(hand))
    return widths, (min(dot * bar, most), min(dot * gap, most), dot * hand, dot * hand)


def _ghost(hand: float) -> float:
    return max(1.0, GHOST_WEIGHT * hand)


def inks(look: Palette, layout: WallLayout) -> dict[str, Rgb]:
    """Return the colours by the names that the shader knows them by."""
    return {
        "faceInk": look.dial_face,
        "coverInk": look.coverage,
        "rimInk": look.line if layout.dots else look.dial_rim,
        "handInk": look.position,
        "gapInk": look.gap,
        "ghostInk": look.muted,
    }
