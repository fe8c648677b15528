"""Painting a view on a picture of any resolution, so that lines and marks grow with the text."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPaintDevice, QPainter, QPen

from gui.canvas.view import CanvasView


class PicturePainter(QPainter):
    """A painter for devices of several pixels per logical pixel.

    Pens that are so many pixels wide whatever the transformation ("cosmetic") would not grow with such a
    device: Qt counts them in its finest pixels. Here they count in logical pixels, as everything does.
    """

    def __init__(self, device: QPaintDevice) -> None:
        super().__init__(device)
        self._ratio = device.devicePixelRatioF()
        self.setRenderHint(QPainter.RenderHint.LosslessImageRendering)  # a PDF has its pictures as JPEG else

    def setPen(self, pen: Any) -> None:  # noqa: D102
        super().setPen(grown(pen, self._ratio) if isinstance(pen, QPen) and pen.isCosmetic() else pen)


def grown(pen: QPen, ratio: float) -> QPen:
    """Return a pen so many times as wide."""
    wider = QPen(pen)
    wider.setWidthF(max(pen.widthF(), 1.0) * ratio)
    return wider


def paint_view(painter: QPainter, view: CanvasView, place: QRectF) -> None:
    """Paint a shown view into a place of its own size, in logical pixels of the painter."""
    painter.setRenderHints(view.renderHints())
    view.render(painter, place, QRect(0, 0, view.width(), view.height()))


def prepare(view: CanvasView, ratio: float) -> None:
    """Make a view ready for pictures of a pixel ratio; calling it again changes nothing.

    Axes are replayed from a recording, which no painter can alter, so their own pens have to grow. Points
    are drawn one by one and not from a sheet of small pictures.
    """
    for item in view.scene().items():
        if isinstance(item, pg.AxisItem):
            _grow_axis(item, ratio)
        elif isinstance(item, pg.ScatterPlotItem):
            item.setExportMode(True, {"antialias": True, "resolutionScale": 1.0})


def _grow_axis(axis: Any, ratio: float) -> None:
    pen = axis.pen()
    if pen.widthF() != ratio:
        pen.setWidthF(ratio)
        ink = axis.textPen()  # setting the pen would give its colour to the title
        axis.setPen(pen)
        axis.setTextPen(ink)
