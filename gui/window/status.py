"""The status bar: where the position is, what is under the pointer, and how it is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QWidget

from engine import wavelengths
from gui.model.phase_row import phase_row
from gui.model.readout import degrees, integer_text, position_text, significant
from gui.model.state import AppState, word_at
from gui.model.store import Store
from gui.panels.widgets import ElidedLabel

_METER_SECONDS = 1.0
_MARGIN = 6


class StatusBar(QStatusBar):
    """One line of read-outs."""

    def __init__(
        self,
        store: Store,
        frames: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._meter = FrameMeter(frames, clock)
        self._how = "raster"
        self.setObjectName("statusBar")
        self.setAccessibleName("Status")
        self.setSizeGripEnabled(False)
        self.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        self._text = ElidedLabel()
        self._text.setObjectName("statusText")
        self._text.setAutoFillBackground(True)  # nothing beneath need be painted when the position runs
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._renderer = QLabel("raster")
        self._renderer.setObjectName("rendererText")
        self.addWidget(self._text, 1)
        self.addPermanentWidget(self._renderer)
        store.changed.connect(self._sync)
        self._sync(None, store.state)

    def _sync(self, old: AppState | None, new: AppState) -> None:
        text = status_text(new)
        if text != self._text.text():
            self._text.setText(text)
        self._show_renderer(self._meter.rate(playing=new.playing))

    def show_renderer(self, how: str) -> None:
        """Say what draws; why is in the tool tip."""
        self._how, _, reason = how.partition(" (")
        self._renderer.setToolTip(reason.removesuffix(")"))
        self._show_renderer(None)

    def _show_renderer(self, rate: float | None) -> None:
        text = self._how if rate is None else f"{self._how} · {rate:.0f} fps"
        if text != self._renderer.text():
            self._renderer.setText(text)


class FrameMeter:
    """Counts frames over about a second, by being asked; it needs no timer and so causes no repaint.

    Parameters
    ----------
    frames : callable
        How many frames were painted so far.
    clock : callable
        A monotonic time in seconds.
    """

    def __init__(self, frames: Callable[[], int], clock: Callable[[], float]) -> None:
        self._frames, self._clock = frames, clock
        self._since, self._before = clock(), frames()
        self._rate: float | None = None

    def rate(self, *, playing: bool) -> float | None:
        """Return the frames per second of the last full second of playing; None before and while paused."""
        now = self._clock()
        seconds = now - self._since
        if not playing or seconds > 2 * _METER_SECONDS:
            self._rate = None
        elif seconds >= _METER_SECONDS:
            self._rate = (self._frames() - self._before) / seconds
        else:
            return self._rate
        self._since, self._before = now, self._frames()
        return self._rate


def _quoted(word: str) -> str:
    return f" “{word}”" if word else ""


def status_text(state: AppState) -> str:
    """Return the line: position, the pair pointed at or selected, and the row or gap pointed at."""
    pair = state.pair if state.hover.pair is None else state.hover.pair
    phase = float(phase_row(state.params, state.position)[pair])
    wave = float(wavelengths(state.params)[pair])
    parts = [
        f"p = {position_text(state.position, 2)}" + _quoted(word_at(state, state.position.whole)),
        f"pair {pair}: λ = {significant(wave)}, phase {degrees(phase)}",
    ]
    if state.gap_hand:
        parts.append(f"gap {integer_text(state.gap)}")
    if state.hover.row is not None:
        parts.append(f"row {integer_text(state.hover.row)}" + _quoted(word_at(state, state.hover.row)))
    if state.hover.gap is not None:
        parts.append(f"gap {integer_text(state.hover.gap)} under the pointer")
    if not 0 <= state.position.whole < state.params.length:
        parts.append("beyond the training length" if state.position.whole > 0 else "before position 0")
    return "   ·   ".join(parts)
