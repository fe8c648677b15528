"""The bug zoo: real, public mistakes in sinusoidal tables, each as a function that makes the wrong table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import Convention, Layout
from engine.encoding import encode
from engine.frequency import Ladder, cut, ladder, phases_at
from engine.limits import require_memory
from engine.number_types import round_to
from engine.params import EncodingParams
from engine.phase import ScatteredPhases, even_phases, hands
from engine.positions import as_floats, count, read_positions
from engine.seeds import place

Floats = NDArray[np.float64]

_DIGITS: Final = Context(prec=110)
_RIGHT_BASE: Final = 10000.0
_FEW_BASE: Final = 1000.0
_OTHER_HALVES: Final[Mapping[Layout, Layout]] = MappingProxyType(
    {"sin_cos": "cos_sin", "cos_sin": "sin_cos", "interleaved": "interleaved"}
)


@dataclass(frozen=True, slots=True)
class Bug:
    """A known mistake.

    Attributes
    ----------
    name, title : str
        The key in `BUGS`, and a line for people.
    breaks : str
        The property of the encoding that is lost.
    table : callable
        What `encode` calls.
    """

    name: str
    title: str
    breaks: str
    table: Callable[[EncodingParams, object], Floats]

    def encode(self, params: EncodingParams, positions: object = None) -> Floats:
        """Return the wrong table that asking for `params` gives, float64, shape (n, d_model).

        `positions` are those of `engine.encode`; None is range(params.length). All phases are exact, but
        those of "bfloat16_angles".

        Raises
        ------
        ValueError
            For positions that `engine.encode` refuses, parameters for which the mistake is undefined, and
            results beyond the memory budget.
        """
        return self.table(params, positions)


def bfloat16(values: Floats) -> Floats:
    """Round to the nearest bfloat16, a number of 8 significant bits."""
    return round_to(values, "bfloat16")


def _doubled_exponent(params: EncodingParams, positions: object = None) -> Floats:
    """Take 2j/d for the exponent of column j, for a loop over even j that doubles them once more."""
    return _one_frequency_a_column(params, positions, Decimal(1))


def _column_exponent(params: EncodingParams, positions: object = None) -> Floats:
    """Take j/d for the exponent of column j, so that a pair's cosine turns slower than its sine."""
    return _one_frequency_a_column(params, positions, Decimal("0.5"))


def _floor_precedence(params: EncodingParams, positions: object = None) -> Floats:
    """Take exp(2i * (-log(base) / D // 2)), with D = 2 * d_model, as LoFTR did for each of its two axes."""
    floored = -math.log(params.base) / (2 * params.d_model) // 2
    with localcontext(_DIGITS):
        ratio = (2 * Decimal(floored)).exp()
    return _placed(params, _tips(params, positions, ratio, _rungs(params)))


def _reversed_exponent(params: EncodingParams, positions: object = None) -> Floats:
    """Multiply by base^(2i/d) where it should be divided by."""
    return _placed(params, _tips(params, positions, _power(params, Decimal(-1)), _rungs(params)))


def _base_1000(params: EncodingParams, positions: object = None) -> Floats:
    return _exact(replace(params, base=_FEW_BASE), positions)


def _hard_wired_base(params: EncodingParams, positions: object = None) -> Floats:
    return _exact(replace(params, base=_RIGHT_BASE), positions)


def _swapped_halves(params: EncodingParams, positions: object = None) -> Floats:
    """Exchange the halves; where sines and cosines take turns, exchange the two of each pair."""
    if params.convention.layout != "interleaved":
        return _exact(replace(params, convention=swapped(params.convention)), positions)
    table = _exact(params, positions)
    paired = table[:, : 2 * params.pairs]
    paired[:, 0::2], paired[:, 1::2] = paired[:, 1::2].copy(), paired[:, 0::2].copy()
    return table


def _other_spacing(params: EncodingParams, positions: object = None) -> Floats:
    return _exact(replace(params, convention=respaced(params.convention)), positions)


def _bfloat16_angles(params: EncodingParams, positions: object = None) -> Floats:
    """Round positions, frequencies, their products and the values to bfloat16, one after the other."""
    wanted: Any = range(params.length) if positions is None else positions
    times = bfloat16(as_floats(wanted, "positions") + params.convention.offset)
    speeds = bfloat16(ladder(params).omega)
    require_memory("a table in bfloat16", 16 * len(times) * params.d_model)
    angles = bfloat16(np.outer(times, speeds))
    return _placed(params, bfloat16(np.sin(angles)) + 1j * bfloat16(np.cos(angles)))


def swapped(convention: Convention) -> Convention:
    """Return the convention with its halves exchanged; interleaved ones come back as they are."""
    return replace(convention, layout=_OTHER_HALVES[convention.layout])


def respaced(convention: Convention) -> Convention:
    """Return the convention with a denominator of d/2 - 1 for d/2, or the other way round."""
    return replace(convention, spacing="paper" if convention.spacing == "endpoint" else "endpoint")


def _exact(params: EncodingParams, positions: object) -> Floats:
    table: Floats = encode(params, positions)
    return table


def _one_frequency_a_column(params: EncodingParams, positions: object, factor: Decimal) -> Floats:
    """Give sines the even rungs and cosines the odd ones of a ladder of one rung a column."""
    tips = _tips(params, positions, _power(params, factor), 2 * _rungs(params))
    return _placed(params, tips.real[:, 0::2] + 1j * tips.imag[:, 1::2])


def _rungs(params: EncodingParams) -> int:
    return len(ladder(params).turns)


def _power(params: EncodingParams, factor: Decimal) -> Decimal:
    """Return base^(-factor / denominator), the denominator being the one of the convention's exponents."""
    half, convention = params.pairs, params.convention
    with localcontext(_DIGITS):
        if convention.has_extra_sine(params.d_model):
            denominator = Decimal(params.d_model) / 2
        else:
            denominator = Decimal(half - 1 if convention.spacing == "endpoint" else half)
        return (-factor * Decimal(params.base).ln() / denominator).exp()


def _tips(params: EncodingParams, positions: object, ratio: Decimal, rungs: int) -> NDArray[np.complex128]:
    """Return the exact sin + i cos, shape (n, rungs), of frequencies scale * ratio^i."""
    made = _geometric(params.convention, ratio, rungs)
    exact = read_positions(range(params.length) if positions is None else positions)
    require_memory("a wrong table", 32 * count(exact) * rungs)
    if isinstance(exact, range):
        even = even_phases(made, made.start, exact)
        return hands(even.take(0, even.count))
    scattered = ScatteredPhases(made.start, made.words, exact)
    return hands(scattered.take(0, scattered.count))


def _geometric(convention: Convention, ratio: Decimal, rungs: int) -> Ladder:
    radian = Decimal(ladder(EncodingParams(2)).turns[0])  # pair 0 turns by 1 radian a position
    with localcontext(_DIGITS):
        speeds = [Decimal(convention.scale)]
        while len(speeds) < rungs:
            speeds.append(speeds[-1] * ratio)
        turns = tuple(int((speed * radian).to_integral_value()) for speed in speeds)
    start = phases_at(turns, Fraction(convention.offset))
    return Ladder(turns, cut(turns), np.array([float(speed) for speed in speeds]), start)


def _placed(params: EncodingParams, tips: NDArray[np.complex128]) -> Floats:
    out = np.empty((len(tips), params.d_model))
    place(tips * params.convention.radius(params.d_model), out, params.convention.columns(params.d_model))
    return out


_ALL: Final = (
    Bug(
        "doubled_exponent",
        "Exponent doubled: 10000^(2j/d) for column j",
        "The sine and the cosine of a pair turn at different speeds: the hand leaves its circle, "
        "and a shift is no longer a rotation",
        _doubled_exponent,
    ),
    Bug(
        "column_exponent",
        "Exponent per column, j/d, instead of per pair",
        "The sine and the cosine of a pair turn at different speeds: the hand leaves its circle, "
        "and a shift is no longer a rotation",
        _column_exponent,
    ),
    Bug(
        "floor_precedence",
        "-log(base) / d // 2: the division is rounded down",
        "The frequencies depend on neither base nor width and fall by e^2 a pair: "
        "all but the first few dials stand still",
        _floor_precedence,
    ),
    Bug(
        "reversed_exponent",
        "Exponent reversed: times base^(2i/d) instead of divided by it",
        "Smoothness: no dial is slower than a radian a position, and neighbours are as unlike as strangers",
        _reversed_exponent,
    ),
    Bug(
        "base_1000",
        "Base 1000 for 10000",
        "The slow dials: the slowest wavelength is about a tenth of the one expected",
        _base_1000,
    ),
    Bug(
        "swapped_halves",
        "Sines where cosines are expected, and the other way round",
        "Agreement with weights trained on the right order; dot products within the table are unharmed",
        _swapped_halves,
    ),
    Bug(
        "hard_wired_base",
        "Base hard-wired to 10000, whatever was asked for",
        "The parameter: another base changes nothing",
        _hard_wired_base,
    ),
    Bug(
        "bfloat16_angles",
        "Angles computed in bfloat16",
        "Uniqueness: from position 256 on, neighbouring positions share a row",
        _bfloat16_angles,
    ),
    Bug(
        "endpoint_as_paper",
        "d/2 - 1 loaded as d/2: the spacing of one convention read as the other's",
        "The frequencies: no permutation of columns makes up for them",
        _other_spacing,
    ),
)

BUGS: Final[Mapping[str, Bug]] = MappingProxyType({bug.name: bug for bug in _ALL})
"""The zoo, by name; read-only."""
