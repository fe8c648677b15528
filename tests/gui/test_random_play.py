"""A user who does one random thing after another: nothing raises, and what is shown is always fresh."""

from __future__ import annotations

import random

import pytest
from gui_kit import field
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from gui.catalogue import view_spec
from gui.export.image import view_picture
from gui.export.size import Size
from gui.model.intents import pin, unpin
from gui.model.position import Position
from gui.model.presets import presets
from gui.model.readout import plain_position
from gui.model.state import AppState, Hover
from gui.panels.inspector import inspected
from gui.panels.transport import TransportPanel, running_position
from gui.window.docks import Dock
from gui.window.main_window import MainWindow
from gui.window.status import status_text


def position_shown(state: AppState) -> str:
    return running_position(state.position) if state.playing else plain_position(state.position)


def read_outs_are_fresh(window: MainWindow) -> None:
    """Compare every visible read-out with a value computed now from the state."""
    state = window.store.state
    status = window.findChild(QLabel, "statusText")
    assert status is not None
    assert status.text() == status_text(state)
    panel = window.findChild(TransportPanel)
    assert panel is not None
    assert panel.position.value() == state.position
    assert panel.position.text() == position_shown(state)
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


SWITCHES = (
    *("playing", "loop", "gap_hand", "inspecting", "normalised", "hide_cosine", "bar_code", "follow"),
    *("log_gaps", "limit_curve", "matrix"),
)


class RandomUser:
    """Does one random thing after another, all from one seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self._window, self._random = window, random.Random(seed)
        self._acts = [
            self.type_text, self.type_text, self.slide, self.preset, self.seek, self.wheel, self.drag,
            self.resize, self.switch, self.switch, self.key, self.key, self.tick, self.hover, self.convention,
            self.pin, self.undo, self.panel,
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
        texts = "8 64 512 4096 1 0.5 1e4 1e6 1e12 1e15 -3 7 x 10,000 1e400 nan 2^62 99999999999999999999 -0.5"
        editor = field(self._window, name)
        editor.setText(self._random.choice(["", *texts.split()]))
        editor.setModified(True)
        editor.commit()
        if editor._error.text():
            editor._restore()

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
        options: dict[str, list[object]] = {
            "theme": ["light", "dark", "print"],
            "heat_layout": ["stored", "grouped"],
            "heat_quantity": ["value", "phase"],
            "plot_quantity": ["similarity", "distance"],
            "text_size": [0, 9, 14, 24],
        }
        name = self._random.choice([*options, *SWITCHES])
        self._window.store.update(**{name: self._random.choice(options.get(name, [True, False]))})

    def pin(self) -> None:
        self._window.store.update(**self._random.choice([pin, pin, unpin])(self._window.store.state))

    def undo(self) -> None:
        self._random.choice([self._window.undo, self._window.undo, self._window.redo])()

    def panel(self) -> None:
        dock = self._random.choice(list(self._window.docks.values()))
        act = self._random.choice(["show", "hide", "float", "arrange"])
        if act == "arrange":
            self._window.arrange()
        elif act == "float":
            dock.setFloating(not dock.isFloating())
        elif dock.objectName() != "inspectorDock":
            dock.setVisible(act == "show")

    def key(self) -> None:
        keys = ["Space", "Left", "Right", "Up", "Down", "Home", "End", "Plus", "Minus", "PageDown", "G", "F"]
        key = Qt.Key[f"Key_{self._random.choice(keys)}"]
        QTest.keyClick(self._window.views["dials"], key)

    def tick(self) -> None:
        self._window._player.tick()


def test_random_actions(window: MainWindow, request: pytest.FixtureRequest) -> None:
    actions = request.config.getoption("random_actions")
    user = RandomUser(window, seed=20170612)
    for _ in range(actions):
        user.act()
        read_outs_are_fresh(window)
    window.store.update(playing=False)
    window.store.flush()
    QCoreApplication.processEvents()
    known = (MainWindow, Dock)
    assert all(isinstance(w, known) for w in QApplication.topLevelWidgets() if w.isVisible())


def test_no_picture_is_ever_stale(window: MainWindow) -> None:
    user = RandomUser(window, seed=1706)
    changes = [user.type_text, user.slide, user.preset, user.seek, user.wheel, user.switch, user.convention,
               user.pin, user.undo, user.hover, user.drag]  # fmt: skip
    rng = random.Random(3762)
    for _ in range(200):
        rng.choice(changes)()
        window.store.update(playing=False, hover=Hover())
        window.store.flush()
        QCoreApplication.processEvents()
        name, view = rng.choice(list(window.views.items()))
        if not view.isVisible():
            continue
        shown = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        size = Size(view.width(), view.height())
        fresh = view_picture(view_spec(name).create, window.store.state, size)
        assert shown == fresh, f"the {name} view is stale"
