"""The base of the views: a graphics view that follows the store and turns the mouse into gestures."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QWidget

from gui.canvas.colour import Rgb
from gui.canvas.item import CanvasItem
from gui.canvas.palette import palette_of
from gui.canvas.surface import surface_format
from gui.canvas.veil import Veil
from gui.model.state import AppState, Hover
from gui.model.store import Store

ZOOM_STEP = 1.2
"""How much one notch of the wheel magnifies."""
_SAMPLES = (
    4  # per pixel of an OpenGL surface: Qt smooths the edges of what QPainter draws there by these alone
)
_FINE_PIXELS = 1.5  # device-pixel ratio from which unsmoothed edges are fine enough, and samples many


def colour(rgb: Rgb, alpha: int = 255) -> QColor:
    """Return a palette colour as Qt's."""
    return QColor(*rgb, alpha)


class CanvasView(pg.GraphicsView):
    """A view of the state; it never writes the state but through intents to the store.

    A subclass implements `draw` and those of the gestures that mean something in it. A view that nobody
    can see draws nothing; when it is shown it catches up in one go.
    """

    menuRequested = Signal(QPoint)  # noqa: N815 - a Qt signal
    failed = Signal(str)
    """OpenGL was given up in this view, which draws in raster now; with the reason."""
    framed = Signal()
    """The first OpenGL frame since `use_opengl` is on the screen."""
    drag_pans = False
    """Whether dragging with the left button pans (the right and middle buttons always do)."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self.store = store
        self._drawn: AppState | None = None
        self._held = Qt.MouseButton.NoButton
        self._held_at = QPointF()
        self._moved = False
        self._idle = False
        self.frames = 0
        self._veil = Veil()
        self.scene().addItem(self._veil)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # pyqtgraph keeps a picture of the background; to copy it takes longer than to fill with a colour.
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.setMinimumSize(QSize(160, 120))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        _whole(self.viewport())
        store.changed.connect(self._changed)

    # ---- following the store -------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState) -> None:
        """Bring the picture from `old` (None: from nothing) to `new`."""
        raise NotImplementedError

    def spot(self, target: Hover) -> list[QRectF]:
        """Return where a spotlight on a target falls, in the widget's pixels; empty: it is not in sight."""
        return []

    def refresh(self) -> None:
        """Draw everything anew, as after a change of size or font."""
        self._drawn = None
        self._changed()

    def set_idle(self, idle: bool) -> None:
        """Draw nothing for a while, as when another window covers this one; then catch up in one go."""
        self._idle = idle
        self._changed()

    def _changed(self, *_: object) -> None:
        new = self.store.state
        if self._idle or not self.isVisible() or new is self._drawn:
            return
        old, self._drawn = self._drawn, new
        if old is None or palette_of(old) is not palette_of(new):
            self.setBackground(colour(palette_of(new).canvas))
        self.draw(old, new)
        self._veil.cover(self.rect(), [] if new.spotlight == Hover() else self.spot(new.spotlight))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._changed()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: D102
        super().resizeEvent(event)
        if hasattr(self, "_drawn"):  # pyqtgraph resizes once while it is being built
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.refresh()

    def close(self) -> bool:
        """Close the widget as Qt does; pyqtgraph's own `close` would take the viewport away for good."""
        return QGraphicsView.close(self)

    # ---- the surface that is drawn on ------------------------------------------------------------

    @property
    def on_opengl(self) -> bool:
        """Whether the view draws on an OpenGL surface."""
        return isinstance(self.viewport(), QOpenGLWidget)

    def use_opengl(self, on: bool) -> None:
        """Draw on an OpenGL surface or on a plain one, from the state; not to be called while painting.

        A view of which no part has an OpenGL painter stays on its plain surface.
        """
        items = [item for item in self.scene().items() if isinstance(item, CanvasItem) and item.native]
        if on == self.on_opengl or not items:
            return
        for item in items:
            self._watch(item, on)
        self.setViewport(self._opengl_surface() if on else QWidget())
        _whole(self.viewport())
        mode = QGraphicsView.ViewportUpdateMode
        self.setViewportUpdateMode(mode.FullViewportUpdate if on else mode.MinimalViewportUpdate)
        self.refresh()

    def _watch(self, item: CanvasItem[Any], on: bool) -> None:
        if on:
            item.trust_native()
            item.failed.connect(self._give_up, Qt.ConnectionType.QueuedConnection)
        else:
            item.failed.disconnect(self._give_up)

    def _opengl_surface(self) -> QOpenGLWidget:
        surface, wanted = QOpenGLWidget(), surface_format()
        if self.devicePixelRatioF() < _FINE_PIXELS:
            wanted.setSamples(_SAMPLES)
        surface.setFormat(wanted)
        surface.frameSwapped.connect(self.framed, Qt.ConnectionType.SingleShotConnection)
        return surface

    def _give_up(self, reason: str) -> None:
        if self.on_opengl:
            self.use_opengl(False)
            self.failed.emit(reason)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        surface = self.viewport()
        if isinstance(surface, QOpenGLWidget) and not surface.isValid():
            QTimer.singleShot(0, self, lambda: self._give_up("the OpenGL context is lost"))
            return
        super().paintEvent(event)
        self.frames += 1

    # ---- gestures, in the widget's logical pixels -----------------------------------------------

    def clicked(self, at: QPointF) -> None:
        """Handle a left click without a drag."""

    def dragged(self, at: QPointF) -> None:
        """Handle the left button going down or moving (when `drag_pans` is off)."""

    def panned(self, by: QPointF) -> None:
        """Move what is seen along with the pointer."""

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:
        """Magnify by `factor` around a point."""

    def fitted(self) -> None:
        """Show everything again."""

    def hovered(self, at: QPointF | None) -> None:
        """Handle the pointer resting at a point, or having left."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._changed()
        self._held, self._held_at, self._moved = event.button(), event.position(), False
        if event.button() == Qt.MouseButton.LeftButton and not self.drag_pans:
            self.dragged(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._changed()  # what is pointed at has to be what the state says, also before it is announced
        at = event.position()
        if self._held == Qt.MouseButton.NoButton:
            self.hovered(at)
        elif self._held == Qt.MouseButton.LeftButton and not self.drag_pans:
            self.dragged(at)
        else:
            self._pan_to(at)
        event.accept()

    def _pan_to(self, at: QPointF) -> None:
        by = at - self._held_at
        if self._moved or by.manhattanLength() >= QApplication.startDragDistance():
            self._moved, self._held_at = True, at
            self.panned(by)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if self._held == Qt.MouseButton.LeftButton and not self._moved:
            self.clicked(event.position())
        if self._held == Qt.MouseButton.RightButton and not self._moved:
            self.menuRequested.emit(event.globalPosition().toPoint())
        self._held = Qt.MouseButton.NoButton
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._held = Qt.MouseButton.NoButton
        if event.button() == Qt.MouseButton.LeftButton:
            self.fitted()
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        self._changed()
        notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
        self.zoomed(event.position(), ZOOM_STEP**notches, event.modifiers())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self.hovered(None)
        event.accept()

    def contextMenuEvent(self, event: Any) -> None:  # noqa: D102
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menuRequested.emit(self.mapToGlobal(self.rect().center()))
        event.accept()


def _whole(viewport: QWidget) -> None:
    """Set up a surface: it fills itself, so that Qt need not paint first what lies beneath."""
    viewport.setMouseTracking(True)
    viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    viewport.setAutoFillBackground(False)
