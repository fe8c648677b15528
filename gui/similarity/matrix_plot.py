"""The plot of the matrix: axes around the picture, and where cells, diagonals and cursors lie in it."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsScene

from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis
from gui.canvas.ticks import Tick
from gui.model.position import Position
from gui.model.state import PlotWindow
from gui.similarity.frame import Frame, unit
from gui.similarity.matrix import MatrixScene, fitted_cells
from gui.similarity.matrix_items import CellMark, ColourBar, HaloLine, MatrixPicture

COLUMN_TITLES = ("column q (positions)", "column q", "q")
ROW_TITLES = ("row p (positions)", "row p", "p", "")
_BAND = 12.0  # pixels that a band in the spotlight is high at least


class MatrixPlot(Frame):
    """Rows p downwards, columns q to the right; what lies over the axes is in pixels of the widget."""

    def __init__(self) -> None:
        self.columns = RoundAxis("bottom", integers=True)
        self.rows = RoundAxis("left", integers=True)
        super().__init__(self.columns, self.rows, top_down=True)
        self.picture = MatrixPicture()
        self.bar = ColourBar()
        self.hover_lines = (HaloLine(self.picture), HaloLine(self.picture))
        self.diagonals = (HaloLine(self.picture), HaloLine(self.picture))
        self.row_line, self.column_line = HaloLine(self.picture), HaloLine(self.picture)
        self.cell = CellMark(self.picture)
        self._window = fitted_cells(1)

    def join(self, scene: QGraphicsScene) -> None:
        """Put the plot and what belongs to it into a graphics scene."""
        for item in (self, self.picture, self.bar):
            scene.addItem(item)

    def show_all(self, shown: bool) -> None:
        """Show or hide the plot with all that belongs to it."""
        for item in (self, self.picture, self.bar):
            item.setVisible(shown)

    def dress(self, look: Palette, font: QFont) -> None:
        """Put on a theme and a font."""
        super().dress(look, font)
        grown = unit(font)
        for line in self.hover_lines:
            line.dress(look.gap, look.canvas, 1.0 * grown, 130)
        self.row_line.dress(look.position, look.canvas, 1.6 * grown)
        self.column_line.dress(look.gap, look.canvas, 1.6 * grown)
        self.cell.dress(look.position, look.canvas, font)
        self.picture.dress(look)
        self.bar.dress(look)

    def accent(self, look: Palette, font: QFont, strong: bool) -> None:
        """Show the gap's diagonals quietly, or strongly once the gap is in use."""
        for line in self.diagonals:
            line.dress(look.gap, look.canvas, (2.0 if strong else 1.0) * unit(font), 255 if strong else 160)

    def lay_out(self, size: QRectF, top: float, font: QFont, texts: tuple[str, ...]) -> None:
        """Leave room for caption, bar and the texts of the rows seen; set the window before."""
        self.take(size)
        overhang = QFontMetricsF(font).height() / 3  # of the topmost row's text
        self.leave_room(top + overhang, ColourBar.width(font, texts) + 4)
        self._size_rows(font, size.width())
        self.grid_layout.activate()
        self.entitle(font, COLUMN_TITLES, ROW_TITLES)
        self.bar.place(self.cells, font, texts)

    def _size_rows(self, font: QFont, room: float) -> None:
        """Size the axes by the rows' texts, of which there are more when they have shrunk."""
        longest = "0"
        for _ in range(3):
            self.size_axes(font, longest, room)
            self.grid_layout.activate()
            longest = max(longest, self._longest(font), key=QFontMetricsF(font).horizontalAdvance)
        self.size_axes(font, longest, room)

    def see(self, window: PlotWindow) -> None:
        """Show another part, in coordinates from its first row and column so that floats are exact."""
        self._window = window
        left, top = math.floor(window.gap_from), math.floor(window.low)
        self.columns.set_origin(left)
        self.rows.set_origin(top)
        self.see_range((window.gap_from - left, window.gap_to - left), (window.low - top, window.high - top))

    def _row_ticks(self) -> list[Tick]:
        low, high = self._window.low, self._window.high
        size = max(self.getViewBox().height(), 1.0)
        return self.rows.ticks(low - math.floor(low), high - math.floor(low), size)

    def _longest(self, font: QFont) -> str:
        width = QFontMetricsF(font).horizontalAdvance
        return max((t.text for t in self._row_ticks()), key=width, default="0")

    @property
    def cells(self) -> QRectF:
        """Where the cells are: whole pixels of the widget."""
        return QRectF(self.getViewBox().sceneBoundingRect().toRect())

    # ---- contents ---------------------------------------------------------------------------------

    def show_scene(self, scene: MatrixScene) -> None:
        """Show other cells."""
        self.picture.show_scene(scene, self.cells)

    def show_gap(self, gap: int) -> None:
        """Mark both diagonals at a gap."""
        self._mark_diagonals(self.diagonals, gap)

    def show_hover(self, gap: int | None) -> None:
        """Mark both diagonals at the pointer's gap, or none."""
        self._mark_diagonals(self.hover_lines, gap)

    def show_cell(self, position: Position, gap: int) -> None:
        """Mark row p and column p + k, and the cell where they meet."""
        row = self._down(position.whole, position.fraction)
        column = self._across(position.whole + gap, position.fraction)
        area = self.cells
        inside = area.top() <= row <= area.bottom(), area.left() <= column <= area.right()
        self.row_line.show_line(QLineF(area.left(), row, area.right(), row) if inside[0] else None)
        self.column_line.show_line(QLineF(column, area.top(), column, area.bottom()) if inside[1] else None)
        self.cell.show_at(QPointF(column, row) if all(inside) else None)

    def band(self, row: int) -> list[QRectF]:
        """Return the band of a row with its place on the axis, wide enough to be seen; none out of sight."""
        middle, area = self._down(row, 0.0), self.cells
        half = max(self._down(row + 1, 0.0) - middle, _BAND) / 2
        seen = area.top() <= middle <= area.bottom()
        return [QRectF(0.0, middle - half, area.right(), 2 * half)] if seen else []

    def _mark_diagonals(self, lines: tuple[HaloLine, HaloLine], gap: int | None) -> None:
        for line, shift in zip(lines, (1, -1), strict=True):
            double = gap == 0 and shift < 0
            line.show_line(None if gap is None or double else self._diagonal(shift * gap))

    def _diagonal(self, gap: int) -> QLineF | None:
        """Return the line q - p = gap through the middles of cells, as far as it is seen."""
        seen = self._window
        first = max(seen.low, seen.gap_from - gap)
        last = min(seen.high, seen.gap_to - gap)
        if first >= last:
            return None
        ends = [QPointF(self._across(0, p + gap), self._down(0, p)) for p in (first, last)]
        return QLineF(*ends)

    def _across(self, whole: int, part: float) -> float:
        seen, area = self._window, self.cells
        left = math.floor(seen.gap_from)
        share = ((whole - left) + (part - (seen.gap_from - left))) / (seen.gap_to - seen.gap_from)
        return area.left() + share * area.width()

    def _down(self, whole: int, part: float) -> float:
        seen, area = self._window, self.cells
        top = math.floor(seen.low)
        share = ((whole - top) + (part - (seen.low - top))) / (seen.high - seen.low)
        return area.top() + share * area.height()

    def cell_at(self, at: QPointF) -> tuple[int, int]:
        """Return the row and the column in sight that are nearest to a point of the widget."""
        seen, area = self._window, self.cells
        down = min(max((at.y() - area.top()) / area.height(), 0.0), 1.0)
        across = min(max((at.x() - area.left()) / area.width(), 0.0), 1.0)
        return _cell(seen.low, seen.high, down), _cell(seen.gap_from, seen.gap_to, across)


def _cell(low: float, high: float, share: float) -> int:
    """Return the row or column at a share of the window, held to those in sight."""
    base = math.floor(low)
    place = base + math.floor((low - base) + share * (high - low) + 0.5)
    return min(max(place, math.floor(low + 0.5)), math.ceil(high + 0.5) - 1)
