"""What moves over the waves: the position, the gap, and the positions that a sine alone cannot tell apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode
from gui.model.position import Position
from gui.model.readout import position_text, signed
from gui.waves.wave import Wave

Floats: TypeAlias = NDArray[np.float64]

_FIGURE_SPACE = "\u2007"
_ROOM_PER_TURN = 14.0
"""Fewest pixels per turn at which look-alikes are marked one by one."""
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """The dots of one position on the two waves.

    Attributes
    ----------
    at : float
        The position as a share of the length; outside 0 … 1 it is out of sight.
    sine, cosine : float
        Values of the table there, amplitude included.
    """

    position: Position
    at: float
    sine: float
    cosine: float

    @property
    def inside(self) -> bool:
        """Whether the position is in sight."""
        return 0.0 <= self.at <= 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The value of the sine at the position, and where else the sine has it.

    Attributes
    ----------
    value : float
        The sine, amplitude included.
    places : ndarray, shape (n,), read-only
        Shares of the length, ascending: two in each turn; empty where turns are too narrow to mark them.
    """

    value: float
    places: Floats


@dataclass(frozen=True, slots=True)
class Readings:
    """What is said about the position and, when it is on, the gap: the longest form first."""

    position: tuple[str, ...]
    gap: tuple[str, ...] | None


def build_mark(params: EncodingParams, pair: int, position: Position) -> Mark:
    """Return the dots of a pair at a position."""
    row = encode(params, [position.whole], fraction=position.fraction)[0]
    sine, cosine = row[list(params.convention.pair_columns(params.d_model, pair))]
    at = position.whole / params.length + position.fraction / params.length
    return Mark(position, at, float(sine), float(cosine))


def build_level(wave: Wave, mark: Mark, pixels: float) -> Level:
    """Return the positions whose sine is that of the mark: two per turn, its own and its mirror image's."""
    phase = math.atan2(mark.sine, mark.cosine)
    if wave.turns * _ROOM_PER_TURN > pixels:
        return Level(mark.sine, _frozen(np.empty(0)))
    firsts = np.array([phase, math.pi - phase])
    firsts = (firsts - wave.start) / (2 * math.pi) % 1.0
    turns = (firsts[:, None] + np.arange(math.ceil(wave.turns) + 1)).ravel()
    return Level(mark.sine, _frozen(np.sort(turns[turns <= wave.turns]) / wave.turns))


def build_readings(mark: Mark, gap: Mark | None, length: int, *, hide_cosine: bool) -> Readings:
    """Return the read-outs, in figures of a constant width while the position is within the length."""
    room = len(position_text(Position(length), 2))
    said = _reading("p", mark, room, hide_cosine)
    if gap is not None:
        return Readings(said, _reading("p+k", gap, room, hide_cosine))
    if hide_cosine:
        said = (f"{said[0]}   the rings have the same sine", *said)
    return Readings(said, None)


def _reading(name: str, mark: Mark, room: int, hide_cosine: bool) -> tuple[str, ...]:
    where = position_text(mark.position, 2).ljust(room, _FIGURE_SPACE)
    values = f"sin {signed(mark.sine, _DECIMALS)}"
    if not hide_cosine:
        values += f"  cos {signed(mark.cosine, _DECIMALS)}"
    return (f"{name} = {where}  {values}", f"{name}: {values}", f"{name} = {where}")


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
