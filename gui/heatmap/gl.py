"""Painting the heat map's cells with OpenGL: a texture of levels, coloured by a look-up texture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtOpenGL import QOpenGLVertexArrayObject

from gui.canvas.context import ContextStore
from gui.canvas.native import NativeFrame, native
from gui.canvas.palette import Palette
from gui.canvas.program import Program
from gui.canvas.sheet import Sheet
from gui.canvas.target import Target
from gui.canvas.texture import Texture
from gui.heatmap.notes import notes
from gui.heatmap.raster import CellsPainter, colour_tables, device_rect, table_rows
from gui.heatmap.scene import HeatScene

_TRIANGLE_STRIP = 5
_MOST_NOTES = 4  # a line and a label, before and beyond the table


class CellsGL:
    """The OpenGL painter of the cells; notes over them are drawn by the raster painter's code."""

    def __init__(self) -> None:
        self._twin = CellsPainter()
        self._store: ContextStore[_Pictures] = ContextStore(_Pictures)
        self._sheets = [Sheet() for _ in range(_MOST_NOTES)]

    @property
    def contexts(self) -> int:
        """In how many contexts it keeps anything."""
        return len(self._store)

    def paint(self, painter: QPainter, target: Target, scene: HeatScene) -> None:
        """Draw the scene into the target's rectangle."""
        place = device_rect(target.matrix, target.rect)
        fitting = self._twin.fitting(scene, place)
        with native(painter, target) as frame:
            self._store.current().draw(frame, target, fitting, place)
        for n, note in enumerate(notes(target, fitting)):
            self._sheets[n].paint(painter, target, note.rect, note.key, note.draw)


class _Pictures:
    """The program and the textures of one context."""

    def __init__(self) -> None:
        self._program = Program("heatmap")
        self._vertices = QOpenGLVertexArrayObject()
        self._vertices.create()
        self._levels, self._strengths, self._colours = Texture(), Texture(), Texture()
        self._checked = False

    def draw(self, frame: NativeFrame, target: Target, scene: HeatScene, place: QRect) -> None:
        """Draw one level per device pixel."""
        gl, faded = frame.gl, scene.strength is not None
        self._program.bind()
        self._vertices.bind()
        self._levels.hold(gl, 0, scene.levels)
        self._strengths.hold(gl, 1, scene.levels if scene.strength is None else scene.strength)
        self._colours.hold(gl, 2, colour_bytes(target.palette, faded=faded))
        for unit, name in enumerate(("levels", "strengths", "colours")):
            self._program.put_whole(gl, name, unit)
        self._program.put_whole(gl, "faded", int(faded))
        self._program.put(gl, "table", *table_rows(scene))
        self._program.put(gl, "opacity", target.opacity)
        corners = (place.x(), place.y(), place.x() + place.width(), place.y() + place.height())
        self._program.put(gl, "place", *corners)
        self._program.put(gl, "surface", frame.width, frame.height)
        gl.glDrawArrays(_TRIANGLE_STRIP, 0, 4)
        self._vertices.release()
        if not self._checked:
            frame.check()
            self._checked = True

    def release(self) -> None:
        """Delete everything; the context is current."""
        for held in (self._levels, self._strengths, self._colours, self._program):
            held.release()
        self._vertices.destroy()


@lru_cache(maxsize=8)
def colour_bytes(look: Palette, *, faded: bool) -> NDArray[np.uint8]:
    """Return the raster painter's tables as RGBA bytes, always the same object.

    Shape (2 or 2 * 256, 256, 4): one row of levels for each strength, in the table and then outside it.
    """
    packed = colour_tables(look, faded=faded).reshape(-1, 256, 1)
    channels = packed >> np.array([16, 8, 0, 24], dtype=np.uint32)
    unpacked = (channels & 255).astype(np.uint8)
    unpacked.setflags(write=False)
    return unpacked
