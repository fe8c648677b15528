"""Prose: rich text with typeset formulas that wraps at any width, and is as high as it needs to be."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontInfo,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.tour.formulas import as_source, formula_picture, formula_size

_NARROW: Final = 160
"""Pixels below which no column is asked for."""
_FORMULA_SCALE: Final = 1.15
_PALE: Final = 0.35
_PADDING: Final = 12
_THIN_SPACE: Final = "\u2009"
_NO_BREAK: Final = "\u00a0"
"""Keeps the digits of a number on one line; Qt breaks lines at the narrow one."""


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of rich text, `scale` times as large as the text, `share` of a line above it."""

    html: str
    scale: float = 1.0
    above: float = 0.5


@dataclass(frozen=True, slots=True)
class Typeset:
    """A formula in TeX, on a line of its own; pale where its numbers are about to be set anew."""

    tex: str
    pale: bool = False


Block: TypeAlias = Words | Typeset


class Page:
    """Blocks laid out in a column of a width: a text document with the formulas as its pictures."""

    def __init__(
        self, blocks: Sequence[Block], font: QFont, width: float, palette: QPalette, ratio: float = 1.0
    ) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.setDefaultFont(font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document.setDefaultTextOption(option)
        self.document.setTextWidth(width)
        self._palette, self._ratio, self._width = palette, ratio, width
        self._pixels = float(QFontInfo(font).pixelSize())
        self.document.setHtml("".join(self._html(n, block) for n, block in enumerate(blocks)))
        self.document.setTextWidth(width)

    @property
    def height(self) -> int:
        """The height of all blocks, in pixels."""
        return ceil(self.document.size().height())

    @property
    def width(self) -> int:
        """The width that the blocks take; more than was given only where something cannot be broken."""
        return ceil(self.document.idealWidth())

    def paint(self, painter: QPainter) -> None:
        """Paint the column at the origin."""
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self._palette
        self.document.documentLayout().draw(painter, context)

    def _html(self, number: int, block: Block) -> str:
        above = 0 if number == 0 else round(self._pixels * (block.above if isinstance(block, Words) else 0.6))
        style = f"margin-top:{above}px; margin-bottom:0px;"
        if isinstance(block, Words):
            size = f"font-size:{self.document.defaultFont().pointSizeF() * block.scale:.2f}pt;"
            words = block.html.replace(_THIN_SPACE, _NO_BREAK)
            return f'<p style="{style}"><span style="{size}">{words}</span></p>'
        return f'<p style="{style}">{self._picture(number, block)}</p>'

    def _picture(self, number: int, block: Typeset) -> str:
        size = formula_size(block.tex, self._pixels * _FORMULA_SCALE, self._width - 1)
        if size.isEmpty():
            return as_source(block.tex)
        ink = self._palette.color(QPalette.ColorRole.Text)
        ink.setAlphaF(_PALE if block.pale else 1.0)
        url = QUrl(f"formula:{number}")
        picture = formula_picture(block.tex, size, ink, self._ratio)
        self.document.addResource(int(QTextDocument.ResourceType.ImageResource), url, picture)
        return f'<img src="{url.toString()}" width="{size.width():.0f}" height="{size.height():.0f}">'


class Prose(QWidget):
    """Shows a page in the widget's own font and colours; it is never too low for its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._blocks: tuple[Block, ...] = ()
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """What is shown, laid out for the present width."""
        if self._page is None:
            self._page = self._laid_out(self.width())
        return self._page

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What the page is made of."""
        return self._blocks

    def set_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these blocks."""
        if tuple(blocks) != self._blocks:
            self._blocks = tuple(blocks)
            self._relay()
            self.setAccessibleName(self.page.document.toPlainText().replace("\ufffc", "formula"))

    def _laid_out(self, width: int) -> Page:
        return Page(self._blocks, self.font(), max(width, 1), self.palette(), self.devicePixelRatioF())

    def _relay(self) -> None:
        height = self._page.height if self._page else -1
        self._page = None
        self.update()
        if self.page.height != height:
            self.updateGeometry()

    # ---- size and painting ----------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return self.page.height if width == self.width() else self._laid_out(width).height

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(max(self.width(), _NARROW), self.heightForWidth(max(self.width(), _NARROW)))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(_NARROW, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._relay()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._relay()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setClipRect(QRectF(event.rect()), Qt.ClipOperation.IntersectClip)
        self.page.paint(painter)
        painter.end()


class WrapButton(QPushButton):
    """A button whose text wraps, so that it fits any column."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prose = Prose(self)
        self._prose.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._prose.set_blocks([Words(html.escape(text))])
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, _PADDING // 2, _PADDING, _PADDING // 2)
        column.addWidget(self._prose)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return self._prose.heightForWidth(max(width - 2 * _PADDING, 1)) + _PADDING

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_NARROW, self.heightForWidth(max(self.width(), _NARROW)))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(_NARROW, 0)
