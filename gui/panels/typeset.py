"""Typesets formulas: TeX to a scalable picture, in the theme's text colour, at the size of the font."""

from __future__ import annotations

import importlib
import warnings
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontInfo, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QWidget

from gui.panels.formula import Formula

_EM = 40.0  # size that formulas are set in; they are scaled to the font when painted
_INK = "#010203"  # stands for the text colour until the picture is painted
_LINE = 1.7  # height of a formula's line in heights of a text line


@lru_cache(maxsize=64)
def typeset(tex: str) -> str | None:
    """Return a formula as SVG, set at 40 pixels per em in the placeholder ink; None without ziamath.

    It takes some 30 ms, and the first one 300 ms more, since ziamath is only now loaded.
    """
    try:
        ziamath = _ziamath()
    except ImportError:
        return None
    ziamath.config.svg2 = False  # QtSvg knows nothing of symbols used from within SVG 2
    svg: str = ziamath.Latex(tex, size=_EM, color=_INK).svg()
    return svg


def _ziamath() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it finds its fonts in an older way
        return importlib.import_module("ziamath")


class FormulaLabel(QLabel):
    """A formula of two lines, never wider than the label.

    The first change of a formula is typeset at once. While changes follow one another quicker than
    `BURST` milliseconds, rich text stands in, which is as true and costs nothing; the last one is typeset.
    """

    BURST = 250

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAccessibleName("Formula of the selected pair")
        self._formula: Formula | None = None
        self._svgs: tuple[str, ...] = ()
        self._pictures: tuple[QSvgRenderer, ...] = ()
        self._painted_ink = ""
        self._burst = QTimer(self, singleShot=True, interval=self.BURST)
        self._burst.timeout.connect(self._typeset)

    def set_formula(self, shown: Formula) -> None:
        """Show a formula."""
        if shown == self._formula:
            return
        self._formula, self._svgs = shown, ()
        self.setAccessibleDescription(shown.html)
        if self._burst.isActive():
            self.setText(shown.html)
        else:
            self._typeset()
        self._burst.start()
        self.update()

    def is_typeset(self) -> bool:
        """Tell whether the picture is shown, and not the rich text."""
        return bool(self._svgs)

    def _typeset(self) -> None:
        if self._formula is None or self._svgs:
            return
        svgs = [svg for svg in map(typeset, self._formula.tex) if svg is not None]
        self._svgs, self._painted_ink = tuple(svgs), ""
        self.setText("" if svgs else self._formula.html)
        self.update()

    # ---- size and painting ----------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: D102
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.height() * 14), round(2 * _LINE * metrics.height()))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(round(QFontMetricsF(self.font()).height() * 3), self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if not self._svgs:
            super().paintEvent(event)
            return
        self._colour()
        painter = QPainter(self)
        line = self.height() / len(self._pictures)
        for n, picture in enumerate(self._pictures):
            picture.render(painter, self._place(picture, n * line, line))
        painter.end()

    def _colour(self) -> None:
        """Make the pictures anew in the present text colour, which costs no typesetting."""
        ink = self.palette().windowText().color().name()
        if ink != self._painted_ink:
            coloured = (svg.replace(_INK, ink).encode() for svg in self._svgs)
            self._pictures = tuple(QSvgRenderer(QByteArray(svg)) for svg in coloured)
            self._painted_ink = ink

    def _place(self, picture: QSvgRenderer, top: float, line: float) -> QRectF:
        """Return where a picture goes: at the size of the font, smaller where it would be too wide."""
        size = picture.viewBoxF().size()
        scale = min(QFontInfo(self.font()).pixelSize() * 1.15 / _EM, self.width() / size.width())
        scale = min(scale, line / size.height())
        size *= scale
        return QRectF(0, top + (line - size.height()) / 2, size.width(), size.height())
