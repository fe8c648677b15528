"""Names for fits: the conventions that give the same table, directly or with columns in another order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import CONVENTIONS, Convention
from engine.identify.columns import codes, permutation
from engine.identify.fit import Fit
from engine.identify.numbers import oddity
from engine.params import EncodingParams
from engine.zoo import respaced, swapped

CUSTOM: Final = "custom"


@dataclass(frozen=True, slots=True)
class Match:
    """One way to make a table: row r is the encoding of position start + r * step, times `factor`.

    Attributes
    ----------
    name : str
        A key of `CONVENTIONS`, of `BUGS` where `wrong` is true, or "custom" for a table that no shipped
        convention gives.
    members : tuple of str
        Every shipped convention that gives this same table, `name` among them. With those whose offset
        differs from `name`'s, the start differs by as much.
    params : EncodingParams
        With the base, offset and scale that were found, and as many rows as the table has.
    start : int
        The position of row 0, before the convention's offset.
    max_error : float
        The largest difference between the table and the exact one, over all rows but padding.
    permutation : tuple of int, optional
        Column j of the table is column permutation[j] of the convention's; None when they agree.
    step : int
        Positions from row to row; negative where they descend.
    factor : float
        What multiplies the convention's amplitude.
    dtype : str
        The number type that explains the error: "float64", "float32", "float16" or "bfloat16".
    wrong : bool
        True for a mistake of the bug zoo: `params` are then those that were asked for.
    base_known : bool
        False where the table does not depend on the base (width 2, or position 0 alone).
    padding : tuple of int
        Rows of zeros, which are left out of the comparison.
    """

    name: str
    members: tuple[str, ...]
    params: EncodingParams
    start: int
    max_error: float
    permutation: tuple[int, ...] | None = None
    step: int = 1
    factor: float = 1.0
    dtype: str = "float64"
    wrong: bool = False
    base_known: bool = True
    padding: tuple[int, ...] = ()


def matches_of(fit: Fit, padding: tuple[int, ...]) -> Iterator[Match]:
    """Yield the names of a fit: for every layout, and within it for every offset, the shipped conventions."""
    held = _held(fit)
    groups = _groups(fit, held)
    if not groups or (fit.order is None and not any(order is None for order, _ in groups)):
        order = None if fit.order is None else tuple(fit.order.tolist())
        yield _match(CUSTOM, (), fit, fit.params.convention, 0, order, padding)
    for order, names in groups:
        leaders = {CONVENTIONS[name].offset: name for name in reversed(names)}
        for offset, name in sorted(leaders.items()):
            if _is_at_home(fit, int(offset), padding):
                found = _renamed(fit, name)
                yield _match(name, tuple(names), fit, found, int(offset), order, padding)


def as_scaled(fit: Fit) -> Iterator[Fit]:
    """Yield the same table as every position times a scale, where rows are several positions apart."""
    size = abs(fit.step)
    convention = fit.params.convention
    if size > 1 and fit.start % size == 0 and convention.offset == 0 and convention.scale == 1:
        params = replace(fit.params, convention=replace(convention, scale=size))
        yield replace(fit, params=params, start=fit.start // size, step=fit.step // size)


def mistakes_of(match: Match) -> Iterator[Match]:
    """Yield the bugs of the zoo that give this table, which is a right one, where another was asked for."""
    for name, params in _asked(match.params):
        yield replace(match, name=name, members=(), params=params, wrong=True)


def rank(match: Match) -> tuple[object, ...]:
    """Return what to sort matches of one error by: the most natural explanation first."""
    names = tuple(CONVENTIONS)
    convention = match.params.convention
    return (
        match.wrong,
        match.permutation is not None,
        match.name == CUSTOM,
        oddity(match.params.base) if match.base_known else 0,
        convention.spacing != "paper",
        convention.scale != 1,
        match.step != 1,
        match.start != 0,
        convention.offset != 0,
        names.index(match.name) if match.name in names else len(names),
    )


def _held(fit: Fit) -> NDArray[np.intp]:
    own = codes(fit.params.convention, fit.params.d_model)
    return own if fit.order is None else own[fit.order]


def _groups(fit: Fit, held: NDArray[np.intp]) -> list[tuple[tuple[int, ...] | None, list[str]]]:
    """Return the shipped conventions of the fit's frequencies, by the order of columns they need."""
    groups: dict[tuple[int, ...] | None, list[str]] = {}
    plain = tuple(range(len(held)))
    for name, convention in CONVENTIONS.items():
        if _has_frequencies(fit, convention):
            order = permutation(held, convention)
            if order is not None:
                listed = tuple(order.tolist())
                groups.setdefault(None if listed == plain else listed, []).append(name)
    return list(groups.items())


def _has_frequencies(fit: Fit, convention: Convention) -> bool:
    found, width = fit.params.convention, fit.params.d_model
    try:
        convention.check(width)
    except ValueError:
        return False
    alike = convention.spacing == found.spacing or (fit.at_zero and fit.base_known is False)
    return alike and convention.radius(width) == found.radius(width)


def _is_at_home(fit: Fit, offset: int, padding: tuple[int, ...]) -> bool:
    """Tell whether no row comes before a convention's first, unless positions are negative anyway."""
    last = fit.start + fit.step * (fit.params.length - 1)
    return offset == 0 or bool(padding) or not 0 <= min(fit.start, last) < offset


def _renamed(fit: Fit, name: str) -> Convention:
    found, shipped = fit.params.convention, CONVENTIONS[name]
    return replace(shipped, offset=shipped.offset + found.offset, scale=found.scale)


def _match(
    name: str,
    members: tuple[str, ...],
    fit: Fit,
    convention: Convention,
    offset: int,
    order: tuple[int, ...] | None,
    padding: tuple[int, ...],
) -> Match:
    return Match(
        name=name,
        members=members,
        params=replace(fit.params, convention=convention),
        start=fit.start - offset,
        max_error=fit.max_error,
        permutation=order,
        step=fit.step,
        factor=fit.factor,
        dtype=fit.dtype,
        base_known=fit.base_known,
        padding=padding,
    )


def _asked(params: EncodingParams) -> Iterator[tuple[str, EncodingParams]]:
    """Yield each bug whose table is a right one, with the parameters that were then asked for."""
    if params.base == 1000:
        yield "base_1000", replace(params, base=10000)
    if params.convention.layout == "cos_sin":
        yield "swapped_halves", replace(params, convention=swapped(params.convention))
    if params.convention.spacing == "endpoint":
        yield "endpoint_as_paper", replace(params, convention=respaced(params.convention))
    if params.base == 10000:
        yield "hard_wired_base", params
