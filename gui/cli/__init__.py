"""The command line: options to a state, and the state to a window, a table or a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from gui.cli.commands import show
from gui.cli.machine import bench, doctor
from gui.cli.options import PROGRAM, VIEW_NAMES, parse
from gui.cli.pictures import animate, image
from gui.cli.signals import INTERRUPTED
from gui.cli.state import state_of
from gui.cli.tables import identify, table
from gui.export.files import ExportError
from gui.preflight import PreflightError

__all__ = ["VIEW_NAMES", "main", "parse", "state_of"]

REFUSED: Final = 2

_COMMANDS: Final = {
    "show": show,
    "table": table,
    "identify": identify,
    "image": image,
    "animate": animate,
    "bench": bench,
    "doctor": doctor,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Returns
    -------
    int
        0; 2 after one sentence on standard error; 130 after Ctrl+C.
    """
    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        return _COMMANDS[options.command](options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ExportError, PreflightError, ValueError) as error:
        return _refused(str(error))
    except MemoryError:
        return _refused("there is not enough memory for this")


def _refused(sentence: str) -> int:
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return REFUSED
