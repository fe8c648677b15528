"""What the matrix view says in words and numbers."""

from __future__ import annotations

from typing import Final

from gui.canvas.ticks import decimal_text
from gui.model.readout import MINUS, integer_text
from gui.similarity.matrix import MatrixScene
from gui.similarity.words import divided_symbol, value_text

AVERAGED: Final = "a pixel shows the mean of its cells"


def gap_reading(scene: MatrixScene, gap: int) -> str:
    """Return what a diagonal has, such as "S(5)/32 = 0.7345"."""
    return f"{_symbol(scene, integer_text(gap))} = {value_text(scene.value_at(gap))}"


def pointed_cell(scene: MatrixScene, cell: tuple[int, int]) -> str:
    """Return what a cell has, such as "p = 3, q = 8, gap 5, S/32 = 0.7345"."""
    row, column = cell
    value = f"{divided_symbol('S', _unit(scene))} = {value_text(scene.value_at(column - row))}"
    return f"p = {integer_text(row)}, q = {integer_text(column)}, gap {integer_text(column - row)}, {value}"


def longest_gap_reading(scene: MatrixScene) -> str:
    """Return a text about as long as the reading of a diagonal becomes."""
    return f"{_symbol(scene, _longest(scene))} = −0.8888"


def longest_cell(scene: MatrixScene) -> str:
    """Return a text about as long as the reading of a cell becomes."""
    far = _longest(scene)
    return f"p = {far}, q = {far}, gap {MINUS}{far}, {divided_symbol('S', _unit(scene))} = −0.8888"


def matrix_note(scene: MatrixScene) -> str:
    """Return what a pixel shows where it covers more than one cell."""
    seen = scene.window
    cells = (seen.gap_to - seen.gap_from) * (seen.high - seen.low)
    return AVERAGED if cells > 1.5 * max(scene.levels.size, 1) else ""


def bar_texts(scene: MatrixScene) -> tuple[str, str, str]:
    """Return what the colour bar's lower end, middle and upper end say."""
    top = scene.quantity.top(scene.params)
    text = decimal_text(top, 1.0 if abs(top - round(top)) < 1e-9 else 0.01)
    return MINUS + text, "0", text


def _symbol(scene: MatrixScene, gap: str) -> str:
    return divided_symbol(f"S({gap})", _unit(scene))


def _unit(scene: MatrixScene) -> float:
    return scene.quantity.unit(scene.params)


def _longest(scene: MatrixScene) -> str:
    return integer_text(int("8" * len(str(scene.params.length))))
