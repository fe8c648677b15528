"""The functions that tours may call: each one computed by the engine from the live state, none guessed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from engine import (
    BUGS,
    CONVENTIONS,
    NUMBER_TYPES,
    Rotary,
    Search,
    collision_horizon,
    continuous_similarity,
    distance,
    distinct_rows,
    encode,
    find_collision,
    find_rival,
    first_bad_position,
    omega,
    phases,
    precision_error,
    project,
    rotary_scores,
    round_to,
    shift,
    similarity,
    wavelengths,
)
from gui.model.readout import integer_text
from gui.tour.grammar import ExpressionError
from gui.tour.scope import Scope, Value, number, whole

Compute = Callable[..., Any]

WORDS: Final = frozenset((*NUMBER_TYPES, *BUGS, *CONVENTIONS))
"""Words that stand for themselves as arguments."""
SEARCH_LAST: Final = 10**12
_SEARCH_STEPS: Final = 1200
"""Looks at the clock of a search before it is stopped: a fraction of a second on any machine."""
_LARGEST: Final = 1 << 20
"""Cells of the largest table that is measured for a live number."""


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the language: what it computes, which parts of the state it reads, its arguments.

    A slow one may take longer than a frame, and is not called while numbers run.
    """

    compute: Compute
    reads: frozenset[str]
    least: int = 0
    most: int = 0
    slow: bool = False


@lru_cache(maxsize=2048)
def called(name: str, scope: Scope, args: tuple[Value, ...]) -> Value:
    """Return the value of a function; what it does not read of the scope must be as at the start.

    Raises
    ------
    ExpressionError
        When it has no value there.
    """
    try:
        value = FUNCTIONS[name].compute(scope, *args)
    except (ValueError, IndexError, TypeError, KeyError, OverflowError, ZeroDivisionError) as problem:
        raise ExpressionError(f"{name} has no value: {problem}") from problem
    return value.item() if isinstance(value, np.generic) else value


def _dial(scope: Scope, pair: Value) -> int:
    i = whole(pair)
    if not 0 <= i < scope.params.pairs:
        raise ExpressionError(f"there is no pair {i}: there are {scope.params.pairs}, counted from 0")
    return i


def _row(scope: Scope, position: Value | None = None) -> Any:
    if position is None:
        return encode(scope.params, [scope.position.whole], fraction=scope.position.fraction)[0]
    return encode(scope.params, [number(position)])[0]


def _cells(scope: Scope) -> None:
    if scope.params.d_model * scope.params.length > _LARGEST or scope.params.d_model > 1024:
        raise ExpressionError("the table is too large to be measured while one waits")


# ---- similarity ---------------------------------------------------------------------------------


def _similarity(scope: Scope, gap: Value) -> Any:
    return similarity(scope.params, [number(gap)])[0]


def _cosine(scope: Scope, gap: Value) -> Any:
    total = similarity(scope.params, [number(gap), 0])
    return total[0] / total[1]


def _delta(scope: Scope, gap: Value) -> Any:
    return distance(scope.params, [number(gap)])[0]


def _limit(scope: Scope, gap: Value) -> Any:
    return continuous_similarity(scope.params, [number(gap)])[0]


def _limit_reach(scope: Scope) -> float:
    return math.pi * scope.params.pairs / abs(math.log(scope.params.base))


def _peak(scope: Scope, first: Value, last: Value) -> Any:
    _short(whole(last) - whole(first))
    return similarity(scope.params, range(whole(first), whole(last) + 1)).max() / _similarity(scope, 0)


def _short(gaps: int) -> None:
    if not 0 <= gaps <= 10**5:
        raise ExpressionError("it looks at 1 to 100001 gaps")


def _dot(scope: Scope, position: Value, gap: Value) -> Any:
    return _row(scope, position) @ _row(scope, number(position) + number(gap))


def _shift_error(scope: Scope, gap: Value) -> Any:
    here = _row(scope)
    there = encode(scope.params, [scope.position.whole + whole(gap)], fraction=scope.position.fraction)
    return np.abs(shift(scope.params, here[None], whole(gap)) - there).max()


# ---- dials --------------------------------------------------------------------------------------


def _omega(scope: Scope, pair: Value) -> Any:
    return omega(scope.params)[_dial(scope, pair)]


def _wavelength(scope: Scope, pair: Value) -> Any:
    return wavelengths(scope.params)[_dial(scope, pair)]


def _turns(scope: Scope, pair: Value) -> Any:
    return scope.position.value / _wavelength(scope, pair)


def _coverage(scope: Scope, pair: Value) -> Any:
    return scope.params.length / _wavelength(scope, pair)


def _phase(scope: Scope, pair: Value) -> Any:
    place = scope.position
    return math.degrees(phases(scope.params, [place.whole], place.fraction)[0, _dial(scope, pair)])


def _arc(scope: Scope, pair: Value, gap: Value) -> Any:
    return math.degrees(_omega(scope, pair) * number(gap)) % 360


def _sin(scope: Scope, pair: Value) -> Any:
    columns = scope.params.convention.pair_columns(scope.params.d_model, _dial(scope, pair))
    return _row(scope)[columns[0]]


def _cos(scope: Scope, pair: Value) -> Any:
    columns = scope.params.convention.pair_columns(scope.params.d_model, _dial(scope, pair))
    return _row(scope)[columns[1]]


def _cell(scope: Scope, position: Value, channel: Value) -> Any:
    return _row(scope, position)[range(scope.params.d_model)[whole(channel)]]


def _never_finish(scope: Scope) -> int:
    return int(np.sum(wavelengths(scope.params) > scope.params.length))


def _finish(scope: Scope) -> int:
    return scope.params.pairs - _never_finish(scope)


def _norm(scope: Scope) -> float:
    return float(np.linalg.norm(_row(scope)))


# ---- collisions ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Patience:
    """Lets a search run for so much work, and then stops it."""

    looks: int = _SEARCH_STEPS

    def __call__(self, searched_to: int) -> bool:
        """Tell the search whether to go on."""
        self.looks -= 1
        return self.looks > 0


def found_text(search: Search) -> Value:
    """Return the gap that a search found, or in words how far there is none."""
    return search.gap if search.gap is not None else f"none up to {integer_text(search.searched_to)}"


def _collision(scope: Scope, epsilon: Value, last: Value = SEARCH_LAST) -> Value:
    limits = {"last": whole(last), "progress": Patience()}
    return found_text(find_collision(scope.params, number(epsilon), **limits))  # type: ignore[arg-type]


def _horizon(scope: Scope, epsilon: Value) -> float:
    return collision_horizon(scope.params, number(epsilon)).log10_gap


def _rival(scope: Scope) -> Value:
    return found_text(find_rival(scope.params, progress=Patience()))


# ---- precision, projection, rotary, mistakes ----------------------------------------------------


def _rounded(scope: Scope, value: Value, kind: Value) -> int | float:
    return _tidy(float(round_to([number(value)], str(kind))[0]))


def _distinct(scope: Scope, first: Value, last: Value, kind: Value) -> int:
    _short(whole(last) - whole(first))
    return distinct_rows(scope.params, range(whole(first), whole(last) + 1), str(kind))


def _worst(scope: Scope, position: Value, kind: Value) -> float:
    return float(precision_error(scope.params, [whole(position)], str(kind)).max())


def _first_bad(scope: Scope, kind: Value, last: Value = 10**6) -> Value:
    found = first_bad_position(scope.params, str(kind), last=whole(last))
    return found if found is not None else f"none up to {integer_text(whole(last))}"


def _explained(scope: Scope, identity: Value, random: Value, seed: Value = 0) -> float:
    _cells(scope)
    weights = {"identity": float(number(identity)), "random": float(number(random))}
    return project(scope.params, whole(seed), **weights).r_squared


def _rotary_spread(scope: Scope) -> float:
    """Return how far rotary scores of one gap differ, among 64 positions, for a random query and key."""
    rotary = Rotary(scope.params.d_model, scope.params.base)
    query, key = np.random.default_rng(0).standard_normal((2, scope.params.d_model))
    scores = rotary_scores(rotary, query, key, range(64), range(64))
    return max(float(np.ptp(np.diagonal(scores, k))) for k in range(-63, 64))


def _mistaken(scope: Scope, bug: Value, position: Value) -> Any:
    return BUGS[str(bug)].encode(scope.params, [whole(position)])[0]


def _radius(scope: Scope, bug: Value, pair: Value, position: Value) -> float:
    sine, cosine = scope.params.convention.pair_columns(scope.params.d_model, _dial(scope, pair))
    row = _mistaken(scope, bug, position)
    return math.hypot(row[sine], row[cosine])


def _agreement(scope: Scope, bug: Value, position: Value) -> float:
    return _likeness(_row(scope, position), _mistaken(scope, bug, position))


def _layout_agreement(scope: Scope, convention: Value, position: Value) -> float:
    return _likeness(_row(scope, position), _row(scope.changed({"convention": convention}), position))


def _likeness(one: Any, other: Any) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


# ---- plain mathematics --------------------------------------------------------------------------


def _plain(function: Callable[..., float]) -> Compute:
    return lambda scope, *args: function(*map(number, args))


_NOTHING: Final[frozenset[str]] = frozenset()
_PARAMS: Final = frozenset({"params"})
_PLACE: Final = frozenset({"params", "position"})

FUNCTIONS: Final[dict[str, Function]] = {
    "S": Function(_similarity, _PARAMS, 1, 1),
    "cosine": Function(_cosine, _PARAMS, 1, 1),
    "delta": Function(_delta, _PARAMS, 1, 1),
    "limit": Function(_limit, _PARAMS, 1, 1),
    "limit_reach": Function(_limit_reach, _PARAMS),
    "peak": Function(_peak, _PARAMS, 2, 2, slow=True),
    "dot": Function(_dot, _PARAMS, 2, 2),
    "shift_error": Function(_shift_error, _PLACE, 1, 1),
    "omega": Function(_omega, _PARAMS, 1, 1),
    "wavelength": Function(_wavelength, _PARAMS, 1, 1),
    "turns": Function(_turns, _PLACE, 1, 1),
    "coverage": Function(_coverage, _PARAMS, 1, 1),
    "phase": Function(_phase, _PLACE, 1, 1),
    "arc": Function(_arc, _PARAMS, 2, 2),
    "sin": Function(_sin, _PLACE, 1, 1),
    "cos": Function(_cos, _PLACE, 1, 1),
    "PE": Function(_cell, _PARAMS, 2, 2),
    "never_finish": Function(_never_finish, _PARAMS),
    "finish": Function(_finish, _PARAMS),
    "norm": Function(_norm, _PLACE),
    "collision": Function(_collision, _PARAMS, 1, 2, slow=True),
    "horizon": Function(_horizon, _PARAMS, 1, 1, slow=True),
    "rival": Function(_rival, _PARAMS, slow=True),
    "rounded": Function(_rounded, _NOTHING, 2, 2),
    "distinct": Function(_distinct, _PARAMS, 3, 3, slow=True),
    "worst": Function(_worst, _PARAMS, 2, 2),
    "first_bad": Function(_first_bad, _PARAMS, 1, 2, slow=True),
    "explained": Function(_explained, _PARAMS, 2, 3, slow=True),
    "rotary_spread": Function(_rotary_spread, _PARAMS, slow=True),
    "radius": Function(_radius, _PARAMS, 3, 3),
    "agreement": Function(_agreement, _PARAMS, 2, 2),
    "layout_agreement": Function(_layout_agreement, _PARAMS, 2, 2),
    "sqrt": Function(_plain(math.sqrt), _NOTHING, 1, 1),
    "ln": Function(_plain(math.log), _NOTHING, 1, 1),
    "abs": Function(_plain(abs), _NOTHING, 1, 1),
    "floor": Function(_plain(math.floor), _NOTHING, 1, 1),
}
"""The functions, by name; `docs/tours.md` describes each."""

FIELDS: Final[dict[str, tuple[Callable[[Scope], Value], frozenset[str]]]] = {
    "d_model": (lambda scope: scope.params.d_model, _PARAMS),
    "pairs": (lambda scope: scope.params.pairs, _PARAMS),
    "base": (lambda scope: _tidy(scope.params.base), _PARAMS),
    "length": (lambda scope: scope.params.length, _PARAMS),
    "position": (lambda scope: scope.position.whole, frozenset({"position"})),
    "gap": (lambda scope: scope.gap, frozenset({"gap"})),
    "pair": (lambda scope: scope.pair, frozenset({"pair"})),
    "pi": (lambda scope: math.pi, _NOTHING),
}
"""The names that stand for a number of the live state, and pi."""


def _tidy(value: float) -> int | float:
    return int(value) if value == int(value) else value
