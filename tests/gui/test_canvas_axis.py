"""The axis of a plot: as many whole-number ticks as have room, and none that touch."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from gui.canvas.plot import RoundAxis


def axis_of(points: float, origin: int = 0) -> tuple[RoundAxis, QFontMetricsF]:
    font = QFont()
    font.setPointSizeF(points)
    axis = RoundAxis("bottom", integers=True)
    axis.setTickFont(font)
    axis.set_origin(origin)
    return axis, QFontMetricsF(font)


@pytest.mark.parametrize("points", [7, 10, 24])
@pytest.mark.parametrize("span", [3, 63, 4999, 19_999, 10**9, 10**12, 10**15 - 1])
@pytest.mark.parametrize("size", [150, 400, 1600])
def test_texts_never_touch_and_none_is_left_out_without_need(
    qapp: QApplication, points: float, span: int, size: int
) -> None:
    axis, metrics = axis_of(points)
    found = axis.ticks(0.0, float(span), float(size))
    widths = [metrics.horizontalAdvance(t.text) for t in found]
    places = [t.at / span * size for t in found]
    for (one, wide), (other, next_wide) in pairwise(zip(places, widths, strict=True)):
        assert other - one > (wide + next_wide) / 2
    room = max(max(widths) + 3 * metrics.horizontalAdvance(" "), 2.2 * metrics.height())
    assert len(found) >= 2 or size < 5 * room
    if len(found) >= 2:  # steps are at most 2.5 times what texts ask for, or one number
        assert places[1] - places[0] <= max(2.6 * room * 1.02, size / span + 1)


def test_long_round_numbers_have_more_ticks_than_long_unround_ones(qapp: QApplication) -> None:
    axis, _ = axis_of(10)
    assert [t.text for t in axis.ticks(0.0, 1e12, 600.0)][1] in ("10¹¹", "2×10¹¹")
    far, _ = axis_of(10, 10**15)
    assert len(far.ticks(0.0, 4.0, 300.0)) < len(axis.ticks(0.0, 4.0, 300.0))


def test_ticks_say_5000_and_never_5_k(qapp: QApplication) -> None:
    axis, _ = axis_of(10)
    assert "5000" in [t.text for t in axis.ticks(0.0, 10_000.0, 150.0)]
    assert not any("k" in t.text for t in axis.ticks(0.0, 1e12, 300.0))
