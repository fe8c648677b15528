"""Colours: even maps, and text that can be read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.canvas.colour import contrast, cyclic, diverging, oklab_to_srgb, srgb_to_oklab
from gui.canvas.palette import HIGH, LOW, palette
from gui.model.state import COLOURS, THEMES

LOOKS = [(theme, colours) for theme in THEMES for colours in COLOURS]
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


@pytest.mark.parametrize(("theme", "colours"), LOOKS)
def test_values_are_told_apart_without_colour(theme, colours):
    lightness = lab(palette(theme, colours).value_map)[:, 0]
    low, middle, high = lightness[0], lightness[127:129].mean(), lightness[-1]
    assert min(abs(low - middle), abs(middle - high), abs(low - high)) > 0.15


@pytest.mark.parametrize(("theme", "colours"), LOOKS)
def test_the_value_map_is_even_and_neutral_at_zero(theme, colours):
    table = lab(palette(theme, colours).value_map)
    assert np.linalg.norm(table[127:129, 1:], axis=1).max() < 0.01
    for arm in (table[:128], table[128:]):
        even = np.linspace(arm[0], arm[-1], len(arm))
        assert np.linalg.norm(arm - even, axis=1).max() < ROUNDING
        assert np.all(np.diff(arm[:, 0]) * np.sign(arm[-1, 0] - arm[0, 0]) > -ROUNDING)


@pytest.mark.parametrize(("theme", "colours"), LOOKS)
def test_the_phase_map_is_even_and_closed(theme, colours):
    table = lab(palette(theme, colours).phase_map)
    ring = np.append(table, table[:1], axis=0)
    for half in (ring[:129], ring[128:]):
        steps = np.linalg.norm(half[8:] - half[:-8], axis=1)[::8]
        assert steps.max() - steps.min() < 2 * ROUNDING
        assert steps.max() < 1.35 * steps.min()


@pytest.mark.parametrize(("theme", "colours"), LOOKS)
def test_phases_half_a_turn_apart_look_different(theme, colours):
    table = lab(palette(theme, colours).phase_map)
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


BLINDNESS = {
    "protanopia": "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998",
    "deuteranopia": "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.01182 0.04294 0.968881",
    "tritanopia": "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602 0.004733 0.691367 0.3039",
}
"""What linear red, green and blue become: Machado, Oliveira and Fernandes 2009, severity 1."""


def seen(rgb, kind: str) -> np.ndarray:
    encoded = np.asarray(rgb, dtype=float) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ np.array(BLINDNESS[kind].split(), dtype=float).reshape(3, 3).T, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize(("theme", "colours"), LOOKS)
def test_the_sign_can_be_read_by_colour_blind_eyes(theme, colours, kind):
    table = lab(seen(palette(theme, colours).value_map, kind))
    apart = np.linalg.norm(table[::-1] - table, axis=1)[128:]
    at = np.linspace(0, 1, 128)
    assert apart[at >= 0.25].min() > 0.05
    assert apart[at >= 0.5].min() > 0.1
    assert apart[-1] > 0.2
