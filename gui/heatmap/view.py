"""The heat map in the window: it follows the state, and turns the mouse into intents."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QTransform
from PySide6.QtWidgets import QWidget

from gui.canvas.item import CanvasItem
from gui.canvas.palette import palette
from gui.canvas.plot import RoundAxis, RoundPlot
from gui.canvas.view import CanvasView
from gui.heatmap.items import Bands, ColourBar, CursorLine, PairMarks, PositionArrow, Readout
from gui.heatmap.layout import TICK, TICK_GAP, Layout, arranged, bar_texts
from gui.heatmap.raster import CellsPainter, device_rect
from gui.heatmap.readout import hover_texts, window_texts
from gui.heatmap.scene import HeatScene, Request, build_scene
from gui.heatmap.window import across_of, channel_at, down_of, moved, row_at, seen_window, zoomed
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow, Hover
from gui.model.store import Store


class HeatmapView(CanvasView):
    """The table as a picture: rows are positions from the top down, columns are channels."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("heatmapView")
        self.setAccessibleName("Heat map")
        self.setAccessibleDescription(
            "The encoding's values as colours: positions from the top down, channels from left to right."
        )
        self._rows = RoundAxis("left", integers=True, shift=0.5)
        self._channels = RoundAxis("bottom", integers=True, shift=0.5)
        self._plot = RoundPlot(self._channels, self._rows, top_down=True)
        self._add_items()
        self._layout: Layout | None = None
        self._scene: HeatScene | None = None
        state = store.state
        self._window = seen_window(state.params, state.heat_window, state.position)
        self._gripped: HeatWindow | None = None
        self._channel: int | None = None

    def _add_items(self) -> None:
        box = self._plot.getViewBox()
        self._cells: CanvasItem[HeatScene] = CanvasItem(CellsPainter())
        self._cells.setParentItem(box)
        self._cells.setZValue(-1)
        self._bands = Bands(box, 10)
        self._gap = CursorLine(box, 11, accent="gap", thickness=2.0)
        self._cursor = CursorLine(box, 12, accent="position", thickness=3.0)
        self._arrow = PositionArrow(box, 13)
        self._marks, self._readout, self._bar = PairMarks(20), Readout(20), ColourBar(20)
        for item in (self._plot, self._marks, self._readout, self._bar):
            self.addItem(item)

    # ---- following the state -----------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        if old is None or old.theme != new.theme or old.params != new.params:
            self._arrange(new)
        if old is not None and old.params != new.params:
            self._gripped = self._channel = None
        window = self._gripped or seen_window(new.params, new.heat_window, new.position)
        if old is None or window != self._window:
            self._show_window(window)
        self._show_cells(new)
        self._show_cursors(new)
        self._show_marks(new)
        self._show_readout(new)

    def _arrange(self, new: AppState) -> None:
        """Place everything for the present size, font, theme and table."""
        look, font = palette(new.theme), self.font()
        self._layout = layout = arranged(self.size(), font, new.params)
        self._plot.dress(look, font)
        self._rows.setTickFont(layout.row_font)
        for axis, title in ((self._rows, "position"), (self._channels, "channel")):
            axis.setLabel(title)
            axis.showLabel(layout.titles)
            overhang = math.ceil(self.fontMetrics().height())
            axis.setStyle(
                tickLength=TICK, tickTextOffset=int(TICK_GAP) - TICK, hideOverlappingLabels=overhang
            )
        self._rows.setWidth(layout.left)
        self._channels.setHeight(layout.bottom)
        self._plot.layout.setContentsMargins(0, 0, 0, 0)
        self._plot.setGeometry(layout.plot)
        self._plot.layout.activate()
        for axis in (self._rows, self._channels):
            axis.resizeEvent()  # puts the title, whose font may be new, in its place
        for item in (
            self._bands,
            self._gap,
            self._cursor,
            self._arrow,
            self._marks,
            self._readout,
            self._bar,
        ):
            item.dress(look)
        self._place(layout, new)

    def _place(self, layout: Layout, new: AppState) -> None:
        self._cells.set_geometry(QRectF(0, 0, layout.cells.width(), layout.cells.height()), self.font())
        for line in (self._gap, self._cursor):
            line.span(layout.cells.width())
        self._readout.place(layout.readout, self.font())
        self._bar.place(layout.bar, self.font(), bar_texts(new.params), titled=layout.titles)

    def _show_window(self, window: HeatWindow) -> None:
        """Let the axes show the window, in coordinates from its first row so that floats are exact."""
        self._window = window
        self._rows.set_origin(window.row)
        top, left = window.row_fraction, window.channel
        self._plot.setRange(
            xRange=(left, left + window.channels), yRange=(top, top + window.rows), padding=0.0
        )

    def _show_cells(self, new: AppState) -> None:
        area = device_rect(QTransform.fromScale(*[self.devicePixelRatioF()] * 2), self.area)
        asked = Request(new.params, self._window, 1, 1).sized(area.width(), area.height())
        if self._scene is None or self._scene.request != asked:
            self._scene = build_scene(asked.params, asked.window, asked.width, asked.height)
        self._cells.show_scene(self._scene, palette(new.theme))

    def _show_cursors(self, new: AppState) -> None:
        down = down_of(self._window, new.position)
        self._put(self._cursor, down)
        later = down_of(self._window, new.position.moved(new.gap))
        self._put(self._gap, later if new.gap_hand else math.inf)
        if 0 <= down <= 1:
            self._arrow.setVisible(False)
        else:
            area = QRectF(0, 0, self.area.width(), self.area.height())
            self._arrow.point(area, self.font(), new.position.whole, below=down > 1)

    def _put(self, line: CursorLine, down: float) -> None:
        line.setVisible(0 <= down <= 1)
        if line.isVisible():
            line.setPos(0, down * self.area.height())

    def _show_marks(self, new: AppState) -> None:
        self._marks.show_columns(self.area, tuple(self._columns(new, new.pair)))
        rects = [] if new.hover.pair is None else self._columns(new, new.hover.pair)
        bands = [QRectF(left, 0, right - left, self.area.height()) for left, right in rects]
        if new.hover.row is not None:
            top, bottom = (
                down_of(self._window, Position(new.hover.row), shift) * self.area.height() for shift in (0, 1)
            )
            if bottom >= 0 and top <= self.area.height():
                bands.append(QRectF(0, top, self.area.width(), max(bottom - top, 1.0)))
        self._bands.show_rects(bands)

    def _columns(self, new: AppState, pair: int) -> list[tuple[float, float]]:
        """Return the left and right edges of a pair's two columns, in pixels."""
        width, channels = self.area.width(), new.params.convention.pair_columns(new.params.d_model, pair)
        return [
            (across_of(self._window, c) * width, across_of(self._window, c + 1) * width) for c in channels
        ]

    def _show_readout(self, new: AppState) -> None:
        said = hover_texts(new.params, new.hover, self._channel)
        self._readout.say(said or self._caption(), quiet=not said)

    def _caption(self) -> tuple[str, ...]:
        if self._scene is None:
            return ()
        shown = self._scene.request
        return window_texts(shown.params, shown.window, shown.width, shown.height)

    @property
    def area(self) -> QRectF:
        """Where the cells are, in the view's logical pixels."""
        return self._layout.cells if self._layout else QRectF(0, 0, 1, 1)

    @property
    def window_seen(self) -> HeatWindow:
        """The part of the table that is shown."""
        return self._window

    @property
    def readout(self) -> str:
        """What the read-out line says."""
        return self._readout.text

    # ---- gestures ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        # While the position is dragged the window stays, or a fit that shrinks would move the rows away.
        inside = event.button() == Qt.MouseButton.LeftButton and self.area.contains(event.position())
        self._gripped = self._window if inside else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseReleaseEvent(event)
        if self._gripped is not None:
            self._gripped = None
            self.refresh()

    def dragged(self, at: QPointF) -> None:  # noqa: D102
        if self._gripped is not None:
            row = row_at(self._gripped, min(self._share(at).y(), math.nextafter(1.0, 0.0)))
            self.store.update(position=Position.clamped(max(row, 0), 0.0))

    def panned(self, by: QPointF) -> None:  # noqa: D102
        rows = -by.y() / self.area.height() * self._window.rows
        channels = -by.x() / self.area.width() * self._window.channels
        self._see(moved(self.store.state.params, self._window, rows=rows, channels=channels))

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        share, params = self._share(at), self.store.state.params
        rows = 1.0 if modifiers & Qt.KeyboardModifier.ShiftModifier else factor
        channels = 1.0 if modifiers & Qt.KeyboardModifier.ControlModifier else factor
        self._see(zoomed(params, self._window, at=(share.x(), share.y()), rows=rows, channels=channels))

    def _see(self, window: HeatWindow) -> None:
        if window != self._window:
            self.store.update(heat_window=window)

    def fitted(self) -> None:  # noqa: D102
        self._gripped = None
        self.store.update(heat_window=None)

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        params, hover, self._channel = self.store.state.params, Hover(), None
        if at is not None and self.area.contains(at):
            share = self._share(at)
            self._channel = channel_at(params, self._window, share.x())
            pair, _ = params.convention.channel(params.d_model, self._channel)
            row = row_at(self._window, share.y())
            hover = Hover(pair=pair if pair < params.pairs else None, row=row)
        self.store.update(hover=hover)
        self._show_readout(self.store.state)

    def _share(self, at: QPointF) -> QPointF:
        """Return a point as its place across and down the cells, held to 0 … 1."""
        area = self.area
        across, down = (at.x() - area.left()) / area.width(), (at.y() - area.top()) / area.height()
        return QPointF(min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0))
