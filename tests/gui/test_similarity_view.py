"""The similarity view: what is drawn where, what gestures ask for, and that playing leaves it alone."""

from __future__ import annotations

import numpy as np
import pytest
from gui_kit import picture, still
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from similarity_kit import like, pixels, plot, point, settle

from engine import EncodingParams, similarity
from gui.canvas.palette import palette
from gui.model.position import Position
from gui.model.state import Hover, PlotWindow
from gui.model.store import Store
from gui.similarity.caption import flow
from gui.similarity.view import SimilarityView

# ---- the picture --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("gap", [0, 5, 64, 127])
def test_the_gap_mark_lies_on_its_gap(show, theme, gap):
    view = plot(show, gap=gap, theme=theme)
    image = picture(view)
    found = like(image, palette(theme).gap)
    box = view.plot.getViewBox().sceneBoundingRect()
    columns = found[int(box.top()) : int(box.bottom())].sum(axis=0)
    assert np.flatnonzero(columns > 0.6 * box.height()).mean() == pytest.approx(
        point(view, gap, 0).x() - 0.5, abs=1.0
    )
    dot = point(view, gap, view.shown.value_at(gap))
    assert found[int(dot.y()), int(dot.x())]


def test_the_gap_mark_is_quiet_until_the_gap_is_used(show):
    quiet = plot(show, gap=40, gap_hand=False)
    used = plot(show, gap=40)
    counts = [int(like(picture(v), palette("light").gap).sum()) for v in (quiet, used)]
    assert 0 < counts[0] < counts[1] / 2


def test_the_curve_is_drawn_where_it_is(show):
    view = plot(show, 900, 600, params=EncodingParams(length=32), gap=31)
    image = picture(view)
    for gap in range(1, 30):
        at = point(view, gap, view.shown.value_at(gap))
        near = pixels(image)[int(at.y()) - 3 : int(at.y()) + 4, int(at.x()) - 3 : int(at.x()) + 4]
        assert near.min(axis=(0, 1)).sum() < 500


def test_measured_points_are_two_kinds_at_the_same_places(show):
    view = plot(show, position=Position(42))
    zero, moved = view.plot.from_zero, view.plot.from_position
    assert np.array_equal(zero.data["x"], moved.data["x"])
    assert zero.data["y"] == pytest.approx(moved.data["y"], abs=1e-13)
    assert zero.opts["symbol"] != moved.opts["symbol"]
    gaps = zero.data["x"].astype(int)
    assert zero.data["y"] == pytest.approx(similarity(EncodingParams(), gaps) / 32, abs=1e-13)
    assert 20 < len(gaps) <= 65


@pytest.mark.parametrize("size", [(640, 300), (900, 600), (400, 250)])
@pytest.mark.parametrize(
    "params",
    [
        EncodingParams(8, length=4),
        EncodingParams(512, length=512),
        EncodingParams(length=10**12),
        EncodingParams(base=1),
        EncodingParams(base=1e6),
        EncodingParams(length=1),
        EncodingParams(2, length=10**15),
    ],
    ids=str,
)
def test_no_tick_is_cut_and_nothing_lies_on_the_caption(show, size, params):
    view = plot(show, *size, params=params)
    assert_whole(view)


@pytest.mark.parametrize("size", [(640, 300), (900, 600), (400, 250)])
@pytest.mark.parametrize("normalised", [True, False])
def test_large_letters_fit(show, size, normalised):
    view = plot(show, *size, normalised=normalised, params=EncodingParams(length=5000))
    view.setFont(QFont(view.font().family(), 24))
    settle(view)
    assert_whole(view)


def assert_whole(view: SimilarityView) -> None:
    """Check by the picture that a rim of two pixels is empty, and by numbers that ticks have room."""
    image = picture(view)
    ground = np.array(palette("light").canvas)
    rim = np.abs(pixels(image) - ground).sum(axis=2) > 30
    assert not rim[:, :1].any()
    assert not rim[:, -1:].any()
    assert not rim[-1:].any()
    assert not rim[:1].any()
    box = view.plot.getViewBox().sceneBoundingRect()
    assert view.caption.boundingRect().bottom() <= box.top() + 1
    for axis in (view.plot.gap_axis, view.plot.value_axis):
        size = box.width() if axis is view.plot.gap_axis else box.height()
        ticks = axis.ticks(*axis.range, size)
        low, high = axis.range
        assert len([t for t in ticks if low <= t.at <= high]) >= 1


@pytest.mark.parametrize(
    ("window", "texts"),
    [
        (PlotWindow(0, 100, -0.003, 0.003), ["−0.002", "0.000", "0.002"]),
        (PlotWindow(0, 100, -0.1, 1.1), ["0.2", "0.4", "0.6", "0.8", "1.0"]),
    ],
)
def test_value_ticks_are_plain_numbers(show, window, texts):
    view = plot(show, 640, 300, plot_window=window)
    box = view.plot.getViewBox().sceneBoundingRect()
    found = [t.text for t in view.plot.value_axis.ticks(window.low, window.high, box.height())]
    assert set(texts) <= set(found)
    assert view.plot.value_axis.autoSIPrefixScale == 1.0
    assert "x0" not in view.plot.value_axis.labelString()


def test_gap_ticks_at_1e12_are_told_apart(show):
    window = PlotWindow(10**12 - 20, 10**12 + 20, -1, 1)
    view = plot(show, 900, 300, params=EncodingParams(length=10**12), plot_window=window)
    axis = view.plot.gap_axis
    texts = [t.text for t in axis.ticks(*axis.range, 800)]
    assert "10¹²" in texts
    assert len(set(texts)) == len(texts) >= 3


def test_the_left_axis_keeps_its_width(show):
    view = plot(show)
    widths = set()
    for fields in ({}, {"normalised": False}, {"params": EncodingParams(8192)}, {"gap": 12345678}):
        view.store.update(**fields)
        settle(view)
        widths.add(view.plot.value_axis.width())
    assert len(widths) == 1


def test_a_picture_is_right_at_once(qapp):
    view = SimilarityView(Store(still(gap=5)))
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.resize(500, 300)
    view.show()
    view.store.update(params=EncodingParams(8, length=16), theme="dark", gap=3)
    view.store.flush()
    QCoreApplication.processEvents()
    pictures = []
    for _ in range(2):
        image = QImage(500, 300, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        view.render(painter)
        painter.end()
        pictures.append(image)
        for _ in range(5):
            QCoreApplication.processEvents()
    assert pictures[0] == pictures[1]
    assert like(pictures[0], palette("dark").canvas).mean() > 0.5
    assert pictures[0] == view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    view.close()
    view.deleteLater()


# ---- the words ----------------------------------------------------------------------------------------


def test_the_caption_names_everything(show):
    view = plot(show, position=Position(42), gap=5)
    assert view.caption.texts[:4] == ("S(k)", "from 0", "from p = 42", "S(5)/32 = 0.7345")
    assert view.caption.texts[4].startswith("largest difference ")


def test_the_pointer_s_gap_is_read_out(show):
    view = plot(show)
    view.store.update(hover=Hover(gap=17))
    settle(view)
    assert view.caption.texts[-1].startswith("S(17)/32 = ")
    assert view.plot.hover_line.isVisible()
    view.store.update(hover=Hover(pair=3))
    settle(view)
    assert not any("S(17)" in t for t in view.caption.texts)
    assert not view.plot.hover_line.isVisible()


def test_read_outs_keep_their_places(show):
    view = plot(show)
    box = view.plot.getViewBox().sceneBoundingRect()
    for gap in (0, 1, 17, 99, 127, None):
        view.store.update(hover=Hover(gap=gap), gap=gap or 0)
        settle(view)
        assert view.plot.getViewBox().sceneBoundingRect() == box


def test_entries_flow_into_rows():
    assert flow([10, 10, 10], [0, 0, 1], 100, 9) == [(0, 0.0), (0, 10), (0, 20)]
    assert flow([40, 40, 40], [0, 0, 1], 100, 9) == [(0, 0.0), (0, 40), (1, 0.0)]
    assert flow([40, 70, 40], [0, 0, 1], 100, 9) == [(0, 0.0), (1, 0.0), (2, 0.0)]
    assert flow([40, 70, 40], [0, 0, 1], 100, 2) == [(0, 0.0), (1, 0.0)]
    assert flow([], [], 100, 2) == []
