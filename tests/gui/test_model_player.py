"""The player: its timer runs only while there is something to see."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop

from gui.model.player import Player
from gui.model.position import Position
from gui.model.state import AppState
from gui.model.store import Store


class Clock:
    time = 50.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def playing(qapp):
    store, clock = Store(AppState()), Clock()
    player = Player(store, clock)
    yield store, clock, player
    player.set_visible(False)


def test_it_runs_only_while_visible_and_playing(playing):
    store, _, player = playing
    assert not player.running
    player.set_visible(True)
    assert player.running
    store.update(playing=False)
    store.flush()
    assert not player.running
    store.update(playing=True)
    store.flush()
    assert player.running
    player.set_visible(False)
    assert not player.running


def test_it_publishes_the_position_of_the_moment(playing):
    store, clock, player = playing
    player.set_visible(True)
    clock.time += 2.5
    player.tick()
    assert store.state.position == Position(5)


def test_a_seek_that_is_not_announced_yet_is_not_undone(playing):
    store, clock, player = playing
    player.set_visible(True)
    clock.time += 1.0
    player.tick()
    store.update(position=Position(70))
    player.tick()
    assert store.state.position == Position(70)
    store.flush()
    clock.time += 0.5
    player.tick()
    assert store.state.position == Position(71)


def test_hiding_the_window_leaves_the_time_out(playing):
    store, clock, player = playing
    player.set_visible(True)
    clock.time += 1.0
    player.tick()
    player.set_visible(False)
    clock.time += 4.0
    player.set_visible(True)
    player.tick()
    assert store.state.position == Position(2)


def test_it_ticks_by_itself(playing, qtbot):
    store, clock, player = playing
    player.set_visible(True)
    clock.time += 1.0
    qtbot.waitUntil(lambda: store.state.position == Position(2), timeout=2000)


def test_paused_ticks_change_nothing(playing):
    store, clock, player = playing
    store.update(playing=False)
    clock.time += 3.0
    player.tick()
    assert store.state.position == Position()


def test_it_keeps_the_pace_of_the_display(playing, qtbot):
    store, clock, player = playing
    seen = []
    store.changed.connect(lambda old, new: seen.append(new.position))
    for hertz in (25.0, 100.0):
        player.set_refresh(hertz)
        player.set_visible(True)
        seen.clear()
        started = time.monotonic()
        while len(seen) < 10:
            clock.time += 0.001
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        player.set_visible(False)
        assert time.monotonic() - started > 9 / hertz - 0.002  # never more often; later where it is busy
