"""A state as JSON: what is written reads back the same, and what is wrong is refused in one sentence."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CONVENTIONS, EncodingParams
from gui.model.position import POSITION_LIMIT, Position
from gui.model.session import READERS, SessionError, from_json, to_json
from gui.model.state import AppState, HeatWindow, PlotWindow, WallWindow

params = st.builds(
    EncodingParams,
    st.integers(2, 4096).map(lambda h: 2 * h),
    st.floats(1e-3, 1e15),
    st.integers(1, 10**15),
    st.sampled_from(sorted(CONVENTIONS)).map(CONVENTIONS.__getitem__),
)
positions = st.builds(
    Position, st.integers(-POSITION_LIMIT, POSITION_LIMIT), st.floats(0, 1, exclude_max=True)
)
states = st.builds(
    AppState,
    params=params,
    position=positions,
    gap=st.integers(0, 2**62),
    speed=st.floats(0.01, 1e6),
    playing=st.booleans(),
    theme=st.sampled_from(["light", "dark", "print"]),
    text_size=st.sampled_from([0, 9, 24]),
    log_gaps=st.booleans(),
    pins=st.lists(params, max_size=5).map(tuple),
    heat_window=st.none() | st.just(HeatWindow(10**15, 0.25, 7.5, 1.0, 6.0)),
    wall_window=st.none() | st.just(WallWindow(1.0, 2.0, 3.0, 4.0)),
    plot_window=st.none() | st.just(PlotWindow(-0.5, 20.0, -1.0, 1.0)),
).map(lambda state: AppState.evolve(state, measured_at=state.position))


@given(states)
def test_a_state_reads_back_the_same(state: AppState) -> None:
    text = json.dumps(to_json(state), allow_nan=False)
    assert from_json(json.loads(text)) == state


def test_what_is_missing_is_as_at_the_start() -> None:
    assert from_json({"schema": 1}) == AppState()


def changed(**fields: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(to_json(AppState())))
    for path, value in fields.items():
        holder, *names = data, *path.split("__")
        for name in names[:-1]:
            holder = holder[name]
        holder[names[-1]] = value
    return data


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"params__d_model": -4}, "d_model"),
        ({"params__d_model": 1e12}, "d_model"),
        ({"params__base": "x"}, "base"),
        ({"params__length": 0}, "length"),
        ({"params__convention__layout": "zigzag"}, "layout"),
        ({"position__whole": "9" * 30}, "position"),
        ({"position__fraction": 1.5}, "fraction"),
        ({"position": None}, "position"),
        ({"gap": -1}, "gap"),
        ({"gap": True}, "gap"),
        ({"speed": 0}, "speed"),
        ({"speed": 1e9}, "speed"),
        ({"theme": "pink"}, "theme"),
        ({"text_size": 400}, "text_size"),
        ({"playing": "yes"}, "playing"),
        ({"pins": 3}, "pins"),
        ({"heat_window": {"row": 1}}, "heat_window"),
        ({"wall_window": {"x": 0, "y": 0, "width": 0, "height": 1}}, "wall_window"),
        ({"schema": 999}, "999"),
        ({"schema": "one"}, "schema"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], part: str) -> None:
    with pytest.raises(SessionError) as caught:
        from_json(changed(**fields))
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "text", 7, {}])
def test_what_is_no_session_is_refused(data: Any) -> None:
    with pytest.raises(SessionError):
        from_json(data)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
nonsense = st.recursive(scalars, lambda c: st.lists(c) | st.dictionaries(st.text(), c), max_leaves=5)


@given(st.dictionaries(st.sampled_from(sorted(READERS)), nonsense))
def test_nonsense_is_refused_or_harmless(data: dict[str, Any]) -> None:
    with contextlib.suppress(SessionError):
        assert isinstance(from_json({"schema": 1} | data), AppState)
