"""The plot's window: what fits, what zooming and panning make of it, and the limits it is held to."""

from __future__ import annotations

from gui.model.state import PlotWindow

GAP_MARGIN = 0.02
"""Room left and right of the gaps that fit, as a share of them, so that the point at gap 0 is not cut."""
EDGE = 0.06
"""Most room left of gap 0 and right of the last one, as a share of what is seen."""
VALUE_MARGIN = 0.08
"""Room above and below the values, as a share of their span."""
MIN_GAPS = 4.0
"""Fewest gaps that zooming in leaves in sight."""
MAX_LENGTHS = 4.0
"""How many lengths of the table zooming out can reach."""
MIN_VALUES = 1e-3
"""Smallest span of values in sight, in units of S(0)."""
MAX_VALUES = 4.0
"""Largest value in sight, above or below zero, in units of S(0)."""


def fitted_gaps(length: int, margin: float = GAP_MARGIN) -> tuple[float, float]:
    """Return the gaps seen when everything is shown: 0 … `length` - 1 and a margin, a share of them."""
    span = float(max(length - 1, 1))
    return -margin * span, (1 + margin) * span


def fitted_values(lowest: float, highest: float) -> tuple[float, float]:
    """Return the values seen when the curve runs from `lowest` to `highest`; zero is always in sight."""
    low, high = min(lowest, 0.0), max(highest, 0.0)
    margin = VALUE_MARGIN * ((high - low) or 1.0)
    return low - margin, high + margin


def held(window: PlotWindow, length: int, unit: float) -> PlotWindow:
    """Return the window moved and resized as little as the limits ask for; `unit` is S(0) as drawn."""
    smallest, largest = _gap_spans(length)
    span = min(max(window.gap_to - window.gap_from, smallest), largest)
    margin = EDGE * span
    start = _between(window.gap_from, -margin, max(largest * (1 - EDGE) - span, -margin))
    rise = min(max(window.high - window.low, MIN_VALUES * unit), 2 * MAX_VALUES * unit)
    low = _between(window.low, -MAX_VALUES * unit, MAX_VALUES * unit - rise)
    return PlotWindow(start, start + span, low, low + rise)


def zoomed_gaps(window: PlotWindow, factor: float, about: float, length: int) -> PlotWindow:
    """Return the window with its gaps magnified by `factor` about the gap `about`."""
    smallest, largest = _gap_spans(length)
    start, end = _zoomed(window.gap_from, window.gap_to, factor, about, (smallest, largest))
    return PlotWindow(start, end, window.low, window.high)


def zoomed_values(window: PlotWindow, factor: float, about: float, unit: float) -> PlotWindow:
    """Return the window with its values magnified by `factor` about the value `about`."""
    limits = (MIN_VALUES * unit, 2 * MAX_VALUES * unit)
    low, high = _zoomed(window.low, window.high, factor, about, limits)
    return PlotWindow(window.gap_from, window.gap_to, low, high)


def panned(window: PlotWindow, gaps: float, values: float) -> PlotWindow:
    """Return the window moved along both axes."""
    return PlotWindow(window.gap_from + gaps, window.gap_to + gaps, window.low + values, window.high + values)


def _gap_spans(length: int) -> tuple[float, float]:
    largest = max(MAX_LENGTHS * length, MIN_GAPS) * (1 + 2 * EDGE)
    return min(MIN_GAPS, float(max(length - 1, 1))), largest


def _zoomed(
    low: float, high: float, factor: float, about: float, limits: tuple[float, float]
) -> tuple[float, float]:
    span = high - low
    kept = min(max(span / factor, limits[0]), max(limits[1], span)) / span
    return about - (about - low) * kept, about + (high - about) * kept


def _between(value: float, low: float, high: float) -> float:
    return max(min(value, high), low)
