"""Draws what moves on the dials: hands, gap hands with their arcs, ghost hands, and sines alone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.canvas.colour import Rgb
from gui.canvas.palette import Palette
from gui.canvas.raster import Strokes
from gui.canvas.view import colour
from gui.dialwall.layout import TIP_FROM, TIP_SHARE, WallLayout, hand_width
from gui.dialwall.scene import WallScene
from gui.dialwall.shape import (
    ARC_FROM,
    ARC_WEIGHT,
    BAR_TIP,
    BAR_WEIGHT,
    GAP_WEIGHT,
    GHOST_WEIGHT,
    HAND_FROM,
    HOLLOW,
)

ARC_SHARE = 0.62
"""Radius of the arc between the two hands, in dial radii."""
DASHES = np.array([0.16, 0.32, 0.44, 0.60, 0.72, 0.84, 0.92, 1.0]).reshape(-1, 2)
"""Where the dashes of a ghost hand begin and end, in dial radii."""
FEW_DASHES = np.array([0.30, 0.55, 0.75, 1.0]).reshape(-1, 2)
"""The same for dials whose hands have no tip dot."""
LANE = 0.16
"""How far beside the axis the projections of gap and ghost hand lie, in dial radii."""

Floats = NDArray[np.float64]


class HandPainter:
    """Paints all hands of one kind in one call.

    Lines end flat: Qt strokes round ends some thirty times slower, and a dot covers them anyway.
    """

    def __init__(self) -> None:
        self._strokes = Strokes()

    def paint(self, painter: QPainter, look: Palette, scene: WallScene) -> None:
        """Draw everything that moves."""
        draw = self._bars if scene.sine_only else self._hands
        draw(painter, look, scene)

    # ---- hands ----------------------------------------------------------------------------------

    def _hands(self, painter: QPainter, look: Palette, scene: WallScene) -> None:
        layout, sharp = scene.faces.layout, _sharp(scene)
        if scene.faces.ghost is not None and scene.ghost_hands is not None:
            dials = scene.faces.ghost.dials
            self._ghosts(painter, look, layout.centres[dials], layout.radius, scene.ghost_hands)
        centres = layout.centres[sharp]
        if scene.gap_hands is not None:
            gap_hands = scene.gap_hands[sharp]
            self._pointers(painter, look.gap, layout.radius, centres, gap_hands, GAP_WEIGHT)
            self._arcs(painter, look, layout.radius, centres, scene.hands[sharp], gap_hands)
        self._pointers(painter, look.position, layout.radius, centres, scene.hands[sharp], 1.0)

    def _pointers(
        self, painter: QPainter, ink: Rgb, radius: float, centres: Floats, phases: Floats, weight: float
    ) -> None:
        width = weight * hand_width(radius)
        axle = HAND_FROM * hand_width(radius) if radius >= TIP_FROM else 0.0
        lines = rays(centres, axle, radius, direction(phases))
        painter.setPen(_pen(ink, max(width, 1.0)))
        self._strokes.lines(painter, lines)
        self._dots(painter, ink, radius, lines[:, 2:], TIP_SHARE * width)

    def _dots(self, painter: QPainter, ink: Rgb, radius: float, at: Floats, size: float) -> None:
        if radius >= TIP_FROM:
            painter.setPen(QPen(colour(ink), size, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            self._strokes.points(painter, at)

    def _arcs(
        self, painter: QPainter, look: Palette, radius: float, centres: Floats, start: Floats, end: Floats
    ) -> None:
        if radius >= ARC_FROM:
            pen = _pen(look.gap, max(1.0, ARC_WEIGHT * hand_width(radius)))
            pen.setCapStyle(Qt.PenCapStyle.SquareCap)  # the pieces overlap, or thick arcs would show seams
            painter.setPen(pen)
            self._strokes.lines(painter, arcs(centres, ARC_SHARE * radius, start, end))

    def _ghosts(
        self, painter: QPainter, look: Palette, centres: Floats, radius: float, phases: Floats
    ) -> None:
        painter.setPen(_pen(look.muted, max(1.0, GHOST_WEIGHT * hand_width(radius))))
        self._strokes.lines(painter, dashes(centres, radius, direction(phases)))

    # ---- sines alone ----------------------------------------------------------------------------

    def _bars(self, painter: QPainter, look: Palette, scene: WallScene) -> None:
        layout, sharp = scene.faces.layout, _sharp(scene)
        lane = np.array([0.0, LANE * layout.radius])
        if scene.faces.ghost is not None and scene.ghost_hands is not None:
            painter.setPen(_pen(look.muted, max(1.0, GHOST_WEIGHT * hand_width(layout.radius))))
            centres = layout.centres[scene.faces.ghost.dials] - lane
            self._strokes.lines(painter, dashes(centres, layout.radius, _across(scene.ghost_hands)))
        centres = layout.centres[sharp]
        if scene.gap_hands is not None:
            self._bar(painter, look.gap, layout.radius, centres + lane, scene.gap_hands[sharp], GAP_WEIGHT)
        self._bar(painter, look.position, layout.radius, centres, scene.hands[sharp], BAR_WEIGHT)
        self._both(painter, look, layout, centres, scene.hands[sharp])

    def _bar(
        self, painter: QPainter, ink: Rgb, radius: float, centres: Floats, phases: Floats, weight: float
    ) -> None:
        """Draw hands projected on the horizontal axis: from the centre to (sin, 0)."""
        ends = centres + radius * _across(phases)
        width = weight * hand_width(radius)
        painter.setPen(_pen(ink, max(1.0, width)))
        self._strokes.lines(painter, np.hstack([centres, ends]))
        self._dots(painter, ink, radius, ends, min(TIP_SHARE * width, BAR_TIP * radius))

    def _both(
        self, painter: QPainter, look: Palette, layout: WallLayout, centres: Floats, phases: Floats
    ) -> None:
        """Draw hollow dots on the rim at (sin, ±cos): the two phases that have the same sine."""
        tips = direction(phases)
        places = np.concatenate([centres + layout.radius * tips, centres + layout.radius * tips * (1, -1)])
        size = TIP_SHARE * hand_width(layout.radius)
        self._dots(painter, look.position, layout.radius, places, size)
        self._dots(painter, look.dial_face, layout.radius, places, HOLLOW * size)


def _pen(ink: Rgb, width: float) -> QPen:
    return QPen(QColor(*ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)


def _sharp(scene: WallScene) -> NDArray[np.bool_] | slice:
    """Return what chooses the dials that have a hand; nearly always all, which then need not be copied."""
    blurred = scene.faces.blurred
    return ~blurred if blurred.any() else slice(None)


def rays(centres: Floats, begin: float, end: float, ways: Floats) -> Floats:
    """Return segments, shape (n, 4), from `begin` to `end` pixels away from centres, shape (n, 2)."""
    ends = np.empty((len(centres), 2), dtype=np.complex128)  # x and y as one number: numpy copies it faster
    for end_number, distance in enumerate((begin, end)):
        ends[:, end_number] = (centres + distance * ways).view(np.complex128)[:, 0]
    return ends.view(np.float64)


def direction(phases: Floats) -> Floats:
    """Return the unit vectors, shape (…, 2), of hands in pixel coordinates (y downwards): (sin, -cos)."""
    out = np.empty((*phases.shape, 2))
    np.sin(phases, out=out[..., 0])
    np.cos(phases, out=out[..., 1])
    np.negative(out[..., 1], out=out[..., 1])
    return out


def _across(phases: Floats) -> Floats:
    out = np.zeros((len(phases), 2))
    np.sin(phases, out=out[:, 0])
    return out


def dashes(centres: Floats, radius: float, ways: Floats) -> Floats:
    """Return dashed hands as segments, shape (m, 4), from their centres and directions, shape (n, 2) each."""
    pattern = radius * (DASHES if radius >= TIP_FROM else FEW_DASHES)
    ends = [centres[:, None, :] + ways[:, None, :] * pattern[:, side, None] for side in (0, 1)]
    return np.concatenate(ends, axis=2).reshape(-1, 4)


def arcs(centres: Floats, radius: float, start: Floats, end: Floats) -> Floats:
    """Return arcs clockwise from the phases `start` to `end` as segments, shape (m, 4), in pixels."""
    sweep = np.mod(end - start, 2 * math.pi)
    steps = max(8, min(48, int(radius * 0.8)))
    turn = np.exp(1j * sweep[:, None] * np.linspace(0.0, 1.0, steps + 1))
    turn *= (radius * np.exp(1j * (start - math.pi / 2)))[:, None]
    turn += (centres[:, 0] + 1j * centres[:, 1])[:, None]
    ends = np.stack([turn[:, :-1], turn[:, 1:]], axis=2)
    return ends.view(np.float64).reshape(-1, 4)
