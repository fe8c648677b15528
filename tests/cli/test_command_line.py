"""The command line as a person meets it: every command in a process of its own, and its options in ours."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine import CONVENTIONS, EncodingParams, encode
from gui import cli
from gui.cli import commands
from gui.export.provenance import VERSION
from gui.model.position import Position

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, devices and locales of POSIX")


def environment(**changes):
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return kept | changes


def command(*arguments):
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


def run(*arguments, folder=None, **changes):
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(**changes),
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(autouse=True)
def own_environment(monkeypatch):
    """Undo what commands that run in our process set in the environment."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def refused(result):
    """Return the one sentence of a refusal."""
    message = result.stderr.decode()
    assert result.returncode == 2
    assert message.startswith("wall-of-clocks: ")
    assert message.count("\n") == 1
    assert result.stdout == b""
    return message


def state_of(*arguments):
    return cli.state_of(cli.parse(arguments), playing=True)


def read_csv(data, dtype=np.float64):
    lines = [line.split(",")[1:] for line in data.decode().splitlines() if not line.startswith("#")]
    return np.array([[float(v) for v in line] for line in lines[1:]]).astype(dtype)


# ---- processes -----------------------------------------------------------------------------------


def test_version_and_help():
    assert run("--version").stdout.split() == [b"wall-of-clocks", VERSION.encode()]
    for arguments in (["--help"], ["show", "--help"], ["table", "--help"], ["image", "--help"]):
        result = run(*arguments, PYTHONIOENCODING="ascii")
        assert result.returncode == 0
        assert b"--base" in result.stdout


def test_the_version_is_that_of_the_project():
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture
def without_qt(tmp_path):
    """A path on which PySide6 and pyqtgraph cannot be imported."""
    for name in ("PySide6", "shiboken6", "pyqtgraph"):
        (tmp_path / "fake" / name).mkdir(parents=True)
        (tmp_path / "fake" / name / "__init__.py").write_text(f"raise ImportError('no {name} here')")
    return str(tmp_path / "fake")


@pytest.mark.parametrize("kind", ["encoding", "similarity", "conventions"])
def test_tables_need_no_graphics(without_qt, tmp_path, kind):
    result = run("table", kind, "-o", "t.csv", "--d", 8, folder=tmp_path, PYTHONPATH=without_qt)
    assert (result.returncode, result.stderr) == (0, b"")
    assert (tmp_path / "t.csv").read_bytes().startswith(b"# program: Wall of Clocks")


def test_identifying_needs_no_graphics(without_qt, tmp_path):
    run("table", "encoding", "-o", "t.npy", folder=tmp_path, PYTHONPATH=without_qt)
    result = run("identify", "t.npy", folder=tmp_path, PYTHONPATH=without_qt)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"1. paper, the same table as pytorch" in result.stdout


def test_pictures_without_pyside_are_explained(without_qt, tmp_path):
    message = refused(run("image", "dials", "-o", "a.png", folder=tmp_path, PYTHONPATH=without_qt))
    assert "PySide6 cannot be imported" in message
    assert "tables do not" in message


@posix
@pytest.mark.parametrize("more", [{}, {"PYTHONCOERCECLOCALE": "0"}])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_files_do_not_follow_the_locale(tmp_path, dtype, more):
    folder = tmp_path / "größe-表"
    folder.mkdir()
    path = folder / "ü.csv"
    result = run("table", "encoding", "-o", path, "--dtype", dtype, LC_ALL="C", PYTHONUTF8="0", **more)
    assert (result.returncode, result.stderr) == (0, b"")
    assert np.array_equal(read_csv(path.read_bytes(), dtype), encode(EncodingParams(), dtype=dtype))
    result = run("table", "encoding", "-o", path, LC_ALL="C", PYTHONUTF8="0", **more)
    assert b"exists already" in result.stderr


def test_standard_output_has_the_same_bytes(tmp_path):
    run("table", "similarity", "-o", "t.csv", folder=tmp_path)
    assert run("table", "similarity", "-o", "-").stdout == (tmp_path / "t.csv").read_bytes()


@posix
def test_a_reader_that_goes_away_ends_it_quietly():
    with subprocess.Popen(
        command("table", "encoding", "--length", "1e9", "-o", "-"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_explained():
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            command("table", "encoding", "-o", "-"),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert result.returncode == 2
    assert result.stderr.decode() == "wall-of-clocks: cannot write to standard output: the disk is full\n"


def test_overwriting_needs_force(tmp_path):
    (tmp_path / "t.csv").write_text("mine")
    (tmp_path / "a.png").write_text("mine")
    for arguments in (("table", "encoding", "-o", "t.csv"), ("image", "dials", "-o", "a.png")):
        assert "give --force" in refused(run(*arguments, folder=tmp_path))
        assert (tmp_path / arguments[-1]).read_text() == "mine"
        assert run(*arguments, "--force", folder=tmp_path).returncode == 0
        assert (tmp_path / arguments[-1]).read_bytes() != b"mine"


@posix
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_table_leaves_nothing(tmp_path, number, status):
    with subprocess.Popen(
        command("table", "encoding", "--d", 2, "--length", "2e9", "-o", "t.csv"),
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.PIPE,
    ) as process:
        deadline = time.monotonic() + 30
        while not any(p.stat().st_size > 0 for p in tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.1))
        assert not (tmp_path / "t.csv").exists()
        process.send_signal(number)
        assert process.wait(30) == status
        assert process.stderr.read() == b""
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux may lack a display")
@pytest.mark.parametrize("arguments", [[], ["show"], ["--d", "8"], ["show", "--paused"]])
def test_no_display_names_the_command_that_makes_a_picture(arguments):
    message = refused(run(*arguments))
    assert "no display" in message
    assert "main.py image dials -o wall.png" in message


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux may lack a display")
def test_a_display_that_does_not_answer_is_named():
    assert "DISPLAY=:63999" in refused(run(DISPLAY=":63999"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["table", "encoding", "-o", "t.xlsx"], ".md or .tex, not as 't.xlsx'"),
        (["image", "dials", "-o", "t.bmp"], ".pdf, not as 't.bmp'"),
        (["table", "encoding"], "-o/--output"),
        (["table", "turns", "-o", "t.csv"], "invalid choice: 'turns'"),
        (["image", "clocks", "-o", "t.png"], "invalid choice: 'clocks'"),
        (["frobnicate"], "invalid choice: 'frobnicate'"),
        (["--frobnicate"], "no option --frobnicate\n"),
        (["--len", "5"], "no option --len, did you mean --length?"),
        (["--base", "10,000"], "10000 or 10.0"),
        (["--d", "12.5"], "a whole number from 2 to 8192, not '12.5'"),
        (["--d", "3", "--convention", "whisper"], "d_model must be 4 or more"),
        (["--position", "2^63"], "--position must be"),
        (["--pair", "32"], "from 0 to 31, not '32'"),
        (["--position", "9e18", "--gap", "1e18"], "--gap must be"),
        (["--preset", "papier"], "one of paper, printed-table"),
        (["image", "dials", "-o", "t.png", "--size", "20x20"], "64 to 16384, not '20'"),
        (["image", "dials", "-o", "t.png", "--size", "16384x16384"], "at most 100 megapixels"),
        (["image", "dials", "-o", "t.png", "--size", "large"], "such as 1920x1080"),
        (["table", "wavelengths", "-o", "t.csv", "--dtype", "float32"], "--dtype"),
        (["table", "encoding", "-o", "t.csv", "--start", "128"], "start must be"),
        (
            ["table", "encoding", "-o", "t.csv", "--limit", "5"],
            "--limit is for the tables of kinds collisions",
        ),
        (["table", "collisions", "-o", "t.csv", "--limit", "0"], "--limit must be"),
        (["table", "encoding", "-o", "t.md", "--length", "5001"], "has at most 5000 rows, not 5001"),
        (["table", "encoding", "-o", "t.tex", "--rows", "1e5"], "has at most 5000 rows, not 100000"),
        (["table", "encoding", "-o", "t.npz", "--length", "1e15"], "rows take at least 520 PB"),
        (["table", "shift", "-o", "t.csv", "--d", "7"], "d_model must be even"),
        (["table", "encoding", "-o", "missing/t.csv"], "there is no folder"),
    ],
)
def test_errors_are_one_sentence_and_status_two(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("wall-of-clocks: ")
    assert err.count("\n") == 1
    assert words in err
    assert not list(tmp_path.iterdir())


def test_memory_and_interrupts_have_their_status(capsys, monkeypatch):
    def fail(error):
        def command(options):
            raise error

        monkeypatch.setattr(commands, "show", command)
        return cli.main([])

    assert fail(MemoryError()) == 2
    assert "not enough memory" in capsys.readouterr().err
    assert fail(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""


# ---- options to a state --------------------------------------------------------------------------


def test_nothing_given_is_the_quiet_first_start():
    state = state_of()
    assert state.params == EncodingParams()
    assert (state.position, state.playing, state.hint) == (Position(), True, True)
    assert (state.gap_hand, state.inspecting, state.theme) == (False, False, "light")


def test_options_may_stand_before_or_after_the_command():
    options = ["--d", "8", "--base", "1e2", "--length", "2^10", "--convention", "marian", "--theme", "dark"]
    options += ["--position", "-1e4", "--gap", "10 000", "--pair", "3"]
    before, after = state_of(*options, "show"), state_of("show", *options)
    assert before == after == state_of(*options)
    assert before.params == EncodingParams(8, 100.0, 1024, CONVENTIONS["marian"])
    assert (before.position, before.measured_at) == (Position(-10000), Position(-10000))
    assert (before.gap, before.gap_hand, before.pair, before.inspecting) == (10000, True, 3, True)
    assert before.theme == "dark"


def test_the_later_of_two_options_counts():
    assert state_of("--d", "8", "show", "--d", "16").params.d_model == 16


def test_a_preset_is_where_the_options_start_from():
    state = state_of("--preset", "llama3-base", "--length", "99")
    assert state.params == EncodingParams(128, 5e5, 99)


def test_positions_keep_every_digit():
    assert state_of("--position", "1000000000000000.25").position == Position(10**15, 0.25)
    assert state_of("--position", "-.5").position == Position(-1, 0.5)


def test_parsing_imports_no_graphics():
    code = (
        "import sys; from gui import cli; cli.parse([]); print({'PySide6', 'pyqtgraph'} & set(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, timeout=60
    )
    assert result.stdout.split() == [b"set()"]
