"""Where the parts of the heat map go: sizes that depend on the font and the table, never on the position."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF

from engine import EncodingParams
from gui.canvas.letters import points_of, shrunk
from gui.heatmap.scene import amplitude
from gui.heatmap.window import last_row
from gui.model.readout import integer_text
from gui.model.state import AppState, HeatQuantity

MARGIN = 4.0
"""Pixels between the parts and the view's edges."""
STRIP = 10.0
"""Pixels above the cells that hold the marks of the selected pair."""
TICK = 4
"""Pixels that a tick is long, away from the cells."""
TICK_GAP = 7.0
"""Pixels between an axis and its texts, the tick included."""
OVERVIEW_GAP = 10.0
"""Pixels between the cells and the overview."""
ROW_SHARE, ROW_MOST = 0.3, 0.45
"""Shares of the width that the row axis' texts may take before they shrink, and where they cannot."""
_SPELT_OUT = 10**7  # a round number from here on is written with a power of ten
BAR_WIDTH = 14.0
"""Pixels across the colour bar."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The areas, in the view's logical pixels, all of them whole.

    Attributes
    ----------
    cells : QRectF
        The picture.
    plot : QRectF
        The picture with its two axes.
    left, bottom : float
        What the axes take of it.
    readout : QRectF
        The line of text at the top; empty where there is no room.
    ruler : QRectF
        The line of the pairs' numbers, as wide as the view; empty where there is no room.
    overview : QRectF
        The whole table in small; empty where nothing is hidden, and where there is no room.
    bar : QRectF
        The colour bar with its ticks; empty where there is no room.
    titles, bar_titled : bool
        Whether there is room for the axes' titles, and for the bar's.
    row_font : QFont
        The font of the row axis, smaller where its texts would take too much of the width.
    row_room : float
        What these texts have of the width; wider ones are left out.
    """

    cells: QRectF
    plot: QRectF
    left: float
    bottom: float
    readout: QRectF
    ruler: QRectF
    overview: QRectF
    bar: QRectF
    titles: bool
    bar_titled: bool
    row_font: QFont
    row_room: float


@dataclass(frozen=True, slots=True)
class Needs:
    """What decides the layout besides the size and the font."""

    params: EncodingParams
    quantity: HeatQuantity
    zoomed: bool
    sentence: str = ""

    @classmethod
    def of(cls, state: AppState) -> Needs:
        """Return what a state needs."""
        return cls(state.params, state.heat_quantity, state.heat_window is not None, state.sentence)


def arranged(size: QSize, font: QFont, needs: Needs) -> Layout:
    """Return the layout of a view of some size."""
    metrics = QFontMetricsF(font)
    line = math.ceil(metrics.height())
    titles = size.height() >= 6.5 * line and size.width() >= 9 * line
    readout = QRectF(MARGIN, 2, size.width() - 2 * MARGIN, line + 4.0 if size.height() >= 4.5 * line else 0.0)
    numbers = float(line) if size.height() >= 11 * line and size.width() >= 9 * line else 0.0
    ruler = QRectF(0, readout.bottom(), size.width(), numbers)
    title = line + 2.0 if titles else 0.0
    row_font, widest = _row_font(font, needs, size.width())
    left, bottom = title + math.ceil(widest) + TICK_GAP + 2, title + line + TICK_GAP
    top = max(ruler.bottom() + STRIP + 2, line / 2)
    bar_titled = titles and size.width() >= 14 * line
    bar = _bar_width(metrics, needs, bar_titled) if size.width() >= 9 * line else 0.0
    small = _overview_width(size, line) if needs.zoomed else 0.0
    right = size.width() - MARGIN - max(bar, metrics.averageCharWidth()) - small
    plot = QRectF(MARGIN, top, max(right - MARGIN, left + 1), max(size.height() - top - MARGIN, bottom + 1))
    plot = QRectF(plot.toRect())
    cells = plot.adjusted(left, 0, 0, -bottom)
    overview = QRectF(cells.right() + OVERVIEW_GAP, cells.top(), max(small - OVERVIEW_GAP, 0), cells.height())
    bar_rect = QRectF(cells.right() + small, cells.top(), bar, cells.height())
    areas = (readout, ruler, overview, bar_rect)
    return Layout(cells, plot, left, bottom, *areas, titles, bar_titled, row_font, math.ceil(widest))


def _overview_width(size: QSize, line: int) -> float:
    """Return what the overview takes beside the cells, its distance from them included."""
    if size.width() < 14 * line or size.height() < 6.5 * line:
        return 0.0
    return OVERVIEW_GAP + min(max(round(size.width() * 0.06), 28), 64)


def bar_texts(params: EncodingParams, quantity: HeatQuantity) -> tuple[str, ...]:
    """Return what the bar's ticks say, from its lower end to its upper end, evenly spaced."""
    if quantity == "phase":
        return "0°", "90°", "180°", "270°", "360°"
    limit = amplitude(params)
    text = f"{limit:.3g}"
    return f"−{text}", "0", text


def widest_row(params: EncodingParams, *, zoomed: bool = True) -> str:
    """Return a text as wide as that of any row that the axis can ever name, or can name unless zoomed.

    Where all rows are seen those that are named are round numbers.
    """
    if not zoomed and last_row(params) > _SPELT_OUT:
        return integer_text(-88 * 10 ** (len(str(last_row(params))) - 2))
    below = integer_text(int("8" * len(str(last_row(params) - 1))))
    above = integer_text(-int("8" * len(str(params.length))))
    return max(below, above, key=len)


def named_row(word: str, number: str) -> str:
    """Return how a row is called that has a word."""
    return f"{word}  {number}"


def _row_font(font: QFont, needs: Needs, width: int) -> tuple[QFont, float]:
    """Return a font in which the widest row takes no more than its share, as far as letters may shrink.

    Returns
    -------
    tuple
        The font, and the room for the texts: wider ones are left out.
    """
    text = widest_row(needs.params, zoomed=needs.zoomed)
    named = [named_row(word, integer_text(row)) for row, word in enumerate(needs.sentence.split())]
    text = max([text, *named], key=QFontMetricsF(font).horizontalAdvance)
    chosen = fitting_font(font, text, room=ROW_SHARE * width)
    return chosen, min(QFontMetricsF(chosen).horizontalAdvance(text), ROW_MOST * width)


def fitting_font(font: QFont, text: str, *, room: float) -> QFont:
    """Return the font, made so much smaller that the text fits into a width, as far as letters may shrink."""
    widest = QFontMetricsF(font).horizontalAdvance(text)
    return shrunk(font, max(room / widest, 5.0 / points_of(font))) if widest > room else QFont(font)


def _bar_width(metrics: QFontMetricsF, needs: Needs, titles: bool) -> float:
    texts = max(metrics.horizontalAdvance(text) for text in bar_texts(needs.params, needs.quantity))
    title = metrics.height() if titles else 0.0
    return math.ceil(12 + BAR_WIDTH + TICK_GAP + texts + title + 4)
