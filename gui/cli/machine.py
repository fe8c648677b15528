"""The commands about this machine: how fast the program is here."""

from __future__ import annotations

import argparse
import os
import sys


def bench(options: argparse.Namespace) -> int:
    """Time the engine and the painters, each against a plain baseline of the same run."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform == "linux" and not any(map(os.environ.get, displays)):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.bench.command import main

    return main(options.pattern, as_json=options.json)
