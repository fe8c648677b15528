"""The table of wavelengths: a row per pair, to be sorted, selected from, and copied with all digits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from engine import EncodingParams, omega, phases, wavelengths
from gui.model.readout import significant
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.panels.widgets import described

Floats: TypeAlias = NDArray[np.float64]
Index: TypeAlias = QModelIndex | QPersistentModelIndex

DIGITS = 6
"""Significant digits shown; copies have all of them."""
_WIDEST: Final = ("8888", "8.88888×10⁻⁸⁸")
_ROOT: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its unit, and what it means."""

    name: str
    unit: str
    tip: str


COLUMNS: Final = (
    Column("pair i", "", "Pair i, one dial: two columns of the table."),
    Column("ω", "rad / position", "Frequency, in radians per position."),
    Column("λ", "positions / turn", "Wavelength, in positions per turn."),
    Column("turns", "in the length", "Turns from position 0 over the whole length: length / λ."),
    Column("step", "° / position", "Phase step from one position to the next, in degrees, from 0 up to 360."),
)


def wavelength_rows(params: EncodingParams) -> Floats:
    """Return the numbers of all pairs, shape (pairs, 5), in the order of `COLUMNS`."""
    found = wavelengths(params)
    from_zero = replace(params, convention=replace(params.convention, offset=0))
    step = np.degrees(phases(from_zero, [1])[0])
    pairs = np.arange(float(params.pairs))
    return np.column_stack((pairs, omega(params), found, params.length / found, step))


class WavelengthModel(QAbstractTableModel):
    """The numbers of all pairs in the order that they are sorted in; all of them exact."""

    def __init__(self, params: EncodingParams) -> None:
        super().__init__()
        self._by = (0, Qt.SortOrder.AscendingOrder)
        self._rows = wavelength_rows(params)
        self._order = np.arange(len(self._rows))
        self._row_of = self._order

    def set_params(self, params: EncodingParams) -> None:
        """Show the pairs of other parameters, sorted as before."""
        self.beginResetModel()
        self._rows = wavelength_rows(params)
        self._arrange()
        self.endResetModel()

    def pair_at(self, row: int) -> int:
        """Return the pair in a row."""
        return int(self._order[row])

    def row_of(self, pair: int) -> int:
        """Return the row that a pair is in."""
        return int(self._row_of[pair])

    def value(self, row: int, column: int) -> float:
        """Return a number, with all its digits."""
        return float(self._rows[self._order[row], column])

    def full_text(self, row: int, column: int) -> str:
        """Return a number as text that reads back to the very same number."""
        value = self.value(row, column)
        return str(int(value)) if column == 0 else repr(value)

    # ---- what Qt asks for -----------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index.row(), index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return self.full_text(index.row(), index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, row: int, column: int) -> str:
        value = self.value(row, column)
        return str(int(value)) if column == 0 else significant(value, DIGITS)

    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{column.name}\n{column.unit}"
            case Qt.ItemDataRole.ToolTipRole:
                return column.tip
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; selected rows stay selected wherever they go."""
        if (column, order) == self._by or not 0 <= column < len(COLUMNS):
            return
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        pairs = [self.pair_at(index.row()) for index in held]
        self._by = (column, order)
        self._arrange()
        moved = [
            self.index(self.row_of(pair), index.column()) for pair, index in zip(pairs, held, strict=True)
        ]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        """Order the rows; equal numbers stay in the order of their pairs."""
        column, order = self._by
        keys = self._rows[:, column]
        if order == Qt.SortOrder.DescendingOrder:
            keys = -keys
        self._order = np.argsort(keys, kind="stable")
        self._row_of = np.argsort(self._order, kind="stable")


class WavelengthTable(QTableView):
    """All pairs with their numbers; the current row is the selected pair of the whole window."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tip = "Frequency, wavelength, turns and phase step of every pair. Ctrl+C copies the selected rows."
        described(self, "wavelengthTable", "Table of wavelengths", tip)
        self._store = store
        self._following = False
        self.numbers = WavelengthModel(store.state.params)
        self._params = store.state.params
        self.setModel(self.numbers)
        self._set_up()
        self.copy_action = self._copy_action()
        self.selectionModel().currentRowChanged.connect(self._choose)
        self.numbers.layoutChanged.connect(lambda: self.scrollTo(self.currentIndex()))
        self.entered.connect(lambda index: store.update(hover=Hover(pair=self.numbers.pair_at(index.row()))))
        store.changed.connect(self._sync)

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)  # Tab goes on to what comes next, arrow keys go through the cells
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self._size_cells()

    def _copy_action(self) -> QAction:
        action = QAction("Copy rows", self)
        action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.copy)
        self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return action

    def _size_cells(self) -> None:
        """Give every column room for its header and its longest number, whatever the numbers are."""
        metrics, padding = QFontMetrics(self.font()), 3 * QFontMetrics(self.font()).horizontalAdvance("0")
        for section, column in enumerate(COLUMNS):
            texts = (column.name + "  ", column.unit, _WIDEST[section > 0])
            self.setColumnWidth(section, max(map(metrics.horizontalAdvance, texts)) + padding)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(metrics.height() + 6)

    # ---- following the store --------------------------------------------------------------------

    def _sync(self, old: AppState | None, new: AppState) -> None:
        if self.isVisible() and (old is None or old.params != new.params or old.pair != new.pair):
            self._follow(new)

    def _follow(self, state: AppState) -> None:
        """Show the state's numbers, and make its pair the current row; other selected rows are left alone."""
        self._following = True
        try:
            if state.params != self._params:
                self._params = state.params
                self.numbers.set_params(state.params)
            current = self.currentIndex()
            if not current.isValid() or self.numbers.pair_at(current.row()) != state.pair:
                self._go_to(self.numbers.index(self.numbers.row_of(state.pair), max(current.column(), 0)))
        finally:
            self._following = False

    def _go_to(self, index: QModelIndex) -> None:
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def _choose(self, current: QModelIndex, _: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self._store.update(pair=self.numbers.pair_at(current.row()))

    # ---- copying --------------------------------------------------------------------------------

    def copied_text(self) -> str:
        """Return the selected rows as they are sorted: tabs between numbers, which have all their digits."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        lines = ["\t".join(self.numbers.full_text(row, c) for c in range(len(COLUMNS))) for row in rows]
        return "".join(f"{line}\n" for line in lines)

    def copy(self) -> None:
        """Put the selected rows on the clipboard, to be pasted as cells."""
        self._follow(self._store.state)
        if text := self.copied_text():
            QGuiApplication.clipboard().setText(text)

    # ---- what Qt says ---------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._follow(self._store.state)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._size_cells()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        super().leaveEvent(event)
        self._store.update(hover=Hover())
