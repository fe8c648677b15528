"""A patch: what a step sets in the state, given in part, checked field by field and applied to any state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine import CONVENTIONS, Convention, EncodingParams
from gui.model.intents import reset
from gui.model.numbers import parse_position
from gui.model.position import Position
from gui.model.presets import Preset, preset
from gui.model.session import READERS
from gui.model.state import AppState

PERSONAL: Final = frozenset(
    {
        *("theme", "follow_system", "colours", "text_size", "renderer", "reduced_motion"),
        *("hint", "hover", "presented", "sentence"),
    }
)
"""What is the person's own: no tour sets it."""
SETTABLE: Final = ("preset", *(name for name in READERS if name not in PERSONAL))
"""The fields of a patch."""
_PARAMS: Final = ("d_model", "base", "length", "convention")


@dataclass(frozen=True, slots=True)
class Patch:
    """What a step sets.

    Attributes
    ----------
    preset : Preset or None
        Comes first.
    params : mapping
        Parameters that differ from those before, any of d_model, base, length and convention.
    fields : mapping
        Other fields of the state.
    pins : tuple of mapping, or None
        Parameter sets kept for comparison, each as it differs from the step's own.
    """

    preset: Preset | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    pins: tuple[Mapping[str, Any], ...] | None = None

    def applied(self, state: AppState) -> AppState:
        """Return the state after the patch.

        Selecting a pair does not open the inspector, as it would by hand.

        Raises
        ------
        ValueError
            When the parameters do not go together.
        """
        changes = {} if self.preset is None else self.preset.changes()
        changes["params"] = replace(changes.get("params", state.params), **self.params)
        if self.pins is not None:
            changes["pins"] = tuple(replace(changes["params"], **pin) for pin in self.pins)
        return state.evolve(**({"inspecting": state.inspecting} | changes | dict(self.fields)))

    def lost(self, state: AppState) -> str | None:
        """Return the name of a field that `state`, made by `applied`, could not take as it was given."""
        return next((name for name, value in self.fields.items() if getattr(state, name) != value), None)

    @property
    def sets_position(self) -> bool:
        """Whether it says where the position is."""
        return "position" in self.fields or (self.preset is not None and self.preset.position is not None)


def opening(state: AppState) -> AppState:
    """Return what every tour begins with: the first start, at rest, in a person's look and words."""
    quiet = {"playing": False, "inspecting": False, "hint": False, "sentence": state.sentence}
    return state.evolve(**(reset(state) | quiet))


def patch_of(data: Any) -> Patch:
    """Return a patch as JSON gives it.

    Raises
    ------
    ValueError
        Names the field and what is allowed.
    """
    if not isinstance(data, dict):
        raise ValueError("it must be an object of fields of the state")  # noqa: TRY004
    for name in data:
        if name not in SETTABLE:
            raise ValueError(f"{name!r} cannot be set; fields are {', '.join(SETTABLE)}")
    rest = {name: value for name, value in data.items() if name not in ("preset", "params", "pins")}
    return Patch(
        preset=preset(data["preset"]) if "preset" in data else None,
        params=_params(data.get("params", {}), "params"),
        fields={name: _read(name, value) for name, value in rest.items()},
        pins=_pins(data["pins"]) if "pins" in data else None,
    )


def _read(name: str, value: Any) -> Any:
    try:
        return _position(value) if name == "position" else READERS[name](value)
    except (ValueError, TypeError, KeyError) as problem:
        raise ValueError(f"{name}: {problem}") from problem


def _position(value: Any) -> Position:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise TypeError(f"it must be a number, not {value!r}")
    return parse_position(str(value))


def _pins(data: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(data, list):
        raise ValueError("pins: it must be a list of parameters")  # noqa: TRY004 - one kind of error for all
    return tuple(_params(pin, "pins") for pin in data)


def _params(data: Any, field_name: str) -> Mapping[str, Any]:
    """Return some parameters, each checked by itself; that they go together is seen when applied."""
    if not isinstance(data, dict):
        raise ValueError(f"{field_name}: it must be an object of {', '.join(_PARAMS)}")  # noqa: TRY004
    read = dict(data)
    for name in read:
        if name not in _PARAMS:
            raise ValueError(f"{field_name}: {name!r} is none of {', '.join(_PARAMS)}")
    if "convention" in read:
        read["convention"] = _convention(read["convention"])
    for name in ("d_model", "base", "length"):
        if name in read:
            EncodingParams(**{"d_model": 64, name: read[name]})
    return read


def _convention(value: Any) -> Convention:
    if isinstance(value, dict):
        return Convention(**value)
    if value not in CONVENTIONS:
        raise ValueError(f"convention must be one of {', '.join(CONVENTIONS)}, not {value!r}")
    return CONVENTIONS[value]
