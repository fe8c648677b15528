"""The commands that make pictures and clips, off screen."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gui import preflight
from gui.cli.progress import progress_bar
from gui.cli.signals import end_at_once, signals, unwind
from gui.cli.state import state_of
from gui.export.progress import Cancelled, Progress
from gui.export.provenance import of_picture
from gui.export.size import PAPER_DPI, Size, is_on_paper, natural_scale, parse_dpi, parse_scale, parse_size
from gui.model.state import AppState

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

    from gui.export.animation import Clip
    from gui.export.stage import Shot, Stage


def image(options: argparse.Namespace) -> int:
    """Write a picture."""
    state, path = state_of(options, playing=False), Path(options.output)
    size, dpi = _size_and_dpi(options)
    scale = _scale(options, size)
    with signals(end_at_once, signal.SIGINT, signal.SIGTERM):
        _prepare()
        from gui.export.image import check_picture_path, encoded, write_bytes
        from gui.export.stage import Shot

        shot = Shot(size, scale, options.transparent)
        suffix = check_picture_path(path, shot, overwrite=options.force)
        with _staged(options.view, state, shot) as stage:
            data = encoded(stage, suffix, of_picture(options.view, state), dpi)
    with signals(unwind, signal.SIGTERM):
        write_bytes(data, path, overwrite=options.force)
    return 0


def animate(options: argparse.Namespace) -> int:
    """Write a clip."""
    state, path = state_of(options, playing=False), Path(options.output)
    size = parse_size(options.size, "--size")
    scale = _scale(options, size)
    folder = options.output.endswith(("/", os.sep))
    with signals(end_at_once, signal.SIGINT, signal.SIGTERM):
        _prepare()
        from gui.export.animation import check_clip_path, parse_clip
        from gui.export.stage import Shot

        clip = parse_clip(options.start, options.end, options.fps, options.seconds, state, prefix="--")
        suffix = check_clip_path(path, clip, size, overwrite=options.force, folder=folder)
        stage = _staged(options.view, state, Shot(size, scale))
    with stage:
        _announce(stage, clip, suffix)
        _film(options, stage, clip, of_picture(options.view, state), folder=folder)
    return 0


def _film(
    options: argparse.Namespace,
    stage: Stage,
    clip: Clip,
    about: tuple[tuple[str, str], ...],
    *,
    folder: bool,
) -> None:
    from gui.export.animation import write_clip

    stop, path, force = _Stop(), Path(options.output), options.force
    with signals(stop, signal.SIGINT, signal.SIGTERM), progress_bar("frames") as bar:
        try:
            watch = stop.watching(bar)
            write_clip(stage, clip, path, about, overwrite=force, progress=watch, folder=folder)
        except Cancelled:
            unwind(stop.number)


class _Stop:
    """Notes a signal: while Qt paints, an exception would be swallowed."""

    number = 0

    def __call__(self, number: int) -> None:
        self.number = number

    def watching(self, bar: Progress | None) -> Progress:
        """Return progress that goes on to a bar and cancels once there was a signal."""

        def report(done: int, total: int) -> bool:
            if bar is not None:
                bar(done, total)
            return not self.number

        return report


def _announce(stage: Stage, clip: Clip, suffix: str) -> None:
    """Say on a terminal what the clip will be."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    from gui.export.animation import bytes_text, estimated_bytes

    about = bytes_text(estimated_bytes(stage, clip, suffix))
    what = f"{clip.frames} frames of {stage.shot.size}, {float(clip.seconds):g} s"
    print(f"{what}, about {about}", file=sys.stderr)


def _size_and_dpi(options: argparse.Namespace) -> tuple[Size, int | None]:
    dpi = None if options.dpi is None else parse_dpi(options.dpi, "--dpi")
    if dpi is None and is_on_paper(options.size):
        dpi = PAPER_DPI
    return parse_size(options.size, "--size", dpi=dpi), dpi


def _scale(options: argparse.Namespace, size: Size) -> float:
    return natural_scale(size) if options.scale is None else parse_scale(options.scale, size, "--scale")


def _prepare() -> None:
    """Get ready for painting.

    Raises
    ------
    PreflightError
        When a library is missing.
    """
    if sys.platform == "linux":
        # Always off-screen here, so that a picture depends on no desktop's scale, theme or fonts, and can be
        # made over any connection. Elsewhere there always is a display, and Qt's off-screen has no fonts.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    preflight.check_picture()
    from PySide6.QtCore import qInstallMessageHandler

    qInstallMessageHandler(_qt_message)


def _staged(view: str, state: AppState, shot: Shot) -> Stage:
    from gui.app import application
    from gui.window.pictures import stage_of
    from gui.window.theme import apply_look

    apply_look(application(), state.theme, state.text_size)
    return stage_of(view, state, shot)


def _qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    """Pass on what Qt says, but for the line by which its off-screen platform greets every window."""
    if message and "propagateSizeHints" not in message:
        print(message, file=sys.stderr)
