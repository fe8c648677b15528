"""What is written under each dial: the richest form that has room, the same for all dials."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from engine import EncodingParams, omega
from gui.dialwall.waves import wavelengths_of
from gui.model.readout import integer_text, significant, widest

Label = dict[str, str]


@dataclass(frozen=True, slots=True)
class CaptionForm:
    """A way to write a caption.

    Attributes
    ----------
    lines : tuple of str
        Templates of `str.format`, with the fields pair, wave, omega, turns and length.
    needs : float
        Side of the smallest cell it suits, in heights of a line.
    """

    lines: tuple[str, ...]
    needs: float


FORMS = (
    CaptionForm(("pair {pair}", "λ = {wave}", "ω = {omega} · {turns} turns in {length}"), 15.0),
    CaptionForm(("pair {pair}", "λ = {wave}", "{turns} turns in {length}"), 15.0),
    CaptionForm(("pair {pair}", "λ = {wave}", "ω = {omega}"), 15.0),
    CaptionForm(("pair {pair}", "λ = {wave}"), 10.0),
    CaptionForm(("pair {pair} · λ {wave}",), 3.4),
    CaptionForm(("{pair} · λ {wave}",), 3.4),
    CaptionForm(("{pair}", "λ {wave}"), 5.0),
    CaptionForm(("{pair}",), 3.4),
)
"""Richest first."""
_MARGIN = 6.0  # pixels that a caption leaves free in its cell


class Captions:
    """The captions of one encoding in one font.

    Parameters
    ----------
    params : EncodingParams
        The encoding.
    measure : callable
        Text to its width in pixels.
    line : float
        Height of a line in pixels.
    """

    def __init__(self, params: EncodingParams, measure: Callable[[str], float], line: float) -> None:
        self.params = params
        self.line = line
        self._measure = measure
        self._widths: dict[str, float] = {}

    def form(self, cell: float) -> CaptionForm | None:
        """Return the richest form of which every dial's fits into a cell of `cell` pixels."""
        return next((form for form in FORMS if self._fits(form, cell)), None)

    def texts(self, form: CaptionForm | None, pairs: Iterable[int]) -> tuple[tuple[str, ...], ...]:
        """Return the lines of some pairs' captions in a form."""
        if form is None:
            return ()
        labels = self._labels
        return tuple(tuple(line.format_map(labels[pair]) for line in form.lines) for pair in pairs)

    def _fits(self, form: CaptionForm, cell: float) -> bool:
        if cell < form.needs * self.line:
            return False
        return all(self._width(line) <= cell - _MARGIN for line in form.lines)

    def _width(self, line: str) -> float:
        """Return the width of the widest caption line of all pairs."""
        if line not in self._widths:
            shapes = {widest(line.format_map(label)) for label in self._labels}
            self._widths[line] = max(map(self._measure, shapes))
        return self._widths[line]

    @cached_property
    def _labels(self) -> tuple[Label, ...]:
        length = integer_text(self.params.length)
        rows = zip(wavelengths_of(self.params).tolist(), omega(self.params).tolist(), strict=True)
        return tuple(
            {
                "pair": str(pair),
                "wave": significant(wave),
                "omega": significant(speed),
                "turns": significant(self.params.length / wave),
                "length": length,
            }
            for pair, (wave, speed) in enumerate(rows)
        )
