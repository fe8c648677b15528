"""Undo and redo: every step comes back exactly, drags are one step, the running position is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EncodingParams
from gui.model.history import DEPTH, GESTURE_SECONDS, History, snapshot
from gui.model.position import Position
from gui.model.state import AppState, HeatWindow, Hover


class Desk:
    """A state, its history, and a clock in the hand."""

    def __init__(self) -> None:
        self.time = 0.0
        self.history = History(lambda: self.time)
        self.state = AppState()

    def do(self, seconds: float = 10.0, **changes: object) -> None:
        self.time += seconds
        old, self.state = self.state, self.state.evolve(**changes)
        self.history.note(old, self.state)

    def undo(self) -> None:
        self.do(**self.history.undo(self.state))

    def redo(self) -> None:
        self.do(**self.history.redo(self.state))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_undo_and_redo_bring_back_each_step(desk: Desk) -> None:
    start = snapshot(desk.state)
    desk.do(params=EncodingParams(128))
    desk.do(gap=5)
    desk.do(theme="dark")
    end = snapshot(desk.state)
    desk.undo()
    assert desk.state.theme == "light"
    desk.undo()
    assert (desk.state.gap, desk.state.gap_hand) == (1, False)
    desk.undo()
    assert snapshot(desk.state) == start
    assert not desk.history.can_undo
    for _ in range(3):
        desk.redo()
    assert snapshot(desk.state) == end
    assert not desk.history.can_redo


def test_a_drag_is_one_step(desk: Desk) -> None:
    for length in range(10, 60):
        desk.do(seconds=GESTURE_SECONDS / 2, params=EncodingParams(64, 10000.0, length))
    desk.undo()
    assert desk.state.params == EncodingParams()


def test_the_running_position_is_left_alone(desk: Desk) -> None:
    desk.do(gap=3)
    desk.do(position=Position(40, 0.5))
    desk.do(hover=Hover(pair=2))
    desk.do(playing=False)
    desk.undo()
    assert desk.state.gap == 1
    assert desk.state.position == Position(40, 0.5)
    assert not desk.state.playing


def test_pages_that_turn_by_themselves_are_no_steps(desk: Desk) -> None:
    desk.do(follow=True)
    desk.do(heat_window=HeatWindow(40, 0.0, 20.0, 0.0, 64.0))
    desk.undo()
    assert not desk.state.follow


def test_a_new_step_ends_what_could_be_done_again(desk: Desk) -> None:
    desk.do(gap=3)
    desk.undo()
    desk.do(theme="dark")
    assert not desk.history.can_redo
    desk.redo()
    assert (desk.state.gap, desk.state.theme) == (1, "dark")


def test_undo_at_the_start_changes_nothing(desk: Desk) -> None:
    before = desk.state
    desk.undo()
    desk.redo()
    assert desk.state is before


def test_the_depth_is_bounded(desk: Desk) -> None:
    for gap in range(1, 3 * DEPTH):
        desk.do(gap=gap + 1)
    steps = 0
    while desk.history.can_undo:
        desk.undo()
        steps += 1
    assert steps == DEPTH


steps = st.one_of(
    st.integers(1, 50).map(lambda k: {"gap": k}),
    st.sampled_from(["light", "dark", "print"]).map(lambda t: {"theme": t}),
    st.integers(1, 64).map(lambda h: {"params": EncodingParams(2 * h)}),
    st.integers(0, 31).map(lambda i: {"pair": i}),
    st.booleans().map(lambda b: {"log_gaps": b}),
)


@given(st.lists(steps, max_size=25), st.integers(0, 30))
def test_undoing_and_redoing_any_steps_comes_back(changes: list[dict[str, object]], back: int) -> None:
    desk = Desk()
    for change in changes:
        desk.do(**change)
    end = snapshot(desk.state)
    taken = 0
    while taken < back and desk.history.can_undo:
        desk.undo()
        taken += 1
    for _ in range(taken):
        desk.redo()
    assert snapshot(desk.state) == end
