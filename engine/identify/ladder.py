"""The arithmetic of a ladder of hands: how fast they turn, how they slow down, where they began."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]

_TURN: Final = 2 * math.pi
_REACH: Final = 16384
"""Starts are looked for at least this far; farther while the slowest hand has not finished some turns."""
_TURNS: Final = 512
_BACK: Final = 4096
_MOST: Final = 200_000
_VISIBLE: Final = 20.0
_ROUNDS: Final = 6


@dataclass(frozen=True, slots=True)
class Line:
    """Hands at row r stand at (position + step * r) * exp(log_ratio * pair), in radians."""

    position: float
    step: float
    log_ratio: float


@dataclass(frozen=True, slots=True)
class Slack:
    """How far the estimates of a `Line` may be off."""

    position: float
    step: float
    log_ratio: float


def wrapped(angle: Floats) -> Floats:
    """Return angles reduced to at most half a turn either way."""
    reduced: Floats = angle - _TURN * np.rint(angle / _TURN)
    return reduced


def geometric(values: Floats, pairs: Floats, noise: float) -> tuple[float, float] | None:
    """Return (first, log_ratio) with values = first * exp(log_ratio * pair), modulo turns, or None.

    Parameters
    ----------
    values : ndarray, shape (m,)
        In radians, reduced to at most half a turn; the two slowest visible ones must not have been reduced.
    noise : float
        Their error.
    """
    visible = np.flatnonzero(np.abs(values) > _VISIBLE * noise)
    for order in (visible[::-1], visible):
        if len(order) > 1 and (found := _climb(values[order], pairs[order])):
            first, log_ratio = found
            off = wrapped(values - first * np.exp(log_ratio * pairs))
            if np.max(np.abs(off)) < max(1e-2, _VISIBLE * noise):
                return found
    return None


def _climb(values: Floats, pairs: Floats) -> tuple[float, float] | None:
    """Fit a line to the logarithms from slow to fast, adding to each value the turns the line predicts."""
    sign = math.copysign(1.0, values[0])
    if sign * values[1] <= 0 or pairs[0] == pairs[1]:
        return None
    sums = np.zeros(5)
    slope, level = math.log(values[1] / values[0]) / (pairs[1] - pairs[0]), 0.0
    level = math.log(abs(values[0])) - slope * pairs[0]
    for pair, value in zip(pairs.tolist(), values.tolist(), strict=True):
        guess = math.exp(min(700.0, level + slope * pair))
        size = sign * value + _TURN * round((guess - sign * value) / _TURN)
        if size <= 0 or not math.isfinite(size):
            return None
        x, y, weight = pair, math.log(size), size * size
        sums += weight * np.array([1, x, y, x * x, x * y])
        spread = sums[0] * sums[3] - sums[1] ** 2
        if spread > 1e-9 * sums[0] * sums[3]:
            slope = float((sums[0] * sums[4] - sums[1] * sums[2]) / spread)
            level = float((sums[2] - slope * sums[1]) / sums[0])
    return sign * math.exp(level), slope


def starts(phases: Floats, omega: Floats, noise: float) -> list[float]:
    """Return positions t with phases = t * omega modulo turns: a whole one first, if it fits, then any.

    The slowest hand gives t modulo its wavelength; each faster one makes it more precise in turn.

    Parameters
    ----------
    phases, omega : ndarrays, shape (m,)
        In radians and in radians per position, omega > 0.
    noise : float
        The error of the phases.
    """
    order = np.argsort(omega)
    positions: Floats = _first_guesses(phases[order[0]], omega[order[0]])
    weight = omega[order[0]] ** 2
    for pair in order[1:]:
        positions = _branched(positions, noise / math.sqrt(weight), omega[pair])
        weight += omega[pair] ** 2
        off = wrapped(phases[pair] - positions * omega[pair])
        positions += off * omega[pair] / weight
    whole = np.rint(positions)
    candidates = [_best(some, phases, omega, noise) for some in (whole, positions)]
    return [t for k, t in enumerate(candidates) if t not in candidates[:k]]


def _first_guesses(phase: float, omega: float) -> Floats:
    wave = _TURN / omega
    back, on = min(_BACK, math.ceil(_BACK / wave)), math.ceil(min(_MOST, max(_TURNS, _REACH / wave)))
    return (phase + _TURN * np.arange(-back, on + 1, dtype=np.float64)) / omega


def _branched(positions: Floats, doubt: float, omega: float) -> Floats:
    """Where positions are in doubt by half a turn of the next hand, keep every turn it may have made."""
    reach: int = math.ceil(3 * doubt * omega / _TURN - 0.25)
    reach = min(reach, _MOST // (2 * len(positions)))
    if reach < 1:
        return positions
    turns = np.arange(-reach, reach + 1) * (_TURN / omega)
    return (positions[:, None] + turns).ravel()


def _best(positions: Floats, phases: Floats, omega: Floats, noise: float) -> float:
    """Return the position nearest to zero, negative ones coming later, of those that fit nearly best."""
    off = np.zeros(len(positions))
    for phase, speed in zip(phases.tolist(), omega.tolist(), strict=True):
        np.maximum(off, np.abs(wrapped(phase - positions * speed)), out=off)
    fitting = positions[off <= max(3 * float(off.min()), 4 * noise)]
    return float(fitting[np.argmin(np.where(fitting < 0, 4 * np.abs(fitting) + 1, fitting))])


def refined(hands: Complex, rows: Floats, pairs: Floats, line: Line, *, free: str) -> tuple[Line, Slack]:
    """Return the line that fits best, by least squares, and how far it may be off.

    Parameters
    ----------
    hands : ndarray, shape (rows, m)
        cos + i sin of every hand, of length about 1.
    free : str
        Which of the names "position", "step" and "log_ratio" to fit; the others stay.
    """
    names = free.split()
    slack = dict.fromkeys(Slack.__dataclass_fields__, 0.0)
    for _ in range(_ROUNDS):
        off, slopes = _residual(hands, rows, pairs, line), dict(_slopes(rows, pairs, line))
        design = np.stack([slopes[name].ravel() for name in names], axis=1)
        size = np.sqrt(np.sum(design * design, axis=0)) + 1e-300
        change, *_ = np.linalg.lstsq(design / size, off.ravel(), rcond=1e-14)
        inverse = np.linalg.pinv((design / size).T @ (design / size), rcond=1e-14, hermitian=True)
        scatter = max(math.sqrt(float(np.mean(off * off))), 2.0**-53)
        slack |= dict(zip(names, (scatter * np.sqrt(np.diag(inverse).clip(0)) / size).tolist(), strict=True))
        line = _moved(line, dict(zip(names, (change / size).tolist(), strict=True)))
    return line, Slack(**slack)


def _residual(hands: Complex, rows: Floats, pairs: Floats, line: Line) -> Floats:
    angle = np.outer(line.position + line.step * rows, np.exp(line.log_ratio * pairs))
    off: Floats = np.angle(hands * np.exp(-1j * angle))
    return off


def _slopes(rows: Floats, pairs: Floats, line: Line) -> Iterator[tuple[str, Floats]]:
    omega = np.exp(line.log_ratio * pairs)
    yield "position", np.outer(np.ones_like(rows), omega)
    yield "step", np.outer(rows, omega)
    yield "log_ratio", np.outer(line.position + line.step * rows, omega * pairs)


def _moved(line: Line, change: dict[str, float]) -> Line:
    moved = replace(line, **{name: getattr(line, name) + by for name, by in change.items()})
    return replace(moved, log_ratio=min(10.0, max(-60.0, moved.log_ratio)))
