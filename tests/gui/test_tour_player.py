"""The tour player: its steps as states, moving numbers, hands that interfere, and what comes back."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
from gui_kit import still

from engine import EncodingParams
from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.tour.loading import tours
from gui.tour.player import SECONDS, TourPlayer
from gui.tour.transition import LOOK, Transition, eased

RULER = next(tour for tour in tours() if tour.name == "not-a-ruler")
CLOCKS = next(tour for tour in tours() if tour.name == "wall-of-clocks")


LONG = SECONDS + 0.01


class Time:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def made(qapp):
    def make(state=None, **keywords):
        clock = Time()
        store = Store(state or still())
        return TourPlayer(store, clock, **keywords), store, clock

    return make


def seen(state):
    """What a tour may set of a state."""
    return {f.name: getattr(state, f.name) for f in fields(AppState) if f.name not in LOOK | {"measured_at"}}


# ---- walking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour.name)
@pytest.mark.parametrize("reduced", [False, True])
def test_walking_there_and_back_shows_the_same(made, tour, reduced):
    player, store, clock = made(reduced_motion=reduced)
    expected = [seen(state) for state in tour.states(store.state)]
    if reduced:
        expected = [state | {"playing": False} for state in expected]
    player.start(tour)
    for n in [*range(player.count), *reversed(range(player.count - 1))]:
        if n != player.index:
            assert player.next() if n > player.index else player.previous()
        assert player.index == n
        clock.now += LONG
        player.tick()
        assert not player.moving
        assert seen(store.state) == expected[n]
    assert not player.previous()
    player.leave()
    assert store.state == still()


def test_the_ends_hold(made):
    player, _, _ = made()
    assert not player.next()
    assert not player.act()
    player.leave()
    player.start(RULER, step=99)
    assert player.index == player.count - 1
    assert not player.next()
    assert player.go_to(0)
    assert not player.go_to(8)
    assert not player.go_to(-1)


def test_what_a_step_wants_is_said(made):
    player, _, _ = made()
    assert (player.step, player.tour, player.views, player.spotlight, player.count) == (
        None,
        None,
        (),
        None,
        0,
    )
    told = []
    player.changed.connect(lambda: told.append(player.index))
    player.start(RULER)
    player.next()
    assert player.step is RULER.steps[1]
    assert player.views == ("dials", "similarity")
    assert (player.spotlight.target, player.spotlight.number) == ("pair", 0)
    assert told == [0, 1]
    player.set_depth("researcher")
    player.set_depth("researcher")
    assert player.depth == "researcher"
    assert told == [0, 1, 1]


# ---- leaving ------------------------------------------------------------------------------------


def busy():
    state = AppState(params=EncodingParams(128, 777.0, 4000), position=Position(10**15, 0.25), speed=-3.5)
    state = state.evolve(gap=17, pair=9, playing=True, hide_cosine=True, log_gaps=True, matrix=True)
    return state.evolve(pins=(EncodingParams(8),), theme="dark", text_size=18, hover=Hover(pair=3))


@pytest.mark.parametrize("former", [AppState(), still(), busy(), busy().evolve(playing=False)])
def test_leaving_restores_the_former_state_exactly(made, former):
    player, store, clock = made(former)
    player.start(RULER)
    clock.now += 0.1
    player.tick()
    player.next()
    player.start(CLOCKS, step=3)
    player.leave()
    assert store.state == former
    assert player.tour is None
    clock.now += 5
    player.tick()
    assert store.state == former


def test_the_look_is_the_person_s(made):
    player, store, _ = made()
    player.start(RULER)
    store.update(theme="dark", text_size=24)
    player.next()
    assert (store.state.theme, store.state.text_size) == ("dark", 24)
    player.leave()
    assert store.state == still(theme="dark", text_size=24)


# ---- moving -------------------------------------------------------------------------------------


def test_base_and_gap_move_along_their_logarithms(made):
    player, store, clock = made(still(gap=0))
    player.start(RULER, step=5)  # from the state before: base 10 000 either way
    clock.now += LONG
    player.tick()
    player.previous()
    assert player.moving
    start, end = math.log(10000), math.log(100)
    bases = []
    for n in range(1, 6):
        clock.now = 100 + LONG + SECONDS * n / 6
        player.tick()
        bases.append(math.log(store.state.params.base))
        assert bases[-1] == pytest.approx(start + (end - start) * eased(n / 6))
    assert bases == sorted(bases, reverse=True)
    clock.now += LONG
    player.tick()
    assert store.state.params.base == 100


def test_a_far_position_moves_exactly():
    start, target = still(), still(position=Position(10**18, 0.5))
    way = Transition(start, target)
    assert way.at(0.5)["position"] == Position(5 * 10**17, 0.25)
    assert way.at(1.0)["position"] == target.position
    assert way.first()["position"] == start.position


def test_a_gap_moves_from_none():
    way = Transition(still(gap=0), still(gap=10**6))
    gaps = [way.at(n / 10)["gap"] for n in range(11)]
    assert gaps == sorted(gaps)
    assert (gaps[0], gaps[5], gaps[-1]) == (0, 999, 10**6)


def test_widths_change_at_once_and_nothing_follows(made):
    start, target = still(), still(params=EncodingParams(8, 100.0), gap_hand=False)
    first = Transition(start, target).first()
    assert first["params"] == EncodingParams(8, 10000.0)
    store = Store(start)
    store.update(**first)
    assert not store.state.gap_hand


def test_the_next_key_press_interrupts_cleanly(made):
    player, store, clock = made()
    player.start(RULER)
    clock.now += 0.2
    player.tick()
    player.next()
    player.next()
    assert player.index == 2
    clock.now += LONG
    player.tick()
    assert seen(store.state) == seen(list(RULER.states(still()))[2])


def test_a_person_s_hand_ends_the_motion(made):
    player, store, clock = made()
    player.start(RULER, step=5)
    player.previous()
    clock.now += 0.2
    player.tick()
    store.update(gap=77)
    clock.now += 0.2
    player.tick()
    assert not player.moving
    assert store.state.gap == 77


def test_settling_arrives_at_once(made):
    player, store, _ = made()
    player.start(RULER)
    assert player.moving
    player.settle()
    assert not player.moving
    assert seen(store.state) == seen(next(RULER.states(still())))


def test_a_running_position_goes_on(made):
    player, store, clock = made()
    player.start(CLOCKS, step=2)
    clock.now += LONG
    player.tick()
    store.update(position=Position(33, 0.5))
    player.next()
    assert store.state.position == Position(33, 0.5)
    player.previous()
    clock.now += LONG
    player.tick()
    assert store.state.position == Position(0)


def test_playing_begins_on_arrival(made):
    player, store, clock = made(still(position=Position(50)))
    player.start(CLOCKS)
    assert not store.state.playing
    clock.now += LONG
    player.tick()
    assert store.state.playing


def test_reduced_motion_neither_moves_nor_plays(made):
    player, store, _ = made(reduced_motion=True)
    player.start(CLOCKS)
    assert not player.moving
    assert not store.state.playing
    assert store.state.params.d_model == 2


# ---- what a class can do ------------------------------------------------------------------------


def test_actions_speak_and_are_forgotten(made):
    player, store, clock = made()
    player.start(RULER, step=3)
    assert player.act(0)
    clock.now += LONG
    player.tick()
    assert store.state.gap == 63
    assert "63" in player.said
    assert player.act(2)
    clock.now += LONG
    player.tick()
    assert store.state.params.d_model == 8
    assert player.said == ""
    assert not player.act(9)
    player.act(0)
    player.next()
    assert player.said == ""
