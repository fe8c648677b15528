"""Rotary encoding: queries and keys turned by their position, so that a score depends on the gap alone.

A scaled frequency is worked out in 110 decimal digits from the exact values of its parameters and enters
the integer phases as such, rounded once to 2^-192 turn per position: the phase of any position below 2^63 is
right to a few 2^-64 turn, under every scaling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.frequency import Ladder, cut, ladder
from engine.limits import MAX_BASE, MAX_D_MODEL, MIN_BASE, choice, real, refuse, require_memory, whole
from engine.params import EncodingParams
from engine.phase import Phases, ScatteredPhases, chunks, even_phases, turns
from engine.positions import count, read_positions
from engine.scaling import UNSCALED, Linear, Llama3, Scaling, Yarn

Pairing = Literal["adjacent", "half"]

PAIRINGS: Final[tuple[Pairing, ...]] = ("adjacent", "half")
_DIGITS: Final = Context(prec=110)


@dataclass(frozen=True, slots=True)
class Rotary:
    """One rotary encoding of the queries and keys of a head.

    Parameters
    ----------
    d_head : int
        Width of a head, even, 2 … 8192.
    base : float
        1e-3 … 1e15, before scaling.
    pairing : {"adjacent", "half"}
        Pair i is columns 2i and 2i + 1 (RoFormer, GPT-J, Llama by Meta), or i and i + d/2 (NeoX, Llama in
        Hugging Face's code).
    scaling : Scaling
        See `engine.scaling`.

    Raises
    ------
    ValueError
        When a field is out of range, or the scaling is undefined for the width or base.
    """

    d_head: int = 128
    base: float = 10000.0
    pairing: Pairing = "adjacent"
    scaling: Scaling = UNSCALED

    def __post_init__(self) -> None:
        object.__setattr__(self, "d_head", whole("d_head", self.d_head, 2, MAX_D_MODEL))
        if self.d_head % 2:
            refuse("d_head", self.d_head, "even, so that every column has a partner to turn with")
        object.__setattr__(self, "base", real("base", self.base, MIN_BASE, MAX_BASE))
        choice("pairing", self.pairing, PAIRINGS)
        if not isinstance(self.scaling, Scaling):
            refuse("scaling", self.scaling, "a Scaling, such as Linear(factor=4)")
        self.scaling.check(self.d_head, self.base)

    @property
    def pairs(self) -> int:
        """The number of planes of rotation."""
        return self.d_head // 2

    @property
    def columns(self) -> tuple[slice, slice]:
        """The first and the second column of every pair."""
        if self.pairing == "adjacent":
            return slice(0, None, 2), slice(1, None, 2)
        return slice(0, self.pairs), slice(self.pairs, None)


ROTARY_PRESETS: Final[Mapping[str, Rotary]] = MappingProxyType(
    {
        "llama2": Rotary(128, 1e4),
        "llama3": Rotary(128, 5e5),
        "llama3.1": Rotary(128, 5e5, scaling=Llama3()),
        "yarn16": Rotary(128, 1e4, "half", Yarn(16, 4096)),
        "linear4": Rotary(128, 1e4, "half", Linear(4)),
    }
)

ROTARY_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "llama2": "RoPE of Llama 2: base 10000",
        "llama3": "RoPE of Llama 3: base 500000",
        "llama3.1": "Llama 3.1: base 500000, low frequencies divided by 8",
        "yarn16": "YaRN ×16: Llama 2 from 4096 to 65536 positions",
        "linear4": "Position interpolation ×4: Llama 2 to 16384 positions",
    }
)
"""A line for people on each of `ROTARY_PRESETS`, under the same names and in the same order."""


def rotary_omega(rotary: Rotary) -> NDArray[np.float64]:
    """Return the frequencies, shape (pairs,), in radians per position, correctly rounded."""
    return _ladder(rotary).omega


def rotate(rotary: Rotary, vectors: ArrayLike, positions: object) -> NDArray[np.float64]:
    """Return vectors turned by their positions: (x, y) of a pair becomes (x cos - y sin, x sin + y cos).

    Parameters
    ----------
    vectors : array_like, shape (d_head,) or (n, d_head)
        One vector for all positions, or one for each.
    positions : int, float, range, sequence or array, n of them
        Exact positions, of magnitude below 2^63.

    Returns
    -------
    ndarray, shape (n, d_head)
        Times the scaling's attention factor (YaRN). Error below 1e-15 times the length of a pair, at every
        position (Su et al. 2021, equation 34).

    Raises
    ------
    ValueError
        For vectors and positions that do not fit, and results beyond the memory budget.
    """
    place = _phases(rotary, positions, "positions")
    require_memory(f"{place.count} rotated vectors", place.count * rotary.d_head * 8)
    pairs = _pairs(rotary, vectors, "vectors", place.count) * rotary.scaling.attention()
    out = np.empty((place.count, rotary.d_head))
    first, second = rotary.columns
    for start, end in chunks(place.count, rotary.pairs):
        some = pairs if len(pairs) == 1 else pairs[start:end]
        turned = some * turns(place.take(start, end)).conj()
        out[start:end, first], out[start:end, second] = turned.real, turned.imag
    return out


def rotary_scores(
    rotary: Rotary, query: ArrayLike, key: ArrayLike, rows: object, columns: object
) -> NDArray[np.float64]:
    """Return the scores <R_t q, R_s k> of one query and one key at positions t and s.

    Both are really rotated and multiplied, so that equal diagonals are seen and not assumed.

    Parameters
    ----------
    query, key : array_like, shape (d_head,)
    rows, columns : int, float, range, sequence or array
        Exact positions t of the query and s of the key.

    Returns
    -------
    ndarray, shape (rows, columns)
        Attention factors included, not divided by sqrt(d_head).

    Raises
    ------
    ValueError
        As `rotate`, and for windows beyond the memory budget.
    """
    high, wide = count(read_positions(rows, "rows")), count(read_positions(columns, "columns"))
    require_memory(f"{high} x {wide} scores", high * wide * 8)
    _pairs(rotary, query, "query", 1), _pairs(rotary, key, "key", 1)
    scores: NDArray[np.float64] = rotate(rotary, query, rows) @ rotate(rotary, key, columns).T
    return scores


def rotary_gap_scores(rotary: Rotary, query: ArrayLike, key: ArrayLike, gaps: object) -> NDArray[np.float64]:
    """Return <q, R_k key>, the score of a key `gaps` positions after its query, wherever the query stands.

    Parameters
    ----------
    query, key : array_like, shape (d_head,)
    gaps : int, float, range, sequence or array, n of them
        s - t in positions, of magnitude below 2^63.

    Returns
    -------
    ndarray, shape (n,)
        The sum over pairs of Re(conj(q_i) k_i e^(i omega_i gap)), attention factors included.

    Raises
    ------
    ValueError
        For vectors and gaps that do not fit, and results beyond the memory budget.
    """
    between = _phases(rotary, gaps, "gaps")
    require_memory(f"scores of {between.count} gaps", between.count * 8)
    product = _pairs(rotary, query, "query", 1)[0].conj() * _pairs(rotary, key, "key", 1)[0]
    product *= rotary.scaling.attention() ** 2
    out = np.empty(between.count)
    for start, end in chunks(between.count, rotary.pairs):
        out[start:end] = (turns(between.take(start, end)).conj() @ product).real
    return out


def _phases(rotary: Rotary, positions: object, name: str) -> Phases:
    rungs, exact = _ladder(rotary), read_positions(positions, name)
    if isinstance(exact, range):
        return even_phases(rungs, rungs.start, exact)
    return ScatteredPhases(rungs.start, rungs.words, exact)


def _pairs(rotary: Rotary, vectors: ArrayLike, name: str, rows: int) -> NDArray[np.complex128]:
    """Return vectors as complex numbers x + iy of their pairs, shape (1 or rows, pairs)."""
    array = np.asarray(vectors)
    width = rotary.d_head
    if array.shape not in ((width,), (1, width), (rows, width)):
        refuse(name, f"shape {array.shape}", f"an array of shape ({width},) or ({rows}, {width})")
    if array.dtype.kind not in "iuf" or not np.all(np.isfinite(array)):
        refuse(name, f"an array of {array.dtype.name}", "an array of finite real numbers")
    plain = np.atleast_2d(array).astype(np.float64)
    first, second = rotary.columns
    made: NDArray[np.complex128] = plain[:, first] + 1j * plain[:, second]
    return made


@lru_cache(maxsize=64)
def _ladder(rotary: Rotary) -> Ladder:
    radian = ladder(EncodingParams(2)).turns[0]  # 2^192 / 2π, rounded
    with localcontext(_DIGITS):
        radians = rotary.scaling.radians(rotary.d_head, Decimal(rotary.base))
        frequencies = tuple(int((w * radian).to_integral_value()) for w in radians)
    omega, start = np.array([float(w) for w in radians]), np.zeros(rotary.pairs, dtype=np.uint64)
    omega.flags.writeable = start.flags.writeable = False
    return Ladder(frequencies, cut(frequencies), omega, start)
