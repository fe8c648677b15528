"""Where the dials are: the grid that makes them largest in an area, and what a window shows of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gui.dialwall.captions import CaptionForm, Captions
from gui.model.state import WallWindow

DOT_BELOW = 6.0
"""Pixels per dial below which a dial is a coloured dot."""
SQUARE_BELOW = 3.0
"""Pixels per dial below which dots are squares without a gap."""
TIP_FROM = 18.0
"""Pixels of radius from which a hand has a dot at its tip."""
TIP_SHARE = 2.2
"""Size of that dot in widths of its hand."""
EVEN_WITHIN = 0.03
"""How much smaller than possible dials may be for the sake of a grid without holes."""
LARGEST_CELL = 4000.0
"""Pixels that one cell is magnified to at most."""
_RADIUS_SHARE = 0.44


@dataclass(frozen=True, slots=True)
class WallLayout:
    """Placement of the dials in an area.

    Attributes
    ----------
    pairs, columns, rows : int
        Number of dials and of grid columns and rows; dial i sits in row i // columns.
    cell : float
        Side of a cell in pixels.
    left, top : float
        Pixel position of the grid's top left corner (outside the area when zoomed in).
    form : CaptionForm or None
        What is written under each dial.
    caption : float
        Height of the caption strip at the bottom of each cell, in pixels; 0 without captions.
    radius : float
        Radius of a dial in pixels.
    visible : ndarray
        Indices of the dials inside the area, shape (n,).
    centres : ndarray
        Their centres in pixels, shape (n, 2).
    """

    pairs: int
    columns: int
    rows: int
    cell: float
    left: float
    top: float
    form: CaptionForm | None
    caption: float
    radius: float
    visible: NDArray[np.intp]
    centres: NDArray[np.float64]

    @property
    def dots(self) -> bool:
        """Whether dials are too small for hands and are drawn as coloured dots."""
        return self.cell < DOT_BELOW

    def pair_at(self, x: float, y: float) -> int | None:
        """Return the dial in whose cell a pixel lies."""
        column = math.floor((x - self.left) / self.cell)
        row = math.floor((y - self.top) / self.cell)
        pair = row * self.columns + column
        inside = 0 <= column < self.columns and row >= 0 and pair < self.pairs
        return pair if inside else None

    def cell_corner(self, pair: int) -> tuple[float, float]:
        """Return the top left corner of a dial's cell, in pixels."""
        row, column = divmod(pair, self.columns)
        return self.left + column * self.cell, self.top + row * self.cell


def grid_columns(pairs: int, width: float, height: float) -> int:
    """Return the number of columns of the grid for an area in pixels.

    Of all grids whose square cells are within `EVEN_WITHIN` of the largest possible, it is the one with
    the fewest holes, and then the one with the largest cells: 32 dials stand as 8 × 4 rather than 6 × 6.
    """
    width, height = max(width, 1.0), max(height, 1.0)
    enough = (1 - EVEN_WITHIN) * _largest_cell(pairs, width, height)
    fewest = -(-pairs // max(1, math.floor(height / enough)))
    most = min(pairs, max(fewest, math.floor(width / enough)))

    def merit(columns: int) -> tuple[int, float]:
        rows = -(-pairs // columns)
        return columns * rows - pairs, -min(width / columns, height / rows)

    return min(range(fewest, most + 1), key=merit)


def _largest_cell(pairs: int, width: float, height: float) -> float:
    """Return the side of the largest square cells, in pixels.

    The best grid fills the width or the height: it is next to the ideal, unrounded number of columns, or
    has the columns that a number of rows next to the ideal one needs.
    """
    ideal = math.sqrt(pairs * width / height)
    rows = _around(pairs / ideal, pairs)
    candidates = {*_around(ideal, pairs), *(-(-pairs // r) for r in rows)}
    return max(min(width / columns, height / -(-pairs // columns)) for columns in candidates)


def _around(ideal: float, most: int) -> range:
    low = min(max(math.floor(ideal) - 1, 1), most)
    return range(low, min(max(math.ceil(ideal) + 1, 1), most) + 1)


def fit_window(pairs: int, width: float, height: float) -> WallWindow:
    """Return the window that shows the whole grid."""
    columns = grid_columns(pairs, width, height)
    return WallWindow(0.0, 0.0, float(columns), float(-(-pairs // columns)))


def wall_layout(
    pairs: int, width: float, height: float, window: WallWindow | None, captions: Captions | None = None
) -> WallLayout:
    """Lay out `pairs` dials in an area of `width` × `height` pixels.

    Parameters
    ----------
    window : WallWindow or None
        The part of the grid to show, moved where it would lie beside the grid; None shows it all.
    captions : Captions, optional
        What can be written under dials; None leaves it away.
    """
    columns = grid_columns(pairs, width, height)
    rows = -(-pairs // columns)
    seen = window or WallWindow(0.0, 0.0, float(columns), float(rows))
    cell = min(width / seen.width, height / seen.height)
    left = _start(seen.x, seen.width, width / cell, columns) * cell
    top = _start(seen.y, seen.height, height / cell, rows) * cell
    form = captions.form(cell) if captions else None
    caption = len(form.lines) * captions.line if captions and form else 0.0
    visible = _visible(pairs, columns, rows, (left, top, cell), (width, height))
    centres = np.empty((len(visible), 2))
    centres[:, 0] = left + (visible % columns + 0.5) * cell
    centres[:, 1] = top + (visible // columns) * cell + (cell - caption) / 2
    for array in (visible, centres):
        array.setflags(write=False)
    radius = min(_RADIUS_SHARE * cell, _radius_within((cell - caption) / 2 - 3) if caption else math.inf)
    return WallLayout(pairs, columns, rows, cell, left, top, form, caption, radius, visible, centres)


def _start(start: float, size: float, room: float, cells: int) -> float:
    """Return where the grid begins, in cells from the area's edge, so that an axis shows a part of it.

    The part was chosen in another area or for another grid: it is in the middle of the `room` that there
    is, as far as the grid reaches.
    """
    return -_held_axis(start + (size - room) / 2, room, cells)


def hand_width(radius: float) -> float:
    """Return the width of a hand in pixels."""
    return min(max(1.0, 0.065 * radius), 9.0)


def _radius_within(room: float) -> float:
    """Return the radius of the largest dial of which no tip dot reaches beyond `room` from its centre.

    A tip dot reaches half its size beyond the rim, and `hand_width` has three branches.
    """
    beyond = TIP_SHARE / 2
    return max(min(room - beyond, room / (1 + 0.065 * beyond)), room - 9 * beyond)


def _visible(
    pairs: int, columns: int, rows: int, grid: tuple[float, float, float], size: tuple[float, float]
) -> NDArray[np.intp]:
    left, top, cell = grid
    first_column, first_row = (max(0, math.floor(-start / cell)) for start in (left, top))
    last_column = min(columns, math.ceil((size[0] - left) / cell))
    last_row = min(rows, math.ceil((size[1] - top) / cell))
    indices = np.arange(first_row, last_row)[:, None] * columns + np.arange(first_column, last_column)
    return indices[indices < pairs].ravel()


def zoomed_window(
    layout: WallLayout, width: float, height: float, at: tuple[float, float], factor: float
) -> WallWindow | None:
    """Return the window magnified by `factor` with the pixel `at` held in place; None once all is seen."""
    fit_cell = min(width / layout.columns, height / layout.rows)
    cell = min(layout.cell * factor, max(LARGEST_CELL, fit_cell), max(width, height))
    if cell <= fit_cell * 1.001:
        return None
    x = (at[0] - layout.left) / layout.cell - at[0] / cell
    y = (at[1] - layout.top) / layout.cell - at[1] / cell
    return _held(layout, WallWindow(x, y, width / cell, height / cell))


def panned_window(
    layout: WallLayout, width: float, height: float, by: tuple[float, float]
) -> WallWindow | None:
    """Return the window moved by some pixels; None when the whole grid is seen and there is nowhere to go."""
    if layout.columns * layout.cell <= width + 1 and layout.rows * layout.cell <= height + 1:
        return None
    x, y = (-(layout.left + by[0]) / layout.cell, -(layout.top + by[1]) / layout.cell)
    return _held(layout, WallWindow(x, y, width / layout.cell, height / layout.cell))


def revealing_window(layout: WallLayout, width: float, height: float, pair: int) -> WallWindow | None:
    """Return the window moved as little as brings a pair's cell into sight; None when it is in sight."""
    row, column = divmod(pair, layout.columns)
    now = WallWindow(
        -layout.left / layout.cell, -layout.top / layout.cell, width / layout.cell, height / layout.cell
    )
    x, y = _revealed(now.x, now.width, column), _revealed(now.y, now.height, row)
    if abs(x - now.x) < _SAME_PLACE and abs(y - now.y) < _SAME_PLACE:
        return None
    return _held(layout, WallWindow(x, y, now.width, now.height))


_SAME_PLACE = 1e-3  # cells


def _revealed(start: float, size: float, index: int) -> float:
    """Return where `size` cells must start to hold cell `index`, or at least its middle when it is larger."""
    if size >= 1:
        return min(max(start, index + 1 - size), float(index))
    return start if start < index + 0.5 < start + size else index + 0.5 - size / 2


def _held(layout: WallLayout, window: WallWindow) -> WallWindow:
    """Keep the window on the grid; an axis that sees all of it is centred."""
    return WallWindow(
        _held_axis(window.x, window.width, layout.columns),
        _held_axis(window.y, window.height, layout.rows),
        window.width,
        window.height,
    )


def _held_axis(start: float, size: float, cells: int) -> float:
    return (cells - size) / 2 if size >= cells else min(max(start, 0.0), cells - size)
