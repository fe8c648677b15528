"""The canvas item: it holds one scene and lets the painter that fits the surface draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QFont, QPaintEngine, QPainter

from gui.canvas.palette import Palette
from gui.canvas.target import Target

OPENGL = QPaintEngine.Type.OpenGL2
"""The paint engine of OpenGL surfaces, a window's and a frame buffer's alike."""

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class ScenePainter(Protocol[S_contra]):
    """What draws one kind of scene on one kind of surface."""

    def paint(self, painter: QPainter, target: Target, scene: S_contra) -> None:
        """Draw the scene into the target's rectangle."""


class CanvasItem(pg.GraphicsObject, Generic[S]):
    """An item that shows a scene.

    Parameters
    ----------
    raster : ScenePainter
        Draws on any surface.
    native : mapping of paint-engine type to callable
        What makes painters for surfaces of their own (OpenGL), each when it is first needed. The choice is
        made anew in every paint, by the surface painted on and not by the widget: the same item draws into
        a window, a picture or a frame buffer.
    reach : float
        How far around its rectangle the item may be painted, in pixels.

    A native painter that fails is given up: in the same paint, and from then on, `raster` draws instead,
    and `failed` says once why. It is emitted while painting, so connect to it queued.
    """

    failed = Signal(str)

    def __init__(
        self,
        raster: ScenePainter[S],
        native: Mapping[QPaintEngine.Type, Callable[[], ScenePainter[S]]] | None = None,
        reach: float = 0.0,
    ) -> None:
        super().__init__()
        self._reach = reach
        self._raster = raster
        self._native = {engine: cache(make) for engine, make in (native or {}).items()}
        self._given_up = False
        self._scene: S | None = None
        self._rect = QRectF()
        self._font = QFont()
        self._palette: Palette | None = None
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def show_scene(self, scene: S, palette: Palette, dirty: QRectF | None = None) -> None:
        """Show another scene; only `dirty` is repainted when it is given."""
        if scene is self._scene and palette is self._palette:
            return
        self._scene, self._palette = scene, palette
        self.update(self.boundingRect() if dirty is None else dirty)

    def set_geometry(self, rect: QRectF, font: QFont) -> None:
        """Place the item, in the units of its parent."""
        if rect != self._rect or font != self._font:
            self.prepareGeometryChange()
            self._rect, self._font = rect, font

    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._rect.adjusted(-self._reach, -self._reach, self._reach, self._reach)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:  # noqa: D102
        if self._scene is None or self._palette is None:
            return
        clip = option.exposedRect & self._rect
        # Only what is painted for a window lies on the view's own background, and on all of it.
        ground = None if widget is None else QColor(*self._palette.canvas)
        target = Target.of(painter, self._rect, clip, self._font, self._palette, ground)
        native = None if self._given_up else self._native.get(painter.paintEngine().type())
        if native is None or not self._managed(native, painter, target, self._scene):
            self._draw(self._raster, painter, target, self._scene)

    @property
    def native(self) -> bool:
        """Whether there is a native painter."""
        return bool(self._native)

    def trust_native(self) -> None:
        """Give native painters another try, as after a change of surface."""
        self._given_up = False

    def _managed(
        self, native: Callable[[], ScenePainter[S]], painter: QPainter, target: Target, scene: S
    ) -> bool:
        """Draw with a native painter; tell whether it worked."""
        try:
            self._draw(native(), painter, target, scene)
        except Exception as problem:  # Qt would swallow it, and the view would stay blank
            self._given_up = True
            self.failed.emit(str(problem) or type(problem).__name__)
            return False
        return True

    def _draw(self, chosen: ScenePainter[S], painter: QPainter, target: Target, scene: S) -> None:
        painter.save()
        try:
            chosen.paint(painter, target, scene)
        finally:
            painter.restore()
