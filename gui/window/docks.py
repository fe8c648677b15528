"""The panels around the window: what there is, where it is at the start, and how each behaves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QMoveEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from gui.panels.widgets import ElidedLabel
from gui.window.late import LatePanel

CLOSED_AT_FIRST = ("inspector", "waves", "wavelengths", "tour")
"""Panels that open when they are first used."""
_PANEL_SHARE = 0.19
_BESIDE_SHARE = 0.46
_UPPER_SHARE = 0.55


class Dock(QDockWidget):
    """A panel that can be moved, floated and closed, and says when a person closes it."""

    closed = Signal()

    def __init__(self, name: str, title: str, content: QWidget) -> None:
        super().__init__(title)
        self.setObjectName(f"{name}Dock")
        self.setWidget(content)
        self.title_bar = DockTitle(self, title)
        self.setTitleBarWidget(self.title_bar)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._mark)

    def _mark(self, _: QWidget | None, focus: QWidget | None) -> None:
        """Show in the title that the keyboard's focus is in the panel."""
        self.title_bar.mark(focus is not None and self.isAncestorOf(focus))

    def setVisible(self, visible: bool) -> None:  # noqa: D102
        if visible and isinstance(panel := self.widget(), LatePanel):
            panel.build()
        super().setVisible(visible)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        if self.isFloating():  # an edge of its own: window managers give it none
            painter = QPainter(self)
            painter.setPen(self.palette().mid().color())
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        super().closeEvent(event)
        window = self.parentWidget()
        if window is None or window.isVisible():  # else the program ends, and closes what floats
            self.closed.emit()


class _Title(ElidedLabel):
    """A title that is bold while it is marked, also after another text size has dressed it anew."""

    _marked = False

    def mark(self, marked: bool) -> None:
        """Be bold, or as usual."""
        self._marked = marked
        if marked != self.font().bold():
            font = self.font()
            font.setBold(marked)
            self.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.mark(self._marked)


class DockTitle(QWidget):
    """The title of a panel: its name, its options, and buttons to float and to close it."""

    def __init__(self, dock: Dock, title: str) -> None:
        super().__init__(dock)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 2, 2, 2)
        self._row.setSpacing(0)
        self._title = _Title(title)
        self._row.addWidget(self._title, 1)
        self.buttons = [
            self._button("\u25a1", f"Float or dock: {title}", partial(_float, dock)),
            self._button("\u2715", f"Close: {title}", dock.close),
        ]

    def mark(self, marked: bool) -> None:
        """Set the title in bold, or as usual."""
        self._title.mark(marked)

    def offer(self, menu: QMenu) -> None:
        """Put a button for the panel's own options before the others."""
        button = QToolButton()
        button.setText("\u22ef")
        button.setAutoRaise(True)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(f"Options: {menu.title()}")
        button.setAccessibleName(f"Options: {menu.title()}")
        self._row.insertWidget(1, button)
        self.buttons.insert(0, button)

    def _button(self, sign: str, tip: str, act: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda *_: act())
        self._row.addWidget(button)
        return button


def _float(dock: QDockWidget) -> None:
    dock.setFloating(not dock.isFloating())


class FixedDock(QDockWidget):
    """A bar along the lower edge: no title, as high as its content, at home there for good.

    When it becomes lower, Qt leaves a gap beneath it, which the panels above it then take.
    """

    def __init__(self, name: str, title: str, content: QWidget) -> None:
        super().__init__(title)
        self.setObjectName(f"{name}Dock")
        self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.setTitleBarWidget(QWidget())
        self.setWidget(content)
        self._gap = 0
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)

    def moveEvent(self, event: QMoveEvent) -> None:  # noqa: D102
        super().moveEvent(event)
        self._settling.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._settling.start()

    def _settle(self) -> None:
        window = self.parentWidget()
        if not isinstance(window, QMainWindow) or not self.isVisible():
            return
        before, self._gap = self._gap, window.statusBar().y() - self.geometry().bottom() - 1
        above = [
            d for d in window.findChildren(Dock) if not d.isFloating() and not d.visibleRegion().isEmpty()
        ]
        if self._gap > 0 and self._gap != before and above:
            room = max(dock.geometry().bottom() for dock in above) - min(dock.y() for dock in above)
            heights = [round(_height(window, dock) * (1 + self._gap / room)) for dock in above]
            window.resizeDocks([*above, self], [*heights, self.height()], Qt.Orientation.Vertical)


def _height(window: QMainWindow, dock: Dock) -> int:
    """Return the height of a panel, with the tabs beneath it if it shares its place with others."""
    shared = any(not other.isHidden() for other in window.tabifiedDockWidgets(dock))
    tabs = (bar.height() for bar in window.findChildren(QTabBar) if bar.isVisible())
    return dock.height() + (max(tabs, default=0) if shared else 0)


class ScrollPanel(QScrollArea):
    """A panel that scrolls when it is higher than its dock, and is never narrower than its text."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._content.minimumSizeHint().width() + bar, 60)

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self.minimumSizeHint().width(), self._content.sizeHint().height())


def arrange(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Put every panel where it is at the start: parameters, the wall, and the other views beside it."""
    for dock in docks.values():
        dock.hide()  # or the layout would make tabs for panels that stay closed
        if window.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea:  # not at the start
            dock.setFloating(False)
            window.removeDockWidget(dock)
    left, across, down = (
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.Orientation.Horizontal,
        Qt.Orientation.Vertical,
    )
    window.addDockWidget(left, docks["parameters"])
    for before, after, way in (
        ("parameters", "dials", across),
        ("dials", "heatmap", across),
        ("heatmap", "similarity", down),
        ("parameters", "inspector", down),
    ):
        window.splitDockWidget(docks[before], docks[after], way)
    tabbed = [name for name in CLOSED_AT_FIRST if name in docks and name not in ("inspector", "tour")]
    if "tour" in docks:
        window.tabifyDockWidget(docks["parameters"], docks["tour"])
    for name in tabbed:
        window.tabifyDockWidget(docks["similarity"], docks[name])
    for name, dock in docks.items():
        dock.setVisible(name not in CLOSED_AT_FIRST)
    for name in ("parameters", "similarity"):
        docks[name].raise_()
    for bar in window.findChildren(QTabBar):  # whose arrow keys belong to the position: menus open panels
        bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    share_room(window, docks)


def share_room(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Give the parameters what they need, and share the rest between the wall and the views beside it."""
    if (layout := window.layout()) is not None:
        layout.activate()  # before a window is shown its panels have no sizes yet
    comfortable = min(window.fontMetrics().horizontalAdvance("0") * 34, int(_PANEL_SHARE * window.width()))
    panel = max(docks["parameters"].minimumSizeHint().width() + 12, comfortable)
    rest = max(window.width() - panel, 2)
    beside = int(rest * _BESIDE_SHARE)
    columns = [docks[name] for name in ("parameters", "dials", "heatmap")]
    window.resizeDocks(columns, [panel, rest - beside, beside], Qt.Orientation.Horizontal)
    upper = int(window.height() * _UPPER_SHARE)
    rows = [docks["heatmap"], docks["similarity"]]
    window.resizeDocks(rows, [upper, window.height() - upper], Qt.Orientation.Vertical)
