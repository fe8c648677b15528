"""Colour maps that are even to the eye, built as straight lines and circles in the OKLab space.

OKLab is Björn Ottosson's perceptual space (2020): equal distances in it look equally different.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Rgb: TypeAlias = tuple[int, int, int]

_LAB_TO_LMS = np.array(
    [
        [1.0, 0.3963377774, 0.2158037573],
        [1.0, -0.1055613458, -0.0638541728],
        [1.0, -0.0894841775, -1.2914855480],
    ]
)
_LMS_TO_RGB = np.array(
    [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
)

_RING = 4096
"""Points that the length of a cyclic map is measured along."""


def oklab_to_srgb(lab: Floats) -> Bytes:
    """Return the sRGB bytes, shape (n, 3), of OKLab colours, shape (n, 3)."""
    linear = ((lab @ _LAB_TO_LMS.T) ** 3) @ _LMS_TO_RGB.T
    linear = np.clip(linear, 0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(encoded * 255).astype(np.uint8)


def srgb_to_oklab(rgb: Bytes | Floats) -> Floats:
    """Return the OKLab colours, shape (n, 3), of sRGB bytes, shape (n, 3)."""
    encoded = np.asarray(rgb, dtype=np.float64) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ np.linalg.inv(_LMS_TO_RGB).T) @ np.linalg.inv(_LAB_TO_LMS).T


def diverging(low: Rgb, middle: Rgb, high: Rgb, size: int = 256) -> Bytes:
    """Return a map, shape (size, 3), that runs evenly from `low` over `middle` to `high`."""
    ends = srgb_to_oklab(np.array([low, middle, high], dtype=np.float64))
    at = np.linspace(-1.0, 1.0, size)
    lab = np.stack([np.interp(at, (-1.0, 0.0, 1.0), ends[:, axis]) for axis in range(3)], axis=1)
    return _frozen(oklab_to_srgb(lab))


def cyclic(low: Rgb, high: Rgb, bright: float, dark: float, size: int = 256) -> Bytes:
    """Return a cyclic map, shape (size, 3), of a phase from 0 to one turn.

    Lightness runs from `bright` at phase 0 to `dark` half a turn on and back; the hue is that of `high` a
    quarter turn in and of `low` at three quarters: a ring that is closed, and that colour-blind eyes can
    read as well, since it needs only lightness and blue against orange. Steps along each half of it are
    equal.
    """
    ends = srgb_to_oklab(np.array([low, high], dtype=np.float64))[:, 1:]
    angles = np.linspace(0.0, 2 * np.pi, _RING + 1)
    ring = _ring(angles, ends, bright, dark)
    length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1)))
    phase = np.arange(size) / size
    way = np.interp(phase, (0.0, 0.5, 1.0), length[[0, _RING // 2, _RING]])
    return _frozen(oklab_to_srgb(_ring(np.interp(way, length, angles), ends, bright, dark)))


def _ring(angles: Floats, ends: Floats, bright: float, dark: float) -> Floats:
    """Return points, shape (n, 3), of two half ellipses that share their lightness axis."""
    sine = np.sin(angles)[:, None]
    hue = np.where(sine < 0, -sine * ends[0], sine * ends[1])
    lightness = (bright + dark) / 2 + (bright - dark) / 2 * np.cos(angles)
    return np.column_stack([lightness, hue])


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(rgb: Rgb) -> float:
    encoded = np.array(rgb) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def _frozen(table: Bytes) -> Bytes:
    table.setflags(write=False)
    return table
