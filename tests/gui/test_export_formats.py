"""Pictures of everything in every format and size: exact, not blank, readable, with their parameters."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest
from PIL import Image
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from vector_kit import SVG, of_pdf, of_svg

from engine import EncodingParams
from gui.app import application
from gui.canvas.palette import palette
from gui.catalogue import VIEWS, view_spec
from gui.export.files import ExportError
from gui.export.image import SUFFIXES, check_picture_path, encoded
from gui.export.provenance import of_picture
from gui.export.size import Size, natural_scale, parse_dpi, parse_scale, parse_size
from gui.export.stage import Shot, ViewStage
from gui.export.strokes import freed
from gui.model.numbers import NumberError
from gui.model.state import AppState
from gui.window.pictures import SUBJECTS, picture_of, stage_of

STATE = AppState(playing=False, hint=False).evolve(gap=5, pair=7, limit_curve=True)
SIZES = [Size(1920, 1080), Size(333, 777), Size(4000, 2750)]
NAMES = [name for name, _ in SUBJECTS]
AXIS = {"heatmap": "channel", "similarity": "pairs", "waves": "position p", "dials": "pair 7"}


@pytest.fixture(scope="session")
def qapp():
    return application()


def made(name, suffix, size, *, dpi=None, transparent=False, scale=None, state=STATE):
    shot = Shot(size, scale or natural_scale(size), transparent)
    with stage_of(name, state, shot) as stage:
        return encoded(stage, suffix, of_picture(name, state), dpi)


def colours(image):
    plain = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(np.uint32)
    return len(np.unique(plain @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("suffix", [s for s in SUFFIXES if s not in (".svg", ".pdf", ".jpeg")])
@pytest.mark.parametrize("name", NAMES)
def test_raster(qapp, name, suffix, size):
    image = Image.open(io.BytesIO(made(name, suffix, size)))
    assert image.size == (size.width, size.height)
    assert colours(image) > 100
    told = dict(of_picture(name, STATE))
    if suffix == ".png":
        assert image.text == told
    else:
        lines = "\n".join(f"{key}: {value}" for key, value in told.items())
        assert image.getexif()[0x010E] == lines
        assert suffix == ".webp" or image.info["comment"].decode() == lines


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_svg(qapp, name, size):
    data = made(name, ".svg", size)
    root = ElementTree.fromstring(data)
    assert (root.get("width"), root.get("height")) == (str(size.width), str(size.height))
    assert root.get("viewBox") == f"0 0 {size.width} {size.height}"
    drawing = of_svg(data)
    assert len(drawing.lines) + data.count(b"<circle") + data.count(b"<rect") > 50
    said = " ".join(text for text, *_ in drawing.texts)
    if name in AXIS and size.width > 400:
        assert AXIS[name] in said
    assert not re.search(rb'points="[^"]+"[^>]*non-scaling', data)
    told = {e.get("name"): e.text for e in root.iter("{urn:wall-of-clocks:parameters}parameter")}
    assert told == dict(of_picture(name, STATE))
    assert root.find(f"{SVG}title").text.endswith(name)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_pdf(qapp, name, size):
    data = made(name, ".pdf", size, dpi=144)
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    assert len(reader.pages) == 1
    box = reader.pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((size.width / 2, size.height / 2), abs=0.02)
    said = " ".join(reader.pages[0].extract_text().split())
    if name in AXIS and size.width > 400:
        assert AXIS[name] in said
    assert {key: reader.metadata[f"/{key}"] for key, _ in of_picture(name, STATE)} == dict(
        of_picture(name, STATE)
    )
    assert name == "window" or len(of_pdf(data, 144).lines) > 20 or name == "dials"


def test_only_the_heat_map_is_a_picture_in_a_vector_file(qapp):
    for name, most in (("dials", 0), ("similarity", 0), ("waves", 0), ("heatmap", 3)):
        for suffix, read in ((".svg", of_svg), (".pdf", of_pdf)):
            assert len(read(made(name, suffix, Size(1000, 700))).images) <= most, (name, suffix)


def test_the_heat_map_has_its_own_resolution_in_vector_files(qapp):
    size = Size(4000, 2750)
    with stage_of("heatmap", STATE, Shot(size, natural_scale(size))) as stage:
        data, area, scale = encoded(stage, ".pdf", ()), stage.view.area, stage.shot.scale
    images = pypdf.PdfReader(io.BytesIO(data)).pages[0].images
    largest = max((image.image.size for image in images), key=lambda size: size[0] * size[1])
    assert largest == pytest.approx((area.width() * scale, area.height() * scale), abs=1)
    assert not any(image.name.endswith(".jpg") for image in images)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", [spec.name for spec in VIEWS])
def test_at_scale_1_a_picture_is_that_of_the_window(qapp, name, size):
    picture = QImage.fromData(made(name, ".png", size, scale=1.0)).convertToFormat(QImage.Format.Format_RGB32)
    with ViewStage(view_spec(name).create, STATE, Shot(size)) as stage:
        grabbed = stage.view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert picture == grabbed


def test_the_window_as_it_is(qapp):
    size = Size(1280, 800)
    picture = picture_of("window", STATE, size)
    with stage_of("window", STATE, Shot(size)) as stage:
        image = QImage(1280, 800, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        QWidget.render(stage.widgets[0], painter, QPoint())
        painter.end()
    assert picture == image


def test_lines_and_text_grow_with_the_picture(qapp):
    """The picture of a view at scale 3, made three times smaller, is the picture at scale 1."""
    small, large = Size(500, 400), Size(1500, 1200)
    for name in AXIS:
        one = Image.open(io.BytesIO(made(name, ".png", small, scale=1.0))).convert("L")
        three = Image.open(io.BytesIO(made(name, ".png", large, scale=3.0))).convert("L")
        ours = np.asarray(three.resize(one.size, Image.Resampling.BOX), dtype=float)
        wanted = np.asarray(one, dtype=float)
        assert abs((255 - ours).sum() / (255 - wanted).sum() - 1) < 0.05, name
        assert np.abs(ours - wanted).mean() < 6, name


@pytest.mark.parametrize("name", ["similarity", "heatmap", "dials", "waves"])
def test_vector_pictures_look_like_raster_ones(qapp, name):
    size = Size(1600, 1200)
    picture = np.asarray(Image.open(io.BytesIO(made(name, ".png", size))).convert("L"), dtype=float)
    image = QImage(size.width, size.height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    QSvgRenderer(made(name, ".svg", size)).render(painter)
    painter.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)  # named: its bits go when it goes
    drawn = np.frombuffer(grey.constBits(), dtype=np.uint8)
    assert np.abs(drawn.reshape(picture.shape) - picture).mean() < 4


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_themes(qapp, theme):
    state = replace(STATE, theme=theme)
    image = Image.open(io.BytesIO(made("similarity", ".png", Size(600, 400), state=state)))
    assert image.getpixel((599, 399)) == palette(theme).canvas


@pytest.mark.parametrize("name", ["similarity", "heatmap", "waves", "dials", "views"])
def test_a_transparent_background(qapp, name):
    size = Size(700, 500)
    for suffix in (".png", ".webp"):
        alpha = np.asarray(Image.open(io.BytesIO(made(name, suffix, size, transparent=True))))[..., 3]
        assert alpha[-1, -1] == 0
        assert (alpha == 0).mean() > 0.02
        assert (alpha == 255).any()
    for suffix, read in ((".svg", of_svg), (".pdf", of_pdf)):
        assert len(made(name, suffix, size, transparent=True)) < len(made(name, suffix, size))
        assert read(made(name, suffix, size, transparent=True)).texts


def test_what_cannot_be_transparent(qapp, tmp_path):
    shot = Shot(Size(300, 200), transparent=True)
    with pytest.raises(ExportError, match="a JPEG has no transparent background"):
        check_picture_path(tmp_path / "a.jpg", shot, overwrite=False)
    with pytest.raises(ExportError, match="the window has no transparent background"):
        stage_of("window", STATE, shot)


@pytest.mark.parametrize("dpi", [72, 300])
def test_dots_per_inch_change_no_pixel(qapp, dpi):
    plain = made("heatmap", ".png", Size(600, 400))
    stamped = made("heatmap", ".png", Size(600, 400), dpi=dpi)
    images = [Image.open(io.BytesIO(data)) for data in (plain, stamped)]
    assert np.array_equal(*map(np.asarray, images))
    assert images[1].info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
    jpeg = Image.open(io.BytesIO(made("heatmap", ".jpg", Size(600, 400), dpi=dpi)))
    assert jpeg.info["dpi"] == (dpi, dpi)
    svg = ElementTree.fromstring(made("heatmap", ".svg", Size(600, 400), dpi=dpi))
    assert svg.get("width") == f"{600 / dpi:.6g}in"


def test_a_paper_is_as_large_as_it_is(qapp):
    size = parse_size("a4", dpi=300)
    page = pypdf.PdfReader(io.BytesIO(made("similarity", ".pdf", size, dpi=300))).pages[0].mediabox
    assert (float(page.width) / 72 * 25.4, float(page.height) / 72 * 25.4) == pytest.approx(
        (297, 210), abs=0.1
    )


def test_a_window_too_small_for_its_panels_is_shown_smaller(qapp):
    with stage_of("window", STATE, Shot(Size(333, 777))) as stage:
        assert stage.shot.scale < 1
        shown = stage.widgets[0].size()
        assert shown.width() * stage.shot.scale <= 333.5
        assert shown.height() * stage.shot.scale <= 777.5


def test_sizes_on_paper():
    assert parse_size("A4") == Size(3508, 2480)
    assert parse_size("a4-portrait", dpi=72) == Size(595, 842)
    assert parse_size("120 x 80 mm", dpi=254) == Size(1200, 800)
    assert parse_size("5x4in", dpi=100) == Size(500, 400)
    assert parse_size("letter-landscape", dpi=100) == Size(1100, 850)
    for text in ("a4-upright", "10mm", "b5", "0x5in"):
        with pytest.raises((ExportError, NumberError)):
            parse_size(text)
    with pytest.raises(NumberError, match="--dpi must be a whole number from 36 to 2400"):
        parse_dpi("20", "--dpi")


def test_how_much_a_picture_is_magnified():
    assert natural_scale(Size(1280, 720)) == natural_scale(Size(333, 777)) == 1.0
    assert natural_scale(Size(1920, 1080)) == 1.5
    assert natural_scale(Size(4000, 2750)) == 3.125
    assert parse_scale("2", Size(1920, 1080)) == 2.0
    with pytest.raises(NumberError):
        parse_scale("40", Size(1920, 1080))


def test_a_webp_that_is_too_long_is_refused_before_it_is_painted(tmp_path):
    with pytest.raises(ExportError, match="at most 16383 pixels to a side, not 16384"):
        check_picture_path(tmp_path / "a.webp", Shot(Size(16384, 64)), overwrite=False)


def test_strokes_stay_where_and_as_wide_as_they_are():
    svg = (
        '<svg><g stroke-width="3" transform="matrix(2,0,0,-4,10,20)">'
        '<polyline vector-effect="non-scaling-stroke" points="0,0 1,1 " /></g></svg>'
    )
    freed_svg = freed(svg)
    assert 'points="10,20 12,16 "' in freed_svg
    assert "non-scaling" not in freed_svg
    a, b, c, d, e, f = map(
        float, re.search(r"<polyline transform=\"matrix\(([^)]*)", freed_svg)[1].split(",")
    )
    outer, inner = np.array([[2, 0, 10], [0, -4, 20], [0, 0, 1]]), np.array([[a, c, e], [b, d, f], [0, 0, 1]])
    assert np.allclose(outer @ inner, np.eye(3))


def test_far_and_odd_states_have_pictures(qapp):
    state = STATE.evolve(params=EncodingParams(31, 100, 10**15), matrix=True, bar_code=True, hide_cosine=True)
    for name in NAMES[:4]:
        for suffix in (".png", ".svg", ".pdf"):
            assert len(made(name, suffix, Size(400, 300), state=state)) > 1000
