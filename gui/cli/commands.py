"""The commands that draw: the window and pictures."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gui import preflight
from gui.cli.signals import end_at_once, signals, unwind
from gui.cli.state import state_of
from gui.export.provenance import of_picture
from gui.export.size import Size, parse_size
from gui.model.state import AppState

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
    from PySide6.QtGui import QImage


def show(options: argparse.Namespace) -> int:
    """Open the window."""
    state = state_of(options, playing=not options.paused)
    preflight.check_window()
    from gui.app import run

    nothing_asked = not vars(options).keys() - {"command", "paused"}
    return run(state, paused=options.paused, remember=nothing_asked)


def image(options: argparse.Namespace) -> int:
    """Write a picture."""
    state, size, path = (
        state_of(options, playing=False),
        parse_size(options.size, "--size"),
        Path(options.output),
    )
    if sys.platform == "linux":
        # Always off-screen here, so that a picture depends on no desktop's scale, theme or fonts, and can be
        # made over any connection. Elsewhere there always is a display, and Qt's off-screen has no fonts.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with signals(end_at_once, signal.SIGINT, signal.SIGTERM):
        preflight.check_picture()
        from gui.export.image import check_picture_path, write_picture

        check_picture_path(path, overwrite=options.force)
        image = _painted(options.view, state, size)
    with signals(unwind, signal.SIGTERM):
        write_picture(image, path, of_picture(options.view, state), overwrite=options.force)
    return 0


def _painted(view: str, state: AppState, size: Size) -> QImage:
    from PySide6.QtCore import qInstallMessageHandler

    from gui.app import application
    from gui.window.pictures import picture_of
    from gui.window.theme import apply_look

    qInstallMessageHandler(_qt_message)
    apply_look(application(), state.theme, state.text_size)
    return picture_of(view, state, size)


def _qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    """Pass on what Qt says, but for the line by which its off-screen platform greets every window."""
    if message and "propagateSizeHints" not in message:
        print(message, file=sys.stderr)
