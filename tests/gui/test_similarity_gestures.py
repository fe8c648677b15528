"""The similarity view under the mouse, and how little it does while others move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_kit import picture
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from similarity_kit import CTRL, NONE, SHIFT, Paints, move, plot, point, settle, wheel

from engine import EncodingParams
from gui.model.player import Player
from gui.model.position import Position
from gui.model.state import Hover, PlotWindow
from gui.similarity import curves_mode as module
from gui.similarity.view import SimilarityView


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """List which scenes have been built or measured anew."""
    calls: list[str] = []
    for name in ("build_scene", "remeasured"):
        true = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *a, _t=true, _n=name, **k: (calls.append(_n), _t(*a, **k))[1]
        )
    return calls


# ---- gestures -----------------------------------------------------------------------------------------


def press(qtbot, view: SimilarityView, at: QPointF, button=Qt.MouseButton.LeftButton) -> None:
    qtbot.mousePress(view.viewport(), button, pos=at.toPoint())


def test_pressing_and_dragging_sets_the_gap(show, qtbot):
    view = plot(show, gap=1, gap_hand=False)
    press(qtbot, view, point(view, 30.3, 0.5))
    assert view.store.state.gap == 30
    assert view.store.state.gap_hand
    for gap in (31, 57, 90):
        qtbot.mouseMove(view.viewport(), point(view, gap, 0.2).toPoint())
        assert view.store.state.gap == gap
    qtbot.mouseMove(view.viewport(), QPoint(2, 100))
    assert view.store.state.gap == 0
    qtbot.mouseMove(view.viewport(), QPoint(639, 100))
    assert view.store.state.gap >= 127
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(639, 100))
    settle(view)
    assert view.plot.gap_line.value() == view.store.state.gap


def test_dragging_at_1e12_sets_the_exact_gap(show, qtbot):
    window = PlotWindow(10**12 - 20, 10**12 + 20, -1, 1)
    view = plot(show, params=EncodingParams(length=10**12), plot_window=window)
    press(qtbot, view, point(view, 10**12 + 3, 0.0))
    assert view.store.state.gap == 10**12 + 3
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)


def test_hovering_tells_the_gap_and_leaving_takes_it_back(show):
    view = plot(show)
    move(view, point(view, 44, 0.5))
    assert view.store.state.hover == Hover(gap=44)
    assert view.store.state.gap == 1
    move(view, QPointF(3, 3))
    assert view.store.state.hover == Hover()
    move(view, point(view, 44, 0.5))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.store.state.hover == Hover()


@pytest.mark.parametrize(("modifiers", "axes"), [(NONE, "x"), (CTRL, "y"), (SHIFT, "xy")])
def test_the_wheel_zooms_about_the_pointer(show, modifiers, axes):
    view = plot(show)
    before, at = view.shown.window, point(view, 60, 0.4)
    wheel(view, at, 3, modifiers)
    after = view.shown.window
    ratio = (before.gap_to - before.gap_from) / (after.gap_to - after.gap_from)
    assert ratio == pytest.approx(1.2**3 if "x" in axes else 1.0)
    ratio = (before.high - before.low) / (after.high - after.low)
    assert ratio == pytest.approx(1.2**3 if "y" in axes else 1.0)
    moved = point(view, 60, 0.4) - at
    assert moved.manhattanLength() < 0.01


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_right_and_middle_dragging_pans(show, qtbot, button):
    view = plot(show, plot_window=PlotWindow(40, 80, 0, 1))
    start = point(view, 60, 0.5)
    press(qtbot, view, start, button)
    qtbot.mouseMove(view.viewport(), start.toPoint() + QPoint(100, 30))
    settle(view)
    qtbot.mouseRelease(view.viewport(), button)
    assert (point(view, 60, 0.5) - start - QPointF(100, 30)).manhattanLength() < 2.0
    assert view.store.state.gap == 1


def test_a_double_click_fits(show, qtbot):
    view = plot(show)
    fit = view.shown.window
    wheel(view, point(view, 60, 0.4), 5, SHIFT)
    assert view.shown.window != fit
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point(view, 70, 0.4).toPoint())
    settle(view)
    assert view.store.state.plot_window is None
    assert view.shown.window == fit


def test_zooming_ends_at_the_limits(show):
    view = plot(show)
    for _ in range(60):
        wheel(view, point(view, 60, 0.4), 3, SHIFT)
    seen = view.shown.window
    assert seen.gap_to - seen.gap_from == pytest.approx(4)
    assert seen.high - seen.low == pytest.approx(1e-3)
    for _ in range(60):
        wheel(view, point(view, 60, 0.4), -3, SHIFT)
    seen = view.shown.window
    assert 512 <= seen.gap_to - seen.gap_from <= 580
    assert seen.gap_from <= 0


# ---- economy ------------------------------------------------------------------------------------------


def test_playing_rebuilds_and_repaints_nothing(show, built):
    view = plot(show, gap=5)
    view.store.update(playing=True)
    picture(view)
    paints, time = Paints(view), [100.0]
    player = Player(view.store, lambda: time[0])
    built.clear()
    for _ in range(64):
        time[0] += 1 / 64
        player.tick()
        settle(view)
    assert view.store.state.position == Position(2)
    assert built == []
    assert paints.count == 0
    view.store.update(playing=False)
    settle(view)
    assert built == ["remeasured"]
    assert "from p = 2" in view.caption.texts


def test_what_other_views_need_repaints_nothing(show, built):
    view = plot(show)
    picture(view)
    paints = Paints(view)
    built.clear()
    view.store.update(pair=3, hover=Hover(pair=4, row=7), speed=5.0, inspecting=False)
    settle(view)
    assert (built, paints.count) == ([], 0)


def test_moving_marks_builds_no_curve(show, built):
    view = plot(show)
    built.clear()
    view.store.update(gap=9, hover=Hover(gap=3), theme="dark")
    settle(view)
    assert built == []


def test_the_number_of_things_stays_the_same(show):
    view = plot(show)
    count = len(view.scene().items())
    for n in range(500):
        view.store.update(
            gap=n, params=EncodingParams(8 + 8 * (n % 3), length=100 + n), hover=Hover(gap=n % 7 or None),
            theme=("light", "dark")[n % 2], normalised=n % 3 > 0, position=Position(n),
        )  # fmt: skip
        view.store.flush()
    QCoreApplication.processEvents()
    assert len(view.scene().items()) == count


def test_it_can_be_told_by_name(show):
    view = plot(show)
    assert view.objectName() == "similarityView"
    assert view.accessibleName()
    assert view.accessibleDescription()
