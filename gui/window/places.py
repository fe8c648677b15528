"""Where presentation mode puts its views: the arrangement that leaves the smallest of them largest."""

from __future__ import annotations

from collections.abc import Mapping
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


def _cells(columns: Columns, size: QSize) -> list[QRect]:
    """Return the cells of an arrangement: row by row where it is a grid, else column by column."""
    edges = _edges(columns, size.width())
    cells = [
        _cell((left, right), (size.height() * row // rows, size.height() * (row + 1) // rows), size)
        for rows, left, right in zip(columns, edges, edges[1:], strict=False)
        for row in range(rows)
    ]
    grid = len(set(columns)) == 1
    return sorted(cells, key=lambda cell: (cell.top(), cell.left())) if grid else cells


def _edges(columns: Columns, width: int) -> tuple[int, ...]:
    if len(columns) == 2 and columns[0] < columns[1]:
        return 0, round(_FIRST * width), width
    return tuple(width * n // len(columns) for n in range(len(columns) + 1))


def _cell(across: tuple[int, int], down: tuple[int, int], size: QSize) -> QRect:
    """Return a cell without the gutter that it leaves to the next one."""
    width = across[1] - across[0] - (0 if across[1] == size.width() else GUTTER)
    height = down[1] - down[0] - (0 if down[1] == size.height() else GUTTER)
    return QRect(across[0], down[0], width, height)
