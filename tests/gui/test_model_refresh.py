"""Frames come at a display's pace, though timers know whole milliseconds only."""

from __future__ import annotations

import pytest

from gui.model.refresh import Refresh


def frames(refresh: Refresh, seconds: float, busy: float = 0.0) -> list[float]:
    """Return when frames begin that take `busy` seconds each."""
    now, found = 1000.0, []
    while now < 1000.0 + seconds:
        now += refresh.wait(now) / 1000
        found.append(now - 1000.0)
        now += busy
    return found


@pytest.mark.parametrize("hertz", [24.0, 30.0, 59.94, 60.0, 75.0, 144.0])
@pytest.mark.parametrize("busy", [0.0, 0.0031])
def test_there_is_one_frame_per_refresh(hertz: float, busy: float) -> None:
    refresh = Refresh()
    refresh.keep(hertz)
    found = frames(refresh, 60.0, busy)
    assert len(found) == pytest.approx(60 * hertz, abs=2)
    strayed = [at - n / hertz for n, at in enumerate(found)][1:]  # the first comes as soon as can be
    assert max(strayed) - min(strayed) < 0.00101  # half a millisecond either way


@pytest.mark.parametrize("hertz", [0.0, -1.0, 1.0, 1e9, float("nan")])
def test_a_display_that_says_nothing_sensible_counts_as_usual(hertz: float) -> None:
    refresh = Refresh()
    refresh.keep(hertz)
    assert len(frames(refresh, 10.0)) == pytest.approx(600, abs=2)


def test_frames_that_take_longer_are_not_made_up_for() -> None:
    refresh = Refresh()
    frames(refresh, 1.0, busy=0.05)
    refresh.keep(60.0)
    assert len(frames(refresh, 1.0)) <= 62
