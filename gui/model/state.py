"""The one frozen value that every view, panel and picture is drawn from."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from engine import EncodingParams
from gui.model.position import POSITION_LIMIT, START, Position

ThemeName = Literal["light", "dark", "print"]
THEMES: Final[tuple[ThemeName, ...]] = ("light", "dark", "print")
HeatLayout = Literal["stored", "grouped"]
HeatQuantity = Literal["value", "phase"]
PlotQuantity = Literal["similarity", "distance"]
ColourName = Literal["blue-orange", "purple-green"]
COLOURS: Final[tuple[ColourName, ...]] = ("blue-orange", "purple-green")
RendererWish = Literal["auto", "opengl", "raster"]
RENDERERS: Final[tuple[RendererWish, ...]] = ("auto", "opengl", "raster")

SPEED_MIN, SPEED_MAX = 0.01, 1e6
"""Slowest and fastest playing, in positions per second, forwards or backwards."""
GAP_LIMIT = 2**62
"""Largest gap k that can be set."""
TEXT_SIZES: Final = (9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32)
"""Text sizes on offer, in points."""
VIEW_NAMES: Final = ("dials", "heatmap", "similarity", "waves")
"""The views, in the order in which presentation mode shows them."""
SENTENCE_LIMIT = 400
"""Most characters of a sentence."""
PINS_LIMIT = 5
"""Most parameter sets kept for comparison."""


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer is over, shown by all views at once; None where it says nothing."""

    pair: int | None = None
    row: int | None = None
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class WallWindow:
    """The part of the dial wall that is seen, in dial cells: top left corner and size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class HeatWindow:
    """The part of the table that is seen.

    Row r covers r … r+1 and channel j covers j … j+1; the first row is an exact integer so that a
    window near row 10^15 is as sharp as one near row 0.
    """

    row: int
    row_fraction: float
    rows: float
    channel: float
    channels: float


@dataclass(frozen=True, slots=True)
class PlotWindow:
    """The part of the similarity plot that is seen: gaps and values."""

    gap_from: float
    gap_to: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AppState:
    """Everything that decides what is on screen.

    A window of None means "fit".

    Attributes
    ----------
    measured_at : Position
        Where the position last rested: the measured dot products start from there, since measuring them
        anew in every frame would show nothing more.
    follow_system : bool
        Whether the theme goes with the desktop's light or dark.
    colours : {"blue-orange", "purple-green"}
        The colours of values and phases.
    text_size : int
        Size of all text in points; 0 is the desktop's own.
    renderer : {"auto", "opengl", "raster"}
        What is to draw the wall and the heat map; "auto" takes what is faster on this machine.
    reduced_motion : bool
        Start at rest, and jump instead of moving smoothly between the steps of a tour.
    sentence : str
        Its words stand at positions 0, 1, 2 …; at most `SENTENCE_LIMIT` characters.
    hide_cosine : bool
        Leave only the sine of each dial, to show that one wave is not enough.
    bar_code : bool
        Show the position's whole vector as a strip of colours above the wall.
    heat_layout : {"stored", "grouped"}
        Columns as the convention stores them, or all sines and then all cosines.
    heat_quantity : {"value", "phase"}
        Signed values, or phases in cyclic colours.
    follow : bool
        Keep the row cursor in sight while playing.
    plot_quantity : {"similarity", "distance"}
        What the plot against the gap shows: S(k), or the normalised distance.
    normalised : bool
        Divide the similarity by the number of pairs.
    log_gaps, limit_curve, matrix : bool
        Logarithmic gap axis; the continuous limit with its range; S[p, q] instead of curves.
    spotlight : Hover
        The dial, row or gap that everything else is dimmed around; while it is on the selected pair or on
        the gap, it goes where they go.
    presented : tuple of str
        The views that presentation mode shows: some of `VIEW_NAMES`, at least one, in that order.
    pins : tuple of EncodingParams
        Parameters kept for comparison, oldest first, at most `PINS_LIMIT`.
    """

    params: EncodingParams = field(default_factory=EncodingParams)
    position: Position = START
    measured_at: Position = START
    gap: int = 1
    pair: int = 0
    speed: float = 2.0
    playing: bool = True
    loop: bool = True
    gap_hand: bool = False
    inspecting: bool = False
    theme: ThemeName = "light"
    follow_system: bool = False
    colours: ColourName = "blue-orange"
    text_size: int = 0
    renderer: RendererWish = "auto"
    reduced_motion: bool = False
    hint: bool = True
    sentence: str = ""
    hide_cosine: bool = False
    bar_code: bool = False
    heat_layout: HeatLayout = "stored"
    heat_quantity: HeatQuantity = "value"
    follow: bool = False
    plot_quantity: PlotQuantity = "similarity"
    normalised: bool = True
    log_gaps: bool = False
    limit_curve: bool = False
    matrix: bool = False
    pins: tuple[EncodingParams, ...] = ()
    hover: Hover = Hover()
    spotlight: Hover = Hover()
    presented: tuple[str, ...] = ("dials", "heatmap", "similarity")
    wall_window: WallWindow | None = None
    heat_window: HeatWindow | None = None
    plot_window: PlotWindow | None = None

    def evolve(self, **changes: Any) -> AppState:
        """Return the state after an intent, with what follows from it.

        Unchanged fields keep their identity, so that views can compare with `is` and `==`; a state
        that the intent leaves as it was is returned itself.
        """
        if unknown := changes.keys() - _FIELDS:
            raise TypeError(f"no such field in the state: {', '.join(sorted(unknown))}")
        new = _settled(replace(self, **(_consequences(self, changes) | changes)))
        return self if new == self else new


def word_at(state: AppState, row: int) -> str:
    """Return the word of the sentence at a position; empty where there is none."""
    words = state.sentence.split()
    return words[row] if 0 <= row < len(words) else ""


_FIELDS = frozenset(f.name for f in fields(AppState))


def _consequences(state: AppState, changes: dict[str, Any]) -> dict[str, Any]:
    """Return what an intent brings about beyond the fields it names."""
    more: dict[str, Any] = {}
    if "gap" in changes:
        more["gap_hand"] = True
    if "pair" in changes:
        more["inspecting"] = True
    if "theme" in changes:
        more["follow_system"] = False
    for name in changes.keys() & {"pair", "gap"}:
        if state.spotlight == Hover(**{name: getattr(state, name)}):
            more["spotlight"] = Hover(**{name: changes[name]})
    params = changes.get("params", state.params)
    if params.base != state.params.base or ("playing" in changes and not changes["playing"]):
        more["hint"] = False
    if params.d_model != state.params.d_model:
        more |= {"wall_window": None, "heat_window": None, "plot_window": None}
    if params.length != state.params.length:
        more |= {"heat_window": None, "plot_window": None}
    if any(changes.get(name, getattr(state, name)) != getattr(state, name) for name in _PLOT_SCALE):
        more["plot_window"] = None
    if changes.get("heat_layout", state.heat_layout) != state.heat_layout:
        more["heat_window"] = None
    return more


_PLOT_SCALE = ("normalised", "plot_quantity", "log_gaps", "matrix")
"""Options that change what the axes of the plot mean: its window starts anew."""


def _settled(state: AppState) -> AppState:
    """Hold every field to its range."""
    pair = min(max(state.pair, 0), state.params.pairs - 1)
    gap = min(max(state.gap, 0), largest_gap(state.position))
    speed = clamped_speed(state.speed)
    measured_at = state.measured_at if state.playing else state.position
    text_size = min(max(state.text_size, TEXT_SIZES[0]), TEXT_SIZES[-1]) if state.text_size else 0
    held: dict[str, Any] = {
        "pair": pair,
        "gap": gap,
        "speed": speed,
        "measured_at": measured_at,
        "hover": _known(state.hover, state.params),
        "spotlight": _known(state.spotlight, state.params),
        "presented": _presented(state.presented),
        "text_size": text_size,
        "pins": state.pins[-PINS_LIMIT:],
        "sentence": state.sentence[:SENTENCE_LIMIT],
    }
    strayed = {name: value for name, value in held.items() if value != getattr(state, name)}
    return replace(state, **strayed) if strayed else state


def _known(pointed: Hover, params: EncodingParams) -> Hover:
    """Return what is pointed at, without a pair that there is none of."""
    gone = pointed.pair is not None and pointed.pair >= params.pairs
    return replace(pointed, pair=None) if gone else pointed


def _presented(names: tuple[str, ...]) -> tuple[str, ...]:
    known = tuple(name for name in VIEW_NAMES if name in names)
    return names if known == names and names else known or VIEW_NAMES[:1]


def largest_gap(position: Position) -> int:
    """Return the largest gap k for which p + k is still within the engine's range."""
    return min(GAP_LIMIT, POSITION_LIMIT - position.whole)


def clamped_speed(speed: float) -> float:
    """Return the speed with its sign, its magnitude held to `SPEED_MIN` … `SPEED_MAX`."""
    if SPEED_MIN <= abs(speed) <= SPEED_MAX:
        return speed
    return math.copysign(min(max(abs(speed), SPEED_MIN), SPEED_MAX), speed)
