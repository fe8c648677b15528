"""Draws dials too small for hands: one dot each, coloured by its phase, or by its sine alone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gui.canvas.palette import Palette
from gui.canvas.sheet import Sheet
from gui.canvas.target import Target
from gui.canvas.view import colour
from gui.dialwall.layout import SQUARE_BELOW, WallLayout
from gui.dialwall.scene import WallScene
from gui.dialwall.shape import DOT_SHARE
from gui.dialwall.strip import colour_indices


class DotPainter:
    """Paints the dots: squares of one picture, seen through a grille of round holes where there is room.

    The grille is drawn once per layout, so a frame costs two pictures whatever the number of dials.
    """

    def __init__(self) -> None:
        self._grille = Sheet()

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw all dots."""
        layout = scene.faces.layout
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        area = QRectF(layout.left, layout.top, layout.columns * layout.cell, layout.rows * layout.cell)
        painter.drawImage(area, dot_image(scene, target.palette))
        if layout.cell >= SQUARE_BELOW:
            sheet, key = QRectF(QPointF(0, 0), target.rect.size()), _placement(layout)
            self._grille.paint(painter, target, sheet, key, lambda on: draw_grille(on, target, layout))


def _placement(layout: WallLayout) -> tuple[float, ...]:
    return layout.pairs, layout.columns, layout.cell, layout.left, layout.top


def draw_grille(painter: QPainter, target: Target, layout: WallLayout) -> None:
    """Draw a sheet in the colour of the canvas with a round hole at each dial."""
    painter.fillRect(QRectF(QPointF(-1, -1), target.rect.size() * 2), colour(target.palette.canvas))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    radius = DOT_SHARE * layout.cell
    for x, y in layout.centres.tolist():
        painter.drawEllipse(QPointF(x, y), radius, radius)


def dot_image(scene: WallScene, palette: Palette) -> QImage:
    """Return the wall with one pixel per dial: values as colours, the too fast ones neutral."""
    layout = scene.faces.layout
    grid = np.zeros((layout.rows * layout.columns, 4), dtype=np.uint8)
    grid[layout.visible, :3] = _colours(scene, palette)
    grid[layout.visible[scene.faces.blurred], :3] = palette.line
    grid[layout.visible, 3] = 255
    return QImage(
        grid.tobytes(), layout.columns, layout.rows, 4 * layout.columns, QImage.Format.Format_RGBA8888
    ).copy()


def _colours(scene: WallScene, palette: Palette) -> NDArray[np.uint8]:
    """Return the colour of each visible dial, shape (n, 3)."""
    if scene.sine_only:
        return palette.value_map[colour_indices(np.sin(scene.hands))]
    levels = np.rint(scene.hands * (256 / (2 * math.pi))).astype(np.intp) % 256
    return palette.phase_map[levels]
