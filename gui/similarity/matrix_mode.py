"""The matrix S[p, q] in step with the state: while the position runs only its cursor lines move."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt

from gui.canvas.palette import palette_of
from gui.model.position import Position
from gui.model.state import AppState, Hover, PlotWindow
from gui.similarity.legend import matrix_entries
from gui.similarity.matrix import (
    MatrixScene,
    bare_matrix,
    held_cells,
    matrix_remeasured,
    pictured,
    zoomed_cells,
)
from gui.similarity.matrix_plot import MatrixPlot
from gui.similarity.matrix_words import bar_texts
from gui.similarity.mode import Sheet, dressed_as, has


class MatrixMode:
    """S[p, q] in diverging colours, always the similarity, whichever quantity the curves show.

    A left press or drag puts the position and the gap on a cell: (p, q) gives p and k = q - p; below the
    main diagonal, where that would be negative, its mirror image (q, p), which has the same value. The
    wheel zooms (Ctrl: rows only, Shift: columns only).
    """

    def __init__(self) -> None:
        self.plot = MatrixPlot()
        self._shown: MatrixScene | None = None
        self._cell: tuple[int, int] | None = None

    @property
    def shown(self) -> MatrixScene:
        """The scene that is shown; there is one once it has been drawn."""
        if self._shown is None:
            raise RuntimeError("the matrix has not been drawn yet")
        return self._shown

    def show_all(self, shown: bool) -> None:
        """Show or hide all of it."""
        self.plot.show_all(shown)

    # ---- drawing ----------------------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState, sheet: Sheet) -> None:
        """Bring the picture from `old` to `new`."""
        if old is None or dressed_as(old) != dressed_as(new):
            self.plot.dress(palette_of(new), sheet.font)
        if old is None or _built(old) != _built(new):
            self._build(new, sheet)
        elif old.measured_at != new.measured_at:
            self._shown = matrix_remeasured(self.shown, new.measured_at)
        elif _all(old) == _all(new):
            self.plot.show_cell(new.position, new.gap)
            return
        if not sheet.caption.fits(matrix_entries(new, self.shown, self._pointed(new))):
            self._build(new, sheet)
        self._show_marks(new, sheet)

    def _build(self, state: AppState, sheet: Sheet) -> None:
        """Build the scene; its picture needs the room that the caption and the axes of its window leave."""
        window = held_cells(state.plot_window, state.params.length)
        scene = bare_matrix(state.params, window, normalised=state.normalised, measured_at=state.measured_at)
        self.plot.see(window)
        top = sheet.place_caption(matrix_entries(state, scene, self._pointed(state)))
        self.plot.lay_out(sheet.area, top, sheet.font, bar_texts(scene))
        self._shown = pictured(scene, *self._size(sheet))
        self.plot.show_scene(self._shown)

    def _size(self, sheet: Sheet) -> tuple[int, int]:
        cells, ratio = self.plot.cells, sheet.pixel_ratio
        return max(round(cells.width() * ratio), 1), max(round(cells.height() * ratio), 1)

    def _show_marks(self, state: AppState, sheet: Sheet) -> None:
        self.plot.accent(palette_of(state), sheet.font, state.gap_hand)
        self.plot.show_gap(state.gap)
        self.plot.show_hover(state.hover.gap)
        self.plot.show_cell(state.position, state.gap)
        sheet.caption.show_entries(matrix_entries(state, self.shown, self._pointed(state)))

    def _pointed(self, state: AppState) -> tuple[int, int] | None:
        """Return the cell under the pointer, unless the state has moved on to something else."""
        return self._cell if self._cell and _hover(self._cell) == state.hover else None

    def spot(self, target: Hover) -> list[QRectF]:
        """Return the band of a row; a gap, which is two diagonals here, has no light of its own."""
        return [] if target.row is None else self.plot.band(target.row)

    # ---- gestures ---------------------------------------------------------------------------------

    def dragged(self, at: QPointF) -> dict[str, Any]:
        """Return the intent to set position and gap."""
        first, last = sorted(self.plot.cell_at(at))
        return {"position": Position(first), "gap": last - first}

    def hovered(self, at: QPointF | None) -> Hover:
        """Return the row and the gap that the pointer is over."""
        over = at is not None and self.plot.cells.contains(at)
        self._cell = self.plot.cell_at(at) if at is not None and over else None
        return _hover(self._cell) if self._cell else Hover()

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> PlotWindow:
        """Return the window magnified around a point."""
        keys, seen, cells = Qt.KeyboardModifier, self.shown.window, self.plot.cells
        column = seen.gap_from + (at.x() - cells.left()) / cells.width() * (seen.gap_to - seen.gap_from)
        row = seen.low + (at.y() - cells.top()) / cells.height() * (seen.high - seen.low)
        columns = 1.0 if has(modifiers, keys.ControlModifier) else factor
        rows = 1.0 if has(modifiers, keys.ShiftModifier) else factor
        window = zoomed_cells(seen, columns, rows, (column, row))
        return held_cells(window, self.shown.params.length)

    def panned(self, by: QPointF) -> PlotWindow:
        """Return the window moved along with the pointer."""
        seen, cells = self.shown.window, self.plot.cells
        columns = by.x() / cells.width() * (seen.gap_to - seen.gap_from)
        rows = by.y() / cells.height() * (seen.high - seen.low)
        moved = PlotWindow(seen.gap_from - columns, seen.gap_to - columns, seen.low - rows, seen.high - rows)
        return held_cells(moved, self.shown.params.length)


def _hover(cell: tuple[int, int]) -> Hover:
    return Hover(row=cell[0], gap=abs(cell[1] - cell[0]))


def _built(state: AppState) -> tuple[object, ...]:
    return state.params, state.normalised, state.plot_window, state.text_size


def _all(state: AppState) -> tuple[object, ...]:
    marks = (state.gap, state.gap_hand, state.hover, state.measured_at)
    return (*_built(state), *marks, *dressed_as(state))
