"""The tour panel: the list of tours, or the present step: text, depth, and what a class can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.widgets import described
from gui.tour.actions import label_text
from gui.tour.loading import tours
from gui.tour.player import TourPlayer
from gui.tour.prose import Prose, Words, WrapButton
from gui.tour.tour import DEPTH_TITLES, DEPTHS, Tour
from gui.tour.words import REST_MS, Writer, place, said, title

_MARGIN = 8
_PADDING = 28
"""What a button is wider than its text."""
_SIGNS = ("◀", "▶", "✕")


class Scroller(QScrollArea):
    """A column that scrolls up and down where it has no room, and is never wider than what is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.page = QWidget()
        self.column = QVBoxLayout(self.page)
        self.column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.page)

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.page.minimumSizeHint().width() + bar, super().minimumSizeHint().height())


class Row(QWidget):
    """Buttons in a row; where that is too wide, with signs for texts if there are any, else in a column."""

    def __init__(self, buttons: Sequence[QPushButton], signs: Sequence[str] = ()) -> None:
        super().__init__()
        self._texts = [button.text() for button in buttons]
        self._signs = signs
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(_MARGIN // 2)
        self._buttons = tuple(buttons)
        for button in buttons:
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._box.addWidget(button)
            button.toggled.connect(partial(_embolden, button))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        widest = max((button.sizeHint().width() for button in self._buttons), default=0)
        return QSize(0 if self._signs else widest, self._box.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()

    def _arrange(self) -> None:
        fits = self._width() <= self.width()
        for button, text, sign in zip(self._buttons, self._texts, self._signs, strict=False):
            button.setText(text if fits else sign)
        ways = QBoxLayout.Direction
        way = ways.LeftToRight if fits or self._signs else ways.TopToBottom
        if way != self._box.direction():
            self._box.setDirection(way)
            self.updateGeometry()

    def _width(self) -> int:
        """Return the width of all texts side by side, one of them bold."""
        font = QFont(self.font())
        font.setBold(True)
        metrics = QFontMetrics(font)
        padding = _PADDING + self._box.spacing()
        return sum(metrics.horizontalAdvance(text) + padding for text in self._texts)


def _embolden(button: QPushButton, checked: bool) -> None:
    font = QFont(button.font())
    font.setBold(checked)
    button.setFont(font)


class TourPanel(QWidget):
    """The list of tours while none runs, and the present step while one does.

    Live numbers are looked at whenever a field that they depend on changes; the text is laid out anew only
    where one of them reads otherwise. Formulas turn pale while their
    numbers run, and are typeset anew when they rest.

    Parameters
    ----------
    offered : sequence of Tour, optional
        The tours to list; those that come with the program unless given.
    """

    def __init__(
        self,
        store: Store,
        player: TourPlayer,
        offered: Sequence[Tour] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        described(self, "tourPanel", "Tours", "Guided tours, step by step.")
        self._store, self._player = store, player
        self._offered = tours() if offered is None else tuple(offered)
        self._shown: object = None
        self._actions: list[WrapButton] = []
        self._writer = Writer()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._write)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._build_list())
        self._pages.addWidget(self._build_step())
        player.changed.connect(self._follow)
        store.changed.connect(self._sync)
        self._follow()

    # ---- building -------------------------------------------------------------------------------

    def _build_list(self) -> QWidget:
        self.list = Scroller()
        for tour in self._offered:
            about = Prose()
            about.set_blocks([Words(f"<b>{tour.title}</b>", 1.1), Words(tour.about, above=0.2)])
            start = _button(f"start_{tour.name}", "Start", f"Start the tour: {tour.title}")
            start.clicked.connect(partial(self._player.start, tour, 0))
            self.list.column.addWidget(about)
            self.list.column.addWidget(start, 0, Qt.AlignmentFlag.AlignLeft)
            self.list.column.addSpacing(_MARGIN)
        self.list.column.addStretch(1)
        return self.list

    def _build_step(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.body = Scroller()
        self.heading, self.text, self.finding = Prose(), Prose(), Prose()
        for widget in (self._build_depths(), self.heading, self.text):
            self.body.column.addWidget(widget)
        self._room = QVBoxLayout()
        self.body.column.addLayout(self._room)
        self.body.column.addWidget(self.finding)
        self.body.column.addStretch(1)
        column.addWidget(self.body, 1)
        column.addWidget(self._build_walk())
        return page

    def _build_depths(self) -> QWidget:
        self.depths = QButtonGroup(self)
        buttons = []
        for n, depth in enumerate(DEPTHS):
            button = _button(
                f"depth_{depth}", DEPTH_TITLES[depth], f"Show the text for: {DEPTH_TITLES[depth]}"
            )
            button.setCheckable(True)
            self.depths.addButton(button, n)
            buttons.append(button)
        self.depths.idClicked.connect(lambda n: self._player.set_depth(DEPTHS[n]))
        return Row(buttons)

    def _build_walk(self) -> QWidget:
        self.back = self._walker("tourPrevious", "Previous", "Previous step (PageUp)", self._player.previous)
        self.on = self._walker("tourNext", "Next", "Next step (PageDown)", self._player.next)
        self.out = self._walker("tourLeave", "Leave", "Leave the tour: all is as before", self._player.leave)
        framed = QWidget()
        column = QVBoxLayout(framed)
        column.setContentsMargins(_MARGIN, _MARGIN // 2, _MARGIN, _MARGIN)
        self.place = Prose()
        column.addWidget(self.place)
        column.addWidget(Row([self.back, self.on, self.out], _SIGNS))
        return framed

    def _walker(self, name: str, text: str, tip: str, act: Callable[[], object]) -> QPushButton:
        button = _button(name, text, tip)
        button.clicked.connect(lambda *_: act())
        return button

    # ---- following ------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._write()

    def _follow(self) -> None:
        """Show the player's step, or the list while there is none."""
        step, tour = self._player.step, self._player.tour
        self._pages.setCurrentIndex(0 if step is None else 1)
        if step is None or tour is None:
            self._shown = None
            return
        if self._shown is not step:
            self._shown = step
            self._offer_actions()
            self.body.verticalScrollBar().setValue(0)
        self.depths.button(DEPTHS.index(self._player.depth)).setChecked(True)
        self.back.setEnabled(self._player.index > 0)
        self.on.setEnabled(self._player.index + 1 < self._player.count)
        self.place.set_blocks([Words(f"{tour.title} · {place(self._player)}")])
        self.heading.set_blocks([title(self._player)])
        self.finding.set_blocks(list(said(self._player)))
        self.finding.setVisible(bool(self._player.said))
        self._write(resting=not self._player.moving)

    def _offer_actions(self) -> None:
        for old in self._actions:
            old.setParent(None)
            old.deleteLater()
        assert self._player.step is not None
        self._actions = []
        for n, action in enumerate(self._player.step.actions):
            text = label_text(action, self._store.state)
            button = WrapButton(text)
            described(button, f"tourAction_{n}", text, f"{text} ({n + 1})")
            button.clicked.connect(lambda *_, n=n: self._player.act(n))
            self._actions.append(button)
            self._room.addWidget(button)

    def _sync(self, old: AppState, new: AppState) -> None:
        step = self._player.step
        if step is None or not self.isVisible():
            return
        if any(getattr(old, name) != getattr(new, name) for name in step.reads(self._player.depth)):
            self._write(resting=False)

    def _write(self, *, resting: bool = True) -> None:
        """Bring text and formulas up to date; while numbers run, formulas wait."""
        step, depth, state = self._player.step, self._player.depth, self._store.state
        if step is None:
            return
        self.text.set_blocks(self._writer.body(step, depth, state, resting=resting))
        if self._writer.waiting:
            self._rest.start()


def _button(name: str, text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    described(button, name, tip, tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
