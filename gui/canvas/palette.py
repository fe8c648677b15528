"""The palettes: one meaning, one colour, in every view and in each theme; no Qt in here.

Accents are from the Okabe-Ito palette, darkened or lightened where text contrast asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from gui.canvas.colour import Bytes, Rgb, cyclic, diverging
from gui.model.state import AppState, ColourName, ThemeName


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of one theme, as (red, green, blue) bytes.

    `position` is the accent of p, `gap` that of p + k; `sine` and `cosine` colour the two waves of a
    pair; `value_map` shows values -1 … 1 and `phase_map` phases 0 … one turn, shape (256, 3) each.
    """

    name: ThemeName
    window: Rgb
    canvas: Rgb
    field: Rgb
    text: Rgb
    muted: Rgb
    line: Rgb
    grid: Rgb
    position: Rgb
    gap: Rgb
    selected: Rgb
    sine: Rgb
    cosine: Rgb
    curve: Rgb
    error: Rgb
    dial_face: Rgb
    dial_rim: Rgb
    coverage: Rgb
    beyond: Rgb
    value_map: Bytes
    phase_map: Bytes


LOW: Rgb = (0, 58, 128)
HIGH: Rgb = (222, 110, 20)


def palette_of(state: AppState) -> Palette:
    """Return the palette that a state asks for; always the same object for the same colours."""
    return palette(state.theme, state.colours)


@cache
def palette(theme: ThemeName, colours: ColourName = "blue-orange") -> Palette:
    """Return the palette of a theme with one of the pairs of colours for values and phases."""
    look = {"light": _light, "dark": _dark, "print": _print}[theme]()
    if colours == "blue-orange":
        return look
    low, high = _ENDS[colours][theme == "dark"]
    middle = look.value_map[len(look.value_map) // 2]
    bright, dark = (0.92, 0.42) if theme == "dark" else (0.88, 0.35)
    return replace(
        look,
        value_map=diverging(low, (int(middle[0]), int(middle[1]), int(middle[2])), high),
        phase_map=cyclic(low, high, bright=bright, dark=dark),
    )


_ENDS: dict[ColourName, tuple[tuple[Rgb, Rgb], tuple[Rgb, Rgb]]] = {
    "purple-green": (((72, 18, 112), (70, 160, 60)), ((140, 95, 195), (165, 215, 135))),
}
"""Colours of -1 and +1, on light and on dark ground. One end is darker than the other, so that the sign is
told in grey, too; none of the pairs needs red told from green."""


@cache
def _light() -> Palette:
    return Palette(
        name="light",
        window=(243, 244, 246),
        canvas=(255, 255, 255),
        field=(255, 255, 255),
        text=(27, 31, 36),
        muted=(90, 98, 108),
        line=(176, 183, 191),
        grid=(228, 231, 235),
        position=(0, 0, 0),
        gap=(0, 122, 90),
        selected=(170, 30, 110),
        sine=(0, 90, 156),
        cosine=(176, 74, 0),
        curve=(0, 90, 156),
        error=(176, 24, 24),
        dial_face=(250, 250, 251),
        dial_rim=(176, 183, 191),
        coverage=(214, 229, 242),
        beyond=(232, 232, 234),
        value_map=diverging(LOW, (247, 247, 247), HIGH),
        phase_map=cyclic(LOW, HIGH, bright=0.88, dark=0.35),
    )


@cache
def _dark() -> Palette:
    return Palette(
        name="dark",
        window=(30, 32, 36),
        canvas=(20, 22, 25),
        field=(40, 43, 48),
        text=(233, 236, 239),
        muted=(160, 168, 178),
        line=(92, 99, 108),
        grid=(48, 52, 58),
        position=(255, 255, 255),
        gap=(64, 210, 160),
        selected=(240, 130, 195),
        sine=(102, 178, 255),
        cosine=(255, 160, 80),
        curve=(102, 178, 255),
        error=(255, 130, 120),
        dial_face=(32, 35, 39),
        dial_rim=(92, 99, 108),
        coverage=(38, 60, 84),
        beyond=(52, 54, 58),
        value_map=diverging((60, 140, 235), (24, 25, 28), (255, 190, 110)),
        phase_map=cyclic((60, 140, 235), (255, 170, 80), bright=0.92, dark=0.42),
    )


@cache
def _print() -> Palette:
    """Black on white, no tinted grounds: what a laser printer and a journal want."""
    return replace(
        _light(),
        name="print",
        window=(255, 255, 255),
        text=(0, 0, 0),
        muted=(70, 70, 70),
        line=(130, 130, 130),
        grid=(215, 215, 215),
        dial_face=(255, 255, 255),
        dial_rim=(90, 90, 90),
        coverage=(224, 224, 224),
        beyond=(225, 225, 225),
        value_map=diverging(LOW, (255, 255, 255), HIGH),
    )
