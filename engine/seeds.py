"""The shift theorem as the algorithm: row a*B + b is row a*B turned by b, so 2*sqrt(n) seeds make a table."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Columns
from engine.phase import EvenPhases, Phases, chunks, hands, turns

Complex = NDArray[np.complexfloating[Any, Any]]

_SHORT: Final = 256
"""numpy's inner loops below this many elements cost more to start than to run."""
_TILE: Final = 1 << 14
"""Pairs per block on the way to tables that are not plain complex arrays: 256 KiB of complex128."""
_MANY: Final = 8_000_000
"""Elements from which a second thread pays."""


@dataclass(frozen=True, slots=True, eq=False)
class Seeds:
    """Hands of every B-th row, shape (A, rungs), and the turns to the B rows from it, (B, rungs)."""

    hands: Complex
    turns: Complex


def seeds(rows: EvenPhases) -> Seeds:
    """Return the exact hands and turns, about the square root of `rows.count` of each."""
    block = block_length(rows.count, len(rows.start))
    starts = np.arange(0, max(1, rows.count), block, dtype=np.uint64)
    steps = np.arange(block, dtype=np.uint64)
    return Seeds(hands(rows.at(starts)), turns(rows.turned(steps)))


def block_length(rows: int, rungs: int) -> int:
    """Return B, a power of two near the square root, and long enough to tile narrow tables."""
    near = 1 << round(math.log2(max(1, rows)) / 2)
    return max(near, min(1 << max(0, rows.bit_length() - 1), _tiling(rungs)))


def write_even(rows: EvenPhases, out: NDArray[Any], columns: Columns, factor: Any = 1.0) -> None:
    """Write the rows of an even progression times `factor`, a number or shape (rungs,), into `out`."""
    if rows.count == 0:
        return
    made = seeds(rows)
    made.hands[...] *= factor
    if out.dtype != np.float64:  # half precision is made in single and rounded when stored
        made = Seeds(made.hands.astype(np.complex64), made.turns.astype(np.complex64))
    write_turned(made, out, columns)


def write_turned(made: Seeds, out: NDArray[Any], columns: Columns) -> None:
    """Write every hand turned by every turn into the rows of `out`, shape (n, d_model)."""
    block = len(made.turns)
    full, rest = divmod(len(out), block)
    grid = out[: full * block].reshape(full, block, -1)
    plain = is_plain(out, columns)

    def fill(first: int, last: int) -> None:
        _fill(made.hands[first:last], made.turns, grid[first:last], columns, plain)

    in_threads(fill, full, out.size)
    if rest:
        _fill(made.hands[full:], made.turns[:rest], out[full * block :][None], columns, plain)


def write_scattered(rows: Phases, out: NDArray[Any], columns: Columns, factor: float = 1.0) -> None:
    """Write rows of any phases, each computed on its own, times `factor` into `out`."""

    def fill(first: int, last: int) -> None:
        for low, high in chunks(last - first, len(rows.start)):
            tips = hands(rows.take(first + low, first + high))
            if factor != 1:
                tips *= factor
            place(tips, out[first + low : first + high], columns)

    in_threads(fill, rows.count, out.size * 8)  # sines cost some eight times as much as products


def place(tips: Complex, out: NDArray[Any], columns: Columns) -> None:
    """Write hands, shape (…, rungs), into the cells of a table, shape (…, d_model)."""
    paired = len(range(out.shape[-1])[columns.sines])
    out[..., columns.sines] = tips.real[..., :paired]
    out[..., columns.cosines] = tips.imag[..., :paired]
    if columns.odd is not None:
        out[..., columns.odd] = tips.real[..., paired] if tips.shape[-1] > paired else 0.0


def in_threads(work: Callable[[int, int], None], rows: int, elements: int) -> None:
    """Do `work(first, last)` over all rows, halved between two threads where that pays."""
    if elements < _MANY or rows < 2 or (os.cpu_count() or 1) < 2:
        work(0, rows)
        return
    half = rows // 2
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (0, half), (half, rows)))


def _fill(tips: Complex, factors: Complex, grid: NDArray[Any], columns: Columns, plain: bool) -> None:
    if plain:
        _multiply(tips, factors, grid.view(tips.dtype))
    else:
        _multiply_in_tiles(tips, factors, grid, columns)


def _multiply(tips: Complex, factors: Complex, out: Complex) -> None:
    """Write tips[a] * factors[b] to out[a, b], narrow rows being tiled into longer ones."""
    block, rungs = factors.shape
    repeat = math.gcd(_tiling(rungs), block)
    if repeat > 1 and out.flags.c_contiguous:
        tips = np.tile(tips, (1, repeat))
        factors = factors.reshape(-1, repeat * rungs)
        out = out.reshape(len(tips), -1, repeat * rungs)
    np.multiply(tips[:, None, :], factors[None], out=out)


def _multiply_in_tiles(tips: Complex, factors: Complex, grid: NDArray[Any], columns: Columns) -> None:
    block, rungs = factors.shape
    deep, wide = max(1, _TILE // (block * rungs)), max(1, _TILE // rungs)
    for a in range(0, len(tips), deep):
        for b in range(0, block, wide):
            some, turn = tips[a : a + deep], factors[b : b + wide]
            tile = np.empty((len(some), len(turn), rungs), dtype=tips.dtype)
            _multiply(some, turn, tile)
            place(tile, grid[a : a + deep, b : b + wide], columns)


def _tiling(rungs: int) -> int:
    """Return how many narrow rows to treat as one, a power of two; 1 for rows that are long enough."""
    return 1 << max(0, (_SHORT // rungs).bit_length() - 1)


def is_plain(out: NDArray[Any], columns: Columns) -> bool:
    """Tell whether `out` is, bit for bit, an array of sin + i cos."""
    return (
        columns.sines.step == 2 and columns.odd is None and out.flags.c_contiguous and out.dtype != np.float16
    )
