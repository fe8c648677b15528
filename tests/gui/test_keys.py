"""Keys: one table from any focus in both windows; editors keep theirs; all can be done without a mouse."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from gui_kit import field, still
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QMenuBar,
    QWidget,
)

from gui.model.position import Position
from gui.model.state import VIEW_NAMES
from gui.tour.loading import tours
from gui.window import dialogs
from gui.window.actions import ACTIONS
from gui.window.keys import key_text
from gui.window.main_window import MainWindow

NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
FOCI = (
    *("dialWallView", "heatmapView", "similarityView"),
    *("playButton", "presetCombo", "resetButton", "advancedButton", "baseSlider"),
)
FIELDS = ("baseField", "dModelField", "lengthField", "positionField", "gapField", "speedField")


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    window.store.flush()
    QCoreApplication.processEvents()


def focus(window: MainWindow, name: str) -> QWidget:
    widget = window.findChild(QWidget, name)
    assert widget is not None
    widget.setFocus()
    QCoreApplication.processEvents()
    return widget


def walk_through(window: MainWindow) -> None:
    """Press the keys of a lecture, and check what each does."""
    store, start = window.store, window.store.state
    press(window, Qt.Key.Key_Space)
    assert store.state.playing is not start.playing
    press(window, Qt.Key.Key_Space)
    press(window, Qt.Key.Key_Home)
    press(window, Qt.Key.Key_PageDown)
    assert store.state.position == Position(1)
    press(window, Qt.Key.Key_Right)
    press(window, Qt.Key.Key_PageUp)
    assert store.state.position == Position(1)
    press(window, Qt.Key.Key_Down)
    assert store.state.pair == start.pair + 1
    press(window, Qt.Key.Key_Up)
    press(window, Qt.Key.Key_S)
    assert store.state.spotlight.pair == start.pair
    press(window, Qt.Key.Key_S)
    press(window, Qt.Key.Key_B)
    assert window.presenter._blank is not None
    press(window, Qt.Key.Key_Period)
    assert window.presenter._blank is None
    press(window, Qt.Key.Key_Z)
    press(window, Qt.Key.Key_F)
    assert store.state.wall_window is None


@pytest.mark.parametrize("name", FOCI)
def test_a_lecture_from_any_focus(window: MainWindow, name: str) -> None:
    focus(window, name)
    walk_through(window)
    press(window, Qt.Key.Key_F5)
    assert window.presenter.window is not None
    walk_through(window)
    press(window, Qt.Key.Key_Escape)
    assert window.presenter.window is None


@pytest.mark.parametrize("name", VIEW_NAMES)
def test_a_lecture_from_any_view_of_the_presentation(window: MainWindow, name: str) -> None:
    window.store.update(presented=VIEW_NAMES)
    press(window, Qt.Key.Key_F5)
    shown = window.presenter.window
    assert shown is not None
    QTest.qWaitForWindowExposed(shown)
    shown.stage.views[name].setFocus()
    walk_through(window)
    press(window, Qt.Key.Key_F5)
    assert window.presenter.window is None


def test_a_lecture_from_a_floating_panel(window: MainWindow) -> None:
    dock = window.docks["heatmap"]
    dock.setFloating(True)
    QTest.qWaitForWindowExposed(dock)
    dock.activateWindow()
    window.views["heatmap"].setFocus()
    QTest.keyClick(window.views["heatmap"], Qt.Key.Key_PageDown)
    assert window.store.state.position == Position(1)
    QTest.keyClick(window.views["heatmap"], Qt.Key.Key_F5)
    assert window.presenter.window is not None
    window.presenter.leave()
    dock.setFloating(False)


# ---- editors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_takes_what_is_typed_and_remotes_work(window: MainWindow, name: str) -> None:
    editor = field(window, name)
    editor.setFocus()
    before = window.store.state
    for text in ("1e4", "10 000", "0.5", "-1.25", "2b", "zs"):
        editor.selectAll()
        QTest.keyClicks(editor, text)
        assert editor.text() == text
    assert window.store.state == before
    press(window, Qt.Key.Key_Escape)
    assert not editor.isModified()
    assert QApplication.focusWidget() is editor
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == Position(1)
    press(window, Qt.Key.Key_PageUp)
    press(window, Qt.Key.Key_F5)
    assert window.presenter.window is not None
    press(window, Qt.Key.Key_Escape)
    assert window.presenter.window is None


@pytest.mark.parametrize("name", FIELDS)
def test_escape_takes_back_and_then_leaves_the_field(window: MainWindow, name: str) -> None:
    editor = field(window, name)
    editor.setFocus()
    shown = editor.text()
    QTest.keyClicks(editor, "no number")
    press(window, Qt.Key.Key_Escape)
    assert editor.text() == shown
    press(window, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.views["dials"]
    press(window, Qt.Key.Key_Space)
    assert window.store.state.playing


def test_combinations_that_edit_belong_to_the_field(window: MainWindow) -> None:
    editor = field(window, "baseField")
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, "12 345")
    before = window.store.state
    press(window, Qt.Key.Key_Left, CTRL)
    assert editor.cursorPosition() < 6
    press(window, Qt.Key.Key_A, CTRL)
    assert editor.selectedText() == "12 345"
    press(window, Qt.Key.Key_Z, CTRL)
    assert window.store.state == before


@pytest.mark.parametrize(
    "opened_by", [(Qt.Key.Key_Down, ALT), (Qt.Key.Key_F4, NONE), (Qt.Key.Key_Return, NONE)]
)
def test_an_open_list_has_the_arrows_and_enter(window: MainWindow, opened_by: tuple[Any, Any]) -> None:
    combo = focus(window, "presetCombo")
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(0)
    pair, shown = window.store.state.pair, combo.currentIndex()
    press(window, *opened_by)
    assert combo.view().isVisible()
    QTest.keyClick(combo.view(), Qt.Key.Key_Down)
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    QCoreApplication.processEvents()
    window.store.flush()
    assert not combo.view().isVisible()
    assert combo.currentIndex() == shown + 1
    assert window.store.state.pair == pair


def test_escape_closes_an_open_list_and_nothing_else(window: MainWindow) -> None:
    combo = focus(window, "presetCombo")
    assert isinstance(combo, QComboBox)
    press(window, Qt.Key.Key_F4)
    QTest.keyClick(combo.view(), Qt.Key.Key_Escape)
    assert not combo.view().isVisible()
    assert QApplication.focusWidget() is combo


# ---- the table --------------------------------------------------------------------------------------


def test_no_key_does_two_things() -> None:
    keys = Counter(QKeySequence(key).toString() for spec in ACTIONS for key in spec.keys)
    assert [key for key, count in keys.items() if count > 1] == []


def test_the_sheet_lists_every_action_with_a_key() -> None:
    sheet = dialogs.keys_html(ACTIONS)
    for key in ("F1", "F5", "Esc", "PgDown", "PgUp", "Space", "S", "B", "1", "4", "Ctrl+E"):
        assert key in sheet
    assert all(spec.text for spec in ACTIONS)


def test_every_action_is_in_a_menu(window: MainWindow) -> None:
    found = {
        action.text().partition("\t")[0] for menu in window.findChildren(QMenu) for action in menu.actions()
    }
    assert {spec.text for spec in ACTIONS if spec.text != "-"} <= found
    options = {"View/Wall of clocks", "View/Heat map", "View/Similarity against gap"}
    assert options <= {spec.menu for spec in ACTIONS}


def test_a_held_key_does_not_make_a_switch_flicker(window: MainWindow) -> None:
    view = window.views["dials"]

    def repeat(key: Qt.Key, text: str) -> None:
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE, text, True)
        QCoreApplication.sendEvent(view, event)

    before = window.store.state
    for key, text in ((Qt.Key.Key_Space, " "), (Qt.Key.Key_H, "h"), (Qt.Key.Key_F5, ""), (Qt.Key.Key_B, "b")):
        repeat(key, text)
    assert window.store.state == before
    assert window.presenter.window is None
    repeat(Qt.Key.Key_Right, "")
    assert window.store.state.position == Position(1)


@pytest.mark.parametrize(
    ("key", "modifiers", "text", "expected"),
    [
        (Qt.Key.Key_1, NONE, "1", "1"),
        (Qt.Key.Key_1, SHIFT, "1", "1"),
        (Qt.Key.Key_1, Qt.KeyboardModifier.KeypadModifier, "1", "1"),
        (Qt.Key.Key_Period, SHIFT, ".", "."),
        (Qt.Key.Key_B, NONE, "b", "B"),
        (Qt.Key.Key_Plus, SHIFT, "+", "+"),
        (Qt.Key.Key_Z, SHIFT, "Z", "Shift+Z"),
        (Qt.Key.Key_PageDown, NONE, "", "PgDown"),
        (Qt.Key.Key_Plus, CTRL, "+", "Ctrl++"),
    ],
)
def test_signs_count_wherever_a_keyboard_has_them(key: Any, modifiers: Any, text: str, expected: str) -> None:
    assert key_text(QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)) == expected


# ---- without a mouse --------------------------------------------------------------------------------


def test_tab_goes_through_everything_and_comes_back(window: MainWindow) -> None:
    window.store.update(inspecting=True)
    window.store.flush()
    QCoreApplication.processEvents()
    first = focus(window, "dialWallView")
    passed: list[QWidget] = []
    while len(passed) < 200:
        press(window, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        passed.append(now)
        if now is first:
            break
    assert passed[-1] is first
    assert len(set(passed)) == len(passed)
    for widget in passed:
        assert widget.accessibleName(), widget
        place = QRect(widget.mapTo(window, QPoint()), widget.size())
        assert window.rect().intersects(place), widget
    wanted = {
        w
        for w in window.findChildren(QWidget)
        if isinstance(w, (QAbstractButton, QLineEdit, QComboBox)) and w.isVisible() and w.isEnabled()
    }
    missing = {w for w in wanted - set(passed) if w.focusPolicy() & Qt.FocusPolicy.TabFocus}
    assert not missing


def test_tab_goes_panel_by_panel_and_row_by_row(window: MainWindow) -> None:
    first = focus(window, "presetCombo")
    names = [first.objectName()]
    for _ in range(6):
        press(window, Qt.Key.Key_Tab)
        names.append(QApplication.focusWidget().objectName())  # type: ignore[union-attr]
    assert names[:4] == ["presetCombo", "dModelField", "baseField", "lengthField"]
    last = focus(window, "gapField")
    press(window, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not last


def test_every_control_has_a_name(window: MainWindow) -> None:
    window.store.update(presented=VIEW_NAMES)
    press(window, Qt.Key.Key_F5)
    shown = window.presenter.window
    assert shown is not None
    nameless = [
        widget
        for top in (window, shown)
        for widget in top.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.accessibleName()
        and not inner(widget)
    ]
    assert not nameless
    assert shown.accessibleName()
    press(window, Qt.Key.Key_Escape)


def inner(widget: QObject) -> bool:
    """Tell whether a widget is a part of another that has the name: a viewport, the list of a combo box."""
    parent = widget.parent()
    if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget:
        return True
    while parent is not None and not isinstance(parent, QComboBox):
        parent = parent.parent()
    return parent is not None or isinstance(widget, (QMenu, QMenuBar))


def test_menus_open_by_keyboard(window: MainWindow) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    assert all(title.startswith("&") for title in titles)
    assert len({title[1] for title in titles}) == len(titles)


def test_the_tours_are_in_their_menu(window: MainWindow) -> None:
    menu = window._menus.menu("Tour")
    for _ in range(2):
        menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions()]
    assert all(titles.count(tour.title) == 1 for tour in tours())


def test_a_views_options_open_by_keyboard(window: MainWindow) -> None:
    asked: list[QPoint] = []
    view = window.views["heatmap"]
    view.menuRequested.connect(asked.append)
    QCoreApplication.sendEvent(
        view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(9, 9))
    )
    assert asked == [view.mapToGlobal(view.rect().center())]
    for popup in [w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible()]:
        popup.close()


def test_looking_closer_by_keyboard(window: MainWindow) -> None:
    focus(window, "heatmapView")
    for _ in range(3):
        press(window, Qt.Key.Key_Z)
    zoomed = window.store.state.heat_window
    assert zoomed is not None
    assert window.store.state.wall_window is None
    press(window, Qt.Key.Key_Down, CTRL)
    moved = window.store.state.heat_window
    assert moved is not None
    assert (moved.row, moved.row_fraction) > (zoomed.row, zoomed.row_fraction)
    press(window, Qt.Key.Key_Z, SHIFT)
    assert window.store.state.heat_window is not None
    assert window.store.state.heat_window.rows > moved.rows
    focus(window, "dialWallView")
    press(window, Qt.Key.Key_Z)
    assert window.store.state.wall_window is not None


@pytest.mark.parametrize("make", ["keys", "about"])
def test_escape_closes_dialogs(window: MainWindow, monkeypatch: pytest.MonkeyPatch, make: str) -> None:
    asked: list[QDialog] = []

    def show(dialog: QDialog) -> bool:
        asked.append(dialog)
        dialog.setModal(True)
        dialog.show()
        return False

    monkeypatch.setattr(dialogs, "run", show)
    press(window, Qt.Key.Key_F1) if make == "keys" else window.show_about()
    (dialog,) = asked
    QTest.qWaitForWindowExposed(dialog)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    dialog.deleteLater()


def test_the_start_has_the_focus_in_the_wall(window: MainWindow) -> None:
    assert window.focusWidget() is window.views["dials"]
    assert still().playing is False
