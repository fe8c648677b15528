"""The continuous limit: what the normalised similarity tends to for ever more pairs, and how far it holds."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine import EncodingParams
from gui.model.readout import integer_text, significant
from gui.similarity.curve import Curve


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The limit as drawn, and the gap k* up to which S(k) follows it; infinite when it always does."""

    curve: Curve
    star: float


def star_gap(params: EncodingParams) -> float:
    """Return k*, where the two neighbouring pairs that turn most unlike are half a turn apart.

    With h = d_model // 2 pairs it is pi h / ln b (divided by the convention's scale). For bases below 1 the
    fastest pair turns at 1/b, which makes it pi h b / |ln b|; for base 1 all pairs turn alike, and the sum
    is its limit at every gap.
    """
    spread = abs(math.log(params.base)) * params.convention.scale
    return math.pi * params.pairs * min(params.base, 1.0) / spread if spread else math.inf


def star_text(star: float) -> str:
    """Return k* as a label says it."""
    return f"k* = {integer_text(round(star)) if 10 <= star < 1e6 else significant(star, 2)}"


def limit_text(star: float) -> str:
    """Return what the legend calls the limit."""
    return (
        "limit, exact at base 1" if math.isinf(star) else f"limit for many pairs, good to {star_text(star)}"
    )
