"""Where the waves and the ladder lie in the view, from its size and the size of its letters, without Qt."""

from __future__ import annotations

from dataclasses import dataclass

WIDE = 2.2
"""Width over height from which the two stand side by side."""
SMALLEST = 0.6
"""How far letters may shrink where room is short."""
_LINES = 8.0
"""Lines of text that a panel should be high; letters shrink where it is not."""
_LINES_FOR_READINGS, _LINES_FOR_TITLES = 7.5, 9.0
"""Lines of text that a panel must be high for its read-outs and for the title of its lower axis."""
_DIGITS_ACROSS = 34.0
"""Widths of a figure that a panel should be wide."""
TICK_GAP = 6.0
"""Pixels between the plot and the texts of its ticks."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes of the letters, in pixels.

    Attributes
    ----------
    line : float
        Height of a line.
    digit : float
        Width of a figure.
    tick : float
        Width of the widest tick text of the left axes.
    label : float
        Width of the label at a wave's end.
    """

    line: float
    digit: float
    tick: float
    label: float

    @property
    def unit(self) -> float:
        """How much larger lines and dots are than beside letters 16 pixels high: less than they are."""
        return float((self.line / 16) ** 0.6)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in pixels of the view."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a point is inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def held_in(self, other: Box) -> Box:
        """Return this rectangle moved into another one, to its left and top where it is larger."""
        left = max(min(self.left, other.right - self.width), other.left)
        top = max(min(self.top, other.bottom - self.height), other.top)
        return Box(left, top, self.width, self.height)

    def overlaps(self, other: Box) -> bool:
        """Tell whether two rectangles have a part in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the two plots with its surroundings.

    Attributes
    ----------
    frame : Box
        All of it.
    plot : Box
        Inside the axes.
    inset : float
        Pixels left and right in the plot that no data use, so that a mark at an end is not cut.
    titled : bool
        Whether there is room for the title of the lower axis.
    readings : Box or None
        Where read-outs are written, if there is room for them.
    """

    frame: Box
    plot: Box
    inset: float
    titled: bool
    readings: Box | None = None

    @property
    def span(self) -> float:
        """Pixels from the first to the last datum across."""
        return max(self.plot.width - 2 * self.inset, 1.0)

    def x(self, share: float) -> float:
        """Return the pixel of a share, 0 … 1, of the way across."""
        return self.plot.left + self.inset + share * self.span

    def share(self, x: float) -> float:
        """Return the share of the way across, 0 … 1, that is nearest to a pixel."""
        return min(max((x - self.plot.left - self.inset) / self.span, 0.0), 1.0)

    def y(self, share: float) -> float:
        """Return the pixel of a share, 0 … 1, of the way up."""
        return self.plot.bottom - share * self.plot.height


@dataclass(frozen=True, slots=True)
class WavesLayout:
    """The two panels, and whether they stand side by side."""

    waves: Panel
    ladder: Panel
    beside: bool


def letter_scale(width: float, height: float, measures: Measures) -> float:
    """Return the share of its size, `SMALLEST` … 1, that the font must shrink to."""
    across, down = _shares(width, height)
    room = min(down / (_LINES * measures.line), across / (_DIGITS_ACROSS * measures.digit))
    return min(max(room, SMALLEST), 1.0)


def waves_layout(width: float, height: float, measures: Measures) -> WavesLayout:
    """Return the panels of a view of that size: one above the other, or side by side in a wide one."""
    beside = _beside(width, height)
    across, down = _shares(width, height)
    first = Box(0.0, 0.0, across, down)
    second = Box(across, 0.0, across, down) if beside else Box(0.0, down, across, down)
    readings = down >= _LINES_FOR_READINGS * measures.line
    return WavesLayout(
        _panel(first, measures, readings=readings), _panel(second, measures, readings=False), beside
    )


def _beside(width: float, height: float) -> bool:
    return width > WIDE * height


def _shares(width: float, height: float) -> tuple[float, float]:
    return (width / 2, height) if _beside(width, height) else (width, height / 2)


def _panel(frame: Box, measures: Measures, *, readings: bool) -> Panel:
    line = measures.line
    titled = frame.height >= _LINES_FOR_TITLES * line
    left = frame.left + measures.tick + TICK_GAP + 1.4 * line
    top = frame.top + (2.45 if readings else 1.4) * line
    right = frame.right - measures.label - 0.9 * line
    bottom = frame.bottom - TICK_GAP - (2.2 if titled else 1.2) * line
    plot = Box(left, top, max(right - left, 1.0), max(bottom - top, 1.0))
    written = Box(left, frame.top + 1.2 * line, max(frame.right - left, 1.0), line) if readings else None
    return Panel(frame, plot, 8 * measures.unit, titled, written)
