"""Tours in the window: by keyboard from the first step to the last and back, and nothing is left of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.model.history import snapshot
from gui.model.state import Hover
from gui.tour.dock import TourPanel
from gui.tour.loading import tours
from gui.tour.tour import Tour
from gui.window.guide import spotted
from gui.window.main_window import MainWindow


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key)
    window.guide.player.settle()
    window.store.flush()
    QCoreApplication.processEvents()


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour.name)
def test_a_tour_runs_there_and_back_by_keyboard(window: MainWindow, tour: Tour) -> None:
    window.store.update(reduced_motion=True)
    window.store.flush()
    player, before = window.guide.player, snapshot(window.store.state)
    visible = {name: dock.isVisible() for name, dock in window.docks.items() if name != "tour"}
    window.guide.start(tour)
    steps = [*range(1, len(tour.steps)), *range(len(tour.steps) - 2, -1, -1)]
    for n, index in enumerate(steps):
        press(window, Qt.Key.Key_PageDown if n < len(tour.steps) - 1 else Qt.Key.Key_PageUp)
        step = tour.steps[index]
        assert player.step is step
        assert window.store.state.spotlight == spotted(step.spotlight)
        assert set(window.store.state.presented) == set(step.views)
        assert not any(window.docks[name].isHidden() for name in step.views)
    player.leave()
    window.store.flush()
    assert snapshot(window.store.state) == before
    assert window.store.state.spotlight == Hover()
    assert {name: dock.isVisible() for name, dock in window.docks.items() if name != "tour"} == visible


def test_the_menu_lists_the_tours(window: MainWindow) -> None:
    menu = window._menus.menu("Tour")
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions() if action.text()]
    assert [tour.title for tour in tours()] == [
        title for title in titles if title in {t.title for t in tours()}
    ]


@pytest.mark.parametrize("size", [0, 20])
def test_the_smallest_window_clips_no_step(qtbot: QtBot, window: MainWindow, size: int) -> None:
    window.store.update(reduced_motion=True, text_size=size)
    window.resize(1, 1)
    window.guide.start(tours()[0])
    QCoreApplication.processEvents()
    panel = window.findChild(TourPanel)
    for _ in range(3):
        qtbot.waitUntil(lambda: panel.body.page.width() <= panel.body.viewport().width())
        press(window, Qt.Key.Key_PageDown)
    window.guide.leave()
    QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: panel.list.page.width() <= panel.list.viewport().width())
