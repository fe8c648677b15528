"""The caption of presentation mode: the step in large type, over as many pages as it takes to be readable."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.widgets import described
from gui.tour.actions import label_text
from gui.tour.player import TourPlayer
from gui.tour.prose import Block, Page, Prose, Words
from gui.tour.words import REST_MS, Writer, place, said, title

SMALLEST_POINTS: Final = 18.0
"""Below this size no text is shown on a screen of 768 lines; on higher screens it grows in proportion."""
_LARGEST_SCALE: Final = 1.4
_SCREEN_LINES: Final = 768
SHARE: Final = 0.34
"""Share of the screen's height that a caption takes at most, while it can do with one page at any size."""
LARGEST_SHARE: Final = 0.42
"""Share that it may take rather than break into pages, and that each page may take."""
_MARGIN: Final = 16
_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=\S)")
_TAG: Final = re.compile(r"<(/?)\w+>")


@dataclass(frozen=True, slots=True)
class Setting:
    """How a step is set: the size of its text in points, and the blocks of each page without the title."""

    points: float
    pages: tuple[tuple[Block, ...], ...]


class TourCaption(QWidget):
    """The present step in large type; as high as its text needs, up to a share of the screen.

    Text is made smaller, down to the smallest that can be read from the back row, before it is broken into
    pages. `next` and `previous` turn the pages, and then the steps.
    """

    def __init__(self, store: Store, player: TourPlayer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        described(self, "tourCaption", "Tour caption", "The present step of the tour.")
        self.setToolTip("")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._store, self._player = store, player
        self._screen = QSize(1024, 768)
        self._setting = Setting(SMALLEST_POINTS, ((),))
        self._number = 0
        self._shown: object = None
        self._writer = Writer()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._set)
        self.prose = Prose()
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN // 2, _MARGIN, _MARGIN // 2)
        column.addWidget(self.prose)
        player.changed.connect(self._follow)
        store.changed.connect(self._sync)
        self._follow()

    @property
    def pages(self) -> int:
        """How many pages the present step takes."""
        return len(self._setting.pages)

    @property
    def page(self) -> int:
        """The number of the present page, counted from 0."""
        return self._number

    def fit(self, screen: QSize) -> None:
        """Set everything for a screen of a size in pixels; the caption is as wide as the screen."""
        self._screen = QSize(screen)
        self._set()

    def next(self) -> bool:
        """Turn a page, or go to the next step, and tell whether there was anything to come."""
        if self._number + 1 < self.pages:
            self._turn(self._number + 1)
            return True
        return self._player.next()

    def previous(self) -> bool:
        """Turn a page back, or go to the last page of the step before."""
        if self._number > 0:
            self._turn(self._number - 1)
            return True
        if not self._player.previous():
            return False
        self._turn(self.pages - 1)
        return True

    # ---- following ------------------------------------------------------------------------------

    def _follow(self) -> None:
        if self._player.step is None:
            self._shown = None
            return
        subject = (self._player.step, self._player.depth)
        if subject != self._shown:
            self._shown, self._number = subject, 0
        self._set(resting=not self._player.moving)
        if self._player.said:
            self._turn(self.pages - 1)

    def _sync(self, old: AppState, new: AppState) -> None:
        step = self._player.step
        if step is None or not self.isVisible():
            return
        reads = step.reads(self._player.depth)
        if any(getattr(old, name) != getattr(new, name) for name in reads):
            self._renew()

    def _turn(self, number: int) -> None:
        self._number = number
        self._show()

    # ---- setting --------------------------------------------------------------------------------

    def _renew(self) -> None:
        """Bring the numbers up to date; size and height are kept as long as the words fit."""
        blocks = self._blocks(resting=False)
        if self._writer.waiting:
            self._rest.start()
        points = self._setting.points
        if self.pages > 1 or self._height((self._title(0, 1), *blocks), points) > self.height():
            self._choose(blocks)
        else:
            self._setting = Setting(points, (blocks,))
            self.prose.set_blocks((self._title(0, 1), *blocks))

    def _set(self, *, resting: bool = True) -> None:
        """Choose size and pages for the present words."""
        if self._player.step is None:
            return
        self._choose(self._blocks(resting=resting))
        if self._writer.waiting:
            self._rest.start()

    def _choose(self, blocks: tuple[Block, ...]) -> None:
        self._setting = self._chosen(blocks)
        self._number = min(self._number, self.pages - 1)
        self._show()

    def _chosen(self, blocks: tuple[Block, ...]) -> Setting:
        smallest = self.smallest_points
        for share, sizes in ((SHARE, self._sizes(smallest)), (LARGEST_SHARE, (smallest,))):
            for points in sizes:
                if self._height((self._title(0, 1), *blocks), points) <= share * self._screen.height():
                    return Setting(points, (blocks,))
        return Setting(smallest, tuple(self._paged(blocks, smallest)))

    @property
    def smallest_points(self) -> float:
        """The smallest size of text on this screen, in points."""
        return SMALLEST_POINTS * max(1.0, self._screen.height() / _SCREEN_LINES)

    def _sizes(self, smallest: float) -> Iterator[float]:
        points = smallest * _LARGEST_SCALE
        while points > smallest:
            yield points
            points -= 1
        yield smallest

    def _paged(self, blocks: Sequence[Block], points: float) -> Iterator[tuple[Block, ...]]:
        """Yield pages that are as full as can be, broken between blocks, or else between sentences."""
        page: tuple[Block, ...] = ()
        for block in (part for whole in blocks for part in self._parts(whole, points)):
            longer = _joined(page, block)
            if page and not self._fits(longer, points):
                yield page
                longer = (_opened(block),)
            page = longer
        yield page

    def _parts(self, block: Block, points: float) -> Sequence[Block]:
        """Return a block, or its sentences where it fills more than a page."""
        if isinstance(block, Words) and not self._fits((block,), points):
            return [
                Words(s, block.scale, 0.5 if n == 0 else 0.0) for n, s in enumerate(sentences(block.html))
            ]
        return [block]

    def _fits(self, blocks: Sequence[Block], points: float) -> bool:
        return self._height((self._title(8, 9), *blocks), points) <= LARGEST_SHARE * self._screen.height()

    def _height(self, blocks: Sequence[Block], points: float) -> int:
        width = self._screen.width() - 2 * _MARGIN
        return Page(blocks, self._font(points), width, self.palette()).height + _MARGIN

    def _font(self, points: float) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(points)
        return font

    # ---- words ----------------------------------------------------------------------------------

    def _title(self, number: int, pages: int) -> Words:
        step = place(self._player) + (f", page {number + 1} of {pages}" if pages > 1 else "")
        return Words(f"{title(self._player).html}&nbsp; &nbsp;{step}", above=0.0)

    def _blocks(self, *, resting: bool = True) -> tuple[Block, ...]:
        step = self._player.step
        assert step is not None
        state = self._store.state
        labels = (
            f"<b>{n}</b> {html.escape(label_text(a, state))}" for n, a in enumerate(step.actions, start=1)
        )
        keys = [Words("Press " + " · ".join(labels))] if step.actions else []
        body = self._writer.body(step, self._player.depth, state, resting=resting)
        return (*body, *keys, *said(self._player))

    def _show(self) -> None:
        blocks = self._setting.pages[self._number]
        self.prose.setFont(self._font(self._setting.points))
        self.prose.set_blocks((self._title(self._number, self.pages), *blocks))
        width = self._screen.width() - 2 * _MARGIN
        self.setFixedHeight(self.prose.heightForWidth(width) + _MARGIN)


def sentences(rich: str) -> list[str]:
    """Return the sentences of a paragraph of rich text, none of them with a mark left open."""
    found: list[str] = []
    for part in _SENTENCE.split(rich):
        if found and _open_marks(found[-1]):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def _open_marks(rich: str) -> int:
    return sum(-1 if mark else 1 for mark in _TAG.findall(rich))


def _joined(page: tuple[Block, ...], block: Block) -> tuple[Block, ...]:
    """Return a page with one more block; a sentence goes on in the paragraph before it."""
    before = page[-1] if page else None
    if isinstance(block, Words) and block.above == 0.0 and isinstance(before, Words):
        return (*page[:-1], Words(f"{before.html} {block.html}", before.scale, before.above))
    return (*page, block)


def _opened(block: Block) -> Block:
    return Words(block.html, block.scale) if isinstance(block, Words) else block
