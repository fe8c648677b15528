"""What the window remembers: it comes back, and no bad file hinders a start."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QRect, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel

from engine import EncodingParams
from gui import app
from gui.model.player import Player
from gui.model.state import AppState
from gui.model.store import Store
from gui.tour.loading import tours
from gui.window.main_window import MainWindow
from gui.window.settings import Settings, load, on_screen, save

STATE = still(params=EncodingParams(512, 100.0, 2048), theme="dark", text_size=12, pins=(EncodingParams(8),))


def test_settings_read_back_the_same(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings = Settings(STATE, (10, 20, 1000, 700), True, b"\x00docks\xff", ("paper", "d512"))
    save(settings, path)
    assert load(path) == (settings, "")
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_no_file_is_a_first_start(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == (Settings(), "")


def test_a_place_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    save(Settings(), tmp_path / "file" / "settings.json")


def good() -> dict[str, Any]:
    from gui.window.settings import _data

    return json.loads(json.dumps(_data(Settings(STATE, (0, 0, 900, 700)))))


def with_state(**fields: Any) -> bytes:
    data = good()
    data["state"]["params"] |= fields
    return json.dumps(data).encode()


BAD: dict[str, Callable[[], bytes]] = {
    "NUL-filled": lambda: b"\x00" * 4096,
    "empty": lambda: b"",
    "truncated": lambda: json.dumps(good()).encode()[:-40],
    "future": lambda: json.dumps(good() | {"schema": 999}).encode(),
    "future state": lambda: json.dumps(good() | {"state": good()["state"] | {"schema": 999}}).encode(),
    "d=-4": lambda: with_state(d_model=-4),
    "d=1e12": lambda: with_state(d_model=1e12),
    "no object": lambda: b"[1, 2]",
    "latin": lambda: b"\xff\xfe\xfa",
    "geometry of words": lambda: json.dumps(good() | {"geometry": ["a", "b", "c", "d"]}).encode(),
    "deep": lambda: b"[" * 100000,
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_kept_aside_and_said_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "settings.json"
    content = BAD[kind]()
    path.write_bytes(content)
    settings, problem = load(path)
    assert settings == Settings()
    assert "settings.json.bad" in problem
    assert "\n" not in problem
    assert (tmp_path / "settings.json.bad").read_bytes() == content
    assert load(path) == (Settings(), "")


def opened(settings: Settings, state: AppState) -> MainWindow:
    store = Store(state)
    window = MainWindow(store, Player(store), settings)
    window.restore()
    window.show()
    QTest.qWaitForWindowExposed(window)
    return window


def closed(window: MainWindow) -> None:
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize(
    "geometry", [(50000, 50000, 900, 700), (-4000, -4000, 900, 700), (0, 0, 1, 1), (0, 0, 90000, 90000)]
)
def test_the_window_is_fully_visible_wherever_it_was(qapp: QApplication, geometry: tuple[int, ...]) -> None:
    window = opened(Settings(still(), geometry), still())
    room = QApplication.primaryScreen().availableGeometry()
    assert room.contains(window.geometry())
    assert window.width() >= 600
    closed(window)


def test_on_screen_leaves_a_good_place_alone(qapp: QApplication) -> None:
    assert on_screen((100, 50, 800, 600), QApplication.screens()) == QRect(100, 50, 800, 600)


def test_panels_come_back_where_they_were(qapp: QApplication) -> None:
    window = opened(Settings(), still())
    window.docks["heatmap"].close()
    window.docks["similarity"].setFloating(True)
    QCoreApplication.processEvents()
    kept = window.remembered()
    closed(window)
    again = opened(kept, still())
    assert not again.docks["heatmap"].isVisible()
    assert again.docks["similarity"].isFloating()
    again.arrange()
    QCoreApplication.processEvents()
    assert again.docks["heatmap"].isVisible()
    assert not again.docks["similarity"].isFloating()
    closed(again)


def test_floating_panels_come_back_after_the_window_and_all_are_closed(qapp: QApplication) -> None:
    window = opened(Settings(), still(inspecting=True))
    for name in ("inspector", "similarity"):
        window.docks[name].setFloating(True)
    QCoreApplication.processEvents()
    window.close()
    qapp.closeAllWindows()  # as Qt does at the end of the program
    kept = window.remembered()
    closed(window)
    assert kept.state is not None
    assert kept.state.inspecting
    seen: dict[bool, list[bool]] = {}
    for inspecting in (True, False):
        store = Store(still(inspecting=inspecting))
        again = MainWindow(store, Player(store), kept)
        again.restore()
        floating = [again.docks[name] for name in ("similarity", "inspector")]
        assert [dock.isVisible() for dock in floating] == [False, False]
        again.show()
        seen[inspecting] = [dock.isVisible() and dock.isFloating() for dock in floating]
        again.docks["similarity"].close()
        closed(again)
    assert seen == {True: [True, True], False: [True, False]}


def test_a_floating_inspector_that_a_person_closes_stays_closed(qapp: QApplication) -> None:
    window = opened(Settings(), still(inspecting=True))
    window.docks["inspector"].setFloating(True)
    window.docks["inspector"].close()
    assert not window.store.state.inspecting
    closed(window)


def test_a_tour_that_runs_at_the_end_leaves_nothing_behind(qapp: QApplication) -> None:
    own = still(params=EncodingParams(12, 7.0, 9), reduced_motion=True)
    window = opened(Settings(), own)
    window.guide.start(tours()[0])
    window.guide.turn(1)
    assert window.store.state.params != own.params
    window.close()
    assert window.remembered().state == own
    closed(window)


def test_damaged_panels_are_ignored(qapp: QApplication) -> None:
    window = opened(Settings(still(), None, False, b"nonsense"), still())
    assert window.docks["dials"].isVisible()
    closed(window)


def test_own_presets_are_kept_and_offered(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(Settings(), still(params=EncodingParams(12, 7.0, 9)))
    monkeypatch.setattr(QInputDialog, "getText", lambda *arguments: ("Seven", True))
    window.recent.keep_preset()
    save(window.remembered(), tmp_path / "settings.json")
    closed(window)
    settings, problem = load(tmp_path / "settings.json")
    assert problem == ""
    again = opened(settings, still())
    box = again._parameters.preset
    box.setCurrentIndex(box.findText("Seven"))
    box.activated.emit(box.currentIndex())
    assert again.store.state.params == EncodingParams(12, 7.0, 9)
    closed(again)


def test_presets_chosen_are_remembered_newest_first(qapp: QApplication) -> None:
    window = opened(Settings(), still())
    for params in (EncodingParams(8, 10000.0, 4), EncodingParams(512, 10000.0, 512)):
        window.store.update(params=params)
        window.store.flush()
    assert window.remembered().recent[:2] == ("d512", "printed-table")
    closed(window)


def test_bad_settings_are_reported_in_place_of_the_status(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "settings.json", []
    path.write_bytes(b"\x00" * 99)
    monkeypatch.setattr(app, "settings_path", lambda: path)
    monkeypatch.setattr(app, "marker_path", lambda: tmp_path / "marker")

    def look() -> None:
        window = next(w for w in qapp.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())
        text = window.status.findChild(QLabel, "statusText")
        assert text is not None
        seen.append((window.status.currentMessage(), text.isVisible()))
        window.close()

    QTimer.singleShot(500, look)
    assert app.run(still(), renderer="raster") == 0
    ((message, over_other_text),) = seen
    assert "settings.json.bad" in message
    assert not over_other_text
