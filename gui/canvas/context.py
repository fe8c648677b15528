"""What painters keep in OpenGL contexts: made when first needed in each, released before the context goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar, cast

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QOffscreenSurface, QOpenGLContext, QOpenGLExtraFunctions
from shiboken6 import Shiboken


class GLError(RuntimeError):
    """OpenGL cannot draw; the message says why in a few words."""


class Releasable(Protocol):
    """What holds objects of one OpenGL context."""

    def release(self) -> None:
        """Delete them; the context is current."""


R = TypeVar("R", bound=Releasable)


@dataclass(frozen=True, slots=True)
class _Kept(Generic[R]):
    held: R
    surface: QOffscreenSurface


class ContextStore(Generic[R]):
    """What one painter keeps, once per OpenGL context that it has painted in.

    The key is the *current* context and not a widget: docking, full screen and a frame buffer each bring a
    context of their own. What was made in a context is deleted when that context goes or the application
    quits, with the context made current on a surface kept for the purpose.

    Parameters
    ----------
    make : callable
        Makes what is kept, in the current context; it may raise `GLError`.
    """

    def __init__(self, make: Callable[[], R]) -> None:
        self._make = make
        self._kept: dict[int, _Kept[R]] = {}
        self._ends_with_application = False

    def __len__(self) -> int:
        return len(self._kept)

    def current(self) -> R:
        """Return what is kept in the current context.

        Raises
        ------
        GLError
            When no context is current or nothing can be made in it.
        """
        context = current_context()
        key = _key(context)
        if key not in self._kept:
            self._kept[key] = self._enter(context, key)
        return self._kept[key].held

    def clear(self) -> None:
        """Release what is kept in all contexts."""
        for key in list(self._kept):
            self._leave(key)

    def _enter(self, context: QOpenGLContext, key: int) -> _Kept[R]:
        held = self._make()
        surface = QOffscreenSurface(context.screen())
        surface.setFormat(context.format())
        surface.create()
        context.aboutToBeDestroyed.connect(partial(self._leave, key))
        app = QCoreApplication.instance()
        if app is not None and not self._ends_with_application:
            app.aboutToQuit.connect(self.clear)
            self._ends_with_application = True
        return _Kept(held, surface)

    def _leave(self, key: int) -> None:
        kept = self._kept.pop(key, None)
        if kept is None or not Shiboken.isValid(kept.surface):
            return
        # The context may be in its destructor, with the Python object that stood for it gone already.
        context = cast(QOpenGLContext, Shiboken.wrapInstance(key, QOpenGLContext))
        with made_current(context, kept.surface) as usable:
            if usable:
                _release(kept.held)
        kept.surface.destroy()


def _release(held: Releasable) -> None:
    """Release, unless the interpreter is ending and has taken Qt's objects away already."""
    with suppress(RuntimeError):
        held.release()


def current_context() -> QOpenGLContext:
    """Return the current context, or raise `GLError`."""
    context = QOpenGLContext.currentContext()
    if context is None or not context.isValid():
        raise GLError("the OpenGL context is lost")
    return context


def functions() -> QOpenGLExtraFunctions:
    """Return the functions of the current context, or raise `GLError`."""
    return current_context().extraFunctions()


@contextmanager
def made_current(context: QOpenGLContext, surface: QOffscreenSurface) -> Iterator[bool]:
    """Make a context current for a while, then the former one again; tell whether it could be done."""
    former = QOpenGLContext.currentContext()
    former_surface = former.surface() if former is not None else None
    usable = context.makeCurrent(surface)
    try:
        yield usable
    finally:
        if usable:
            context.doneCurrent()
        if former is not None and former_surface is not None:
            former.makeCurrent(former_surface)


def _key(context: QOpenGLContext) -> int:
    address: int = Shiboken.getCppPointer(context)[0]
    return address
