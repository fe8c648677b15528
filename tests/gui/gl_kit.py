"""Painting the same scene on a picture and on an OpenGL frame buffer, and comparing the two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage, QOffscreenSurface, QOpenGLContext, QPainter
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLPaintDevice
from shiboken6 import Shiboken, VoidPtr

from gui.canvas.palette import Palette
from gui.canvas.surface import Availability, surface_format
from gui.canvas.target import Target
from gui.canvas.view import colour

Pixels = NDArray[np.uint8]
Draw = Callable[[QPainter], None]


class Workbench:
    """An OpenGL context without a window."""

    def __init__(self, found: Availability, share: QOpenGLContext | None = None) -> None:
        self.found = found
        self.context, self.surface = QOpenGLContext(), QOffscreenSurface()
        self.context.setFormat(surface_format())
        if share is not None:
            self.context.setShareContext(share)
        assert self.context.create()
        self.surface.setFormat(self.context.format())
        self.surface.create()
        self.use()

    def use(self) -> None:
        assert self.context.makeCurrent(self.surface)

    @property
    def gl(self) -> Any:
        return self.context.extraFunctions()

    def picture(self, draw: Draw, width: int, height: int, ratio: float = 1.0) -> Pixels:
        """Return what `draw` paints on a frame buffer of so many device pixels."""
        self.use()
        frame = QOpenGLFramebufferObject(
            QSize(width, height), QOpenGLFramebufferObject.Attachment.CombinedDepthStencil
        )
        frame.bind()
        device = QOpenGLPaintDevice(QSize(width, height))
        device.setDevicePixelRatio(ratio)
        painter = QPainter(device)
        draw(painter)
        painter.end()
        frame.bind()
        pixels = read_pixels(self.gl, width, height)
        frame.release()
        return pixels

    def objects(self) -> set[tuple[str, int]]:
        """Return what contexts that share with this one hold, by kind and number."""
        gl = self.gl
        kinds = {"texture": gl.glIsTexture, "buffer": gl.glIsBuffer, "program": gl.glIsProgram}
        return {(kind, n) for kind, exists in kinds.items() for n in range(1, 500) if exists(n)}

    def sharing(self) -> Workbench:
        """Return another context that shares its objects with this one."""
        return Workbench(self.found, self.context)

    def close(self) -> None:
        self.context.doneCurrent()
        Shiboken.delete(self.context)
        self.surface.destroy()


def read_pixels(gl: Any, width: int, height: int) -> Pixels:
    """Return the bound frame buffer's pixels, the top row first, shape (height, width, 4)."""
    data = np.empty((height, width, 4), dtype=np.uint8)
    gl.glPixelStorei(0x0D05, 1)
    gl.glReadPixels(0, 0, width, height, 0x1908, 0x1401, VoidPtr(memoryview(data).cast("B")))
    return data[::-1]


def raster_picture(draw: Draw, width: int, height: int, ratio: float = 1.0) -> Pixels:
    """Return what `draw` paints on a picture of so many device pixels."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return pixels_of(image)


def pixels_of(image: QImage) -> Pixels:
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), -1)
    return rows[:, : 4 * plain.width()].reshape(plain.height(), plain.width(), 4).copy()


def drawing(painting: Any, scene: Any, rect: QRectF, look: Palette, font: QFont | None = None) -> Draw:
    """Return what paints a scene into a rectangle as the canvas item does, on the canvas's colour."""

    def draw(painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, 1e4, 1e4), colour(look.canvas))
        target = Target.of(painter, rect, rect, font or QFont(), look)
        painting.paint(painter, target, scene)

    return draw


def difference(one: Pixels, other: Pixels) -> float:
    """Return the mean absolute difference of colours, 0 … 255."""
    return float(np.abs(one[..., :3].astype(int) - other[..., :3].astype(int)).mean())
