"""What the machine can draw on: the probe that never raises, the choice, and the marker of a broken start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import qInstallMessageHandler, qWarning
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from gui.canvas import surface
from gui.canvas.marker import CrashMarker
from gui.canvas.surface import Availability, Choice, choose, hushed, probe, surface_format

NONE = Availability(False, "no driver")
HARDWARE = Availability(
    True, "", "NVIDIA Corporation", "NVIDIA GeForce RTX 4070/PCIe/SSE2", "4.6.0 NVIDIA 550"
)
SOFTWARE = Availability(
    True, "", "Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)", "4.5 (Core Profile) Mesa 22.3.6"
)


@pytest.mark.parametrize(
    ("wish", "found", "ended_badly", "kind"),
    [
        ("auto", HARDWARE, False, "opengl"),
        ("auto", SOFTWARE, False, "raster"),
        ("auto", NONE, False, "raster"),
        ("auto", HARDWARE, True, "raster"),
        ("auto", SOFTWARE, True, "raster"),
        ("opengl", HARDWARE, False, "opengl"),
        ("opengl", SOFTWARE, False, "opengl"),
        ("opengl", NONE, False, "raster"),
        ("opengl", HARDWARE, True, "opengl"),
        ("raster", HARDWARE, False, "raster"),
        ("raster", NONE, True, "raster"),
    ],
)
def test_the_choice(wish: surface.Wish, found: Availability, ended_badly: bool, kind: str) -> None:
    choice = choose(wish, found, ended_badly=ended_badly)
    assert choice.kind == kind
    assert choice.reason


def test_the_choice_says_why() -> None:
    assert choose("auto", SOFTWARE).reason == "raster is faster here: llvmpipe renders in software"
    assert choose("auto", HARDWARE) == Choice("opengl", HARDWARE.renderer)
    assert choose("auto", NONE) == Choice("raster", "no driver")
    assert choose("opengl", NONE).notice == "OpenGL cannot be used: no driver."
    assert "did not end well" in choose("auto", HARDWARE, ended_badly=True).notice
    assert not choose("raster", NONE, ended_badly=True).notice


@pytest.mark.parametrize(
    "renderer",
    [
        "llvmpipe (LLVM 19.1.7, 256 bits)",
        "softpipe",
        "Mesa swrast",
        "Software Rasterizer",
        "Google SwiftShader",
        "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (LLVM 10.0.0)))",
        "GDI Generic",
        "Microsoft Basic Render Driver",
    ],
)
def test_renderers_on_the_processor_are_known(renderer: str) -> None:
    assert Availability(True, "", "", renderer, "").software


@pytest.mark.parametrize("renderer", [HARDWARE.renderer, "Mesa Intel(R) UHD Graphics 620", "Apple M2", ""])
def test_other_renderers_are_not_taken_for_them(renderer: str) -> None:
    assert not Availability(True, "", "", renderer, "").software


@pytest.mark.parametrize("platform", ["offscreen", "minimal"])
def test_platforms_without_opengl_are_not_tried(
    qapp: QApplication, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surface, "_tried", lambda said: pytest.fail("tried"))
    found = probe(platform)
    assert not found
    assert platform in found.reason


def test_a_probe_that_breaks_is_a_no_with_its_reason(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(said: list[str]) -> Availability:
        raise OSError("driver not found")

    monkeypatch.setattr(surface, "_tried", broken)
    found = probe("xcb")
    assert not found
    assert "driver not found" in found.reason
    assert choose("auto", found).kind == "raster"


def test_the_probe_of_this_machine_answers(qapp: QApplication) -> None:
    found = probe()
    assert bool(found) == (not found.reason)
    if found:
        assert found.renderer
        assert found.version


def test_without_an_application_the_probe_says_so() -> None:
    code = "from gui.canvas.surface import probe; print(probe().reason)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "no application is running"
    assert done.stderr == ""


def test_the_format_is_core_profile_with_alpha_and_without_samples() -> None:
    wanted = surface_format()
    assert (wanted.majorVersion(), wanted.minorVersion()) == (3, 3)
    assert wanted.profile() == QSurfaceFormat.OpenGLContextProfile.CoreProfile
    assert (wanted.alphaBufferSize(), wanted.depthBufferSize(), wanted.samples()) == (8, 0, 0)


def test_preparing_sets_the_default_format_and_shares_contexts() -> None:
    code = (
        "from PySide6.QtCore import QCoreApplication, Qt; from PySide6.QtGui import QSurfaceFormat;"
        "from gui.canvas.surface import prepare;"
        "share = Qt.ApplicationAttribute.AA_ShareOpenGLContexts;"
        "before = QCoreApplication.testAttribute(share), QSurfaceFormat.defaultFormat().majorVersion();"
        "prepare();"
        "print(*before, QCoreApplication.testAttribute(share), QSurfaceFormat.defaultFormat().majorVersion())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "2", "True", "3"]


def test_what_qt_says_while_hushed_is_kept() -> None:
    seen: list[str] = []
    former = qInstallMessageHandler(lambda kind, context, text: seen.append(text))
    try:
        with hushed() as said:
            qWarning("inside")
        qWarning("outside")
    finally:
        qInstallMessageHandler(former)
    assert said == ["inside"]
    assert seen == ["outside"]


def test_a_mark_that_is_left_is_found_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "made" / "opengl-start"
    first = CrashMarker(path)
    assert not first.ended_badly
    first.set()
    assert CrashMarker(path).ended_badly
    first.clear()
    first.clear()
    assert not CrashMarker(path).ended_badly


def test_a_folder_that_cannot_be_written_costs_only_the_memory(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    marker = CrashMarker(in_the_way / "opengl-start")
    marker.set()
    marker.clear()
    assert not marker.ended_badly
