"""The order of the columns: as the convention stores them, or all sines and then all cosines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine import EncodingParams
from gui.model.state import HeatLayout


@dataclass(frozen=True, slots=True)
class Run:
    """Pairs 0 … pairs - 1 side by side from column `first` on, each of them `width` columns wide."""

    first: int
    pairs: int
    width: int


@lru_cache(maxsize=8)
def arranged_params(params: EncodingParams, layout: HeatLayout) -> EncodingParams:
    """Return the parameters of the table as it is shown.

    A grouped table is that of the same convention with its sines first, then its cosines, and an odd column
    last: the values are the same, whatever the order they are stored in.
    """
    own = params.convention
    if layout == "stored":
        return params
    odd = "extra_sine" if own.odd == "extra_sine_first_half" else own.odd
    return replace(params, convention=replace(own, layout="sin_cos", odd=odd))


def stored_channel(params: EncodingParams, shown: EncodingParams, column: int) -> int:
    """Return the channel of the table as it is stored that a column of the table as it is shown holds."""
    pair, function = shown.convention.channel(shown.d_model, column)
    if pair == params.pairs:
        odd = params.convention.columns(params.d_model).odd
        return column if odd is None else odd
    sine, cosine = params.convention.pair_columns(params.d_model, pair)
    return sine if function == "sin" else cosine


def runs_of(shown: EncodingParams) -> tuple[Run, ...]:
    """Return where pairs lie side by side, from left to right; an odd column is no part of a run."""
    columns, pairs = shown.convention.columns(shown.d_model), shown.pairs
    if shown.convention.layout == "interleaved":
        return (Run(0, pairs, 2),)
    return tuple(Run(first, pairs, 1) for first in sorted((columns.sines.start, columns.cosines.start)))
