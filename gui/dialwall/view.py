"""The dial wall as a widget: keeps the scene in step with the state and turns gestures into intents."""

from __future__ import annotations

import time

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QWidget

from gui.canvas.item import CanvasItem
from gui.canvas.palette import palette
from gui.canvas.view import CanvasView, colour
from gui.dialwall.layout import WallLayout, panned_window, wall_layout, zoomed_window
from gui.dialwall.raster import WallRaster
from gui.dialwall.scene import Faces, WallScene, build_faces, build_scene
from gui.model.readout import widest
from gui.model.state import AppState, Hover
from gui.model.store import Store

_MARGIN = 8


class DialWallView(CanvasView):
    """One dial per pair, at true speed.

    The wheel zooms, dragging pans, a double click fits, a click selects the pair.
    """

    drag_pans = True

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("dialWallView")
        self.setAccessibleName("Wall of clocks")
        self.setAccessibleDescription("One dial per sine and cosine pair; the hand's tip is at (sin, cos).")
        self._item: CanvasItem[WallScene] = CanvasItem(WallRaster())
        self._readout = pg.QtWidgets.QGraphicsSimpleTextItem()
        self.scene().addItem(self._item)
        self.scene().addItem(self._readout)
        self._pace = FramePace()
        self._layout = wall_layout(1, 1.0, 1.0, 1.0, None)
        self._faces: Faces | None = None

    @property
    def wall(self) -> WallLayout:
        """The present placement of the dials, in pixels of the wall's area."""
        return self._layout

    @property
    def area(self) -> QRectF:
        """The wall's area in the widget's pixels: all but the margins and the read-out line."""
        top = self._line() + _MARGIN
        return QRectF(self.viewport().rect()).adjusted(_MARGIN, top, -_MARGIN, -_MARGIN)

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        step = self._pace.step(new)
        if self._faces is None or old is None or _still_part(old) != _still_part(new):
            self._lay_out(new)
            self._faces = build_faces(new.params, self._layout, step)
        elif self._pace.changed:
            self._faces = build_faces(new.params, self._layout, step)
        scene = build_scene(new, self._faces)
        self._readout.setText(self._fitting(scene.readouts))
        self._readout.setBrush(colour(palette(new.theme).text))
        self._item.show_scene(scene, palette(new.theme))

    def _lay_out(self, state: AppState) -> None:
        area = self.area
        line = QFontMetricsF(self.font()).height()
        self._layout = wall_layout(
            state.params.pairs, max(area.width(), 1.0), max(area.height(), 1.0), line, state.wall_window
        )
        self._item.set_geometry(area, QFont(self.font()))
        self._readout.setFont(self.font())
        self._readout.setPos(_MARGIN, _MARGIN / 2)

    def _fitting(self, readouts: tuple[str, ...]) -> str:
        """Return the longest form that fits whatever its figures are, so that it never changes by itself."""
        metrics, room = QFontMetricsF(self.font()), self.area.width()
        fits = (text for text in readouts if metrics.horizontalAdvance(widest(text)) <= room)
        return next(fits, readouts[-1])

    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    # ---- gestures -------------------------------------------------------------------------------

    def _pair_at(self, at: QPointF) -> int | None:
        if not self.area.contains(at):
            return None
        point = at - self.area.topLeft()
        return self._layout.pair_at(point.x(), point.y())

    def clicked(self, at: QPointF) -> None:  # noqa: D102
        pair = self._pair_at(at)
        if pair is not None:
            self.store.update(pair=pair)

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        self.store.update(hover=Hover(pair=None if at is None else self._pair_at(at)))

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        area = self.area
        point = at - area.topLeft()
        window = zoomed_window(self._layout, area.width(), area.height(), (point.x(), point.y()), factor)
        self.store.update(wall_window=window)

    def panned(self, by: QPointF) -> None:  # noqa: D102
        area = self.area
        self.store.update(wall_window=panned_window(self._layout, area.width(), area.height(), by.toTuple()))

    def fitted(self) -> None:  # noqa: D102
        self.store.update(wall_window=None)


def _still_part(state: AppState) -> tuple[object, ...]:
    return (state.params, state.wall_window, state.theme)


class FramePace:
    """Knows how many positions pass per frame, from the frames really drawn.

    The measured frame time is smoothed and only ever taken in steps of a quarter, so that the line
    between sharp hands and blurred discs does not flicker; it is never below one display refresh.
    """

    def __init__(self) -> None:
        self._last = 0.0
        self._mean = 1 / 60
        self._used = 1 / 60
        self._step = 0.0
        self.changed = False

    def step(self, state: AppState) -> float:
        """Return the positions per frame while playing, 0 when paused; call it once per drawn frame."""
        self._observe()
        step = abs(state.speed) * self._used if state.playing else 0.0
        self.changed, self._step = step != self._step, step
        return step

    def _observe(self) -> None:
        now = time.monotonic()
        seconds, self._last = now - self._last, now
        if seconds < 0.5:
            self._mean += 0.05 * (seconds - self._mean)
        if not 0.75 < self._mean / self._used < 1.33:
            self._used = max(self._mean, 1 / 60)
