"""What the wall says in words: the read-out line, the notes under it, and the rows of the tool tip."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine import CONVENTIONS, EncodingParams, omega
from gui.dialwall.waves import wavelengths_of
from gui.model.readout import degrees, integer_text, plain_number, signed, significant
from gui.model.state import AppState

Forms = tuple[str, ...]
"""One statement in several lengths, the fullest first."""


def pair_readouts(state: AppState, pair: int, phase: float) -> Forms:
    """Return a pair's values at a phase in radians, in figures of constant width, longest form first."""
    wave = significant(float(wavelengths_of(state.params)[pair]))
    sine = f"sin {signed(math.sin(phase), 4)}"
    if state.hide_cosine:
        return (
            f"pair {pair}   λ = {wave}   {sine}   cosine hidden",
            f"pair {pair}   λ {wave}   {sine}",
            f"pair {pair}   {sine}",
        )
    angle, point = degrees(phase), f"{sine}   cos {signed(math.cos(phase), 4)}"
    return (
        f"pair {pair}   λ = {wave}   phase {angle}   {point}",
        f"pair {pair}   λ {wave}   {angle}   {point}",
        f"pair {pair}   λ {wave}   {angle}",
        f"pair {pair}   {angle}",
    )


def notes(state: AppState, *, hands: bool) -> tuple[Forms, ...]:
    """Return what has to be known to read the wall in its present mode, one statement a note.

    Parameters
    ----------
    hands : bool
        Whether dials are large enough for hands.
    """
    found: list[Forms] = []
    if state.sentence:
        found.append(_sentence_note(state))
    if state.pins:
        found.append(_ghost_note(state.params, state.pins[-1], hands=hands))
    if state.hide_cosine:
        found.append(_sine_note(hands=hands))
    if state.bar_code:
        found.append(_strip_note(state.params))
    return tuple(found)


def arranged(statements: Sequence[Forms], fits: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the notes as lines: all in one where that fits, else each in its own, as full as fits."""
    together = "   ".join(forms[0] for forms in statements)
    if not statements or fits(together):
        return (together,) if statements else ()
    return tuple(next((form for form in forms if fits(form)), forms[-1]) for forms in statements)


def _sentence_note(state: AppState) -> Forms:
    """Return the sentence with the present word marked; the marks' room is kept at every word."""
    words, here = state.sentence.split(), state.position.whole
    marked = [f"[{word}]" if n == here else f"\u2009{word}\u2009" for n, word in enumerate(words)]
    now = f"word {here}: {words[here]}" if 0 <= here < len(words) else "beyond the sentence"
    return " ".join(marked), now


def _ghost_note(params: EncodingParams, ghost: EncodingParams, *, hands: bool) -> Forms:
    name = f"ghost: {difference(params, ghost)}"
    return (name if hands else f"{name} (zoom in to see it)", name)


def _sine_note(*, hands: bool) -> Forms:
    if not hands:
        return "colours: sine only, two positions per cycle look alike", "two positions per cycle look alike"
    return (
        "sine only: two positions per cycle look alike",
        "two positions per cycle look alike",
        "two positions look alike",
    )


def _strip_note(params: EncodingParams) -> Forms:
    last = params.d_model - 1
    return f"bar code: the whole row, channels 0 … {last}", f"bar code: channels 0 … {last}", "bar code"


def difference(params: EncodingParams, other: EncodingParams) -> str:
    """Return in what another encoding differs: "base 100", "d 128, base 100"."""
    parts = []
    if other.d_model != params.d_model:
        parts.append(f"d {other.d_model}")
    if other.base != params.base:
        parts.append(f"base {plain_number(other.base)}")
    if other.convention != params.convention:
        parts.append(f"convention {_convention_name(other)}")
    if not parts and other.length != params.length:
        parts.append(f"length {integer_text(other.length)}")
    return ", ".join(parts) or "the present parameters"


def _convention_name(params: EncodingParams) -> str:
    names = (name for name, convention in CONVENTIONS.items() if convention == params.convention)
    return next(names, "of its own")


def tip_rows(state: AppState, pair: int, phase: float) -> tuple[tuple[str, str], ...]:
    """Return all values of a pair at a phase in radians as (name, value); none changes its width."""
    params = state.params
    wave = float(wavelengths_of(params)[pair])
    sine, cosine = params.convention.pair_columns(params.d_model, pair)
    still = (
        ("pair", str(pair)),
        ("ω", f"{significant(float(omega(params)[pair]), 6)} rad/position"),
        ("λ", f"{significant(wave, 6)} positions/turn"),
        ("turns", f"{significant(params.length / wave)} in {integer_text(params.length)}"),
        ("channels", f"{sine} (sin), {cosine} (cos)"),
    )
    sin = ("sin", signed(math.sin(phase), 6))
    if state.hide_cosine:
        return *still, sin
    return *still, ("phase", f"{degrees(phase)} = {phase:.4f} rad"), sin, ("cos", signed(math.cos(phase), 6))
