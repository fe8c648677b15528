"""Many lines or points in one painter call; the one place that touches pyqtgraph's internals for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

Floats = NDArray[np.float64]


class Strokes:
    """A reusable buffer of line segments or points, handed to Qt without a Python object each."""

    def __init__(self) -> None:
        self._lines = _Buffer(QLineF, 4)
        self._points = _Buffer(QPointF, 2)

    def lines(self, painter: QPainter, segments: Floats) -> None:
        """Draw segments, shape (n, 4): x1, y1, x2, y2 in painter units, with the painter's pen."""
        if len(segments):
            painter.drawLines(*self._lines.filled(segments))

    def points(self, painter: QPainter, points: Floats) -> None:
        """Draw points, shape (n, 2), as dots of the painter's pen."""
        if len(points):
            painter.drawPoints(*self._points.filled(points))


class _Buffer:
    """Memory that Qt reads and numpy writes; what stands for it in a call is made anew with its size only."""

    def __init__(self, kind: type, floats: int) -> None:
        self._array = PrimitiveArray(kind, floats)
        self._size = 0
        self._arguments: tuple[Any, ...] = ()

    def filled(self, values: Floats) -> tuple[Any, ...]:
        """Return the arguments that hand over `values`, one row per line or point."""
        if len(values) != self._size:
            self._size = len(values)
            self._array.resize(self._size)
            self._arguments = self._array.drawargs()
        self._array.ndarray()[:] = values
        return self._arguments
