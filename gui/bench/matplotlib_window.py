"""The window's three pictures as matplotlib's Qt canvas draws them: redrawn whole, or by blitting."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from engine import EncodingParams, encode, phases, similarity
from gui.bench.stage import paint
from gui.dialwall.layout import wall_layout


class MatplotlibWindow(FigureCanvasQTAgg):
    """Dials, heat map and similarity in one figure; `frame` moves the hands and the cursor."""

    def __init__(self, params: EncodingParams, *, blit: bool) -> None:
        self._figure = Figure()
        super().__init__(self._figure)
        self._params, self._blit = params, blit
        self._background: Any = None
        wall = self._figure.add_subplot(1, 2, 1)
        heat = self._figure.add_subplot(2, 2, 2)
        curve = self._figure.add_subplot(2, 2, 4)
        self._layout = wall_layout(params.pairs, 900.0, 900.0, None)
        wall.set(xlim=(0, 900), ylim=(900, 0), aspect="equal")
        wall.scatter(*self._layout.centres.T, s=40, facecolors="none", edgecolors="grey")
        heat.imshow(encode(params), aspect="auto", vmin=-1, vmax=1, interpolation="antialiased")
        curve.plot(similarity(params))
        self._hands = wall.add_collection(LineCollection([], colors="k", animated=blit))
        self._cursor = heat.axhline(0, color="k", animated=blit)

    def frame(self, position: int) -> None:
        """Draw the frame of a position."""
        angle = phases(self._params, [position])[0]
        tips = self._layout.centres + self._layout.radius * np.stack([np.sin(angle), -np.cos(angle)], axis=1)
        self._hands.set_segments(np.stack([self._layout.centres, tips], axis=1))
        self._cursor.set_ydata([position % self._params.length] * 2)
        if self._blit:
            self._blitted()
        else:
            self.draw()
        paint()

    def _blitted(self) -> None:
        if self._background is None:
            self.draw()
            self._background = self.copy_from_bbox(self._figure.bbox)
        self.restore_region(self._background)
        for artist in (self._hands, self._cursor):
            artist.axes.draw_artist(artist)
        self.blit(self._figure.bbox)
