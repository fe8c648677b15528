"""Raw OpenGL in the middle of a QPainter's frame: what it needs is set up, what Qt forgets is put back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QOpenGLExtraFunctions, QPaintDevice, QPainter
from PySide6.QtWidgets import QWidget

from gui.canvas.context import GLError, functions
from gui.canvas.sheet import outer_rect
from gui.canvas.target import Target

_BLEND, _SCISSOR, _DEPTH, _CULL, _STENCIL = 0x0BE2, 0x0C11, 0x0B71, 0x0B44, 0x0B90
_ONE, _ONE_MINUS_SOURCE_ALPHA, _ADD = 1, 0x0303, 0x8006
_UNPACK = ((0x0CF5, 1), (0x0CF2, 0), (0x0CF3, 0), (0x0CF4, 0))  # alignment, row length, skipped rows, pixels
_UNPACK_ALIGNMENT = 0x0CF5
_TEXTURE0 = 0x84C0


@dataclass(frozen=True, slots=True)
class NativeFrame:
    """The surface while raw OpenGL draws on it.

    Attributes
    ----------
    gl : QOpenGLExtraFunctions
        The context's functions.
    width, height : int
        Size of the surface in device pixels.
    """

    gl: QOpenGLExtraFunctions
    width: int
    height: int

    def check(self) -> None:
        """Raise `GLError` when OpenGL has met an error; it makes the driver wait, so not in every frame."""
        code = self.gl.glGetError()
        if code:
            raise GLError(f"OpenGL reports error 0x{code:04x}")


@contextmanager
def native(painter: QPainter, target: Target) -> Iterator[NativeFrame]:
    """Let raw OpenGL draw on a painter's surface, within the target's clip, with premultiplied alpha.

    Raises
    ------
    GLError
        When there is no current context.
    """
    clip = _clip(painter, target)
    painter.beginNativePainting()
    try:
        frame = NativeFrame(functions(), *_size(painter.device()))
        try:
            _set_up(frame, clip)
            yield frame
        finally:
            _put_back(frame)
    finally:
        painter.endNativePainting()


def _size(device: QPaintDevice) -> tuple[int, int]:
    """Return a surface's size in device pixels; only widgets count theirs in logical ones."""
    ratio = device.devicePixelRatioF() if isinstance(device, QWidget) else 1.0
    return round(device.width() * ratio), round(device.height() * ratio)


def _clip(painter: QPainter, target: Target) -> QRect:
    """Return the device pixels that may be touched."""
    area = target.clip
    if painter.hasClipping():
        area = area & painter.clipBoundingRect()
    return outer_rect(target.matrix.mapRect(area))


def _set_up(frame: NativeFrame, clip: QRect) -> None:
    gl = frame.gl
    gl.glViewport(0, 0, frame.width, frame.height)
    for switch in (_DEPTH, _CULL, _STENCIL):
        gl.glDisable(switch)
    gl.glColorMask(1, 1, 1, 1)
    gl.glEnable(_SCISSOR)
    gl.glScissor(clip.x(), frame.height - clip.y() - clip.height(), clip.width(), clip.height())
    gl.glEnable(_BLEND)
    gl.glBlendEquation(_ADD)
    # Alpha like colour: the window stays as opaque as it was.
    gl.glBlendFuncSeparate(_ONE, _ONE_MINUS_SOURCE_ALPHA, _ONE, _ONE_MINUS_SOURCE_ALPHA)
    for name, value in _UNPACK:
        gl.glPixelStorei(name, value)


def _put_back(frame: NativeFrame) -> None:
    """Restore what `endNativePainting` leaves as it is."""
    gl = frame.gl
    gl.glActiveTexture(_TEXTURE0)
    gl.glPixelStorei(_UNPACK_ALIGNMENT, 4)
    gl.glDisable(_SCISSOR)
