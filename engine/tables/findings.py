"""The tables of what has to be searched for: collisions, and what narrow number types lose first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from engine.collision import MAX_GAP, find_collision, find_rival
from engine.horizon import collision_horizon
from engine.limits import POSITION_END, unit_fraction, whole
from engine.params import EncodingParams
from engine.precision import precision_error
from engine.precision_search import first_bad_positions
from engine.search import Progress
from engine.similarity import distance
from engine.tables.table import (
    Alive,
    Block,
    Cell,
    Table,
    parameters,
    rows_of,
    span_of,
    span_parameters,
)

EPSILONS: Final = (0.05, 0.1, 0.2)
"""The usual distances below which rows collide."""
NARROW_TYPES: Final = ("float32", "bfloat16", "float16")
_USUAL_LIMIT: Final = 10**12
_LAST_POSITION: Final = 10**8
_LAST_POSITION_OF_MANY: Final = 10**6
_MANY_PAIRS: Final = 512
_PATIENCE: Final = 1000
"""Reports of an unlimited search before it is given up: a second or two, and the same on every machine."""


@dataclass(slots=True)
class _Patience:
    """Lets a search go on until it has reported so often."""

    alive: Alive | None
    left: float

    def __call__(self, gap: int) -> bool:
        if self.alive is not None:
            self.alive()
        self.left -= 1
        return self.left > 0


def collisions_table(
    params: EncodingParams, *, limit: int | None = None, start: int = 0, rows: int | None = None
) -> Table:
    """Return the table of searches: far collisions below each of `EPSILONS`, and the neighbour's rival.

    `epsilon` is the distance sought below, which for the rival is that of the neighbour. What a search has
    proved is as for `engine.Search`. The last column is an estimate, `engine.collision_horizon`, which no
    search has to do with.

    Parameters
    ----------
    limit : int, optional
        The last gap looked at, 1 … 2^63 - 1, however long it takes. Without it 10^12, and every search is
        given up after a certain amount of work: a second or two.
    start, rows : int
        Which of the searches.

    Raises
    ------
    ValueError
        For a limit out of range, and searches that there are not.
    """
    last = _USUAL_LIMIT if limit is None else whole("limit", limit, 1, MAX_GAP)
    span = span_of(start, rows, len(EPSILONS) + 1, 0, len(EPSILONS) + 1)

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        for row in span:
            patience = _Patience(alive, _PATIENCE if limit is None else math.inf)
            cells, values = _searched(params, row, last, patience)
            yield Block(np.array([row]), np.array([values]), (cells,))

    asked = (("limit", last), ("work", "bounded" if limit is None else "unbounded"))
    return Table(
        "collisions",
        ("search", "sought", "status", "gap", "searched_to", "epsilon", "distance", "estimated_log10_gap"),
        ("1", "1", "1", "tokens", "tokens", "1", "1", "decimal logarithm of tokens, expected by chance"),
        (*parameters(params), *asked, *span_parameters(span)),
        rows_of(span),
        blocks,
        first=span.start,
        cells=4,
    )


def _searched(
    params: EncodingParams, row: int, last: int, progress: Progress
) -> tuple[tuple[Cell, ...], tuple[float, ...]]:
    """Return one row of the table of collisions: its cells and its numbers."""
    if row < len(EPSILONS):
        epsilon, sought = EPSILONS[row], "far collision"
        found = find_collision(params, epsilon, last=last, progress=progress)
        estimate = collision_horizon(params, epsilon).log10_gap
    else:
        epsilon, sought = float(distance(params, [1])[0]), "rival of the neighbour"
        found, estimate = find_rival(params, last=last, progress=progress), math.nan
    far = math.nan if found.distance is None else found.distance
    return (sought, found.status, found.gap, found.searched_to), (epsilon, far, estimate)


def precision_table(
    params: EncodingParams,
    *,
    position: int = 0,
    fraction: float = 0.0,
    limit: int | None = None,
    start: int = 0,
    rows: int | None = None,
) -> Table:
    """Return the table of pairs: what `NARROW_TYPES` do to each, after `engine.precision`.

    `error_TYPE` is the error at the position p = position + fraction, a chord on a dial of radius 1, and nan
    where the type has no such angle; `first_bad_TYPE` is the first position at which it exceeds 0.1, and none
    where no position up to the limit does.

    Parameters
    ----------
    position, fraction : int and float
        The position p, in tokens; the fraction is in [0, 1).
    limit : int, optional
        The last position looked at, 0 … 2^63 - 1; without it 10^8, or 10^6 for widths above 1024.
    start, rows : int
        Which pairs; without them all.

    Raises
    ------
    ValueError
        For a position or a limit out of range, and pairs that the encoding does not have.
    """
    p = whole("position", position, 1 - POSITION_END, POSITION_END - 1)
    place = Fraction(p) + Fraction(unit_fraction("fraction", fraction))
    usual = _LAST_POSITION if params.pairs <= _MANY_PAIRS else _LAST_POSITION_OF_MANY
    last = whole("limit", usual if limit is None else limit, 0, POSITION_END - 1)
    span = span_of(start, rows, params.pairs, 0, params.pairs)

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        some = slice(span.start, span.stop)
        bad, error = [], []
        for kind in NARROW_TYPES:
            if alive is not None:
                alive()
            bad.append(first_bad_positions(params, kind, last=last))
            error.append(precision_error(params, [place], kind)[0])
        cells: tuple[tuple[Cell, ...], ...] = tuple(zip(*bad, strict=True))[some]
        yield Block(np.arange(span.start, span.stop), np.stack(error, axis=1)[some], cells)

    asked = (("position", p), ("fraction", fraction), ("limit", last))
    return Table(
        "precision",
        (
            "pair",
            *(f"first_bad_{kind}" for kind in NARROW_TYPES),
            *(f"error_{kind}" for kind in NARROW_TYPES),
        ),
        ("1", *("tokens" for _ in NARROW_TYPES), *("radii of the dial" for _ in NARROW_TYPES)),
        (*parameters(params), *asked, *span_parameters(span)),
        rows_of(span),
        blocks,
        first=span.start,
        cells=len(NARROW_TYPES),
    )
