"""Painting the heat map's cells with QPainter: an image laid one to one on the device's pixels."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from gui.canvas.colour import Bytes, oklab_to_srgb, srgb_to_oklab
from gui.canvas.palette import Palette
from gui.canvas.target import Target
from gui.heatmap.notes import notes
from gui.heatmap.scene import HeatScene, build_scene

Packed = NDArray[np.uint32]

BEYOND_ALPHA = 165
"""How much of the palette's grey covers rows outside the table, 0 … 255."""


class CellsPainter:
    """Paints the cells, greys the rows outside the table, and says what they are.

    A surface of another resolution than the scene was built for (a printed picture, another screen) gets
    a scene of its own, which is kept until it is no longer asked for.
    """

    def __init__(self) -> None:
        self._other: HeatScene | None = None
        self._image: QImage | None = None
        self._imaged: tuple[HeatScene, Palette] | None = None

    def paint(self, painter: QPainter, target: Target, scene: HeatScene) -> None:
        """Draw the scene into the target's rectangle."""
        place = device_rect(target.matrix, target.rect)
        fitting = self.fitting(scene, place)
        painter.drawImage(self._item_rect(target, place), self._picture(fitting, target.palette))
        for note in notes(target, fitting):
            note.draw(painter)

    def _item_rect(self, target: Target, place: QRect) -> QRectF:
        """Return the device's rectangle in item coordinates, so that pixel meets pixel."""
        return target.matrix.inverted()[0].mapRect(QRectF(place))

    def fitting(self, scene: HeatScene, place: QRect) -> HeatScene:
        """Return the scene at the size that the device has for it."""
        asked = scene.request.sized(place.width(), place.height())
        for known in (scene, self._other):
            if known is not None and known.request == asked:
                return known
        self._other = build_scene(asked)
        return self._other

    def _picture(self, scene: HeatScene, look: Palette) -> QImage:
        if self._image is None or self._imaged != (scene, look):
            self._image, self._imaged = image_of(scene, look), (scene, look)
        return self._image


def image_of(scene: HeatScene, look: Palette) -> QImage:
    """Return the scene as an image in the palette's colours."""
    tables = colour_tables(look, faded=scene.strength is not None)
    chosen = scene.levels if scene.strength is None else scene.strength.astype(np.uint16) * 256 + scene.levels
    packed = tables[0][chosen]
    begin, end = table_rows(scene)
    for rows in (slice(0, begin), slice(end, None)):
        packed[rows] = tables[1][chosen[rows]]
    height, width = packed.shape
    return QImage(packed.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def table_rows(scene: HeatScene) -> tuple[int, int]:
    """Return the rows of pixels between which the picture shows the table: those whose middles lie in it."""
    height = len(scene.levels)
    begin, end = (
        min(max(math.ceil(at * height - 0.5), 0), height) for at in (scene.table_from, scene.table_to)
    )
    return begin, end


@lru_cache(maxsize=8)
def colour_tables(look: Palette, *, faded: bool) -> Packed:
    """Return the colours in the table and those outside it, shape (2, 256) or (2, 256 * 256)."""
    plain = (faded_table if faded else colour_table)(look)
    tables = np.stack([plain, _greyed(plain, look)])
    tables.setflags(write=False)
    return tables


def _greyed(table: Packed, look: Palette) -> Packed:
    """Return colours under a sheet of the palette's grey."""
    channels = table[:, None] >> np.array([16, 8, 0], dtype=np.uint32) & np.uint32(255)
    grey = np.array(look.beyond, dtype=np.uint32)
    mixed = channels * np.uint32(255 - BEYOND_ALPHA) + grey * np.uint32(BEYOND_ALPHA)
    return _pack(((mixed + 127) // 255).astype(np.uint8))


def colour_table(look: Palette) -> Packed:
    """Return the palette's value map as Qt's 0xffRRGGBB numbers, shape (256,)."""
    return _packed(look.value_map.tobytes())


def faded_table(look: Palette) -> Packed:
    """Return the palette's phase map at 256 strengths, as Qt's numbers, shape (256 * 256,).

    Full strength is the map itself; with less, a colour goes straight to the grey in the middle of its ring.
    """
    return _faded(look.phase_map.tobytes())


@lru_cache(maxsize=8)
def _packed(table: bytes) -> Packed:
    return _pack(np.frombuffer(table, dtype=np.uint8).reshape(-1, 3))


@lru_cache(maxsize=4)
def _faded(table: bytes) -> Packed:
    full: Bytes = np.frombuffer(table, dtype=np.uint8).reshape(-1, 3)
    ring = srgb_to_oklab(full)
    grey = np.array([(ring[:, 0].min() + ring[:, 0].max()) / 2, 0.0, 0.0])
    strengths = np.linspace(0.0, 1.0, 256)[:-1, None, None]
    faded = oklab_to_srgb((grey + strengths * (ring - grey)).reshape(-1, 3))
    return _pack(np.concatenate([faded, full]))


def _pack(rgb: Bytes) -> Packed:
    shifted = rgb.astype(np.uint32) << np.array([16, 8, 0], dtype=np.uint32)
    packed: Packed = shifted.sum(axis=1, dtype=np.uint32) | np.uint32(0xFF000000)
    packed.setflags(write=False)
    return packed


def device_rect(matrix: QTransform, rect: QRectF) -> QRect:
    """Return the whole device pixels that a rectangle covers, at least one each way."""
    mapped = matrix.mapRect(rect)
    left, top = round(mapped.left()), round(mapped.top())
    right, bottom = round(mapped.right()), round(mapped.bottom())
    return QRect(left, top, max(right - left, 1), max(bottom - top, 1))
