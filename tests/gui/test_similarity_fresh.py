"""The similarity view under random changes: never stale, nothing built twice, nothing left behind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from gui_kit import picture
from PySide6.QtCore import QCoreApplication
from similarity_kit import Paints, pixels, plot, settle

from engine import CONVENTIONS, EncodingParams
from gui.model.player import Player
from gui.model.position import Position
from gui.model.state import AppState, Hover, PlotWindow
from gui.similarity import curve, matrix, quantity
from gui.similarity.view import SimilarityView

NAMES = ("paper", "tensor2tensor", "fairseq", "mlx", "marian")


def some_params(pick: random.Random) -> EncodingParams:
    length = pick.choice([1, 2, 4, 16, 128, 128, 1000, 5000, 10**6, 10**12])
    convention = CONVENTIONS[pick.choice(NAMES)]
    return EncodingParams(
        pick.choice([4, 8, 16, 64, 64]), pick.choice([0.5, 1, 10, 100, 1e4, 1e6]), length, convention
    )


def some_window(pick: random.Random, state: AppState) -> PlotWindow | None:
    length = state.params.length
    start, low = pick.uniform(0, length), pick.uniform(-1, 0.5)
    if state.matrix:
        low = pick.uniform(0, length)
    window = PlotWindow(start, start + pick.uniform(1, length), low, low + pick.uniform(0.1, 2))
    return pick.choice([None, window])


CHANGES: tuple[Callable[[random.Random, AppState], dict[str, object]], ...] = (
    lambda pick, _: {"params": some_params(pick)},
    lambda pick, _: {"gap": pick.choice([0, 1, 5, 63, 127, 900, 10**9])},
    lambda pick, _: {"position": Position(pick.choice([0, 7, 100, 10**10]), pick.choice([0.0, 0.5]))},
    lambda pick, _: {"plot_quantity": pick.choice(["similarity", "distance"])},
    lambda pick, state: {"normalised": not state.normalised},
    lambda pick, state: {"log_gaps": not state.log_gaps},
    lambda pick, state: {"limit_curve": not state.limit_curve},
    lambda pick, state: {"matrix": not state.matrix},
    lambda pick, state: {"pins": (*state.pins, some_params(pick))},
    lambda pick, state: {"pins": state.pins[1:]},
    lambda pick, _: {"hover": pick.choice([Hover(), Hover(gap=pick.randrange(200)), Hover(row=4, gap=2)])},
    lambda pick, _: {"theme": pick.choice(["light", "dark", "print"])},
    lambda pick, _: {"text_size": pick.choice([0, 9, 12, 24])},
    lambda pick, state: {"plot_window": some_window(pick, state)},
    lambda pick, state: {"playing": not state.playing},
)


@pytest.mark.parametrize("seed", range(4))
def test_random_changes_never_show_a_stale_picture(show, seed):
    """Fifty changes per seed; after each second one the picture is that of a view made for this state."""
    pick = random.Random(seed)
    view = plot(show, 420, 300)
    done: list[dict[str, object]] = []
    for n in range(50):
        done.append(pick.choice(CHANGES)(pick, view.store.state))
        view.store.update(**done[-1])
        if n % 2:
            state = view.store.state
            fresh = plot(show, 420, 300, **{name: getattr(state, name) for name in AppState.__slots__})
            assert fresh.store.state == state
            shown, wanted = pixels(picture(view)), pixels(picture(fresh))
            fresh.hide()
            assert np.array_equal(shown, wanted), (n, done[-4:], state)


def test_the_number_of_things_stays_the_same_whatever_is_switched(show):
    pick, view = random.Random(11), plot(show, 320, 240)
    assert view.matrix  # which is built when it is first wanted
    count = len(view.scene().items())
    for _ in range(500):
        view.store.update(**pick.choice(CHANGES)(pick, view.store.state))
        view.store.flush()
    QCoreApplication.processEvents()
    assert len(view.scene().items()) == count


# ---- economy ------------------------------------------------------------------------------------------


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """List the curves and pictures that are computed, not taken from those that are kept."""
    calls: list[str] = []

    def noted(name: str, true: Callable[..., object]) -> Callable[..., object]:
        return lambda *a, **k: (calls.append(name), true(*a, **k))[1]

    monkeypatch.setattr(curve, "exact", noted("curve", curve.exact))
    monkeypatch.setattr(matrix, "matrix_values", noted("matrix", matrix.matrix_values))
    monkeypatch.setattr(quantity, "similarity", noted("similarity", quantity.similarity))
    curve.curve_over.cache_clear()
    curve._every.cache_clear()
    return calls


def change(view: SimilarityView, **fields: object) -> None:
    view.store.update(**fields)
    settle(view)


def test_only_what_changed_is_computed(show, computed):
    view = plot(show, params=EncodingParams(24))
    assert computed.count("curve") == 1
    for fields, more in (
        ({"normalised": False}, 0),
        ({"normalised": True}, 0),
        ({"pins": (EncodingParams(24, 100.0),)}, 1),
        ({"pins": (EncodingParams(24, 100.0), EncodingParams(48))}, 1),
        ({"pins": (EncodingParams(48),)}, 0),
        ({"limit_curve": True}, 1),
        ({"plot_quantity": "distance"}, 3),
        ({"plot_quantity": "similarity"}, 0),
        ({"theme": "dark", "gap": 9, "hover": Hover(gap=4)}, 0),
    ):
        computed.clear()
        change(view, **fields)
        assert computed.count("curve") == more, fields


def test_a_playing_position_moves_only_the_cursor_over_the_matrix(show, computed):
    view = plot(show, gap=5, matrix=True)
    change(view, playing=True)
    picture(view)
    old, time = view.matrix.plot.row_line.line, [100.0]
    player = Player(view.store, lambda: time[0])
    cells, measured = view.matrix.shown.levels, view.matrix.shown.measured
    computed.clear()
    for _ in range(64):
        time[0] += 1 / 64
        player.tick()
        settle(view)
    assert view.store.state.position == Position(2)
    assert computed == []
    assert view.matrix.shown.levels is cells
    assert view.matrix.shown.measured is measured
    assert view.matrix.plot.row_line.line.y1() > old.y1()


@pytest.mark.parametrize("options", [{"log_gaps": True}, {"limit_curve": True, "plot_quantity": "distance"}])
def test_a_playing_position_repaints_no_curve(show, computed, options):
    view = plot(show, gap=5, pins=(EncodingParams(8),), **options)
    change(view, playing=True)
    picture(view)
    paints = Paints(view)
    computed.clear()
    for n in range(10):
        change(view, position=Position(n, 0.25))
    assert (computed, paints.count) == ([], 0)


def test_what_the_matrix_does_not_show_leaves_it_alone(show, computed):
    view = plot(show, matrix=True)
    cells = view.matrix.shown.levels
    computed.clear()
    change(view, pins=(EncodingParams(8),), limit_curve=True, gap=3, theme="dark", hover=Hover(gap=9))
    assert "matrix" not in computed
    assert view.matrix.shown.levels is cells
    change(view, params=replace(view.store.state.params, base=99.0))
    assert view.matrix.shown.levels is not cells
