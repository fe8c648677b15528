"""What the machine can draw on: surface set-up before the application, a probe of OpenGL, and the choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QSize, Qt, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext, QSurfaceFormat
from PySide6.QtOpenGL import QOpenGLFramebufferObject

Kind = Literal["opengl", "raster"]
Wish = Literal["auto", "opengl", "raster"]

VERSION = (3, 3)
"""The oldest desktop OpenGL that the shaders are written for."""
WITHOUT_OPENGL = ("offscreen", "minimal", "vnc", "linuxfb")
"""Qt platforms on which OpenGL cannot be shown."""
SOFTWARE = (
    "llvmpipe",
    "softpipe",
    "swrast",
    "software rasterizer",
    "swiftshader",
    "gdi generic",
    "microsoft basic render",
)
"""What the names of renderers that run on the processor contain, in lower case."""
_VENDOR, _RENDERER, _VERSION_TEXT = 0x1F00, 0x1F01, 0x1F02


def surface_format() -> QSurfaceFormat:
    """Return the format of every OpenGL surface: 3.3 core, alpha, no depth, no multisampling."""
    wanted = QSurfaceFormat()
    wanted.setRenderableType(QSurfaceFormat.RenderableType.OpenGL)
    wanted.setVersion(*VERSION)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setAlphaBufferSize(8)
    wanted.setDepthBufferSize(0)
    wanted.setStencilBufferSize(8)  # QPainter clips with it
    wanted.setSamples(0)
    return wanted


def prepare() -> None:
    """Set up what OpenGL needs; it has to be called before the application is made."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    QSurfaceFormat.setDefaultFormat(surface_format())


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether OpenGL can be drawn with, and what it is; true in a condition when it can.

    Attributes
    ----------
    available : bool
        Whether a desktop OpenGL of at least `VERSION` answered.
    reason : str
        Why not, in words; empty when it is available.
    vendor, renderer, version : str
        What the driver calls itself; empty where nothing answered.
    """

    available: bool
    reason: str = ""
    vendor: str = ""
    renderer: str = ""
    version: str = ""

    def __bool__(self) -> bool:
        return self.available

    @property
    def software(self) -> bool:
        """Whether the processor does the drawing."""
        return any(name in self.renderer.lower() for name in SOFTWARE)


@dataclass(frozen=True, slots=True)
class Choice:
    """The renderer to use.

    Attributes
    ----------
    kind : {"opengl", "raster"}
        What draws.
    reason : str
        Why, in words, for the status bar and for `doctor`.
    notice : str
        What the user has to be told once; empty when nothing went against what was expected.
    """

    kind: Kind
    reason: str
    notice: str = ""


def probe(platform: str | None = None) -> Availability:
    """Try OpenGL on a surface of its own and tell what came of it; it never raises.

    Parameters
    ----------
    platform : str, optional
        Name of the Qt platform, by default the running application's.
    """
    name = QGuiApplication.platformName() if platform is None else platform
    if QCoreApplication.instance() is None:
        return Availability(False, "no application is running")
    if name in WITHOUT_OPENGL:
        return Availability(False, f"the platform '{name}' has no OpenGL")
    try:
        with hushed() as said:
            return _tried(said)
    except Exception as problem:
        return Availability(False, f"the probe of OpenGL failed: {problem}")


@contextmanager
def hushed() -> Iterator[list[str]]:
    """Collect what Qt says meanwhile, instead of letting it reach standard error."""
    said: list[str] = []
    former = qInstallMessageHandler(lambda kind, context, text: said.append(text))
    try:
        yield said
    finally:
        qInstallMessageHandler(former)


def _tried(said: list[str]) -> Availability:
    context, surface = QOpenGLContext(), QOffscreenSurface()
    if not context.create():
        return Availability(False, "; ".join(["no OpenGL context could be made", *said]))
    surface.setFormat(context.format())
    surface.create()
    if not context.makeCurrent(surface):
        return Availability(False, "; ".join(["the OpenGL context could not be used", *said]))
    try:
        return _described(context)
    finally:
        context.doneCurrent()


def _described(context: QOpenGLContext) -> Availability:
    """Describe the current context, and draw into a frame buffer to see whether it works."""
    gl, got = context.functions(), context.format()
    names = [str(gl.glGetString(what) or "") for what in (_VENDOR, _RENDERER, _VERSION_TEXT)]
    if context.isOpenGLES():
        return Availability(False, f"{names[2]} is not desktop OpenGL", *names)
    if (got.majorVersion(), got.minorVersion()) < VERSION:
        wanted = ".".join(map(str, VERSION))
        return Availability(False, f"OpenGL {wanted} is needed, the driver has {names[2]}", *names)
    if not QOpenGLFramebufferObject(QSize(4, 4)).isValid():
        return Availability(False, "OpenGL makes no frame buffers", *names)
    return Availability(True, "", *names)


def choose(wish: Wish, availability: Availability, *, ended_badly: bool = False) -> Choice:
    """Choose the renderer.

    Parameters
    ----------
    wish : {"auto", "opengl", "raster"}
        What was asked for; "auto" takes what draws faster on this machine.
    availability : Availability
        What the probe found.
    ended_badly : bool
        Whether the last start with OpenGL broke off before its first frame.
    """
    if wish == "raster":
        return Choice("raster", "asked for")
    if not availability:
        return Choice("raster", availability.reason, _unmet(wish, availability))
    if wish == "opengl":
        return Choice("opengl", f"asked for ({availability.renderer})")
    if ended_badly:
        said = "the last start with OpenGL did not end well"
        return Choice("raster", said, f"Drawing without OpenGL: {said}.")
    if availability.software:
        return Choice("raster", f"raster is faster here: {_short(availability.renderer)} renders in software")
    return Choice("opengl", availability.renderer)


def _unmet(wish: Wish, availability: Availability) -> str:
    return f"OpenGL cannot be used: {availability.reason}." if wish == "opengl" else ""


def _short(renderer: str) -> str:
    return renderer.split(" (")[0]
