"""The window: keys from any focus, linked views, quietness when nobody looks, saving, and random play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMessageBox, QWidget

from engine import EncodingParams
from gui.model.player import Player
from gui.model.position import Position
from gui.model.presets import presets
from gui.model.state import AppState, Hover
from gui.model.store import Store
from gui.panels.inspector import inspected
from gui.panels.transport import TransportPanel, shown_position
from gui.window import dialogs
from gui.window.actions import ACTIONS
from gui.window.main_window import MainWindow
from gui.window.status import status_text
from gui_kit import still


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    store = Store(still())
    made = MainWindow(store, Player(store))
    made.resize(1280, 800)
    made.show()
    QTest.qWaitForWindowExposed(made)
    made.activateWindow()
    QCoreApplication.processEvents()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def press(
    window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    window.store.flush()


def field(window: MainWindow, name: str) -> QLineEdit:
    found = window.findChild(QLineEdit, name)
    assert found is not None
    return found


NAMES = (
    "dModelField baseField lengthField conventionCombo presetCombo positionField gapField speedSlider "
    "playButton dialWallView heatmapView similarityView inspector statusBar"
).split()


@pytest.mark.parametrize("name", NAMES)
def test_object_names(window: MainWindow, name: str) -> None:
    found = window.findChild(QWidget, name)
    assert found is not None
    assert found.accessibleName()


FOCI = (
    "dialWallView",
    "heatmapView",
    "similarityView",
    "playButton",
    "speedSlider",
    "presetCombo",
    "resetButton",
)


@pytest.mark.parametrize("focus", FOCI)
def test_keys_work_from_any_focus(window: MainWindow, focus: str) -> None:
    widget = window.findChild(QWidget, focus)
    assert widget is not None
    widget.setFocus()
    state = window.store.state
    press(window, Qt.Key.Key_Space)
    assert window.store.state.playing is not state.playing
    press(window, Qt.Key.Key_Space)
    assert window.store.state.playing is state.playing
    press(window, Qt.Key.Key_Right)
    assert window.store.state.position.whole == state.position.whole + 1
    press(window, Qt.Key.Key_Left)
    press(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert window.store.state.position.whole == state.position.whole + state.gap
    press(window, Qt.Key.Key_Home)
    assert window.store.state.position == Position()
    press(window, Qt.Key.Key_End)
    assert window.store.state.position == Position(127)
    press(window, Qt.Key.Key_Down)
    assert window.store.state.pair == 1
    press(window, Qt.Key.Key_Up)
    assert window.store.state.pair == 0
    press(window, Qt.Key.Key_Plus)
    assert window.store.state.speed == 5.0
    press(window, Qt.Key.Key_Minus)
    assert window.store.state.speed == 2.0
    press(window, Qt.Key.Key_PageUp)
    assert window.store.state.position == Position(126)
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == Position(127)


def test_a_field_keeps_its_editing_keys(window: MainWindow) -> None:
    base = field(window, "baseField")
    base.setFocus()
    before = window.store.state
    for text in ("1e4", "10 000", "0.5", "-1"):
        base.selectAll()
        QTest.keyClicks(base, text)
        assert base.text() == text
    for key in (
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
    ):
        press(window, key)
    state = window.store.state
    assert (state.position, state.playing, state.pair, state.speed) == (
        before.position,
        before.playing,
        before.pair,
        before.speed,
    )
    press(window, Qt.Key.Key_PageDown)
    assert window.store.state.position == before.position.moved(1)
    press(window, Qt.Key.Key_Escape)
    assert base.text() == "10000"


def test_enter_presses_a_focused_button(window: MainWindow) -> None:
    button = window.findChild(QWidget, "forwardButton")
    assert button is not None
    button.setFocus()
    press(window, Qt.Key.Key_Return)
    assert window.store.state.position == Position(1)


def test_every_action_runs(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "run", lambda dialog: bool(dialog.deleteLater()))
    for spec in ACTIONS:
        if spec.text != "Quit":
            spec.act(window)
            window.store.flush()
            QCoreApplication.processEvents()


def test_views_are_linked(window: MainWindow) -> None:
    store = window.store
    store.update(hover=Hover(pair=3, row=17))
    store.flush()
    status = window.findChild(QLabel, "statusText")
    assert status is not None
    assert "pair 3" in status.text()
    assert "row 17" in status.text()
    store.update(hover=Hover(gap=9))
    store.flush()
    assert "gap 9" in status.text()


def test_the_first_start_is_quiet(qapp: QApplication) -> None:
    state = AppState()
    assert (state.params.d_model, state.params.base, state.params.length) == (64, 10000.0, 128)
    assert (state.playing, state.speed, state.position, state.theme) == (True, 2.0, Position(), "light")
    assert not state.gap_hand
    assert not state.inspecting
    assert state.hint


def test_the_hint_goes_away_once_followed(window: MainWindow) -> None:
    store = window.store
    for follow in ({"playing": False}, {"params": replace(store.state.params, base=100.0)}):
        fresh = AppState()
        assert fresh.hint
        assert not fresh.evolve(**follow).hint
    assert AppState().evolve(position=Position(5)).hint


class PaintCounter(QObject):
    """Counts the paint events of a window and of everything in it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.count = 0
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.count += watched.window() is self._window
        return False


def paints(window: MainWindow, qtbot: object, milliseconds: int) -> int:
    qtbot.wait(300)  # what is under way may still end
    counter = PaintCounter(window)
    QApplication.instance().installEventFilter(counter)
    try:
        qtbot.wait(milliseconds)
    finally:
        QApplication.instance().removeEventFilter(counter)
    return counter.count


def test_playing_paints(window: MainWindow, qtbot: object) -> None:
    window.store.update(playing=True)
    assert paints(window, qtbot, 500) > 5


def test_paused_paints_nothing(window: MainWindow, qtbot: object) -> None:
    assert paints(window, qtbot, 3000) == 0


@pytest.mark.parametrize("away", ["hide", "showMinimized"])
def test_hidden_or_minimised_paints_nothing(window: MainWindow, qtbot: object, away: str) -> None:
    window.store.update(playing=True)
    window.store.flush()
    assert window._player.running
    getattr(window, away)()
    qtbot.waitUntil(lambda: not window._player.running)
    position = window.store.state.position
    assert paints(window, qtbot, 3000) == 0
    assert window.store.state.position == position
    window.showNormal()
    qtbot.waitUntil(lambda: window._player.running)
    assert window.store.state.position.value - position.value < 2.0


def test_saving_asks_before_it_overwrites(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "wall.png"
    monkeypatch.setattr(dialogs, "run", lambda dialog: True)
    monkeypatch.setattr(dialogs, "ask_path", lambda *arguments: path)
    window.save_picture()
    first = path.read_bytes()
    assert first.startswith(b"\x89PNG")
    asked: list[str] = []

    def answer(reply: QMessageBox.StandardButton) -> Callable[..., QMessageBox.StandardButton]:
        return lambda *arguments: asked.append(arguments[2]) or reply

    window.store.update(params=EncodingParams(8))
    monkeypatch.setattr(QMessageBox, "question", answer(QMessageBox.StandardButton.No))
    window.save_picture()
    assert path.read_bytes() == first
    monkeypatch.setattr(QMessageBox, "question", answer(QMessageBox.StandardButton.Yes))
    window.save_picture()
    assert path.read_bytes() != first
    assert asked == ["wall.png exists already. Replace it?"] * 2


def test_saving_a_table(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.csv"
    monkeypatch.setattr(dialogs, "run", lambda dialog: True)
    monkeypatch.setattr(dialogs, "ask_path", lambda *arguments: path)
    window.save_table()
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines[0].startswith("position,sin_0,cos_0")
    assert len(lines) == 129


def test_what_cannot_be_saved_is_said(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "run", lambda dialog: True)
    monkeypatch.setattr(dialogs, "ask_path", lambda *arguments: tmp_path / "missing" / "table.csv")
    monkeypatch.setattr(QMessageBox, "warning", lambda *arguments: said.append(arguments[2]))
    window.save_table()
    assert len(said) == 1
    assert "missing" in said[0]


# ---- random play ---------------------------------------------------------------------------------


def read_outs_are_fresh(window: MainWindow) -> None:
    """Compare every visible read-out with a value computed now from the state."""
    state = window.store.state
    status = window.findChild(QLabel, "statusText")
    assert status is not None
    assert status.text() == status_text(state)
    panel = window.findChild(TransportPanel)
    assert panel is not None
    assert panel.position.value() == shown_position(state)
    assert panel.gap.value() == state.gap
    assert panel.speed.value() == state.speed
    assert field(window, "dModelField").value() == state.params.d_model
    assert field(window, "baseField").value() == state.params.base
    assert field(window, "lengthField").value() == state.params.length
    inspector = window.findChild(QWidget, "inspector")
    assert inspector is not None
    assert inspector.isVisible() == state.inspecting
    if state.inspecting:
        assert {name: label.text() for name, label in inspector._values.items()} == inspected(state)


class RandomUser:
    """Does one random thing after another, all from one seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self._window, self._random = window, random.Random(seed)
        self._acts = [
            self.type_text, self.type_text, self.slide, self.preset, self.seek, self.wheel, self.drag,
            self.resize, self.switch, self.key, self.key, self.tick, self.hover, self.convention,
        ]  # fmt: skip

    def act(self) -> str:
        chosen = self._random.choice(self._acts)
        chosen()
        if self._random.random() < 0.2:
            QCoreApplication.processEvents()
        self._window.store.flush()
        return chosen.__name__

    def type_text(self) -> None:
        name = self._random.choice(
            ["dModelField", "baseField", "lengthField", "positionField", "gapField", "speedField"]
        )
        texts = ["8", "64", "512", "4096", "1", "0.5", "1e4", "1e6", "1e12", "1e15", "-3", "7", "x", "", "10,000",
                 "1e400", "nan", "2^62", "999999999999999999999", "42.25", "-0.5"]  # fmt: skip
        editor = field(self._window, name)
        editor.setText(self._random.choice(texts))
        editor.setModified(True)
        editor.commit()
        if editor._error.text():
            QTest.keyClick(editor, Qt.Key.Key_Escape)

    def slide(self) -> None:
        for slider in self._window.findChildren(
            QWidget, self._random.choice(["dModelSlider", "baseSlider", "lengthSlider", "speedSlider"])
        ):
            slider.setValue(self._random.randint(slider.minimum(), slider.maximum()))

    def preset(self) -> None:
        self._window.store.update(**self._random.choice(presets()).changes())

    def convention(self) -> None:
        box = self._window.findChild(QWidget, "conventionCombo")
        box.activated.emit(self._random.randrange(box.count()))

    def seek(self) -> None:
        wholes = [0, 1, 100, 10**6, 10**15, 2**63 - 1, -5, -(2**63) + 1]
        self._window.store.update(
            position=Position.clamped(self._random.choice(wholes), self._random.random())
        )

    def _view(self) -> tuple[object, QPointF]:
        view = self._random.choice(list(self._window.views.values()))
        return view, QPointF(self._random.uniform(0, view.width()), self._random.uniform(0, view.height()))

    def wheel(self) -> None:
        view, at = self._view()
        keys = [
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ControlModifier,
            Qt.KeyboardModifier.ShiftModifier,
        ]
        view.zoomed(at, self._random.choice([0.3, 0.8, 1.2, 4.0]), self._random.choice(keys))

    def drag(self) -> None:
        view, at = self._view()
        button = self._random.choice([Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
        start, end = at.toPoint(), self._view()[1].toPoint()
        QTest.mousePress(view.viewport(), button, pos=start)
        QTest.mouseMove(view.viewport(), QPoint((start.x() + end.x()) // 2, end.y()))
        QTest.mouseRelease(view.viewport(), button, pos=end)
        if self._random.random() < 0.2:
            QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=start)

    def hover(self) -> None:
        view, at = self._view()
        view.hovered(self._random.choice([at, None]))

    def resize(self) -> None:
        self._window.resize(self._random.randint(700, 1500), self._random.randint(500, 950))

    def switch(self) -> None:
        fields = ["playing", "loop", "gap_hand", "inspecting", "normalised"]
        name = self._random.choice([*fields, "theme"])
        value = self._random.choice(["light", "dark"] if name == "theme" else [True, False])
        self._window.store.update(**{name: value})

    def key(self) -> None:
        keys = [Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home,
                Qt.Key.Key_End, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_PageDown, Qt.Key.Key_G, Qt.Key.Key_F]  # fmt: skip
        QTest.keyClick(self._window.views["dials"], self._random.choice(keys))

    def tick(self) -> None:
        self._window._player.tick()


def test_500_random_actions(window: MainWindow) -> None:
    user = RandomUser(window, seed=20170612)
    widgets = set()
    for n in range(500):
        did = user.act()
        read_outs_are_fresh(window)
        if n == 100:
            widgets = {type(w) for w in QApplication.topLevelWidgets() if w.isVisible()}
        assert did
    window.store.update(playing=False)
    window.store.flush()
    QCoreApplication.processEvents()
    assert {type(w) for w in QApplication.topLevelWidgets() if w.isVisible()} <= widgets | {MainWindow}
