"""What the heat map is made of: the plot, its pictures and what lies over them, dressed and placed as one."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTransform
from PySide6.QtWidgets import QGraphicsItem

from gui.canvas.item import OPENGL, CanvasItem, ScenePainter
from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis, RoundPlot
from gui.canvas.ticks import Tick
from gui.heatmap.bar import ColourBar
from gui.heatmap.items import Bands, CursorLine, PairMarks, PositionArrow, Readout
from gui.heatmap.layout import TICK, TICK_GAP, Layout, Needs, bar_texts, named_row
from gui.heatmap.overview import OverviewFrame
from gui.heatmap.raster import CellsPainter, device_rect
from gui.heatmap.ruler import ColumnAxis, PairRuler
from gui.heatmap.scene import HeatScene, Request, build_scene


def _cells_on_opengl() -> ScenePainter[HeatScene]:
    from gui.heatmap.gl import CellsGL  # only now: most starts draw in raster

    return CellsGL()


class Sheet:
    """One picture of a part of the table, built again only when something else is asked for."""

    def __init__(self, parent: QGraphicsItem | None, z: float) -> None:
        self.item: CanvasItem[HeatScene] = CanvasItem(CellsPainter(), {OPENGL: _cells_on_opengl})
        self.item.setParentItem(parent)
        self.item.setZValue(z)
        self.request: Request | None = None
        self._scene: HeatScene | None = None

    def show(self, asked: Request, size: QRectF, ratio: float, look: Palette) -> None:
        """Show what is asked for, in an area of so many logical pixels of `ratio` device pixels."""
        area = device_rect(QTransform.fromScale(ratio, ratio), size)
        self.request = asked.sized(area.width(), area.height())
        if self._scene is None or self._scene.request != self.request:
            self._scene = build_scene(self.request)
        self.item.show_scene(self._scene, look)


class RowAxis(RoundAxis):
    """The axis of positions; where there is a sentence, its words stand beside their numbers."""

    def __init__(self) -> None:
        super().__init__("left", integers=True, shift=0.5)
        self._words: tuple[str, ...] = ()

    def set_words(self, words: tuple[str, ...]) -> None:
        """Name the first rows."""
        if words != self._words:
            self._words = words
            self.picture = None
            self.update()

    def ticks(self, low: float, high: float, size: float) -> list[Tick]:  # noqa: D102
        return [Tick(tick.at, self._named(tick)) for tick in super().ticks(low, high, size)]

    def _named(self, tick: Tick) -> str:
        row = self.origin + round(tick.at - 0.5)
        return named_row(self._words[row], tick.text) if 0 <= row < len(self._words) else tick.text


class Parts:
    """The items of the heat map."""

    def __init__(self) -> None:
        self.rows = RowAxis()
        self.channels = ColumnAxis()
        self.plot = RoundPlot(self.channels, self.rows, top_down=True)
        box = self.plot.getViewBox()
        self.cells, self.small = Sheet(box, -1), Sheet(None, 18)
        self.bands = Bands(box, 10)
        self.gap = CursorLine(box, 11, accent="gap", thickness=2.0)
        self.cursor = CursorLine(box, 12, accent="position", thickness=3.0)
        self.gap_arrow = PositionArrow(None, 21, accent="gap", name="p + k = ")
        self.arrow = PositionArrow(None, 22, accent="position")
        self.frame, self.ruler, self.marks = OverviewFrame(19), PairRuler(19), PairMarks(20)
        self.readout, self.bar = Readout(20), ColourBar(20)
        self._beside = (
            *(self.frame, self.ruler, self.marks),
            *(self.gap_arrow, self.arrow, self.readout, self.bar),
        )

    @property
    def items(self) -> tuple[QGraphicsItem, ...]:
        """The items that have no parent among the others."""
        return self.plot, self.small.item, *self._beside

    def dress(self, look: Palette, font: QFont, layout: Layout, needs: Needs) -> None:
        """Place everything, in the colours of a theme."""
        self._dress_axes(look, font, layout, needs)
        for item in (self.bands, self.gap, self.cursor, *self._beside):
            item.dress(look)
        cells, small = layout.cells, layout.overview
        self.cells.item.set_geometry(QRectF(0, 0, cells.width(), cells.height()), font)
        self.small.item.set_geometry(QRectF(0, 0, small.width(), small.height()), font)
        self.small.item.setPos(small.topLeft())
        self.small.item.setVisible(not small.isEmpty())
        for line in (self.gap, self.cursor):
            line.span(cells.width())
        self.ruler.place(layout.ruler, cells, font)
        self.readout.place(layout.readout, font)
        texts = bar_texts(needs.params, needs.quantity)
        self.bar.place(layout.bar, font, texts, needs.quantity, titled=layout.bar_titled)

    def _dress_axes(self, look: Palette, font: QFont, layout: Layout, needs: Needs) -> None:
        self.plot.dress(look, font)
        self.rows.setTickFont(layout.row_font)
        self.rows.set_words(tuple(needs.sentence.split()))
        self.rows.room = layout.row_room
        overhang = math.ceil(QFontMetricsF(font).height())
        for axis, title in ((self.rows, "position"), (self.channels, "channel")):
            axis.setLabel(title)
            axis.showLabel(layout.titles)
            axis.setStyle(
                tickLength=TICK, tickTextOffset=int(TICK_GAP) - TICK, hideOverlappingLabels=overhang
            )
        self.rows.setWidth(layout.left)
        self.channels.setHeight(layout.bottom)
        self.plot.setGeometry(layout.plot)
        self.plot.grid_layout.activate()
        for axis in (self.rows, self.channels):
            axis.resizeEvent()  # puts the title, whose font may be new, in its place
