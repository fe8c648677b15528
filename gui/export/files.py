"""Files that are written whole or not at all, and one sentence when that cannot be done; no Qt in here."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than allowed there",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EIO: "the disk reports an error",
}


class ExportError(Exception):
    """Something that cannot be exported; the message is one sentence for a person."""


@contextlib.contextmanager
def whole_file(path: Path, *, overwrite: bool = False) -> Iterator[BinaryIO]:
    """Open a file that appears under its name when the block ends well, and otherwise not at all.

    The bytes go into a temporary file of the same folder, which takes the place of `path` in one step.
    When the block raises anything, KeyboardInterrupt included, the temporary file is removed and an
    existing file stays as it was. A symbolic link is followed.

    Parameters
    ----------
    path : Path
        Where to write.
    overwrite : bool
        Whether a file that is already there may be replaced.

    Raises
    ------
    ExportError
        When the file cannot be written there, or is there already.
    """
    check_writable(path, overwrite=overwrite)
    target = Path(os.path.realpath(path))
    part = target.parent / f".wall-of-clocks-{os.urandom(8).hex()}.part"
    try:
        with explained(path):
            with part.open("xb") as file:  # mode 0o666 less the umask, as for any new file
                yield file
                file.flush()
                os.fsync(file.fileno())
            check_writable(path, overwrite=overwrite)
            os.replace(part, target)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def check_writable(path: Path, *, overwrite: bool) -> None:
    """Refuse what is known beforehand not to go well, so that no work is done in vain.

    Raises
    ------
    ExportError
        For a folder, a device, a missing or unwritable folder, or a file that is there already.
    """
    with explained(path):
        folder = Path(os.path.realpath(path)).parent
        if path.is_dir():
            raise ExportError(f"cannot write {path}: it is a folder")
        if not folder.exists():
            raise ExportError(f"cannot write {path}: there is no folder {folder}")
        if not folder.is_dir():
            raise ExportError(f"cannot write {path}: {folder} is not a folder")
        if path.exists() and not path.is_file():
            raise ExportError(f"cannot write {path}: it is not an ordinary file")
        if path.exists() and not overwrite:
            raise ExportError(f"{path} exists already: give --force to overwrite it")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ExportError(f"cannot write {path}: the folder {folder} does not permit writing")


def reason(error: OSError) -> str:
    """Return why an operation on a file failed, in a few words."""
    if isinstance(error, PermissionError):
        return "there is no permission to write there"
    return _REASONS.get(error.errno or 0, (error.strerror or str(error)).lower())


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say in one sentence what hinders writing a file, in place of what the system raises."""
    try:
        yield
    except OSError as error:
        raise ExportError(f"cannot write {path}: {reason(error)}") from error
