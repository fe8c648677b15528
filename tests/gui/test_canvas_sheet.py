"""Kept pictures: an opaque one shows what is drawn directly, and no pixel of its view is left unpainted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gui_kit import still
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QWidget

from engine import EncodingParams
from gui.canvas.palette import palette
from gui.canvas.sheet import Sheet
from gui.canvas.target import Target
from gui.dialwall.view import DialWallView

Draw = Callable[[QPainter], None]
Show = Callable[..., Any]
STRANGE = QColor(255, 0, 255)
LIGHT = palette("light")
BIG = (433, 377)


def values(image: QImage) -> NDArray[np.int64]:
    """Return an image's colours, shape (height, width, 4): red, green, blue, alpha."""
    read = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.array(read.constBits()).reshape(read.height(), read.width(), 4).astype(np.int64)


def blots(painter: QPainter) -> None:
    """Draw smooth edges in full and in half strength."""
    for n, ink in enumerate((QColor(20, 60, 140), QColor(200, 120, 30, 128))):
        painter.setBrush(ink)
        painter.drawEllipse(QRectF(5.3 + 14 * n, 4.7, 21.4, 25.2))


class Direct:
    """Draws at once what a sheet would keep."""

    def paint(
        self, painter: QPainter, target: Target, rect: QRectF, key: object, draw: Draw, **_: Any
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)


def laid(sheet: Sheet | Direct, scale: float, ground: QColor | None, onto: QColor) -> QImage:
    image = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(onto)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(0.4, 0.2)
    rect = QRectF(0, 0, 44, 36)
    target = Target.of(painter, rect, rect, QFont(), LIGHT, ground)
    sheet.paint(painter, target, rect, "blots", blots, ground=target.ground)
    painter.end()
    return image


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_an_opaque_sheet_shows_what_is_drawn_directly(qapp: Any, scale: float) -> None:
    ground = QColor(*LIGHT.canvas)
    kinds: tuple[tuple[Sheet | Direct, QColor | None], ...]
    kinds = (Direct(), None), (Sheet(), ground), (Sheet(), None)
    plain, opaque, clear = (values(laid(sheet, scale, beneath, ground)) for sheet, beneath in kinds)
    assert (opaque == plain).all()
    assert np.abs(clear - plain).max() <= 2


def test_a_sheet_is_drawn_anew_for_another_ground(qapp: Any) -> None:
    sheet, first, second = Sheet(), QColor(250, 250, 250), QColor(20, 20, 30)
    laid(sheet, 1.0, first, first)
    kept = values(laid(sheet, 1.0, second, second))
    assert (kept == values(laid(Sheet(), 1.0, second, second))).all()
    assert values(laid(sheet, 1.0, None, STRANGE))[0, 0].tolist() == [255, 0, 255, 255]


def on_strange_ground(view: DialWallView, ratio: float) -> NDArray[np.int64]:
    """Return a view's surface, painted as for the window over a colour that nothing has."""
    image = QImage(view.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(STRANGE)
    QWidget.render(view.viewport(), image, QPoint())
    return values(image)[..., :3]


@pytest.mark.parametrize(("d_model", "size"), [(64, BIG), (1024, BIG), (8192, BIG), (8192, (203, 161))])
@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("points", [9.0, 10.7])
def test_the_wall_leaves_no_pixel_of_its_view_unpainted(
    show: Show, d_model: int, size: tuple[int, int], ratio: float, points: float
) -> None:
    view = show(DialWallView, still(params=EncodingParams(d_model), bar_code=True), *size)
    font = QFont(view.font())
    font.setPointSizeF(points)
    view.setFont(font)
    seen = on_strange_ground(view, ratio)
    assert not (np.abs(seen - STRANGE.getRgb()[:3]).max(axis=2) < 60).any()
    assert (seen[:, 0] == LIGHT.canvas).all()
    assert (seen[-1] == LIGHT.canvas).all()


def test_a_wall_without_a_background_is_transparent_between_its_dials(show: Show) -> None:
    view = show(DialWallView, still(params=EncodingParams(64)), *BIG)
    view.setBackground(None)
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    view.render(painter)
    painter.end()
    x, y = view.wall.cell_corner(9)
    alpha = values(image)[..., 3]
    assert alpha[round(view.area.top() + y) + 1, round(view.area.left() + x) + 1] == 0
    assert alpha.max() == 255
