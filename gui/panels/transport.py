"""The transport panel: play and step, speed, position and gap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from gui.model.intents import end, home, step, toggle_playing
from gui.model.numbers import parse_integer, parse_position, parse_real
from gui.model.position import Position
from gui.model.readout import plain_number, plain_position, position_text
from gui.model.state import SPEED_MAX, SPEED_MIN, AppState, largest_gap
from gui.model.store import Store
from gui.panels.icons import transport_icon
from gui.panels.widgets import ErrorLabel, NumberField, StopSlider, described

SPEED_STOPS = tuple(
    float(f"{m}e{power}") for power in range(-2, 7) for m in (1, 2, 5) if m * 10.0**power <= SPEED_MAX
)


_LOOP_TIP = "Loop: begin again at the end of the table; off: run on beyond it"
_SPEED_TIP = "Speed: 0.01 to 1000000 positions per second; a negative speed, typed, plays backwards."
_POSITION_TIP = "Position p: any number from −(2^63 − 1) to 2^63 − 1."
_GAP_TIP = "Gap k: the lighter hand of each dial shows p + k; a whole number from 0 to 2^62."

_BESIDE, _BELOW = 16, 4
"""Pixels between the two halves, in one row and in two."""


def parse_speed(text: str) -> float:
    """Read a speed in positions per second; a negative one plays backwards."""
    value = parse_real(text, "speed", -SPEED_MAX, SPEED_MAX)
    if abs(value) < SPEED_MIN:
        raise ValueError(f"speed must be at least {SPEED_MIN} positions per second, either way, not {text}")
    return value


def running_position(position: Position) -> str:
    """Return a running position: always two decimals, so that its figures stand still."""
    return position_text(position, 2, separate=False)


class TransportPanel(QWidget):
    """Buttons and fields that move the position; the position is read from the state, never kept here.

    All of it is one row, or two where one has no room.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._errors = ErrorLabel()
        self._halves = (QWidget(), QWidget())
        self._build_pace(_row(self._halves[0]))
        self._build_place(_row(self._halves[1]))
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rows.setSpacing(_BESIDE)
        self._rows.addWidget(self._halves[0], 1)
        self._rows.addWidget(self._halves[1])
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(2)
        column.addLayout(self._rows)
        column.addWidget(self._errors)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._size_icons()
        store.changed.connect(self._sync)
        self._sync(None, store.state)

    # ---- building -------------------------------------------------------------------------------

    def _build_pace(self, row: QHBoxLayout) -> None:
        for name, icon, tip, act in (
            ("homeButton", "start", "To position 0 (Home)", partial(self._send, home)),
            ("backButton", "back", "One position back (Left)", partial(self._send, step, -1)),
            ("playButton", "play", "Play or pause (Space)", partial(self._send, toggle_playing)),
            ("forwardButton", "forward", "One position on (Right)", partial(self._send, step, 1)),
            ("endButton", "end", "To the last position of the table (End)", partial(self._send, end)),
            ("loopButton", "loop", _LOOP_TIP, self._switch_loop),
        ):
            row.addWidget(_button(name, icon, tip, act))
        self.play, self.loop = (self._child(name) for name in ("playButton", "loopButton"))
        self.loop.setCheckable(True)
        self.speed_slider = StopSlider(SPEED_STOPS)
        self.speed_slider.setMinimumWidth(60)
        described(self.speed_slider, "speedSlider", "Speed", _SPEED_TIP)
        self.speed_slider.stopChosen.connect(self._slide_speed)
        self.speed = self._field("speed", parse_speed, plain_number, _SPEED_TIP, "−1000000")
        row.addWidget(QLabel("Speed"))
        row.addWidget(self.speed_slider, 1)
        row.addWidget(self.speed)
        row.addWidget(QLabel("positions/s"))

    def _build_place(self, row: QHBoxLayout) -> None:
        self.position = self._field(
            "position", parse_position, plain_position, _POSITION_TIP, "1000000000000000.00", running_position
        )
        self.gap = self._field("gap", self._parse_gap, str, _GAP_TIP, "1000000000")
        row.addWidget(QLabel("Position"))
        row.addWidget(self.position)
        row.addSpacing(_BESIDE // 2)
        row.addWidget(QLabel("Gap"))
        row.addWidget(self.gap)
        row.addStretch(1)

    def _child(self, name: str) -> QToolButton:
        found = self._halves[0].findChild(QToolButton, name)
        assert found is not None
        return found

    def _field(
        self, name: str, parse: Any, show: Any, tip: str, widest: str, show_running: Any = None
    ) -> NumberField[Any]:
        """Make the editor of a field of the state, with room for a text."""
        field: NumberField[Any] = NumberField(parse, show, self._errors, show_running)
        described(field, f"{name}Field", name.capitalize(), tip)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.reserve(widest)
        field.valueChanged.connect(lambda value: self._store.update(**{name: value}))
        return field

    def _parse_gap(self, text: str) -> int:
        return parse_integer(text, "gap", 0, largest_gap(self._store.state.position))

    # ---- one row or two -------------------------------------------------------------------------

    def _reflow(self) -> None:
        needed = sum(half.minimumSizeHint().width() for half in self._halves) + _BESIDE + 20
        one_row = self.width() >= needed
        way = QBoxLayout.Direction.LeftToRight if one_row else QBoxLayout.Direction.TopToBottom
        if way != self._rows.direction():
            self._rows.setDirection(way)
            self._rows.setSpacing(_BESIDE if one_row else _BELOW)
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._reflow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_rows"):
            self._size_icons()
            self._reflow()

    def _size_icons(self) -> None:
        side = max(16, round(1.2 * self.fontMetrics().height()))
        for button in self.findChildren(QToolButton):
            button.setIconSize(QSize(side, side))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        widest = max(half.minimumSizeHint().width() for half in self._halves)
        return QSize(widest + 16, super().minimumSizeHint().height())

    # ---- intents --------------------------------------------------------------------------------

    def _send(self, intent: Callable[..., dict[str, Any]], *arguments: Any) -> None:
        self._store.update(**intent(self._store.state, *arguments))

    def _slide_speed(self, speed: float) -> None:
        backwards = self._store.state.speed < 0
        self._store.update(speed=-speed if backwards else speed)

    def _switch_loop(self) -> None:
        self._store.update(loop=not self._store.state.loop)

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


def _row(half: QWidget) -> QHBoxLayout:
    half.setAutoFillBackground(True)  # nothing beneath need be painted when the position runs
    row = QHBoxLayout(half)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    return row


def _button(object_name: str, icon: str, tip: str, act: Callable[[], None]) -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    button.setProperty("icon_name", icon)
    described(button, object_name, tip.split(" (")[0], tip)
    button.clicked.connect(lambda *_: act())
    return button
