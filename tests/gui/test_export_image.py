"""Pictures: exact in size, equal to what the window shows, and saying what they show."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engine import EncodingParams
from gui.app import application
from gui.catalogue import VIEWS, view_spec
from gui.cli import VIEW_NAMES
from gui.export.files import ExportError
from gui.export.image import check_picture_path, view_picture, write_bytes
from gui.export.provenance import of_picture
from gui.export.raster import png_bytes
from gui.export.size import Size, parse_size
from gui.model.numbers import NumberError, parse_position
from gui.model.state import AppState
from gui.model.store import Store
from gui.window.pictures import SUBJECTS, picture_of

STATES = {
    "first": AppState(playing=False, hint=False),
    "gap": AppState(playing=False, hint=False).evolve(position=parse_position("42.25"), gap=5, pair=7),
    "dark, far, odd": AppState(playing=False, hint=False).evolve(
        params=EncodingParams(31, 100, 10**15), position=parse_position("1e14"), theme="dark"
    ),
}


@pytest.fixture(scope="session")
def qapp():
    """Our application, so that views are dressed as in the window."""
    return application()


@pytest.fixture
def shown(qtbot):
    """Shows a view as the window does and returns what is seen of it."""

    def shown(create, state, size):
        store = Store(state)
        view = create(store)
        view.setMinimumSize(0, 0)
        view.resize(size.width, size.height)
        view.show()
        qtbot.waitExposed(view)
        store.flush()
        qtbot.wait(20)
        image = view.grab().toImage()
        view.close()
        view.deleteLater()
        return image

    return shown


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), -1)
    return rows[:, : image.width()] & 0xFFFFFF


@pytest.mark.parametrize("spec", VIEWS, ids=lambda spec: spec.name)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_picture_is_what_the_window_shows(qapp, shown, spec, state):
    size = Size(500, 370)
    ours = view_picture(spec.create, state, size)
    assert (ours.width(), ours.height(), ours.devicePixelRatio()) == (500, 370, 1.0)
    assert np.array_equal(pixels(ours), pixels(shown(spec.create, state, size)))
    assert len(np.unique(pixels(ours))) > 10


@pytest.mark.parametrize("spec", VIEWS, ids=lambda spec: spec.name)
@pytest.mark.parametrize("size", [Size(64, 64), Size(64, 1500), Size(1921, 1081)], ids=str)
def test_sizes_are_exact_to_the_pixel(qapp, spec, size):
    image = view_picture(spec.create, STATES["gap"], size)
    assert (image.width(), image.height()) == (size.width, size.height)


def test_the_same_state_gives_the_same_picture(qapp):
    first, second = (view_picture(VIEWS[0].create, STATES["gap"], Size(300, 200)) for _ in range(2))
    assert np.array_equal(pixels(first), pixels(second))


def test_the_window_has_its_picture(qapp):
    image = picture_of("window", STATES["gap"], Size(1000, 700))
    assert (image.width(), image.height()) == (1000, 700)
    assert len(np.unique(pixels(image))) > 50


def test_a_picture_leaves_no_view_behind(qapp):
    made = []

    def create(store):
        view = VIEWS[0].create(store)
        made.append(weakref.ref(view))
        return view

    view_picture(create, AppState(), Size(64, 64))
    gc.collect()
    assert made[0]() is None or not made[0]().isVisible()
    assert not [w for w in qapp.topLevelWidgets() if w.isVisible()]


def test_a_file_carries_every_parameter(qapp, tmp_path):
    path = tmp_path / "ä-画.png"
    state = STATES["gap"]
    picture = view_picture(VIEWS[0].create, state, Size(120, 80))
    write_bytes(png_bytes(picture, of_picture("dials", state), None), path)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (120, 80)
    found = {key: image.text(key) for key in image.textKeys()}
    assert found == dict(of_picture("dials", state))
    assert found["program"].startswith("Wall of Clocks ")
    assert (found["position"], found["gap"], found["pair"], found["view"]) == ("42.25", "5", "7", "dials")
    assert (found["d_model"], found["base"], found["length"], found["convention"]) == (
        "64",
        "10000",
        "128",
        "paper",
    )
    assert parse_position(found["position"]) == state.position


def test_a_custom_convention_is_spelled_out():
    params = replace(EncodingParams(), convention=replace(EncodingParams().convention, offset=0.5))
    found = dict(of_picture("dials", AppState(params=params)))
    assert (found["convention"], found["offset"], found["layout"]) == ("custom", "0.5", "interleaved")


def test_an_existing_picture_needs_leave(qapp, tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    data = png_bytes(QImage(10, 10, QImage.Format.Format_RGB32), (), None)
    with pytest.raises(ExportError, match="--force"):
        write_bytes(data, path)
    assert path.read_bytes() == b"old"
    write_bytes(data, path, overwrite=True)
    assert QImage(str(path)).width() == 10


@pytest.mark.parametrize("name", ["a.gif", "a", "a.png.txt"])
def test_an_unknown_suffix_names_the_known_ones(tmp_path, name):
    with pytest.raises(ExportError, match=r"written as \.png, .*\.pdf, not as"):
        check_picture_path(tmp_path / name, overwrite=False)


def test_sizes_are_read():
    assert (
        parse_size("1920x1080") == parse_size(" 1920 × 1080 ") == parse_size("1920X1080") == Size(1920, 1080)
    )
    assert str(Size(1920, 1080)) == "1920x1080"
    assert Size(16384, 6103).width == 16384


@pytest.mark.parametrize(
    "text", ["63x64", "64x16385", "16384x6104", "1920", "x", "1920x", "axb", "1x2x3", "", "1e9x1"]
)
def test_sizes_that_cannot_be_had_are_refused(text):
    with pytest.raises((ExportError, NumberError)) as refused:
        parse_size(text)
    assert "\n" not in str(refused.value)


def test_a_size_says_its_limit():
    with pytest.raises(ExportError, match="at most 100 megapixels, and 16384x16384 has 268"):
        Size(16384, 16384)
    with pytest.raises(ExportError, match="64 to 16384 pixels wide and high, not 20x100"):
        Size(20, 100)


def test_the_command_line_knows_the_views():
    assert tuple(name for name, _ in SUBJECTS) == VIEW_NAMES
    assert (*(spec.name for spec in VIEWS), "views", "window") == VIEW_NAMES
    assert view_spec("dials") is VIEWS[0]
