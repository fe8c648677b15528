"""Waves and ladder as a widget: keeps the scenes in step with the state and turns gestures into intents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar, cast

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.item import CanvasItem
from gui.canvas.letters import shrunk
from gui.canvas.palette import Palette, palette_of
from gui.canvas.view import CanvasView
from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.waves.layout import Measures, Panel, letter_scale, waves_layout
from gui.waves.marks import Readings
from gui.waves.paint import rect_of
from gui.waves.raster import (
    DOT,
    LadderPainter,
    LevelPainter,
    MarkPainter,
    ReadingsPainter,
    RungsPainter,
    WavePainter,
)
from gui.waves.scene import (
    LadderScene,
    LevelScene,
    MarkScene,
    RungsScene,
    Running,
    WaveScene,
    build_ladder_scene,
    build_rungs,
    build_running,
    build_wave_scene,
)

S = TypeVar("S")
_WIDEST_TICKS = ("100 000", "−0.000")
_LABELS = ("sin", "cos")
_RUNNING = ("params", "pair", "position", "gap", "gap_hand", "hide_cosine", "theme")


class WavesView(CanvasView):
    """The waves of the selected pair over the length, and the ladder of all wavelengths.

    A left press or drag in the waves moves the position, in the ladder it selects a pair; the pointer over
    the ladder points at a pair in all views.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("wavesView")
        self.setAccessibleName("Waves and ladder")
        self.setAccessibleDescription(
            "Sine and cosine of the selected pair over the length, and the wavelengths of all pairs on a "
            "log axis. Click or drag in the waves to move the position, in the ladder to select a pair."
        )
        self._wave_painter = WavePainter()
        self._waves: CanvasItem[WaveScene] = CanvasItem(self._wave_painter)
        self._ladder: CanvasItem[LadderScene] = CanvasItem(LadderPainter())
        self._level: CanvasItem[LevelScene] = CanvasItem(LevelPainter())
        self._gap: CanvasItem[MarkScene] = CanvasItem(MarkPainter(gap=True))
        self._mark: CanvasItem[MarkScene] = CanvasItem(MarkPainter(gap=False))
        self._readings: CanvasItem[Readings] = CanvasItem(ReadingsPainter())
        self._rungs: CanvasItem[RungsScene] = CanvasItem(RungsPainter())
        for z, item in enumerate(self._items()):
            item.setZValue(z)
            self.scene().addItem(item)
        self._measures = Measures(1.0, 1.0, 1.0, 1.0)
        self._layout = waves_layout(1.0, 1.0, self._measures)
        self._still: WaveScene | None = None
        self._all: LadderScene | None = None
        self._moving: Running | None = None
        self._said: tuple[Readings, str] | None = None
        self._gripped = ""

    def _items(self) -> tuple[CanvasItem[Any], ...]:
        still = (self._waves, self._ladder)
        return (*still, self._level, self._gap, self._mark, self._readings, self._rungs)

    @property
    def waves(self) -> WaveScene:
        """The still part of the waves; there is one once the view has been drawn."""
        return _drawn(self._still)

    @property
    def ladder(self) -> LadderScene:
        """The still part of the ladder; there is one once the view has been drawn."""
        return _drawn(self._all)

    @property
    def running(self) -> Running:
        """What moves over the waves; there is one once the view has been drawn."""
        return _drawn(self._moving)

    # ---- following the state --------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        if old is None:
            self._lay_out()
        if old is None or _differ(old, new, "params", "theme"):
            self._all = build_ladder_scene(new.params, self._layout, self._measures)
            self._ladder.show_scene(self._all, palette_of(new))
        if old is None or _differ(old, new, "params", "pair", "hide_cosine", "theme"):
            self._build_waves(new)
        if old is None or _differ(old, new, *_RUNNING):
            self._run(new)
        if old is None or _differ(old, new, "params", "pair", "theme") or old.hover.pair != new.hover.pair:
            self._rungs.show_scene(build_rungs(new, self.ladder, self._measures), palette_of(new))

    def _build_waves(self, new: AppState) -> None:
        hidden, ratio = new.hide_cosine, self.devicePixelRatioF()
        self._still = build_wave_scene(
            new.params, new.pair, self._layout, self._measures, hide_cosine=hidden, ratio=ratio
        )
        self._waves.show_scene(self._still, palette_of(new))

    def _run(self, new: AppState) -> None:
        """Move what moves: only the strips that it leaves and enters are repainted."""
        old, now = self._moving, build_running(new, self.waves)
        self._moving = now
        look = palette_of(new)
        _move(self._mark, old.mark if old else None, now.mark, look, self._upright)
        _move(self._gap, old.gap if old else None, now.gap, look, self._upright)
        _move(self._level, old.level if old else None, now.level, look, self._flat)
        if self._said != (now.readings, new.theme):
            self._said = (now.readings, new.theme)
            self._readings.show_scene(now.readings, look)

    @property
    def _reach(self) -> float:
        """Pixels that a mark may reach beyond its place."""
        return (DOT + 3) * self._measures.unit

    def _upright(self, scene: MarkScene) -> QRectF:
        """Return the strip that a position's line and dots are in."""
        plot, reach = scene.panel.plot, self._reach
        return QRectF(scene.x - reach, plot.top - reach, 2 * reach, plot.height + 2 * reach)

    def _flat(self, scene: LevelScene) -> QRectF:
        """Return the strip that the level and its rings are in."""
        plot, reach = scene.panel.plot, self._reach
        return QRectF(plot.left - reach, scene.y - reach, plot.width + 2 * reach, 2 * reach)

    def spot(self, target: Hover) -> list[QRectF]:  # noqa: D102
        waves, ladder = self._layout.waves, self._layout.ladder
        lit = []
        if target.pair is not None:
            lit.append(self._upright_part(ladder, ladder.x(self.ladder.ladder.across(target.pair))))
        if target.pair == self.store.state.pair:
            lit.append(rect_of(waves.frame))
        if target.row is not None and 0 <= target.row < self.store.state.params.length:
            lit.append(self._upright_part(waves, waves.x(target.row / self.store.state.params.length)))
        return lit

    def _upright_part(self, panel: Panel, x: float) -> QRectF:
        """Return the strip of a panel around a place across, down to the axis' texts."""
        reach, plot = self._measures.line / 2, panel.plot
        return QRectF(x - reach, plot.top - reach, 2 * reach, panel.frame.bottom - plot.top + reach)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        self._wave_painter.exposed = tuple(map(QRectF, cast(Iterable[QRect], event.region())))
        try:
            super().paintEvent(event)
        finally:
            self._wave_painter.exposed = ()

    # ---- layout ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        width, height = float(self.viewport().width()), float(self.viewport().height())
        font = shrunk(self.font(), letter_scale(width, height, measured(self.font())))
        self._measures = measured(font)
        self._layout = waves_layout(width, height, self._measures)
        waves, ladder = self._layout.waves, self._layout.ladder
        for item in (self._level, self._gap, self._mark):
            item.set_geometry(rect_of(waves.plot, self._reach), font)
        self._waves.set_geometry(rect_of(waves.frame), font)
        self._ladder.set_geometry(rect_of(ladder.frame), font)
        self._rungs.set_geometry(rect_of(ladder.frame), font)
        self._readings.setVisible(waves.readings is not None)
        if waves.readings is not None:
            self._readings.set_geometry(rect_of(waves.readings), font)

    # ---- gestures -------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        # A drag goes on with what it began on, wherever it leads.
        x, y = event.position().toTuple()
        panels = {"waves": self._layout.waves, "ladder": self._layout.ladder}
        self._gripped = next((name for name, panel in panels.items() if panel.plot.contains(x, y)), "")
        super().mousePressEvent(event)

    def dragged(self, at: QPointF) -> None:  # noqa: D102
        if self._gripped == "waves":
            self.store.update(position=self.position_at(at))
        elif self._gripped == "ladder":
            self.store.update(pair=self.pair_at(at))

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        over = at is not None and self._layout.ladder.plot.contains(at.x(), at.y())
        self.store.update(hover=Hover(pair=self.pair_at(at)) if at is not None and over else Hover())

    def position_at(self, at: QPointF) -> Position:
        """Return the row of the table that is nearest to a point of the widget's pixels."""
        length = self.store.state.params.length
        nearest = round(Fraction(self._layout.waves.share(at.x())) * length)
        return Position(min(nearest, length - 1))

    def pair_at(self, at: QPointF) -> int:
        """Return the pair whose rung is nearest, across, to a point of the widget's pixels."""
        return self.ladder.ladder.pair_at(self._layout.ladder.share(at.x()))


def measured(font: QFont) -> Measures:
    """Return the sizes of a font's letters, as the layout needs them."""
    metrics = QFontMetricsF(font)
    tick, label = (max(map(metrics.horizontalAdvance, texts)) for texts in (_WIDEST_TICKS, _LABELS))
    return Measures(metrics.height(), metrics.horizontalAdvance("0"), tick, label)


def _move(
    item: CanvasItem[S], old: S | None, now: S | None, look: Palette, strip: Callable[[S], QRectF]
) -> None:
    """Show a mark at another place: where it was and where it is now are repainted, and nothing else."""
    item.setVisible(now is not None)
    if now is None:
        return
    if old is not None:
        item.update(strip(old))
    item.show_scene(now, look, strip(now))


def _differ(old: AppState, new: AppState, *names: str) -> bool:
    return any(getattr(old, name) != getattr(new, name) for name in names)


def _drawn(scene: S | None) -> S:
    if scene is None:
        raise RuntimeError("the view has not been drawn yet")
    return scene
