"""The state that the shared options of the command line ask for."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import (
    CONVENTIONS,
    MAX_BASE,
    MAX_D_MODEL,
    MAX_LENGTH,
    MIN_BASE,
    MIN_D_MODEL,
    EncodingParams,
)
from gui.export.session import read_session
from gui.model.numbers import parse_integer, parse_position, parse_real
from gui.model.position import POSITION_LIMIT
from gui.model.presets import preset, presets
from gui.model.state import GAP_LIMIT, AppState


def state_of(options: argparse.Namespace, *, playing: bool) -> AppState:
    """Return the state that the shared options ask for.

    Raises
    ------
    ValueError
        When an option is no number of its range, or the options do not go together.
    """
    given = vars(options)
    if "session" in given:
        return _changed(read_session(Path(given["session"])), given, playing=playing)
    chosen = preset(given["preset"]) if "preset" in given else presets()[0]
    params = _params(given, chosen.params)
    position = parse_position(given["position"], "--position") if "position" in given else chosen.position
    state = AppState(params=params, playing=playing, hint=playing, theme=given.get("theme", "light"))
    if position is not None:
        state = replace(state, position=position, measured_at=position)
    if "gap" in given or chosen.gap is not None:
        most = min(GAP_LIMIT, POSITION_LIMIT - max(state.position.whole, 0))
        gap = parse_integer(given.get("gap", str(chosen.gap)), "--gap", 0, most)
        state = replace(state, gap=gap, gap_hand=True)
    if "pair" in given:
        pair = parse_integer(given["pair"], "--pair", 0, params.pairs - 1)
        state = replace(state, pair=pair, inspecting=True)
    return state


def _changed(state: AppState, given: dict[str, Any], *, playing: bool) -> AppState:
    """Return a session's state with what the other options say instead."""
    changes: dict[str, Any] = {"params": _params(given, state.params), "hint": False}
    if not playing:
        changes["playing"] = False
    if "preset" in given:
        changes |= preset(given["preset"]).changes()
        changes["params"] = _params(given, changes["params"])
    if "position" in given:
        changes["position"] = parse_position(given["position"], "--position")
    if "theme" in given:
        changes["theme"] = given["theme"]
    if "gap" in given:
        changes["gap"] = parse_integer(given["gap"], "--gap", 0, GAP_LIMIT)
    if "pair" in given:
        changes["pair"] = parse_integer(given["pair"], "--pair", 0, changes["params"].pairs - 1)
    return state.evolve(**changes)


def _params(given: dict[str, Any], params: EncodingParams) -> EncodingParams:
    changes: dict[str, Any] = {}
    if "d" in given:
        changes["d_model"] = parse_integer(given["d"], "--d", MIN_D_MODEL, MAX_D_MODEL)
    if "base" in given:
        changes["base"] = parse_real(given["base"], "--base", MIN_BASE, MAX_BASE)
    if "length" in given:
        changes["length"] = parse_integer(given["length"], "--length", 1, MAX_LENGTH)
    if "convention" in given:
        changes["convention"] = CONVENTIONS[given["convention"]]
    return replace(params, **changes)
