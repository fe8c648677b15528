"""Shader programs: read from the resources, compiled for OpenGL 3.3 core, failing with one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from PySide6.QtGui import QOpenGLExtraFunctions
from PySide6.QtOpenGL import QOpenGLShader, QOpenGLShaderProgram
from shiboken6 import Shiboken

from gui.canvas.context import GLError
from gui.canvas.surface import hushed

Constant = float | Sequence[float]
_STAGES = (("vert", QOpenGLShader.ShaderTypeBit.Vertex), ("frag", QOpenGLShader.ShaderTypeBit.Fragment))


class Program:
    """A linked shader program of the current context.

    Parameters
    ----------
    name : str
        Stem of the two files in `resources/shaders`.
    constants : mapping of str to int, float or floats
        Numbers that the sources know by these names, so that no number is written twice.

    Raises
    ------
    GLError
        When a stage does not compile or the stages do not link; it holds the first line of the log.
    """

    def __init__(self, name: str, constants: Mapping[str, Constant] | None = None) -> None:
        self._program = QOpenGLShaderProgram()
        self._places: dict[str, int] = {}
        for stage, kind in _STAGES:
            self._add(f"{name}.{stage}", kind, constants or {})
        with hushed():
            linked = self._program.link()
        if not linked:
            raise GLError(f"{name} does not link: {first_line(self._program.log())}")

    def _add(self, file: str, kind: QOpenGLShader.ShaderTypeBit, constants: Mapping[str, Constant]) -> None:
        with hushed():
            compiled = self._program.addShaderFromSourceCode(kind, source(file, constants))
        if not compiled:
            raise GLError(f"{file} does not compile: {first_line(self._program.log())}")

    def bind(self) -> None:
        """Draw with this program from now on."""
        if not self._program.bind():
            raise GLError("a shader program cannot be used")

    def put(self, gl: QOpenGLExtraFunctions, name: str, *values: float) -> None:
        """Set a uniform of one to four floats; the program is bound."""
        place = self._place(name)
        (gl.glUniform1f, gl.glUniform2f, gl.glUniform3f, gl.glUniform4f)[len(values) - 1](place, *values)

    def put_whole(self, gl: QOpenGLExtraFunctions, name: str, value: int) -> None:
        """Set an integer uniform, a sampler's unit or a switch; the program is bound."""
        gl.glUniform1i(self._place(name), value)

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = self._program.uniformLocation(name)
        return self._places[name]

    def attribute(self, place: int, *, offset: int, size: int, stride: int) -> None:
        """Feed an attribute of `size` floats from the bound buffer; offset and stride are in floats."""
        self._program.enableAttributeArray(place)
        self._program.setAttributeBuffer(place, _FLOAT, 4 * offset, size, 4 * stride)

    def release(self) -> None:
        """Delete the program; its context is current."""
        Shiboken.delete(self._program)


_FLOAT = 0x1406


def source(file: str, constants: Mapping[str, Constant]) -> str:
    """Return a shader's text, headed by its version and the constants."""
    defined = [f"#define {name} {_literal(value)}" for name, value in constants.items()]
    text = files("resources").joinpath("shaders", file).read_text(encoding="utf-8")
    return "\n".join(["#version 330 core", *defined, text])


def _literal(value: Constant) -> str:
    if isinstance(value, int | float):
        return repr(value)
    return f"float[{len(value)}]({', '.join(repr(float(number)) for number in value)})"


def first_line(log: str) -> str:
    """Return the first line of a compiler's log that says something."""
    return next((line.strip() for line in log.splitlines() if line.strip()), "no reason given")
