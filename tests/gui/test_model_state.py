"""The state: what follows from an intent, and the ranges that fields are held to."""

from __future__ import annotations

import dataclasses

import pytest

from engine import EncodingParams
from gui.model.position import POSITION_LIMIT, Position
from gui.model.state import GAP_LIMIT, AppState, HeatWindow, Hover, PlotWindow, WallWindow, clamped_speed

WINDOWS = AppState(
    wall_window=WallWindow(0, 0, 4, 4),
    heat_window=HeatWindow(0, 0, 9, 0, 9),
    plot_window=PlotWindow(0, 9, 0, 1),
)


def test_an_intent_that_changes_nothing_returns_the_same_state():
    state = AppState()
    assert state.evolve(pair=0, inspecting=False) is state
    assert state.evolve() is state


def test_unchanged_fields_keep_their_identity():
    new = WINDOWS.evolve(position=Position(5))
    for field in dataclasses.fields(AppState):
        if field.name != "position":
            assert getattr(new, field.name) is getattr(WINDOWS, field.name)


def test_unknown_fields_are_refused():
    with pytest.raises(TypeError, match="speeed"):
        AppState().evolve(speeed=3)


def test_gap_and_pair_bring_out_their_tools():
    assert AppState().evolve(gap=7).gap_hand
    assert AppState().evolve(pair=3).inspecting
    assert not AppState().evolve(gap=7, gap_hand=False).gap_hand


def test_the_hint_goes_once_it_is_followed():
    assert not AppState().evolve(playing=False).hint
    assert not AppState().evolve(params=EncodingParams(base=100.0)).hint
    assert AppState().evolve(params=EncodingParams(length=512)).hint
    assert AppState().evolve(playing=True, position=Position(4)).hint


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"params": EncodingParams(d_model=8)}, set()),
        ({"params": EncodingParams(length=8)}, {"wall_window"}),
        ({"normalised": False}, {"wall_window", "heat_window"}),
        ({"theme": "dark"}, {"wall_window", "heat_window", "plot_window"}),
        ({"params": EncodingParams(base=10.0)}, {"wall_window", "heat_window", "plot_window"}),
    ],
)
def test_windows_that_lost_their_meaning_fit_again(change, kept):
    new = WINDOWS.evolve(**change)
    windows = ("wall_window", "heat_window", "plot_window")
    assert {name for name in windows if getattr(new, name) is not None} == kept


def test_fields_are_held_to_their_ranges():
    state = AppState()
    assert state.evolve(pair=99).pair == 31
    assert state.evolve(pair=-1).pair == 0
    assert state.evolve(gap=-5).gap == 0
    assert state.evolve(gap=10**30).gap == GAP_LIMIT
    assert state.evolve(gap=10**15, position=Position(POSITION_LIMIT - 3)).gap == 3
    assert state.evolve(pair=31).evolve(params=EncodingParams(d_model=8)).pair == 3
    hovered = state.evolve(hover=Hover(pair=31, gap=4))
    assert hovered.evolve(params=EncodingParams(d_model=8)).hover == Hover(gap=4)


@pytest.mark.parametrize(
    ("asked", "held"), [(0.0, 0.01), (-0.001, -0.01), (5e9, 1e6), (-5e9, -1e6), (-2.0, -2.0), (0.01, 0.01)]
)
def test_speed_keeps_its_sign(asked, held):
    assert clamped_speed(asked) == held


def test_measured_at_is_where_the_position_last_rested():
    playing = AppState().evolve(position=Position(9))
    assert playing.measured_at == Position()
    rested = playing.evolve(playing=False)
    assert rested.measured_at == Position(9)
    assert rested.evolve(position=Position(4)).measured_at == Position(4)
    assert rested.evolve(playing=True).evolve(position=Position(50)).measured_at == Position(9)
