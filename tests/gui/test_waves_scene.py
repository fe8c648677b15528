"""Waves and ladder as values: against closed forms and numbers with 50 digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from engine import CONVENTIONS, EncodingParams, encode, wavelengths
from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.waves.ladder import build_ladder, log_ticks, minor_ticks, never_texts, number_text, rung_text
from gui.waves.layout import Measures, letter_scale, waves_layout
from gui.waves.line import dashed, solid, within
from gui.waves.marks import build_level, build_mark, build_readings
from gui.waves.scene import build_ladder_scene, build_rungs, build_running, build_wave_scene
from gui.waves.wave import MOST_TURNS, build_wave, title_texts

MEASURES = Measures(line=16.0, digit=8.0, tick=56.0, label=24.0)
FAR = 10**15


def angle(params: EncodingParams, pair: int, position: mpmath.mpf) -> mpmath.mpf:
    """Return the paper's angle with 50 digits."""
    with mpmath.workdps(60):
        return position * mpmath.mpf(params.base) ** (-mpmath.mpf(2 * pair) / params.d_model)


# ---- waves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "pair"),
    [
        (EncodingParams(), 0),
        (EncodingParams(), 31),
        (EncodingParams(2, length=1), 0),
        (EncodingParams(8192, length=2048), 3000),
        (EncodingParams(64, base=1, length=100), 9),
        (EncodingParams(8, base=0.5, length=4), 3),
        (EncodingParams(64, base=1e15, length=10**12), 30),
        (EncodingParams(8192, base=1e15, length=FAR), 4095),
    ],
    ids=str,
)
def test_the_curve_is_the_closed_form(params, pair):
    wave = build_wave(params, pair, 500)
    assert not wave.band
    for n in range(0, len(wave.x), 97):
        with mpmath.workdps(60):
            exact = angle(params, pair, mpmath.mpf(float(wave.x[n])) * params.length)
            assert wave.sine[n] == pytest.approx(float(mpmath.sin(exact)), abs=1e-11)
            assert wave.cosine[n] == pytest.approx(float(mpmath.cos(exact)), abs=1e-11)


@pytest.mark.parametrize("length", [1, 4, 128, 5000, 10**12, FAR])
@pytest.mark.parametrize("d_model", [2, 64, 8192])
def test_any_length_costs_the_same(length, d_model):
    wave = build_wave(EncodingParams(d_model, length=length), 0, 600)
    assert len(wave.x) <= 16 * MOST_TURNS * 600 + 2
    assert wave.band == (length / (2 * np.pi) > MOST_TURNS * 600)
    assert len(wave.samples) in (0, length)
    assert not wave.sine.flags.writeable


def test_a_wave_has_points_enough_for_its_turns():
    for length in range(10, 470, 23):
        wave = build_wave(EncodingParams(length=length), 0, 600)
        assert np.abs(np.diff(wave.sine)).max() < 2 * np.sin(np.pi / 16) + 1e-9


def test_samples_are_the_cells_of_the_table():
    for name in ("paper", "mlx", "fairseq", "diffusion"):
        params = EncodingParams(16, length=20, convention=CONVENTIONS[name])
        wave = build_wave(params, 3, 600)
        cells = encode(params)[:, list(params.convention.pair_columns(16, 3))]
        assert np.array_equal(wave.samples, cells)
        at = np.arange(20) / 20
        assert np.interp(at, wave.x, wave.sine) == pytest.approx(cells[:, 0], abs=1e-4)
        assert np.interp(at, wave.x, wave.cosine) == pytest.approx(cells[:, 1], abs=1e-4)


def test_the_amplitude_is_the_table_s():
    wave = build_wave(EncodingParams(512, convention=CONVENTIONS["mlx"]), 10, 600)
    assert wave.amplitude == pytest.approx((2 / 512) ** 0.5)
    assert wave.sine.max() == pytest.approx(wave.amplitude, rel=1e-3)


def test_titles_have_the_numbers():
    wave = build_wave(EncodingParams(), 7, 600)
    assert title_texts(wave)[0] == "pair 7: λ = 47.12 positions per turn, 2.717 turns in 128 positions"
    assert "1 position" in title_texts(build_wave(EncodingParams(length=1), 7, 600))[0]


# ---- marks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("whole", [0, 42, 10**12 + 7, FAR - 1, 2**62 + 1, -5])
@pytest.mark.parametrize("fraction", [0.0, 0.25, 0.7])
def test_a_mark_has_the_exact_values_anywhere(whole, fraction):
    params = EncodingParams(length=FAR)
    for pair in (0, 7, 31):
        mark = build_mark(params, pair, Position(whole, fraction))
        with mpmath.workdps(60):
            exact = angle(params, pair, mpmath.mpf(whole) + mpmath.mpf(fraction))
            assert mark.sine == pytest.approx(float(mpmath.sin(exact)), abs=1e-15)
            assert mark.cosine == pytest.approx(float(mpmath.cos(exact)), abs=1e-15)
        assert mark.at == pytest.approx((whole + fraction) / FAR, rel=1e-15)
        assert mark.inside == (0 <= whole + fraction <= FAR)


@pytest.mark.parametrize("pair", [2, 7, 12, 31])
@pytest.mark.parametrize("at", [0.0, 3.3, 42.5, 100.0])
def test_rings_have_the_same_sine_and_there_are_two_per_turn(pair, at):
    params = EncodingParams()
    wave = build_wave(params, pair, 900)
    level = build_level(wave, build_mark(params, pair, Position.at(at)), 900)
    sines = [float(encode(params, p * 128)[0, 2 * pair]) for p in level.places.tolist()]
    assert sines == pytest.approx([level.value] * len(sines), abs=1e-9)
    assert np.abs(level.places * 128 - at).min() < 1e-9
    assert abs(len(level.places) - 2 * wave.turns) < 2
    assert (np.diff(level.places) >= 0).all()


def test_rings_start_from_the_convention_s_offset():
    params = EncodingParams(64, length=128, convention=CONVENTIONS["fairseq"])
    wave = build_wave(params, 7, 900)
    level = build_level(wave, build_mark(params, 7, Position(42)), 900)
    column = params.convention.pair_columns(64, 7)[0]
    for place in level.places.tolist():
        assert float(encode(params, place * 128)[0, column]) == pytest.approx(level.value, abs=1e-9)


def test_very_many_rings_are_not_drawn():
    wave = build_wave(EncodingParams(length=FAR), 0, 900)
    assert len(build_level(wave, build_mark(wave.params, 0, Position(3)), 900).places) == 0


def test_readings_keep_their_width_within_the_length():
    params = EncodingParams(length=5000)
    marks = [build_mark(params, 7, Position.at(p)) for p in (0, 9.99, 10, 123.4, 4999.5)]
    said = [build_readings(mark, None, 5000, hide_cosine=False).position for mark in marks]
    for form in zip(*said, strict=True):
        assert len({len(text) for text in form}) == 1
    assert said[3][0].split()[:3] == ["p", "=", "123.40"]
    hidden = build_readings(marks[3], marks[4], 5000, hide_cosine=True)
    assert not any("cos" in text for text in (*hidden.position, *(hidden.gap or ())))


# ---- ladder -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "never"), [(128, 172), (512, 133), (2048, 95), (5000, 70)])
def test_dials_that_never_finish_a_turn(length, never):
    ladder = build_ladder(EncodingParams(512, length=length))
    assert ladder.never == never
    assert never_texts(ladder)[0].startswith(f"{never} of 256 dials never finish a turn in ")


def test_counts_in_words():
    assert never_texts(build_ladder(EncodingParams()))[0] == (
        "21 of 32 dials never finish a turn in 128 positions"
    )
    assert never_texts(build_ladder(EncodingParams(2, length=1)))[0] == (
        "1 of 1 dial never finishes a turn in 1 position"
    )
    assert build_ladder(EncodingParams(length=FAR)).never == 0
    assert rung_text(build_ladder(EncodingParams()), 7) == "pair 7: λ = 47.12"


@pytest.mark.parametrize("base", [0.001, 0.5, 1, 2, 10000, 1e15])
@pytest.mark.parametrize("d_model", [2, 3, 64, 8192])
@pytest.mark.parametrize("length", [1, 6, 128, FAR])
def test_everything_is_on_the_axis(base, d_model, length):
    params = EncodingParams(d_model, base, length)
    ladder = build_ladder(params)
    assert (ladder.heights > 0).all()
    assert (ladder.heights < 1).all()
    assert 0 < ladder.height(length) < 1
    exact = [2 * np.pi * base ** (2 * i / d_model) for i in range(params.pairs)]
    logs = ladder.low + ladder.heights * (ladder.high - ladder.low)
    assert logs == pytest.approx(np.log10(exact), abs=1e-9)
    for count in (1.0, 3.0, 8.0, 40.0):
        ticks = log_ticks(ladder.low, ladder.high, count)
        assert all(ladder.low <= t.at <= ladder.high for t in ticks)
        assert len({t.text for t in ticks}) == len(ticks)
        assert count < 3 or ticks


def test_pairs_are_found_where_they_are_drawn():
    for d_model in (2, 3, 64, 8192):
        ladder = build_ladder(EncodingParams(d_model))
        pairs = range(0, ladder.params.pairs, 7)
        assert [ladder.pair_at(ladder.across(i)) for i in pairs] == list(pairs)
        assert ladder.pair_at(0.0) == 0
        assert ladder.pair_at(1.0) == ladder.params.pairs - 1


def test_ticks_are_written_out():
    texts = [t.text.replace("\u2009", " ") for t in log_ticks(-0.1, 8.1, 9)]
    assert texts == ["1", "10", "100", "1000", "10 000", "100 000", "10⁶", "10⁷", "10⁸"]
    assert [t.text for t in log_ticks(0.7, 1.8, 6)] == ["10", "20", "50"]
    assert [number_text(1, n) for n in (-1, -3, -4, -12)] == ["0.1", "0.001", "10⁻⁴", "10⁻¹²"]
    assert number_text(5, -2) == "0.05"
    assert number_text(2, 6) == "2×10⁶"
    assert [round(10**at) for at in minor_ticks(0.5, 1.5)] == [4, 5, 6, 7, 8, 9, 20, 30]


# ---- lines --------------------------------------------------------------------------------------


def test_dashes_cover_their_share_of_the_line_in_step_with_its_turns():
    x = np.linspace(0, 400, 4000)
    y = 60 * np.sin(x / 5)
    whole, dashes = solid(x, y), dashed(x, y, 7, 4, turns=400 / (10 * np.pi))
    assert _length(dashes) / _length(whole) == pytest.approx(7 / 11, rel=0.01)
    steps = np.hypot(dashes[1:, 0] - dashes[:-1, 2], dashes[1:, 1] - dashes[:-1, 3])
    gaps = np.flatnonzero(steps > 1e-6)
    per_turn = (len(gaps) + 1) / (400 / (10 * np.pi))
    assert per_turn == pytest.approx(round(per_turn), abs=0.1)


def _length(segments):
    return np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]).sum()


def test_only_segments_that_an_area_touches_are_taken():
    x = np.arange(101.0)
    taken = within(solid(x, np.zeros(101)), [(40.2, -1, 42.8, 1), (41.5, -1, 43.2, 1)])
    assert taken[:, 0].tolist() == [40, 41, 42, 43]
    assert len(within(solid(x, np.zeros(101)), [(40.2, 1, 42.8, 2)])) == 0


# ---- scenes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(64, 64), (160, 120), (400, 300), (640, 480), (1200, 300), (3000, 200)])
def test_panels_lie_in_the_view_and_apart(size):
    layout = waves_layout(*size, MEASURES)
    assert layout.beside == (size[0] > 2.2 * size[1])
    assert not layout.waves.frame.overlaps(layout.ladder.frame)
    for panel in (layout.waves, layout.ladder):
        assert panel.frame.left >= 0
        assert panel.frame.right <= size[0]
        assert panel.frame.bottom <= size[1]
        assert panel.plot.width >= 1
        assert panel.plot.height >= 1
        assert panel.share(panel.x(0.3)) == pytest.approx(0.3)
    assert 0.6 <= letter_scale(*size, MEASURES) <= 1


def test_left_axes_are_equally_wide():
    stacked = waves_layout(640, 480, MEASURES)
    assert stacked.waves.plot.left == stacked.ladder.plot.left
    assert stacked.waves.plot.width == stacked.ladder.plot.width


def test_what_moves_lies_on_the_curve():
    layout = waves_layout(900, 600, MEASURES)
    params = EncodingParams()
    still = build_wave_scene(params, 7, layout, MEASURES, hide_cosine=False)
    for p in (0.0, 17.3, 64.0, 127.0):
        state = AppState(position=Position.at(p), pair=7).evolve(gap=1)
        moving = build_running(state, still)
        for scene in (moving.mark, moving.gap):
            assert scene.side == 0
            points = np.vstack((still.sine[:, :2], still.sine[-1:, 2:]))
            assert np.interp(scene.x, points[:, 0], points[:, 1]) == pytest.approx(scene.dots[0], abs=0.05)
    beyond = build_running(AppState(position=Position(500)), still)
    assert (beyond.mark.side, beyond.gap, beyond.level) == (1, None, None)
    assert build_running(AppState(position=Position(-1)), still).mark.side == -1


def test_hiding_the_cosine_leaves_the_sine():
    layout = waves_layout(900, 600, MEASURES)
    still = build_wave_scene(EncodingParams(length=20), 7, layout, MEASURES, hide_cosine=True)
    assert len(still.cosine) == len(still.cosine_dots) == 0
    assert len(still.sine_dots) == 20
    assert len(still.ends) == 1
    moving = build_running(AppState(hide_cosine=True, pair=7), still)
    assert len(moving.mark.dots) == 1
    assert moving.level is not None


@pytest.mark.parametrize("pair", range(0, 32, 3))
@pytest.mark.parametrize("size", [(400, 300), (900, 600), (1200, 300)])
def test_a_rung_s_label_hides_no_rung(pair, size):
    ladder = build_ladder_scene(EncodingParams(), waves_layout(*size, MEASURES), MEASURES)
    rungs = build_rungs(AppState(pair=pair, hover=Hover(pair=pair)), ladder, MEASURES)
    assert rungs.hovered is None
    if rungs.place is not None:
        assert not any(rungs.place.contains(x, y) for x, y in ladder.points)
        assert not rungs.place.overlaps(ladder.label_box)
    assert size == (400, 300) or rungs.place is not None


def test_rungs_lie_at_their_wavelengths():
    layout = waves_layout(900, 600, MEASURES)
    scene = build_ladder_scene(EncodingParams(), layout, MEASURES)
    logs = np.log10(wavelengths(EncodingParams()))
    ticks = {t.text.replace("\u2009", ""): t.at for t in scene.axes.up}
    per_decade = (ticks["10"] - ticks["10000"]) / 3
    assert ticks["10"] - scene.points[:, 1] == pytest.approx((logs - 1) * per_decade)
    assert ticks["10"] - scene.length_y == pytest.approx((np.log10(128) - 1) * per_decade)
    assert scene.finished.sum() == 11
