"""The dial wall as a widget: keeps the scene in step with the state and turns gestures into intents."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEngine, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from gui.canvas.item import OPENGL, CanvasItem, ScenePainter
from gui.canvas.palette import palette_of
from gui.canvas.veil import rects
from gui.canvas.view import CanvasView, colour
from gui.dialwall import raster, strip_raster
from gui.dialwall.captions import Captions
from gui.dialwall.layout import WallLayout, panned_window, revealing_window, wall_layout, zoomed_window
from gui.dialwall.pace import FramePace
from gui.dialwall.raster import WallRaster
from gui.dialwall.readout import arranged, notes, tip_rows
from gui.dialwall.scene import Faces, WallScene, build_faces, build_scene, paced
from gui.dialwall.strip import StripScene, build_strip, strip_height, strip_pair
from gui.dialwall.strip_raster import StripRaster
from gui.dialwall.tip import TipItem
from gui.model.readout import widest
from gui.model.state import AppState, Hover, word_at
from gui.model.store import Store

_MARGIN = 8
TIP_AFTER = 500
"""Milliseconds that the pointer rests on a dial before its tool tip appears."""


def _wall_on_opengl() -> ScenePainter[WallScene]:
    from gui.dialwall.gl import WallGL  # only now: most starts draw in raster

    return WallGL()


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
        self._item: CanvasItem[WallScene] = CanvasItem(WallRaster(), {OPENGL: _wall_on_opengl}, raster.BEYOND)
        self._strip: CanvasItem[StripScene] = CanvasItem(StripRaster(), reach=strip_raster.BEYOND)
        self._readout = pg.QtWidgets.QGraphicsSimpleTextItem()
        self._notes = pg.QtWidgets.QGraphicsSimpleTextItem()
        self._tip = TipItem()
        for item in (self._item, self._strip, self._readout, self._notes, self._tip):
            self.scene().addItem(item)
        self.pace = FramePace()
        self._layout = wall_layout(1, 1.0, 1.0, None)
        self._captions: Captions | None = None
        self._advance = _advances(QFontMetricsF(self.font()))
        self._faces: Faces | None = None
        self._scene: WallScene | None = None
        self._head = 0.0
        self._followed: int | None = None
        self._pointer = QPointF()
        self._rest = QTimer(self, singleShot=True, interval=TIP_AFTER)
        self._rest.timeout.connect(self._place_tip)

    @property
    def wall(self) -> WallLayout:
        """The present placement of the dials, in pixels of the wall's area."""
        return self._layout

    @property
    def area(self) -> QRectF:
        """The wall's area in the widget's pixels: all but the margins, the lines of text and the strip."""
        return QRectF(self.viewport().rect()).adjusted(_MARGIN, self._head, -_MARGIN, -_MARGIN)

    @property
    def strip_area(self) -> QRectF:
        """The bar code's area, in the widget's pixels; of no height while it is off."""
        height = strip_height(self._line()) if self._strip.isVisible() else 0.0
        return QRectF(_MARGIN, self._head - _MARGIN / 2 - height, self.area.width(), height)

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        step = self.pace.step(new)
        if self._faces is None or old is None or _still_part(old) != _still_part(new):
            self._lay_out(new)
            ghost = new.pins[-1] if new.pins else None
            self._faces = build_faces(new.params, self._layout, step, self._captions, ghost)
        else:
            if self.pace.changed:
                self._faces = paced(self._faces, new.params, step)
            if word_at(old, old.position.whole) != word_at(new, new.position.whole):
                self._write_notes(new, hands=not self._layout.dots)
        self._scene = build_scene(new, self._faces)
        look = palette_of(new)
        self._readout.setText(self._fitting(self._scene.readouts))
        if old is None or palette_of(old) is not look:
            self._readout.setBrush(colour(look.text))
            self._notes.setBrush(colour(look.text))
        self._item.show_scene(self._scene, look)
        if new.bar_code:
            self._strip.show_scene(build_strip(new), look)
        if self._tip.isVisible():
            self._place_tip()
        self._follow(new)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: D102
        for part in rects(QRegion(QRectF(rect).toAlignedRect()) - self._covered(painter)):
            painter.fillRect(part, self.backgroundBrush())

    def _covered(self, painter: QPainter) -> QRegion:
        """Return the pixels whose background the wall paints itself, together with its faces."""
        raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
        if not raster or painter.device() is not self.viewport() or self._scene is None or self._layout.dots:
            return QRegion()
        (left, top), (right, bottom) = self.area.topLeft().toTuple(), self.area.bottomRight().toTuple()
        inner = QPoint(math.ceil(left), math.ceil(top)), QPoint(math.floor(right) - 1, math.floor(bottom) - 1)
        return QRegion(QRect(*inner))

    def _follow(self, state: AppState) -> None:
        """Bring a newly selected pair into sight."""
        before, self._followed = self._followed, state.pair
        if before in (None, state.pair) or state.wall_window is None:
            return
        area = self.area
        window = revealing_window(self._layout, area.width(), area.height(), state.pair)
        if window is not None:
            self.store.update(wall_window=window)

    def spot(self, target: Hover) -> list[QRectF]:  # noqa: D102
        if target.pair is None:
            return []
        channels = self.store.state.params.convention.pair_columns(
            self.store.state.params.d_model, target.pair
        )
        strip = self.strip_area
        wide = strip.width() / self.store.state.params.d_model
        marked = (QRectF(strip.left() + c * wide, strip.top(), wide, strip.height()) for c in channels)
        return [rect for rect in (self._cell(target.pair), *marked) if not rect.isEmpty()]

    # ---- placing --------------------------------------------------------------------------------

    def _lay_out(self, state: AppState) -> None:
        self._strip.setVisible(state.bar_code)
        self._take_font(state)
        for hands in (True, False):
            self._write_notes(state, hands=hands)
            area = self.area
            width, height = max(area.width(), 1.0), max(area.height(), 1.0)
            self._layout = wall_layout(state.params.pairs, width, height, state.wall_window, self._captions)
            if not self._layout.dots:
                break
        self._item.set_geometry(self.area, QFont(self.font()))
        self._strip.set_geometry(self.strip_area, QFont(self.font()))

    def _take_font(self, state: AppState) -> None:
        metrics = QFontMetricsF(self.font())
        self._advance = _advances(metrics)
        stale = self._captions is None or self._captions.params != state.params
        if stale or self._readout.font() != self.font():
            self._captions = Captions(state.params, metrics.horizontalAdvance, metrics.height())
        self._readout.setFont(self.font())
        self._notes.setFont(self.font())
        self._readout.setPos(_MARGIN, _MARGIN / 2)
        self._notes.setPos(_MARGIN, _MARGIN / 2 + metrics.height())

    def _write_notes(self, state: AppState, *, hands: bool) -> None:
        """Write the lines under the read-out and keep the room that they and the strip take."""
        lines = arranged(notes(state, hands=hands), self._fits)
        self._notes.setText("\n".join(lines))
        self._head = (1 + len(lines)) * self._line() + _MARGIN
        if state.bar_code:
            self._head += strip_height(self._line()) + _MARGIN / 2

    def _fits(self, text: str) -> bool:
        return self._advance(widest(text)) <= self.area.width()

    def _fitting(self, readouts: tuple[str, ...]) -> str:
        """Return the longest form that fits whatever its figures are, so that it never changes by itself."""
        return next(filter(self._fits, readouts), readouts[-1])

    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    # ---- the tool tip ---------------------------------------------------------------------------

    def _place_tip(self) -> None:
        """Show the values of the pair under the pointer beside it, as they are now."""
        pair, scene, state = self._pair_at(self._pointer), self._scene, self.store.state
        if pair is None or scene is None or not pair == scene.hovered == state.hover.pair:
            self._tip.hide()  # also where the state has moved on and is about to be drawn
            return
        rows = tip_rows(state, pair, float(scene.row[pair]))
        bounds = QRectF(self.viewport().rect()).adjusted(2, 2, -2, -2)
        self._tip.show_rows(rows, self._under(pair), bounds, QFont(self.font()), palette_of(state))

    def _under(self, pair: int) -> QRectF:
        """Return the dial that the pointer is on, or the part of the strip, in the widget's pixels."""
        if self.strip_area.contains(self._pointer):
            return QRectF(self._pointer.x() - 8, self.strip_area.top(), 16, self.strip_area.height())
        return self._cell(pair)

    def _cell(self, pair: int) -> QRectF:
        """Return the cell of a dial, as far as it is in sight."""
        corner = QPointF(*self._layout.cell_corner(pair)) + self.area.topLeft()
        return QRectF(corner.x(), corner.y(), self._layout.cell, self._layout.cell) & self.area

    # ---- gestures -------------------------------------------------------------------------------

    def _pair_at(self, at: QPointF) -> int | None:
        """Return the pair of the dial, or of the channel of the bar code, at a point."""
        strip = self.strip_area
        if strip.contains(at):
            return strip_pair(self.store.state.params, at.x() - strip.left(), strip.width())
        if not self.area.contains(at):
            return None
        point = at - self.area.topLeft()
        return self._layout.pair_at(point.x(), point.y())

    def clicked(self, at: QPointF) -> None:  # noqa: D102
        pair = self._pair_at(at)
        if pair is not None:
            self.store.update(pair=pair)

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        pair = None if at is None else self._pair_at(at)
        if pair is None or pair != self.store.state.hover.pair:
            self._tip.hide()
        self._pointer = QPointF(-1, -1) if at is None else at
        if pair is None:
            self._rest.stop()
        elif not self._tip.isVisible():
            self._rest.start()
        self.store.update(hover=Hover(pair=pair))

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        area = self.area
        point = at - area.topLeft()
        window = zoomed_window(self._layout, area.width(), area.height(), (point.x(), point.y()), factor)
        self.store.update(wall_window=window)

    def panned(self, by: QPointF) -> None:  # noqa: D102
        self._tip.hide()
        area = self.area
        self.store.update(wall_window=panned_window(self._layout, area.width(), area.height(), by.toTuple()))

    def fitted(self) -> None:  # noqa: D102
        self.store.update(wall_window=None)


def _advances(metrics: QFontMetricsF) -> Callable[[str], float]:
    """Return what measures texts in pixels and remembers them: a frame asks for the width of the last one."""
    return lru_cache(maxsize=64)(metrics.horizontalAdvance)


def _still_part(state: AppState) -> tuple[object, ...]:
    """Return what the layout and the faces depend on."""
    return (
        state.params,
        state.sentence,
        state.wall_window,
        state.pins,
        state.hide_cosine,
        state.bar_code,
    )
