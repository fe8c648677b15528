"""What the window remembers between two starts, kept so that no bad file can hinder a start."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QRect, QStandardPaths
from PySide6.QtGui import QScreen

from engine import EncodingParams
from gui.export.files import ExportError, whole_file
from gui.model.presets import Preset
from gui.model.session import SessionError, from_json, params_data, params_of, to_json
from gui.model.state import AppState

SCHEMA: Final = 1
RECENT: Final = 6
"""Most presets, and most sessions, that are remembered as recent."""
OWN: Final = 30
"""Most presets that a person can keep."""
_LARGEST: Final = 1 << 20
"""Bytes that a settings file has at most; a larger one is none of ours."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered.

    Attributes
    ----------
    state : AppState or None
        The last state; None at the first start.
    geometry : tuple of int or None
        The window's x, y, width and height in pixels.
    maximised : bool
        Whether it filled its screen.
    docks : bytes
        Where the panels were, in Qt's own form.
    own : tuple of Preset
        The presets that were kept by the person, oldest first.
    recent, sessions : tuple of str
        Names of the presets chosen last, and paths of the sessions opened or saved last, newest first.
    """

    state: AppState | None = None
    geometry: tuple[int, int, int, int] | None = None
    maximised: bool = False
    docks: bytes = b""
    recent: tuple[str, ...] = field(default=())
    sessions: tuple[str, ...] = field(default=())
    own: tuple[Preset, ...] = field(default=())

    def chosen(self, preset: str) -> Settings:
        """Return the settings after a preset was chosen."""
        return replace(self, recent=_newest(preset, self.recent))

    def kept(self, title: str, params: EncodingParams) -> Settings:
        """Return the settings with a preset of one's own more, in place of one of the same title."""
        others = tuple(found for found in self.own if found.title != title)
        return replace(self, own=(*others, Preset(title, title, params))[-OWN:])

    def used(self, session: str) -> Settings:
        """Return the settings after a session was opened or saved."""
        return replace(self, sessions=_newest(session, self.sessions))


def _newest(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return (name, *(other for other in names if other != name))[:RECENT]


def settings_path() -> Path:
    """Return where the settings are kept for this user."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "settings.json"


def marker_path() -> Path:
    """Return where the mark of an OpenGL start is left."""
    return settings_path().with_name("opengl-is-being-tried")


def load(path: Path) -> tuple[Settings, str]:
    """Return the settings and, when they could not be read, one sentence that says so.

    A file that cannot be read is kept aside under a name of its own, and the settings are those of a
    first start.
    """
    if not path.exists():
        return Settings(), ""
    try:
        if path.stat().st_size > _LARGEST:
            raise SessionError("the file is too large")
        return _parsed(json.loads(path.read_text(encoding="utf-8"))), ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as problem:
        kept = _kept_aside(path)
        reason = str(problem).splitlines()[0] if isinstance(problem, SessionError) else "it is damaged"
        return Settings(), f"The settings could not be read ({reason}) and were kept as {kept}."


def save(settings: Settings, path: Path) -> None:
    """Write the settings; a place that cannot be written to is no reason to disturb anybody."""
    with contextlib.suppress(OSError, ExportError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, overwrite=True) as file:
            file.write(json.dumps(_data(settings), indent=1).encode())


def _kept_aside(path: Path) -> str:
    aside = path.with_name(f"{path.name}.bad")
    with contextlib.suppress(OSError):
        os.replace(path, aside)
    return aside.name


def _data(settings: Settings) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "state": None if settings.state is None else to_json(settings.state),
        "geometry": settings.geometry,
        "maximised": settings.maximised,
        "docks": base64.b64encode(settings.docks).decode(),
        "recent": settings.recent,
        "sessions": settings.sessions,
        "own": [{"title": found.title, "params": params_data(found.params)} for found in settings.own],
    }


def _parsed(data: Any) -> Settings:
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise SessionError("they are of another version")
    state = data.get("state")
    return Settings(
        state=None if state is None else from_json(state),
        geometry=_geometry(data.get("geometry")),
        maximised=data.get("maximised") is True,
        docks=_bytes(data.get("docks", "")),
        recent=tuple(str(name) for name in data.get("recent", ()))[:RECENT],
        sessions=tuple(str(name) for name in data.get("sessions", ()))[:RECENT],
        own=tuple(_own(entry) for entry in data.get("own", ()))[-OWN:],
    )


def _own(entry: Any) -> Preset:
    title = str(entry["title"])
    return Preset(title, title, params_of(entry["params"]))


def _geometry(value: Any) -> tuple[int, int, int, int] | None:
    if value is None:
        return None
    x, y, width, height = (int(number) for number in value)
    if max(abs(x), abs(y), abs(width), abs(height)) >= 2**31:
        raise SessionError("the window's place is out of range")
    return x, y, width, height


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError, TypeError):
        return b""


def on_screen(geometry: tuple[int, int, int, int], screens: list[QScreen]) -> QRect:
    """Return a window's place, moved and shrunk so that all of it is on one of the screens."""
    wanted = QRect(*geometry)
    rooms = [screen.availableGeometry() for screen in screens]
    room = max(rooms, key=lambda r: _area(r.intersected(wanted)))
    width = min(max(wanted.width(), min(640, room.width())), room.width())
    height = min(max(wanted.height(), min(480, room.height())), room.height())
    x = min(max(wanted.x(), room.x()), room.x() + room.width() - width)
    y = min(max(wanted.y(), room.y()), room.y() + room.height() - height)
    return QRect(x, y, width, height)


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0
