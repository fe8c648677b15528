"""What the detective found, in words and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final

from engine import BUGS, Match, identify
from gui.export.reading import Found
from gui.model.readout import plain_number

_MOST: Final = 10
_NONE: Final = "none: no convention and no known mistake makes this table"


def matches_of(found: Found) -> tuple[Found, list[Match]]:
    """Return the table as it was identified, and what may have made it.

    A first column of whole numbers is tried as one that counts positions where the table makes no sense
    with it.

    Raises
    ------
    ValueError
        For a table that holds numbers that are not finite, or too few or too many columns.
    """
    matches = identify(found.values)
    first = found.values[:, 0]
    if matches or found.indexed or found.values.shape[1] < 3 or (first != first.round()).any():
        return found, matches
    rest = Found(found.values[:, 1:], found.dtype, found.name, indexed=True)
    without = identify(rest.values)
    return (rest, without) if without else (found, matches)


def as_text(found: Found, matches: Sequence[Match]) -> str:
    """Return the findings for a person, a line each."""
    rows, columns = found.values.shape
    name = f"{found.name}: " if found.name else ""
    indexed = ", a first column of positions left out" if found.indexed else ""
    head = f"{name}{_many(rows, 'row')} of {_many(columns, 'column')}, {found.dtype}{indexed}"
    lines = [f"{n}. {_line(match)}" for n, match in enumerate(matches[:_MOST], 1)]
    more = len(matches) - _MOST
    return "\n".join([head, *(lines or [_NONE]), *([f"and {more} more, see --json"] if more > 0 else [])])


def as_json(found: Found, matches: Sequence[Match]) -> str:
    """Return the findings as JSON."""
    told = {
        "name": found.name,
        "rows": found.values.shape[0],
        "columns": found.values.shape[1],
        "dtype": found.dtype,
        "indexed": found.indexed,
        "matches": [_record(match) for match in matches],
    }
    return json.dumps(told, indent=1)


def _line(match: Match) -> str:
    others = [name for name in match.members if name != match.name]
    title = f"mistake {match.name} ({BUGS[match.name].title})" if match.wrong else match.name
    same = f", the same table as {', '.join(others)}" if others else ""
    return "; ".join([f"{title}{same}", *_details(match), f"max error {match.max_error:.2g} ({match.dtype})"])


def _details(match: Match) -> list[str]:
    """Return what is worth saying of a match, in words."""
    convention = match.params.convention
    said = [f"base {plain_number(match.params.base)}" if match.base_known else "any base"]
    said.append(f"from position {match.start}")
    usual = (
        (match.step != 1, f"a row every {match.step} positions"),
        (convention.offset != 0, f"offset {plain_number(convention.offset)}"),
        (convention.scale != 1, f"scale {plain_number(convention.scale)}"),
        (match.factor != 1, f"values times {plain_number(match.factor)}"),
        (match.permutation is not None, "columns in another order"),
        (bool(match.padding), f"{_many(len(match.padding), 'row')} of padding"),
    )
    return said + [words for holds, words in usual if holds]


def _record(match: Match) -> dict[str, Any]:
    convention = match.params.convention
    return {
        "name": match.name,
        "members": list(match.members),
        "wrong": match.wrong,
        "d_model": match.params.d_model,
        "base": match.params.base if match.base_known else None,
        "start": match.start,
        "step": match.step,
        "layout": convention.layout,
        "spacing": convention.spacing,
        "offset": convention.offset,
        "scale": convention.scale,
        "amplitude": convention.amplitude,
        "odd": convention.odd,
        "factor": match.factor,
        "dtype": match.dtype,
        "max_error": match.max_error if math.isfinite(match.max_error) else None,
        "permutation": None if match.permutation is None else list(match.permutation),
        "padding": list(match.padding),
    }


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
