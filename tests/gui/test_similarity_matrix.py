"""The matrix S[p, q]: exact cells and exact means at a cost that does not grow, and its gestures."""

from __future__ import annotations

import numpy as np
import pytest
from gui_kit import picture
from PySide6.QtCore import QPoint, QPointF, Qt
from similarity_kit import CTRL, NONE, SHIFT, like, move, pixels, plot, settle, wheel

from engine import CONVENTIONS, EncodingParams, encode, similarity
from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import Hover, PlotWindow
from gui.similarity.matrix import fitted_cells, held_cells, matrix_values, zoomed_cells
from gui.similarity.view import SimilarityView


def whole(params: EncodingParams) -> np.ndarray:
    """Return the full matrix from the definition: every row times every other."""
    table = encode(params, range(params.length))
    odd = params.convention.columns(params.d_model).odd
    if odd is not None:
        table[:, odd] = 0
    return table @ table.T


def cell_point(view: SimilarityView, row: float, column: float) -> QPointF:
    seen, area = view.matrix.shown.window, view.matrix.plot.cells
    x = (column - seen.gap_from) / (seen.gap_to - seen.gap_from)
    y = (row - seen.low) / (seen.high - seen.low)
    return QPointF(area.left() + x * area.width(), area.top() + y * area.height())


# ---- the values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["paper", "fairseq", "mlx"])
def test_large_cells_are_the_products_of_rows(name):
    params = EncodingParams(16, 100.0, 12, CONVENTIONS[name])
    found = matrix_values(params, fitted_cells(12), 12 * 7, 12 * 5)
    assert found == pytest.approx(np.kron(whole(params), np.ones((5, 7))), abs=1e-13)


@pytest.mark.parametrize("d_model", [8, 9, 64])
def test_small_cells_are_averaged(d_model):
    params = EncodingParams(d_model, length=120)
    found = matrix_values(params, fitted_cells(120), 40, 30)
    means = whole(params).reshape(30, 4, 40, 3).mean(axis=(1, 3))
    assert found == pytest.approx(means, abs=1e-12)


def test_pixels_that_cut_cells_weigh_them_by_area():
    params = EncodingParams(8, length=10)
    fine = np.kron(whole(params), np.ones((4, 4)))  # ten cells are forty quarters
    found = matrix_values(params, fitted_cells(10), 8, 4)
    assert found == pytest.approx(fine.reshape(4, 10, 8, 5).mean(axis=(1, 3)), abs=1e-12)


def test_rows_and_columns_may_differ_in_scale():
    params = EncodingParams(8, length=100)
    found = matrix_values(params, PlotWindow(-0.5, 99.5, 9.5, 14.5), 50, 25)
    assert found == pytest.approx(
        np.repeat(whole(params)[10:15].reshape(5, 50, 2).mean(axis=2), 5, axis=0), abs=1e-12
    )


def test_far_out_cells_are_as_exact_as_near_ones():
    params, first = EncodingParams(length=10**15), 10**15 - 40
    window = PlotWindow(first - 0.5, first + 7.5, first - 20.5, first - 14.5)
    found = matrix_values(params, window, 8, 6)
    gaps = [[abs(20 + c - r) for c in range(8)] for r in range(6)]
    assert found == pytest.approx(similarity(params, np.ravel(gaps)).reshape(6, 8), abs=1e-12)


def test_the_matrix_is_never_made(show):
    view = plot(show, 400, 250, params=EncodingParams(length=10**12), matrix=True)
    area = view.matrix.plot.cells
    assert view.matrix.shown.levels.shape == (area.height(), area.width())


# ---- windows ------------------------------------------------------------------------------------------


def test_windows_end_with_the_table():
    assert held_cells(None, 100) == fitted_cells(100)
    assert held_cells(PlotWindow(-50, 500, 90, 120), 100) == PlotWindow(-0.5, 99.5, 69.5, 99.5)
    near = zoomed_cells(fitted_cells(100), 1e9, 1e9, (50.0, 20.0))
    assert held_cells(near, 100).gap_to - held_cells(near, 100).gap_from == 4
    assert held_cells(near, 2) == fitted_cells(2)


@pytest.mark.parametrize(("keys", "columns", "rows"), [(NONE, 1.2, 1.2), (CTRL, 1.0, 1.2), (SHIFT, 1.2, 1.0)])
def test_the_wheel_zooms_about_the_pointer(show, keys, columns, rows):
    view = plot(show, matrix=True)
    at = cell_point(view, 40, 70)
    wheel(view, at, 1, keys)
    seen = view.matrix.shown.window
    assert 128 / (seen.gap_to - seen.gap_from) == pytest.approx(columns)
    assert 128 / (seen.high - seen.low) == pytest.approx(rows)
    assert (cell_point(view, 40, 70) - at).manhattanLength() < 1.5


def test_right_dragging_pans_and_a_double_click_fits(show, qtbot):
    view = plot(show, matrix=True, plot_window=PlotWindow(40, 80, 30, 60))
    at = cell_point(view, 45, 60)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.RightButton, pos=at.toPoint())
    qtbot.mouseMove(view.viewport(), at.toPoint() + QPoint(60, 25))
    settle(view)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.RightButton)
    assert (cell_point(view, 45, 60) - at - QPointF(60, 25)).manhattanLength() < 2.5
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())
    settle(view)
    assert view.matrix.shown.window == fitted_cells(128)


# ---- the picture --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_colours_run_from_minus_to_plus_s_of_zero(show, theme):
    params = EncodingParams(2, length=8)
    view = plot(show, matrix=True, params=params, theme=theme, gap=100)
    shown, table = pixels(picture(view)), palette(theme).value_map.astype(int)
    for row, column in ((1, 5), (6, 2), (7, 3), (4, 7), (2, 2)):
        at = cell_point(view, row + 0.3, column - 0.3)
        level = round((np.cos(column - row) + 1) * 127.5)
        assert np.abs(shown[int(at.y()), int(at.x())] - table[level]).max() <= 3


def test_the_gap_is_marked_on_both_diagonals(show):
    view = plot(show, matrix=True, gap=40, position=Position(20))
    found = like(picture(view), palette("light").gap, 90)
    for row, column in ((10, 50), (80, 120), (50, 10), (120, 80)):
        at = cell_point(view, row, column)
        assert found[int(at.y()) - 1 : int(at.y()) + 2, int(at.x()) - 1 : int(at.x()) + 2].any()


def test_the_present_cell_is_crossed_by_the_cursor(show):
    view = plot(show, matrix=True, gap=40, position=Position(20, 0.5))
    at, made = cell_point(view, 20.5, 60.5), view.matrix.plot
    assert made.row_line.line.y1() == pytest.approx(at.y())
    assert made.column_line.line.x1() == pytest.approx(at.x())
    assert (made.cell.pos() - at).manhattanLength() < 0.01
    view.store.update(position=Position(4000))
    settle(view)
    assert not any(item.isVisible() for item in (made.row_line, made.column_line, made.cell))


@pytest.mark.parametrize("size", [(640, 300), (900, 600), (400, 250)])
@pytest.mark.parametrize("text_size", [0, 24])
@pytest.mark.parametrize("length", [1, 128, 10**12])
def test_nothing_is_cut(show, size, text_size, length):
    window = PlotWindow(length - 9, length - 1, length - 9, length - 1)
    for seen in (None, window):
        params = EncodingParams(length=length)
        view = plot(show, *size, matrix=True, text_size=text_size, params=params, plot_window=seen)
        rim = np.abs(pixels(picture(view)) - 255).sum(axis=2) > 30
        assert [bool(side.any()) for side in (rim[:, 0], rim[:, -1], rim[0], rim[-1])] == [False] * 4
        view.hide()


# ---- gestures -----------------------------------------------------------------------------------------


def test_pressing_and_dragging_sets_position_and_gap(show, qtbot):
    view = plot(show, matrix=True)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=cell_point(view, 30, 50).toPoint())
    assert (view.store.state.position, view.store.state.gap) == (Position(30), 20)
    qtbot.mouseMove(view.viewport(), cell_point(view, 90, 21).toPoint())
    assert (view.store.state.position, view.store.state.gap) == (Position(21), 69)
    qtbot.mouseMove(view.viewport(), QPoint(1, 1))
    assert (view.store.state.position, view.store.state.gap) == (Position(0), 0)
    qtbot.mouseMove(view.viewport(), QPoint(639, 299))
    assert (view.store.state.position, view.store.state.gap) == (Position(127), 0)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)


def test_hovering_reads_a_cell_and_tells_other_views(show):
    view = plot(show, matrix=True)
    move(view, cell_point(view, 9, 4))
    settle(view)
    assert view.store.state.hover == Hover(row=9, gap=5)
    assert view.caption.texts[-1] == "p = 9, q = 4, gap −5, S/32 = 0.7345"
    view.store.update(hover=Hover(gap=17))
    settle(view)
    assert view.caption.texts[-1].startswith("S(17)/32 = ")
    move(view, QPointF(2, 2))
    assert view.store.state.hover == Hover()


def test_switching_to_and_fro_shows_one_of_both(show):
    view = plot(show)
    curves = picture(view)
    view.store.update(matrix=True)
    assert picture(view) != curves
    assert not view.plot.isVisible()
    view.store.update(matrix=False)
    assert picture(view) == curves
