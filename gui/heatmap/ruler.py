"""The two scales of the columns: channels as they are stored, and the pairs that they belong to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from engine import EncodingParams
from gui.canvas.palette import Palette
from gui.canvas.plot import RoundAxis
from gui.canvas.ticks import Tick, round_step
from gui.canvas.view import colour
from gui.heatmap.columns import Run, runs_of, stored_channel
from gui.heatmap.items import Overlay
from gui.heatmap.layout import MARGIN
from gui.heatmap.window import across_of
from gui.model.readout import integer_text
from gui.model.state import HeatWindow

BRACKET = 12.0
"""Pixels per pair from which a bracket shows how far the pair goes."""
BORDER = 6.0
"""Pixels per pair from which its borders are ticked."""


class ColumnAxis(RoundAxis):
    """The channel axis: columns in the order shown, named by the channels that are stored in them."""

    def __init__(self) -> None:
        super().__init__("bottom", integers=True, shift=0.5)
        self._params = self._shown = EncodingParams()

    def set_order(self, params: EncodingParams, shown: EncodingParams) -> None:
        """Name the columns of the table as it is shown by the channels of the table as it is stored."""
        if (params, shown) != (self._params, self._shown):
            self._params, self._shown = params, shown
            self.picture = None
            self.update()

    def ticks(self, low: float, high: float, size: float) -> list[Tick]:  # noqa: D102
        found = super().ticks(low, high, size)
        if self._params == self._shown or len(found) < 2:
            return [Tick(t.at, self._name(math.floor(t.at))) for t in found]
        step = max(round(found[1].at - found[0].at), 1)
        return [
            Tick(column + 0.5, self._name(column))
            for column in _evenly(runs_of(self._shown), step)
            if low <= column + 0.5 <= high
        ]

    def _name(self, column: int) -> str:
        inside = min(max(column, 0), self._shown.d_model - 1)
        return integer_text(stored_channel(self._params, self._shown, inside))


def _evenly(runs: tuple[Run, ...], step: int) -> Iterator[int]:
    """Yield every `step`-th column of each run, leaving out those too near to the next run's first."""
    ends = [*(run.first for run in runs[1:]), runs[-1].first + runs[-1].pairs * runs[-1].width + step]
    for run, end in zip(runs, ends, strict=True):
        columns = range(run.first, run.first + run.pairs * run.width, step)
        yield from (c for c in columns if c == run.first or c + step <= end)


class PairRuler(Overlay):
    """The pairs' numbers above the cells, quieter than the axes, with brackets where pairs are wide."""

    def __init__(self, z: float) -> None:
        super().__init__(None, z)
        self._font = QFont()
        self._line = QRectF()
        self._cells = QRectF()
        self._runs: tuple[Run, ...] = ()
        self._window = HeatWindow(0, 0.0, 1.0, 0.0, 1.0)

    def place(self, line: QRectF, cells: QRectF, font: QFont) -> None:
        """Take the line of the numbers, the cells under it, and a font."""
        self._line, self._cells, self._font = line, cells, font
        self.set_bounds(QRectF(line.left(), line.top(), line.width(), cells.top() - line.top()))
        self.setVisible(line.height() > 0)

    def show_pairs(self, runs: tuple[Run, ...], window: HeatWindow) -> None:
        """Name the pairs of these runs as far as the window shows them."""
        columns = (window.channel, window.channels)
        if (runs, columns) != (self._runs, (self._window.channel, self._window.channels)):
            self._runs, self._window = runs, window
            self.update()

    def numbers(self) -> list[tuple[QRectF, str]]:
        """Return what is written and where: round numbers over the middles of their pairs, none touching."""
        placed, gap = list[tuple[QRectF, str]](), self._gap()
        for run in self._runs:
            for box, text in self._numbers_of(run):
                if text == "0" and placed and placed[-1][0].right() + gap > box.left():
                    placed.pop()  # where a run begins says more than where the one before it ends
                if not placed or placed[-1][0].right() + gap <= box.left():
                    placed.append((box, text))
        return placed

    def _numbers_of(self, run: Run) -> Iterator[tuple[QRectF, str]]:
        """Yield the round numbers of a run's pairs that are in sight, with their places."""
        metrics, shown = QFontMetricsF(self._font), self._shown(run)
        widest = metrics.horizontalAdvance(integer_text(8 * 10 ** len(str(run.pairs - 1)) // 10))
        room = self._pixels(run) * len(shown) / (widest + 2 * self._gap())
        step = max(1, round(round_step(max(len(shown), 1), room)))
        for pair in range(-(-shown.start // step) * step, shown.stop, step):
            text, middle = integer_text(pair), self._edge(run, pair + 0.5)
            box = QRectF(0, 0, metrics.horizontalAdvance(text), self._line.height())
            box.moveCenter(QPointF(middle, self._line.center().y()))
            if self._cells.left() <= middle <= self._cells.right() and self._fits(box):
                yield box, text

    def _gap(self) -> float:
        """Return the least distance between two numbers."""
        return QFontMetricsF(self._font).averageCharWidth() * 1.5

    def _fits(self, box: QRectF) -> bool:
        return self._line.left() + 1 <= box.left() and box.right() <= self._line.right() - 1

    def _pixels(self, run: Run) -> float:
        """Return the width of a pair of a run."""
        return run.width / self._window.channels * self._cells.width()

    def _edge(self, run: Run, pair: float) -> float:
        """Return where a pair begins, in the view's pixels."""
        place = across_of(self._window, run.first + pair * run.width)
        return self._cells.left() + place * self._cells.width()

    def _shown(self, run: Run) -> range:
        """Return the pairs of a run that the window shows, in whole or in part."""
        first = math.floor((self._window.channel - run.first) / run.width)
        last = math.ceil((self._window.channel + self._window.channels - run.first) / run.width)
        return range(max(first, 0), max(min(last, run.pairs), 0))

    def draw(self, painter: QPainter, look: Palette) -> None:  # noqa: D102
        painter.setFont(self._font)
        painter.setPen(colour(look.muted))
        numbers = self.numbers()
        for box, text in numbers:
            painter.drawText(box.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, text)
        self._draw_title(painter, numbers)
        painter.setPen(QPen(colour(look.line), 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setClipRect(self._cells.adjusted(-1, -20, 1, 0))
        for run in self._runs:
            self._draw_marks(painter, run, [box.center().x() for box, _ in numbers])

    def _draw_title(self, painter: QPainter, numbers: list[tuple[QRectF, str]]) -> None:
        metrics = QFontMetricsF(self._font)
        right = (
            min([self._cells.left(), *(box.left() for box, _ in numbers[:1])]) - metrics.averageCharWidth()
        )
        if right - metrics.horizontalAdvance("pair") >= MARGIN:
            room = QRectF(MARGIN, self._line.top(), right - MARGIN, self._line.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, "pair")

    def _draw_marks(self, painter: QPainter, run: Run, numbered: list[float]) -> None:
        """Draw brackets over wide pairs, ticks between narrower ones, and else a tick under each number."""
        shown, top, bottom = self._shown(run), self._cells.top() - 7, self._cells.top() - 3
        edges = [round(self._edge(run, pair)) for pair in range(shown.start, shown.stop + 1)]
        if self._pixels(run) >= BRACKET:
            for left, right in pairwise(edges):
                corners = ((left + 2, bottom), (left + 2, top), (right - 2, top), (right - 2, bottom))
                painter.drawPolyline([QPointF(x, y) for x, y in corners])
            return
        for x in edges if self._pixels(run) >= BORDER else numbered:
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
