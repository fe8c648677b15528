"""The command that opens the window."""

from __future__ import annotations

import argparse

from gui import preflight
from gui.cli.state import state_of


def show(options: argparse.Namespace) -> int:
    """Open the window."""
    state = state_of(options, playing=not options.paused)
    preflight.check_window()
    from gui.app import run

    nothing_asked = not vars(options).keys() - {"command", "paused", "renderer"}
    wish = vars(options).get("renderer")
    return run(state, paused=options.paused, remember=nothing_asked, renderer=wish)
