"""The inspector: the selected pair's formula with the present numbers, and its values with all digits."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QFormLayout, QLabel, QVBoxLayout, QWidget

from engine import encode, omega, phases, wavelengths
from gui.model.readout import plain_number, position_text
from gui.model.state import AppState
from gui.model.store import Store

ROWS = ("pair", "omega", "wavelength", "position", "turns", "phase", "sine", "cosine")
_LABELS = ("pair", "ω", "λ", "p", "turns", "phase", "sin", "cos")
_TIPS = (
    "Pair i, one dial: two columns of the table.",
    "Frequency, in radians per position.",
    "Wavelength, in positions per turn.",
    "Position.",
    "Turns since position 0.",
    "Angle within the turn, in radians.",
    "The table's sine column of this pair.",
    "The table's cosine column of this pair.",
)


class Inspector(QWidget):
    """Read-outs of one pair; every value can be selected and copied."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self.setToolTip("Formula and full-precision values of the selected pair.")
        self._store = store
        self.formula = QLabel()
        self.formula.setTextFormat(Qt.TextFormat.RichText)
        self.formula.setWordWrap(True)
        self._values = {name: self._value_label(name) for name in ROWS}
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        for name, label, tip in zip(ROWS, _LABELS, _TIPS, strict=True):
            self._values[name].setToolTip(tip)
            form.addRow(label, self._values[name])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.formula)
        layout.addLayout(form)
        layout.addStretch(1)
        store.changed.connect(self._sync)

    def _value_label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(f"{name}Value")
        label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        label.setMinimumWidth(QFontMetrics(label.font()).horizontalAdvance("-0.00000000000000000"))
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        return label

    def showEvent(self, event: object) -> None:  # noqa: D102
        super().showEvent(event)  # type: ignore[arg-type]
        self._sync(None, self._store.state)

    def _sync(self, old: AppState | None, new: AppState) -> None:
        if not self.isVisible() or (old is not None and not _differs(old, new)):
            return
        for name, text in inspected(new).items():
            if self._values[name].text() != text:
                self._values[name].setText(text)
        if old is None or old.params != new.params or old.pair != new.pair:
            self.formula.setText(formula_html(new))


def _differs(old: AppState, new: AppState) -> bool:
    return any(getattr(old, name) != getattr(new, name) for name in ("params", "pair", "position", "playing"))


def inspected(state: AppState) -> dict[str, str]:
    """Return the texts of all rows: `repr` digits, so that a copied value reads back bit-equal."""
    phase = float(phases(state.params, [state.position.whole], state.position.fraction)[0, state.pair])
    row = encode(state.params, [state.position.whole], fraction=state.position.fraction)[0]
    sine, cosine = state.params.convention.pair_columns(state.params.d_model, state.pair)
    wave = float(wavelengths(state.params)[state.pair])
    return {
        "pair": f"{state.pair} of 0 … {state.params.pairs - 1}",
        "omega": repr(float(omega(state.params)[state.pair])),
        "wavelength": repr(wave),
        "position": position_text(state.position, 2 if state.playing else 6),
        "turns": f"{state.position.value / wave:.6g}",
        "phase": f"{phase:.16f}",
        "sine": f"{row[sine]:+.16f}",
        "cosine": f"{row[cosine]:+.16f}",
    }


def formula_html(state: AppState) -> str:
    """Return ω of the selected pair with the present numbers in the formula."""
    params, pair = state.params, state.pair
    half = params.pairs - 1 if params.convention.spacing == "endpoint" else f"{params.d_model}/2"
    base = plain_number(params.base)
    rows = [
        f"angle = p · ω<sub>{pair}</sub>",
        f"ω<sub>{pair}</sub> = {base}<sup>−{pair} / ({half})</sup>",
        f"PE[p] = (… sin(p ω<sub>{pair}</sub>), cos(p ω<sub>{pair}</sub>) …)",
    ]
    convention = params.convention
    if convention.offset or convention.scale != 1:
        rows[0] = f"angle = {convention.scale:g} · (p + {convention.offset:g}) · ω<sub>{pair}</sub>"
    return "<br>".join(rows)
