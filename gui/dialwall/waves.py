"""Numbers of an encoding that the wall needs in every frame, computed once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, wavelengths


@lru_cache(maxsize=8)
def wavelengths_of(params: EncodingParams) -> NDArray[np.float64]:
    """Return the wavelengths, shape (pairs,), read-only, in positions per turn."""
    waves = wavelengths(params)
    waves.setflags(write=False)
    return waves
