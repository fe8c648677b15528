"""Pictures: a view of a state at an exact pixel size, painted by the very class that the window shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from gui.canvas.view import CanvasView
from gui.export.files import ExportError, check_writable, whole_file
from gui.export.provenance import Provenance
from gui.export.raster import check_webp, jpeg_bytes, png_bytes, webp_bytes
from gui.export.size import Size
from gui.export.stage import Shot, Stage, ViewStage
from gui.export.vector import pdf_bytes, svg_bytes
from gui.model.state import AppState
from gui.model.store import Store

_RASTER: Final = {".png": png_bytes, ".jpg": jpeg_bytes, ".jpeg": jpeg_bytes, ".webp": webp_bytes}
_VECTOR: Final = {".svg": svg_bytes, ".pdf": pdf_bytes}
SUFFIXES: Final = (*_RASTER, *_VECTOR)
_OPAQUE: Final = (".jpg", ".jpeg")


def view_picture(
    create: Callable[[Store], CanvasView], state: AppState, size: Size, scale: float = 1.0
) -> QImage:
    """Return the picture of a view, as it looks in the window at that size and a pixel ratio of `scale`.

    Needs a QApplication.

    Parameters
    ----------
    create : callable
        Makes the view, as in `gui.catalogue`.
    state : AppState
        What it shows, at rest.
    size : Size
        Of the picture, in pixels.
    scale : float
        Pixels of the picture per pixel of the window.

    Raises
    ------
    ExportError
        When there is not enough memory.
    """
    with ViewStage(create, state, Shot(size, scale)) as stage:
        return stage.picture()


def encoded(stage: Stage, suffix: str, provenance: Provenance, dpi: int | None = None) -> bytes:
    """Return what is on stage as the bytes of a file.

    Parameters
    ----------
    stage : Stage
        What to take a picture of.
    suffix : str
        One of `SUFFIXES`.
    provenance : Provenance
        What the file says of its making.
    dpi : int, optional
        Pixels per inch of the picture on paper; this changes no pixel.

    Raises
    ------
    ExportError
        When the format cannot hold the picture, or memory does not suffice.
    """
    check_format(suffix, stage.shot)
    if suffix in _VECTOR:
        return _VECTOR[suffix](stage, provenance, dpi)
    return _RASTER[suffix](stage.picture(), provenance, dpi)


def write_bytes(data: bytes, path: Path, *, overwrite: bool = False) -> None:
    """Write a file, whole or not at all.

    Raises
    ------
    ExportError
        When it cannot be written.
    """
    with whole_file(path, overwrite=overwrite) as file:
        file.write(data)


def check_picture_path(path: Path, shot: Shot | None = None, *, overwrite: bool) -> str:
    """Return the suffix of a path, or refuse, before anything is painted, what no picture can be written to.

    Raises
    ------
    ExportError
        For an unknown suffix, what its format cannot hold, and what `check_writable` refuses.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ExportError(
            f"a picture is written as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not as {path.name!r}"
        )
    if shot is not None:
        check_format(suffix, shot)
    check_writable(path, overwrite=overwrite)
    return suffix


def check_format(suffix: str, shot: Shot) -> None:
    """Refuse a shot that a format cannot hold.

    Raises
    ------
    ExportError
        For a transparent JPEG and a WebP of too long a side.
    """
    if shot.transparent and suffix in _OPAQUE:
        raise ExportError("a JPEG has no transparent background: choose .png, .webp, .svg or .pdf")
    if suffix == ".webp":
        check_webp(shot.size.width, shot.size.height)
