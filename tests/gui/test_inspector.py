"""The inspector: the true formula of every convention, values with all digits, and what is copied."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QImage
from PySide6.QtTest import QTest

from engine import CONVENTIONS, Convention, EncodingParams, encode, omega, phases, wavelengths
from gui.model.numbers import parse_position
from gui.model.position import Position
from gui.model.state import AppState
from gui.model.store import Store
from gui.panels import typeset as typesetting
from gui.panels.formula import formula
from gui.panels.inspector import Inspector, inspected
from gui.panels.values import copied, turns_since_zero

Make = Callable[..., Inspector]


@pytest.fixture
def inspector(qapp: object) -> Iterator[Make]:
    made: list[Inspector] = []

    def build(state: AppState, width: int = 300, height: int = 480, points: int = 10) -> Inspector:
        panel = Inspector(Store(state))
        font = QFont(panel.font())
        font.setPointSize(points)
        panel.setFont(font)
        panel.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        panel.resize(width, height)
        panel.show()
        QCoreApplication.processEvents()
        made.append(panel)
        return panel

    yield build
    for panel in made:
        panel.close()
        panel.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


# ---- the formula --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "pair", "tex", "html"),
    [
        (
            EncodingParams(64),
            7,
            r"\mathrm{PE}[p, 14] = \sin\left(p / 10000^{14/64}\right)",
            "PE[p, 14] = sin(p / 10000<sup>14/64</sup>)",
        ),
        (
            EncodingParams(64, base=500.5, convention=CONVENTIONS["tensor2tensor"]),
            7,
            r"\mathrm{PE}[p, 7] = \sin\left(p / 500.5^{7/31}\right)",
            "PE[p, 7] = sin(p / 500.5<sup>7/31</sup>)",
        ),
        (
            EncodingParams(64, convention=CONVENTIONS["fairseq"]),
            0,
            r"\mathrm{PE}[p, 0] = \sin\left((p + 2) / 10000^{0/31}\right)",
            "PE[p, 0] = sin((p + 2) / 10000<sup>0/31</sup>)",
        ),
        (
            EncodingParams(512, convention=CONVENTIONS["mlx"]),
            255,
            r"\mathrm{PE}[p, 255] = \sqrt{2/512}\,\sin\left(p / 10000^{255/255}\right)",
            "PE[p, 255] = √(2/512) sin(p / 10000<sup>255/255</sup>)",
        ),
        (
            EncodingParams(8, convention=Convention("cos_sin", offset=-1.5, scale=1e-5)),
            3,
            r"\mathrm{PE}[p, 7] = \sin\left(1 \cdot 10^{-5} \cdot (p - 1.5) / 10000^{6/8}\right)",
            "PE[p, 7] = sin(1e-05 · (p − 1.5) / 10000<sup>6/8</sup>)",
        ),
        (EncodingParams(7), 2, r"\mathrm{PE}[p, 4] = \sin\left(p / 10000^{4/7}\right)", "4/7"),
        (
            EncodingParams(7, convention=CONVENTIONS["diffusion"]),
            2,
            r"\mathrm{PE}[p, 5] = \sin\left(p / 10000^{4/6}\right)",
            "4/6",
        ),
    ],
)
def test_the_formula_is_the_conventions_own(params: EncodingParams, pair: int, tex: str, html: str) -> None:
    shown = formula(params, pair)
    assert shown.tex[0] == tex
    assert html in shown.html


def defined(name: str, d_model: int, scaled: bool) -> EncodingParams | None:
    """Return parameters of a convention, shifted and scaled on request; None where it is not defined."""
    convention = CONVENTIONS[name]
    if scaled:
        convention = replace(convention, offset=3, scale=0.25)
    try:
        return EncodingParams(d_model, base=250.0, convention=convention)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "params",
    [
        params
        for name in CONVENTIONS
        for d_model in (4, 7, 64)
        for scaled in (False, True)
        if (params := defined(name, d_model, scaled))
    ],
)
def test_the_formula_gives_the_tables_own_values(params: EncodingParams) -> None:
    """Compute what the rich text says, with nothing but arithmetic, and compare with the table."""
    row = encode(params, [11])[0]
    for pair in range(params.pairs):
        for line in formula(params, pair).html.split("<br>"):
            column, said = re.fullmatch(r"PE\[p, (\d+)\] = (.*)", line).groups()
            said = re.sub(r"√\((\S+)\) ", r"(\1)**0.5 * ", said).replace("·", "*").replace("−", "-")
            said = said.replace("<sup>", "**(").replace("</sup>", ")")
            value = eval(said, {"sin": math.sin, "cos": math.cos, "p": 11})
            assert value == pytest.approx(row[int(column)], abs=1e-13)


def ink(image: QImage, darker_than: int = 120) -> list[tuple[int, int]]:
    return [
        (x, y)
        for y in range(image.height())
        for x in range(image.width())
        if image.pixelColor(x, y).lightness() < darker_than
    ]


@pytest.mark.parametrize("points", [10, 24])
def test_the_formula_is_drawn_inside_the_panel(inspector: Make, points: int) -> None:
    params = EncodingParams(512, convention=CONVENTIONS["mlx"])
    panel = inspector(still(params=params, pair=200), 300, 480, points)
    assert panel.formula.is_typeset()
    assert panel.formula.width() <= panel._area.viewport().width()
    marks = ink(panel.formula.grab().toImage())
    assert len(marks) > 200
    assert max(x for x, _ in marks) < panel.formula.width() - 1 or points == 24
    lines = {y > panel.formula.height() / 2 for _, y in marks}
    assert lines == {True, False}, "a line for the sine and a line for the cosine"


def test_the_formula_grows_with_the_text(inspector: Make) -> None:
    state = still(params=EncodingParams(8), pair=1)
    heights = []
    for points in (10, 20):
        marks = ink(inspector(state, 800, 600, points).formula.grab().toImage())
        heights.append(max(x for x, _ in marks) - min(x for x, _ in marks))
    assert 1.7 < heights[1] / heights[0] < 2.3


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the formulas that are typeset."""
    made: list[str] = []
    original = typesetting.typeset.__wrapped__

    def counting(tex: str) -> str | None:
        made.append(tex)
        found: str | None = original(tex)
        return found

    monkeypatch.setattr(typesetting, "typeset", counting)
    return made


def test_only_another_formula_is_typeset(inspector: Make, renderings: list[str]) -> None:
    panel = inspector(still(params=EncodingParams(64), pair=3))
    store = panel._store
    assert len(renderings) == 2
    for whole in range(5):
        store.update(
            position=Position(whole), gap=whole + 1, theme="dark", params=EncodingParams(64, length=9)
        )
        store.flush()
        panel.grab()
    assert len(renderings) == 2
    QTest.qWait(panel.formula.BURST + 60)
    store.update(pair=4)
    store.flush()
    assert len(renderings) == 4


def test_a_burst_of_changes_is_typeset_once_and_true_meanwhile(
    inspector: Make, renderings: list[str]
) -> None:
    panel = inspector(still(params=EncodingParams(64), pair=3))
    for base in (100.0, 200.0, 300.0):
        panel._store.update(params=EncodingParams(64, base=base))
        panel._store.flush()
        assert not panel.formula.is_typeset()
        assert f"{base:.0f}<sup>6/64</sup>" in panel.formula.text()
    assert len(renderings) == 2
    QTest.qWait(panel.formula.BURST + 60)
    assert panel.formula.is_typeset()
    assert renderings[2:] == list(formula(EncodingParams(64, base=300.0), 3).tex)


def test_without_ziamath_the_formula_is_rich_text(inspector: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(typesetting.importlib, "import_module", missing)
    monkeypatch.setattr(typesetting, "typeset", typesetting.typeset.__wrapped__)
    panel = inspector(still(params=EncodingParams(64), pair=7))
    assert not panel.formula.is_typeset()
    assert "10000<sup>14/64</sup>" in panel.formula.text()
    assert len(ink(panel.formula.grab().toImage())) > 100


# ---- the values ---------------------------------------------------------------------------------

STATE = still(params=EncodingParams(64), pair=7, position=Position(42, 0.3))


def test_a_selected_value_reads_back_bit_equal(inspector: Make) -> None:
    shown = {name: label.text() for name, label in inspector(STATE)._values.items()}
    row = encode(STATE.params, [42], fraction=0.3)[0]
    assert shown == inspected(STATE)
    assert float(shown["sine"]) == row[14]
    assert float(shown["cosine"]) == row[15]
    assert float(shown["omega"]) == omega(STATE.params)[7]
    assert float(shown["wavelength"]) == wavelengths(STATE.params)[7]
    assert float(shown["phase"]) == phases(STATE.params, [42], 0.3)[0, 7]
    assert float(shown["degrees"]) == math.degrees(phases(STATE.params, [42], 0.3)[0, 7])
    assert shown["channels"] == "14, 15"
    assert shown["gap_sine"] == ""


def test_figures_do_not_jitter_while_playing() -> None:
    playing = STATE.evolve(playing=True, gap=5)
    widths = set()
    for n in range(200):
        texts = inspected(playing.evolve(position=Position(10 + n % 50, n / 211)))
        widths.add(tuple(len(texts[name]) for name in ("phase", "sine", "cosine", "gap_sine", "gap_cosine")))
    assert widths == {(18, 19, 19, 19, 19)}


def test_turns_are_exact_far_out() -> None:
    params = EncodingParams(64)
    whole = 10**15
    turns = turns_since_zero(params, 0, Position(whole))
    assert turns == pytest.approx(whole / (2 * math.pi), rel=1e-15)
    assert turns_since_zero(params, 0, Position(0, 0.5)) == pytest.approx(0.25 / math.pi, rel=1e-15)


def test_values_at_the_gap_come_with_the_gap_hand(inspector: Make) -> None:
    panel = inspector(STATE)
    assert panel._values["gap_sine"].isHidden()
    panel._store.update(gap=5)
    panel._store.flush()
    assert not panel._values["gap_sine"].isHidden()
    row = encode(STATE.params, [47], fraction=0.3)[0]
    assert float(panel._values["gap_sine"].text()) == row[14]
    assert float(panel._values["gap_cosine"].text()) == row[15]
    panel._store.update(gap_hand=False)
    panel._store.flush()
    assert panel._values["gap_sine"].isHidden()


# ---- copying ------------------------------------------------------------------------------------


def read_back(text: str) -> dict[str, str]:
    return dict(line.split("\t") for line in text.splitlines())


@pytest.mark.parametrize(
    "position", [Position(), Position(42, 0.3), Position(10**15, 0.1), Position(-5, 0.75)]
)
def test_copied_values_read_back_bit_equal(position: Position) -> None:
    state = STATE.evolve(position=position, gap=3, params=EncodingParams(64, base=123.456))
    rows = read_back(copied(state))
    here = encode(state.params, [position.whole], fraction=position.fraction)[0]
    there = encode(state.params, [position.whole + 3], fraction=position.fraction)[0]
    assert float(rows["sine"]) == here[14]
    assert float(rows["cosine"]) == here[15]
    assert float(rows["sine at p + k"]) == there[14]
    assert float(rows["cosine at p + k"]) == there[15]
    assert float(rows["omega"]) == omega(state.params)[7]
    assert float(rows["wavelength"]) == wavelengths(state.params)[7]
    assert float(rows["phase"]) == phases(state.params, [position.whole], position.fraction)[0, 7]
    assert float(rows["base"]) == 123.456
    assert parse_position(rows["position"]) == position
    assert parse_position(rows["position + gap"]) == position.moved(3)
    assert (rows["pair"], rows["d_model"], rows["gap"]) == ("7", "64", "3")


def test_copying_by_button_and_key(inspector: Make) -> None:
    panel, clipboard = inspector(STATE), QGuiApplication.clipboard()
    clipboard.setText("")
    QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert clipboard.text() == copied(STATE)
    clipboard.setText("")
    QTest.keyClick(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == copied(STATE)
    clipboard.setText("")
    label = panel._values["sine"]
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == copied(STATE), "a value in which nothing is selected leaves it to the panel"
    label.setSelection(0, len(label.text()))
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == label.text()


# ---- large text ---------------------------------------------------------------------------------


def test_at_24_points_everything_can_be_reached_by_scrolling(inspector: Make) -> None:
    panel = inspector(STATE.evolve(gap=5), 330, 400, 24)
    assert panel._area.verticalScrollBar().maximum() > 0
    for label in panel._values.values():
        assert label.font().pointSize() == 24
        assert label.width() >= QFontMetrics(label.font()).horizontalAdvance(label.text())
        assert label.height() >= QFontMetrics(label.font()).height()
    page = panel._area.widget()
    assert page.width() - panel._area.viewport().width() <= panel._area.horizontalScrollBar().maximum()


def test_the_inspector_draws_nothing_while_hidden(inspector: Make) -> None:
    panel = inspector(STATE)
    panel.hide()
    before = panel._values["sine"].text()
    panel._store.update(position=Position(3))
    panel._store.flush()
    assert panel._values["sine"].text() == before
    panel.show()
    assert panel._values["sine"].text() == inspected(panel._store.state)["sine"]
