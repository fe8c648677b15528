"""Tables for people, as Markdown and LaTeX: rounded, aligned and escaped."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO, Final

from engine import Block, Cell, Table
from gui.export.provenance import of_table

DIGITS: Final = 5
"""Significant digits of a float."""
_ON_A_PAGE: Final = 40
"""Rows of a LaTeX table that is not broken over pages."""
_MARKDOWN: Final = re.compile(r"([\\|`*_<>\[\]])")
_LATEX: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
} | {mark: f"\\{mark}" for mark in "&%$#_{}"}

Texts = Sequence[str]


def write_markdown(table: Table, file: BinaryIO) -> None:
    """Write a table as GitHub's Markdown has it, its columns in line."""
    names = [_markdown(name) for name in table.columns]
    widths = _widths(table, names, _markdown)
    for key, value in of_table(table):
        file.write(f"<!-- {key}: {value} -->\n".encode())
    ruler = [_dashes(column, width, table) for column, width in enumerate(widths)]
    for row in chain(([*names], ruler), _rows(table, _markdown)):
        file.write(f"| {' | '.join(_aligned(row, widths, table))} |\n".encode())


def write_latex(table: Table, file: BinaryIO) -> None:
    """Write a table as a LaTeX `tabular`, or a `longtable` where it is longer than a page."""
    names = [_latex(name) for name in table.columns]
    widths = _widths(table, names, _latex)
    for key, value in of_table(table):
        file.write(f"% {key}: {value}\n".encode())
    long = table.rows > _ON_A_PAGE
    kind = "longtable" if long else "tabular"
    layout = "".join("l" if _is_text(column, table) else "r" for column in range(len(names)))
    if long:
        file.write(b"% needs \\usepackage{longtable}\n")
    file.write(f"\\begin{{{kind}}}{{{layout}}}\n\\hline\n".encode())
    file.write(f"{' & '.join(_aligned(names, widths, table))} \\\\\n\\hline\n".encode())
    file.write(b"\\endhead\n" if long else b"")
    for row in _rows(table, _latex):
        file.write(f"{' & '.join(_aligned(row, widths, table))} \\\\\n".encode())
    file.write(f"\\hline\n\\end{{{kind}}}\n".encode())


def rounded(value: float) -> tuple[str, int]:
    """Return a number to `DIGITS` significant digits, and the power of ten that goes with it, 0 for none."""
    if not math.isfinite(value) or value == 0:
        return ("none" if math.isnan(value) else f"{value:g}"), 0
    mantissa, power = f"{value:.{DIGITS - 1}e}".split("e")
    exponent = int(power)
    if not -4 < exponent < 6:
        return mantissa, exponent
    return f"{float(f'{mantissa}e{power}'):.{max(DIGITS - 1 - exponent, 0)}f}", 0


def _rows(table: Table, escape: Callable[[str], str]) -> Iterator[list[str]]:
    number = _latex_number if escape is _latex else _plain_number
    for block in table.blocks():
        for place, index in enumerate(block.index.tolist()):
            yield [
                escape(str(index)),
                *(escape(_cell(cell)) for cell in _cells(block, place)),
                *(number(value) for value in block.values[place].tolist()),
            ]


def _cells(block: Block, place: int) -> tuple[Cell, ...]:
    return block.cells[place] if block.cells else ()


def _cell(cell: Cell) -> str:
    return "none" if cell is None else str(cell)


def _plain_number(value: float) -> str:
    mantissa, exponent = rounded(value)
    return f"{mantissa}e{exponent}" if exponent else mantissa


def _latex_number(value: float) -> str:
    mantissa, exponent = rounded(value)
    if not math.isfinite(value):
        return mantissa.replace("inf", r"$\infty$").replace("-$", "$-")
    return rf"${mantissa} \times 10^{{{exponent}}}$" if exponent else f"${mantissa}$"


def _widths(table: Table, names: Texts, escape: Callable[[str], str]) -> list[int]:
    """Return the width of each column, in characters."""
    widths = [max(3, len(name)) for name in names]
    for row in _rows(table, escape):
        widths = [max(width, len(text)) for width, text in zip(widths, row, strict=True)]
    return widths


def _aligned(row: Texts, widths: Sequence[int], table: Table) -> list[str]:
    return [
        text.ljust(width) if _is_text(column, table) else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]


def _is_text(column: int, table: Table) -> bool:
    return 0 < column <= table.cells


def _dashes(column: int, width: int, table: Table) -> str:
    return "-" * width if _is_text(column, table) else "-" * (width - 1) + ":"


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _latex(text: str) -> str:
    return "".join(_LATEX.get(mark, mark) for mark in text)
