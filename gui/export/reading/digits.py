"""How exact numbers in decimal text are: the narrowest number type they may have been printed from."""

from __future__ import annotations

from typing import Final

import numpy as np
import orjson
from numpy.typing import NDArray

from engine import round_to

Floats = NDArray[np.float64]

_ROWS: Final = 64
_BY_DECIMALS: Final = ((3, "bfloat16"), (6, "float16"))
"""Up to so many decimals, values near 1 are as exact as in the type."""
_DECIMALS_OF_FLOAT32: Final = 14


def as_printed(values: Floats) -> tuple[Floats, str]:
    """Return values rounded to the number type they were printed from, and its name.

    Decimal digits are no binary numbers, so that a float32 table in text holds values that are not float32
    ones; what examines a table is to see those that were meant. float64 values come back as they are.
    """
    kind = _printed_from(values[:: max(1, len(values) // _ROWS)])
    return (values, kind) if kind == "float64" else (round_to(values, kind), kind)


def _printed_from(values: Floats) -> str:
    if _is_shortest(values, "float16"):
        return "float16"
    for decimals, kind in _BY_DECIMALS:
        if _has_decimals(values, decimals):
            return kind
    is_float32 = _is_shortest(values, "float32") or _has_decimals(values, _DECIMALS_OF_FLOAT32)
    return "float32" if is_float32 else "float64"


def _has_decimals(values: Floats, decimals: int) -> bool:
    return np.array_equal(values.round(decimals), values)


def _is_shortest(values: Floats, kind: str) -> bool:
    """Tell whether the values are the shortest decimals that name numbers of a type."""
    if not np.isfinite(values).all() or np.abs(values).max() > np.finfo(kind).max:
        return False
    printed = orjson.dumps(values.astype(kind), option=orjson.OPT_SERIALIZE_NUMPY)
    return np.array_equal(orjson.loads(printed), values)
