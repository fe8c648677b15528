"""The window: keys from any focus, linked views, quietness when nobody looks, and saving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui_kit import field
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLabel, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.window import dialogs
from gui.window.actions import ACTIONS
from gui.window.main_window import MainWindow


def press(
    window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    window.store.flush()


NAMES = (
    *(
        "dModelField",
        "baseField",
        "lengthField",
        "conventionCombo",
        "presetCombo",
        "positionField",
        "gapField",
    ),
    *("speedSlider", "playButton", "dialWallView", "heatmapView", "similarityView", "inspector", "statusBar"),
)


@pytest.mark.parametrize("name", NAMES)
def test_object_names(window: MainWindow, name: str) -> None:
    found = window.findChild(QWidget, name)
    assert found is not None
    assert found.accessibleName()


FOCI = (
    "dialWallView",
    "heatmapView",
    "similarityView",
    "playButton",
    "speedSlider",
    "presetCombo",
    "resetButton",
)


@pytest.mark.parametrize("focus", FOCI)
def test_keys_work_from_any_focus(window: MainWindow, focus: str) -> None:
    widget = window.findChild(QWidget, focus)
    assert widget is not None
    widget.setFocus()
    state = window.store.state
    press(window, Qt.Key.Key_Space)
    assert window.store.state.playing is not state.playing
    press(window, Qt.Key.Key_Space)
    assert window.store.state.playing is state.playing
    press(window, Qt.Key.Key_Right)
    assert window.store.state.position.whole == state.position.whole + 1
    press(window, Qt.Key.Key_Left)
    press(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert window.store.state.position.whole == state.position.whole + state.gap
    press(window, Qt.Key.Key_Home)
    assert window.store.state.position == Position()
    press(window, Qt.Key.Key_End)
    assert window.store.state.position == Position(127)
    press(window, Qt.Key.Key_Down)
    assert window.store.state.pair == 1
    press(window, Qt.Key.Key_Up)
    assert window.store.state.pair == 0
    press(window, Qt.Key.Key_Plus)
    assert window.store.state.speed == 5.0
    press(window, Qt.Key.Key_Minus)
    assert window.store.state.speed == 2.0
    press(window, Qt.Key.Key_PageUp)
    assert window.store.state.position == Position(126)
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == Position(127)


def test_a_field_keeps_its_editing_keys(window: MainWindow) -> None:
    base = field(window, "baseField")
    base.setFocus()
    before = window.store.state
    for text in ("1e4", "10 000", "0.5", "-1"):
        base.selectAll()
        QTest.keyClicks(base, text)
        assert base.text() == text
    for key in (
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
    ):
        press(window, key)
    state = window.store.state
    assert (state.position, state.playing, state.pair, state.speed) == (
        before.position,
        before.playing,
        before.pair,
        before.speed,
    )
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == before.position.moved(1)
    press(window, Qt.Key.Key_Escape)
    assert base.text() == "10000"


def test_enter_presses_a_focused_button(window: MainWindow) -> None:
    button = window.findChild(QWidget, "forwardButton")
    assert button is not None
    button.setFocus()
    press(window, Qt.Key.Key_Return)
    assert window.store.state.position == Position(1)


def test_every_action_runs(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "run", lambda dialog: bool(dialog.deleteLater()))
    monkeypatch.setattr(QInputDialog, "getText", lambda *arguments: ("", False))
    for ask in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, ask, lambda *arguments, **keywords: ("", ""))
    for spec in ACTIONS:
        if spec.text != "Quit":
            spec.act(window)
            window.store.flush()
            QCoreApplication.processEvents()


def test_views_are_linked(window: MainWindow) -> None:
    store = window.store
    store.update(hover=Hover(pair=3, row=17))
    store.flush()
    status = window.findChild(QLabel, "statusText")
    assert status is not None
    assert "pair 3" in status.text()
    assert "row 17" in status.text()
    store.update(hover=Hover(gap=9))
    store.flush()
    assert "gap 9" in status.text()


def test_the_first_start_is_quiet(qapp: QApplication) -> None:
    state = AppState()
    assert (state.params.d_model, state.params.base, state.params.length) == (64, 10000.0, 128)
    assert (state.playing, state.speed, state.position, state.theme) == (True, 2.0, Position(), "light")
    assert not state.gap_hand
    assert not state.inspecting
    assert state.hint


def test_the_hint_goes_away_once_followed(window: MainWindow) -> None:
    store = window.store
    for follow in ({"playing": False}, {"params": replace(store.state.params, base=100.0)}):
        fresh = AppState()
        assert fresh.hint
        assert not fresh.evolve(**follow).hint
    assert AppState().evolve(position=Position(5)).hint


class PaintCounter(QObject):
    """Counts the paint events of a window and of everything in it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.count = 0
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.count += watched.window() is self._window
        return False


def paints(window: MainWindow, qtbot: object, milliseconds: int) -> int:
    qtbot.wait(300)  # what is under way may still end
    counter = PaintCounter(window)
    QApplication.instance().installEventFilter(counter)
    try:
        qtbot.wait(milliseconds)
    finally:
        QApplication.instance().removeEventFilter(counter)
    return counter.count


def test_playing_paints(window: MainWindow, qtbot: object) -> None:
    window.store.update(playing=True)
    assert paints(window, qtbot, 500) > 5


def test_paused_paints_nothing(window: MainWindow, qtbot: object) -> None:
    assert paints(window, qtbot, 3000) == 0


@pytest.mark.parametrize("away", ["hide", "showMinimized"])
def test_hidden_or_minimised_paints_nothing(window: MainWindow, qtbot: object, away: str) -> None:
    window.store.update(playing=True)
    window.store.flush()
    assert window._player.running
    getattr(window, away)()
    qtbot.waitUntil(lambda: not window._player.running)
    position = window.store.state.position
    assert paints(window, qtbot, 3000) == 0
    assert window.store.state.position == position
    window.showNormal()
    qtbot.waitUntil(lambda: window._player.running)
    assert window.store.state.position.value - position.value < 2.0


def test_closed_panels_leave_no_tabs_in_sight(window: MainWindow) -> None:
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    assert not any(window.rect().intersects(bar.geometry()) for bar in bars)


def test_a_panel_that_is_built_late_has_its_room(window: MainWindow) -> None:
    window.store.update(inspecting=True)
    window.store.flush()
    QCoreApplication.processEvents()
    panel = window.findChild(QWidget, "inspector")
    assert panel.isVisible()
    assert panel.height() > 10 * panel.fontMetrics().height()


def test_the_focused_panel_has_its_title_in_bold_whatever_the_text_size(window: MainWindow) -> None:
    def fonts() -> dict[str, tuple[bool, int]]:
        QCoreApplication.processEvents()
        titles = {name: dock.title_bar.findChild(QLabel).font() for name, dock in window.docks.items()}
        return {name: (font.bold(), font.pointSize()) for name, font in titles.items()}

    usual = QApplication.font().pointSize()
    for view, size in (("dials", 0), ("heatmap", 20), ("dials", 12), ("heatmap", 0)):
        window.views[view].setFocus()
        assert [name for name, (bold, _) in fonts().items() if bold] == [view]
        window.store.update(text_size=size)
        window.store.flush()
        assert fonts() == {name: (name == view, size or usual) for name in window.docks}


def test_a_floating_panel_has_an_edge(window: MainWindow) -> None:
    dock = window.docks["parameters"]
    ends = (lambda d: (0, 0)), (lambda d: (d.width() - 1, d.height() - 1)), (lambda d: (0, d.height() // 2))

    def seen() -> set[tuple[int, ...]]:
        QCoreApplication.processEvents()
        image = dock.grab().toImage()
        return {image.pixelColor(*end(dock)).getRgb()[:3] for end in ends}

    line = palette(window.store.state.theme).line
    dock.setFloating(True)
    assert seen() == {line}
    dock.setFloating(False)
    assert line not in seen()


@pytest.mark.parametrize(
    ("closed", "tabs"),
    [((), ()), (("parameters", "dials"), ()), (("heatmap",), ()), ((), ("tour",)), ((), ("tour", "waves"))],
)
def test_no_gap_is_left_under_the_transport_when_it_becomes_lower(
    qtbot: QtBot, window: MainWindow, closed: tuple[str, ...], tabs: tuple[str, ...]
) -> None:
    bar = window._transport
    upper, lower = window.docks["heatmap"], window.docks["similarity"]

    def settle(*, low: bool) -> None:
        """Wait until the bar has the height it should have, and lies on the status bar."""

        def now() -> bool:
            touches = window.statusBar().y() == bar.geometry().bottom() + 1
            return touches and (bar.height() == height) is low

        qtbot.waitUntil(now)

    for name in closed:
        window.docks[name].close()
    for name in tabs:
        window.docks[name].show()
    QCoreApplication.processEvents()
    height, share = bar.height(), upper.height() / lower.height()
    settle(low=True)
    for width, wide in ((560, False), (1280, True)):
        window.resize(width, 800)
        settle(low=wide)
    for size in (24, 0):
        window.store.update(text_size=size)
        settle(low=size == 0)
    if "heatmap" not in closed:
        assert upper.height() / lower.height() == pytest.approx(share, rel=0.03)


def test_a_panel_opened_from_the_menu_comes_to_the_front(window: MainWindow) -> None:
    for name in ("waves", "wavelengths", "tour", "waves"):
        dock = window.docks[name]
        for opens in (True, False):
            dock.toggleViewAction().trigger()
            QCoreApplication.processEvents()
            assert dock.visibleRegion().isEmpty() is not opens


def test_tab_goes_through_every_panel_and_back(window: MainWindow) -> None:
    for name in ("waves", "wavelengths", "tour"):
        window.docks[name].toggleViewAction().trigger()
    window.store.update(inspecting=True)
    window.store.flush()
    QCoreApplication.processEvents()
    window.views["dials"].setFocus()
    seen: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in seen:
        seen.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    assert now is window.views["dials"]
    names = {widget.objectName() for widget in seen}
    assert {"heatmapView", "wavelengthTable", "copyValuesButton", "playButton", "gapField"} <= names
