"""Formulas as pictures for rich text: typeset in any ink and size, from a small store of those set before."""

from __future__ import annotations

import html
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from gui.panels.typeset import typeset

EM: Final = 40.0
"""Pixels per em that formulas are typeset at."""
INK: Final = "#010203"
"""The colour that stands for the ink in what is typeset."""


@lru_cache(maxsize=512)
def _renderer(tex: str, ink: str) -> QSvgRenderer | None:
    svg = typeset(tex)
    return None if svg is None else QSvgRenderer(QByteArray(svg.replace(INK, ink).encode()))


def formula_size(tex: str, em: float, room: float) -> QSizeF:
    """Return the size of a formula at `em` pixels per em, smaller where `room` pixels are too few.

    Empty where nothing can be typeset.
    """
    renderer = _renderer(tex, INK)
    if renderer is None:
        return QSizeF()
    size = renderer.viewBoxF().size()
    return size * min(em / EM, room / size.width())


def formula_picture(tex: str, size: QSizeF, ink: QColor, ratio: float) -> QImage:
    """Return a formula as a picture of a size in pixels, `ratio` device pixels each."""
    image = QImage((size * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    renderer = _renderer(tex, ink.name())
    if renderer is not None:
        painter = QPainter(image)
        painter.setOpacity(ink.alphaF())
        renderer.render(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()
    return image


def as_source(tex: str) -> str:
    """Return a formula as its TeX, for where nothing can be typeset."""
    return f"<code>{html.escape(tex)}</code>"
