"""The texts of tours: paragraphs with live numbers in braces, *emphasis* and `code`, made into rich text."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gui.model.state import AppState
from gui.tour.grammar import ExpressionError
from gui.tour.live import Live, live

Style = Literal["plain", "strong", "code"]

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_MARKS: Final = re.compile(r"(\*|`)")
_STYLES: Final[dict[str, Style]] = {"*": "strong", "`": "code"}
_TAGS: Final[dict[Style, tuple[str, str]]] = {
    "plain": ("", ""),
    "strong": ("<i>", "</i>"),
    "code": ("<code>", "</code>"),
}
_LOW: Final = re.compile(r"(?<=[^\W\d_])_(?:(\w)(?=ᵀ|\b)|\(([^()]*)\))")
_HIGH: Final = re.compile(r"(?<=\w)\^\(([^()]*)\)")
_TEX_NUMBER: Final = re.compile(r"\\num\{([^{}]*)\}")
_POWER: Final = re.compile("×10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)")
_PLAIN: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


Say: TypeAlias = Callable[[Live], str]
"""Turns a live number into what is shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text, or a live number, in one style."""

    content: str | Live
    style: Style = "plain"

    def html(self, say: Say) -> str:
        """Return the piece as rich text; live numbers stand out."""
        before, after = _TAGS[self.style]
        if isinstance(self.content, str):
            words = html.escape(self.content, quote=False)
            return f"{before}{words if self.style == 'code' else _raised(words)}{after}"
        number = html.escape(say(self.content), quote=False).replace(" %", "\u00a0%")
        return f"{before}<b>{number}</b>{after}"


Paragraph: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs, and the fields of the state that their numbers depend on."""

    paragraphs: tuple[Paragraph, ...]
    reads: frozenset[str]

    def html(self, say: Say) -> tuple[str, ...]:
        """Return each paragraph as rich text, `say` giving its numbers."""
        return tuple("".join(piece.html(say) for piece in pieces) for pieces in self.paragraphs)

    @property
    def numbers(self) -> tuple[Live, ...]:
        """All live numbers."""
        return tuple(p.content for pieces in self.paragraphs for p in pieces if isinstance(p.content, Live))

    @property
    def quoted(self) -> str:
        """The words alone: what stands there whatever the state."""
        return "\n".join(plain(pieces) for pieces in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Formula:
    r"""A formula in TeX in which \num{S(gap)} stands for a live number."""

    parts: tuple[str | Live, ...]
    reads: frozenset[str]

    def tex(self, state: AppState) -> str:
        """Return the TeX with the numbers of a state."""
        return "".join(part if isinstance(part, str) else _tex(part.text(state)) for part in self.parts)

    @property
    def numbers(self) -> tuple[Live, ...]:
        """All live numbers."""
        return tuple(part for part in self.parts if isinstance(part, Live))


def plain(pieces: Paragraph, state: AppState | None = None) -> str:
    """Return a paragraph without marks; without a state, dots stand for its live numbers."""
    return "".join(_plain(piece.content, state) for piece in pieces)


def _plain(content: str | Live, state: AppState | None) -> str:
    if isinstance(content, str):
        return content
    return content.text(state) if state else "…"


def text_of(*paragraphs: str) -> Text:
    """Return a text, all its marks and placeholders read.

    Raises
    ------
    ExpressionError
        Names what cannot be read.
    """
    read = tuple(_pieces(paragraph) for paragraph in paragraphs)
    lives = [piece.content for pieces in read for piece in pieces if isinstance(piece.content, Live)]
    return Text(read, frozenset().union(*(number.reads for number in lives)))


def formula_of(tex: str) -> Formula:
    """Return a formula, its placeholders read.

    Raises
    ------
    ExpressionError
        Names what cannot be read, and refuses the position, which may run: a formula takes too long to set.
    """
    split = _TEX_NUMBER.split(tex)
    parts = tuple(live(part) if n % 2 else part for n, part in enumerate(split))
    reads = frozenset[str]().union(*(part.reads for part in parts if isinstance(part, Live)))
    if "position" in reads:
        raise ExpressionError("a formula cannot show numbers of the position, which runs: put them in a text")
    return Formula(parts, reads)


def _raised(words: str) -> str:
    """Set ω_i and b^(2/d) lower and higher, as print does."""
    return _HIGH.sub(r"<sup>\1</sup>", _LOW.sub(lambda found: f"<sub>{found[1] or found[2]}</sub>", words))


def _pieces(paragraph: str) -> Paragraph:
    pieces: list[Piece] = []
    style: Style = "plain"
    for n, part in enumerate(_PLACEHOLDER.split(paragraph)):
        if n % 2:
            pieces.append(Piece(live(part), style))
            continue
        if "{" in part or "}" in part:
            raise ExpressionError(f"a brace is not closed in {part.strip()[:40]!r}")
        for run in _MARKS.split(part):
            mark = _STYLES.get(run)
            if mark is None or (style != "plain" and mark != style):
                pieces.append(Piece(run, style))
            else:
                style = "plain" if style == mark else mark
    if style != "plain":
        raise ExpressionError(f"a mark of {style} text is not closed in {paragraph[:40]!r}")
    return tuple(piece for piece in pieces if piece.content)


def _tex(number: str) -> str:
    powers = _POWER.sub(lambda found: rf" \times 10^{{{found[1].translate(_PLAIN)}}}", number)
    tex = powers.replace("\u2009", r"\,").replace("−", "-").replace("–", r"\text{–}")
    return f"{{{tex}}}" if tex.startswith("-") else tex
