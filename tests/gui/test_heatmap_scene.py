"""The heat map's pixels: crisp cells, exact area means, and no wave that is not there."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CONVENTIONS, Convention, EncodingParams, block_means, encode, phases
from gui.canvas.palette import palette
from gui.heatmap import scene as module
from gui.heatmap.areas import column_means
from gui.heatmap.columns import arranged_params, runs_of, stored_channel
from gui.heatmap.raster import faded_table
from gui.heatmap.scene import HeatScene, Request, amplitude, build_scene, levels_of, table_value
from gui.heatmap.window import fit_window
from gui.model.position import Position
from gui.model.state import HeatWindow


def fitted(params: EncodingParams) -> HeatWindow:
    return fit_window(params, Position())


def scene_of(*asked: Any) -> HeatScene:
    return build_scene(Request(*asked))


def shares(first: float, span: float, parts: int, cells: int) -> np.ndarray:
    """Return the matrix of exact area weights, shape (cells, parts)."""
    edges = [Fraction(first) + Fraction(span) * k / parts for k in range(parts + 1)]
    weights = np.zeros((cells, parts))
    for k in range(parts):
        for j in range(int(edges[k]), min(cells, int(edges[k + 1]) + 1)):
            covered = min(edges[k + 1], j + 1) - max(edges[k], j)
            weights[j, k] = max(0, covered / (edges[k + 1] - edges[k]))
    return weights


def paired(table: np.ndarray) -> np.ndarray:
    """Return the table with the mean of its pair in both columns of each pair."""
    even = table.shape[1] // 2 * 2
    means = table[:, :even].reshape(len(table), -1, 2).mean(axis=2).repeat(2, axis=1)
    return np.hstack([means, table[:, even:]])


def test_levels_are_what_the_colour_map_says() -> None:
    values = np.array([-1.0, 0.0, 1.0, 0.8415, -0.5])
    assert levels_of(values, 1.0).tolist() == [0, 128, 255, round(1.8415 / 2 * 255), round(0.25 * 255)]
    assert levels_of(values / 8, 0.125).tolist() == levels_of(values, 1.0).tolist()


def test_zoomed_in_every_pixel_is_one_cell() -> None:
    params = EncodingParams(8, length=4)
    scene = scene_of(params, fitted(params), 240, 80)
    table = levels_of(encode(params), 1.0)
    assert (scene.levels == table.repeat(20, axis=0).repeat(30, axis=1)).all()
    assert not scene.levels.flags.writeable


@pytest.mark.parametrize("width", [120, 64, 63, 47, 20, 7, 1])
@pytest.mark.parametrize("height", [128, 127, 77, 50, 9, 1])
def test_zoomed_out_a_pixel_is_the_mean_of_its_area(width: int, height: int) -> None:
    params = EncodingParams(64, length=150)
    window = HeatWindow(3, 0.3, 130.6, 1.7, 60.1)
    scene = scene_of(params, window, width, height)
    rows = shares(3.3, 130.6, height, 150)
    table = encode(params)
    if width < 1.5 * 60.1:  # sine and cosine of a pair are not told apart
        table = paired(table)
    truth = rows.T @ table @ shares(1.7, 60.1, width, 64)
    assert np.abs(scene.levels - (truth + 1) * 127.5).max() <= 0.5 + 1e-6


@settings(deadline=None)
@given(
    columns=st.integers(2, 40),
    parts=st.integers(1, 90),
    ends=st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted),
)
def test_column_means_are_area_means(columns: int, parts: int, ends: list[float]) -> None:
    first, span = ends[0] * (columns - 1), max(ends[1] - ends[0], 0.01) * (columns - 1)
    values = np.random.default_rng(columns).standard_normal((20, columns))
    found = column_means(values, first, span, parts)
    assert np.abs(found - values @ shares(first, span, parts, columns)).max() < 1e-9


def test_fast_columns_show_no_slow_wave() -> None:
    params = EncodingParams(64, length=5000)
    window = HeatWindow(0, 0.0, 5000.0, 0.0, 8.0)
    scene = scene_of(params, window, 24, 300)
    pixels = scene.levels[:, 1::3] / 127.5 - 1
    truth = shares(0, 5000, 300, 5000).T @ encode(params)[:, :8]
    assert np.abs(pixels - truth).max() < 0.005
    spectrum = np.abs(np.fft.rfft(pixels[:, :4], axis=0)) / 150
    assert spectrum[1:30].max() < 0.02  # nothing slower than ten pixels a wave
    decimated = np.abs(np.fft.rfft(encode(params, range(0, 5000, 17))[:, :4], axis=0)) / 147
    assert decimated[1:60].max() > 0.5  # what leaving rows out would have shown


def test_400_and_401_pixels_show_the_same_colours_per_pair() -> None:
    params = EncodingParams(512, length=512)
    means = []
    for width in (400, 401):
        levels = scene_of(params, fitted(params), width, 128).levels.astype(np.float64)
        pairs = shares(0, width, 256, width)  # pixels to pairs, by area
        means.append(levels @ pairs)
    pairwise = (block_means(params, 0, 4, 128).reshape(128, 256, 2).mean(axis=2) + 1) * 127.5
    slow = slice(100, None)  # faster pairs change within a pixel
    assert np.abs(means[0] - means[1])[:, slow].max() < 10
    assert np.abs(means[0] - pairwise)[:, slow].max() < 6
    assert np.abs(means[0] - pairwise)[:, slow].mean() < 1
    assert np.abs(means[0] - means[1]).mean() < 4


@pytest.mark.parametrize("length", [10**12, 10**15, 10**15 - 7])
def test_any_length_is_exact(length: int) -> None:
    params = EncodingParams(64, 1e15, length=length)
    height = 240
    levels = scene_of(params, fitted(params), 192, height).levels
    with mpmath.workdps(60):
        for pair in (10, 20, 25, 28, 31):
            omega = mpmath.mpf(10) ** (-mpmath.mpf(15) * pair / 32)
            for row in (0, 17, 239):
                first, last = (mpmath.mpf(length) * (row + k) / height for k in (0, 1))
                # The mean over so many rows is that of the curve, up to half a row's turn.
                mean = (mpmath.cos(omega * first) - mpmath.cos(omega * last)) / (omega * (last - first))
                assert abs(int(levels[row, 6 * pair + 1]) - float((mean + 1) * 127.5)) < 0.51


def test_far_rows_are_as_sharp_as_near_ones() -> None:
    params, row = EncodingParams(64, length=10**15), 10**15 - 4
    scene = scene_of(params, HeatWindow(row, 0.5, 6.0, 4.0, 8.0), 80, 60)
    with mpmath.workdps(60):
        for channel in range(4, 12):
            angle = (row + 3) * mpmath.mpf(10000) ** (-mpmath.mpf(channel // 2) / 32)
            value = float(mpmath.cos(angle) if channel % 2 else mpmath.sin(angle))
            assert scene.levels[30, (channel - 4) * 10 + 5] == levels_of(np.array([value]), 1.0)[0]


@pytest.mark.parametrize(
    ("d_model", "length"), [(8192, 3), (10, 20001), (2, 1), (64, 1), (8192, 10**15), (7, 50), (8191, 2000)]
)
def test_extreme_tables_are_aligned(d_model: int, length: int) -> None:
    params = EncodingParams(d_model, length=length)
    levels = scene_of(params, fitted(params), 300, 200).levels
    assert levels.shape == (200, 300)
    rows = block_means(params, 0, Fraction(length, 200), 200) if length > 66 else encode(params)
    tall = rows if length > 66 else rows[((np.arange(200) + 0.5) * length / 200).astype(int)]
    if d_model < 100:
        wide = tall[:, ((np.arange(300) + 0.5) * d_model / 300).astype(int)]
    else:
        wide = paired(tall) @ shares(0, d_model, 300, d_model)
    assert np.abs(levels - (wide + 1) * 127.5).max() < 0.51


def test_fewer_and_many_rows_agree_where_the_ways_part(monkeypatch: pytest.MonkeyPatch) -> None:
    params = EncodingParams(32, length=700)
    one = scene_of(params, fitted(params), 64, 350).levels
    monkeypatch.setattr(module, "_FEW", 0)
    other = scene_of(params, fitted(params), 64, 350).levels
    assert np.abs(one.astype(int) - other).max() <= 1


@pytest.mark.parametrize("name", sorted(CONVENTIONS))
def test_every_convention_fills_its_colours(name: str) -> None:
    params = EncodingParams(8, length=6, convention=CONVENTIONS[name])
    assert amplitude(params) == (0.5 if name == "mlx" else 1.0)
    levels = scene_of(params, fitted(params), 24, 18).levels[1::3, 1::3]
    assert (levels == levels_of(encode(params), amplitude(params))).all()


def test_an_odd_width_shows_its_last_column() -> None:
    params = EncodingParams(5, length=3, convention=Convention(odd="zero_last"))
    levels = scene_of(params, fitted(params), 50, 30).levels
    assert set(levels[:, 45].tolist()) == {128}
    assert table_value(params, 2, 4) == 0.0


def test_the_ends_of_the_table_are_named() -> None:
    scene = scene_of(EncodingParams(length=100), HeatWindow(-50, 0.0, 200.0, 0.0, 64.0), 64, 200)
    assert (scene.table_from, scene.table_to) == (0.25, 0.75)


def test_the_cost_does_not_depend_on_the_length() -> None:
    def seconds(length: int) -> float:
        params = EncodingParams(512, length=length)
        start = time.perf_counter()
        scene_of(params, fitted(params), 640, 480)
        return time.perf_counter() - start

    near, far = (min(seconds(length) for _ in range(5)) for length in (10**6, 10**15))
    assert far < 5 * near + 0.02


# ---- grouped columns ------------------------------------------------------------------------------------


EVEN_ONLY = {name for name, own in CONVENTIONS.items() if own.odd == "error"}
WIDTHS = [(name, d) for name in sorted(CONVENTIONS) for d in (8, 9) if d == 8 or name not in EVEN_ONLY]


@pytest.mark.parametrize(("name", "d_model"), WIDTHS)
def test_grouped_columns_are_all_sines_then_all_cosines(name: str, d_model: int) -> None:
    own = CONVENTIONS[name]
    params = EncodingParams(d_model, length=6, convention=own)
    shown = arranged_params(params, "grouped")
    order = [stored_channel(params, shown, column) for column in range(d_model)]
    assert sorted(order) == list(range(d_model))
    assert np.array_equal(encode(shown), encode(params)[:, order])
    kinds = [own.channel(d_model, channel) for channel in order]
    half = d_model // 2
    assert kinds[:half] == [(pair, "sin") for pair in range(half)]
    assert kinds[half : 2 * half] == [(pair, "cos") for pair in range(half)]
    assert arranged_params(params, "stored") is params
    for run in runs_of(params):
        for pair in range(run.pairs):
            columns = range(run.first + pair * run.width, run.first + (pair + 1) * run.width)
            assert all(own.channel(d_model, column)[0] == pair for column in columns)


# ---- phases ---------------------------------------------------------------------------------------------


def angle_between(levels: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Return how far levels are from true phases in radians, in levels around the ring."""
    away = (levels - truth * (128 / np.pi) + 128) % 256 - 128
    return np.abs(away)


@pytest.mark.parametrize("name", ["paper", "tensor2tensor", "mlx"])
def test_a_phase_has_its_level_and_full_strength(name: str) -> None:
    params = EncodingParams(8, length=6, convention=CONVENTIONS[name])
    scene = scene_of(params, fitted(params), 80, 60, "phase")
    assert scene.strength is not None
    assert (scene.strength == 255).all()
    for column in range(8):
        pair, _ = params.convention.channel(8, column)
        truth = phases(params, range(6))[:, pair]
        assert angle_between(scene.levels[5::10, 10 * column + 5].astype(float), truth).max() <= 0.5001


def test_the_mean_of_phases_is_that_of_their_unit_vectors() -> None:
    params = EncodingParams(64, length=5000)
    scene = scene_of(params, fitted(params), 160, 300, "phase")
    assert scene.strength is not None
    table = encode(params)
    area = shares(0, 5000, 300, 5000).T
    sines, cosines = area @ table[:, ::2], area @ table[:, 1::2]
    long, told = np.hypot(sines, cosines), np.arctan2(sines, cosines)
    assert np.abs(scene.strength[:, 2::5] - 255 * long).max() <= 0.5001
    clear = long > 0.01
    assert angle_between(scene.levels[:, 2::5].astype(float), told)[clear].max() <= 0.5001
    assert scene.strength[:, :5].max() < 40, "the fastest pair is all but grey"


def test_fast_pairs_are_grey_at_any_length() -> None:
    params = EncodingParams(64, length=10**15)
    scene = scene_of(params, fitted(params), 640, 300, "phase")
    assert scene.strength is not None
    assert scene.strength.max() == 0


def test_an_odd_column_has_no_phase() -> None:
    for convention in (Convention(), Convention("sin_cos", odd="zero_last")):
        params = EncodingParams(5, length=3, convention=convention)
        scene = scene_of(params, fitted(params), 50, 30, "phase")
        assert scene.strength is not None
        assert set(scene.strength[:, 42:].ravel().tolist()) == {0}
        assert set(scene.strength[:, :38].ravel().tolist()) == {255}


def test_weak_phases_fade_to_one_grey() -> None:
    for theme in ("light", "dark", "print"):
        look = palette(theme)
        table = faded_table(look).reshape(256, 256)
        assert len(set(table[0].tolist())) == 1
        red, green, blue = (int(table[0, 0]) >> shift & 255 for shift in (16, 8, 0))
        assert max(red, green, blue) - min(red, green, blue) <= 1
        rgb = [(int(c) >> 16 & 255, int(c) >> 8 & 255, int(c) & 255) for c in table[255]]
        assert rgb == [tuple(row) for row in look.phase_map.tolist()]


# ---- what the program promises of the picture ----------------------------------------------------------


def test_levels_are_exactly_one_for_two_rows_of_8192_channels() -> None:
    params = EncodingParams(8192, length=2)
    scene = scene_of(params, HeatWindow(0, 0.0, 2.0, 0.0, 64.0), 640, 300)
    assert set(scene.levels[0].tolist()) == {128, 255}  # row 0: sines 0, cosines 1
    assert levels_of(np.array([-1.0, 1.0]), amplitude(params)).tolist() == [0, 255]


@pytest.mark.parametrize("quantity", ["value", "phase"])
@pytest.mark.parametrize(("d_model", "length"), [(10, 20001), (8192, 3)])
def test_thin_and_flat_tables_are_aligned(d_model: int, length: int, quantity: str) -> None:
    params = EncodingParams(d_model, length=length)
    scene = scene_of(params, fitted(params), 400, 300, quantity)
    assert scene.levels.shape == (300, 400)
    assert (scene.table_from, scene.table_to) == (0.0, 1.0)
    if length == 3:
        assert (scene.levels[:100] == scene.levels[0]).all()
        assert (scene.levels[100:200] == scene.levels[100]).all()
    else:
        assert (scene.levels[:, :40] == scene.levels[:, :1]).all() or quantity == "phase"


def test_400_and_401_pixels_differ_by_less_than_two_per_cent_on_the_mean() -> None:
    params = EncodingParams(512, length=512)
    means = []
    for width in (400, 401):
        values = scene_of(params, fitted(params), width, 300).levels / 127.5 - 1
        means.append((values @ shares(0, width, 256, width)).mean(axis=0))
    assert np.abs(means[0] - means[1]).max() < 0.02 * 2
