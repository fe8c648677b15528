"""What is plotted against the gap: dot products, divided or not, or distances; exact values and the limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, continuous_similarity, distance, similarity
from gui.model.state import PlotQuantity

Floats: TypeAlias = NDArray[np.float64]
Gaps: TypeAlias = Sequence[int] | NDArray[np.int64]
Kind = Literal["similarity", "distance", "limit", "limit_distance"]

FARTHEST: Final = math.sqrt(2.0)
"""The normalised distance of opposite rows."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One way to say how alike two rows are: S(k), S(k)/S(0), or the distance from 0 to the root of 2."""

    kind: PlotQuantity = "similarity"
    normalised: bool = True

    @property
    def limit_kind(self) -> Kind:
        """What its limit for infinitely many pairs is computed as."""
        return "limit" if self.kind == "similarity" else "limit_distance"

    def unit(self, params: EncodingParams) -> float:
        """Return what exact values are divided by: S(0), or 1 for raw dot products and distances."""
        return s_zero(params) if self.kind == "similarity" and self.normalised else 1.0

    def limit_unit(self, params: EncodingParams) -> float:
        """Return what values of the limit, which is normalised, are divided by."""
        raw = self.kind == "similarity" and not self.normalised
        return 1.0 / s_zero(params) if raw else 1.0

    def top(self, params: EncodingParams) -> float:
        """Return the largest value there can be, as drawn."""
        return FARTHEST if self.kind == "distance" else s_zero(params) / self.unit(params)

    def values(self, params: EncodingParams, gaps: Gaps) -> Floats:
        """Return the values at some gaps, shape (gaps,), as drawn."""
        return exact(self.kind, params, gaps) / self.unit(params)


BY_PAIRS: Final = Quantity()
"""The similarity divided by S(0)."""


def s_zero(params: EncodingParams) -> float:
    """Return S(0): the number of pairs, times the square of the convention's amplitude."""
    return float(similarity(params, [0])[0])


def exact(kind: Kind, params: EncodingParams, gaps: Gaps) -> Floats:
    """Return undivided values at some gaps, shape (gaps,)."""
    return _COMPUTED[kind](params, gaps)


def _similarity(params: EncodingParams, gaps: Gaps) -> Floats:
    return similarity(params, gaps)


def _distance(params: EncodingParams, gaps: Gaps) -> Floats:
    return distance(params, gaps)


def _limit(params: EncodingParams, gaps: Gaps) -> Floats:
    return continuous_similarity(params, np.asarray(gaps, dtype=np.float64))


def _limit_distance(params: EncodingParams, gaps: Gaps) -> Floats:
    return np.sqrt(1.0 - _limit(params, gaps))


_COMPUTED: Final[Mapping[Kind, Callable[[EncodingParams, Gaps], Floats]]] = {
    "similarity": _similarity,
    "distance": _distance,
    "limit": _limit,
    "limit_distance": _limit_distance,
}
