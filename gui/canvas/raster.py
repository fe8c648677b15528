"""Many lines or points in one painter call; the one place that touches pyqtgraph's internals for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

Floats = NDArray[np.float64]


class Strokes:
    """A reusable buffer of line segments or points, handed to Qt without a Python object each."""

    def __init__(self) -> None:
        self._lines = PrimitiveArray(QLineF, 4)
        self._points = PrimitiveArray(QPointF, 2)

    def lines(self, painter: QPainter, segments: Floats) -> None:
        """Draw segments, shape (n, 4): x1, y1, x2, y2 in painter units, with the painter's pen."""
        if len(segments):
            self._lines.resize(len(segments))
            self._lines.ndarray()[:] = segments
            painter.drawLines(*self._lines.drawargs())

    def points(self, painter: QPainter, points: Floats) -> None:
        """Draw points, shape (n, 2), as dots of the painter's pen."""
        if len(points):
            self._points.resize(len(points))
            self._points.ndarray()[:] = points
            painter.drawPoints(*self._points.drawargs())
