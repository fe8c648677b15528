"""Where painters are timed: a shown widget, and frames that are really painted before the clock stops."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from gui.app import application
from gui.bench.rows import Task
from gui.model.player import Player
from gui.model.position import Position
from gui.model.state import AppState
from gui.model.store import Store
from gui.window.main_window import MainWindow

W = TypeVar("W", bound=QWidget)

SIZE = (1280, 800)
LARGE = (1920, 1080)


class Stage:
    """The widgets of one benchmark; they are gone when it is over."""

    def __init__(self) -> None:
        self.app: QApplication = application()
        self._shown: list[QWidget] = []

    def show(self, widget: W, size: tuple[int, int]) -> W:
        """Show a widget at a size and let it settle."""
        widget.resize(*size)
        widget.show()
        self._shown.append(widget)
        while not widget.windowHandle().isExposed():
            QCoreApplication.processEvents()
        settle()
        return widget

    def clear(self) -> None:
        """Close everything that was shown."""
        for widget in self._shown:
            widget.close()
            widget.deleteLater()
        self._shown.clear()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle() -> None:
    """Let everything that is pending happen, painting included."""
    for _ in range(3):
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)


def paint() -> None:
    """Deliver what is pending once: updates become paint events, and these are painted."""
    QCoreApplication.sendPostedEvents()
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def frames_of(store: Store) -> Task:
    """Return what moves the position on by a little and paints the frame."""
    steps = count(1)

    def frame() -> None:
        store.update(position=Position(next(steps), 0.37))
        store.flush()
        paint()

    return frame


def edits_of(store: Store, states: tuple[dict[str, Any], dict[str, Any]]) -> Task:
    """Return what changes parameters to and fro and paints what follows."""
    turns = count()

    def edit() -> None:
        store.update(**states[next(turns) % 2])
        store.flush()
        paint()

    return edit


def window_of(stage: Stage, state: AppState, size: tuple[int, int]) -> MainWindow:
    """Return the program's window in a state, playing by hand."""
    store = Store(state)
    window = MainWindow(store, Player(store))
    stage.show(window, size)
    window._player.set_visible(False)
    return window


def repeated(task: Task, times: int) -> Callable[[], None]:
    """Return a task that is done several times, for ones that are too short to time."""

    def run() -> None:
        for _ in range(times):
            task()

    return run
