"""What the caption says: the legend, the read-outs, and what the picture leaves out."""

from __future__ import annotations

from gui.canvas.palette import Palette, palette_of
from gui.canvas.view import colour
from gui.model.state import AppState
from gui.similarity.caption import NO_INK, Entry
from gui.similarity.inks import curve_stroke, limit_stroke, stroke_of
from gui.similarity.limit import limit_text
from gui.similarity.matrix import MatrixScene
from gui.similarity.matrix_words import (
    gap_reading,
    longest_cell,
    longest_gap_reading,
    matrix_note,
    pointed_cell,
)
from gui.similarity.scene import Scene
from gui.similarity.words import (
    beyond_text,
    difference_text,
    longest_pointed,
    longest_reading,
    pointed_text,
    reading_text,
    sample_text,
    start_text,
    symbol_text,
    zero_text,
)

_DIFFERENCE = "largest difference 8.8×10⁻¹⁴"


def curve_entries(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    """Return the entries of the plot's caption, the most important first in each group."""
    return (*_legend(state, scene), *_pins(state, scene), *_readings(state, scene))


def _legend(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    look = palette_of(state)
    text = colour(look.text)
    name = symbol_text(scene, "k").partition("/")[0]
    limit = () if scene.limit is None else (_limit(look, limit_text(scene.limit.star)),)
    return (
        Entry("line", name, colour(curve_stroke(look).ink), text),
        Entry("circle", "from 0", colour(look.muted), text),
        Entry("cross", start_text(scene.measured.position), colour(look.position), text, "from p = 8 888"),
        *limit,
    )


def _limit(look: Palette, text: str) -> Entry:
    stroke = limit_stroke(look)
    return Entry("line", text, colour(stroke.ink), colour(look.text), dashes=stroke.dashes)


def _pins(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    """Return the pins; one whose curve is drawn already shows how it is drawn."""
    look = palette_of(state)
    entries = []
    for pin in scene.pins:
        stroke = stroke_of(look, pin.style)
        entries.append(Entry("line", pin.label, colour(stroke.ink), colour(look.text), "", 1, stroke.dashes))
    return tuple(entries)


def _readings(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    look = palette_of(state)
    gap, muted, text = colour(look.gap), colour(look.muted), colour(look.text)
    marked = reading_text(scene, state.gap)
    pointed = "" if state.hover.gap is None else pointed_text(scene, state.hover.gap)
    return (
        Entry("marker", marked, gap, gap if state.gap_hand else muted, longest_reading(scene), 2),
        Entry("none", difference_text(scene.measured), muted, muted, _DIFFERENCE, 2),
        Entry("none", zero_text(scene), muted, muted, "", 2),
        Entry("none", sample_text(scene), muted, muted, "", 2),
        Entry("none", beyond_text(scene), muted, muted, "", 2),
        Entry("hover", pointed, gap, text, longest_pointed(scene), 2),
    )


def matrix_entries(state: AppState, scene: MatrixScene, cell: tuple[int, int] | None) -> tuple[Entry, ...]:
    """Return the entries of the matrix' caption; `cell` is the one under the pointer.

    While the pointer is elsewhere its place says what a pixel shows.
    """
    look = palette_of(state)
    gap, muted, text = colour(look.gap), colour(look.muted), colour(look.text)
    marked = gap_reading(scene, state.gap)
    pointed = pointed_cell(scene, cell) if cell else ""
    if not cell and state.hover.gap is not None:
        pointed = gap_reading(scene, state.hover.gap)
    note = matrix_note(scene)
    said = Entry("hover", pointed, gap, text, longest_cell(scene), 1)
    quiet = Entry("hover", note, NO_INK, muted, longest_cell(scene), 1)
    return (
        Entry("line", marked, gap, gap if state.gap_hand else muted, longest_gap_reading(scene)),
        Entry("circle", "cell (p, p + k)", colour(look.position), text),
        Entry("none", difference_text(scene.measured), muted, muted, _DIFFERENCE),
        said if pointed else quiet,
    )
