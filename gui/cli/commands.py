"""The command that opens the window."""

from __future__ import annotations

import argparse

from gui import preflight
from gui.cli.state import state_of
from gui.tour.loading import load_tour

_ABOUT_THE_WINDOW = {"command", "paused", "renderer", "present", "tour"}
"""Options that say nothing of the state: without others, the last state is taken up again."""


def show(options: argparse.Namespace) -> int:
    """Open the window."""
    state = state_of(options, playing=not options.paused)
    tour = load_tour(options.tour) if options.tour else None
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
