"""Long exports: progress on a terminal, and nothing left behind however they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from engine import Block, EncodingParams, collisions_table, encoding_table
from gui.cli import progress as bars
from gui.export.files import ExportError
from gui.export.formats import FORMATS
from gui.export.progress import Cancelled, watched
from gui.export.table import table_of, write_table
from gui.model.state import AppState

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, limits and terminals of POSIX")
STREAMED = [suffix for suffix, known in FORMATS.items() if known.most_rows is None]


def big():
    return encoding_table(EncodingParams(512, 10000, 30_000))


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ---- the protocol --------------------------------------------------------------------------------


def test_progress_goes_from_nothing_to_all_rows(tmp_path):
    seen = []
    write_table(big(), str(tmp_path / "t.npy"), progress=lambda done, rows: seen.append((done, rows)))
    assert seen[0] == (0, 30_000)
    assert seen[-1] == (30_000, 30_000)
    assert len(seen) > 5
    assert all(before <= after for before, after in pairwise(seen))


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("after", [1, 2])
def test_cancelling_leaves_the_folder_as_it_was(tmp_path, suffix, after):
    path = tmp_path / f"t{suffix}"
    path.write_text("old")
    calls = []

    def progress(done, rows):
        calls.append(done)
        return len(calls) < after

    table = table_of("encoding", AppState()) if FORMATS[suffix].most_rows else big()
    with pytest.raises(Cancelled):
        write_table(table, str(path), overwrite=True, progress=progress)
    assert len(calls) == after
    assert (names(tmp_path), path.read_text()) == ([path.name], "old")


def test_a_search_can_be_cancelled_while_it_works(tmp_path):
    calls = []

    def progress(done, rows):
        calls.append((done, rows))
        return len(calls) < 20

    table = collisions_table(EncodingParams(512), limit=2**62)
    with pytest.raises(Cancelled):
        write_table(table, str(tmp_path / "t.csv"), progress=progress)
    assert set(calls) == {(0, 4)}
    assert names(tmp_path) == []


def test_a_search_is_made_once_though_widths_and_rows_need_it_twice(tmp_path):
    made = []
    table = collisions_table(EncodingParams(8))
    blocks = table.blocks

    def counted(alive=None):
        made.append(1)
        return blocks(alive)

    object.__setattr__(table, "blocks", counted)
    for suffix in FORMATS:
        write_table(table, str(tmp_path / f"t{suffix}"))
    assert len(made) == len(FORMATS)


def test_what_does_not_say_false_goes_on():
    table = watched(table_of("wavelengths", AppState()), lambda done, rows: None)
    assert all(isinstance(block, Block) for block in table.blocks())


# ---- how it may end ------------------------------------------------------------------------------

LIMITED = """
import resource, signal, sys
from gui import cli
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))
sys.exit(cli.main(["table", "encoding", "-o", sys.argv[1], "--rows", "100000", "--force"]))
"""


@posix
@pytest.mark.parametrize("suffix", STREAMED)
def test_a_system_that_takes_no_more_bytes_leaves_the_old_file(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    path.write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert run.stderr.decode().endswith("the file would be larger than allowed there\n")
    assert (names(tmp_path), path.read_text()) == ([path.name], "old")


@pytest.mark.parametrize("suffix", STREAMED)
def test_a_full_disk_is_named(tmp_path, monkeypatch, suffix):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportError, match="the disk is full"):
        write_table(table_of("encoding", AppState()), str(tmp_path / f"t{suffix}"))
    assert names(tmp_path) == []


@posix
@pytest.mark.parametrize("suffix", STREAMED)
def test_ctrl_c_and_more_of_it_leaves_nothing(tmp_path, suffix):
    command = [sys.executable, "main.py", "table", "encoding", "--d", "2", "--length", "5e8", "-o"]
    with subprocess.Popen(
        [*command, str(tmp_path / f"t{suffix}")], cwd=ROOT, stderr=subprocess.PIPE
    ) as process:
        deadline = time.monotonic() + 30
        while not any(p.stat().st_size for p in tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            time.sleep(0.002)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""
    assert names(tmp_path) == []


# ---- the bar -------------------------------------------------------------------------------------


class Terminal:
    """Something that says it is a terminal."""

    def __init__(self, answer):
        self.answer, self.text = answer, ""

    def isatty(self):
        return self.answer

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_without_a_terminal_there_is_no_bar(monkeypatch):
    for stream in (Terminal(False), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with bars.progress_bar() as bar:
            assert bar is None


def test_short_work_shows_nothing_and_imports_nothing(monkeypatch):
    terminal = Terminal(True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with bars.progress_bar() as bar:
        bar(0, 10)
        bar(10, 10)
    assert terminal.text == ""


def test_long_work_shows_a_bar_that_goes_away(monkeypatch):
    terminal = Terminal(True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(bars, "_PATIENCE", 0.0)
    with bars.progress_bar() as bar:
        bar(0, 10)
        time.sleep(0.15)
        bar(5, 10)
        bar(10, 10)
    assert "50%" in terminal.text
    assert "rows" in terminal.text
    assert terminal.text.endswith("\r")
