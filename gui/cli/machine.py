"""The commands about this machine: what it has, and how fast the program is on it."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from gui import preflight
from gui.export.provenance import PROGRAM, VERSION

_PACKAGES = ("numpy", "PySide6-Essentials", "pyqtgraph", "orjson", "Pillow", "ziamath", "av")


def bench(options: argparse.Namespace) -> int:
    """Time the engine and the painters, each against a plain baseline of the same run."""
    _need_no_display()
    from gui.bench.command import main

    return main(options.pattern, as_json=options.json)


def doctor(options: argparse.Namespace) -> int:
    """Tell versions, platform, OpenGL and the renderer that "auto" takes, and why."""
    facts = {**_versions(), **_drawing()}
    if options.json:
        print(json.dumps(facts, indent=1))
    else:
        width = max(map(len, facts))
        print("\n".join(f"{name:{width}}  {value}" for name, value in facts.items()))
    return 0


def _versions() -> dict[str, str]:
    found = {PROGRAM: VERSION, "Python": platform.python_version(), "system": platform.platform()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _drawing() -> dict[str, str]:
    """Return what there is to draw with; what is missing is said, and no reason to fail."""
    try:
        preflight.check_window()
        display = "answers"
    except preflight.PreflightError as problem:
        display = str(problem)
        _need_no_display(anyway=True)
    try:
        preflight.check_imports()
    except preflight.PreflightError as problem:
        return {"display": display, "graphics": str(problem)}
    return {"display": display, **_opengl()}


def _opengl() -> dict[str, str]:
    from PySide6.QtCore import qVersion

    from gui.app import application
    from gui.canvas.surface import choose, hushed, probe

    with hushed():
        app = application()
        found = probe()
    choice = choose("auto", found)
    return {
        "Qt": qVersion(),
        "Qt platform": app.platformName(),
        "OpenGL": "available" if found else f"not available: {found.reason}",
        "OpenGL vendor": found.vendor or "unknown",
        "OpenGL renderer": found.renderer or "unknown",
        "OpenGL version": found.version or "unknown",
        "renderer chosen": choice.kind,
        "because": choice.reason,
    }


def _need_no_display(*, anyway: bool = False) -> None:
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform == "linux" and (anyway or not any(map(os.environ.get, displays))):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
