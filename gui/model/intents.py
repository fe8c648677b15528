"""What a person can ask for beyond setting a field: each intent is a pure function to changed fields."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

from gui.model.position import Position
from gui.model.state import SPEED_MAX, SPEED_MIN, TEXT_SIZES, AppState, Hover


def toggle_playing(state: AppState) -> dict[str, Any]:
    """Play or pause."""
    return {"playing": not state.playing}


def step(state: AppState, by: int) -> dict[str, Any]:
    """Go to the next whole position, `by` positions on, and rest there."""
    whole = state.position.whole
    if state.position.fraction and by < 0:
        whole += 1
    return {"position": Position.clamped(whole + by, 0.0), "playing": False}


def step_gap(state: AppState, times: int) -> dict[str, Any]:
    """Go one gap on (or back): to where the gap hand stands."""
    return {"position": Position.clamped(state.position.whole + times * state.gap, state.position.fraction)}


def home(state: AppState) -> dict[str, Any]:
    """Go to position 0."""
    return {"position": Position()}


def end(state: AppState) -> dict[str, Any]:
    """Go to the last position of the table."""
    return {"position": Position(state.params.length - 1)}


def select_pair(state: AppState, by: int) -> dict[str, Any]:
    """Select the pair `by` dials further on."""
    return {"pair": min(max(state.pair + by, 0), state.params.pairs - 1)}


def change_speed(state: AppState, steps: int) -> dict[str, Any]:
    """Go up or down the series 1, 2, 5, 10 … of speeds, keeping the direction."""
    power, digit = _series_place(abs(state.speed), steps)
    speed = min(max((1, 2, 5)[digit] * 10.0**power, SPEED_MIN), SPEED_MAX)
    return {"speed": math.copysign(speed, state.speed)}


def _series_place(speed: float, steps: int) -> tuple[int, int]:
    """Return power of ten and digit index of the series value `steps` beyond a speed."""
    exact = math.log10(speed)
    power = math.floor(exact + 1e-9)
    lead = speed / 10.0**power
    digit = max(n for n, value in enumerate((1, 2, 5)) if value <= lead * (1 + 1e-9))
    between = lead > (1, 2, 5)[digit] * (1 + 1e-9)
    place = 3 * power + digit + steps + (1 if between and steps < 0 else 0)
    return place // 3, place % 3


def change_text_size(state: AppState, steps: int, standard: int) -> dict[str, Any]:
    """Go up or down the text sizes; `standard` is the desktop's own size in points."""
    now = state.text_size or standard
    nearest = min(range(len(TEXT_SIZES)), key=lambda n: abs(TEXT_SIZES[n] - now))
    return {"text_size": TEXT_SIZES[min(max(nearest + steps, 0), len(TEXT_SIZES) - 1)]}


def toggle_spotlight(state: AppState) -> dict[str, Any]:
    """Dim everything but what is pointed at, or the selected pair where nothing is; or end that."""
    if state.spotlight != Hover():
        return {"spotlight": Hover()}
    return {"spotlight": Hover(pair=state.pair) if state.hover == Hover() else state.hover}


def toggle_presented(state: AppState, name: str) -> dict[str, Any]:
    """Show a view in presentation mode, or leave it away; the last one stays."""
    if name not in state.presented:
        return {"presented": (*state.presented, name)}
    return {"presented": tuple(shown for shown in state.presented if shown != name) or state.presented}


def reset(state: AppState) -> dict[str, Any]:
    """Go back to the first start in everything but the look."""
    fresh = AppState()
    look = ("theme", "follow_system", "colours", "text_size", "renderer", "reduced_motion")
    panels = ("presented", "inspecting")
    kept = (*look, *panels, "playing", "hint", "hover", "measured_at")
    return {f.name: getattr(fresh, f.name) for f in fields(AppState) if f.name not in kept}


def speak(state: AppState, sentence: str) -> dict[str, Any]:
    """Let a sentence's words stand at the positions; the table becomes as long as the sentence."""
    words = sentence.split()
    changes: dict[str, Any] = {"sentence": " ".join(words)}
    if words:
        changes["params"] = replace(state.params, length=len(words))
    return changes


def pin(state: AppState) -> dict[str, Any]:
    """Keep the present parameters for comparison; those kept already are not kept twice."""
    return {"pins": (*(kept for kept in state.pins if kept != state.params), state.params)}


def unpin(state: AppState) -> dict[str, Any]:
    """Forget all parameters kept for comparison."""
    return {"pins": ()}


def reverse(state: AppState) -> dict[str, Any]:
    """Play the other way."""
    return {"speed": -state.speed}
