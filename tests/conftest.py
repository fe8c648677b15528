"""What all tests share: a display that suits the machine, Qt's known lines, and no left-overs."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

if sys.platform == "linux" and not (
    os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb")
):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


settings.register_profile("patient", deadline=None)  # machines are shared: no test is about its time
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--random-actions",
        dest="random_actions",
        type=int,
        default=600,
        help="how many random actions to try on the window",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The offscreen platform itself prints these two lines; they say nothing about the program.
    mark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)", extend=True)
    for item in items:
        item.add_marker(mark)


@pytest.fixture(autouse=True, scope="session")
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the program, started here or by a test, off the settings of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(autouse=True)
def no_left_overs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a widget or a thread behind."""
    threads = set(threading.enumerate())
    yield
    if "PySide6.QtWidgets" not in sys.modules:
        assert set(threading.enumerate()) <= threads
        return
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if isinstance(app, QApplication):
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        left = [w for w in app.topLevelWidgets() if w.isVisible()]
        assert not left, f"widgets left open: {left}"
        _undress(app)
    assert set(threading.enumerate()) <= threads, "a thread was left running"


def _undress(app: QApplication) -> None:
    """Give the application its usual look back: a window in another theme or text size dresses it whole."""
    from gui.canvas.palette import palette
    from gui.window.theme import apply_look, standard_text_size, style_sheet

    usual = style_sheet(palette("light")), standard_text_size()
    if (app.styleSheet(), app.font().pointSize()) not in (usual, ("", usual[1])):
        apply_look(app, "light", 0)
