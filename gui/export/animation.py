"""Clips: a range of positions as a moving picture, one exact frame after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from gui.dialwall.pace import FramePace
from gui.dialwall.view import DialWallView
from gui.export.clips import FORMATS, Reel
from gui.export.clips.folder import frames_folder, write_frames
from gui.export.files import ExportError, check_writable, whole_file
from gui.export.progress import Cancelled, Progress
from gui.export.provenance import Provenance
from gui.export.size import Size
from gui.export.stage import Stage
from gui.model.numbers import parse_position, parse_real, position_text
from gui.model.position import Position
from gui.model.state import AppState

SUFFIXES: Final = tuple(FORMATS)
FRAMES_MAX: Final = 20_000
PIXELS_MAX: Final = 4096 * 2304
SECONDS_MAX: Final = 3600.0
FPS_MIN, FPS_MAX = 0.1, 240.0
FIRST_SIZE: Final = "1280x720"
FIRST_FPS: Final = "25"
FIRST_SECONDS: Final = "10"
FIRST_SPAN: Final = 20
"""How many positions a clip goes through where no end is given: with the others, two a second."""
_SAMPLES: Final = 6


@dataclass(frozen=True, slots=True)
class Clip:
    """A range of positions in time: the first frame shows `start`, the last one `end`.

    Attributes
    ----------
    start, end : Position
        Where it begins and ends; it may run backwards.
    frames : int
        How many frames, evenly spaced in position and time.
    fps : Fraction
        Frames per second.

    Raises
    ------
    ExportError
        For no frame at all or more than `FRAMES_MAX`.
    """

    start: Position
    end: Position
    frames: int
    fps: Fraction

    def __post_init__(self) -> None:
        if not 1 <= self.frames <= FRAMES_MAX:
            raise ExportError(f"a clip has 1 to {FRAMES_MAX} frames, not {self.frames}")

    @property
    def step(self) -> Fraction:
        """Positions from one frame to the next."""
        first, last = (p.whole + Fraction(p.fraction) for p in (self.start, self.end))
        return (last - first) / (self.frames - 1) if self.frames > 1 else Fraction(0)

    @property
    def seconds(self) -> Fraction:
        """How long it lasts."""
        return self.frames / self.fps

    def position(self, frame: int) -> Position:
        """Return the position that a frame shows, counted from 0; no error adds up."""
        return self.start.moved(frame * self.step)


def parse_clip(start: str, end: str, fps: str, seconds: str, state: AppState, *, prefix: str = "") -> Clip:
    """Return the clip that texts stand for.

    An empty start is the state's position, an empty end is `FIRST_SPAN` positions on. `prefix` goes before
    the names in messages.

    Raises
    ------
    ExportError or NumberError
        When one is no number of its range, or there would be too many frames.
    """
    first = parse_position(start, f"{prefix}from") if start.strip() else state.position
    last = parse_position(end, f"{prefix}to") if end.strip() else first.moved(FIRST_SPAN)
    rate = Fraction(parse_real(fps, f"{prefix}fps", FPS_MIN, FPS_MAX)).limit_denominator(1001)
    lasting = parse_real(seconds, f"{prefix}seconds", 0.001, SECONDS_MAX)
    return Clip(first, last, max(round(Fraction(lasting).limit_denominator(10**6) * rate), 1), rate)


def check_clip_path(path: Path, clip: Clip, size: Size, *, overwrite: bool, folder: bool = False) -> str:
    """Return the suffix of a path, empty for a folder, or refuse what is known beforehand not to go well.

    Raises
    ------
    ExportError
        For an unknown suffix, a missing encoder, too large frames, and unwritable places.
    """
    if size.pixels > PIXELS_MAX:
        most = f"a frame of a clip has at most {PIXELS_MAX / 1e6:.1f} megapixels"
        raise ExportError(f"{most}, and {size} has {size.pixels / 1e6:.1f}")
    suffix = "" if folder or is_folder(path) else path.suffix.lower()
    if not suffix:
        frames_folder(path, overwrite=overwrite)
        return ""
    if suffix not in FORMATS:
        known = f"{', '.join(SUFFIXES)} or a folder of pictures"
        raise ExportError(f"a clip is written as {known}, not as {path.name!r}")
    FORMATS[suffix].check(size, clip.fps)
    check_writable(path, overwrite=overwrite)
    return suffix


def is_folder(path: Path) -> bool:
    """Tell whether a path stands for a folder of pictures: one that is there, or a name without suffix."""
    return path.is_dir() or not path.suffix


def write_clip(
    stage: Stage,
    clip: Clip,
    path: Path,
    provenance: Provenance,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    folder: bool = False,
) -> None:
    """Write a clip of what is on stage.

    Parameters
    ----------
    stage : Stage
        What to film; it is used for all frames.
    clip : Clip
        The positions and when they are shown.
    path : Path
        A file of one of `SUFFIXES`, or a folder for numbered pictures.
    provenance : Provenance
        What the file says of its making.
    overwrite : bool
        Whether what is there already may be replaced.
    progress : Progress, optional
        Called with the frames done and all frames.
    folder : bool
        Whether the path is that of a folder whatever its name is.

    Raises
    ------
    ExportError
        When it cannot be written; nothing is left behind then.
    Cancelled
        When `progress` returned False; nothing is left behind either.
    """
    suffix = check_clip_path(path, clip, stage.shot.size, overwrite=overwrite, folder=folder)
    frames = Frames(stage, clip, progress)
    about = (*provenance, *of_clip(clip))
    if not suffix:
        write_frames(path, frames, about, overwrite=overwrite)
        return
    with whole_file(path, overwrite=overwrite) as file:
        reel = Reel(frames, clip.frames, clip.fps, stage.shot.size, about, _samples(stage, clip, suffix))
        FORMATS[suffix].write(reel, file)


def estimated_bytes(stage: Stage, clip: Clip, suffix: str) -> int:
    """Return about how large a clip will be, from a few frames of its middle; the stage moves."""
    set_pace(stage, clip)
    count = min(clip.frames, _SAMPLES)
    first = (clip.frames - count) // 2
    sizes = [_sample(stage, clip, suffix, range(first, first + n)) for n in {1, count}]
    if len(sizes) == 1:
        return sizes[0]
    each = (max(sizes) - min(sizes)) / (count - 1)
    return round(min(sizes) + each * (clip.frames - 1))


def bytes_text(count: int) -> str:
    """Return a number of bytes as a person reads it."""
    units = ("bytes", "kB", "MB", "GB")
    step = min((len(str(count)) - 1) // 3, len(units) - 1)
    return f"{count / 1000**step:.3g} {units[step]}"


def _sample(stage: Stage, clip: Clip, suffix: str, which: range) -> int:
    frames = (_frame(stage, clip, n) for n in which)
    if not suffix:
        from gui.export.raster import png_bytes

        return sum(len(png_bytes(image, (), None)) for image in frames)
    file, samples = BytesIO(), _samples(stage, clip, suffix)
    FORMATS[suffix].write(Reel(frames, len(which), clip.fps, stage.shot.size, (), samples), file)
    return len(file.getvalue())


def _samples(stage: Stage, clip: Clip, suffix: str) -> tuple[QImage, ...]:
    """Return the first, the middle and the last frame, if the format asks for them."""
    if not FORMATS[suffix].samples:
        return ()
    return tuple(_frame(stage, clip, n) for n in sorted({0, clip.frames // 2, clip.frames - 1}))


def of_clip(clip: Clip) -> Provenance:
    """Return what a file says of its range."""
    return (
        ("from", position_text(clip.start)),
        ("to", position_text(clip.end)),
        ("frames", str(clip.frames)),
        ("fps", str(clip.fps)),
    )


class Frames(Iterator[QImage]):
    """The pictures of a clip one after the other; it tells how far it is and can be cancelled at each."""

    def __init__(self, stage: Stage, clip: Clip, progress: Progress | None) -> None:
        self._stage, self._clip, self._progress = stage, clip, progress
        self._done = 0
        set_pace(stage, clip)

    def __next__(self) -> QImage:
        self._report()
        if self._done == self._clip.frames:
            raise StopIteration
        self._done += 1
        return _frame(self._stage, self._clip, self._done - 1)

    def _report(self) -> None:
        if self._progress is not None and self._progress(self._done, self._clip.frames) is False:
            raise Cancelled


def set_pace(stage: Stage, clip: Clip) -> None:
    """Let dials know how far a clip goes from one frame to the next."""
    for view in stage.views:
        if isinstance(view, DialWallView):
            view.pace = EvenPace(float(abs(clip.step)))
            view.refresh()


class EvenPace(FramePace):
    """Positions per frame as a clip has them: hands that turn too far from one to the next are blurred."""

    def __init__(self, step: float) -> None:
        super().__init__()
        self._even = step

    def step(self, state: AppState) -> float:
        """Return the positions per frame."""
        self.changed, self._step = self._even != self._step, self._even
        return self._even


def _frame(stage: Stage, clip: Clip, number: int) -> QImage:
    stage.move(clip.position(number))
    return stage.picture()
