"""Textures of bytes, read pixel by pixel in a shader: nothing is filtered and nothing repeats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QOpenGLExtraFunctions
from PySide6.QtOpenGL import QOpenGLTexture
from shiboken6 import VoidPtr

from gui.canvas.context import GLError

_TEXTURE_2D, _TEXTURE0, _BYTE, _MAX_SIZE = 0x0DE1, 0x84C0, 0x1401, 0x0D33
_NEAREST, _CLAMP = 0x2600, 0x812F
_LIMITS = ((0x2801, _NEAREST), (0x2800, _NEAREST), (0x2802, _CLAMP), (0x2803, _CLAMP), (0x813D, 0))
_FORMATS = {1: (0x8229, 0x1903), 4: (0x8058, 0x1908)}  # R8 of RED, RGBA8 of RGBA, by bytes per pixel


class Texture:
    """A texture of the current context that holds the last array it was given."""

    def __init__(self) -> None:
        self._texture = QOpenGLTexture(QOpenGLTexture.Target.Target2D)
        if not self._texture.create():
            raise GLError("no texture can be made")
        self._of: object = None

    @property
    def name(self) -> int:
        """The number that OpenGL knows it by."""
        return self._texture.textureId()

    def hold(self, gl: QOpenGLExtraFunctions, unit: int, pixels: NDArray[np.uint8]) -> None:
        """Bind to a unit and hold an array, uploaded only when it is another one than the last.

        Parameters
        ----------
        pixels : ndarray of uint8
            Shape (height, width) or (height, width, 4), the first row first.

        Raises
        ------
        GLError
            When the array is larger than the driver takes.
        """
        gl.glActiveTexture(_TEXTURE0 + unit)
        gl.glBindTexture(_TEXTURE_2D, self.name)
        if pixels is not self._of:
            self._of = None
            _upload(gl, pixels)
            self._of = pixels

    def release(self) -> None:
        """Delete the texture; its context is current."""
        self._texture.destroy()


def _upload(gl: QOpenGLExtraFunctions, pixels: NDArray[np.uint8]) -> None:
    height, width = pixels.shape[:2]
    limit = gl.glGetIntegerv(_MAX_SIZE)
    if isinstance(limit, int) and max(height, width) > limit:
        raise GLError(f"the picture has more than {limit} pixels along a side")
    for name, value in _LIMITS:
        gl.glTexParameteri(_TEXTURE_2D, name, value)
    kept, given = _FORMATS[pixels.shape[2] if pixels.ndim == 3 else 1]
    whole = np.ascontiguousarray(pixels)
    data: Any = VoidPtr(whole.ctypes.data)  # the stubs know pointers only as numbers
    gl.glTexImage2D(_TEXTURE_2D, 0, kept, width, height, 0, given, _BYTE, data)
