"""The desktop application: it composes store, player and window, and sees that all end cleanly."""

from __future__ import annotations

import signal
import socket
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

from gui.canvas.marker import CrashMarker
from gui.canvas.surface import prepare
from gui.export.provenance import PROGRAM, VERSION
from gui.model.player import Player
from gui.model.state import AppState, RendererWish
from gui.model.store import Store
from gui.window.main_window import MainWindow
from gui.window.renderer import Renderer
from gui.window.settings import load, marker_path, save, settings_path

if TYPE_CHECKING:
    from gui.tour.tour import Tour

FIRST_SIZE = (1280, 800)


def run(
    state: AppState,
    *,
    paused: bool = False,
    remember: bool = False,
    renderer: RendererWish | None = None,
    present: bool = False,
    tour: Tour | None = None,
) -> int:
    """Open the window and return the exit status once it is closed.

    Parameters
    ----------
    state : AppState
        What to start with.
    paused : bool
        Whether the position rests at first.
    remember : bool
        Whether to go on with the state of the last time, where there is one.
    renderer : {"auto", "opengl", "raster"}, optional
        What is to draw; by default what was used the last time.
    present : bool
        Whether to begin in presentation mode.
    tour : Tour, optional
        The tour to begin with.
    """
    app = application()
    settings, problem = load(settings_path())
    former = settings.state or AppState()
    store = Store(_first_state(state, former, paused, remember and settings.state is not None, renderer))
    window = MainWindow(store, Player(store), settings)
    window.resize(*_first_size(app))
    window.restore()
    drawing = Renderer(store, window.views.values(), CrashMarker(marker_path()), parent=window)
    drawing.said.connect(window.say)
    drawing.changed.connect(window.status.show_renderer)
    window.presenter.viewMade.connect(drawing.take)
    with Signals(window):
        window.show()
        if problem:
            window.say(problem)  # a bar that is not shown yet would write it over its other text
        drawing.start()
        if tour is not None:
            window.guide.start(tour)
        if present:
            window.presenter.toggle()
        status = app.exec()
    save(window.remembered(), settings_path())
    window.deleteLater()
    return status


def _first_state(
    asked: AppState, former: AppState, paused: bool, remember: bool, renderer: RendererWish | None
) -> AppState:
    """Return the state to start with: the former one, or what is asked for with the former look."""
    look = {
        "text_size": former.text_size,
        "renderer": renderer or former.renderer,
        "reduced_motion": former.reduced_motion,
    }
    state = former if remember else asked
    changes: dict[str, Any] = {**look, "hint": state.hint}
    if paused or former.reduced_motion:
        changes["playing"] = False
    return state.evolve(**changes)


def application() -> QApplication:
    """Return the application, made and dressed if it was not there yet."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    prepare()
    pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    app.setApplicationName(PROGRAM)
    app.setApplicationVersion(VERSION)
    return app


def _first_size(app: QApplication) -> tuple[int, int]:
    room = app.primaryScreen().availableGeometry()
    if room.width() <= FIRST_SIZE[0] or room.height() <= FIRST_SIZE[1]:
        return room.width(), room.height()
    return max(FIRST_SIZE[0], room.width() * 5 // 6), max(FIRST_SIZE[1], room.height() * 5 // 6)


class Signals:
    """Closes a window on SIGINT and SIGTERM as its close button does.

    Python runs its signal handlers only between byte codes, and while Qt waits there are none: a wake-up
    descriptor, watched by Qt, brings the signal in.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._numbers = [n for n in (signal.SIGINT, signal.SIGTERM) if n is not None]

    def __enter__(self) -> Signals:
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._former = {number: signal.signal(number, lambda *_: None) for number in self._numbers}
        self._former_wakeup = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._close)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._read.close()
        self._write.close()

    def _close(self) -> None:
        self._read.recv(64)
        self._window.close()
        QApplication.quit()
