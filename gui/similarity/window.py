"""The plot's window: what fits, what zooming and panning make of it, and the limits it is held to.

On a logarithmic axis a window still holds gaps; spans and moves are then in decades.
"""

from __future__ import annotations

import math

from gui.model.state import PlotWindow

GAP_MARGIN = 0.02
"""Room left and right of the gaps that fit, as a share of them, so that the point at gap 0 is not cut."""
EDGE = 0.06
"""Most room left of gap 0 and right of the last one, as a share of what is seen."""
VALUE_MARGIN = 0.08
"""Room above and below the values, as a share of their span."""
MIN_GAPS = 4.0
"""Fewest gaps that zooming in leaves in sight."""
MIN_DECADES = 1e-3
"""Fewest decades that zooming in leaves in sight."""
MAX_LENGTHS = 4.0
"""How many lengths of the table zooming out can reach."""
MIN_VALUES = 1e-3
"""Smallest span of values in sight, in units of S(0)."""
MAX_VALUES = 4.0
"""Largest value in sight, above or below zero, in units of S(0)."""
_FAR = 30.0
"""Beyond all gaps, in decades."""


def fitted_gaps(length: int, margin: float = GAP_MARGIN, *, log_gaps: bool = False) -> tuple[float, float]:
    """Return the gaps seen when everything is shown: 0 (1) … `length` - 1 and a margin, a share of them."""
    span = math.log10(max(length - 1, 2)) if log_gaps else float(max(length - 1, 1))
    return _gap(-margin * span, log_gaps), _gap((1 + margin) * span, log_gaps)


def fitted_values(lowest: float, highest: float) -> tuple[float, float]:
    """Return the values seen when the curve runs from `lowest` to `highest`; zero is always in sight."""
    low, high = min(lowest, 0.0), max(highest, 0.0)
    margin = VALUE_MARGIN * ((high - low) or 1.0)
    return low - margin, high + margin


def held(window: PlotWindow, length: int, unit: float, *, log_gaps: bool = False) -> PlotWindow:
    """Return the window moved and resized as little as the limits ask for; `unit` is S(0) as drawn."""
    smallest, largest = _gap_spans(length, log_gaps)
    first, last = _along(window, log_gaps)
    span = min(max(last - first, smallest), largest)
    margin = EDGE * span
    start = _between(first, -margin, max(largest * (1 - EDGE) - span, -margin))
    rise = min(max(window.high - window.low, MIN_VALUES * unit), 2 * MAX_VALUES * unit)
    low = _between(window.low, -MAX_VALUES * unit, MAX_VALUES * unit - rise)
    return PlotWindow(_gap(start, log_gaps), _gap(start + span, log_gaps), low, low + rise)


def zoomed_gaps(
    window: PlotWindow, factor: float, about: float, length: int, *, log_gaps: bool = False
) -> PlotWindow:
    """Return the window with its gaps magnified by `factor` about the gap `about` (its log10)."""
    start, end = _zoomed(*_along(window, log_gaps), factor, about, _gap_spans(length, log_gaps))
    return PlotWindow(_gap(start, log_gaps), _gap(end, log_gaps), window.low, window.high)


def zoomed_values(window: PlotWindow, factor: float, about: float, unit: float) -> PlotWindow:
    """Return the window with its values magnified by `factor` about the value `about`."""
    limits = (MIN_VALUES * unit, 2 * MAX_VALUES * unit)
    low, high = _zoomed(window.low, window.high, factor, about, limits)
    return PlotWindow(window.gap_from, window.gap_to, low, high)


def panned(window: PlotWindow, gaps: float, values: float, *, log_gaps: bool = False) -> PlotWindow:
    """Return the window moved along both axes, by gaps (decades) and by values."""
    first, last = _along(window, log_gaps)
    moved = _gap(first + gaps, log_gaps), _gap(last + gaps, log_gaps)
    return PlotWindow(*moved, window.low + values, window.high + values)


def _gap_spans(length: int, log_gaps: bool) -> tuple[float, float]:
    largest = max(MAX_LENGTHS * length, MIN_GAPS)
    if log_gaps:
        return MIN_DECADES, math.log10(largest) * (1 + 2 * EDGE)
    return min(MIN_GAPS, float(max(length - 1, 1))), largest * (1 + 2 * EDGE)


def _along(window: PlotWindow, log_gaps: bool) -> tuple[float, float]:
    """Return both ends of the gaps as coordinates."""
    if not log_gaps:
        return window.gap_from, window.gap_to
    first, last = (math.log10(max(gap, 1e-3)) for gap in (window.gap_from, window.gap_to))
    return first, last


def _gap(coordinate: float, log_gaps: bool) -> float:
    return float(10.0 ** _between(coordinate, -_FAR, _FAR)) if log_gaps else coordinate


def _zoomed(
    low: float, high: float, factor: float, about: float, limits: tuple[float, float]
) -> tuple[float, float]:
    span = high - low
    kept = min(max(span / factor, limits[0]), max(limits[1], span)) / span
    return about - (about - low) * kept, about + (high - about) * kept


def _between(value: float, low: float, high: float) -> float:
    return max(min(value, high), low)
