"""Copying as code: a table as a short program in NumPy or PyTorch that checks itself; no Qt in here."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from engine import EncodingParams, encode, parameters
from gui.export.files import ExportError
from gui.export.provenance import PROGRAM, VERSION
from gui.model.state import AppState

Library = Literal["numpy", "torch"]
LIBRARIES: Final[tuple[Library, ...]] = ("numpy", "torch")
MOST_VALUES: Final = 1 << 27
"""The most values of a table that a snippet makes, which has it in memory: 1 GiB."""
_IMPORTS: Final = {"numpy": "import numpy as np", "torch": "import torch"}
_NAMES: Final = {"numpy": "np", "torch": "torch"}
_ROUNDOFF: Final = 4e-16
"""The error of an angle per radian, in float64, twice over."""
_LEAST_TOLERANCE: Final = 1e-12


def snippet(state: AppState, library: Library = "numpy") -> str:
    """Return a self-contained program that makes the table of a state and asserts some of its values.

    The two libraries share every line but the import: the arithmetic is float64 in both.

    Raises
    ------
    ExportError
        For a table of more than `MOST_VALUES` values.
    """
    params = state.params
    if params.length * params.d_model > MOST_VALUES:
        size = f"{params.length} rows of {params.d_model} columns are more than {MOST_VALUES} values"
        raise ExportError(
            f"{size}, too many for code that makes the table in memory: choose a smaller length"
        )
    name = _NAMES[library]
    lines = [*_head(params, library), *_table(params, name), "", *_check(params, name)]
    return "\n".join(lines) + "\n"


def _head(params: EncodingParams, library: Library) -> list[str]:
    used = params.convention
    name = dict(parameters(params))["convention"]
    return [
        f"# Sinusoidal position encoding, convention {name}, by {PROGRAM} {VERSION}",
        f"# layout {used.layout}, spacing {used.spacing}, offset {used.offset!r}, scale {used.scale!r}, "
        f"amplitude {used.amplitude}, odd {used.odd}",
        _IMPORTS[library],
        "",
        f"d_model, base, length = {params.d_model}, {params.base!r}, {params.length}",
        "",
    ]


def _table(params: EncodingParams, m: str) -> list[str]:
    """Return the lines that make the table, `m` being the name of the library."""
    columns = params.convention.columns(params.d_model)
    lines = [
        f"positions = {_positions(params, m)}",
        f"omega = {_omega(params, m)}",
        "angles = positions[:, None] * omega",
        f"table = {m}.zeros((length, d_model), dtype={m}.float64)",
        f"table[:, {_slice(columns.sines)}] = {m}.sin(angles[:, :{params.pairs}])",
        f"table[:, {_slice(columns.cosines)}] = {m}.cos(angles[:, :{params.pairs}])",
    ]
    if params.convention.has_extra_sine(params.d_model):
        lines.append(f"table[:, {columns.odd}] = {m}.sin(angles[:, {params.pairs}])")
    if params.convention.amplitude == "unit_norm":
        lines.append("table = table * (2 / d_model) ** 0.5")
    return lines


def _positions(params: EncodingParams, m: str) -> str:
    offset, scale = params.convention.offset, params.convention.scale
    text = f"{m}.arange(length, dtype={m}.float64)"
    text = f"({text} + {offset!r})" if offset and scale != 1 else f"{text} + {offset!r}" if offset else text
    return f"{scale!r} * {text}" if scale != 1 else text


def _omega(params: EncodingParams, m: str) -> str:
    """Return the frequencies as code: one for each pair, and one more for a lone sine."""
    if params.convention.has_extra_sine(params.d_model):
        rungs, exponent = params.pairs + 1, "2 * {} / d_model"
    elif params.convention.spacing == "endpoint":
        rungs, exponent = params.pairs, f"{{}} / {params.pairs - 1}"
    else:
        rungs, exponent = params.pairs, f"{{}} / {params.pairs}"
    number = f"{m}.arange({rungs}, dtype={m}.float64)"
    return f"base ** -({exponent.format(number)})"


def _slice(columns: slice) -> str:
    step = f":{columns.step}" if columns.step else ""
    return f"{columns.start}:{columns.stop}{step}"


def _check(params: EncodingParams, m: str) -> list[str]:
    """Return the lines that compare some values and the weighted sums of a few rows with the exact ones."""
    rows = sorted({0, min(1, params.length - 1), params.length // 2, params.length - 1})
    table = encode(params, rows)
    weights = np.arange(1, params.d_model + 1) / params.d_model**2
    shown = sorted({0, 1, params.d_model // 2, params.d_model - 1})
    cells = [f"    ({row}, {j}): {table[n, j].item()!r}," for n, row in enumerate(rows) for j in shown]
    sums = [f"    {row}: {float(table[n] @ weights)!r}," for n, row in enumerate(rows)]
    return [
        f"tolerance = {_tolerance(params):.1e}",
        "values = {",
        *cells,
        "}",
        "sums = {",
        *sums,
        "}",
        "for (row, column), value in values.items():",
        "    assert abs(float(table[row, column]) - value) < tolerance, (row, column)",
        f"weights = {m}.arange(1, d_model + 1, dtype={m}.float64) / d_model**2",
        "for row, value in sums.items():",
        "    assert abs(float((table[row] * weights).sum()) - value) < tolerance, row",
    ]


def _tolerance(params: EncodingParams) -> float:
    """Return what plain float64 arithmetic may be wrong by at the last row."""
    convention = params.convention
    fastest = max(1.0, params.base**-1.0) * convention.scale
    reach = (params.length + abs(convention.offset)) * fastest
    return _LEAST_TOLERANCE + _ROUNDOFF * reach * 8
