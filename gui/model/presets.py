"""The presets: named parameters for lectures, read from `resources/presets/presets.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine import CONVENTIONS, EncodingParams
from gui.model.numbers import parse_position
from gui.model.position import Position


@dataclass(frozen=True, slots=True)
class Preset:
    """Parameters with a name for files and commands and a title for people.

    A gap or position of None means that the preset leaves it as it is.
    """

    name: str
    title: str
    params: EncodingParams
    gap: int | None = None
    position: Position | None = None

    def changes(self) -> dict[str, Any]:
        """Return the fields of the state that the preset sets, for `Store.update`."""
        fields = {"params": self.params, "gap": self.gap, "position": self.position}
        return {name: value for name, value in fields.items() if value is not None}


@cache
def presets() -> tuple[Preset, ...]:
    """Return all presets in the order of menus, the default first."""
    text = (resources.files("resources") / "presets" / "presets.json").read_text(encoding="utf-8")
    return tuple(_preset(**entry) for entry in json.loads(text))


def preset(name: str) -> Preset:
    """Return the preset of a name.

    Raises
    ------
    ValueError
        Names the presets there are.
    """
    for found in presets():
        if found.name == name:
            return found
    names = ", ".join(found.name for found in presets())
    raise ValueError(f"preset must be one of {names}, not {name!r}")


def matching(params: EncodingParams) -> Preset | None:
    """Return the preset that has just these parameters, if there is one."""
    return next((found for found in presets() if found.params == params), None)


def _preset(
    name: str, title: str, params: dict[str, Any], gap: int | None = None, position: str | None = None
) -> Preset:
    named = params | {"convention": CONVENTIONS[params["convention"]]}
    return Preset(
        name, title, EncodingParams(**named), gap, None if position is None else parse_position(position)
    )
