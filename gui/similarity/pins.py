"""Pinned parameters: which of their curves are drawn, and what they are called beside the present ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine import CONVENTIONS, EncodingParams, omega
from gui.model.readout import integer_text
from gui.similarity.curve import Curve
from gui.similarity.quantity import Quantity, s_zero

PRESENT: Final = -1
"""The number of the present parameters among the pins, of which the first is 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Pinned:
    """A pin in the plot.

    Attributes
    ----------
    label : str
        What differs from the present parameters.
    style : int
        Whose colour and dashes show it: its own number, or that of the equal curve drawn before it.
    curve : Curve, optional
        None when an equal curve is drawn already.
    """

    label: str
    style: int
    curve: Curve | None


def styles(present: EncodingParams, pins: Sequence[EncodingParams], quantity: Quantity) -> tuple[int, ...]:
    """Return, for each pin, the number of the first with its curve: `PRESENT`, an earlier one or its own."""
    candidates = (present, *pins)
    return tuple(
        next(n for n, other in enumerate(candidates) if same_curve(other, pin, quantity)) - 1 for pin in pins
    )


def same_curve(one: EncodingParams, other: EncodingParams, quantity: Quantity) -> bool:
    """Tell whether two tables are equally similar at every gap: length, layout and offset do not matter."""
    if one.d_model // 2 != other.d_model // 2:
        return False
    if not np.array_equal(omega(one), omega(other)):
        return False
    raw = quantity.kind == "similarity" and not quantity.normalised
    return not raw or s_zero(one) == s_zero(other)


def label(present: EncodingParams, pin: EncodingParams) -> str:
    """Return what differs, such as "base 100, d 512" or "tensor2tensor"; "as shown" when nothing does."""
    parts = [
        f"base {_number(pin.base)}" if pin.base != present.base else "",
        f"d {pin.d_model}" if pin.d_model != present.d_model else "",
        convention_name(pin) if pin.convention != present.convention else "",
    ]
    return ", ".join(part for part in parts if part) or _length_label(present, pin)


def _length_label(present: EncodingParams, pin: EncodingParams) -> str:
    """Return what a pin is called that differs in nothing, or in what no curve depends on."""
    return "as shown" if pin == present else f"length {integer_text(pin.length)}"


def convention_name(params: EncodingParams) -> str:
    """Return the first well-known name of a convention."""
    names = (name for name, known in CONVENTIONS.items() if known == params.convention)
    return next(names, "own convention")


def _number(value: float) -> str:
    return integer_text(int(value)) if value == int(value) else f"{value:g}"
