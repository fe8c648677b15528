"""The heat map in the window: it follows the state, and turns the mouse into intents."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.palette import palette_of
from gui.canvas.view import CanvasView
from gui.heatmap.columns import arranged_params, runs_of, stored_channel
from gui.heatmap.items import CursorLine
from gui.heatmap.layout import STRIP, Layout, Needs, arranged
from gui.heatmap.overview import frame_in
from gui.heatmap.parts import Parts, Sheet
from gui.heatmap.readout import hover_texts, window_texts
from gui.heatmap.scene import Request
from gui.heatmap.window import (
    across_of,
    centred,
    channel_at,
    down_of,
    followed,
    moved,
    row_at,
    seen_window,
    surroundings,
    zoomed,
)
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow, Hover
from gui.model.store import Store

_SPOT = 12.0  # pixels that a spotlight is wide at least


@dataclass(frozen=True, slots=True)
class Slide:
    """The overview's frame in the hand: what the overview shows, and where the frame is held."""

    around: HeatWindow
    held: QPointF


class HeatmapView(CanvasView):
    """The table as a picture: rows are positions from the top down, columns are channels."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("heatmapView")
        self.setAccessibleName("Heat map")
        self.setAccessibleDescription(
            "The encoding's values as colours: positions from the top down, channels from left to right."
        )
        self._parts = Parts()
        for item in self._parts.items:
            self.addItem(item)
        self._layout: Layout | None = None
        state = store.state
        self._shown = arranged_params(state.params, state.heat_layout)
        self._window = seen_window(state.params, state.heat_window, state.position)
        self._gripped: HeatWindow | None = None
        self._slide: Slide | None = None
        self._channel: int | None = None
        store.changed.connect(self._follow)

    # ---- following the state -----------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        needs = Needs.of(new)
        if old is None or palette_of(old) is not palette_of(new) or Needs.of(old) != needs:
            self._layout = arranged(self.size(), self.font(), needs)
            self._parts.dress(palette_of(new), self.font(), self._layout, needs)
        if old is not None and (old.params, old.heat_layout) != (new.params, new.heat_layout):
            self._gripped = self._slide = self._channel = None
        self._show_window(self._gripped or self._seen(new), new, anew=old is None)
        self._show_pictures(new)
        self._show_cursors(new)
        self._show_marks(new)
        self._show_readout(new)

    def _seen(self, new: AppState) -> HeatWindow:
        wanted = new.heat_window if self._slide else followed(new)
        return seen_window(new.params, wanted, new.position)

    def _follow(self, _: object, new: AppState) -> None:
        """Ask for the page that the picture has turned to already, so that it is the state's window, too."""
        held = self._slide is not None or self._gripped is not None
        if self.isVisible() and not held and (page := followed(new)) != new.heat_window:
            self.store.update(heat_window=page)

    def _show_window(self, window: HeatWindow, new: AppState, *, anew: bool) -> None:
        """Let the axes show the window, in coordinates from its first row so that floats are exact."""
        shown = arranged_params(new.params, new.heat_layout)
        if not anew and (window, shown) == (self._window, self._shown):
            return
        self._window, self._shown = window, shown
        parts, top, left = self._parts, window.row_fraction, window.channel
        parts.rows.set_origin(window.row)
        parts.channels.set_order(new.params, self._shown)
        parts.plot.see_range((left, left + window.channels), (top, top + window.rows))
        parts.ruler.show_pairs(runs_of(self._shown), window)

    def _show_pictures(self, new: AppState) -> None:
        self._show_sheet(self._parts.cells, self._window, self.area, new)
        area = self.overview
        if area.isEmpty():
            self._parts.frame.show_frame(QRectF(), QRectF())
            return
        around = self._around(new)
        self._show_sheet(self._parts.small, around, area, new)
        self._parts.frame.show_frame(area, frame_in(area, self._window, around))

    def _show_sheet(self, sheet: Sheet, window: HeatWindow, area: QRectF, new: AppState) -> None:
        asked = Request(self._shown, window, 1, 1, new.heat_quantity)
        sheet.show(asked, area, self.devicePixelRatioF(), palette_of(new))

    def _around(self, new: AppState) -> HeatWindow:
        """Return what the overview shows; it stays while its frame is dragged."""
        return self._slide.around if self._slide else surroundings(new.params, self._window)

    def _show_cursors(self, new: AppState) -> None:
        parts, later = self._parts, new.position.moved(new.gap)
        down, gap_down = (down_of(self._window, at) for at in (new.position, later))
        self._put(parts.cursor, down)
        self._put(parts.gap, gap_down if new.gap_hand else math.inf)
        gone, gap_gone = not 0 <= down <= 1, new.gap_hand and not 0 <= gap_down <= 1
        area, font = self.area, self.font()
        parts.arrow.setVisible(gone)
        parts.gap_arrow.setVisible(gap_gone)
        if gone:  # of two that are gone the same way, the nearer one stands nearer to the middle
            both = gap_gone and down > 1
            parts.arrow.point(area, font, new.position.whole, below=down > 1, place=int(both))
        if gap_gone:
            both = gone and gap_down < 0
            parts.gap_arrow.point(area, font, later.whole, below=gap_down > 1, place=int(both))

    def _put(self, line: CursorLine, down: float) -> None:
        line.setVisible(0 <= down <= 1)
        if line.isVisible():
            line.setPos(0, down * self.area.height())

    def _show_marks(self, new: AppState) -> None:
        self._parts.marks.show_columns(self.area, tuple(self._columns(new.pair)))
        rects = [] if new.hover.pair is None else self._columns(new.hover.pair)
        bands = [QRectF(left, 0, right - left, self.area.height()) for left, right in rects]
        if new.hover.row is not None:
            top, bottom = (
                down_of(self._window, Position(new.hover.row), shift) * self.area.height() for shift in (0, 1)
            )
            if bottom >= 0 and top <= self.area.height():
                bands.append(QRectF(0, top, self.area.width(), max(bottom - top, 1.0)))
        self._parts.bands.show_rects(bands)

    def _columns(self, pair: int) -> list[tuple[float, float]]:
        """Return the left and right edges of a pair's two columns, in pixels."""
        width, columns = self.area.width(), self._shown.convention.pair_columns(self._shown.d_model, pair)
        return [(across_of(self._window, c) * width, across_of(self._window, c + 1) * width) for c in columns]

    def spot(self, target: Hover) -> list[QRectF]:  # noqa: D102
        area, lit = self.area, []
        if target.pair is not None:
            for left, right in self._columns(target.pair):
                wide = _widened(area.left() + left, area.left() + right)
                lit.append(QRectF(wide[0], area.top() - STRIP, wide[1] - wide[0], area.height() + STRIP))
        if target.row is not None:
            down = (down_of(self._window, Position(target.row), end) for end in (0.0, 1.0))
            top, bottom = _widened(*(area.top() + share * area.height() for share in down))
            lit.append(QRectF(0, top, area.right(), bottom - top))
        room = area.adjusted(-area.left(), -STRIP, 0, 0)
        return [rect & room for rect in lit if rect.intersects(area)]

    def _show_readout(self, new: AppState) -> None:
        said = hover_texts(new.params, new.hover, self._channel, new.heat_quantity)
        self._parts.readout.say(said or self._caption(), quiet=not said)

    def _caption(self) -> tuple[str, ...]:
        request = self._parts.cells.request
        return window_texts(request) if request else ()

    @property
    def area(self) -> QRectF:
        """Where the cells are, in the view's logical pixels."""
        return self._layout.cells if self._layout else QRectF(0, 0, 1, 1)

    @property
    def overview(self) -> QRectF:
        """Where the overview is; empty where there is none."""
        return self._layout.overview if self._layout else QRectF()

    @property
    def window_seen(self) -> HeatWindow:
        """The part of the table that is shown."""
        return self._window

    @property
    def readout(self) -> str:
        """What the read-out line says."""
        return self._parts.readout.text

    # ---- gestures ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        # While the position is dragged the window stays, or a fit that shrinks would move the rows away.
        left, at = event.button() == Qt.MouseButton.LeftButton, event.position()
        self._gripped = self._window if left and self.area.contains(at) else None
        self._slide = self._held_at_frame(at) if left and self.overview.contains(at) else None
        super().mousePressEvent(event)

    def _held_at_frame(self, at: QPointF) -> Slide:
        """Take the frame where it is held, or by its middle where the pointer is beside it."""
        frame = self._parts.frame.frame
        return Slide(self._around(self.store.state), at - frame.center() if frame.contains(at) else QPointF())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseReleaseEvent(event)
        if self._gripped is not None or self._slide is not None:
            self._gripped = self._slide = None
            self.refresh()

    def dragged(self, at: QPointF) -> None:  # noqa: D102
        if self._slide is not None:
            place = _share(self.overview, at - self._slide.held)
            params = self.store.state.params
            self._see(centred(params, self._window, self._slide.around, (place.x(), place.y())))
        elif self._gripped is not None:
            row = row_at(self._gripped, min(_share(self.area, at).y(), math.nextafter(1.0, 0.0)))
            self.store.update(position=Position.clamped(max(row, 0), 0.0))

    def panned(self, by: QPointF) -> None:  # noqa: D102
        rows = -by.y() / self.area.height() * self._window.rows
        channels = -by.x() / self.area.width() * self._window.channels
        self._see(moved(self.store.state.params, self._window, rows=rows, channels=channels))

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        share, params = _share(self.area, at), self.store.state.params
        rows = 1.0 if modifiers & Qt.KeyboardModifier.ShiftModifier else factor
        channels = 1.0 if modifiers & Qt.KeyboardModifier.ControlModifier else factor
        seen = zoomed(params, self._window, at=(share.x(), share.y()), rows=rows, channels=channels)
        if seen != self._window:
            later = _share(self._area_zoomed(), at)  # the overview may take room: the cell stays, even so
            self._see(moved(params, seen, rows=0.0, channels=(share.x() - later.x()) * seen.channels))

    def _area_zoomed(self) -> QRectF:
        state = self.store.state
        if state.heat_window is not None:
            return self.area
        return arranged(self.size(), self.font(), Needs(state.params, state.heat_quantity, True)).cells

    def _see(self, window: HeatWindow) -> None:
        if window != self._window:
            self.store.update(heat_window=window)

    def fitted(self) -> None:  # noqa: D102
        self._gripped = self._slide = None
        self.store.update(heat_window=None)

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        params, hover, self._channel = self.store.state.params, Hover(), None
        current = self._shown == arranged_params(params, self.store.state.heat_layout)
        if at is not None and current and self.area.contains(at):
            share = _share(self.area, at)
            column = channel_at(self._shown, self._window, share.x())
            self._channel = stored_channel(params, self._shown, column)
            pair, _ = params.convention.channel(params.d_model, self._channel)
            row = row_at(self._window, share.y())
            hover = Hover(pair=pair if pair < params.pairs else None, row=row)
        self.store.update(hover=hover)
        self._show_readout(self.store.state)


def _widened(low: float, high: float) -> tuple[float, float]:
    """Return the ends of a span, moved apart where it is too narrow to be seen from afar."""
    more = max(_SPOT - (high - low), 0.0) / 2
    return low - more, high + more


def _share(area: QRectF, at: QPointF) -> QPointF:
    """Return a point as its place across and down an area, held to 0 … 1."""
    across, down = (at.x() - area.left()) / area.width(), (at.y() - area.top()) / area.height()
    return QPointF(min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0))
