"""The command that opens the window."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gui import preflight
from gui.cli.state import state_of

if TYPE_CHECKING:
    from gui.tour.tour import Tour

_ABOUT_THE_WINDOW = {"command", "paused", "renderer", "present", "tour"}
"""Options that say nothing of the state: without others, the last state is taken up again."""


def show(options: argparse.Namespace) -> int:
    """Open the window."""
    state = state_of(options, playing=not options.paused)
    tour = _tour(options.tour) if options.tour else None
    preflight.check_window()
    from gui.app import run

    nothing_asked = not vars(options).keys() - _ABOUT_THE_WINDOW
    return run(
        state,
        paused=options.paused,
        remember=nothing_asked and tour is None,
        renderer=vars(options).get("renderer"),
        present=options.present,
        tour=tour,
    )


def _tour(name: str) -> Tour:
    from gui.tour.loading import load_tour  # only now: most starts need no tour

    return load_tour(name)
