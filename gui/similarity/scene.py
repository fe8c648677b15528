"""The similarity plot as a value: curve, measured points, window and words, without any Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine import EncodingParams, similarity
from gui.canvas.ticks import decimal_text
from gui.model.position import Position
from gui.model.readout import integer_text, position_text, significant
from gui.model.state import PlotWindow
from gui.similarity.curve import Curve, curve_over
from gui.similarity.measured import MOST, Measured, even_gaps, measure
from gui.similarity.window import GAP_MARGIN, fitted_gaps, fitted_values, held

POINT_PIXELS = 8
"""Room that the point at gap 0 needs, beside it."""
MARKER_PIXELS = 12
"""Fewest pixels between two measured points."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All that the plot shows but the marks that follow the gap and the pointer.

    Attributes
    ----------
    window : PlotWindow
        The gaps and values seen, "fit" resolved.
    origin : int
        The gap that x coordinates count from, so that they stay small and exact near gap 10^15.
    unit : float
        What values are divided by: S(0), or 1 for raw dot products.
    top : float
        S(0) as drawn.
    """

    params: EncodingParams
    window: PlotWindow
    origin: int
    unit: float
    top: float
    curve: Curve
    measured: Measured

    @property
    def goes_beyond(self) -> bool:
        """Whether gaps that no two rows of the table have are in sight, by more than a margin."""
        return self.window.gap_to > 1.06 * self.params.length

    def value_at(self, gap: int) -> float:
        """Return S(gap) in the plot's units."""
        return float(similarity(self.params, [gap])[0]) / self.unit

    def gap_at(self, x: float) -> int:
        """Return the whole gap in sight that is nearest to an x coordinate."""
        first, last = gaps_seen(self.window)
        return min(max(self.origin + round(x), first), last)


def build_scene(
    params: EncodingParams,
    *,
    normalised: bool,
    window: PlotWindow | None,
    measured_at: Position,
    pixels: int,
    pixel_ratio: float = 1.0,
) -> Scene:
    """Return the scene for a plot that is `pixels` wide.

    Parameters
    ----------
    normalised : bool
        Divide by S(0), which is the number of pairs where the amplitude is one.
    window : PlotWindow, optional
        What is to be seen; None fits. Held to the limits of `gui.similarity.window`.
    measured_at : Position
        The p that dot products are measured from, besides 0.
    """
    at_zero = float(similarity(params, [0])[0])
    unit = at_zero if normalised else 1.0
    top = at_zero / unit
    columns = max(round(pixels * pixel_ratio), 1)
    if window is None:
        start, end = fitted_gaps(params.length, min(max(GAP_MARGIN, POINT_PIXELS / pixels), 0.05))
        curve = _curve(params, start, end, columns, unit)
        seen = PlotWindow(start, end, *fitted_values(float(curve.values.min()), float(curve.values.max())))
    else:
        seen = held(window, params.length, top)
        curve = _curve(params, seen.gap_from, seen.gap_to, columns, unit)
    origin = _first_drawn(seen.gap_from)
    points = _measure(params, seen, measured_at, origin, unit, pixels)
    return Scene(params, seen, origin, unit, top, curve, points)


def remeasured(scene: Scene, measured_at: Position, pixels: int) -> Scene:
    """Return the scene with its points measured from another position; the curve is the same object."""
    points = _measure(scene.params, scene.window, measured_at, scene.origin, scene.unit, pixels)
    return replace(scene, measured=points)


def gaps_seen(window: PlotWindow) -> tuple[int, int]:
    """Return the first and the last whole gap inside the window."""
    first = max(math.ceil(window.gap_from), 0)
    return first, max(math.floor(window.gap_to), first)


def _first_drawn(start: float) -> int:
    return max(math.floor(start), 0)


def _curve(params: EncodingParams, start: float, end: float, columns: int, unit: float) -> Curve:
    return curve_over(params, _first_drawn(start), max(math.ceil(end), 1), columns, unit)


def _measure(
    params: EncodingParams, seen: PlotWindow, position: Position, origin: int, unit: float, pixels: int
) -> Measured:
    gaps = even_gaps(*gaps_seen(seen), min(MOST - 1, max(pixels // MARKER_PIXELS, 4)))
    return measure(params, gaps, position, origin=origin, unit=unit)


# ---- words ------------------------------------------------------------------------------------------


def value_text(value: float) -> str:
    """Return a similarity with four decimals."""
    return decimal_text(value, 1e-4)


def symbol_text(scene: Scene, gap: str) -> str:
    """Return what the values are called: S(5), or S(5)/32 when they are divided."""
    divisor = _short(scene.unit)
    return f"S({gap})" if divisor == "1" else f"S({gap})/{divisor}"


def reading_text(scene: Scene, gap: int) -> str:
    """Return a read-out, such as "S(5)/32 = 0.7311"."""
    return f"{symbol_text(scene, integer_text(gap))} = {value_text(scene.value_at(gap))}"


def longest_reading(scene: Scene) -> str:
    """Return a text about as long as read-outs become, to reserve room for them."""
    longest = integer_text(int("8" * len(str(scene.params.length))))
    return f"{symbol_text(scene, longest)} = −0.8888"


def difference_text(measured: Measured) -> str:
    """Return how far the measured points are from the curve."""
    return f"largest difference {significant(measured.difference, 2)}"


def note_text(scene: Scene) -> str:
    """Return what the picture leaves out or shades, or nothing."""
    curve = scene.curve
    notes = (
        [f"every pixel shows {curve.shown} of {_rounded(curve.of)} gaps"] if curve.shown < curve.of else []
    )
    if scene.goes_beyond:
        notes.append("grey: beyond the length")
    return ", ".join(notes)


def start_text(position: Position) -> str:
    """Return where points were measured from, such as "from p = 42"."""
    return f"from p = {position_text(position, 2 if position.fraction else 0)}"


def value_titles(*, normalised: bool, convention_divides: bool) -> tuple[str, ...]:
    """Return titles of the value axis, the longest first, for whichever has room."""
    if not normalised:
        return ("dot product PE[p]·PE[p+k]", "PE[p]·PE[p+k]", "S(k)", "")
    if convention_divides:
        return ("similarity S(k) / S(0)", "S(k) / S(0)", "")
    return ("similarity S(k) / pairs", "S(k) / pairs", "")


GAP_TITLES = ("gap k (positions)", "gap k", "k")


def _short(value: float) -> str:
    return integer_text(round(value)) if abs(value - round(value)) < 1e-9 else f"{value:.4g}"


def _rounded(count: int) -> str:
    return integer_text(round(count, 1 - len(str(count))))
