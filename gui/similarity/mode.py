"""What the view hands to its two modes, curves and matrix: its size and looks, and its caption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from gui.canvas.palette import palette_of
from gui.model.state import AppState, Hover, PlotWindow
from gui.similarity.caption import Caption, Entry
from gui.similarity.frame import TITLED

CAPTION_SHARE = 0.34
"""Most of the height that the caption may take."""
PLOT_SHARE = 0.25
"""Least of the height that is left to the plot."""
PINNED_SHARE = 0.5
"""The same where the legend has to tell pins apart."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn on: its area in logical pixels, its font, and how many device pixels one of them has."""

    area: QRectF
    font: QFont
    pixel_ratio: float
    caption: Caption

    def place_caption(self, entries: tuple[Entry, ...], *, pinned: bool = False) -> float:
        """Lay the caption out at the top; return its height."""
        line, height = QFontMetricsF(self.font).height(), self.area.height()
        axis = 2.5 * line if height >= TITLED * line else 1.5 * line
        share = PINNED_SHARE if pinned else CAPTION_SHARE
        most = min(share * height, (1 - PLOT_SHARE) * height - axis)
        return self.caption.place(line / 2, self.area.width() - line, most, self.font, entries)


class Mode(Protocol):
    """One way to show how alike rows are; it answers gestures with what should change."""

    def show_all(self, shown: bool) -> None:
        """Show or hide all of it."""

    def draw(self, old: AppState | None, new: AppState, sheet: Sheet) -> None:
        """Bring the picture from `old` (None: from nothing) to `new`."""

    def spot(self, target: Hover) -> list[QRectF]:
        """Return where a spotlight on a target falls, in the widget's pixels; empty: it is not in sight."""

    def dragged(self, at: QPointF) -> dict[str, Any]:
        """Return the intent of the left button at a point."""

    def hovered(self, at: QPointF | None) -> Hover:
        """Return what the pointer is over."""

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> PlotWindow:
        """Return the window magnified around a point."""

    def panned(self, by: QPointF) -> PlotWindow:
        """Return the window moved along with the pointer."""


def has(modifiers: Qt.KeyboardModifier, *keys: Qt.KeyboardModifier) -> bool:
    """Tell whether one of these keys is down."""
    return any(bool(modifiers & key) for key in keys)


def dressed_as(state: AppState) -> tuple[object, ...]:
    """Return what decides on colours and fonts."""
    return palette_of(state), state.text_size
