"""The gap axis on screen: linear or logarithmic, with ticks written out."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontMetricsF

from gui.canvas.plot import RoundAxis
from gui.canvas.ticks import Tick
from gui.similarity.scale import GapScale, log_ticks, minor_ticks


class GapAxis(RoundAxis):
    """An axis of gaps, on the scale of the scene shown."""

    def __init__(self) -> None:
        super().__init__("bottom", integers=True)
        self._log = False

    def set_scale(self, scale: GapScale) -> None:
        """Take another scale."""
        self.set_origin(scale.origin)
        if scale.log != self._log:
            self._log = scale.log
            self.picture = None
            self.update()

    def ticks(self, low: float, high: float, size: float) -> list[Tick]:  # noqa: D102
        if not self._log:
            return super().ticks(low, high, size)
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        return log_ticks(low, high, size, metrics.horizontalAdvance)

    def minor_ticks(self, low: float, high: float, size: float) -> list[float]:
        """Return the coordinates of ticks without texts; a linear axis has none."""
        return minor_ticks(low, high, size) if self._log else []
