"""The table of the conventions that are shipped: their rules, and what tells their numbers apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from engine.convention import CONVENTION_TITLES, CONVENTIONS
from engine.frequency import omega, wavelengths
from engine.params import EncodingParams
from engine.similarity import similarity
from engine.tables.table import Alive, Block, Cell, Table, rows_of, span_of, span_parameters

_CELLS: Final = ("name", "layout", "spacing", "amplitude", "odd", "title")
_VALUES: Final = ("offset", "scale", "radius", "omega_1", "slowest_wavelength", "similarity_1")


def conventions_table(params: EncodingParams, *, start: int = 0, rows: int | None = None) -> Table:
    """Return the table of `CONVENTIONS`, with their numbers for a width and a base.

    Numbers are nan where a convention is undefined for the width, and `omega_1` where there is one pair only.

    Parameters
    ----------
    params : EncodingParams
        Of which width and base count.
    start, rows : int
        Which conventions, in their order; without them all.

    Raises
    ------
    ValueError
        For conventions that there are not.
    """
    span = span_of(start, rows, len(CONVENTIONS), 0, len(CONVENTIONS))
    names = tuple(CONVENTIONS)[span.start : span.stop]

    def blocks(alive: Alive | None = None) -> Iterator[Block]:
        values = np.array([_values(name, params) for name in names])
        yield Block(np.arange(span.start, span.stop), values, tuple(_cells(name) for name in names))

    units = ("tokens", "1", "1", "radians per position", "positions per turn", "1")
    return Table(
        "conventions",
        ("number", *_CELLS, *_VALUES),
        ("1", *("1" for _ in _CELLS), *units),
        (("d_model", params.d_model), ("base", params.base), *span_parameters(span)),
        rows_of(span),
        blocks,
        first=span.start,
        cells=len(_CELLS),
    )


def _cells(name: str) -> tuple[Cell, ...]:
    known = CONVENTIONS[name]
    return (name, known.layout, known.spacing, known.amplitude, known.odd, CONVENTION_TITLES[name])


def _values(name: str, params: EncodingParams) -> tuple[float, ...]:
    known = CONVENTIONS[name]
    return (known.offset, known.scale, known.radius(params.d_model), *_numbers(name, params))


def _numbers(name: str, params: EncodingParams) -> tuple[float, float, float]:
    """Return omega_1, the slowest wavelength and S(1) of a convention, nan where it has none."""
    try:
        made = EncodingParams(params.d_model, params.base, convention=CONVENTIONS[name])
    except ValueError:
        return (math.nan, math.nan, math.nan)
    second = omega(made)[1] if made.pairs > 1 else math.nan
    return float(second), float(wavelengths(made).max()), float(similarity(made, [1])[0])
