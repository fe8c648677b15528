"""The crash marker: a small file that exists only while the first OpenGL frame is being attempted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_TEXT = "OpenGL is being tried. If this file is still here at the next start, the last one broke off.\n"


class CrashMarker:
    """Remembers across a crash that OpenGL was being tried.

    Set it before the probe, clear it after the first frame (or as soon as raster is chosen). A folder
    that cannot be written to costs the memory, nothing else: no method raises `OSError`.

    Parameters
    ----------
    path : Path
        Where the file is to be.

    Attributes
    ----------
    ended_badly : bool
        Whether the file was there when this object was made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.ended_badly = self._is_there()

    def set(self) -> None:
        """Leave the mark, on the disk itself."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(_TEXT, encoding="utf-8")

    def clear(self) -> None:
        """Take the mark away."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _is_there(self) -> bool:
        try:
            return self._path.exists()
        except OSError:
            return False
