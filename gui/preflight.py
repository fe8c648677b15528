"""The checks before Qt starts: what is missing is named in one sentence, where Qt would abort."""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

Connect = Callable[[str], bool]

_GUI: Final = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
}
_XCB: Final = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_WAYLAND: Final = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
PACKAGES: Final[Mapping[str, str]] = _GUI | _XCB | _WAYLAND
"""Libraries that PySide6's wheels expect of the system, and the Debian packages that have them."""
_NEEDED: Final = {"xcb": (*_GUI, *_XCB), "wayland": (*_GUI, *_WAYLAND), "offscreen": tuple(_GUI)}
"""Which of them each Qt platform needs."""

PICTURE_COMMAND: Final = "main.py image dials -o wall.png"
_WITHOUT_PYSIDE: Final = "the window and pictures need it, tables do not"
_MISSING: Final = re.compile(r"(lib[\w.+-]+?\.so[\w.]*): cannot open shared object file")
_VARIABLES: Final = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
_GRAPHICS: Final = ("PySide6.QtGui", "PySide6.QtWidgets", "pyqtgraph")


class PreflightError(Exception):
    """Qt would not start; the message is one sentence that says what to do."""


def check_window(environ: Mapping[str, str] = os.environ) -> None:
    """Refuse to open a window where that cannot work.

    Raises
    ------
    PreflightError
        Without a display, or with one that does not answer, or when a library is missing.
    """
    platforms = usable_platforms(environ) if sys.platform == "linux" else ()
    check_imports(*platforms[:1])
    missing = [missing_libraries(name) for name in platforms]
    if missing and all(missing):
        raise PreflightError(_install(missing[0]))


def check_picture() -> None:
    """Refuse to paint pictures where a library is missing; no display is needed for them.

    Raises
    ------
    PreflightError
        Names the library and the package that has it.
    """
    check_imports()
    if sys.platform == "linux" and (missing := missing_libraries("offscreen")):
        raise PreflightError(_install(missing))


def check_imports(platform: str = "offscreen") -> None:
    """Refuse to go on when PySide6 or pyqtgraph cannot be imported, naming all they lack on a Qt platform.

    Raises
    ------
    PreflightError
        Names the library and the package that has it, or the Python package.
    """
    for name in _GRAPHICS:
        try:
            importlib.import_module(name)
        except ImportError as error:
            found = _MISSING.search(str(error))
            if found:
                raise PreflightError(_install(_all_missing(found[1], platform))) from error
            package = name.partition(".")[0]
            raise PreflightError(f"{package} cannot be imported ({error}): {_WITHOUT_PYSIDE}") from error


# ---- the display ---------------------------------------------------------------------------------


def usable_platforms(
    environ: Mapping[str, str], answers_x: Connect | None = None, answers_wayland: Connect | None = None
) -> tuple[str, ...]:
    """Return the Qt platforms of the displays that answer, in the order "xcb", "wayland".

    A platform that is asked for by QT_QPA_PLATFORM and needs no display is none of our business.

    Raises
    ------
    PreflightError
        When there is no display, or none that answers.
    """
    wanted = re.split("[:;]", environ.get("QT_QPA_PLATFORM", ""))[0]
    if wanted not in ("", "xcb", "wayland"):
        return ()
    answers = {"xcb": answers_x or x_answers, "wayland": answers_wayland or wayland_answers}
    asked = {name: _VARIABLES[name] for name in answers if wanted in ("", name)}
    found = {name: environ[variable] for name, variable in asked.items() if environ.get(variable)}
    if not found:
        raise _no_display(f"there is no display to open a window on ({_unset(asked.values())})")
    usable = tuple(name for name, display in found.items() if answers[name](display))
    if not usable:
        shown = " and ".join(f"{asked[name]}={display}" for name, display in found.items())
        raise _no_display(f"the display cannot be connected to ({shown})")
    return usable


def _unset(variables: Iterable[str]) -> str:
    names = tuple(variables)
    return f"neither {' nor '.join(names)} is set" if len(names) > 1 else f"{names[0]} is not set"


def _no_display(problem: str) -> PreflightError:
    return PreflightError(f"{problem}: {PICTURE_COMMAND} makes a picture without one")


def x_answers(display: str) -> bool:
    """Tell whether an X server lets us in, asking just as Qt will; unknown counts as yes."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # the check of the libraries will name it
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    if xcb.xcb_connection_has_error(connection):
        xcb.xcb_disconnect(connection)
        return False
    return True  # and stay connected: a server whose last client leaves resets, and would refuse Qt just then


def wayland_answers(display: str) -> bool:
    """Tell whether a Wayland compositor listens."""
    path = Path(os.environ.get("XDG_RUNTIME_DIR", "/"), display)
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(os.fspath(path))
    except OSError:
        return False
    return True


# ---- the libraries -------------------------------------------------------------------------------


def missing_libraries(platform: str) -> tuple[str, ...]:
    """Return the system libraries without which a Qt platform plugin cannot be loaded."""
    from PySide6.QtCore import QLibraryInfo

    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    plugin = folder / f"libq{platform}.so"
    if not plugin.exists() or (first := _lacking(os.fspath(plugin))) is None:
        return ()
    return _all_missing(first, platform)


def _all_missing(first: str, platform: str) -> tuple[str, ...]:
    """Return the library that the loader stopped at, and all others that are missing for the platform too."""
    others = (name for name in _NEEDED[platform] if name != first)
    return (first, *(name for name in others if _lacking(name) is not None))


def _lacking(library: str) -> str | None:
    """Return the library that loading this one fails for, or None when it loads."""
    try:
        ctypes.CDLL(library)
    except OSError as error:
        found = _MISSING.search(str(error))
        return found[1] if found else None
    return None


def _install(missing: Iterable[str]) -> str:
    names = tuple(missing)
    packages = sorted({PACKAGES[name] for name in names if name in PACKAGES})
    problem = f"Qt cannot start without {', '.join(names)}"
    return f"{problem}: sudo apt-get install {' '.join(packages)}" if packages else problem
