"""Clips as a folder of numbered pictures, which is there as a whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from gui.export.files import ExportError, explained
from gui.export.provenance import Provenance
from gui.export.raster import png_bytes

NAME: Final = "frame-{:05}.png"
"""How the pictures are named, counted from 0."""
_OURS: Final = re.compile(r"frame-\d{5,}\.png")


def write_frames(path: Path, frames: Iterator[QImage], about: Provenance, *, overwrite: bool = False) -> None:
    """Write one PNG per frame.

    Raises
    ------
    ExportError
        When they cannot be written; nothing is left behind then.
    """
    target = frames_folder(path, overwrite=overwrite)
    part = target.parent / f".wall-of-clocks-{secrets.token_hex(8)}.part"
    try:
        with explained(path):
            part.mkdir()
            for number, image in enumerate(frames):
                (part / NAME.format(number)).write_bytes(png_bytes(image, about, None))
            _put(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def frames_folder(path: Path, *, overwrite: bool) -> Path:
    """Return the folder that a path stands for, or refuse one that no pictures can be written to.

    Raises
    ------
    ExportError
        For a file, a missing or unwritable place, or a folder that is not empty.
    """
    with explained(path):
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_dir():
            raise ExportError(f"cannot write pictures into {path}: it is not a folder")
        place = target if target.is_dir() else target.parent
        if not place.is_dir():
            raise ExportError(f"cannot write {path}: there is no folder {place}")
        if not (os.access(place, os.W_OK | os.X_OK) and os.access(target.parent, os.W_OK | os.X_OK)):
            raise ExportError(f"cannot write {path}: the folder {place} does not permit writing")
        if target.is_dir() and not overwrite and any(target.iterdir()):
            raise ExportError(f"the folder {path} is not empty: give --force to write pictures into it")
        return target


def _put(part: Path, target: Path) -> None:
    """Put finished pictures in their place: in one step, or in place of those that are there already."""
    if not target.exists():
        os.replace(part, target)
        return
    made = sorted(part.iterdir())
    for file in made:
        os.replace(file, target / file.name)
    names = {file.name for file in made}
    for file in target.iterdir():  # of a longer clip before
        if _OURS.fullmatch(file.name) and file.name not in names:
            file.unlink()
