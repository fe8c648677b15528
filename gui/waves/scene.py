"""Waves and ladder as values: what each painter draws, in pixels of the view, without any Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams
from gui.canvas.ticks import Tick, decimal_ticks, integer_ticks
from gui.model.readout import integer_text
from gui.model.state import AppState
from gui.waves.ladder import Ladder, build_ladder, length_text, log_ticks, minor_ticks, never_texts, rung_text
from gui.waves.layout import Box, Measures, Panel, WavesLayout
from gui.waves.line import dashed, solid
from gui.waves.marks import Level, Mark, Readings, build_level, build_mark, build_readings
from gui.waves.wave import HEADROOM, Wave, build_wave, title_texts

Floats: TypeAlias = NDArray[np.float64]

DASH, SPACE = 7.0, 4.0
"""Pixels of a dash of the cosine and of the space after it, beside letters 16 pixels high."""
VALUE_TITLES = ("value in the table", "value", "")
POSITION_TITLES = ("position p", "p", "")
WAVELENGTH_TITLES = ("wavelength λ (positions per turn)", "λ (positions per turn)", "wavelength λ", "λ", "")
PAIR_TITLES = ("pair i", "i", "")


@dataclass(frozen=True, slots=True, eq=False)
class Axes:
    """Ticks and titles of a panel; a tick's `at` is a pixel, a title has shorter forms after it."""

    panel: Panel
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    minor: tuple[float, ...]
    titles: tuple[tuple[str, ...], tuple[str, ...]]
    caption: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WaveScene:
    """The still part of the waves.

    Attributes
    ----------
    sine, cosine : ndarray, shape (segments, 4), read-only
        Lines, the cosine's dashed; empty where the wave is a band or hidden.
    sine_dots, cosine_dots : ndarray, shape (n, 2), read-only
        The table's samples.
    ends : tuple of float
        Heights, in pixels, of the labels of the sine and (unless it is hidden) the cosine.
    top, bottom : float
        Pixels of plus and minus the amplitude.
    """

    axes: Axes
    wave: Wave
    sine: Floats
    cosine: Floats
    sine_dots: Floats
    cosine_dots: Floats
    ends: tuple[float, ...]
    top: float
    bottom: float

    @property
    def panel(self) -> Panel:
        """Where the waves are."""
        return self.axes.panel

    def y(self, value: float) -> float:
        """Return the pixel of a value."""
        return self.panel.y(self.wave.height(value))


@dataclass(frozen=True, slots=True, eq=False)
class LadderScene:
    """The still part of the ladder.

    Attributes
    ----------
    points : ndarray, shape (pairs, 2), read-only
        One rung each.
    finished : ndarray of bool, shape (pairs,), read-only
        Whether the dial finishes a turn.
    spacing : float
        Pixels from one rung to the next, across.
    length_y : float
        Pixel of the length, the lower edge of what is shaded.
    label, label_box : str and Box
        What the line at the length is called, and where.
    """

    axes: Axes
    ladder: Ladder
    points: Floats
    finished: NDArray[np.bool_]
    spacing: float
    length_y: float
    label: str
    label_box: Box

    @property
    def panel(self) -> Panel:
        """Where the ladder is."""
        return self.axes.panel


@dataclass(frozen=True, slots=True)
class MarkScene:
    """A position over the waves: its line and its dots, in pixels; `side` is -1 or 1 where it is outside."""

    panel: Panel
    x: float
    dots: tuple[float, ...]
    side: int


@dataclass(frozen=True, slots=True, eq=False)
class LevelScene:
    """The level of the sine and the rings where it has the same value, in pixels."""

    panel: Panel
    y: float
    rings: Floats


@dataclass(frozen=True, slots=True)
class RungsScene:
    """The selected and the hovered rung, in pixels; what is said about the latter or the former, and where.

    `place` is None where a label would hide rungs.
    """

    panel: Panel
    selected: tuple[float, float]
    hovered: tuple[float, float] | None
    text: str
    place: Box | None


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """All that moves while the position runs."""

    mark: MarkScene
    gap: MarkScene | None
    level: LevelScene | None
    readings: Readings


# ---- still --------------------------------------------------------------------------------------


def build_wave_scene(
    params: EncodingParams,
    pair: int,
    layout: WavesLayout,
    measures: Measures,
    *,
    hide_cosine: bool,
    ratio: float = 1.0,
) -> WaveScene:
    """Return the waves of a pair; `ratio` is the number of device pixels per pixel."""
    panel = layout.waves
    wave, unit = build_wave(params, pair, panel.span, ratio=ratio, unit=measures.unit), measures.unit
    x, empty = panel.plot.left + panel.inset + wave.x * panel.span, np.empty((0, 4))
    sine, cosine = _line_y(panel, wave, wave.sine), _line_y(panel, wave, wave.cosine)
    dots = _sample_points(panel, wave)
    shown = not (wave.band or hide_cosine)
    return WaveScene(
        axes=_wave_axes(panel, wave, measures),
        wave=wave,
        sine=_frozen(empty if wave.band else solid(x, sine)),
        cosine=_frozen(dashed(x, cosine, DASH * unit, SPACE * unit, wave.turns) if shown else empty),
        sine_dots=_frozen(dots[:, :2]),
        cosine_dots=_frozen(dots[:0, :2] if hide_cosine else dots[:, ::2]),
        ends=_ends(panel, wave, measures.line, hide_cosine=hide_cosine),
        top=panel.y(wave.height(wave.amplitude)),
        bottom=panel.y(wave.height(-wave.amplitude)),
    )


def _line_y(panel: Panel, wave: Wave, values: Floats) -> Floats:
    share: Floats = 0.5 + values / (2 * HEADROOM * wave.amplitude)
    return panel.plot.bottom - share * panel.plot.height


def _sample_points(panel: Panel, wave: Wave) -> Floats:
    """Return x, the sine's y and the cosine's y of the samples, shape (n, 3)."""
    places = np.arange(float(len(wave.samples))) / wave.params.length
    heights = _line_y(panel, wave, wave.samples)
    return np.column_stack((panel.plot.left + panel.inset + places * panel.span, heights))


def _ends(panel: Panel, wave: Wave, line: float, *, hide_cosine: bool) -> tuple[float, ...]:
    """Return the heights of the labels at the waves' ends, apart by a line and inside the plot."""
    ends = [0.0, 0.0] if wave.band else [float(wave.sine[-1]), float(wave.cosine[-1])]
    sine, cosine = (panel.y(wave.height(v)) for v in ends)
    if hide_cosine:
        return (sine,)
    if abs(sine - cosine) < line:
        middle, half = (sine + cosine) / 2, line / 2 if sine > cosine else -line / 2
        sine, cosine = middle + half, middle - half
    return sine, cosine


def _wave_axes(panel: Panel, wave: Wave, measures: Measures) -> Axes:
    length = wave.params.length
    across = integer_ticks(0, 0.0, float(length), _count_across(panel, integer_text(length), measures))
    top = HEADROOM * wave.amplitude
    up = decimal_ticks(-top, top, max(panel.plot.height / (1.8 * measures.line), 2.4))
    return Axes(
        panel=panel,
        across=tuple(Tick(panel.x(t.at / length), t.text) for t in across),
        up=tuple(Tick(panel.y(wave.height(t.at)), t.text) for t in up),
        minor=(),
        titles=(POSITION_TITLES, VALUE_TITLES),
        caption=title_texts(wave),
    )


def build_ladder_scene(params: EncodingParams, layout: WavesLayout, measures: Measures) -> LadderScene:
    """Return the ladder of all pairs."""
    panel = layout.ladder
    ladder = build_ladder(params, 1.5 * measures.line / panel.plot.height)
    places = (np.arange(float(params.pairs)) + 0.5) / params.pairs
    x = panel.plot.left + panel.inset + places * panel.span
    points = np.column_stack((x, panel.plot.bottom - ladder.heights * panel.plot.height))
    finished = ladder.wavelengths <= params.length
    finished.setflags(write=False)
    label, length_y = length_text(ladder), panel.y(ladder.height(params.length))
    return LadderScene(
        axes=_ladder_axes(panel, ladder, measures),
        ladder=ladder,
        points=_frozen(points),
        finished=finished,
        spacing=panel.span / params.pairs,
        length_y=length_y,
        label=label,
        label_box=_free_place(panel.plot, length_y, (len(label) + 1) * measures.digit, measures.line, points),
    )


def _free_place(plot: Box, y: float, width: float, height: float, points: Floats) -> Box:
    """Return where along a level a text covers the fewest points: above or below it, left or right."""
    pad = 0.4 * height
    lefts, tops = (plot.left + pad, plot.right - width - pad), (y - height - 1, y + 1)
    boxes = [Box(left, top, width, height) for top in tops for left in lefts]
    inside = [b for b in boxes if b.top >= plot.top and b.bottom <= plot.bottom] or boxes[:1]
    return min(inside, key=lambda box: _covered(box, points))


def _covered(box: Box, points: Floats, room: float = 6.0) -> int:
    x, y = points[:, 0], points[:, 1]
    across = (x > box.left - room) & (x < box.right + room)
    return int(np.count_nonzero(across & (y > box.top - room) & (y < box.bottom + room)))


def _ladder_axes(panel: Panel, ladder: Ladder, measures: Measures) -> Axes:
    pairs, low, high = ladder.params.pairs, ladder.low, ladder.high
    across = integer_ticks(0, -0.5, pairs - 0.5, _count_across(panel, str(pairs), measures))
    up = log_ticks(low, high, panel.plot.height / (1.4 * measures.line))
    per_decade = panel.plot.height / (high - low)

    def y(at: float) -> float:
        return panel.y((at - low) / (high - low))

    return Axes(
        panel=panel,
        across=tuple(Tick(panel.x(ladder.across(int(t.at))), t.text) for t in across),
        up=tuple(Tick(y(t.at), t.text) for t in up),
        minor=tuple(y(at) for at in minor_ticks(low, high)) if per_decade > 2 * measures.line else (),
        titles=(PAIR_TITLES, WAVELENGTH_TITLES),
        caption=never_texts(ladder),
    )


def _count_across(panel: Panel, longest: str, measures: Measures) -> float:
    return max(panel.span / ((len(longest) + 4) * measures.digit), 1.0)


# ---- moving -------------------------------------------------------------------------------------


def build_running(state: AppState, still: WaveScene) -> Running:
    """Return all that moves while the position runs."""
    params, pair, wave, hidden = state.params, state.pair, still.wave, state.hide_cosine
    mark = build_mark(params, pair, state.position)
    gap = build_mark(params, pair, state.position.moved(state.gap)) if state.gap_hand else None
    return Running(
        mark=_mark_scene(still, mark, hidden),
        gap=None if gap is None else _mark_scene(still, gap, hidden),
        level=_level_scene(still, build_level(wave, mark, still.panel.span)) if hidden else None,
        readings=build_readings(mark, gap, params.length, hide_cosine=hidden),
    )


def _mark_scene(still: WaveScene, mark: Mark, hide_cosine: bool) -> MarkScene:
    if not mark.inside:
        side = 1 if mark.at > 1 else -1
        return MarkScene(still.panel, still.panel.x(1.0 if side > 0 else 0.0), (), side)
    values = (mark.sine,) if hide_cosine else (mark.sine, mark.cosine)
    return MarkScene(still.panel, still.panel.x(mark.at), tuple(still.y(v) for v in values), 0)


def _level_scene(still: WaveScene, level: Level) -> LevelScene:
    rings = still.panel.plot.left + still.panel.inset + level.places * still.panel.span
    return LevelScene(still.panel, still.y(level.value), _frozen(rings))


def build_rungs(state: AppState, still: LadderScene, measures: Measures) -> RungsScene:
    """Return the selected and the hovered rung."""
    pair, hover = state.pair, state.hover.pair
    other = hover if hover is not None and hover != pair else None
    named = pair if other is None else other
    text = rung_text(still.ladder, named)
    place = _beside(still, _rung(still, named), (len(text) + 1) * measures.digit, 1.1 * measures.line)
    return RungsScene(
        panel=still.panel,
        selected=_rung(still, pair),
        hovered=None if other is None else _rung(still, other),
        text=text,
        place=place if _has_room(still, place, needed=other is not None) else None,
    )


def _has_room(still: LadderScene, place: Box, *, needed: bool) -> bool:
    """Tell whether a label fits, and hides nothing; one that is needed may hide rungs."""
    if place.width > still.panel.plot.width or place.overlaps(still.label_box):
        return False
    return needed or _covered(place, still.points, 0.0) == 0


def _beside(still: LadderScene, at: tuple[float, float], width: float, height: float) -> Box:
    """Return where a label near a rung covers least of the ladder, the line at the length and its label."""
    (x, y), plot, room = at, still.panel.plot, 0.6 * height
    lefts = (x + room, x - room - width, x - width / 2)
    tops = (y + room, y - room - height, y - height / 2, y - 2.5 * height, y - 3.5 * height, y + 1.5 * height)
    boxes = [Box(left, top, width, height).held_in(plot) for top in tops for left in lefts]
    near = [box for box in boxes if not box.contains(x, y)] or boxes

    def cost(box: Box) -> int:
        crossed = box.top < still.length_y < box.bottom
        return _covered(box, still.points, 2.0) + 4 * crossed + 16 * box.overlaps(still.label_box)

    return min(near, key=cost)


def _rung(still: LadderScene, pair: int) -> tuple[float, float]:
    x, y = still.points[pair]
    return float(x), float(y)


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
