"""The view of waves and ladder: what is drawn where, what gestures ask for, and what playing repaints."""

from __future__ import annotations

import numpy as np
import pytest
from gui_kit import picture, still
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QFont, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import CONVENTIONS, EncodingParams, encode
from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import Hover
from gui.model.store import Store
from gui.waves import view as view_module
from gui.waves.view import WavesView

FAR = 10**15
LIGHT = palette("light")


def waves(show, width=640, height=480, **fields):
    view = show(WavesView, still(**fields), width, height)
    picture(view)
    return view


def pixels(image: QImage) -> np.ndarray:
    """Return the colours of a picture, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    table = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), -1, 4)
    return table[:, : image.width(), 2::-1].astype(int)


def like(image: QImage, rgb, within=40) -> np.ndarray:
    """Return where a picture has about that colour, shape (height, width)."""
    return np.abs(pixels(image) - rgb).sum(axis=2) <= within


def plot_of(mask: np.ndarray, panel) -> np.ndarray:
    """Return the part of a mask inside a panel's axes."""
    plot = panel.plot
    return mask[int(plot.top) + 1 : int(plot.bottom), int(plot.left) + 1 : int(plot.right)]


# ---- the picture --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("at", [0.0, 17.25, 42.5, 127.0])
def test_the_dots_lie_on_the_curves_at_p(show, theme, at):
    view = waves(show, position=Position.at(at), pair=7, theme=theme)
    look, panel = palette(theme), view.waves.panel
    image = picture(view)
    row = encode(EncodingParams(), [int(at)], fraction=at % 1)[0]
    x = panel.plot.left + panel.inset + at / 128 * panel.span
    for value, fill in ((row[14], look.sine), (row[15], look.canvas)):
        y = view.waves.y(float(value))
        assert like(image, fill)[int(y), int(x)]
        ring = like(image, look.position, 90)[int(y) - 7 : int(y) + 8, int(x) - 7 : int(x) + 8]
        assert ring.sum() > 15


@pytest.mark.parametrize("at", [5, 40, 71, 128])
def test_the_lines_stand_at_p_and_at_p_plus_k(show, at):
    view = waves(show, position=Position(-1), pair=7)
    without = pixels(picture(view))
    for fields in ({"position": Position(at)}, {"position": Position(-1), "gap": at + 1}):
        view.store.update(**fields)
        changed = np.abs(pixels(picture(view)) - without).sum(axis=2) > 200
        columns = plot_of(changed, view.waves.panel).sum(axis=0)
        x = view.waves.panel.x(at / 128) - int(view.waves.panel.plot.left) - 1
        assert abs(float(np.argmax(columns)) + 0.5 - x) <= 1.5
        assert columns.max() > 0.4 * view.waves.panel.plot.height


def test_the_gap_is_drawn_once_it_is_used(show):
    view = waves(show, position=Position(40), pair=7)
    assert not plot_of(like(picture(view), LIGHT.gap), view.waves.panel).any()
    view.store.update(gap=9)
    assert plot_of(like(picture(view), LIGHT.gap), view.waves.panel).any()
    view.store.update(gap_hand=False)
    assert not plot_of(like(picture(view), LIGHT.gap), view.waves.panel).any()


@pytest.mark.parametrize("pair", [5, 12, 31])
def test_the_curves_are_drawn_where_they_are(show, pair):
    view = waves(show, 900, 600, pair=pair, position=Position(-1), params=EncodingParams(length=40))
    image = picture(view)
    table = encode(EncodingParams(length=40))[:, [2 * pair, 2 * pair + 1]]
    drawn = [like(image, ink, 120) for ink in (LIGHT.sine, LIGHT.cosine)]
    for at in range(1, 40):
        for value, mask in zip(table[at], drawn, strict=True):
            x, y = int(view.waves.panel.x(at / 40)), int(view.waves.y(float(value)))
            assert mask[y - 4 : y + 5, x - 4 : x + 5].any()


def test_sine_and_cosine_differ_by_more_than_colour(show):
    view = waves(show, 900, 600, pair=14, position=Position(-1), params=EncodingParams(length=500))
    image = picture(view)
    drawn = [
        plot_of(like(image, ink, 150), view.waves.panel).any(axis=0) for ink in (LIGHT.sine, LIGHT.cosine)
    ]
    sine, cosine = (part[10:-12].mean() for part in drawn)
    assert sine == 1.0
    assert 0.4 < cosine < 0.95


@pytest.mark.parametrize("length", [10**4, 10**12, FAR])
def test_waves_too_fast_are_a_band(show, length):
    view = waves(show, params=EncodingParams(length=length), position=Position(length // 2))
    image, panel = picture(view), view.waves.panel
    assert view.waves.wave.band
    x = int(panel.x(0.9))
    column = like(image, LIGHT.coverage, 6)[:, x]
    rows = np.flatnonzero(column)
    assert rows.min() == pytest.approx(view.waves.top, abs=3)
    assert rows.max() == pytest.approx(view.waves.bottom, abs=3)
    assert column[rows.min() : rows.max()].mean() > 0.95
    mark = view.running.mark
    assert like(image, LIGHT.sine)[int(mark.dots[0]), int(mark.x)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rungs_are_drawn_at_their_wavelengths(show, theme):
    view = waves(show, 900, 600, pair=0, theme=theme)
    image, look = picture(view), palette(theme)
    ticks = {t.text.replace("\u2009", ""): t.at for t in view.ladder.axes.up}
    drawn = like(image, look.curve, 150)
    for pair in range(2, 32):
        wave = 2 * np.pi * 10000 ** (pair / 32)
        y = ticks["10"] + (ticks["10000"] - ticks["10"]) / 3 * (np.log10(wave) - 1)
        x = view.ladder.panel.x((pair + 0.5) / 32)
        assert drawn[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].any()
        assert drawn[int(y), int(x)] == (wave <= 128)


def test_what_never_finishes_is_shaded_above_the_length(show):
    view = waves(show, 900, 600)
    image, plot, y = picture(view), view.ladder.panel.plot, int(view.ladder.length_y)
    x = int(plot.right) - 4
    assert like(image, LIGHT.beyond, 3)[int(plot.top) + 3 : y - 2, x].mean() > 0.9
    assert not like(image, LIGHT.beyond, 3)[y + 3 : int(plot.bottom) - 2, x].any()


def test_selected_and_hovered_rungs_are_marked(show):
    view = waves(show, 900, 600, pair=9)
    assert like(picture(view), LIGHT.selected).sum() > 30
    without = view.grab().toImage()
    view.store.update(hover=Hover(pair=25))
    image = picture(view)
    changed = np.argwhere(np.abs(pixels(image) - pixels(without)).sum(axis=2) > 0)
    x, y = view.ladder.points[25]
    assert (np.abs(changed - (y, x)).max(axis=1) < 8).any()


def test_hiding_the_cosine_marks_look_alikes(show):
    view = waves(show, 900, 600, pair=7, position=Position(42), hide_cosine=True)
    image = picture(view)
    assert not like(image, LIGHT.cosine).any()
    level = view.running.level
    assert len(level.rings) == pytest.approx(2 * 128 / 47.12, abs=1)
    for x in level.rings:
        around = like(image, LIGHT.position, 90)[int(level.y) - 7 : int(level.y) + 8, int(x) - 7 : int(x) + 8]
        assert around.sum() > 15
    view.store.update(hide_cosine=False)
    assert like(picture(view), LIGHT.cosine).any()


@pytest.mark.parametrize("size", [(640, 480), (900, 600), (400, 300), (1200, 300)])
@pytest.mark.parametrize("points", [0, 24])
@pytest.mark.parametrize(
    "params",
    [
        EncodingParams(2, length=1),
        EncodingParams(8, 0.5, 4),
        EncodingParams(base=1),
        EncodingParams(8192, length=10**12),
        EncodingParams(64, 1e15, FAR),
        EncodingParams(64, convention=CONVENTIONS["mlx"]),
    ],
    ids=str,
)
def test_nothing_is_cut_at_the_rim(show, size, points, params):
    view = waves(show, *size, params=params, gap=3)
    if points:
        view.setFont(QFont(view.font().family(), points))
    used = np.abs(pixels(picture(view)) - LIGHT.canvas).sum(axis=2) > 30
    assert used.any()
    for rim in (used[:1], used[-1:], used[:, :1], used[:, -1:]):
        assert not rim.any()
    assert view.waves.axes.up
    assert view.waves.axes.across
    assert view.ladder.axes.across


@pytest.mark.parametrize("size", [(64, 64), (160, 120), (4000, 100), (100, 2000)])
def test_odd_sizes_are_drawn(show, size):
    view = waves(show, *size, gap=3, hide_cosine=True)
    assert not picture(view).isNull()


def test_a_picture_is_right_at_once(qapp):
    state = still(pair=7, position=Position(42))
    pictures = []
    for turns in (1, 5):
        view = WavesView(Store(state))
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.resize(500, 400)
        view.show()
        for _ in range(turns):
            QCoreApplication.processEvents()
        pictures.append(view.grab().toImage())
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert pictures[0] == pictures[1]


def test_the_left_axes_keep_their_width(show):
    view = waves(show)
    lefts = set()
    for fields in ({}, {"params": EncodingParams(8192, 1e15, FAR)}, {"params": EncodingParams(2, length=1)}):
        view.store.update(**fields)
        picture(view)
        lefts |= {view.waves.panel.plot.left, view.ladder.panel.plot.left}
    assert len(lefts) == 1


# ---- economy ------------------------------------------------------------------------------------


@pytest.fixture
def built(monkeypatch):
    """Names of the scenes built from now on."""
    names: list[str] = []
    for name in ("build_wave_scene", "build_ladder_scene", "build_rungs"):
        make = getattr(view_module, name)

        def counted(*args, _make=make, _name=name, **options):
            names.append(_name)
            return _make(*args, **options)

        monkeypatch.setattr(view_module, name, counted)
    return names


class Painted(QObject):
    """Counts the pixels that a view's paint events expose."""

    def __init__(self, view: WavesView) -> None:
        super().__init__(view)
        self.areas: list[int] = []
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.areas.append(sum(r.width() * r.height() for r in event.region()))
        return False


@pytest.mark.parametrize("fields", [{}, {"gap": 20}, {"hide_cosine": True}, {"params": EncodingParams(8192)}])
def test_playing_rebuilds_nothing_and_repaints_strips(show, qtbot, built, fields):
    view = waves(show, 900, 600, pair=7, **fields)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, False)
    view.hide()
    view.show()
    qtbot.waitExposed(view)
    QCoreApplication.processEvents()
    view.store.update(position=Position(40))
    picture(view)
    built.clear()
    painted = Painted(view)
    for n in range(30):
        view.store.update(position=Position.at(40 + n / 7))
        view.store.flush()
        QCoreApplication.processEvents()
    assert built == []
    assert len(painted.areas) >= 20
    assert max(painted.areas) < 0.12 * 900 * 600


@pytest.mark.parametrize("fields", [{}, {"gap": 20}, {"hide_cosine": True}])
def test_strips_repainted_make_the_picture_drawn_at_once(show, qtbot, fields):
    view = waves(show, 640, 480, pair=5, position=Position(30), **fields)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, False)
    view.hide()
    view.show()
    qtbot.waitExposed(view)
    for n in range(25):
        view.store.update(position=Position.at(30 + n * 1.7))
        view.store.flush()
        QCoreApplication.processEvents()
    seen = view.screen().grabWindow(view.winId()).toImage()
    if seen.isNull():
        pytest.skip("this platform cannot read a window back")
    # Qt smooths a line that a clip cuts a little differently, in single pixels.
    differ = np.abs(pixels(seen) - pixels(view.grab().toImage())).sum(axis=2)
    assert differ.max() < 160
    assert (differ > 0).mean() < 0.002


def test_resting_repaints_nothing(show, qtbot):
    view = waves(show)
    painted = Painted(view)
    view.store.update(speed=5.0)
    view.store.update(position=view.store.state.position)
    view.store.flush()
    QCoreApplication.processEvents()
    assert painted.areas == []


def test_hovering_and_selecting_build_no_ladder(show, built):
    view = waves(show)
    built.clear()
    view.store.update(hover=Hover(pair=9))
    picture(view)
    assert built == ["build_rungs"]
    built.clear()
    view.store.update(pair=9)
    picture(view)
    assert built == ["build_wave_scene", "build_rungs"]


def test_five_hundred_changes_leave_the_items_they_found(show):
    view = waves(show)
    before = len(view.scene().items())
    for n in range(500):
        view.store.update(
            position=Position.at(n * 0.37), pair=n % 32, gap=n % 9, hide_cosine=n % 7 == 0,
            hover=Hover(pair=n % 5 or None), theme=("light", "dark", "print")[n % 3],
            params=EncodingParams((64, 2, 128)[n % 3], length=(1, 4, 128, FAR)[n % 4]),
        )  # fmt: skip
        view.store.flush()
    assert len(view.scene().items()) == before


def test_a_hidden_view_draws_nothing(show, built):
    view = waves(show)
    view.hide()
    built.clear()
    view.store.update(pair=9, params=EncodingParams(8))
    view.store.flush()
    assert built == []
    view.show()
    assert view.waves.wave.params == EncodingParams(8)


# ---- gestures -----------------------------------------------------------------------------------


def at_pair(view, pair):
    panel = view.ladder.panel
    return QPointF(panel.x((pair + 0.5) / view.store.state.params.pairs), panel.plot.top + 20).toPoint()


def at_position(view, position):
    panel = view.waves.panel
    return QPointF(panel.x(position / view.store.state.params.length), panel.plot.top + 20).toPoint()


def move(view, at, buttons=Qt.MouseButton.NoButton):
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), view.viewport().mapToGlobal(QPointF(at)),
        Qt.MouseButton.NoButton, buttons, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    view.store.flush()


@pytest.mark.parametrize("size", [(640, 480), (1200, 300)])
def test_a_click_on_the_ladder_selects_and_the_pointer_links(show, size):
    view = waves(show, *size)
    for pair in (0, 7, 31):
        move(view, at_pair(view, pair))
        assert view.store.state.hover == Hover(pair=pair)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at_pair(view, pair))
        assert view.store.state.pair == pair
    move(view, at_position(view, 30))
    assert view.store.state.hover == Hover()
    move(view, at_pair(view, 4))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.store.state.hover == Hover()


def test_dragging_in_the_waves_moves_the_position_wherever_it_leads(show):
    view = waves(show)
    port, left = view.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, pos=at_position(view, 30))
    assert view.store.state.position == Position(30)
    move(view, at_pair(view, 20), left)
    assert view.store.state.position.whole == pytest.approx(82, abs=2)
    move(view, QPointF(639, 470).toPoint(), left)
    assert view.store.state.position == Position(127)
    QTest.mouseRelease(port, left, pos=QPointF(639, 470).toPoint())
    assert view.store.state.pair == 0


def test_a_press_beside_the_plots_does_nothing(show):
    view = waves(show)
    before = view.store.state
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPointF(3, 3).toPoint())
    assert view.store.state == before


def test_positions_far_out_are_exact(show):
    view = waves(show, params=EncodingParams(length=FAR))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at_position(view, FAR / 2))
    assert abs(view.store.state.position.whole - FAR // 2) <= FAR / view.waves.panel.span
    assert isinstance(view.store.state.position.whole, int)
