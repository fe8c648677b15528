"""Copying: pictures and texts on their way to other programs."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QImage

from gui.export.snippet import Library, snippet
from gui.export.table import copy_table_text
from gui.model.state import AppState
from gui.panels.values import copied

TABLE_OF = {"dials": "encoding", "heatmap": "encoding", "similarity": "similarity", "waves": "wavelengths"}
"""The table that has the numbers of a view."""


def copy_image(image: QImage) -> None:
    """Copy a picture."""
    QGuiApplication.clipboard().setImage(image)


def copy_text(text: str) -> None:
    """Copy a text; one with tabs pastes into cells."""
    QGuiApplication.clipboard().setText(text)


def table_text(view: str, state: AppState) -> str:
    """Return the table behind a view as text that pastes into the cells of a spreadsheet.

    Raises
    ------
    ExportError
        When it is too large to be copied.
    """
    return copy_table_text(state, TABLE_OF.get(view, "encoding"))


def value_text(state: AppState) -> str:
    """Return the numbers of the pair under the pointer, or else of the selected one, a line each.

    They are those of the row under the pointer where there is one, with all their digits.
    """
    hover = state.hover
    seen = state if hover.pair is None else state.evolve(pair=hover.pair)
    if hover.row is not None:
        seen = seen.evolve(position=state.position.at(hover.row))
    return copied(seen)


def code_text(state: AppState, library: Library) -> str:
    """Return the table on screen as a program that makes it.

    Raises
    ------
    ExportError
        When the table is too large for memory.
    """
    return snippet(state, library)
