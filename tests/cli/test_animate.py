"""Clips from the command line: without a display, exact, told of on a terminal, and never half there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, limits and terminals of POSIX")
SMALL = ("--size", "161x91", "--seconds", "0.4", "--fps", "10")


def run(folder, *arguments, command="animate"):
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    whole = [sys.executable, str(ROOT / "main.py"), command, *arguments]
    return subprocess.run(whole, cwd=folder, env=kept, capture_output=True, timeout=90, check=False)


@pytest.mark.parametrize("name", ["a.gif", "ö.webp", "a.mp4", "frames/", "frames"])
def test_a_clip_needs_no_display(tmp_path, name):
    result = run(tmp_path, "dials", "-o", name, *SMALL, "--from", "-2", "--to", "1e3", "--theme", "dark")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    path = tmp_path / name
    if path.is_dir():
        files = sorted(path.iterdir())
        assert [file.name for file in files] == [f"frame-{n:05}.png" for n in range(4)]
        with Image.open(files[0]) as image:
            assert image.size == (161, 91)
            assert (image.text["from"], image.text["to"], image.text["theme"]) == ("-2", "1000", "dark")
    elif path.suffix != ".mp4":
        with Image.open(path) as image:
            assert (image.n_frames, image.size) == (4, (161, 91))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.avi"], "a clip is written as .gif, .webp, .mp4 or a folder of pictures, not as 'a.avi'"),
        (["-o", "a.gif", "--fps", "60"], "a GIF shows at most 50 frames per second, not 60"),
        (["-o", "a.gif", "--size", "8000x4000"], "at most 9.4 megapixels, and 8000x4000 has 32.0"),
        (["-o", "a.gif", "--seconds", "3600"], "a clip has 1 to 20000 frames, not 90000"),
        (["-o", "a.gif", "--from", "here"], "--from must be a number from"),
        (["-o", "a.gif", "--scale", "99"], "--scale must be a number from 0.25 to"),
        (["-o", "no/a.gif"], "there is no folder"),
        (["-o", "no/frames/"], "there is no folder"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(tmp_path, arguments, said):
    result = run(tmp_path, "dials", *arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    assert said in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


def test_what_is_there_needs_force(tmp_path):
    (tmp_path / "a.gif").write_bytes(b"old")
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "mine.txt").write_text("mine")
    for name in ("a.gif", "frames"):
        result = run(tmp_path, "dials", "-o", name, *SMALL)
        assert result.returncode == 2
        assert b"--force" in result.stderr
        assert run(tmp_path, "dials", "-o", name, *SMALL, "--force").returncode == 0
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
    assert len(list((tmp_path / "frames").iterdir())) == 5


@posix
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.mp4", "frames"])
def test_an_interrupted_clip_leaves_nothing(tmp_path, name, number, status):
    command = [sys.executable, str(ROOT / "main.py"), "animate", "views", "-o", name, "--seconds", "600"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        for _ in range(3):
            process.send_signal(number)
            time.sleep(0.01)
        assert process.wait(30) == status
        assert process.stderr.read() == b""
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the limits of POSIX")
@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.mp4", "frames"])
def test_a_full_disk_leaves_nothing(tmp_path, name):
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        f"sys.path.insert(0, {str(ROOT)!r}); from gui import cli; sys.exit(cli.main(sys.argv[1:]))"
    )
    command = [sys.executable, "-B", "-c", code, "animate", "dials", "-o", name, *SMALL]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert result.returncode == 2
    assert b"larger than allowed" in result.stderr
    assert result.stderr.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_an_encoder_the_way_to_one_is_told(tmp_path):
    code = (
        "import importlib.util as u; find = u.find_spec;"
        "u.find_spec = lambda name, *a: None if name == 'av' else find(name, *a);"
        f"import sys; sys.path.insert(0, {str(ROOT)!r});"
        "from gui import cli; sys.exit(cli.main(sys.argv[1:]))"
    )
    command = [sys.executable, "-B", "-c", code, "animate", "dials", "-o", "a.mp4"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert result.returncode == 2
    assert b"install it with 'pip install av', or choose .gif or .webp" in result.stderr
    assert result.stderr.count(b"\n") == 1


@posix
def test_on_a_terminal_the_size_is_told_first(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, str(ROOT / "main.py"), "animate", "dials", "-o", "a.gif", *SMALL]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 1000):
            said += part
    except OSError:
        pass
    os.close(ours)
    assert process.wait(60) == 0
    assert said.decode().startswith("4 frames of 161x91, 0.4 s, about ")
    assert said.count(b"\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dials", "-o", "a.jpg", "--transparent"], "a JPEG has no transparent background"),
        (["window", "-o", "a.png", "--transparent"], "the window has no transparent background"),
        (["dials", "-o", "a.bmp"], "a picture is written as .png, .jpg, .jpeg, .webp, .svg or .pdf"),
        (["dials", "-o", "a.webp", "--size", "16384x100"], "a WebP has at most 16383 pixels to a side"),
        (["dials", "-o", "a.png", "--size", "b5"], "or a3, a4, a5, a6, letter"),
        (["dials", "-o", "a.png", "--dpi", "3"], "--dpi must be a whole number from 36 to 2400"),
        (["dials", "-o", "a.png", "--size", "a3", "--dpi", "2400"], "64 to 16384 pixels wide and high"),
    ],
)
def test_pictures_that_cannot_be_had(tmp_path, arguments, said):
    result = run(tmp_path, *arguments, command="image")
    assert (result.returncode, result.stdout) == (2, b"")
    assert said in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.svg", "a.pdf"])
def test_pictures_of_every_format_on_paper(tmp_path, name):
    result = run(
        tmp_path, "views", "-o", name, "--size", "a6", "--dpi", "72", "--theme", "print", command="image"
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert (tmp_path / name).stat().st_size > 5000
