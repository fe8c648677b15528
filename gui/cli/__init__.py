"""The command line: options to a state, and the state to a window, a table or a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from gui.cli.options import PROGRAM, VIEW_NAMES, parse
from gui.cli.signals import INTERRUPTED
from gui.cli.state import state_of
from gui.export.files import ExportError
from gui.preflight import PreflightError

__all__ = ["VIEW_NAMES", "main", "parse", "state_of"]

REFUSED: Final = 2

_HOMES: Final = {
    "show": "commands",
    "table": "tables",
    "identify": "tables",
    "image": "pictures",
    "animate": "pictures",
    "bench": "machine",
    "doctor": "machine",
}
"""The module of each command; only the one that is run is imported."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Returns
    -------
    int
        0; 2 after one sentence on standard error; 130 after Ctrl+C.
    """
    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        module = import_module(f"{__name__}.{_HOMES[options.command]}")
        return int(getattr(module, options.command)(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ExportError, PreflightError, ValueError) as error:
        return _refused(str(error))
    except MemoryError:
        return _refused("there is not enough memory for this")


def _refused(sentence: str) -> int:
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return REFUSED
