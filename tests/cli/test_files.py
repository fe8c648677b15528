"""Files are written whole or not at all, and what cannot be written is explained in one sentence."""

from __future__ import annotations

import errno
import os
import stat
import sys

import pytest

from gui.export import files
from gui.export.files import ExportError, whole_file

posix = pytest.mark.skipif(sys.platform == "win32", reason="permission bits and links of POSIX")


def write(path, content=b"new", **options):
    with whole_file(path, **options) as file:
        file.write(content)


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_a_file_appears_whole(tmp_path):
    path = tmp_path / "ärger-波.csv"
    with whole_file(path) as file:
        file.write(b"1")
        assert not path.exists()
    assert path.read_bytes() == b"1"
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, ValueError, MemoryError])
def test_a_failure_leaves_nothing_new_and_the_old_untouched(tmp_path, error):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def fail():
        with whole_file(path, overwrite=True) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.csv"]


def test_a_file_is_replaced_only_on_request(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with pytest.raises(ExportError, match=r"exists already: give --force"):
        write(path)
    assert path.read_bytes() == b"old"
    write(path, overwrite=True)
    assert path.read_bytes() == b"new"


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path):
    path = tmp_path / "a.csv"

    def meanwhile():
        with whole_file(path):
            path.write_bytes(b"theirs")

    with pytest.raises(ExportError, match="exists already"):
        meanwhile()
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["a.csv"]


def test_places_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ExportError, match="it is a folder"):
        write(tmp_path)
    with pytest.raises(ExportError, match=r"there is no folder .*missing"):
        write(tmp_path / "missing" / "a.csv")
    with pytest.raises(ExportError, match=r"cannot write .*file"):
        write(tmp_path / "file" / "a.csv")
    with pytest.raises(ExportError, match=r"cannot write"):
        write(tmp_path / ("a" * 300))
    assert names(tmp_path) == ["file"]


@posix
def test_a_device_is_never_replaced():
    with pytest.raises(ExportError, match="not an ordinary file"):
        write(files.Path("/dev/null"), overwrite=True)


def test_an_unwritable_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ExportError, match=rf"the folder .*{tmp_path.name} does not permit writing"):
        write(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only"), (errno.EACCES, "no permission")],
)
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_errors_of_the_disk_leave_nothing(tmp_path, monkeypatch, code, words, call):
    def fail(*_):
        raise OSError(code, os.strerror(code))

    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, fail)
    with pytest.raises(ExportError, match=words):
        write(path, overwrite=True)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.csv"]


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_permissions_are_those_of_any_new_file(tmp_path, mask):
    before = os.umask(mask)
    try:
        write(tmp_path / "a.csv")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.csv").stat().st_mode) == 0o666 & ~mask


@posix
def test_a_link_is_followed(tmp_path):
    (tmp_path / "real.csv").write_bytes(b"old")
    link = tmp_path / "link.csv"
    link.symlink_to("real.csv")
    write(link, overwrite=True)
    assert link.is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"new"
