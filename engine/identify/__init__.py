"""The detective: which convention, base and start made a table, or a single row of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from numpy.typing import ArrayLike

from engine.identify.columns import plans
from engine.identify.fit import Fit
from engine.identify.mistakes import wrong_matches
from engine.identify.naming import CUSTOM, Match, as_scaled, matches_of, mistakes_of, rank
from engine.identify.numbers import oddity
from engine.identify.search import fits_of
from engine.identify.sheet import Sheet, read_sheet
from engine.identify.shuffle import shuffled_plans

__all__ = ["Match", "identify"]

_TIED: Final = 4.0
"""Errors within this factor, or below `_EXACT`, do not tell explanations apart."""
_EXACT: Final = 1e-14
_ODD: Final = 2
"""A base of this oddity is none that people write: a mistake may explain the table better."""


def identify(table: ArrayLike) -> list[Match]:
    """Return what made a table, the best explanation first; empty when nothing known did.

    Layouts, spacings, bases, starts, steps, offsets, scales and amplitudes are recovered from the values
    alone; storage in float32, float16 or bfloat16 and angles computed in float32 are allowed for. Failing
    the layouts, columns are matched in any order; failing that, the mistakes of `BUGS` are tried.

    Parameters
    ----------
    table : array of numbers, shape (n, d), or one row, shape (d,)
        Rows are positions, of which the first may be any. Rows of zeros count as padding.

    Returns
    -------
    list of Match
        Those that fit within rounding, by error and, where errors tie, the usual before the unusual and
        the right before the wrong. A base of many digits is told as exactly as the values allow.

    Raises
    ------
    ValueError
        For what is not a table of finite numbers with 2 … 8192 columns.
    """
    sheet = read_sheet(table)
    if not sheet.is_plausible:
        return []
    found = list(_right(sheet))
    if not any(oddity(match.params.base) < _ODD for match in found):
        found += wrong_matches(sheet)
    if not found:
        return []
    limit = max(_EXACT, _TIED * min(match.max_error for match in found))
    return sorted(found, key=lambda match: (match.max_error > limit, rank(match)))


def _right(sheet: Sheet) -> Iterator[Match]:
    named = [list(_named(fit, sheet.padding)) for fit in _fits(sheet)]
    # A fit that only reordered columns can put a name to is no news beside one that needs none.
    plain = [group for group in named if any(_is_plain(match) for match in group)]
    found = [match for group in plain or named for match in group]
    yield from found
    if plain:
        yield from mistakes_of(min(found, key=rank))


def _is_plain(match: Match) -> bool:
    return match.permutation is None and match.name != CUSTOM


def _fits(sheet: Sheet) -> list[Fit]:
    ends_with_zeros = not sheet.sample[:, -1].any()
    for search in (plans(sheet.width, ends_with_zeros=ends_with_zeros), shuffled_plans(sheet)):
        fits = [fit for plan in search for fit in fits_of(sheet, plan)]
        if fits:
            return fits
    return []


def _named(fit: Fit, padding: tuple[int, ...]) -> Iterator[Match]:
    seen = set()
    for same in (fit, *as_scaled(fit)):
        for match in matches_of(same, padding):
            # At position 0 alone, both spacings lead to the same names.
            key = (match.name, match.start, match.params, match.permutation)
            if key not in seen:
                seen.add(key)
                yield match
