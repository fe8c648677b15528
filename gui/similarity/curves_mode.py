"""The plot of curves in step with the state: what is built anew for which change, and its gestures."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt

from gui.canvas.palette import palette_of
from gui.model.state import AppState, Hover, PlotWindow
from gui.similarity.legend import curve_entries
from gui.similarity.mode import Sheet, dressed_as, has
from gui.similarity.plot_items import SimilarityPlot
from gui.similarity.quantity import Quantity
from gui.similarity.scene import Options, Scene, build_scene, remeasured
from gui.similarity.window import held, panned, zoomed_gaps, zoomed_values
from gui.similarity.words import value_titles


class CurvesMode:
    """S(k) or the distance against the gap, with measured points, limit and pins.

    A left press or drag sets the gap; the wheel zooms the gaps (Ctrl: the values, Shift: both).
    """

    def __init__(self) -> None:
        self.plot = SimilarityPlot()
        self._shown: Scene | None = None

    @property
    def shown(self) -> Scene:
        """The scene that is shown; there is one once it has been drawn."""
        if self._shown is None:
            raise RuntimeError("the similarity view has not been drawn yet")
        return self._shown

    def show_all(self, shown: bool) -> None:
        """Show or hide the plot."""
        self.plot.setVisible(shown)

    # ---- drawing ----------------------------------------------------------------------------------

    def draw(self, old: AppState | None, new: AppState, sheet: Sheet) -> None:
        """Bring the picture from `old` to `new`."""
        if old is not None and _all(old) == _all(new):
            return
        if old is None or dressed_as(old) != dressed_as(new):
            self.plot.dress(palette_of(new), sheet.font)
        if old is None or _built(old) != _built(new):
            self._build(new, sheet)
        elif old.measured_at != new.measured_at:
            self._shown = remeasured(self.shown, new.measured_at, self._pixels())
            self.plot.show_measured(self._shown)
        self._show_marks(new, sheet)

    def _show_marks(self, state: AppState, sheet: Sheet) -> None:
        self.plot.accent(palette_of(state), sheet.font, state.gap_hand)
        self.plot.show_gap(self.shown, state.gap)
        self.plot.show_hover(self.shown, state.hover.gap)
        entries = curve_entries(state, self.shown)
        if not sheet.caption.fits(entries):
            self._lay_out(state, sheet)
            self.plot.show_scene(self.shown)
        sheet.caption.show_entries(entries)

    def _build(self, state: AppState, sheet: Sheet) -> None:
        self.plot.fill(sheet.area, sheet.font)
        self._shown = build_scene(
            state.params,
            _options(state),
            window=state.plot_window,
            measured_at=state.measured_at,
            pixels=self._pixels(),
            pixel_ratio=sheet.pixel_ratio,
        )
        self._lay_out(state, sheet)
        self.plot.show_scene(self._shown)

    def _lay_out(self, state: AppState, sheet: Sheet) -> None:
        top = sheet.place_caption(curve_entries(state, self.shown), pinned=bool(state.pins))
        divides = state.params.convention.amplitude != "one"
        titles = value_titles(self.shown.options.quantity, convention_divides=divides)
        star = self.shown.limit is not None and math.isfinite(self.shown.limit.star)
        self.plot.lay_out(top, sheet.font, titles, star=star)

    def _pixels(self) -> int:
        return max(int(self.plot.getViewBox().width()), 1)

    def spot(self, target: Hover) -> list[QRectF]:
        """Return the strip around a gap, with its place on the axis."""
        if target.gap is None or not self.shown.shows(target.gap):
            return []
        box, line = self.plot.getViewBox(), self.plot.star_label.height
        seen = box.sceneBoundingRect()
        middle = box.mapViewToScene(QPointF(self.shown.scale.x_of(target.gap), 0.0)).x()
        return [QRectF(middle - line, seen.top(), 2 * line, seen.height() + 1.5 * line)]

    # ---- gestures ---------------------------------------------------------------------------------

    def dragged(self, at: QPointF) -> dict[str, Any]:
        """Return the intent to set the gap."""
        return {"gap": self.gap_at(at)}

    def hovered(self, at: QPointF | None) -> Hover:
        """Return the gap that the pointer is over."""
        over = at is not None and self.plot.getViewBox().sceneBoundingRect().contains(at)
        return Hover(gap=self.gap_at(at)) if at is not None and over else Hover()

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> PlotWindow:
        """Return the window magnified around a point."""
        scene, point, keys = self.shown, self.plot.view_point(at), Qt.KeyboardModifier
        window, log, length = scene.window, scene.scale.log, scene.params.length
        if not has(modifiers, keys.ControlModifier):
            window = zoomed_gaps(window, factor, scene.origin + point.x(), length, log_gaps=log)
        if has(modifiers, keys.ControlModifier, keys.ShiftModifier):
            window = zoomed_values(window, factor, point.y(), scene.top)
        return held(window, length, scene.top, log_gaps=log)

    def panned(self, by: QPointF) -> PlotWindow:
        """Return the window moved along with the pointer."""
        scene, log = self.shown, self.shown.scale.log
        moved = self.plot.view_point(by) - self.plot.view_point(QPointF())
        window = panned(scene.window, -moved.x(), -moved.y(), log_gaps=log)
        return held(window, scene.params.length, scene.top, log_gaps=log)

    def gap_at(self, at: QPointF) -> int:
        """Return the whole gap in sight that is nearest to a point of the widget's pixels."""
        return self.shown.gap_at(self.plot.view_point(at).x())


def _options(state: AppState) -> Options:
    quantity = Quantity(state.plot_quantity, state.normalised)
    return Options(quantity, state.log_gaps, state.limit_curve, state.pins)


def _built(state: AppState) -> tuple[object, ...]:
    return state.params, _options(state), state.plot_window, state.text_size


def _all(state: AppState) -> tuple[object, ...]:
    marks = (state.gap, state.gap_hand, state.hover.gap, state.measured_at)
    return (*_built(state), *marks, *dressed_as(state))
