"""Where presentation mode puts its views: the arrangement that leaves the smallest of them largest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QRect, QSize

Columns = tuple[int, ...]
"""How many views stand in each column, from left to right."""
_ARRANGEMENTS: Final[Mapping[int, tuple[Columns, ...]]] = {
    1: ((1,),),
    2: ((1, 1), (2,)),
    3: ((1, 2), (1, 1, 1), (3,)),
    4: ((2, 2), (1, 1, 1, 1), (4,)),
}
_FIRST: Final = 0.54
"""Share of the width that a view alone beside a column of several takes."""
_ASPECT: Final = 1.3
"""Width over height at which a view uses both of them well."""
GUTTER: Final = 2
"""Pixels between views."""


def places(count: int, size: QSize) -> tuple[QRect, ...]:
    """Return where so many views, 1 to 4, go in an area, in pixels from its corner."""
    return max((tuple(_cells(columns, size)) for columns in _ARRANGEMENTS[count]), key=_smallest)


def _smallest(cells: tuple[QRect, ...]) -> float:
    return min(min(cell.width() / _ASPECT, cell.height()) for cell in cells)


def _cells(columns: Columns, size: QSize) -> Iterator[QRect]:
    shares = (_FIRST, 1 - _FIRST) if len(columns) == 2 and columns[0] < columns[1] else None
    left = 0
    for n, rows in enumerate(columns):
        share = shares[n] if shares else 1 / len(columns)
        right = size.width() if n == len(columns) - 1 else left + round(share * size.width())
        for row in range(rows):
            top, bottom = (round(size.height() * r / rows) for r in (row, row + 1))
            ends = (right == size.width(), bottom == size.height())
            yield QRect(
                left, top, right - left - GUTTER * (not ends[0]), bottom - top - GUTTER * (not ends[1])
            )
        left = right
