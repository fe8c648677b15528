"""The checks before Qt starts, with displays and libraries that are not there."""

from __future__ import annotations

import importlib
import os
import socket
import sys

import pytest

from gui import preflight
from gui.preflight import PACKAGES, PreflightError, usable_platforms

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays and packages of Linux")


def always(display):
    return True


def never(display):
    return False


def platforms(environ, x=always, wayland=always):
    return usable_platforms(environ, x, wayland)


def test_displays_that_answer_are_usable():
    assert platforms({"DISPLAY": ":0"}) == ("xcb",)
    assert platforms({"WAYLAND_DISPLAY": "wayland-0"}) == ("wayland",)
    assert platforms({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}) == ("xcb", "wayland")
    assert platforms({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, x=never) == ("wayland",)


def test_a_platform_without_display_is_left_alone():
    assert platforms({"QT_QPA_PLATFORM": "offscreen"}) == ()
    assert platforms({"QT_QPA_PLATFORM": "vnc:size=800x600"}) == ()


def test_a_platform_that_is_asked_for_needs_its_own_display():
    assert platforms({"QT_QPA_PLATFORM": "wayland;xcb", "WAYLAND_DISPLAY": "w"}, x=never) == ("wayland",)
    with pytest.raises(PreflightError, match="DISPLAY is not set"):
        platforms({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "w"})


@pytest.mark.parametrize("environ", [{}, {"DISPLAY": ""}])
def test_no_display_is_explained(environ):
    with pytest.raises(
        PreflightError, match=r"neither DISPLAY nor WAYLAND_DISPLAY.*main\.py image dials -o wall\.png"
    ):
        platforms(environ)


def test_a_dead_display_is_named():
    with pytest.raises(PreflightError, match=r"DISPLAY=:7 and WAYLAND_DISPLAY=w.*main\.py image"):
        platforms({"DISPLAY": ":7", "WAYLAND_DISPLAY": "w"}, never, never)


def test_probes_of_displays_that_are_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not preflight.x_answers(":63998")
    assert not preflight.wayland_answers("wayland-0")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        assert preflight.wayland_answers("wayland-0")


@pytest.mark.skipif(not os.environ.get("DISPLAY"), reason="needs an X server")
def test_a_display_that_is_there_answers():
    assert preflight.x_answers(os.environ["DISPLAY"])
    preflight.check_window()


def lacking(monkeypatch, *missing, error=None):
    """Let libraries be missing; `error` is what importing PySide6.QtGui says then."""

    def lacks(library):
        wanted = "libxcb-cursor.so.0" if "libqxcb" in library else library
        return wanted if wanted in missing else None

    real = importlib.import_module

    def import_module(name):
        if error and name == "PySide6.QtGui":
            raise ImportError(error)
        return real(name)

    monkeypatch.setattr(preflight, "_lacking", lacks)
    monkeypatch.setattr(preflight.importlib, "import_module", import_module)


def test_a_library_that_importing_stops_at_is_named_with_its_package(monkeypatch):
    text = "libEGL.so.1: cannot open shared object file: No such file or directory"
    lacking(monkeypatch, "libEGL.so.1", error=text)
    with pytest.raises(PreflightError, match=r"without libEGL\.so\.1: sudo apt-get install libegl1$"):
        preflight.check_picture()


def test_all_that_is_missing_is_named_at_once(monkeypatch):
    text = "libEGL.so.1: cannot open shared object file: No such file or directory"
    lacking(monkeypatch, "libEGL.so.1", "libGL.so.1", "libxcb-cursor.so.0", error=text)
    with pytest.raises(
        PreflightError, match=r"libEGL\.so\.1, libGL\.so\.1: sudo apt-get install libegl1 libgl1$"
    ):
        preflight.check_picture()
    with pytest.raises(PreflightError, match=r"apt-get install libegl1 libgl1 libxcb-cursor0$"):
        preflight.check_imports("xcb")


def test_a_library_of_the_window_system_is_named(monkeypatch):
    lacking(monkeypatch, "libxcb-cursor.so.0")
    monkeypatch.setattr(preflight, "usable_platforms", lambda environ: ("xcb",))
    with pytest.raises(PreflightError, match=r"libxcb-cursor\.so\.0: sudo apt-get install libxcb-cursor0$"):
        preflight.check_window({})
    preflight.check_picture()  # pictures do without it


def test_one_display_that_works_is_enough(monkeypatch):
    lacking(monkeypatch, "libxcb-cursor.so.0")
    monkeypatch.setattr(preflight, "usable_platforms", lambda environ: ("xcb", "wayland"))
    preflight.check_window({})


def test_a_library_of_no_known_package_is_still_named(monkeypatch):
    lacking(monkeypatch, error="libodd.so.9: cannot open shared object file: No such file or directory")
    with pytest.raises(PreflightError, match=r"Qt cannot start without libodd\.so\.9$"):
        preflight.check_imports()


def test_another_import_error_is_passed_on(monkeypatch):
    lacking(monkeypatch, error="DLL load failed")
    with pytest.raises(PreflightError, match=r"PySide6 cannot be imported \(DLL load failed\)"):
        preflight.check_imports()


def test_nothing_is_missing_here():
    preflight.check_picture()
    assert preflight.missing_libraries("no-such-platform") == ()


def test_the_loader_names_what_a_library_lacks(tmp_path):
    assert preflight._lacking("libsurely-not-here.so.1") == "libsurely-not-here.so.1"
    assert preflight._lacking("libc.so.6") is None


def test_packages_have_names_of_debian():
    assert PACKAGES["libxkbcommon-x11.so.0"] == "libxkbcommon-x11-0"
    assert all(package == package.lower() for package in PACKAGES.values())
