"""The columns of a table: which of them hold the sine and the cosine of which pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import LAYOUTS, Convention, OddRule
from engine.params import EncodingParams

Indices = NDArray[np.intp]

_ZERO: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Where the pairs are: what is sought in a table.

    Attributes
    ----------
    convention : Convention
        Has the layout and the rule for odd widths; the rest remains to be found.
    width : int
        d_model.
    sines, cosines, pairs : ndarray, shape (m,)
        The columns of some pairs, and the numbers of these pairs on the ladder.
    permutation : ndarray, shape (d,), optional
        The table is the convention's own with columns taken in this order.
    """

    convention: Convention
    width: int
    sines: Indices
    cosines: Indices
    pairs: Indices
    permutation: Indices | None = None

    @property
    def has_extra_sine(self) -> bool:
        """Tell whether a column is a sine without a cosine."""
        return self.convention.has_extra_sine(self.width)


def codes(convention: Convention, width: int) -> Indices:
    """Return what each column holds, shape (width,): 2i the sine, 2i + 1 the cosine of pair i; -1 zeros."""
    columns, half = convention.columns(width), width // 2
    found = np.empty(width, dtype=np.intp)
    found[columns.sines] = 2 * np.arange(half)
    found[columns.cosines] = 2 * np.arange(half) + 1
    if columns.odd is not None:
        found[columns.odd] = 2 * half if convention.has_extra_sine(width) else _ZERO
    return found


def permutation(held: Indices, convention: Convention) -> Indices | None:
    """Return the order of a convention's columns that gives columns holding `held`, or None without one."""
    own = codes(convention, len(held))
    order = np.argsort(own)
    place = np.searchsorted(own[order], held).clip(0, len(held) - 1)
    taken: Indices = order[place]
    return taken if np.array_equal(own[taken], held) else None


def plans(width: int, *, ends_with_zeros: bool) -> Iterator[Plan]:
    """Yield every different layout of a table of this width."""
    seen = set()
    for layout in LAYOUTS:
        for odd in _odd_rules(width, ends_with_zeros):
            convention = Convention(layout, odd=odd)
            if odd == "extra_sine_first_half" and layout != "sin_cos":
                continue
            held = codes(convention, width)
            if (key := held.tobytes()) not in seen:
                seen.add(key)
                yield plan_of(convention, held)


def plan_of(convention: Convention, held: Indices, order: Indices | None = None) -> Plan:
    """Return the plan of a table whose columns hold `held`."""
    half = len(held) // 2
    where = np.empty(2 * half, dtype=np.intp)
    paired = np.flatnonzero((held >= 0) & (held < 2 * half))
    where[held[paired]] = paired
    return Plan(convention, len(held), where[0::2], where[1::2], np.arange(half), order)


def denominator(params: EncodingParams) -> float:
    """Return what i is divided by in omega_i = base^(-i / denominator)."""
    convention, half = params.convention, params.pairs
    if convention.has_extra_sine(params.d_model):
        return params.d_model / 2
    return half - 1 if convention.spacing == "endpoint" else half


def _odd_rules(width: int, ends_with_zeros: bool) -> tuple[OddRule, ...]:
    if width % 2 == 0:
        return ("extra_sine",)
    return ("zero_last",) if ends_with_zeros else ("extra_sine", "extra_sine_first_half")
