"""Letters that are meant for the back row never shrink below 18 points; small ones shrink as asked."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from gui.canvas.letters import points_of, shrunk


@pytest.mark.parametrize(
    ("points", "scale", "expected"),
    [
        (9.0, 0.5, 4.5),
        (12.0, 1.0, 12.0),
        (17.9, 0.1, 1.79),
        (18.0, 0.5, 18.0),
        (20.0, 0.95, 19.0),
        (20.0, 0.85, 18.0),
        (34.0, 0.6, 20.4),
        (34.0, 0.1, 18.0),
    ],
)
def test_large_letters_stay_readable(
    qapp: QApplication, points: float, scale: float, expected: float
) -> None:
    font = QFont(qapp.font())
    font.setPointSizeF(points)
    assert points_of(shrunk(font, scale)) == pytest.approx(expected, abs=0.01)
    assert points_of(font) == pytest.approx(points, abs=0.01)


def test_a_font_set_in_pixels_shrinks_too(qapp: QApplication) -> None:
    font = QFont(qapp.font())
    font.setPixelSize(16)
    assert points_of(shrunk(font, 0.5)) == pytest.approx(points_of(font) / 2, rel=0.1)
