"""The store: updates count at once, and are announced once per turn of the event loop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from gui.model.position import Position
from gui.model.state import AppState
from gui.model.store import Store


@pytest.fixture
def heard(qapp):
    store = Store()
    found: list[tuple[AppState, AppState]] = []
    store.changed.connect(lambda old, new: found.append((old, new)))
    return store, found


def test_many_updates_are_one_announcement(heard):
    store, found = heard
    first = store.state
    for gap in range(10):
        store.update(gap=gap)
        assert store.state.gap == gap
    assert found == []
    QCoreApplication.processEvents()
    assert found == [(first, store.state)]
    QCoreApplication.processEvents()
    assert len(found) == 1


def test_an_update_that_is_taken_back_says_nothing(heard):
    store, found = heard
    store.update(speed=5.0)
    store.update(speed=2.0)
    QCoreApplication.processEvents()
    assert found == []


def test_an_update_while_announcing_comes_in_the_next_turn(heard):
    store, found = heard

    def answer(old: AppState, new: AppState) -> None:
        if new.gap == 4:
            store.update(gap=5)

    store.changed.connect(answer)
    store.update(gap=4)
    store.flush()
    assert [new.gap for _, new in found] == [4]
    QCoreApplication.processEvents()
    assert [new.gap for _, new in found] == [4, 5]
    assert found[1][0] is found[0][1]


def test_flush_announces_now_and_only_once(heard):
    store, found = heard
    store.update(position=Position(3))
    store.flush()
    store.flush()
    QCoreApplication.processEvents()
    assert len(found) == 1


def test_unknown_fields_are_refused(heard):
    store, found = heard
    with pytest.raises(TypeError, match="nonsense"):
        store.update(nonsense=1)
    QCoreApplication.processEvents()
    assert found == []
