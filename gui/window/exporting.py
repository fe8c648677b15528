"""What the export dialog does, without its fields: jobs, their previews, their sizes and their running."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from engine import TABLE_KINDS
from gui.export import animation, image, table
from gui.export.animation import Clip
from gui.export.formats import FORMATS as TABLE_FORMATS
from gui.export.progress import Progress
from gui.export.provenance import of_picture
from gui.export.size import SIDE_MIN, Size
from gui.export.stage import Shot
from gui.model.state import AppState
from gui.window.pictures import SUBJECTS, WINDOW, kept_look, stage_of

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow

What = Literal["picture", "clip", "table"]
KINDS: Final[tuple[tuple[What, str], ...]] = (("picture", "Picture"), ("clip", "Clip"), ("table", "Table"))
TABLES: Final = {
    "encoding": "Encoding: one row per position",
    "wavelengths": "Wavelengths: one row per pair",
    "similarity": "Similarity: one row per gap",
    "shift": "Shift by the gap, as a matrix",
    "collisions": "Collisions: positions that look alike",
    "precision": "Precision: what number types do to it",
    "conventions": "Conventions: one row each",
}
FOLDER: Final = ""
"""Stands for a folder of pictures where others have a suffix."""
_SEARCHED: Final = ("collisions", "precision")
_VECTOR: Final = (".svg", ".pdf")
_ESTIMATED_PIXELS: Final = 400_000
_GROWTH: Final = 0.66
"""How files grow with their pixels: measured over the views, 4 to 5 times for 9 times as many."""
_ROWS, _CELLS = 6, 5


@dataclass(frozen=True, slots=True)
class Job:
    """One export: what of, how, and where to.

    Attributes
    ----------
    what : {"picture", "clip", "table"}
        What is made.
    subject : str
        A name of `SUBJECTS`, or the kind of a table.
    state : AppState
        What it shows.
    path : Path
        Where it goes.
    shot : Shot
        Size and scale of a picture, or of each frame.
    dpi : int or None
        Of a picture on paper.
    clip : Clip or None
        The range of a clip.
    """

    what: What
    subject: str
    state: AppState
    path: Path
    shot: Shot
    dpi: int | None = None
    clip: Clip | None = None

    @property
    def suffix(self) -> str:
        """The suffix of the path in lower case; empty for a folder of pictures."""
        return FOLDER if self.what == "clip" and animation.is_folder(self.path) else self.path.suffix.lower()


def subjects_of(what: What) -> tuple[tuple[str, str], ...]:
    """Return what there can be a picture, a clip or a table of: names and titles."""
    return SUBJECTS if what != "table" else tuple((kind, TABLES.get(kind, kind)) for kind in TABLE_KINDS)


def suffixes_of(what: What) -> tuple[str, ...]:
    """Return the suffixes that there are."""
    kinds = {
        "picture": tuple(s for s in image.SUFFIXES if s != ".jpeg"),
        "clip": (*animation.SUFFIXES, FOLDER),
        "table": tuple(TABLE_FORMATS),
    }
    return kinds[what]


def check(job: Job, *, overwrite: bool) -> None:
    """Refuse what is known beforehand not to go well.

    Raises
    ------
    ExportError
        With one sentence that says why.
    """
    if job.what == "picture":
        image.check_picture_path(job.path, job.shot, overwrite=overwrite)
    elif job.clip is not None:
        animation.check_clip_path(job.path, job.clip, job.shot.size, overwrite=overwrite)
    else:
        table.check_table_path(table.table_of(job.subject, job.state), job.path, overwrite=overwrite)


def is_there(job: Job) -> bool:
    """Tell whether something would be replaced."""
    return any(job.path.iterdir()) if job.path.is_dir() else job.path.exists()


def run(job: Job, window: MainWindow, *, overwrite: bool, progress: Progress) -> None:
    """Do a job; `window` is the one that is seen, and keeps its look.

    Raises
    ------
    ExportError
        When it cannot be done; nothing is left behind then.
    Cancelled
        When `progress` returned False; nothing is left behind either.
    """
    check(job, overwrite=overwrite)
    if job.what == "table":
        made = table.table_of(job.subject, job.state)
        table.write_table(made, str(job.path), overwrite=overwrite, progress=progress)
        return
    about = of_picture(job.subject, job.state)
    with _look(job, window), stage_of(job.subject, job.state, job.shot) as stage:
        if job.clip is None:
            data = image.encoded(stage, job.suffix, about, job.dpi)
            image.write_bytes(data, job.path, overwrite=overwrite)
        else:
            animation.write_clip(stage, job.clip, job.path, about, overwrite=overwrite, progress=progress)


def preview(job: Job, room: QSize, window: MainWindow) -> QImage:
    """Return what a job will look like, as large as a room allows and no larger than it is."""
    size = QSize(job.shot.size.width, job.shot.size.height)
    if size.width() > room.width() or size.height() > room.height():
        size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    small = reduced(job.shot, size.width() * size.height())
    with _look(job, window), stage_of(job.subject, job.state, small) as stage:
        if job.clip is not None:
            stage.move(job.clip.position(job.clip.frames // 2))
        return stage.picture()


def table_preview(job: Job) -> str:
    """Return the first cells of a table as text with tabs, or why they are not shown."""
    if job.subject in _SEARCHED:
        return "It is searched for when it is written."
    rows = min(table.table_of(job.subject, job.state).rows, _ROWS)
    lines = table.copy_table_text(job.state, job.subject, rows=rows).splitlines()
    cells = [line.split("\t") for line in lines]
    more = "…" if len(cells[0]) > _CELLS else ""
    return "\n".join("\t".join([*(cell[:10] for cell in row[:_CELLS]), more]) for row in cells)


def estimate(job: Job, window: MainWindow) -> str:
    """Return how large a file will be, in words."""
    if job.what == "table":
        made = table.table_of(job.subject, job.state)
        least = made.rows * TABLE_FORMATS[job.suffix].row_bytes(made)
        return f"{made.rows} rows, at least {animation.bytes_text(least)}"
    most = job.shot.size.pixels if job.suffix in _VECTOR else _ESTIMATED_PIXELS
    small = reduced(job.shot, most)
    with _look(job, window), stage_of(job.subject, job.state, small) as stage:
        if job.clip is None:
            count = len(image.encoded(stage, job.suffix, (), job.dpi))
        else:
            count = animation.estimated_bytes(stage, job.clip, job.suffix)
    grown = round(count * (job.shot.size.pixels / small.size.pixels) ** _GROWTH)
    return _in_words(job, grown)


def _in_words(job: Job, count: int) -> str:
    about = f"{job.shot.size} pixels, about {animation.bytes_text(count)}"
    if job.clip is None:
        return about
    return f"{job.clip.frames} frames of {about}, {float(job.clip.seconds):.3g} s"


def reduced(shot: Shot, pixels: int) -> Shot:
    """Return a shot of the same composition with at most about so many pixels."""
    size = shot.size
    factor = min((pixels / size.pixels) ** 0.5, 1.0)
    factor = max(factor, SIDE_MIN / min(size.width, size.height))
    width, height = (max(round(side * factor), SIDE_MIN) for side in (size.width, size.height))
    return replace(shot, size=Size(width, height), scale=shot.scale * factor)


def _look(job: Job, window: MainWindow) -> AbstractContextManager[None]:
    """Keep the look of the program where a job builds a window of another one."""
    alike = job.subject != WINDOW or job.state.theme == window.store.state.theme
    return nullcontext() if alike else kept_look(window)
