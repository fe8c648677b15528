"""Sessions as files: the state as JSON, written whole or not at all, and refused in one sentence; no Qt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from gui.export.files import ExportError, reason, whole_file
from gui.export.provenance import PROGRAM, VERSION
from gui.model.session import SessionError, from_json, to_json
from gui.model.state import AppState

SUFFIX: Final = ".json"
_LARGEST: Final = 1 << 20
"""Bytes of the largest file that can be a session."""


def write_session(state: AppState, path: Path, *, overwrite: bool = False) -> None:
    """Write a state to a file.

    Raises
    ------
    ExportError
        When it cannot be written there.
    """
    data = {"program": f"{PROGRAM} {VERSION}", **to_json(state)}
    with whole_file(path, overwrite=overwrite) as file:
        file.write(json.dumps(data, indent=1, allow_nan=False).encode())


def read_session(path: Path) -> AppState:
    """Return the state that a file holds.

    Raises
    ------
    ExportError
        Names the file and what is wrong with it.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise SessionError("it is too large for a session")
        return from_json(json.loads(path.read_bytes().decode("utf-8")))
    except OSError as error:
        raise ExportError(f"cannot open {path}: {reason(error)}") from error
    except SessionError as error:
        raise ExportError(f"cannot open {path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ExportError(f"cannot open {path}: it is no session, or a damaged one") from error
