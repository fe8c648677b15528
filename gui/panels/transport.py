"""The transport panel: play and step, speed, position and gap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QWidget

from gui.model.intents import end, home, step, toggle_playing
from gui.model.numbers import parse_integer, parse_position, parse_real
from gui.model.position import Position
from gui.model.readout import plain_number, plain_position, position_text
from gui.model.state import GAP_LIMIT, SPEED_MAX, SPEED_MIN, AppState
from gui.model.store import Store
from gui.panels.icons import transport_icon
from gui.panels.widgets import ErrorLabel, NumberField, StopSlider, described

SPEED_STOPS = tuple(
    float(f"{m}e{power}") for power in range(-2, 7) for m in (1, 2, 5) if m * 10.0**power <= SPEED_MAX
)


def parse_speed(text: str) -> float:
    """Read a speed in positions per second; a negative one plays backwards."""
    value = parse_real(text, "speed", -SPEED_MAX, SPEED_MAX)
    if abs(value) < SPEED_MIN:
        raise ValueError(f"speed must be at least {SPEED_MIN} positions per second, either way, not {text}")
    return value


def parse_gap(text: str) -> int:
    """Read a gap in positions."""
    return parse_integer(text, "gap", 0, GAP_LIMIT)


def running_position(position: Position) -> str:
    """Return a running position: always two decimals, so that its figures stand still."""
    return position_text(position, 2, separate=False)


class TransportPanel(QWidget):
    """Buttons and fields that move the position; the position is read from the state, never kept here."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 4, 8, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._errors = ErrorLabel()
        self._add_buttons()
        self._add_speed()
        self._add_fields()
        self._grid.addWidget(self._errors, 1, 0, 1, self._grid.columnCount())
        store.changed.connect(self._sync)
        self._sync(None, store.state)

    # ---- building -------------------------------------------------------------------------------

    def _add_buttons(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        self._button(row, "homeButton", "start", "To position 0 (Home)", lambda: self._send(home))
        self._button(row, "backButton", "back", "One position back (Left)", lambda: self._send(step, -1))
        self.play = self._button(
            row, "playButton", "play", "Play or pause (Space)", lambda: self._send(toggle_playing)
        )
        self._button(row, "forwardButton", "forward", "One position on (Right)", lambda: self._send(step, 1))
        self._button(
            row, "endButton", "end", "To the last position of the table (End)", lambda: self._send(end)
        )
        self.loop = self._button(
            row,
            "loopButton",
            "loop",
            "Loop: begin again at the end of the table; off: run on beyond it",
            lambda: self._store.update(loop=not self._store.state.loop),
        )
        self.loop.setCheckable(True)
        self._grid.addLayout(row, 0, 0)

    def _button(
        self, row: QHBoxLayout, object_name: str, icon: str, tip: str, act: Callable[[], None]
    ) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setProperty("icon_name", icon)
        described(button, object_name, tip.split(" (")[0], tip)
        button.clicked.connect(act)
        row.addWidget(button)
        return button

    def _add_speed(self) -> None:
        tip = "Speed: 0.01 to 1000000 positions per second; a negative speed, typed, plays backwards."
        self._label("Speed", 1)
        self.speed_slider = StopSlider(SPEED_STOPS)
        described(self.speed_slider, "speedSlider", "Speed", tip)
        self.speed_slider.stopChosen.connect(self._slide_speed)
        self._grid.addWidget(self.speed_slider, 0, 2)
        self._grid.setColumnStretch(2, 1)
        self.speed = self._place(
            "speed", NumberField(parse_speed, plain_number, self._errors), tip, 3, "−1000000"
        )
        self._label("positions/s", 4)

    def _add_fields(self) -> None:
        self._label("Position", 5)
        tip = "Position p: any number from −(2^63 − 1) to 2^63 − 1."
        position = NumberField(parse_position, plain_position, self._errors, running_position)
        self.position = self._place("position", position, tip, 6, "1000000000000000.00")
        self._label("Gap", 7)
        tip = "Gap k: the lighter hand of each dial shows p + k; a whole number from 0 to 2^62."
        self.gap = self._place("gap", NumberField(parse_gap, str, self._errors), tip, 8, "1000000000")

    def _label(self, text: str, column: int) -> None:
        label = QLabel(text)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(label, 0, column)

    def _place(
        self, name: str, field: NumberField[Any], tip: str, column: int, widest: str
    ) -> NumberField[Any]:
        """Put a field of the state in its column, with room for a text."""
        described(field, f"{name}Field", name.capitalize(), tip)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setFixedWidth(QFontMetrics(field.font()).horizontalAdvance(widest) + 20)
        field.valueChanged.connect(lambda value: self._store.update(**{name: value}))
        self._grid.addWidget(field, 0, column)
        return field

    # ---- intents --------------------------------------------------------------------------------

    def _send(self, intent: Callable[..., dict[str, Any]], *arguments: Any) -> None:
        self._store.update(**intent(self._store.state, *arguments))

    def _slide_speed(self, speed: float) -> None:
        backwards = self._store.state.speed < 0
        self._store.update(speed=-speed if backwards else speed)

    # ---- showing --------------------------------------------------------------------------------

    def _sync(self, old: AppState | None, new: AppState) -> None:
        if old is None or old.position != new.position or old.playing != new.playing:
            self.position.setValue(new.position, running=new.playing)
        if old is None or old.gap != new.gap:
            self.gap.setValue(new.gap)
        if old is None or old.speed != new.speed:
            self.speed.setValue(new.speed)
            self.speed_slider.showValue(abs(new.speed))
        self.loop.setChecked(new.loop)
        if old is None or old.playing != new.playing or old.theme != new.theme:
            self._dress(new)

    def _dress(self, state: AppState) -> None:
        self.play.setProperty("icon_name", "pause" if state.playing else "play")
        for button in self.findChildren(QToolButton):
            button.setIcon(transport_icon(button.property("icon_name"), state.theme))
