"""Searches that are watched and stopped: how often they report, what they say, and that they stop at once."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_collision import brute_distances

from engine import EncodingParams
from engine.collision import find_collision, find_rival
from engine.search import WORK, Group

LONG = [
    (EncodingParams(16, 100), 0.05, 2 * 10**8),
    (EncodingParams(16), 0.05, 10**12),
    (EncodingParams(64, 1.5), 0.4, 300_000),
    (EncodingParams(512), 0.2, 10**8),
    (EncodingParams(8192, 50), 0.3, 10**5),
    (EncodingParams(6, 1e15), 1e-3, 10**15),
]


@pytest.fixture
def effort(monkeypatch):
    """Count the phases that are evaluated."""
    done = [0]
    least = Group.least

    def counted(self, starts, length, mark):
        done[0] += len(starts) * len(self.turns)
        return least(self, starts, length, mark)

    monkeypatch.setattr(Group, "least", counted)
    return done


@pytest.mark.parametrize("case", LONG, ids=str)
def test_reports_come_often_and_never_go_back(case, effort):
    params, epsilon, last = case
    reports = [(0, 0)]

    def progress(gap):
        reports.append((effort[0], gap))

    result = find_collision(params, epsilon, last=last, progress=progress)
    assert len(reports) > 3
    for (work, gap), (later, further) in itertools.pairwise(reports):
        assert later - work <= WORK
        assert further >= gap
    assert effort[0] - reports[-1][0] <= WORK
    assert reports[-1][1] <= result.searched_to


@pytest.mark.parametrize("first", [1, 31000, 31416])
def test_reports_stay_below_the_gap_that_is_found(first):
    reports = []
    assert find_collision(EncodingParams(8), 0.05, first=first, progress=reports.append).gap == 31416
    assert reports
    assert max(reports) < 31416


def test_an_absence_is_reported_in_full():
    reports = []
    result = find_collision(EncodingParams(64), 0.05, last=10**8, progress=reports.append)
    assert result.status == "absent"
    assert reports[-1] == 10**8
    assert all(type(gap) is int for gap in reports)


@pytest.mark.parametrize("call", [1, 2, 5, 20])
def test_a_stop_is_final(call, effort):
    reports, work = [], []

    def progress(gap):
        reports.append(gap)
        work.append(effort[0])
        return len(reports) < call

    result = find_collision(EncodingParams(16, 100), 0.05, progress=progress)
    assert len(reports) == call
    assert effort[0] == work[-1]
    assert (result.status, result.gap, result.distance) == ("stopped", None, None)
    assert result.searched_to == reports[-1]


def test_a_rival_is_stopped_alike():
    reports = []
    result = find_rival(EncodingParams(512), progress=lambda gap: reports.append(gap) or len(reports) < 30)
    assert result.status == "stopped"
    assert result.searched_to == reports[-1] >= 1
    assert len(reports) == 30


def test_only_false_stops():
    for answer in (None, True, 0, ""):
        assert find_collision(EncodingParams(8), 0.05, progress=lambda gap, said=answer: said).gap == 31416


def test_a_stop_that_comes_too_late_is_no_stop():
    result = find_collision(EncodingParams(16), 0.05, last=1, progress=lambda gap: False)
    assert result.status == "absent"


def test_what_progress_raises_is_passed_on():
    def progress(gap):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_collision(EncodingParams(16), 0.05, progress=progress)


@settings(max_examples=80, deadline=None)
@given(
    half=st.integers(1, 6),
    base=st.sampled_from([1e4, 100, 10, 3, 1, 0.1, 1e9]),
    epsilon=st.floats(0.01, 1),
    first=st.integers(1, 3000),
    call=st.integers(1, 12),
)
def test_searched_to_is_a_true_bound(half, base, epsilon, first, call):
    params, last, calls = EncodingParams(2 * half, base), 20_000, itertools.count(1)
    result = find_collision(params, epsilon, first=first, last=last, progress=lambda _: next(calls) < call)
    delta = brute_distances(params, last)
    begin = max(first, np.flatnonzero(delta > 0.5)[0] + 1)
    proved = delta[begin : result.searched_to + 1]
    assert (proved >= epsilon).all()
    if result.status == "found":
        assert delta[result.gap] < epsilon
        assert result.gap == result.searched_to + 1
