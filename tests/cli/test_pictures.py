"""Pictures from the command line, in processes without any display."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(folder, *arguments, **changes):
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, str(ROOT / "main.py"), "image", *arguments]
    return subprocess.run(
        command, cwd=folder, env=kept | changes, capture_output=True, timeout=90, check=False
    )


def chunks(data):
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + size]
        at += 12 + size


def read_png(path):
    """Return the width, the height and the text of a PNG file, without Qt."""
    size, text = None, {}
    for kind, body in chunks(path.read_bytes()):
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind in (b"tEXt", b"zTXt"):
            key, value = body.split(b"\0", 1)
            text[key.decode()] = (zlib.decompress(value[1:]) if kind == b"zTXt" else value).decode("latin-1")
    return size, text


@pytest.mark.parametrize("view", ["dials", "heatmap", "similarity", "window"])
def test_a_picture_needs_no_display(tmp_path, view):
    result = run(
        tmp_path, view, "-o", "ö.png", "--size", "901x602", "--d", "8", "--gap", "3", "--position", "1e14"
    )
    assert (result.returncode, result.stderr, result.stdout) == (0, b"", b"")
    size, text = read_png(tmp_path / "ö.png")
    assert size == (901, 602)
    assert text["view"] == view
    assert (text["d_model"], text["gap"], text["position"]) == ("8", "3", "100000000000000")


@pytest.mark.skipif(sys.platform != "linux", reason="displays of Linux")
def test_a_dead_display_does_not_matter(tmp_path):
    result = run(tmp_path, "dials", "-o", "a.png", DISPLAY=":63997", QT_QPA_PLATFORM="xcb")
    assert (result.returncode, result.stderr) == (0, b"")
    assert read_png(tmp_path / "a.png")[0] == (1920, 1080)


def test_the_scale_of_the_desktop_does_not_matter(tmp_path):
    run(tmp_path, "dials", "-o", "a.png", "--size", "300x200")
    run(tmp_path, "dials", "-o", "b.png", "--size", "300x200", QT_SCALE_FACTOR="2")
    assert read_png(tmp_path / "b.png")[0] == (300, 200)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the limits of POSIX")
def test_a_full_disk_leaves_nothing(tmp_path):
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        f"sys.path.insert(0, {str(ROOT)!r}); from gui import cli; sys.exit(cli.main(sys.argv[1:]))"
    )
    for arguments in (["image", "dials", "-o", "a.png"], ["table", "encoding", "-o", "t.csv"]):
        command = [sys.executable, "-B", "-c", code, *arguments]
        result = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
        assert result.returncode == 2
        assert b"larger than allowed" in result.stderr
        assert result.stderr.count(b"\n") == 1
        assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_picture_leaves_nothing(tmp_path, number, status):
    command = [
        sys.executable,
        str(ROOT / "main.py"),
        "image",
        "heatmap",
        "-o",
        "a.png",
        "--size",
        "16384x6000",
    ]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        process.send_signal(number)
        assert process.wait(30) == status
        assert process.stderr.read() == b""
    assert not list(tmp_path.iterdir())
