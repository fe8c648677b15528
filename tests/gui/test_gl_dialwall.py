"""The dial wall in OpenGL: it agrees with its raster twin and, where hands point, with exact arithmetic."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from gl_kit import Pixels, Workbench, difference, drawing, raster_picture
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from engine import EncodingParams, omega
from gui.canvas.colour import Rgb
from gui.canvas.palette import palette
from gui.dialwall import gl as wall_gl
from gui.dialwall.captions import Captions
from gui.dialwall.gl import WallGL
from gui.dialwall.instances import MOVING, STILL, moving_values, still_values
from gui.dialwall.layout import wall_layout
from gui.dialwall.raster import WallRaster
from gui.dialwall.scene import WallScene, build_faces, build_scene
from gui.model.position import Position
from gui.model.state import AppState, ThemeName, WallWindow

WIDTH, HEIGHT, LEFT, TOP = 600, 440, 8, 25
LARGE = Position(10**15, 0.25)


def scene_of(
    d_model: int,
    position: Position = Position(12345),  # noqa: B008 - a frozen value
    *,
    gap: int | None = 5,
    sine_only: bool = False,
    ghost: EncodingParams | None = None,
    step: float = 0.0,
    window: WallWindow | None = None,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> WallScene:
    state = AppState(params=EncodingParams(d_model)).evolve(
        position=position, playing=False, gap=gap or 1, gap_hand=gap is not None, hide_cosine=sine_only
    )
    metrics = QFontMetricsF(QFont())
    captions = Captions(state.params, metrics.horizontalAdvance, metrics.height())
    layout = wall_layout(state.params.pairs, *size, window, captions)
    return build_scene(state, build_faces(state.params, layout, step, captions, ghost))


def both(
    workbench: Workbench, scene: WallScene, ratio: float = 1.0, theme: ThemeName = "light"
) -> tuple[Pixels, Pixels]:
    """Return the picture by OpenGL and by the raster twin."""
    rect, look = QRectF(LEFT, TOP, WIDTH, HEIGHT), palette(theme)
    size = round((WIDTH + 2 * LEFT) * ratio), round((HEIGHT + TOP + LEFT) * ratio)
    one = workbench.picture(drawing(WallGL(), scene, rect, look), *size, ratio)
    other = raster_picture(drawing(WallRaster(), scene, rect, look), *size, ratio)
    return one, other


def hand_angle(pixels: Pixels, scene: WallScene, n: int, ratio: float, ink: Rgb) -> float:
    """Return where the hand of a visible dial points, clockwise from twelve: by pixels of nearly its ink."""
    layout = scene.faces.layout
    cx, cy = (layout.centres[n] + (LEFT, TOP)) * ratio
    radius = layout.radius * ratio
    ys, xs = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]] + 0.5
    away = np.hypot(xs - cx, ys - cy)
    ring = (away > 0.7 * radius) & (away < 0.93 * radius)
    far = np.abs(pixels[ring][:, :3].astype(float) - ink).max(axis=1)
    weights = np.clip(1 - far / 60, 0, None)
    return math.atan2((weights * (xs[ring] - cx)).sum(), -(weights * (ys[ring] - cy)).sum())


def turned(one: float, other: float) -> float:
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("position", [Position(12345), LARGE], ids=["12345", "1e15"])
@pytest.mark.parametrize("d_model", [8, 64, 512, 4096])
def test_it_agrees_with_the_raster_twin(
    workbench: Workbench, d_model: int, position: Position, ratio: float
) -> None:
    one, other = both(workbench, scene_of(d_model, position), ratio)
    assert len(np.unique(one.reshape(-1, 4), axis=0)) > 50
    assert difference(one, other) <= 2.0


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize(
    "options",
    [
        {"gap": None},
        {"sine_only": True},
        {"ghost": EncodingParams(40, base=100.0)},
        {"sine_only": True, "ghost": EncodingParams(40, base=100.0)},
        {"step": 20.0, "ghost": EncodingParams(40, base=100.0)},
        {"window": WallWindow(1.3, 0.7, 2.2, 2.2)},
    ],
    ids=["no gap", "sines", "ghost", "sines and ghost", "blurred", "zoomed in"],
)
def test_every_mode_agrees(workbench: Workbench, options: dict[str, object], theme: ThemeName) -> None:
    one, other = both(workbench, scene_of(64, **options), theme=theme)
    assert difference(one, other) <= 0.5


@pytest.mark.parametrize("size", [(180, 140), (360, 260)], ids=["squares", "dots"])
@pytest.mark.parametrize("sine_only", [False, True])
def test_dots_agree(workbench: Workbench, size: tuple[int, int], sine_only: bool) -> None:
    scene = scene_of(8192, size=size, sine_only=sine_only, step=20.0)
    assert scene.faces.layout.dots
    assert scene.faces.blurred.any()
    assert not scene.faces.blurred.all()
    one, other = both(workbench, scene)
    assert difference(one, other) <= 1.0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("position", [Position(12345), LARGE], ids=["12345", "1e15"])
@pytest.mark.parametrize("d_model", [8, 64])
def test_hands_point_as_the_raster_twins_do_and_as_they_must(
    workbench: Workbench, d_model: int, position: Position, ratio: float
) -> None:
    scene, ink = scene_of(d_model, position, gap=None), palette("light").position
    one, other = both(workbench, scene, ratio)
    for n in range(0, len(scene.hands), max(1, len(scene.hands) // 6)):
        found = [hand_angle(pixels, scene, n, ratio, ink) for pixels in (one, other)]
        assert turned(*found) < math.radians(1)
        assert turned(found[0], exact_phase(d_model, n, position)) < math.radians(1)


def exact_phase(d_model: int, pair: int, position: Position) -> float:
    """Return the phase by arithmetic of 60 digits, with the encoding's frequency as a float."""
    with mpmath.workdps(60):
        speed = mpmath.mpf(float(omega(EncodingParams(d_model))[pair]))
        where = mpmath.mpf(position.whole) + mpmath.mpf(position.fraction)
        return float(mpmath.fmod(where * speed, 2 * mpmath.pi))


def test_the_gap_hand_points_a_gap_ahead(workbench: Workbench) -> None:
    scene = scene_of(8, Position(3), gap=2)
    one, _ = both(workbench, scene, 2.0)
    look = palette("light")
    gap = hand_angle(one, scene, 0, 2.0, look.gap)
    hand = hand_angle(one, scene, 0, 2.0, look.position)
    assert turned(gap, hand + 2.0) < math.radians(1)


def test_only_phases_are_uploaded_per_frame(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads: list[int] = []
    hold = wall_gl._Floats.hold
    monkeypatch.setattr(
        wall_gl._Floats, "hold", lambda self, values: (uploads.append(values.shape[1]), hold(self, values))
    )
    painter, look, rect = WallGL(), palette("light"), QRectF(0, 0, WIDTH, HEIGHT)
    first = scene_of(64)
    later = build_scene(AppState(params=EncodingParams(64), position=Position(7)), first.faces)
    for scene in (first, later, first):
        workbench.picture(drawing(painter, scene, rect, look), WIDTH, HEIGHT)
    assert uploads == [len(STILL), len(MOVING), len(MOVING), len(MOVING)]
    workbench.picture(drawing(painter, scene_of(64), rect, look), WIDTH, HEIGHT)
    assert uploads[4:] == [len(STILL), len(MOVING)]


def test_what_is_uploaded_keeps_the_phases_to_a_float(workbench: Workbench) -> None:
    scene = scene_of(64, LARGE, ghost=EncodingParams(40, base=100.0))
    moving, still = moving_values(scene), still_values(scene.faces)
    assert moving.dtype == still.dtype == np.float32
    assert ((moving >= 0) & (moving < 6.2832)).all()
    np.testing.assert_allclose(moving[:, 0], scene.hands, atol=1e-6)
    assert (still[:, 4] >= 2).sum() == len(scene.faces.ghost.dials)


def test_nothing_is_left_when_the_context_goes(workbench: Workbench) -> None:
    other = workbench.sharing()
    painter, look = WallGL(), palette("light")
    other.picture(drawing(painter, scene_of(64), QRectF(0, 0, WIDTH, HEIGHT), look), WIDTH, HEIGHT)
    workbench.use()
    before = workbench.objects()
    assert painter.contexts == 1
    other.close()
    assert painter.contexts == 0
    workbench.use()
    gone = before - workbench.objects()
    assert [kind for kind, _ in sorted(gone)].count("buffer") >= 2
    assert {kind for kind, _ in gone} == {"buffer", "program", "texture"}
