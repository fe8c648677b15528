"""Draws the dial wall with OpenGL: all dials in one instanced call, of which a frame uploads only phases."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QOpenGLExtraFunctions, QPainter
from PySide6.QtOpenGL import QOpenGLBuffer, QOpenGLVertexArrayObject

from gui.canvas.context import ContextStore, GLError
from gui.canvas.native import NativeFrame, native
from gui.canvas.palette import Palette
from gui.canvas.program import Program
from gui.canvas.target import Target
from gui.canvas.texture import Texture
from gui.dialwall.instances import CONSTANTS, inks, measures, mode, moving_values, still_values
from gui.dialwall.layout import WallLayout
from gui.dialwall.overlay import Overlay
from gui.dialwall.scene import Faces, WallScene
from gui.dialwall.shape import tick_count

_TRIANGLE_STRIP = 5
_STILL = ((0, 2), (1, 1), (2, 1), (3, 1))  # attributes and their floats: centre, start, coverage, marks
_MOVING = ((4, 3),)  # phases
_SOFT = 1.5  # device pixels around a dial that its softened edge may touch


class WallGL:
    """The OpenGL painter of the wall; captions and marks are drawn over it by the raster painter's code."""

    def __init__(self) -> None:
        self._store: ContextStore[_Dials] = ContextStore(_Dials)
        self._overlay = Overlay()

    @property
    def contexts(self) -> int:
        """In how many contexts it keeps anything."""
        return len(self._store)

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw the wall into the target's rectangle."""
        with native(painter, target) as frame:
            self._store.current().draw(frame, target, scene)
        painter.translate(target.rect.topLeft())
        self._overlay.paint(painter, target, scene)


class _Dials:
    """The program and the buffers of one context."""

    def __init__(self) -> None:
        self._program = Program("dial", CONSTANTS)
        self._colours = Texture()
        self._still, self._moving = _Floats(), _Floats()
        self._vertices = QOpenGLVertexArrayObject()
        self._vertices.create()
        self._connected = False
        self._faces: Faces | None = None

    def draw(self, frame: NativeFrame, target: Target, scene: WallScene) -> None:
        """Draw all dials of a scene."""
        layout, first = scene.faces.layout, not self._connected
        self._program.bind()
        self._vertices.bind()
        self._upload(scene)
        if first:
            self._connect(frame.gl)
        self._colours.hold(frame.gl, 0, dot_colours(target.palette))
        self._place(frame, target, layout)
        self._describe(frame.gl, target, scene)
        frame.gl.glDrawArraysInstanced(_TRIANGLE_STRIP, 0, 4, len(layout.visible))
        self._vertices.release()
        if first:
            frame.check()

    def _upload(self, scene: WallScene) -> None:
        if scene.faces is not self._faces:
            self._still.hold(still_values(scene.faces))
            self._faces = scene.faces
        self._moving.hold(moving_values(scene))

    def _connect(self, gl: QOpenGLExtraFunctions) -> None:
        """Say once where the attributes are; the vertex array remembers it."""
        for floats, attributes in ((self._still, _STILL), (self._moving, _MOVING)):
            floats.feed(gl, self._program, attributes)
        self._connected = True

    def _place(self, frame: NativeFrame, target: Target, layout: WallLayout) -> None:
        corner, matrix = target.matrix.map(target.rect.topLeft()), target.matrix
        self._program.put(frame.gl, "place", matrix.m11(), matrix.m22(), corner.x(), corner.y())
        self._program.put(frame.gl, "surface", frame.width, frame.height)
        self._program.put_whole(frame.gl, "mode", mode(layout))

    def _describe(self, gl: QOpenGLExtraFunctions, target: Target, scene: WallScene) -> None:
        put, ratio, layout = self._program.put, target.pixel_ratio, scene.faces.layout
        for name, sizes in measures(layout, sine_only=scene.sine_only).items():
            put(gl, name, *(size * ratio for size in sizes))
        for name, ink in inks(target.palette, layout).items():
            put(gl, name, *(value / 255 for value in ink))
        put(gl, "soft", 0.0 if layout.dots else _SOFT)
        put(gl, "ticks", tick_count(layout.radius))
        put(gl, "opacity", target.opacity)
        self._program.put_whole(gl, "gapOn", int(scene.gap_hands is not None))
        self._program.put_whole(gl, "sineOnly", int(scene.sine_only))

    def release(self) -> None:
        """Delete everything; the context is current."""
        self._vertices.destroy()
        for held in (self._still, self._moving, self._colours, self._program):
            held.release()


class _Floats:
    """A buffer of floats, one row per dial."""

    def __init__(self) -> None:
        self._buffer = QOpenGLBuffer(QOpenGLBuffer.Type.VertexBuffer)
        self._buffer.setUsagePattern(QOpenGLBuffer.UsagePattern.StreamDraw)
        if not self._buffer.create():
            raise GLError("no vertex buffer can be made")

    def hold(self, values: NDArray[np.float32]) -> None:
        """Hold an array, shape (n, columns)."""
        self._buffer.bind()
        self._buffer.allocate(values.tobytes(), values.nbytes)
        self._buffer.release()

    def feed(
        self, gl: QOpenGLExtraFunctions, program: Program, attributes: tuple[tuple[int, int], ...]
    ) -> None:
        """Feed attributes, each a place and a number of floats, with consecutive columns."""
        self._buffer.bind()
        offset, stride = 0, sum(size for _, size in attributes)
        for place, size in attributes:
            program.attribute(place, offset=offset, size=size, stride=stride)
            gl.glVertexAttribDivisor(place, 1)
            offset += size
        self._buffer.release()

    def release(self) -> None:
        """Delete the buffer; its context is current."""
        self._buffer.destroy()


@lru_cache(maxsize=8)
def dot_colours(look: Palette) -> NDArray[np.uint8]:
    """Return the colours of dots as RGBA bytes, shape (2, 256, 4): by phase, and by value."""
    table = np.full((2, 256, 4), 255, dtype=np.uint8)
    table[0, :, :3], table[1, :, :3] = look.phase_map, look.value_map
    table.setflags(write=False)
    return table
