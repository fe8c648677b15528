"""The wobble told exactly: the nearest gap at which rows are more alike than at both neighbouring gaps."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from engine import EncodingParams, similarity
from gui.similarity.quantity import s_zero

REACH: Final = 512
"""How many gaps to either side are searched."""
_NEAR: Final = 32
"""How many are searched first."""
_ROUNDING: Final = 1e-13
"""A rise below this share of S(0) may be rounding."""


@lru_cache(maxsize=64)
def nearest_crest(params: EncodingParams, gap: int) -> int | None:
    """Return the local maximum of S(k), k >= 1, that is nearest to a gap, or None within `REACH` gaps.

    Of two that are equally near it is the higher one. Distances have their dips there.
    """
    return _crest_within(params, gap, _NEAR) or _crest_within(params, gap, REACH)


def _crest_within(params: EncodingParams, gap: int, reach: int) -> int | None:
    first = max(gap - reach - 1, 0)
    values = similarity(params, range(first, gap + reach + 2))
    rise = np.diff(values)
    least = _ROUNDING * s_zero(params)
    crests = np.flatnonzero((rise[:-1] > least) & (rise[1:] < -least)) + 1
    if not len(crests):
        return None
    away = np.abs(crests + first - gap)
    nearest = crests[away == away.min()]
    return first + int(nearest[np.argmax(values[nearest])])
