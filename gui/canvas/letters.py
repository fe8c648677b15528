"""How far letters may shrink where room is short: small ones as far as asked, large ones stay readable."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QFont, QFontInfo

READABLE_POINTS: Final = 18.0
"""Letters of this size or larger are meant for the back row: they never shrink below it."""


def shrunk(font: QFont, scale: float) -> QFont:
    """Return a font `scale` times as large, 0 … 1, but for the readable size that large letters keep."""
    smaller = QFont(font)
    smaller.setPointSizeF(max(points_of(font) * scale, least_points(font)))
    return smaller


def least_points(font: QFont) -> float:
    """Return the size in points below which text in a font must not shrink; next to none for small fonts."""
    points = points_of(font)
    return READABLE_POINTS if points >= READABLE_POINTS else min(points, 1.0)


def points_of(font: QFont) -> float:
    """Return the size of a font in points, also where it was set in pixels."""
    size = font.pointSizeF()
    return size if size > 0 else QFontInfo(font).pointSizeF()
