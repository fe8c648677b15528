"""The similarity plot as a value: curves, measured points, limit and window, without any Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine import EncodingParams
from gui.model.position import Position
from gui.model.state import PlotWindow
from gui.similarity.curve import Curve, curve_over
from gui.similarity.limit import Limit, star_gap
from gui.similarity.measured import MOST, Measured, even_gaps, log_gaps, measure
from gui.similarity.pins import Pinned, label, styles
from gui.similarity.quantity import BY_PAIRS, FARTHEST, Kind, Quantity
from gui.similarity.scale import GapScale
from gui.similarity.window import GAP_MARGIN, fitted_gaps, fitted_values, held

POINT_PIXELS: Final = 8
"""Room that the point at gap 0 needs, beside it."""
MARKER_PIXELS: Final = 12
"""Fewest pixels between two measured points."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is plotted, and how; as in the state."""

    quantity: Quantity = BY_PAIRS
    log_gaps: bool = False
    limit_curve: bool = False
    pins: tuple[EncodingParams, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All that the plot shows but the marks that follow the gap and the pointer.

    Attributes
    ----------
    window : PlotWindow
        The gaps and values seen, "fit" resolved.
    scale : GapScale
        Where gaps lie on the axis.
    unit : float
        What values are divided by: S(0), or 1 for raw dot products and distances.
    top : float
        The largest value that any of the curves can have, as drawn.
    limit : Limit, optional
        The continuous limit, when it is asked for.
    pins : tuple of Pinned
        Curves of other parameters.
    """

    params: EncodingParams
    options: Options
    window: PlotWindow
    scale: GapScale
    unit: float
    top: float
    curve: Curve
    measured: Measured
    limit: Limit | None = None
    pins: tuple[Pinned, ...] = ()

    @property
    def origin(self) -> int:
        """The gap that linear coordinates count from."""
        return self.scale.origin

    @property
    def goes_beyond(self) -> bool:
        """Whether gaps that no two rows of the table have are in sight, by more than a margin."""
        decades = math.log10(max(self.window.gap_to / self.params.length, 1e-9))
        seen = math.log10(self.window.gap_to / self.window.gap_from) if self.scale.log else 0.0
        return decades > 0.04 * seen if self.scale.log else self.window.gap_to > 1.06 * self.params.length

    def shows(self, gap: int) -> bool:
        """Tell whether a gap has a place on the axis: gap 0 has none on a logarithmic one."""
        return gap > 0 or not self.scale.log

    def value_at(self, gap: int) -> float:
        """Return the value at a gap, as drawn."""
        return float(self.options.quantity.values(self.params, [gap])[0])

    def gap_at(self, x: float) -> int:
        """Return the whole gap in sight that is nearest to an x coordinate."""
        first, last = gaps_seen(self.window, self.scale.log)
        return min(max(self.scale.nearest(x), first), last)


def build_scene(
    params: EncodingParams,
    options: Options,
    *,
    window: PlotWindow | None,
    measured_at: Position,
    pixels: int,
    pixel_ratio: float = 1.0,
) -> Scene:
    """Return the scene for a plot that is `pixels` wide.

    Parameters
    ----------
    window : PlotWindow, optional
        What is to be seen; None fits. Held to the limits of `gui.similarity.window`.
    measured_at : Position
        The p that dot products are measured from, besides 0.
    """
    top = max(options.quantity.top(each) for each in (params, *options.pins))
    start, end = _gap_range(params, options, window, top, pixels)
    drawn = _Drawn(options, start, end, max(round(pixels * pixel_ratio), 1))
    curve = drawn.curve(params, options.quantity.kind, options.quantity.unit(params))
    limit = _limit(params, drawn) if options.limit_curve else None
    pins = tuple(_pins(params, drawn))
    if window is None:
        seen = PlotWindow(start, end, *_fitted(options.quantity, curve, limit, pins))
    else:
        seen = held(window, params.length, top, log_gaps=options.log_gaps)
    scale = GapScale(0 if options.log_gaps else drawn.first, options.log_gaps)
    points = _measured(params, options.quantity, scale, seen, measured_at, pixels)
    unit = options.quantity.unit(params)
    return Scene(params, options, seen, scale, unit, top, curve, points, limit, pins)


def remeasured(scene: Scene, measured_at: Position, pixels: int) -> Scene:
    """Return the scene with its points measured from another position; the curve is the same object."""
    quantity = scene.options.quantity
    points = _measured(scene.params, quantity, scene.scale, scene.window, measured_at, pixels)
    return replace(scene, measured=points)


def gaps_seen(window: PlotWindow, log_gaps: bool = False) -> tuple[int, int]:
    """Return the first and the last whole gap inside the window."""
    first = max(math.ceil(window.gap_from), 1 if log_gaps else 0)
    return first, max(math.floor(window.gap_to), first)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The stretch of the axis that curves are drawn over, whole gaps from just before to just after it."""

    options: Options
    start: float
    end: float
    columns: int

    @property
    def first(self) -> int:
        return max(math.floor(self.start), 1 if self.options.log_gaps else 0)

    def curve(self, params: EncodingParams, kind: Kind, unit: float) -> Curve:
        last = max(math.ceil(self.end), self.first + 1)
        made = curve_over(params, self.first, last, self.columns, kind, self.options.log_gaps)
        return made.divided(unit)


def _gap_range(
    params: EncodingParams, options: Options, window: PlotWindow | None, top: float, pixels: int
) -> tuple[float, float]:
    if window is None:
        margin = min(max(GAP_MARGIN, POINT_PIXELS / pixels), 0.05)
        return fitted_gaps(params.length, margin, log_gaps=options.log_gaps)
    seen = held(window, params.length, top, log_gaps=options.log_gaps)
    return seen.gap_from, seen.gap_to


def _limit(params: EncodingParams, drawn: _Drawn) -> Limit:
    quantity = drawn.options.quantity
    curve = drawn.curve(params, quantity.limit_kind, quantity.limit_unit(params))
    return Limit(curve, star_gap(params))


def _pins(params: EncodingParams, drawn: _Drawn) -> Iterable[Pinned]:
    quantity, pins = drawn.options.quantity, drawn.options.pins
    for number, (pin, style) in enumerate(zip(pins, styles(params, pins, quantity), strict=True)):
        own = style == number
        curve = drawn.curve(pin, quantity.kind, quantity.unit(pin)) if own else None
        yield Pinned(label(params, pin), style, curve)


def _fitted(
    quantity: Quantity, curve: Curve, limit: Limit | None, pins: tuple[Pinned, ...]
) -> tuple[float, float]:
    """Return the values that fit: those of all curves, or all distances that there are."""
    if quantity.kind == "distance":
        return fitted_values(0.0, FARTHEST)
    others = [limit.curve] if limit else []
    others += [pin.curve for pin in pins if pin.curve]
    values = [each.values for each in (curve, *others)]
    return fitted_values(min(float(v.min()) for v in values), max(float(v.max()) for v in values))


@lru_cache(maxsize=8)
def _measured(
    params: EncodingParams,
    quantity: Quantity,
    scale: GapScale,
    seen: PlotWindow,
    position: Position,
    pixels: int,
) -> Measured:
    """Measure at gaps in sight; kept, since most options leave the points as they are."""
    spread = log_gaps if scale.log else even_gaps
    most = min(MOST - 1, max(pixels // MARKER_PIXELS, 4))
    gaps = spread(*gaps_seen(seen, scale.log), most)
    return measure(params, gaps, position, scale=scale, quantity=quantity)
