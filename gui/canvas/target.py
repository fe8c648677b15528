"""The paint target: what a painter must know of the surface it paints on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QTransform

from gui.canvas.palette import Palette


@dataclass(frozen=True, slots=True)
class Target:
    """A surface, an area on it and the look.

    Attributes
    ----------
    rect : QRectF
        The item's area in its own (logical) pixels.
    matrix : QTransform
        From item coordinates to device pixels, device-pixel ratio included.
    clip : QRectF
        The part of `rect` that has to be painted, in item coordinates.
    opacity : float
        0 … 1.
    font : QFont
        The font of captions.
    palette : Palette
        The colours of the theme.
    ground : QColor or None
        What lies beneath all of `rect`, where it may be covered: a window's own background.
    """

    rect: QRectF
    matrix: QTransform
    clip: QRectF
    opacity: float
    font: QFont
    palette: Palette
    ground: QColor | None = None

    @classmethod
    def of(
        cls,
        painter: QPainter,
        rect: QRectF,
        clip: QRectF,
        font: QFont,
        palette: Palette,
        ground: QColor | None = None,
    ) -> Target:
        """Return the target that a painter stands for."""
        return cls(rect, painter.deviceTransform(), clip, painter.opacity(), font, palette, ground)

    @property
    def pixel_ratio(self) -> float:
        """Device pixels per item pixel."""
        return abs(self.matrix.m11()) or 1.0
