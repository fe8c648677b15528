"""The similarity view as a widget: brings the plot in step with the state and turns gestures into intents."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from gui.canvas.palette import palette
from gui.canvas.view import CanvasView
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.similarity.caption import Caption
from gui.similarity.legend import caption_entries
from gui.similarity.plot_items import SimilarityPlot
from gui.similarity.scene import Scene, build_scene, remeasured, value_titles
from gui.similarity.window import held, panned, zoomed_gaps, zoomed_values

CAPTION_SHARE = 0.34
"""Most of the height that the caption may take."""


class SimilarityView(CanvasView):
    """Measured dot products over S(k), against the gap.

    A left press or drag sets the gap; the wheel zooms the gaps (Ctrl: the values, Shift: both), the right
    or middle button pans, a double click fits.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("similarityView")
        self.setAccessibleName("Similarity against gap")
        self.setAccessibleDescription(
            "Dot products of two rows against the gap between them: the curve S(k), and points measured "
            "from position 0 and from the present position. Click or drag to set the gap."
        )
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.plot = SimilarityPlot()
        self.setCentralItem(self.plot)
        self.caption = Caption()
        self.scene().addItem(self.caption)
        self._shown: Scene | None = None

    @property
    def shown(self) -> Scene:
        """The scene that is shown; there is one once the view has been drawn."""
        if self._shown is None:
            raise RuntimeError("the similarity view has not been drawn yet")
        return self._shown

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        if old is not None and _all(old) == _all(new):
            return
        if old is None or old.theme != new.theme:
            self.plot.dress(palette(new.theme), self.font())
        if old is None or _curve(old) != _curve(new):
            self._build(new)
        elif old.measured_at != new.measured_at:
            self._remeasure(new)
        self._show_marks(new)

    def _build(self, state: AppState) -> None:
        self._shown = build_scene(
            state.params,
            normalised=state.normalised,
            window=state.plot_window,
            measured_at=state.measured_at,
            pixels=self._pixels(),
            pixel_ratio=self.devicePixelRatioF(),
        )
        self._lay_out(state)
        self.plot.show_scene(self._shown)

    def _lay_out(self, state: AppState) -> None:
        line = QFontMetricsF(self.font()).height()
        entries = caption_entries(state, self.shown)
        most = CAPTION_SHARE * self.height()
        top = self.caption.place(line / 2, self.width() - line, most, self.font(), entries)
        divides = state.params.convention.amplitude != "one"
        titles = value_titles(normalised=state.normalised, convention_divides=divides)
        self.plot.lay_out(top, self.font(), titles)

    def _remeasure(self, state: AppState) -> None:
        self._shown = remeasured(self.shown, state.measured_at, self._pixels())
        self.plot.show_measured(self._shown)

    def _show_marks(self, state: AppState) -> None:
        self.plot.accent(palette(state.theme), self.font(), state.gap_hand)
        self.plot.show_gap(self.shown, state.gap)
        self.plot.show_hover(self.shown, state.hover.gap)
        self.caption.show_entries(caption_entries(state, self.shown))

    def _pixels(self) -> int:
        return max(int(self.plot.getViewBox().width()), 1)

    # ---- gestures -------------------------------------------------------------------------------

    def dragged(self, at: QPointF) -> None:  # noqa: D102
        self.store.update(gap=self.gap_at(at))

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        over = at is not None and self.plot.getViewBox().sceneBoundingRect().contains(at)
        self.store.update(hover=Hover(gap=self.gap_at(at)) if at is not None and over else Hover())

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        scene, point = self.shown, self.plot.view_point(at)
        window = scene.window
        if not modifiers & Qt.KeyboardModifier.ControlModifier:
            window = zoomed_gaps(window, factor, scene.origin + point.x(), scene.params.length)
        if modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            window = zoomed_values(window, factor, point.y(), scene.top)
        self.store.update(plot_window=held(window, scene.params.length, scene.top))

    def panned(self, by: QPointF) -> None:  # noqa: D102
        scene = self.shown
        moved = self.plot.view_point(by) - self.plot.view_point(QPointF())
        window = panned(scene.window, -moved.x(), -moved.y())
        self.store.update(plot_window=held(window, scene.params.length, scene.top))

    def fitted(self) -> None:  # noqa: D102
        self.store.update(plot_window=None)

    def gap_at(self, at: QPointF) -> int:
        """Return the whole gap in sight that is nearest to a point of the widget's pixels."""
        return self.shown.gap_at(self.plot.view_point(at).x())


def _curve(state: AppState) -> tuple[object, ...]:
    return (state.params, state.normalised, state.plot_window)


def _all(state: AppState) -> tuple[object, ...]:
    marks = (state.gap, state.gap_hand, state.hover.gap, state.measured_at, state.theme)
    return (*_curve(state), *marks)
