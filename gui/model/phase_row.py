"""The phases of all pairs at a position, computed once per frame for everyone who shows them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, phases
from gui.model.position import Position


@lru_cache(maxsize=8)
def phase_row(params: EncodingParams, position: Position) -> NDArray[np.float64]:
    """Return where every dial stands, in radians, shape (pairs,), read-only."""
    row: NDArray[np.float64] = phases(params, [position.whole], position.fraction)[0]
    row.setflags(write=False)
    return row
