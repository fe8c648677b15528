"""The inspector: the selected pair's formula with the present numbers, and its values with all digits."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.formula import formula
from gui.panels.typeset import FormulaLabel
from gui.panels.values import ROWS, SHOWN_FIELDS, Row, copied, inspected
from gui.panels.widgets import described

_WIDEST = "-0.00000000000000000"
_MARGIN = 8


class ValueLabel(QLabel):
    """A value that can be selected with mouse and keyboard, and copied."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        described(self, f"{row.name}Value", row.label, row.tip)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.matches(QKeySequence.StandardKey.Copy) and not self.hasSelectedText():
            event.ignore()  # nothing of this value is selected: the inspector copies all
            return
        super().keyPressEvent(event)


class _Scroller(QScrollArea):
    """A page that scrolls where it has no room, and that says how wide the room is."""

    resized = Signal(int)

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit(self.viewport().width())


class Inspector(QWidget):
    """Read-outs of one pair; each value can be selected and copied, and all of them at once."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        described(self, "inspector", "Inspector", "Formula and full-precision values of the selected pair.")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._store = store
        self._shown: AppState | None = None
        self.formula = FormulaLabel()
        self._values = {row.name: ValueLabel(row) for row in ROWS}
        self._form = self._build_form()
        self.copy_button = QPushButton("Copy")
        described(self.copy_button, "copyValuesButton", "Copy all values", "Copy all values (Ctrl+C).")
        self.copy_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copy_button.clicked.connect(self.copy_all)
        self._value_width = 0
        self._build()
        self._dress()
        store.changed.connect(self._sync)

    # ---- building -------------------------------------------------------------------------------

    def _build_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        for row in ROWS:
            form.addRow(row.label, self._values[row.name])
        return form

    def _build(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.addWidget(self.formula)
        column.addLayout(self._form)
        column.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._area = _Scroller(page)
        self._area.resized.connect(self._fit)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)

    def _dress(self) -> None:
        """Give the formula this font, and the values one of even figures in the same size."""
        self.formula.setFont(self.font())
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(QFont(self.font()).pointSizeF())
        self._value_width = QFontMetrics(font).horizontalAdvance(_WIDEST)
        for label in self._values.values():
            label.setFont(font)
            label.setMinimumWidth(self._value_width)

    def _fit(self, width: int) -> None:
        """Keep the formula inside `width` pixels; put values under their names where both are too wide."""
        room = width - 2 * _MARGIN
        self.formula.setMaximumWidth(max(room, self.formula.minimumSizeHint().width()))
        names = max(self.fontMetrics().horizontalAdvance(row.label) for row in ROWS)
        beside = names + self._form.horizontalSpacing() + self._value_width <= room
        policy = QFormLayout.RowWrapPolicy
        self._form.setRowWrapPolicy(policy.DontWrapRows if beside else policy.WrapAllRows)

    # ---- following the store --------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_area"):
            self._dress()
            self._fit(self._area.viewport().width())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._sync(None, self._store.state)

    def _sync(self, _: AppState | None, new: AppState) -> None:
        if not self.isVisible() or not _differs(self._shown, new):
            return
        self._shown = new
        for row in ROWS:
            if row.of_gap:
                self._form.setRowVisible(self._values[row.name], new.gap_hand)
        for name, text in inspected(new).items():
            if self._values[name].text() != text:
                self._values[name].setText(text)
        self.formula.set_formula(formula(new.params, new.pair))

    # ---- copying --------------------------------------------------------------------------------

    def copy_all(self) -> None:
        """Put all values on the clipboard, one line each: name, tab, value."""
        QGuiApplication.clipboard().setText(copied(self._store.state))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_all()
            event.accept()
            return
        super().keyPressEvent(event)


def _differs(old: AppState | None, new: AppState) -> bool:
    return old is None or any(getattr(old, name) != getattr(new, name) for name in SHOWN_FIELDS)
