"""The similarity view as a widget: shows the mode that the state asks for and turns gestures into intents."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from gui.canvas.view import CanvasView
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.similarity.caption import Caption
from gui.similarity.curves_mode import CurvesMode
from gui.similarity.matrix_mode import MatrixMode
from gui.similarity.mode import Mode, Sheet
from gui.similarity.plot_items import SimilarityPlot
from gui.similarity.scene import Scene


class SimilarityView(CanvasView):
    """How alike rows are: curves against the gap, or the matrix of all rows with all.

    Gestures are those of `CurvesMode` and `MatrixMode`; the right or middle button pans, a double click
    fits.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setObjectName("similarityView")
        self.setAccessibleName("Similarity against gap")
        self.setAccessibleDescription(
            "Dot products or distances of two rows against the gap between them: the curve, and points "
            "measured from position 0 and from the present position; or all rows against all. Click or "
            "drag to set the gap."
        )
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.curves = CurvesMode()
        self._matrix: MatrixMode | None = None
        self.caption = Caption()
        for item in (self.curves.plot, self.caption):
            self.scene().addItem(item)

    @property
    def matrix(self) -> MatrixMode:
        """The other mode, built when it is first wanted."""
        if self._matrix is None:
            self._matrix = MatrixMode()
            self._matrix.plot.join(self.scene())
        return self._matrix

    @property
    def plot(self) -> SimilarityPlot:
        """The plot of the curves."""
        return self.curves.plot

    @property
    def shown(self) -> Scene:
        """The scene of the curves; there is one once they have been drawn."""
        return self.curves.shown

    def draw(self, old: AppState | None, new: AppState) -> None:  # noqa: D102
        if old is None or old.matrix != new.matrix:
            old = None
            self.curves.show_all(not new.matrix)
            if new.matrix or self._matrix is not None:
                self.matrix.show_all(new.matrix)
        self._mode(new).draw(old, new, self._sheet(new))

    def spot(self, target: Hover) -> list[QRectF]:  # noqa: D102
        return self._present.spot(target)

    def _mode(self, state: AppState) -> Mode:
        return self.matrix if state.matrix else self.curves

    def _sheet(self, state: AppState) -> Sheet:
        font = QFont(self.font())
        if state.text_size and not self.testAttribute(Qt.WidgetAttribute.WA_SetFont):
            font.setPointSize(state.text_size)
        area = QRectF(0, 0, self.width(), self.height())
        return Sheet(area, font, self.devicePixelRatioF(), self.caption)

    @property
    def _present(self) -> Mode:
        return self._mode(self.store.state)

    # ---- gestures -------------------------------------------------------------------------------

    def dragged(self, at: QPointF) -> None:  # noqa: D102
        self.store.update(**self._present.dragged(at))

    def hovered(self, at: QPointF | None) -> None:  # noqa: D102
        self.store.update(hover=self._present.hovered(at))

    def zoomed(self, at: QPointF, factor: float, modifiers: Qt.KeyboardModifier) -> None:  # noqa: D102
        self.store.update(plot_window=self._present.zoomed(at, factor, modifiers))

    def panned(self, by: QPointF) -> None:  # noqa: D102
        self.store.update(plot_window=self._present.panned(by))

    def fitted(self) -> None:  # noqa: D102
        self.store.update(plot_window=None)

    def gap_at(self, at: QPointF) -> int:
        """Return the whole gap in sight that is nearest to a point of the widget's pixels."""
        return self.curves.gap_at(at)
