"""The clock: where the position is after so much time, whatever happens to frames, speed and the machine."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from engine import EncodingParams, omega, phases
from gui.model.position import POSITION_LIMIT, Position
from gui.model.state import AppState
from gui.model.transport import STALL_SECONDS, Transport


@dataclass
class Clock:
    time: float = 1000.0

    def __call__(self) -> float:
        return self.time


class Player:
    """A transport with a clock in hand and a state that follows it, as the program's player does it."""

    def __init__(self, **fields: object) -> None:
        self.clock = Clock()
        self.transport = Transport(self.clock)
        self.state = AppState().evolve(**fields)
        self.transport.follow(self.state)

    def change(self, **fields: object) -> None:
        self.state = self.state.evolve(**fields)
        self.transport.follow(self.state)

    def frame(self, seconds: float) -> Position:
        self.clock.time += seconds
        self.transport.follow(self.state)
        self.state = self.state.evolve(position=self.transport.now())
        return self.state.position

    def play(self, seconds: float, rate: int = 60) -> Position:
        for _ in range(round(seconds * rate)):
            self.frame(1 / rate)
        return self.state.position


@pytest.mark.parametrize("rate", [15, 60])
def test_half_a_minute_at_two_positions_per_second(rate):
    assert Player().play(30, rate).value == pytest.approx(60, abs=0.1)


@pytest.mark.parametrize("rate", [15, 60])
def test_a_stall_of_two_seconds_is_caught_up(rate):
    player = Player()
    player.play(10, rate)
    player.frame(2.0)
    assert player.play(18, rate).value == pytest.approx(60, abs=0.1)


@pytest.mark.parametrize("first", ["frame", "speed", "loop", "pause"])
def test_after_an_hour_of_sleep_there_is_no_leap(first):
    player = Player(loop=False)
    before = player.play(3)
    player.clock.time += 3600
    if first == "speed":
        player.change(speed=100.0)
    elif first == "loop":
        player.change(loop=True)
    elif first == "pause":
        player.change(playing=False)
    player.frame(0.001)
    assert player.state.position.value == pytest.approx(before.value, abs=0.11)


def test_a_silence_just_short_of_sleep_is_caught_up():
    player = Player()
    assert player.frame(STALL_SECONDS - 0.01).value == pytest.approx(2 * (STALL_SECONDS - 0.01))


def test_frames_differ_as_they_should_at_1e15():
    params = EncodingParams(length=10**15)
    player = Player(params=params, position=Position(10**15 - 10), loop=False, speed=2.0)
    shown = [player.frame(1 / 60) for _ in range(400)]
    moved = [
        Fraction(b.whole - a.whole) + Fraction(b.fraction) - Fraction(a.fraction) for a, b in pairwise(shown)
    ]
    assert max(abs(m - Fraction(1, 30)) for m in moved) < 1e-9
    one, two = (phases(params, [p.whole], fraction=p.fraction)[0] for p in shown[-2:])
    turned = (two - one + np.pi) % (2 * np.pi) - np.pi
    assert np.abs(turned - omega(params) / 30).max() < 1e-9


@pytest.mark.parametrize(
    "change",
    [{"speed": 50.0}, {"speed": -3.0}, {"playing": False}, {"loop": False}, {"gap": 9}, {"theme": "dark"}],
)
def test_a_change_of_course_does_not_move_the_position(change):
    player = Player()
    before = player.play(7.3)
    player.change(**change)
    assert player.frame(0.0) == before


def test_a_change_between_two_frames_goes_on_from_where_it_is():
    player = Player(speed=100.0)
    player.play(0.5)
    player.clock.time += 0.01
    player.change(speed=0.01)
    assert player.frame(0.0).value == pytest.approx(51)


def test_pause_and_play_leave_the_pause_out():
    player = Player()
    player.play(5)
    player.change(playing=False)
    for _ in range(100):
        player.frame(0.5)
    player.change(playing=True)
    assert player.frame(0.5).value == pytest.approx(11)


def test_a_seek_goes_on_from_there():
    player = Player()
    player.play(5)
    player.change(position=Position(100, 0.5))
    assert player.frame(0.0) == Position(100, 0.5)
    assert player.frame(0.5) == Position(101, 0.5)


def test_resuming_after_being_hidden_does_not_leap():
    player = Player()
    before = player.play(2)
    player.clock.time += 4.0
    player.transport.resume()
    assert player.frame(0.0) == before


@pytest.mark.parametrize(("speed", "end"), [(0.01, 0.3), (1e6, 3e7), (-0.01, -0.3), (-1e6, -3e7)])
def test_slowest_and_fastest(speed, end):
    assert Player(speed=speed, loop=False).play(30).value == pytest.approx(end, rel=1e-9)


@pytest.mark.parametrize(("speed", "end"), [(2.0, 4.0), (-2.0, 4.0), (1e6, 0.0)])
def test_looping_over_the_length_both_ways(speed, end):
    player = Player(params=EncodingParams(length=8), speed=speed)
    seen = [player.frame(1 / 16) for _ in range(16 * 30 + 0)]
    assert all(0 <= p.whole < 8 for p in seen)
    assert seen[-1].value == pytest.approx(end, abs=1e-6)


def test_a_change_of_speed_while_looping_does_not_jump():
    player = Player(params=EncodingParams(length=8))
    before = player.play(31)
    player.change(speed=3.0)
    assert player.frame(0.0) == before


def test_positions_beyond_the_length_run_on():
    player = Player(params=EncodingParams(length=8), position=Position(100))
    assert player.frame(1.0).value == pytest.approx(102)
    player.change(loop=False)
    player.change(loop=True)
    assert player.frame(1.0).value == pytest.approx(104)


@pytest.mark.parametrize(("start", "speed", "end"), [(12, -2.0, 2.0), (-4, 2.0, 6.0)])
def test_coming_back_into_the_table_joins_the_loop(start, speed, end):
    player = Player(params=EncodingParams(length=8), position=Position(start), speed=speed)
    assert player.play(9).value == pytest.approx(end, abs=1e-6)


def test_the_end_of_the_numbers_holds():
    player = Player(position=Position(POSITION_LIMIT - 3), loop=False, speed=1e6)
    assert player.play(1) == Position(POSITION_LIMIT)
