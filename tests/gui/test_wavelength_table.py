"""The table of wavelengths: its numbers, its order, what is selected, and what a copy reads back to."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from engine import CONVENTIONS, EncodingParams, omega, wavelengths
from gui.model.state import Hover
from gui.model.store import Store
from gui.panels.wavelength_table import COLUMNS, WavelengthModel, WavelengthTable, wavelength_rows

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def table(qapp):
    """Make a table of a state; it is closed when the test ends."""
    made = []

    def make(**fields):
        view = WavelengthTable(Store(still(**fields)))
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.resize(640, 400)
        view.show()
        QCoreApplication.processEvents()
        made.append(view)
        return view

    yield make
    for view in made:
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def selected(view):
    return sorted(view.numbers.pair_at(i.row()) for i in view.selectionModel().selectedRows())


# ---- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "params",
    [
        EncodingParams(),
        EncodingParams(2, length=1),
        EncodingParams(8192, length=10**15),
        EncodingParams(8, 0.001),
        EncodingParams(64, 1),
        EncodingParams(64, convention=CONVENTIONS["fairseq"]),
    ],
    ids=str,
)
def test_rows_are_the_engine_s_numbers(params):
    rows = wavelength_rows(params)
    assert rows.shape == (params.pairs, len(COLUMNS))
    assert np.array_equal(rows[:, 0], np.arange(params.pairs))
    assert np.array_equal(rows[:, 1], omega(params))
    assert np.array_equal(rows[:, 2], wavelengths(params))
    assert np.array_equal(rows[:, 3], params.length / wavelengths(params))
    assert ((rows[:, 4] >= 0) & (rows[:, 4] < 360)).all()


def test_the_phase_step_is_the_closed_form_within_one_turn():
    rows = wavelength_rows(EncodingParams(8, 0.001))
    with mpmath.workdps(50):
        steps = [float(mpmath.mpf("0.001") ** (-mpmath.mpf(i) / 4) * 180 / mpmath.pi % 360) for i in range(4)]
    assert rows[:, 4] == pytest.approx(steps, rel=1e-13)
    assert rows[0, 1] == 1.0
    assert rows[3, 1] > 2 * np.pi


def test_the_model_keeps_qt_s_rules(qapp):
    model = WavelengthModel(EncodingParams(8))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.sort(2, DESCENDING)
    model.set_params(EncodingParams(64))
    model.sort(4, ASCENDING)
    del tester


def test_numbers_are_aligned_right_and_described(qapp):
    model = WavelengthModel(EncodingParams())
    for column in range(len(COLUMNS)):
        align = model.data(model.index(0, column), Qt.ItemDataRole.TextAlignmentRole)
        assert align & Qt.AlignmentFlag.AlignRight
        assert model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert model.data(model.index(7, 2)) == "47.1172"
    assert (
        float(model.data(model.index(7, 2), Qt.ItemDataRole.ToolTipRole)) == wavelengths(EncodingParams())[7]
    )


# ---- order --------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", range(len(COLUMNS)))
@pytest.mark.parametrize("order", [ASCENDING, DESCENDING])
@pytest.mark.parametrize("params", [EncodingParams(8192), EncodingParams(64, 0.01), EncodingParams(16, 1)])
def test_sorting_by_any_column(table, column, order, params):
    view = table(params=params)
    view.sortByColumn(column, order)
    rows = range(params.pairs)
    values = [view.numbers.value(row, column) for row in rows]
    assert values == sorted(values, reverse=order == DESCENDING)
    assert sorted(view.numbers.pair_at(row) for row in rows) == list(rows)
    assert all(view.numbers.row_of(view.numbers.pair_at(row)) == row for row in rows)


def test_selected_rows_stay_selected_when_sorted(table):
    view = table(pair=5)
    flags = QItemSelectionModel.SelectionFlag
    for pair in (9, 20):
        index = view.numbers.index(view.numbers.row_of(pair), 0)
        view.selectionModel().select(index, flags.Select | flags.Rows)
    view.sortByColumn(2, DESCENDING)
    assert selected(view) == [5, 9, 20]
    assert view.numbers.pair_at(view.currentIndex().row()) == 5


# ---- selection ----------------------------------------------------------------------------------


def test_the_selection_follows_the_pair_and_sets_it(table):
    view = table(pair=3)
    assert selected(view) == [3]
    view.store = view._store
    view.store.update(pair=17)
    view.store.flush()
    assert selected(view) == [17]
    view.sortByColumn(2, DESCENDING)
    at = view.visualRect(view.numbers.index(view.numbers.row_of(16), 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    view.store.flush()
    assert view.store.state.pair == 16
    assert selected(view) == [16]
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.store.state.pair == 15


def test_extending_the_selection_keeps_it(table):
    view = table(pair=3)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(view, key, Qt.KeyboardModifier.ShiftModifier)
        view._store.flush()
    assert selected(view) == [3, 4, 5]
    assert view._store.state.pair == 5


def test_only_other_params_reset_the_model(table):
    view = table(pair=3)
    resets = []
    view.numbers.modelReset.connect(lambda: resets.append(1))
    for fields in ({"pair": 9}, {"gap": 4}, {"theme": "dark"}, {"hover": Hover(pair=2)}):
        view._store.update(**fields)
        view._store.flush()
    assert resets == []
    view.sortByColumn(2, DESCENDING)
    view._store.update(params=EncodingParams(128))
    view._store.flush()
    assert resets == [1]
    assert view.numbers.rowCount() == 64
    assert view.numbers.pair_at(0) == 63
    assert selected(view) == [9]
    view._store.update(params=EncodingParams(4))
    view._store.flush()
    assert selected(view) == [view._store.state.pair] == [1]


def test_a_hidden_table_catches_up(table):
    view = table(pair=3)
    view.hide()
    view._store.update(params=EncodingParams(128), pair=50)
    view._store.flush()
    assert view.numbers.rowCount() == 32
    view.show()
    assert view.numbers.rowCount() == 64
    assert selected(view) == [50]


def test_the_pointer_links(table):
    view = table()
    view.entered.emit(view.numbers.index(4, 2))
    assert view._store.state.hover == Hover(pair=4)
    QCoreApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view._store.state.hover == Hover()


# ---- copying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("params", [EncodingParams(8192, 777.7), EncodingParams(16, 0.3, 10**15)])
def test_a_copy_reads_back_bit_equal(table, params):
    view = table(params=params)
    view.sortByColumn(1, ASCENDING)
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    read = np.array([[float(cell) for cell in line.split("\t")] for line in lines])
    expected = wavelength_rows(params)
    assert np.array_equal(read, expected[np.argsort(expected[:, 1], kind="stable")])
    assert all(line.split("\t")[0].isdigit() for line in lines)


def test_the_action_copies_the_selected_row(table):
    view = table(pair=7)
    view.copy_action.trigger()
    cells = QGuiApplication.clipboard().text().rstrip("\n").split("\t")
    assert [float(cell) for cell in cells] == wavelength_rows(EncodingParams())[7].tolist()
