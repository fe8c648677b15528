"""Who draws: it tries what the machine has, switches the views, falls back, and says so once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from gui.canvas.marker import CrashMarker
from gui.canvas.surface import Availability, Choice, choose, probe
from gui.canvas.view import CanvasView
from gui.model.state import AppState, RendererWish
from gui.model.store import Store

FIRST_LOOK_MS = 300
"""When the machine is looked at, after the window is there: it shows its first frames in raster."""


class Renderer(QObject):
    """Keeps all views on the renderer that the state wishes and the machine allows.

    Parameters
    ----------
    store : Store
        Its `renderer` field is the wish.
    views : iterable of CanvasView
        Those that can be switched; `take` takes more.
    marker : CrashMarker
        Remembers a start that broke off.
    look : callable
        Tells what OpenGL there is.
    """

    said = Signal(str)
    """Something that a person should be told once."""
    changed = Signal(str)
    """What draws from now on, in words."""

    def __init__(
        self,
        store: Store,
        views: Iterable[CanvasView],
        marker: CrashMarker,
        look: Callable[[], Availability] = probe,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._marker, self._look = store, marker, look
        self._views: list[CanvasView] = []
        self._wish: RendererWish = "raster"
        self._on_opengl = False
        self._found: Availability | None = None
        for view in views:
            self.take(view)
        store.changed.connect(self._follow)

    def take(self, view: CanvasView) -> None:
        """Keep one more view, as long as it lives, on the renderer that is in use."""
        self._views.append(view)
        view.failed.connect(self._fall_back)
        view.framed.connect(self._marker.clear)
        view.destroyed.connect(partial(self._views.remove, view))
        view.use_opengl(self._on_opengl)

    def start(self) -> None:
        """Obey the state's wish: at once, or for "auto" when the first frames are there."""
        if self._store.state.renderer == "auto":
            QTimer.singleShot(FIRST_LOOK_MS, self, self.decide)
        else:
            self.decide()

    def decide(self) -> None:
        """Look at the machine, choose, and switch the views."""
        self._wish = self._store.state.renderer
        choice = choose(self._wish, self._available(), ended_badly=self._marker.ended_badly)
        if choice.kind == "raster":
            self._marker.clear()
        self._use(choice)
        if choice.notice:
            self.said.emit(choice.notice)

    def _available(self) -> Availability:
        """Look once, with the mark set: a driver may end the program here or at the first frame."""
        if self._wish == "raster":
            return Availability(False, "not looked for")
        self._marker.set()
        if self._found is None:
            self._found = self._look()
        return self._found

    def _use(self, choice: Choice) -> None:
        self._on_opengl = choice.kind == "opengl"
        for view in self._views:
            view.use_opengl(self._on_opengl)
        name = "OpenGL" if self._on_opengl else "raster"
        self.changed.emit(f"{name} ({choice.reason})")

    def _follow(self, old: AppState, new: AppState) -> None:
        if new.renderer != self._wish and old.renderer != new.renderer:
            self.decide()

    def _fall_back(self, reason: str) -> None:
        """Put all views on raster when OpenGL failed in one; said once, however many fail."""
        self._marker.clear()
        if any(view.on_opengl for view in self._views) or self._found:
            self._found = None
            self._use(Choice("raster", reason))
            self.said.emit(f"OpenGL was given up: {reason}.")
