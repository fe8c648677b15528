"""The one list of views: menus, the window, pictures and the command line loop over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.canvas.view import CanvasView
from gui.dialwall.view import DialWallView
from gui.heatmap.view import HeatmapView
from gui.model.store import Store
from gui.similarity.view import SimilarityView
from gui.waves.view import WavesView


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """A view: its name on the command line, its title in the window, and what makes it."""

    name: str
    title: str
    create: Callable[[Store], CanvasView]


VIEWS: tuple[ViewSpec, ...] = (
    ViewSpec("dials", "Wall of clocks", DialWallView),
    ViewSpec("heatmap", "Heat map", HeatmapView),
    ViewSpec("similarity", "Similarity against gap", SimilarityView),
    ViewSpec("waves", "Waves and ladder", WavesView),
)


def view_spec(name: str) -> ViewSpec:
    """Return the view of that name.

    Raises
    ------
    KeyError
        When there is none.
    """
    return {spec.name: spec for spec in VIEWS}[name]
