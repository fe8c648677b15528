"""Small editors that the panels are built from: a number field that explains itself and a slider of stops."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QSlider, QWidget

T = TypeVar("T")


class ErrorLabel(QLabel):
    """A line that explains what is wrong with the field above it, and is gone when nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setProperty("role", "error")
        self.hide()

    def explain(self, message: str) -> None:
        """Show a message; an empty one hides the label."""
        self.setText(message)
        self.setVisible(bool(message))


class ElidedLabel(QLabel):
    """A line of text that ends in an ellipsis where it has no room, instead of asking for more.

    Another text is painted and nothing else: Qt's own label would have the whole window laid out anew.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._shown = text

    def text(self) -> str:  # noqa: D102
        return self._shown

    def setText(self, text: str) -> None:  # noqa: D102
        self._shown = text
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._shown), metrics.height())

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance("…"), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self._shown, Qt.TextElideMode.ElideRight, room.width())
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


class NumberField(QLineEdit, Generic[T]):
    """A line edit that holds a number of some kind.

    The text is read when Enter is pressed or the focus leaves. What cannot be read is explained in
    `error` and changes nothing; Escape brings the last value back.

    Parameters
    ----------
    parse : callable
        Text to value; raises ValueError with one sentence for a person.
    show : callable
        Value to text that `parse` reads back.
    error : ErrorLabel
        Where the sentence goes.
    show_running : callable, optional
        Value to text of a constant width, for a value that changes all the time by itself.
    """

    valueChanged = Signal(object)  # noqa: N815 - a Qt signal

    def __init__(
        self,
        parse: Callable[[str], T],
        show: Callable[[T], str],
        error: ErrorLabel,
        show_running: Callable[[T], str] | None = None,
    ) -> None:
        self._widest = ""
        super().__init__()
        self._parse, self._show, self._error = parse, show, error
        self._show_running = show_running or show
        self._running = False
        self._invalid = False
        self._value: T | None = None
        self.editingFinished.connect(self.commit)
        self.textEdited.connect(self._reconsider)

    def reserve(self, widest: str) -> None:
        """Take just the room of a text, in whatever font."""
        self._widest = widest
        self._measure()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def _measure(self) -> None:
        if self._widest:
            self.setFixedWidth(self.fontMetrics().horizontalAdvance(self._widest) + 20)

    def value(self) -> T | None:
        """Return the last valid value."""
        return self._value

    def setValue(self, value: T, *, running: bool = False) -> None:
        """Show a value.

        What is being typed is left alone as long as the value is the same, and also when the value is
        `running`, changing all the time by itself.
        """
        if self.isModified() and (value == self._value or (running and self.window().focusWidget() is self)):
            return
        self._value, self._running = value, running
        self._restore()

    def commit(self) -> None:
        """Read the text and announce its value, or explain why it has none."""
        if not self.isModified():
            return
        try:
            value = self._parse(self.text())
        except ValueError as problem:
            self.refuse(str(problem))
            return
        changed = value != self._value
        self._value = value
        self._restore()
        if changed:
            self.valueChanged.emit(value)

    def refuse(self, message: str) -> None:
        """Explain why the present text cannot be taken."""
        self._error.explain(message)
        self._mark(True)

    def _reconsider(self) -> None:
        if self._invalid:
            try:
                self._parse(self.text())
            except ValueError:
                return
            self._clear()

    def _restore(self) -> None:
        show = self._show_running if self._running else self._show
        text = "" if self._value is None else show(self._value)
        if text != self.text():
            self.setText(text)
        self.setModified(False)
        if self._invalid:
            self._clear()

    def _clear(self) -> None:
        self._error.explain("")
        self._mark(False)

    def _mark(self, invalid: bool) -> None:
        self._invalid = invalid
        self.setProperty("invalid", invalid)
        self.style().unpolish(self)
        self.style().polish(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or self._invalid):
            self._restore()
            event.accept()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()


class StopSlider(QSlider):
    """A slider over a list of useful values; it shows values between them and never limits a field.

    Parameters
    ----------
    stops : sequence of float
        Ascending values.
    """

    stopChosen = Signal(object)  # noqa: N815 - a Qt signal

    def __init__(self, stops: Sequence[float]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._stops = tuple(stops)
        self.setRange(0, len(self._stops) - 1)
        self.setPageStep(max(1, len(self._stops) // 10))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field beside it takes what can be typed
        self.valueChanged.connect(lambda index: self.stopChosen.emit(self._stops[index]))

    def showValue(self, value: float) -> None:
        """Move to the stop nearest to a value, without announcing it."""
        above = bisect_left(self._stops, value)
        near = [n for n in (above - 1, above) if 0 <= n < len(self._stops)]
        index = min(near, key=lambda n: abs(self._stops[n] - value))
        blocked = self.blockSignals(True)
        self.setValue(index)
        self.blockSignals(blocked)


def described(widget: QWidget, object_name: str, name: str, tip: str) -> None:
    """Give a control its object name, its accessible name and its tool tip."""
    widget.setObjectName(object_name)
    widget.setAccessibleName(name)
    widget.setToolTip(tip)
