"""The search for the parameters that give a table: usual bases first, then whatever base the dials tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.convention import SPACINGS, Convention, Spacing
from engine.identify.columns import Plan, denominator
from engine.identify.dials import Dials, read_dials
from engine.identify.fit import Fit, Guess, verified
from engine.identify.ladder import Line, Slack, geometric, refined, starts, wrapped
from engine.identify.numbers import USUAL_BASES, oddity, simplest
from engine.identify.sheet import Sheet, tolerance
from engine.limits import MAX_BASE, MAX_SCALE, MIN_BASE, MIN_SCALE
from engine.params import EncodingParams

Floats = NDArray[np.float64]

_CLEARLY: Final = 8.0
"""Further digits and offsets count only where the error falls by this factor."""
_PREFERRED: Final = 64.0
"""A base of any digits is preferred to a usual one only where the error falls by this factor."""
_SURE: Final = 8.0
"""Estimates are off by up to so many times their scatter."""
_SINGLE: Final = 2.0**-20
"""The relative error that float32 leaves in a step."""
_NEARLY: Final = 0.25
_RATE: Final = 0.02
_SCANNED: Final = 8192
_SCANNED_TURNS: Final = 4
_SCANNED_PAIRS: Final = 12
_CHECKED: Final = 6
_TINY: Final = 1e-300
_ROUNDED: Final = 2.0**-50
"""The relative error of logarithms of bases, which are multiplied and divided in float64."""


def fits_of(sheet: Sheet, plan: Plan) -> list[Fit]:
    """Return every way found to make a table with its columns laid out as planned, best first."""
    dials = read_dials(sheet, plan)
    if dials is None:
        return []
    usual = _verified(sheet, dials, _usual(sheet, dials))
    exact = sheet.noise * dials.radius
    if usual and min(fit.max_error for fit in usual) <= exact:
        return usual
    free = _verified(sheet, dials, _free(dials))
    if not usual or not free:
        return usual or free
    best = min(fit.max_error for fit in free)
    return [fit for fit in usual if fit.max_error <= _PREFERRED * best] or free


def guesses(sheet: Sheet, plan: Plan) -> Iterator[Guess]:
    """Yield what suits the pairs of a plan, which may be a few of a table's, the usual bases first."""
    dials = read_dials(sheet, plan)
    if dials is not None:
        yield from sorted(_usual(sheet, dials), key=lambda guess: guess.misfit)
        yield from _free(dials)


def _verified(sheet: Sheet, dials: Dials, guesses: Iterable[Guess]) -> list[Fit]:
    """Return the guesses that hold over the full table, those of the usual bases first."""
    tried = sorted(guesses, key=lambda guess: (oddity(guess.base), guess.misfit))
    if tried:
        least = max(min(guess.misfit for guess in tried), dials.noise)
        tried = [guess for guess in tried if guess.misfit <= _CLEARLY * least]
    unlike = list({replace(guess, misfit=0.0): guess for guess in reversed(tried)}.values())[::-1]
    found = (verified(sheet, dials.plan, guess) for guess in unlike[:_CHECKED])
    return _simple([fit for fit in found if fit is not None])


def _simple(fits: list[Fit]) -> list[Fit]:
    """Leave out offsets, and further digits of the base, that make the error little smaller."""
    kept: list[Fit] = []
    for fit in sorted(fits, key=_digits):
        alike = [other for other in kept if _spacing(other) == _spacing(fit)]
        if all(fit.max_error < other.max_error / _CLEARLY for other in alike):
            kept.append(fit)
    return kept


def _digits(fit: Fit) -> tuple[bool, int]:
    return fit.params.convention.offset != 0, oddity(fit.params.base)


def _spacing(fit: Fit) -> Spacing:
    return fit.params.convention.spacing


def _usual(sheet: Sheet, dials: Dials) -> Iterator[Guess]:
    """Yield the usual bases at which all hands of the sample stand right."""
    for spacing, base, omega in _usual_ladders(dials):
        for step in _usual_steps(dials, omega):
            scale, rows = (1.0, round(step)) if step == round(step) else (abs(step), int(np.sign(step)))
            guess = _placed(dials, Guess(spacing, base, scale, 0.0, rows), omega * scale)
            limit = tolerance(sheet.storage, guess.reach(dials.rows[-1]))
            if guess.misfit <= max(limit, _CLEARLY * dials.noise):
                yield guess
                if not guess.tells_base(dials):
                    return


def _usual_ladders(dials: Dials) -> Iterator[tuple[Spacing, float, Floats]]:
    for base in USUAL_BASES:
        for spacing, below in denominators(dials.plan):
            yield spacing, base, base ** (-dials.pairs / below)


def _usual_steps(dials: Dials, omega: Floats) -> Iterator[float]:
    """Yield the steps of one row that turn the hands as they do: 1, -1, or what the slowest hands tell."""
    if dials.rates is None:
        yield 1.0
        return
    allowed = _RATE + _SURE * dials.rate_noise
    told = geometric(dials.rates, dials.pairs, dials.rate_noise)
    steps = [1.0, -1.0]
    if told:
        steps.append(_step(dials, told[0], _SURE * dials.rate_noise))
    for step in dict.fromkeys(steps):
        if np.max(np.abs(wrapped(dials.rates - step * omega))) <= allowed:
            yield step


def _placed(dials: Dials, guess: Guess, omega: Floats) -> Guess:
    """Return the guess at the position that suits the first row, and how far hands of the sample are off."""
    best = replace(guess, misfit=math.inf)
    for position in starts(dials.phases, omega, dials.noise):
        angle = np.outer(position + guess.step * dials.rows, omega)
        off = float(np.max(np.abs(dials.hands - np.exp(1j * angle))))
        if off < best.misfit / _CLEARLY:
            best = replace(guess, position=position, misfit=off)
    return best


def _free(dials: Dials) -> Iterator[Guess]:
    """Yield what a fit of the base itself gives, in either spacing."""
    if len(dials.pairs) < 2:
        return
    for line, slack in _lines(dials):
        for spacing, below in denominators(dials.plan):
            guess = _named(dials, line, slack, spacing, below)
            if guess is not None:
                yield guess


def _lines(dials: Dials) -> Iterator[tuple[Line, Slack]]:
    """Yield fits to the sample, with steps and positions made whole where that is within the error."""
    for line in _rough_lines(dials):
        free = "position log_ratio" if dials.rates is None else "position step log_ratio"
        fit, slack = _fit(dials, line, free)
        if dials.rates is not None:
            fit = replace(fit, step=_step(dials, fit.step, _SURE * slack.step))
            fit, slack = _fit(dials, fit, "position log_ratio")
        scale = 1.0 if fit.step == round(fit.step) else abs(fit.step)
        whole = scale * round(fit.position / scale)
        if abs(fit.position - whole) <= _NEARLY * scale and (whole or dials.rates is not None):
            yield _fit(dials, replace(fit, position=whole), "log_ratio")
        yield fit, slack


def _fit(dials: Dials, line: Line, free: str) -> tuple[Line, Slack]:
    return refined(dials.hands, dials.rows, dials.pairs, line, free=free)


def _rough_lines(dials: Dials) -> Iterator[Line]:
    if dials.rates is None:
        found = geometric(dials.phases, dials.pairs, dials.noise)
        if found:
            yield Line(found[0], 1.0, found[1])
        yield from _scanned(dials)
        return
    if found := geometric(dials.rates, dials.pairs, dials.rate_noise):
        step, log_ratio = _step(dials, found[0], _SURE * dials.rate_noise), found[1]
        scale = 1.0 if step == round(step) else abs(step)
        for position in starts(dials.phases, scale * np.exp(log_ratio * dials.pairs), dials.noise):
            yield Line(position * scale, step, log_ratio)


def _scanned(dials: Dials) -> Iterator[Line]:
    """Yield the ratio and whole position at which a single row fits best, trying every position."""
    some = np.unique(np.linspace(0, len(dials.pairs) - 1, _SCANNED_PAIRS).round().astype(np.intp))
    pairs, phases = dials.pairs[some], dials.phases[some]
    position = np.arange(1, _SCANNED + 1)[:, None]
    slowest = phases[-1] % (2 * math.pi) + 2 * math.pi * np.arange(_SCANNED_TURNS)
    log_ratio = np.log(np.maximum(slowest, _TINY) / position) / pairs[-1]
    off = np.zeros(log_ratio.shape)
    for phase, pair in zip(phases.tolist(), pairs.tolist(), strict=True):
        np.maximum(off, np.abs(wrapped(phase - position * np.exp(pair * log_ratio))), out=off)
    row, turn = np.unravel_index(int(np.argmin(off)), off.shape)
    yield Line(float(position[row, 0]), 1.0, float(log_ratio[row, turn]))


def _named(dials: Dials, line: Line, slack: Slack, spacing: Spacing, below: float) -> Guess | None:
    """Return a line as base, scale, position and step, each with as few digits as its error allows."""
    exponent = -line.log_ratio * below
    if not math.log(MIN_BASE) < exponent < math.log(MAX_BASE):
        return None
    base = math.exp(exponent)
    base = simplest(base, base * (_SURE * slack.log_ratio * below + _ROUNDED * abs(exponent)))
    scale = 1.0 if line.step == round(line.step) else abs(line.step)
    rows = round(line.step / scale)
    position = _whole_or_simplest(line.position / scale, _SURE * slack.position / scale)
    if not (MIN_BASE <= base <= MAX_BASE and MIN_SCALE <= scale <= MAX_SCALE and rows):
        return None
    omega = base ** (-dials.pairs / below) * scale
    off = dials.hands - np.exp(1j * np.outer(position + rows * dials.rows, omega))
    return Guess(spacing, base, scale, position, rows, float(np.max(np.abs(off))))


def _relative(dials: Dials) -> float:
    """Return the relative error that the angles' number type leaves in a step."""
    return min(_SINGLE, 8 * dials.noise)


def _step(dials: Dials, step: float, slack: float) -> float:
    """Return a step made whole, within what its number type leaves, or short within its error; never 0."""
    near = step == 0 or abs(step - round(step)) > slack + _relative(dials) * abs(step)
    return (simplest(step, slack) if near else float(round(step))) or step


def _whole_or_simplest(value: float, slack: float) -> float:
    whole = float(round(value))
    return whole if abs(value - whole) <= max(slack, 2.0**-50) else simplest(value, slack)


def denominators(plan: Plan) -> Iterator[tuple[Spacing, float]]:
    """Yield the spacings that a plan's width allows, each with what i is divided by in its exponents."""
    for spacing in SPACINGS:
        convention = replace(plan.convention, spacing=spacing)
        if spacing == "paper" or _is_defined(convention, plan.width):
            yield spacing, denominator(EncodingParams(plan.width, convention=convention))


def _is_defined(convention: Convention, width: int) -> bool:
    try:
        convention.check(width)
    except ValueError:
        return False
    return True
