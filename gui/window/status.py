"""The status bar: where the position is, what is under the pointer, and how it is drawn."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QWidget

from engine import phases, wavelengths
from gui.model.readout import degrees, integer_text, position_text, significant
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.widgets import ElidedLabel


class StatusBar(QStatusBar):
    """One line of read-outs."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAccessibleName("Status")
        self.setSizeGripEnabled(False)
        self._text = ElidedLabel()
        self._text.setObjectName("statusText")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._renderer = QLabel("drawn by QPainter")
        self._renderer.setObjectName("rendererText")
        self.addWidget(self._text, 1)
        self.addPermanentWidget(self._renderer)
        store.changed.connect(self._sync)
        self._sync(None, store.state)

    def _sync(self, old: AppState | None, new: AppState) -> None:
        text = status_text(new)
        if text != self._text.text():
            self._text.setText(text)


def status_text(state: AppState) -> str:
    """Return the line: position, the pair pointed at or selected, and the row or gap pointed at."""
    pair = state.pair if state.hover.pair is None else state.hover.pair
    phase = float(phases(state.params, [state.position.whole], state.position.fraction)[0, pair])
    wave = float(wavelengths(state.params)[pair])
    parts = [
        f"p = {position_text(state.position, 2)}",
        f"pair {pair}: λ = {significant(wave)}, phase {degrees(phase)}",
    ]
    if state.gap_hand:
        parts.append(f"gap {integer_text(state.gap)}")
    if state.hover.row is not None:
        parts.append(f"row {integer_text(state.hover.row)}")
    if state.hover.gap is not None:
        parts.append(f"gap {integer_text(state.hover.gap)} under the pointer")
    if not 0 <= state.position.whole < state.params.length:
        parts.append("beyond the training length" if state.position.whole > 0 else "before position 0")
    return "   ·   ".join(parts)
