"""The parameter panel: preset, d, base, length and, under "Advanced", the convention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine import CONVENTION_TITLES, CONVENTIONS, EncodingParams
from gui.model.intents import reset, speak
from gui.model.numbers import NumberError, parse_integer, parse_real
from gui.model.presets import Preset, presets
from gui.model.readout import plain_number
from gui.model.state import SENTENCE_LIMIT, AppState
from gui.model.store import Store
from gui.panels.widgets import ErrorLabel, NumberField, StopSlider, described

D_STOPS = tuple(sorted({2**n for n in range(1, 14)} | {3 * 2**n for n in range(1, 12)}))
BASE_STOPS = tuple(float(f"{10 ** (n / 20):.2g}") for n in range(7 * 20 + 1))
LENGTH_STOPS = tuple(2**n for n in range(17))

D_RANGE = (2, 8192)
BASE_RANGE = (1e-3, 1e15)
LENGTH_RANGE = (1, 10**15)


def parse_d_model(text: str) -> int:
    """Read d; the window offers even widths, one dial per two columns."""
    value = parse_integer(text, "d", *D_RANGE)
    if value % 2:
        raise NumberError(f"d must be even here, one sine and one cosine per dial, not {value}")
    return value


class ParameterPanel(QWidget):
    """Editors of the encoding's parameters; it sends intents and shows the state."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 8, 8, 8)
        self._layout.setSpacing(4)
        self.preset = self._add_preset()
        self.d_model, self.d_slider = self._add_number(
            "d",
            "d_model",
            parse_d_model,
            str,
            D_STOPS,
            "Width of the encoding, d: an even number from 2 to 8192.",
        )
        self.base, self.base_slider = self._add_number(
            "base",
            "base",
            lambda text: parse_real(text, "base", *BASE_RANGE),
            plain_number,
            BASE_STOPS,
            "Base b of the frequencies b^(−2i/d): a number from 0.001 to 10^15; the paper's is 10000.",
        )
        self.length, self.length_slider = self._add_number(
            "length",
            "length",
            lambda text: parse_integer(text, "length", *LENGTH_RANGE),
            str,
            LENGTH_STOPS,
            "Number of positions in the table: a whole number from 1 to 10^15.",
        )
        self._add_sentence()
        self._add_advanced()
        self._add_reset()
        self._layout.addStretch(1)
        store.changed.connect(self._sync)
        self.offer(())
        self._sync(None, store.state)

    # ---- building -------------------------------------------------------------------------------

    def _add_preset(self) -> QComboBox:
        box = QComboBox()
        self._presets: tuple[Preset, ...] = ()
        box.setPlaceholderText("own values")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(12)
        described(box, "presetCombo", "Preset", "Well-known sets of parameters.")
        box.activated.connect(self._choose_preset)
        self._add_labelled("Preset", box)
        return box

    def offer(self, own: tuple[Preset, ...]) -> None:
        """Offer the program's presets and a person's own."""
        self._presets = (*presets(), *own)
        self.preset.clear()
        for found in self._presets:
            self.preset.addItem(found.title, found.name)
        self._show_preset(self._store.state.params)

    def _add_labelled(self, text: str, editor: QWidget) -> None:
        label = QLabel(text)
        label.setBuddy(editor)
        self._layout.addWidget(label)
        self._layout.addWidget(editor)

    def _add_number(
        self, label: str, field: str, parse: Any, show: Any, stops: Sequence[float], tip: str
    ) -> tuple[NumberField[Any], StopSlider]:
        error = ErrorLabel()
        editor: NumberField[Any] = NumberField(parse, show, error)
        slider = StopSlider(stops)
        names = {"d_model": "dModel"}.get(field, field)
        described(editor, f"{names}Field", label, tip)
        described(slider, f"{names}Slider", f"{label} slider", tip)
        editor.valueChanged.connect(lambda value: self._set(editor, field, value))
        slider.stopChosen.connect(lambda value: self._set(editor, field, value))
        self._add_labelled(label, editor)
        self._layout.addWidget(error)
        self._layout.addWidget(slider)
        self._layout.addSpacing(8)
        return editor, slider

    def _add_sentence(self) -> None:
        self.sentence = QLineEdit()
        self.sentence.setMaxLength(SENTENCE_LIMIT)
        self.sentence.setPlaceholderText("words for the positions")
        tip = "Sentence: its words stand at positions 0, 1, 2 …, and the table becomes as long as it is."
        described(self.sentence, "sentenceField", "Sentence", tip)
        self.sentence.editingFinished.connect(self._speak)
        self._add_labelled("Sentence", self.sentence)

    def _speak(self) -> None:
        if self.sentence.isModified():
            self.sentence.setModified(False)
            self._store.update(**speak(self._store.state, self.sentence.text()))

    def _add_advanced(self) -> None:
        self.advanced = QToolButton()
        self.advanced.setText("Advanced")
        self.advanced.setCheckable(True)
        self.advanced.setArrowType(Qt.ArrowType.RightArrow)
        self.advanced.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.advanced.setAutoRaise(True)
        described(self.advanced, "advancedButton", "Advanced", "Shows which convention lays the table out.")
        self.convention = QComboBox()
        for name, title in CONVENTION_TITLES.items():
            self.convention.addItem(title, name)
        self.convention.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.convention.setMinimumContentsLength(12)
        described(
            self.convention,
            "conventionCombo",
            "Convention",
            "How a framework orders, spaces and scales the columns.",
        )
        self.convention.activated.connect(self._choose_convention)
        self._convention_error = ErrorLabel()
        self._drawer = QWidget()
        drawer = QVBoxLayout(self._drawer)
        drawer.setContentsMargins(0, 0, 0, 0)
        drawer.setSpacing(4)
        drawer.addWidget(QLabel("Convention"))
        drawer.addWidget(self.convention)
        drawer.addWidget(self._convention_error)
        self._drawer.hide()
        self.advanced.toggled.connect(self._open_advanced)
        self._layout.addWidget(self.advanced)
        self._layout.addWidget(self._drawer)

    def _add_reset(self) -> None:
        self.reset = QPushButton("Reset")
        described(
            self.reset, "resetButton", "Reset", "Back to the start: d 64, base 10000, length 128, position 0."
        )
        self.reset.clicked.connect(lambda: self._store.update(**reset(self._store.state)))
        self._layout.addSpacing(8)
        self._layout.addWidget(self.reset)

    def _open_advanced(self, opened: bool) -> None:
        self._drawer.setVisible(opened)
        self.advanced.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)

    # ---- intents --------------------------------------------------------------------------------

    def _set(self, editor: NumberField[Any], field: str, value: float) -> None:
        changes: dict[str, Any] = {field: value}
        try:
            self._store.update(params=replace(self._store.state.params, **changes))
        except ValueError as problem:
            editor.refuse(str(problem))

    def _choose_preset(self, index: int) -> None:
        self._store.update(**self._presets[index].changes())

    def _choose_convention(self, index: int) -> None:
        convention = CONVENTIONS[self.convention.itemData(index)]
        try:
            self._store.update(params=replace(self._store.state.params, convention=convention))
        except ValueError as problem:
            self._convention_error.explain(str(problem))
            self._show_convention(self._store.state.params)
        else:
            self._convention_error.explain("")

    # ---- showing --------------------------------------------------------------------------------

    def _sync(self, old: AppState | None, new: AppState) -> None:
        params = new.params
        if old is None or old.sentence != new.sentence:
            self.sentence.setText(new.sentence)
        if old is not None and old.params == params:
            return
        self.d_model.setValue(params.d_model)
        self.base.setValue(params.base)
        self.length.setValue(params.length)
        self.d_slider.showValue(params.d_model)
        self.base_slider.showValue(params.base)
        self.length_slider.showValue(params.length)
        self._show_preset(params)
        self._convention_error.explain("")
        self._show_convention(params)

    def _show_preset(self, params: EncodingParams) -> None:
        places = [n for n, found in enumerate(self._presets) if found.params == params]
        self.preset.setCurrentIndex(places[0] if places else -1)

    def _show_convention(self, params: EncodingParams) -> None:
        if CONVENTIONS.get(self.convention.currentData()) == params.convention:
            return  # several names may stand for one table: keep the one that was chosen
        names = [name for name, convention in CONVENTIONS.items() if convention == params.convention]
        self.convention.setCurrentIndex(self.convention.findData(names[0]) if names else -1)
