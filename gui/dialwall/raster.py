"""Draws the dial wall with QPainter: faces once into a picture, then all hands in one call per frame."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gui.canvas.palette import Palette
from gui.canvas.raster import Strokes
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.faces import FacePainter
from gui.dialwall.layout import WallLayout
from gui.dialwall.scene import Faces, WallScene

ARC_SHARE = 0.62
"""Radius of the arc between the two hands, in dial radii."""
_ARC_FROM = 7.0  # pixels of radius below which an arc cannot be told from its hands

Floats = NDArray[np.float64]


class WallRaster:
    """The raster painter of the wall.

    The still part is kept as a picture of device pixels and made anew only when the faces, the palette or
    the pixel ratio change.
    """

    def __init__(self) -> None:
        self._strokes = Strokes()
        self._face_painter = FacePainter()
        self._backdrop = QImage()
        self._backdrop_of: tuple[Faces, Palette, float, str] | None = None

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw the wall into the target's rectangle."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(target.rect.topLeft())
        self._draw_backdrop(painter, target, scene.faces)
        if scene.faces.layout.dots:
            self._draw_dots(painter, target, scene)
        else:
            self._draw_gap(painter, target, scene)
            self._draw_hands(painter, scene, scene.hands, colour(target.palette.position), 1.0)
        self._draw_marks(painter, target, scene)

    # ---- the still part -------------------------------------------------------------------------

    def _draw_backdrop(self, painter: QPainter, target: Target, faces: Faces) -> None:
        if faces.layout.dots:
            return
        key = (faces, target.palette, target.pixel_ratio, target.font.key())
        if self._backdrop_of != key:
            self._backdrop = self._make_backdrop(target, faces)
            self._backdrop_of = key
        painter.drawImage(0, 0, self._backdrop)

    def _make_backdrop(self, target: Target, faces: Faces) -> QImage:
        ratio = target.pixel_ratio
        size = target.rect.size()
        picture = QImage(
            math.ceil(size.width() * ratio),
            math.ceil(size.height() * ratio),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self._face_painter.paint(painter, target, faces)
        painter.end()
        return picture

    # ---- what moves -----------------------------------------------------------------------------

    def _draw_hands(
        self, painter: QPainter, scene: WallScene, phases: Floats, ink: QColor, weight: float
    ) -> None:
        layout = scene.faces.layout
        sharp = ~scene.faces.blurred
        centres = layout.centres[sharp]
        tips = centres + layout.radius * _direction(phases[sharp])
        pen = QPen(ink, weight * hand_width(layout.radius), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        self._strokes.lines(painter, np.hstack([centres, tips]))
        if layout.radius >= 12:
            pen.setWidthF(2.2 * pen.widthF())
            painter.setPen(pen)
            self._strokes.points(painter, tips)
            self._strokes.points(painter, centres)

    def _draw_gap(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        if scene.gap_hands is None:
            return
        layout = scene.faces.layout
        ink = colour(target.palette.gap)
        self._draw_hands(painter, scene, scene.gap_hands, ink, 0.8)
        if layout.radius >= _ARC_FROM:
            painter.setPen(QPen(ink, max(1.0, 0.5 * hand_width(layout.radius))))
            self._strokes.lines(painter, gap_arcs(scene))

    def _draw_dots(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        layout = scene.faces.layout
        image = dot_image(scene, target.palette)
        area = QRectF(layout.left, layout.top, layout.columns * layout.cell, layout.rows * layout.cell)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(area, image)

    def _draw_marks(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        marks = [(scene.selected, target.palette.selected, 2.0)]
        if scene.hovered is not None and scene.hovered != scene.selected:
            marks.append((scene.hovered, target.palette.muted, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pair, rgb, width in marks:
            painter.setPen(QPen(colour(rgb), width))
            painter.drawRoundedRect(mark_rect(scene.faces.layout, pair), 4, 4)


def hand_width(radius: float) -> float:
    """Return the width of a hand in pixels."""
    return min(max(1.1, 0.065 * radius), 9.0)


def mark_rect(layout: WallLayout, pair: int) -> QRectF:
    """Return the frame that marks a pair: its cell, or a few pixels around its dot."""
    x, y = layout.cell_corner(pair)
    inset = 1.5 if layout.cell >= 16 else -2.0
    return QRectF(x, y, layout.cell, layout.cell).adjusted(inset, inset, -inset, -inset)


def gap_arcs(scene: WallScene) -> Floats:
    """Return the arcs from each hand clockwise to its gap hand, as segments, shape (m, 4), in pixels."""
    assert scene.gap_hands is not None
    layout = scene.faces.layout
    sharp = ~scene.faces.blurred
    start = scene.hands[sharp]
    sweep = np.mod(scene.gap_hands[sharp] - start, 2 * math.pi)
    steps = max(8, min(48, int(layout.radius)))
    angles = start[:, None] + sweep[:, None] * np.linspace(0.0, 1.0, steps + 1)
    points = layout.centres[sharp][:, None, :] + ARC_SHARE * layout.radius * _direction(angles)
    return np.concatenate([points[:, :-1], points[:, 1:]], axis=2).reshape(-1, 4)


def dot_image(scene: WallScene, palette: Palette) -> QImage:
    """Return the wall with one pixel per dial: phases as cyclic colours, the too fast ones neutral."""
    layout = scene.faces.layout
    grid = np.empty((layout.rows * layout.columns, 4), dtype=np.uint8)
    grid[:] = (0, 0, 0, 0)
    levels = np.round(scene.hands * (256 / (2 * math.pi))).astype(np.intp) % 256
    grid[layout.visible, :3] = palette.phase_map[levels]
    grid[layout.visible[scene.faces.blurred], :3] = palette.line
    grid[layout.visible, 3] = 255
    return QImage(
        grid.tobytes(), layout.columns, layout.rows, 4 * layout.columns, QImage.Format.Format_RGBA8888
    ).copy()


def _direction(phases: Floats) -> Floats:
    """Return the unit vectors of hands in pixel coordinates (y downwards): (sin, -cos)."""
    return np.stack([np.sin(phases), -np.cos(phases)], axis=-1)
