"""Colours: even maps, and text that can be read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.canvas.colour import contrast, cyclic, diverging, oklab_to_srgb, srgb_to_oklab
from gui.canvas.palette import HIGH, LOW, palette

THEMES = ("light", "dark")
ROUNDING = 0.009
"""What rounding two colours to bytes can move them apart in OKLab; most in dark colours."""


def lab(rows) -> np.ndarray:
    return srgb_to_oklab(np.asarray(rows, dtype=float).reshape(-1, 3))


@pytest.mark.parametrize(
    ("rgb", "expected"),
    [
        ((255, 255, 255), (1.0, 0.0, 0.0)),
        ((0, 0, 0), (0.0, 0.0, 0.0)),
        ((255, 0, 0), (0.62796, 0.22486, 0.12585)),
        ((0, 0, 255), (0.45201, -0.03246, -0.31153)),
    ],
)
def test_known_colours(rgb, expected):
    assert lab(rgb)[0] == pytest.approx(expected, abs=2e-5)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_there_and_back(rgb):
    assert tuple(oklab_to_srgb(lab(rgb))[0]) == rgb


def test_contrast_is_that_of_the_standard():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (119, 119, 119)) == pytest.approx(4.48, abs=0.005)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1.0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "ink", ["text", "muted", "error", "position", "gap", "sine", "cosine", "selected", "curve"]
)
def test_text_has_contrast(theme, ink):
    look = palette(theme)
    for ground in (look.window, look.canvas, look.field):
        assert contrast(getattr(look, ink), ground) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_accents_are_told_apart(theme):
    look = palette(theme)
    accents = lab([look.position, look.gap, look.selected, look.sine, look.cosine])
    apart = np.linalg.norm(accents[:, None] - accents[None], axis=2)
    assert apart[~np.eye(len(accents), dtype=bool)].min() > 0.1


@pytest.mark.parametrize("theme", THEMES)
def test_values_are_told_apart_without_colour(theme):
    lightness = lab(palette(theme).value_map)[:, 0]
    low, middle, high = lightness[0], lightness[127:129].mean(), lightness[-1]
    assert min(abs(low - middle), abs(middle - high), abs(low - high)) > 0.15


@pytest.mark.parametrize("theme", THEMES)
def test_the_value_map_is_even_and_neutral_at_zero(theme):
    table = lab(palette(theme).value_map)
    assert np.linalg.norm(table[127:129, 1:], axis=1).max() < 0.01
    for arm in (table[:128], table[128:]):
        even = np.linspace(arm[0], arm[-1], len(arm))
        assert np.linalg.norm(arm - even, axis=1).max() < ROUNDING
        assert np.all(np.diff(arm[:, 0]) * np.sign(arm[-1, 0] - arm[0, 0]) > -ROUNDING)


@pytest.mark.parametrize("theme", THEMES)
def test_the_phase_map_is_even_and_closed(theme):
    table = lab(palette(theme).phase_map)
    ring = np.append(table, table[:1], axis=0)
    for half in (ring[:129], ring[128:]):
        steps = np.linalg.norm(half[8:] - half[:-8], axis=1)[::8]
        assert steps.max() - steps.min() < 2 * ROUNDING
        assert steps.max() < 1.35 * steps.min()


@pytest.mark.parametrize("theme", THEMES)
def test_phases_half_a_turn_apart_look_different(theme):
    table = lab(palette(theme).phase_map)
    assert np.linalg.norm(table - np.roll(table, 128, axis=0), axis=1).min() > 0.2


def test_phases_keep_their_quarters():
    table = lab(cyclic(LOW, HIGH, bright=0.88, dark=0.35))
    assert table[0, 0] == pytest.approx(0.88, abs=0.01)
    assert table[128, 0] == pytest.approx(0.35, abs=0.01)
    assert table[64, 2] > 0.1 > -0.1 > table[192, 2]
    assert table[[64, 192], 0] == pytest.approx(0.615, abs=0.02)


def test_maps_cannot_be_written():
    for table in (diverging(LOW, (247, 247, 247), HIGH), cyclic(LOW, HIGH, 0.88, 0.35)):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


def test_a_palette_is_made_once():
    assert palette("light") is palette("light")
    assert palette("dark").name == "dark"
