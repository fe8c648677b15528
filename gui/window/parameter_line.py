"""The caption of presentation mode: the parameters and the position, in figures that stand still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import CONVENTION_TITLES, CONVENTIONS, EncodingParams, wavelengths
from gui.model.position import Position
from gui.model.readout import integer_text, plain_number, position_text, significant, widest
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.widgets import described

MOST_ROWS: Final = 2
_BETWEEN: Final = " \u00b7 "
_PADDING: Final = 6


@dataclass(frozen=True, slots=True)
class Part:
    """Something to say, and a text as wide as it becomes while the position runs over the table."""

    text: str
    reserve: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, and where it stands: its row and its x coordinate in pixels."""

    text: str
    row: int
    x: float


def caption_parts(state: AppState) -> Iterator[Part]:
    """Yield what the caption says, the most important first."""
    params = state.params
    yield Part(f"d = {params.d_model}")
    yield Part(f"base {plain_number(params.base)}")
    yield Part(f"length {integer_text(params.length)}")
    at, last = (position_text(position, 2) for position in (state.position, Position(params.length - 1)))
    yield Part(f"p = {at}", f"p = {last}")
    if state.gap_hand:
        yield Part(f"gap {integer_text(state.gap)}")
    yield Part(f"pair {state.pair}: λ = {significant(float(wavelengths(params)[state.pair]))}")
    if not 0 <= state.position.whole < params.length:
        yield Part("beyond the length" if state.position.whole > 0 else "before position 0")
    if params.convention != EncodingParams().convention:
        yield Part(_convention(params))


def _convention(params: EncodingParams) -> str:
    names = (name for name, convention in CONVENTIONS.items() if convention == params.convention)
    return CONVENTION_TITLES.get(next(names, ""), "a convention of its own")


def flowed(parts: Sequence[Part], metrics: QFontMetricsF, room: float) -> list[Piece]:
    """Return as many parts as fit, each with the room that its figures may ever need."""
    placed: list[Piece] = []
    row, x = 0, 0.0
    for part in parts:
        wide = max(metrics.horizontalAdvance(widest(text)) for text in (part.text, part.reserve))
        if x > 0 and x + wide > room:
            row, x = row + 1, 0.0
        if row >= MOST_ROWS:
            break
        fits = metrics.horizontalAdvance(part.text) <= room
        text = part.text if fits else metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, room)
        placed.append(Piece(text, row, x))
        x += wide + metrics.horizontalAdvance(_BETWEEN)
    return placed


class ParameterLine(QWidget):
    """One or two rows of text; what finds no room there is left out."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        described(self, "parameterLine", "Parameters and position", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._store = store
        self._pieces: list[Piece] = []
        store.changed.connect(self.renew)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What is written, and where."""
        return tuple(self._pieces)

    def renew(self) -> None:
        """Write what the state says now; the rows are as many as it takes."""
        metrics = QFontMetricsF(self.font())
        pieces = flowed(tuple(caption_parts(self._store.state)), metrics, self.width() - 2.0 * self._margin)
        if pieces != self._pieces:
            self._pieces = pieces
            self.update()
        rows = 1 + max((piece.row for piece in pieces), default=0)
        self.setFixedHeight(round(rows * metrics.height()) + 2 * _PADDING)

    @property
    def _margin(self) -> int:
        return self.fontMetrics().height() // 2

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.renew()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.renew()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter, metrics = QPainter(self), QFontMetricsF(self.font())
        painter.setPen(self.palette().windowText().color())
        for piece in self._pieces:
            x, base = self._margin + piece.x, _PADDING + piece.row * metrics.height() + metrics.ascent()
            painter.drawText(QPointF(x, base), piece.text)
            if piece.x:
                painter.drawText(QPointF(x - metrics.horizontalAdvance(_BETWEEN), base), _BETWEEN)
