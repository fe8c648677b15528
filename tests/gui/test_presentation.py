"""Presentation mode: it fills a screen, is driven by keys, and leaves the window exactly as it was."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from gui_kit import field, still
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.tour.loading import tours
from gui.window.blank import Blank
from gui.window.main_window import MainWindow
from gui.window.pointer import RestingPointer
from gui.window.presentation import PresentationWindow


def press(window: MainWindow, key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or window.presenter.window or window, key, modifier)
    window.store.flush()
    QCoreApplication.processEvents()


def presentation(window: MainWindow) -> PresentationWindow:
    """Begin presenting, and return the window of it."""
    press(window, Qt.Key.Key_F5)
    made = window.presenter.window
    assert made is not None
    assert QTest.qWaitForWindowExposed(made)
    QCoreApplication.processEvents()
    return made


def memory(window: MainWindow) -> tuple[Any, ...]:
    """Return what has to be as before when presentation mode is left."""
    docks = [(name, dock.geometry(), dock.isVisible()) for name, dock in window.docks.items()]
    return (
        window.geometry(),
        window.windowState(),
        bytes(window.saveState().data()),
        docks,
        window.focusWidget(),
    )


@pytest.mark.parametrize("leave", ["escape", "F5", "close"])
def test_a_round_trip_leaves_the_window_as_it_was(window: MainWindow, leave: str) -> None:
    window.docks["waves"].show()
    window.docks["heatmap"].hide()
    window.findChild(QWidget, "playButton").setFocus()
    QCoreApplication.processEvents()
    before = memory(window)
    shown = presentation(window)
    assert shown.isVisible()
    assert shown.geometry() == window.screen().geometry()
    if leave == "close":
        shown.close()
    else:
        press(window, Qt.Key.Key_Escape if leave == "escape" else Qt.Key.Key_F5)
    assert window.presenter.window is None
    assert memory(window) == before
    assert window.isVisible()
    QTest.qWait(50)
    assert window.isActiveWindow()
    assert QApplication.focusWidget() is before[-1]
    assert not QApplication.overrideCursor()


def test_escape_without_presentation_never_quits(window: MainWindow) -> None:
    press(window, Qt.Key.Key_Escape)
    press(window, Qt.Key.Key_Escape)
    assert window.isVisible()


def test_twenty_cycles_leave_nothing_behind(window: MainWindow) -> None:
    before, left = memory(window), []
    widgets = len(QApplication.allWidgets())
    for _ in range(20):
        shown = presentation(window)
        left.append(weakref.ref(shown))
        press(window, Qt.Key.Key_Escape)
        del shown
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert memory(window) == before
    assert len(QApplication.allWidgets()) <= widgets
    assert sum(ref() is not None for ref in left) <= 1


def test_it_follows_the_same_store(window: MainWindow) -> None:
    shown = presentation(window)
    press(window, Qt.Key.Key_End)
    assert any("p = 127.00" in piece.text for piece in shown.line.pieces)
    press(window, Qt.Key.Key_PageUp)
    assert window.store.state.position == Position(126)
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == Position(127)


def test_figures_choose_the_views(window: MainWindow) -> None:
    shown = presentation(window)
    assert shown.stage.shown == ("dials", "heatmap", "similarity")
    press(window, Qt.Key.Key_2)
    press(window, Qt.Key.Key_4)
    assert shown.stage.shown == ("dials", "similarity", "waves")
    assert [name for name, view in shown.stage.views.items() if view.isVisible()] == list(shown.stage.shown)
    for key in (Qt.Key.Key_1, Qt.Key.Key_3, Qt.Key.Key_4):
        press(window, key)
    assert shown.stage.shown == ("waves",)
    press(window, Qt.Key.Key_Escape)
    assert presentation(window).stage.shown == ("waves",)


def test_text_size_is_its_own(window: MainWindow) -> None:
    shown = presentation(window)
    size = shown.font().pointSizeF()
    press(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert shown.font().pointSizeF() > size
    assert window.store.state.text_size == 0
    press(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert shown.font().pointSizeF() == size
    for change in ({"text_size": 9}, {"theme": "dark"}, {"theme": "light", "text_size": 0}):
        window.store.update(**change)
        window.store.flush()
        for widget in (shown.line, *shown.stage.views.values()):
            assert widget.font().pointSizeF() == size


# ---- playing meanwhile ------------------------------------------------------------------------------


def test_the_player_runs_on_and_covered_views_rest(window: MainWindow) -> None:
    window.store.update(playing=True)
    window.store.flush()
    shown = presentation(window)
    assert window._player.running
    behind, drawn = window.views["dials"], []
    behind.draw = lambda old, new: drawn.append(new)  # type: ignore[method-assign]
    QTest.qWait(100)
    assert not drawn
    assert shown.stage.views["dials"]._drawn is not None
    press(window, Qt.Key.Key_Escape)
    QTest.qWait(50)
    assert drawn
    assert window._player.running


def test_the_player_runs_on_while_the_main_window_is_minimised(window: MainWindow) -> None:
    window.store.update(playing=True)
    window.store.flush()
    presentation(window)
    window.showMinimized()
    QCoreApplication.processEvents()
    assert window._player.running
    window.showNormal()


def test_closing_the_main_window_ends_it(window: MainWindow) -> None:
    presentation(window)
    press(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
    assert not [
        w for w in QApplication.topLevelWidgets() if isinstance(w, PresentationWindow) and w.isVisible()
    ]
    assert window.presenter.window is None
    assert not window._player.running


# ---- screens ----------------------------------------------------------------------------------------


def test_a_changed_screen_is_filled_again(window: MainWindow) -> None:
    shown = presentation(window)
    shown.setGeometry(QRect(10, 10, 300, 200))
    small = shown.font().pointSizeF()
    window.screen().geometryChanged.emit(window.screen().geometry())
    QCoreApplication.processEvents()
    assert shown.geometry() == window.screen().geometry()
    assert shown.font().pointSizeF() > small


def test_an_unplugged_screen_is_left_for_one_that_remains(window: MainWindow) -> None:
    shown = presentation(window)
    window.presenter._chosen = "a projector"
    shown.setGeometry(QRect(-5000, 0, 300, 200))
    QApplication.instance().screenRemoved.emit(window.screen())
    QCoreApplication.processEvents()
    assert shown.geometry() == window.screen().geometry()


def test_screens_are_listed_and_can_be_chosen(window: MainWindow) -> None:
    menu = QMenu()
    window.presenter.list_screens(menu)
    assert len(menu.actions()) == len(QApplication.screens())
    assert [action.isChecked() for action in menu.actions()].count(True) == 1
    menu.actions()[0].trigger()
    assert window.presenter.window is not None
    menu.actions()[0].trigger()
    assert window.presenter.window.geometry() == QApplication.screens()[0].geometry()
    menu.deleteLater()


# ---- blank ------------------------------------------------------------------------------------------


def black(widget: QWidget) -> bool:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return not any(bytes(image.constBits()))


@pytest.mark.parametrize("presenting", [True, False])
@pytest.mark.parametrize("key", [Qt.Key.Key_Period, Qt.Key.Key_B])
@pytest.mark.parametrize("back", [None, Qt.Key.Key_X, Qt.Key.Key_PageDown, Qt.Key.Key_Escape, Qt.Key.Key_F5])
def test_blank(window: MainWindow, presenting: bool, key: Qt.Key, back: Qt.Key | None) -> None:
    shown = presentation(window) if presenting else window
    state = window.store.state
    press(window, key)
    assert black(shown)
    press(window, back or key)
    assert not black(shown)
    assert window.store.state == state
    assert (window.presenter.window is not None) == presenting
    assert not [child for child in shown.findChildren(Blank) if child.isVisible()]


def test_what_ends_a_blank_screen_and_what_does_not(window: MainWindow) -> None:
    shown = presentation(window)
    press(window, Qt.Key.Key_B)
    press(window, Qt.Key.Key_Shift)
    window.store.update(position=Position(7))
    window.store.flush()
    shown.resize(700, 500)
    QCoreApplication.processEvents()
    assert black(shown)
    cover = shown.findChild(Blank)
    QTest.mouseClick(cover, Qt.MouseButton.LeftButton)
    assert not black(shown)
    press(window, Qt.Key.Key_B)
    press(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ControlModifier)
    window.presenter.leave()
    assert window.presenter.window is None
    assert not black(window)


# ---- the pointer ------------------------------------------------------------------------------------


class HandTimer(QTimer):
    """A timer that rings when it is told to."""

    def ring(self) -> None:
        self.timeout.emit()


def moved(widget: QWidget, x: int) -> None:
    at = QPoint(x, 20)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QCoreApplication.sendEvent(widget, event)


def hidden() -> bool:
    cursor = QApplication.overrideCursor()
    return cursor is not None and cursor.shape() == Qt.CursorShape.BlankCursor


def test_the_pointer_is_hidden_while_it_rests(window: MainWindow) -> None:
    timer = HandTimer(singleShot=True, interval=10**6)
    pointer = RestingPointer(timer=timer)
    pointer.start()
    view = window.views["similarity"].viewport()
    moved(view, 30)
    assert not hidden()
    timer.ring()
    assert hidden()
    timer.ring()
    moved(view, 30)
    assert hidden()
    moved(view, 31)
    assert not hidden()
    assert timer.isActive()
    timer.ring()
    pointer.stop()
    assert not hidden()
    assert not timer.isActive()
    moved(view, 40)
    assert not timer.isActive()


def test_leaving_shows_the_pointer(window: MainWindow) -> None:
    shown = presentation(window)
    shown.pointer._hide()
    assert hidden()
    press(window, Qt.Key.Key_Escape)
    assert not hidden()


# ---- the state --------------------------------------------------------------------------------------


def test_what_is_presented_is_held_to_known_views() -> None:
    state = AppState()
    assert state.evolve(presented=("waves", "dials")).presented == ("dials", "waves")
    assert state.evolve(presented=()).presented == ("dials",)
    assert state.evolve(presented=("nothing", "heatmap")).presented == ("heatmap",)
    assert still(presented=("heatmap",)).presented == ("heatmap",)


def test_a_field_being_edited_is_left_alone(window: MainWindow) -> None:
    base = field(window, "baseField")
    base.setFocus()
    base.selectAll()
    QTest.keyClicks(base, "1e3")
    press(window, Qt.Key.Key_F5)
    assert window.presenter.window is not None
    press(window, Qt.Key.Key_Escape)
    assert window.presenter.window is None
    assert base.text() in ("1e3", "1000")


def test_a_tour_is_told_in_the_presentation(window: MainWindow) -> None:
    player, shown = window.guide.player, presentation(window)
    assert shown.caption is not None
    assert not shown.caption.isVisible()
    player.start(tours()[1])
    player.settle()
    window.store.flush()
    QCoreApplication.processEvents()
    assert shown.caption.isVisible()
    assert shown.rect().contains(shown.caption.geometry())
    assert shown.stage.geometry().bottom() < shown.caption.geometry().top()
    assert set(shown.stage.shown) == set(player.views)
    press(window, Qt.Key.Key_D)
    assert player.depth == "developer"
    assert shown.rect().contains(shown.caption.geometry())
    press(window, Qt.Key.Key_D)
    press(window, Qt.Key.Key_D)
    assert player.depth == "plain"
    turned = 0
    while player.index == 0 and turned < 20:
        press(window, Qt.Key.Key_PageDown)
        turned += 1
    assert player.index == 1
    for _ in range(20):
        press(window, Qt.Key.Key_PageUp)
    assert player.index == 0
    player.leave()
    window.store.flush()
    QCoreApplication.processEvents()
    assert not shown.caption.isVisible()
    assert shown.stage.shown == ("dials", "heatmap", "similarity")
    assert window.store.state.spotlight == Hover()
