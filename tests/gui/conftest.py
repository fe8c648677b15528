"""Fixtures of the widget tests: an application as the program makes it, and views at an exact size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from gl_kit import Workbench
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.app import application
from gui.canvas.surface import probe
from gui.canvas.view import CanvasView
from gui.model.player import Player
from gui.model.state import AppState
from gui.model.store import Store
from gui.window.main_window import MainWindow
from gui.window.theme import apply_look


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    app = application()
    apply_look(app, "light", 0)
    return app


@pytest.fixture
def show(qapp: QApplication) -> Iterator[Callable[..., CanvasView]]:
    """Show a view of a state at a size; it is closed when the test ends."""
    shown: list[CanvasView] = []

    def make(
        create: Callable[[Store], CanvasView], state: AppState, width: int = 640, height: int = 480
    ) -> CanvasView:
        view = create(Store(state))
        view.resize(width, height)
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.show()
        QCoreApplication.processEvents()
        shown.append(view)
        return view

    yield make
    for view in shown:
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    store = Store(still())
    made = MainWindow(store, Player(store))
    made.resize(1280, 800)
    made.show()
    QTest.qWaitForWindowExposed(made)
    made.activateWindow()
    QCoreApplication.processEvents()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session")
def workbench(qapp: QApplication) -> Iterator[Workbench]:
    """Lend an OpenGL context; where there is none, skip and say why."""
    found = probe()
    if not found:
        pytest.skip(f"no OpenGL: {found.reason}")
    made = Workbench(found)
    yield made
    made.close()
