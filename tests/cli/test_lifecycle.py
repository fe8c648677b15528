"""The window as a process: it opens, plays, says nothing, and ends cleanly when told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
READY = """
import sys
from PySide6.QtCore import QTimer
from gui import cli
import gui.app

class Told(gui.app.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(300, lambda: print("ready", flush=True))

gui.app.MainWindow = Told
sys.exit(cli.main(sys.argv[1:]))
"""
PLATFORM_LINES = ("propagateSizeHints", "raise()")


@pytest.fixture
def window_process() -> Iterator[subprocess.Popen[str]]:
    """Start the program off-screen and wait until its window is shown and playing."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        [sys.executable, "-c", READY, "show", "--d", "128"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_close_the_window(window_process: subprocess.Popen[str], number: signal.Signals) -> None:
    window_process.send_signal(number)
    _, errors = window_process.communicate(timeout=20)
    assert window_process.returncode == 0
    said = [line for line in errors.splitlines() if not any(known in line for known in PLATFORM_LINES)]
    assert said == []


def test_a_second_signal_while_closing_does_no_harm(window_process: subprocess.Popen[str]) -> None:
    window_process.send_signal(signal.SIGTERM)
    time.sleep(0.01)
    window_process.send_signal(signal.SIGTERM)
    window_process.communicate(timeout=20)
    assert window_process.returncode in (0, -signal.SIGTERM)  # the second may find no handler any more
