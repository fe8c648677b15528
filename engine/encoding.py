"""The table: the encoding of any positions, in the layout and number type asked for."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from engine.limits import refuse, require_memory
from engine.params import EncodingParams
from engine.phase import EvenPhases, phases_of
from engine.seeds import write_even, write_scattered

DTYPES: Final = (np.dtype(np.float64), np.dtype(np.float32), np.dtype(np.float16))
_FEW: Final = 8
"""Up to this many rows are computed one by one: seeds would be no fewer."""


def encode(
    params: EncodingParams,
    positions: object = None,
    *,
    fraction: float = 0.0,
    dtype: DTypeLike = np.float64,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return the encoding of positions (Vaswani et al. 2017, section 3.5, for the convention "paper").

    Parameters
    ----------
    positions : int, float, range, sequence or array, n of them; optional
        Exact positions, |p| < 2^63; floats are taken at their exact value. None is range(params.length).
        Ranges, and arrays of equally spaced integers, take about a thirtieth of the time of others.
    fraction : float
        Added to every position, in [0, 1).
    dtype : {float64, float32, float16}
        Of the result. Rounding apart, all are equally exact.
    out : ndarray, shape (n, d_model), optional
        Written and returned; its own dtype counts.

    Returns
    -------
    ndarray, shape (n, d_model)
        Maximal error 6e-16, at any position (float64; 1.5e-7 for float32, 5e-4 for float16), times the
        convention's amplitude.

    Raises
    ------
    ValueError
        For positions, dtype or out that do not fit, and results beyond the memory budget.
    """
    wanted = range(params.length) if positions is None else positions
    rows = phases_of(params, wanted, fraction=fraction)
    out = result(out, rows.count, params.d_model, dtype)
    columns = params.convention.columns(params.d_model)
    radius = params.convention.radius(params.d_model)
    if isinstance(rows, EvenPhases) and rows.count > _FEW:
        write_even(rows, out, columns, radius)
    else:
        write_scattered(rows, out, columns, radius)
    return out


def result(out: NDArray[Any] | None, rows: int, width: int, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Return `out` if it fits, or a new array of shape (rows, width) within the memory budget."""
    if out is None:
        kind = _checked_dtype(dtype)
        require_memory(f"a table of {rows} rows and {width} columns", rows * width * kind.itemsize)
        return np.empty((rows, width), dtype=kind)
    if not isinstance(out, np.ndarray) or out.shape != (rows, width) or not out.flags.writeable:
        refuse("out", np.shape(out), f"a writeable array of shape ({rows}, {width})")
    _checked_dtype(out.dtype)
    return out


def _checked_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    try:
        kind = np.dtype("O" if dtype is None else dtype)  # numpy takes None for float64
    except TypeError:
        kind = np.dtype("O")
    if kind not in DTYPES:
        refuse("dtype", dtype, "float64, float32 or float16")
    return kind
