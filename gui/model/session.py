"""The state as JSON and back: what is read is checked field by field, and refused in one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final, TypeVar

from engine import Convention, EncodingParams
from gui.model.position import POSITION_LIMIT, Position
from gui.model.state import (
    COLOURS,
    GAP_LIMIT,
    PINS_LIMIT,
    RENDERERS,
    SENTENCE_LIMIT,
    SPEED_MAX,
    SPEED_MIN,
    TEXT_SIZES,
    THEMES,
    VIEW_NAMES,
    AppState,
    HeatWindow,
    PlotWindow,
    WallWindow,
)

SCHEMA: Final = 1
"""The number of the present form; a newer one is refused, an older one is migrated."""

T = TypeVar("T")
Reader = Callable[[Any], Any]


class SessionError(ValueError):
    """A session that cannot be read; the message is one sentence for a person."""


def to_json(state: AppState) -> dict[str, Any]:
    """Return a state as values that JSON can hold; integers beyond 2^53 are written as text."""
    data = {name: getattr(state, name) for name in READERS}
    data["params"] = params_data(state.params)
    data["pins"] = [params_data(pin) for pin in state.pins]
    data["position"] = {"whole": str(state.position.whole), "fraction": state.position.fraction}
    data["gap"] = str(state.gap)
    for name in ("wall_window", "heat_window", "plot_window"):
        window = getattr(state, name)
        data[name] = None if window is None else asdict(window)
    return {"schema": SCHEMA, **data}


def from_json(data: Any) -> AppState:
    """Return the state that `to_json` wrote; what is missing is as at the first start.

    Raises
    ------
    SessionError
        Names the field, the value and what is allowed.
    """
    if not isinstance(data, dict) or not isinstance(schema := data.get("schema"), int):
        raise SessionError("this is no session: it has no schema number")
    if schema != SCHEMA:
        raise SessionError(f"the session has schema {schema}, and this program reads schema {SCHEMA}")
    read = {name: _read(name, reader, data[name]) for name, reader in READERS.items() if name in data}
    state = AppState(**read)
    return AppState(**(read | {"measured_at": state.position})).evolve(
        pair=state.pair, inspecting=state.inspecting
    )


def _read(name: str, reader: Reader, value: Any) -> Any:
    try:
        return reader(value)
    except (ValueError, TypeError, KeyError) as problem:
        raise SessionError(f"{name} cannot be read: {problem}") from problem


# ---- readers of single values ----------------------------------------------------------------------


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"it must be true or false, not {value!r}")
    return value


def _choice(*options: str) -> Reader:
    def read(value: Any) -> str:
        if value not in options:
            raise ValueError(f"it must be one of {', '.join(options)}, not {value!r}")
        return str(value)

    return read


def _whole(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        number = int(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise ValueError(f"it must be a whole number from {low} to {high}, not {value!r}")
        return number

    return read


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"it must be a number, not {value!r}")
    return float(value)


def _speed(value: Any) -> float:
    if not SPEED_MIN <= abs(_number(value)) <= SPEED_MAX:
        raise ValueError(f"it must be from {SPEED_MIN} to {SPEED_MAX:.0f} either way, not {value!r}")
    return float(value)


def _text_size(value: Any) -> int:
    return 0 if value == 0 else int(_whole(TEXT_SIZES[0], TEXT_SIZES[-1])(value))


def _sentence(value: Any) -> str:
    if not isinstance(value, str) or len(value) > SENTENCE_LIMIT:
        raise ValueError(f"it must be a text of at most {SENTENCE_LIMIT} characters")
    return value


def params_of(value: Any) -> EncodingParams:
    """Return the parameters that `params_data` wrote, or raise what their fields raise."""
    named = dict(value)
    return EncodingParams(**(named | {"convention": Convention(**named["convention"])}))


def _pins(value: Any) -> tuple[EncodingParams, ...]:
    if not isinstance(value, list) or len(value) > PINS_LIMIT:
        raise ValueError(f"it must be a list of at most {PINS_LIMIT} parameter sets")
    return tuple(params_of(pin) for pin in value)


def _presented(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not value or not set(value) <= set(VIEW_NAMES):
        raise ValueError(f"it must be a list of one or more of {', '.join(VIEW_NAMES)}, not {value!r}")
    return tuple(value)


def _position(value: Any) -> Position:
    fraction = _number(value["fraction"])
    if not 0 <= fraction < 1:
        raise ValueError(f"its fraction must be from 0 to below 1, not {fraction}")
    return Position(_whole(-POSITION_LIMIT, POSITION_LIMIT)(value["whole"]), fraction)


def _window(kind: type[T], *, sizes: tuple[str, ...]) -> Reader:
    def read(value: Any) -> T | None:
        if value is None:
            return None
        if not isinstance(value, Mapping) or value.keys() != {f.name for f in fields(kind)}:  # type: ignore[arg-type]
            raise ValueError("it must hold a window's fields")
        numbers = {name: value[name] if name == "row" else _number(value[name]) for name in value}
        if "row" in numbers:
            numbers["row"] = _whole(-POSITION_LIMIT, POSITION_LIMIT)(value["row"])
        if any(numbers[name] <= 0 for name in sizes):
            raise ValueError("its size must be above 0")
        return kind(**numbers)

    return read


def params_data(params: EncodingParams) -> dict[str, Any]:
    """Return parameters as values that JSON can hold."""
    return asdict(params)


READERS: Final[Mapping[str, Reader]] = {
    "params": params_of,
    "position": _position,
    "gap": _whole(0, GAP_LIMIT),
    "pair": _whole(0, 4095),
    "speed": _speed,
    "playing": _flag,
    "loop": _flag,
    "gap_hand": _flag,
    "inspecting": _flag,
    "theme": _choice(*THEMES),
    "follow_system": _flag,
    "colours": _choice(*COLOURS),
    "text_size": _text_size,
    "reduced_motion": _flag,
    "renderer": _choice(*RENDERERS),
    "hint": _flag,
    "sentence": _sentence,
    "hide_cosine": _flag,
    "bar_code": _flag,
    "heat_layout": _choice("stored", "grouped"),
    "heat_quantity": _choice("value", "phase"),
    "follow": _flag,
    "plot_quantity": _choice("similarity", "distance"),
    "normalised": _flag,
    "log_gaps": _flag,
    "limit_curve": _flag,
    "matrix": _flag,
    "presented": _presented,
    "pins": _pins,
    "wall_window": _window(WallWindow, sizes=("width", "height")),
    "heat_window": _window(HeatWindow, sizes=("rows", "channels")),
    "plot_window": _window(PlotWindow, sizes=()),
}
"""How each field of the state is read; all but pointer, spotlight and what follows from the position."""
