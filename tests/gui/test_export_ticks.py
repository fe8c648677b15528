"""Tick k lies on datum k in every format and at every resolution: Qt scales the recordings that axes are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtWidgets import QApplication
from vector_kit import of_pdf, of_svg

from engine import EncodingParams
from gui.app import application
from gui.canvas.palette import palette
from gui.catalogue import view_spec
from gui.export.image import encoded
from gui.export.size import Size, natural_scale
from gui.export.stage import Shot, ViewStage
from gui.model.state import AppState

STATE = AppState(playing=False, hint=False).evolve(params=EncodingParams(8, 100.0, 8), gap=5)
SIZES = [Size(900, 700), Size(2600, 1800)]


@pytest.fixture(scope="session")
def qapp():
    return application()


def stage(view, size):
    return ViewStage(view_spec(view).create, STATE, Shot(size, natural_scale(size)))


def pixels(data):
    image = QImage.fromData(data).convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)[
        ..., 2::-1
    ]


def centres(marked):
    """Return the middles of runs of marked places."""
    places = np.flatnonzero(marked)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return np.array([run.mean() + 0.5 for run in runs])


def near(found, wanted, most):
    assert len(found) >= len(wanted)
    assert np.abs(np.asarray(found)[:, None] - np.asarray(wanted)).min(axis=0).max() <= most


@pytest.mark.parametrize("dpi", [None, 72, 300])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_png_heat_map(qapp, size, dpi):
    with stage("heatmap", size) as made:
        picture, scale, area = pixels(encoded(made, ".png", (), dpi)), made.shot.scale, made.view.area
    left, top, right, bottom = (v * scale for v in area.getCoords())
    ground = np.array(palette("light").canvas)
    column = picture[:, round(left - 3.5 * scale)]
    rows = centres((np.abs(column.astype(int) - ground).max(axis=1) > 20) & inside(len(column), top, bottom))
    near(rows, top + (np.arange(8) + 0.5) * (bottom - top) / 8, scale)
    row = picture[round(bottom + 3.5 * scale)]
    columns = centres((np.abs(row.astype(int) - ground).max(axis=1) > 20) & inside(len(row), left, right))
    near(columns, left + (np.arange(8) + 0.5) * (right - left) / 8, scale)
    seen = picture[round(top) + 2 : round(bottom) - 2, round(left + (right - left) / 16)].astype(int)
    changes = np.flatnonzero(np.abs(np.diff(seen, axis=0)).max(axis=1) > 3) + round(top) + 3
    near(changes, top + np.arange(1, 8) * (bottom - top) / 8, scale)


def inside(count, low, high):
    return (np.arange(count) > low) & (np.arange(count) < high)


@pytest.mark.parametrize("dpi", [None, 72, 300])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_png_similarity(qapp, size, dpi):
    with stage("similarity", size) as made:
        picture, scale = pixels(encoded(made, ".png", (), dpi)).astype(int), made.shot.scale
        box = made.view.plot.getViewBox().sceneBoundingRect()
    ground = np.array(palette("light").canvas)
    row = np.abs(picture[round((box.bottom() - 2.5) * scale)] - ground).max(axis=1) > 20
    ticks = centres(row & inside(len(row), (box.left() + 3) * scale, np.inf))
    middle = picture[round((box.top() + 0.9 * box.height()) * scale)]
    line = centres(np.abs(middle - palette("light").gap).max(axis=1) < 40)
    assert (len(ticks), len(line)) == (8, 1)
    assert abs(line[0] - ticks[5]) <= scale
    band = picture[round((box.bottom() + 4) * scale) : round((box.bottom() + 20) * scale)]
    near(words(np.abs(band - ground).max(axis=(0, 2)) > 60, apart=12 * scale), ticks, 2 * scale)


def words(marked, *, apart):
    """Return the middles of groups of marked places."""
    places = np.flatnonzero(marked)
    groups = np.split(places, np.flatnonzero(np.diff(places) > apart) + 1)
    return np.array([(group[0] + group[-1] + 1) / 2 for group in groups])


@pytest.mark.parametrize(("suffix", "read"), [(".svg", of_svg), (".pdf", of_pdf)])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("dpi", [None, 72, 300])
def test_vector_heat_map(qapp, suffix, read, size, dpi):
    with stage("heatmap", size) as made:
        data, scale = encoded(made, suffix, (), dpi), made.shot.scale
    drawing = read(data, dpi or 96) if suffix == ".pdf" else read(data)
    assert (drawing.width, drawing.height) == pytest.approx((size.width, size.height), abs=0.05)
    left, top, right, bottom = max(drawing.images, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    ends = drawing.segments
    across = np.abs(ends[:, 0] - ends[:, 1])
    flat = ends[(across[:, 1] < 0.1 * scale) & (across[:, 0] < 8 * scale) & (across[:, 0] > scale)]
    rows = flat[np.abs(flat[..., 0].max(axis=1) - left) < 4 * scale].mean(axis=1)[:, 1]
    near(rows, top + (np.arange(8) + 0.5) * (bottom - top) / 8, scale)
    upright = ends[(across[:, 0] < 0.1 * scale) & (across[:, 1] < 8 * scale) & (across[:, 1] > scale)]
    columns = upright[np.abs(upright[..., 1].min(axis=1) - bottom) < 4 * scale].mean(axis=1)[:, 0]
    near(columns, left + (np.arange(8) + 0.5) * (right - left) / 8, scale)


@pytest.mark.parametrize(("suffix", "read"), [(".svg", of_svg), (".pdf", of_pdf)])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("dpi", [None, 72, 300])
def test_vector_similarity(qapp, suffix, read, size, dpi):
    with stage("similarity", size) as made:
        data, scale = encoded(made, suffix, (), dpi), made.shot.scale
        box = made.view.plot.getViewBox().sceneBoundingRect()
        curve = np.array([made.view.shown.value_at(gap) for gap in range(8)])
        seen = made.view.plot.getViewBox().viewRect()
        named = [tick.at for tick in made.view.plot.value_axis.ticks(seen.top(), seen.bottom(), box.height())]
    drawing = read(data, dpi or 96) if suffix == ".pdf" else read(data)
    ends = drawing.segments
    across = np.abs(ends[:, 0] - ends[:, 1])
    ticks = np.unique(ends[across[:, 1] > 0.9 * box.height() * scale].mean(axis=1)[:, 0].round(2))
    ticks = ticks[ticks > (box.left() + 3) * scale]
    values = np.unique(ends[across[:, 0] > 0.9 * box.width() * scale].mean(axis=1)[:, 1].round(2))
    values = values[values < (box.bottom() - 3) * scale]
    assert (len(ticks), len(values)) == (8, len(named))
    heights = np.interp(curve, named, values[::-1])  # values grow upwards, pixels downwards
    points = np.concatenate(drawing.lines)
    for place in np.column_stack([ticks, heights]):
        assert np.abs(points - place).max(axis=1).min() <= scale
    for gap in range(8):
        near_text(drawing, str(gap), ticks[gap], below=box.bottom() * scale, scale=scale)


def near_text(drawing, text, middle, *, below, scale):
    half = QFontMetricsF(QApplication.font()).horizontalAdvance(text) * scale / 2
    found = [x + half for said, x, y in drawing.texts if said == text and y > below]
    assert min(abs(x - middle) for x in found) <= scale
