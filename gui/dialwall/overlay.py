"""What is written over natively drawn dials: captions and marks, kept as pictures of the raster painter's."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from gui.canvas.sheet import Sheet
from gui.canvas.target import Target
from gui.dialwall.faces import draw_captions
from gui.dialwall.raster import draw_mark, marked_area, marks
from gui.dialwall.scene import WallScene


class Overlay:
    """Paints captions and marks.

    Qt smooths no edges on an OpenGL surface without multisampling: so they are drawn as pictures, which
    are kept until they change.
    """

    def __init__(self) -> None:
        self._captions = Sheet()
        self._marks = (Sheet(), Sheet())

    def paint(self, painter: QPainter, target: Target, scene: WallScene) -> None:
        """Draw at the wall's corner."""
        faces, area = scene.faces, QRectF(QPointF(0, 0), target.rect.size())
        if faces.layout.caption:
            self._captions.paint(painter, target, area, faces, lambda on: draw_captions(on, target, faces))
        painter.setClipRect(marked_area(target))
        for sheet, (rect, pen) in zip(self._marks, marks(target, scene), strict=False):
            self._mark(painter, target, sheet, rect, pen)

    def _mark(self, painter: QPainter, target: Target, sheet: Sheet, rect: QRectF, pen: QPen) -> None:
        around = rect.adjusted(-pen.widthF(), -pen.widthF(), pen.widthF(), pen.widthF())
        key = (rect.getRect(), pen.color().rgba())
        sheet.paint(painter, target, around, key, lambda on: draw_mark(on, rect, pen))
