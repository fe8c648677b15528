"""The panels: fields read numbers as people write them, explain the rest, and follow the state."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import CONVENTIONS, EncodingParams, encode, omega, phases, wavelengths
from gui.model.position import Position
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels.inspector import Inspector, inspected
from gui.panels.parameters import BASE_STOPS, D_STOPS, LENGTH_STOPS, ParameterPanel
from gui.panels.transport import SPEED_STOPS, TransportPanel
from gui.panels.widgets import NumberField, StopSlider

Make = Callable[..., QWidget]


@pytest.fixture
def make(qapp: object) -> Iterator[Make]:
    made: list[QWidget] = []

    def build(create: Callable[[Store], QWidget], state: AppState | None = None) -> QWidget:
        widget = create(Store(state or still()))
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(widget.sizeHint().width() + 200, widget.sizeHint().height())
        widget.show()
        QCoreApplication.processEvents()
        made.append(widget)
        return widget

    yield build
    for widget in made:
        widget.close()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def enter(field: NumberField[object], text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def store_of(panel: QWidget) -> Store:
    return panel._store


@pytest.mark.parametrize(
    ("field", "text", "name", "value"),
    [
        ("d_model", "512", "d_model", 512),
        ("d_model", "1e3", "d_model", 1000),
        ("base", "1e4", "base", 10000.0),
        ("base", "0.5", "base", 0.5),
        ("base", "500 000", "base", 500000.0),
        ("length", "10^12", "length", 10**12),
        ("length", "1e15", "length", 10**15),
    ],
)
def test_numbers_as_people_write_them(make: Make, field: str, text: str, name: str, value: float) -> None:
    panel = make(ParameterPanel)
    enter(getattr(panel, field), text)
    assert getattr(store_of(panel).state.params, name) == value


@pytest.mark.parametrize(
    ("field", "text", "part"),
    [
        ("d_model", "7", "even"),
        ("d_model", "10000", "8192"),
        ("d_model", "12.5", "whole number"),
        ("base", "abc", "number"),
        ("base", "1e20", "10^15"),
        ("base", "10,000", "10000"),
        ("length", "0", "1"),
        ("length", "", "length"),
        ("length", "1e16", "10^15"),
    ],
)
def test_invalid_text_is_explained_and_changes_nothing(make: Make, field: str, text: str, part: str) -> None:
    panel = make(ParameterPanel)
    before = store_of(panel).state
    editor = getattr(panel, field)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert store_of(panel).state is before
    assert editor._error.isVisible()
    assert part in editor._error.text()
    assert editor.text() == text
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor._error.isVisible()
    assert editor.text() == str(editor.value()).removesuffix(".0")


def test_a_change_from_elsewhere_replaces_invalid_text(make: Make) -> None:
    panel = make(ParameterPanel)
    enter(panel.d_model, "seven")
    assert panel.d_model._error.text()
    store_of(panel).update(params=EncodingParams(128))
    store_of(panel).flush()
    assert panel.d_model.text() == "128"
    assert not panel.d_model._error.text()


def test_sliders_snap_to_useful_values_and_do_not_limit(make: Make) -> None:
    panel = make(ParameterPanel)
    store = store_of(panel)
    panel.length_slider.setValue(10)
    assert store.state.params.length == 1024
    panel.base_slider.setValue(BASE_STOPS.index(100.0))
    assert store.state.params.base == 100.0
    panel.d_slider.setValue(D_STOPS.index(768))
    assert store.state.params.d_model == 768
    enter(panel.length, "1e12")
    store.flush()
    assert store.state.params.length == 10**12
    assert panel.length_slider.value() == len(LENGTH_STOPS) - 1


def test_stops_hold_what_a_lecture_needs() -> None:
    assert {2, 8, 64, 512, 768, 1024, 4096, 8192} <= set(D_STOPS)
    assert all(d % 2 == 0 for d in D_STOPS)
    assert {1.0, 10.0, 100.0, 10000.0, 500000.0, 1e6, 1e7} <= set(BASE_STOPS)
    assert (min(SPEED_STOPS), max(SPEED_STOPS)) == (0.01, 1e6)
    assert {0.01, 1.0, 2.0, 1e6} <= set(SPEED_STOPS)


def test_presets_and_conventions(make: Make) -> None:
    panel = make(ParameterPanel)
    store = store_of(panel)
    for index in range(panel.preset.count()):
        panel.preset.setCurrentIndex(index)
        panel.preset.activated.emit(index)
        store.flush()
        assert panel.preset.currentIndex() == index
    for index, name in enumerate(CONVENTIONS):
        panel.convention.setCurrentIndex(index)
        panel.convention.activated.emit(index)
        store.flush()
        assert store.state.params.convention == CONVENTIONS[name]
        assert panel.convention.currentData() == name
        assert panel.preset.currentIndex() == -1 or name in ("paper",)


def test_a_convention_that_is_undefined_is_explained(make: Make) -> None:
    panel = make(ParameterPanel, still(params=EncodingParams(2)))
    panel.advanced.click()
    panel.convention.activated.emit(panel.convention.findData("whisper"))
    assert store_of(panel).state.params.convention == CONVENTIONS["paper"]
    assert "d_model" in panel._convention_error.text()
    assert panel._convention_error.isVisible()


def test_reset_goes_back_to_the_start_and_keeps_the_theme(make: Make) -> None:
    panel = make(
        ParameterPanel, still(params=EncodingParams(512, 100.0, 7), theme="dark", position=Position(9))
    )
    panel.reset.click()
    state = store_of(panel).state
    assert state.params == EncodingParams()
    assert state.position == Position()
    assert state.theme == "dark"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("42", Position(42)),
        ("1e15", Position(10**15)),
        ("-3", Position(-3)),
        ("1000000000000000.25", Position(10**15, 0.25)),
    ],
)
def test_positions_are_exact(make: Make, text: str, position: Position) -> None:
    panel = make(TransportPanel)
    enter(panel.position, text)
    assert store_of(panel).state.position == position


@pytest.mark.parametrize(("text", "part"), [("1e19", "2^63"), ("x", "number"), ("", "position")])
def test_positions_out_of_range_are_explained(make: Make, text: str, part: str) -> None:
    panel = make(TransportPanel)
    panel.position.setText(text)
    panel.position.setModified(True)
    panel.position.commit()
    assert part in panel._errors.text()
    assert store_of(panel).state.position == Position()


def test_speed_both_ways(make: Make) -> None:
    panel = make(TransportPanel)
    store = store_of(panel)
    enter(panel.speed, "-100")
    assert store.state.speed == -100
    store.flush()
    panel.speed_slider.setValue(SPEED_STOPS.index(5.0))
    assert store.state.speed == -5.0
    enter(panel.speed, "0")
    assert "0.01" in panel._errors.text()
    assert store.state.speed == -5.0


def test_the_gap_field_brings_the_gap_hand(make: Make) -> None:
    panel = make(TransportPanel)
    assert not store_of(panel).state.gap_hand
    enter(panel.gap, "5")
    assert store_of(panel).state.gap == 5
    assert store_of(panel).state.gap_hand


def test_typing_is_not_disturbed_while_playing(make: Make) -> None:
    panel = make(TransportPanel, AppState())
    panel.position.setFocus()
    QTest.keyClicks(panel.position, "7")
    typed = panel.position.text()
    for n in range(5):
        store_of(panel).update(position=Position(n, 0.5))
        store_of(panel).flush()
    assert panel.position.text() == typed


def test_the_inspector_shows_fresh_exact_values(make: Make) -> None:
    state = still(params=EncodingParams(64), pair=7, position=Position(42, 0.5))
    panel = make(Inspector, state)
    shown = {name: label.text() for name, label in panel._values.items()}
    assert shown == inspected(state)
    row = encode(state.params, [42], fraction=0.5)[0]
    assert float(shown["sine"]) == pytest.approx(row[14], abs=1e-16)
    assert float(shown["cosine"]) == pytest.approx(row[15], abs=1e-16)
    assert float(shown["omega"]) == omega(state.params)[7]
    assert float(shown["wavelength"]) == wavelengths(state.params)[7]
    assert float(shown["phase"]) == pytest.approx(phases(state.params, [42], 0.5)[0, 7], abs=1e-15)


def test_every_control_has_a_name_and_a_tip(make: Make) -> None:
    for create in (ParameterPanel, TransportPanel):
        panel = make(create)
        for kind in (NumberField, StopSlider):
            for control in panel.findChildren(kind):
                assert control.objectName()
                assert control.accessibleName()
                assert control.toolTip()
