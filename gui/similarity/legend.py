"""What the caption says: the legend, the read-outs, and what the picture leaves out."""

from __future__ import annotations

from gui.canvas.palette import palette
from gui.canvas.view import colour
from gui.model.state import AppState
from gui.similarity.caption import Entry
from gui.similarity.scene import (
    Scene,
    difference_text,
    longest_reading,
    note_text,
    reading_text,
    start_text,
)


def caption_entries(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    """Return the entries of the caption, the most important first in each group."""
    return (*_legend(state, scene), *_readings(state, scene))


def _legend(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    look = palette(state.theme)
    text = colour(look.text)
    return (
        Entry("line", "S(k)", colour(look.curve), text),
        Entry("circle", "from 0", colour(look.muted), text),
        Entry("cross", start_text(scene.measured.position), colour(look.position), text, "from p = 8 888"),
    )


def _readings(state: AppState, scene: Scene) -> tuple[Entry, ...]:
    look = palette(state.theme)
    gap, muted, text = colour(look.gap), colour(look.muted), colour(look.text)
    reserve = longest_reading(scene)
    marked = reading_text(scene, state.gap)
    pointed = "" if state.hover.gap is None else reading_text(scene, state.hover.gap)
    difference = difference_text(scene.measured)
    return (
        Entry("marker", marked, gap, gap if state.gap_hand else muted, reserve, 1),
        Entry("none", difference, muted, muted, "largest difference 8.8×10⁻¹⁴", 1),
        Entry("none", note_text(scene), muted, muted, "", 1),
        Entry("hover", pointed, gap, text, reserve, 1),
    )
