"""Sessions as files and in the window: a session reopens to the same picture; bad ones change nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from gui_kit import still
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine import CONVENTIONS, EncodingParams
from gui.export.files import ExportError
from gui.export.session import read_session, write_session
from gui.export.size import Size
from gui.model.position import Position
from gui.model.state import HeatWindow
from gui.window import dialogs
from gui.window.main_window import MainWindow
from gui.window.pictures import picture_of

ROOT = Path(__file__).resolve().parent.parent.parent
STATE = still(
    params=EncodingParams(96, 500.0, 4096, CONVENTIONS["tensor2tensor"]),
    position=Position(10**15, 0.25),
    gap=17,
    pair=5,
    pins=(EncodingParams(96),),
    heat_quantity="phase",
    theme="dark",
).evolve(heat_window=HeatWindow(100, 0.5, 50.0, 3.0, 40.0))


def test_a_session_reopens_to_the_same_state_and_picture(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "lecture ä.json"
    write_session(STATE, path)
    again = read_session(path)
    assert again == STATE
    size = Size(500, 400)
    for name in ("dials", "heatmap", "similarity"):
        assert picture_of(name, again, size) == picture_of(name, STATE, size)


BAD = {
    "NUL-filled": (b"\0" * 1000, "no session"),
    "truncated": (json.dumps({"schema": 1, "gap": "5"}).encode()[:-4], "no session"),
    "future": (b'{"schema": 999}', "999"),
    "d=-4": (b'{"schema": 1, "params": {"d_model": -4, "convention": {}}}', "d_model"),
    "d=1e12": (b'{"schema": 1, "params": {"d_model": 1e12, "convention": {}}}', "d_model"),
    "other JSON": (b"[1, 2, 3]", "schema"),
    "huge": (b" " * (1 << 21), "too large"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_session_is_refused_in_words(tmp_path: Path, kind: str) -> None:
    content, part = BAD[kind]
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(ExportError) as caught:
        read_session(path)
    assert part in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_session_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"missing\.json"):
        read_session(tmp_path / "missing.json")


def test_the_window_opens_and_saves(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.json"
    monkeypatch.setattr(dialogs, "ask_path", lambda *arguments: path)
    window.store.update(params=STATE.params, position=STATE.position, gap=17)
    window.recent.save_session()
    saved = read_session(path)
    window.store.update(params=EncodingParams(8), position=Position(3))
    window.store.flush()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: (str(path), ""))
    window.recent.open_session()
    assert window.store.state.evolve(hint=False) == saved.evolve(hint=False)
    assert window.remembered().sessions == (str(path),)
    window.store.flush()
    window.undo()
    assert window.store.state.params == EncodingParams(8)


def test_a_bad_session_changes_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *arguments: said.append(arguments[2]))
    path = tmp_path / "bad.json"
    path.write_bytes(b"\0" * 100)
    before = window.store.state
    window.recent.open_session(path)
    assert window.store.state is before
    assert len(said) == 1
    assert window.remembered().sessions == ()


def test_a_session_can_be_dropped_on_the_window(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "dropped.json"
    write_session(STATE, path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert window.store.state.params == STATE.params


def test_the_command_line_starts_from_a_session(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    write_session(STATE, path)
    command = [
        sys.executable,
        "main.py",
        "table",
        "wavelengths",
        "-o",
        "-",
        "--session",
        str(path),
        "--base",
        "7",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "# d_model: 96" in result.stdout
    assert "# base: 7" in result.stdout
    path.write_bytes(b"nonsense")
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "s.json" in result.stderr
