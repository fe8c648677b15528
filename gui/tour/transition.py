"""The way from one state to another: numbers move smoothly, everything else changes at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final

from engine import EncodingParams
from gui.model.position import Position
from gui.model.state import AppState

LOOK: Final = frozenset({"theme", "text_size", "hover", "spotlight", "presented"})
"""What a person sets at any time: a tour leaves it alone, and leaving a tour does not take it back."""
TOUCHED: Final = tuple(f.name for f in fields(AppState) if f.name not in LOOK | {"measured_at"})
"""The fields that a tour sets, and gives back in the end."""
MOVING: Final = ("params", "position", "gap")
"""The fields whose numbers move."""
_WINDOWS: Final = ("wall_window", "heat_window", "plot_window", "gap_hand")
"""Fields that would follow from the moving ones, and must not."""


def touched(state: AppState) -> dict[str, Any]:
    """Return all fields that a tour may set, for `Store.update`; given in full, nothing follows from them."""
    return {name: getattr(state, name) for name in TOUCHED}


def eased(share: float) -> float:
    """Return how far the way is gone at a share of the time: slow at both ends."""
    held = min(max(share, 0.0), 1.0)
    return held * held * (3 - 2 * held)


@dataclass(frozen=True, slots=True)
class Transition:
    """The way from one state to another.

    Base and length move along their logarithms, the gap along log(1 + k), the position evenly; a width or
    convention changes at once, and playing begins on arrival.
    """

    start: AppState
    target: AppState

    @property
    def moves(self) -> bool:
        """Whether any number has a way to go."""
        return _moved(self.start, self.target, 0.5) != _moved(self.start, self.target, 1.0)

    def first(self) -> dict[str, Any]:
        """Return all fields of the beginning: everything is as at the target but what moves."""
        held = touched(self.target) | _moved(self.start, self.target, 0.0)
        return held | {"playing": self.target.playing and self.start.position == self.target.position}

    def at(self, share: float) -> dict[str, Any]:
        """Return the moving fields at a share of the time from 0 to 1, and the target's from 1 on."""
        if share >= 1:
            return {name: getattr(self.target, name) for name in (*MOVING, *_WINDOWS, "playing")}
        still = {name: getattr(self.target, name) for name in _WINDOWS}
        moved = _moved(self.start, self.target, eased(share))
        if self.start.position == self.target.position:
            del moved["position"]  # it may run meanwhile
        return still | moved


def _moved(start: AppState, target: AppState, way: float) -> dict[str, Any]:
    if way >= 1:
        return {name: getattr(target, name) for name in MOVING}
    gap = math.expm1(_between(math.log1p(start.gap), math.log1p(target.gap), way))
    return {
        "params": _params(start.params, target.params, way),
        "position": _position(start.position, target.position, way),
        "gap": target.gap if start.gap == target.gap else round(gap),
    }


def _params(start: EncodingParams, target: EncodingParams, way: float) -> EncodingParams:
    return replace(
        target,
        base=_logarithmic(start.base, target.base, way),
        length=round(_logarithmic(start.length, target.length, way)),
    )


def _logarithmic(start: float, target: float, way: float) -> float:
    return (
        start if start == target or way <= 0 else math.exp(_between(math.log(start), math.log(target), way))
    )


def _position(start: Position, target: Position, way: float) -> Position:
    apart = target.whole - start.whole + Fraction(target.fraction) - Fraction(start.fraction)
    return start.moved(apart * Fraction(way)) if apart else start


def _between(start: float, target: float, way: float) -> float:
    return start + (target - start) * way
