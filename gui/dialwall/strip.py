"""The bar code: one position's whole vector as a strip of colours, channel 0 on the left."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode
from gui.model.state import AppState

Floats = NDArray[np.float64]
FOOT = 8.0
"""Pixels under the strip for the marks of pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class StripScene:
    """The strip at one position.

    Attributes
    ----------
    values : ndarray
        The row of the table in units of its amplitude, -1 … 1, shape (d_model,).
    selected, hovered : tuple of int
        Channels of the pairs to mark: sine, cosine; empty for none.
    """

    values: Floats
    selected: tuple[int, ...]
    hovered: tuple[int, ...]


def build_strip(state: AppState) -> StripScene:
    """Build the strip at the state's position."""
    params, position, hover = state.params, state.position, state.hover.pair
    row = encode(params, [position.whole], fraction=position.fraction)[0]
    row /= params.convention.radius(params.d_model)
    row.setflags(write=False)
    hovered = () if hover is None or hover == state.pair else _channels(params, hover)
    return StripScene(row, _channels(params, state.pair), hovered)


def _channels(params: EncodingParams, pair: int) -> tuple[int, ...]:
    return params.convention.pair_columns(params.d_model, pair)


def strip_height(line: float) -> float:
    """Return the height of the strip, marks included, in pixels, for a line of text of that height."""
    return math.ceil(max(16.0, line)) + FOOT


def strip_pair(params: EncodingParams, x: float, width: float) -> int | None:
    """Return the pair whose channel lies at `x` of `width` pixels; None outside and at a lone column."""
    if not 0 <= x < width:
        return None
    channel = min(math.floor(x / width * params.d_model), params.d_model - 1)
    pair, _ = params.convention.channel(params.d_model, channel)
    return pair if pair < params.pairs else None


def pixel_values(values: Floats, pixels: int) -> Floats:
    """Return what each of `pixels` device pixels shows, shape (pixels,).

    It is the value at the pixel's middle, or, where channels are narrower than a pixel, the exact mean
    over the channels that the pixel covers.
    """
    if len(values) <= pixels:
        return values[((np.arange(pixels) + 0.5) * (len(values) / pixels)).astype(np.intp)]
    sums = np.concatenate([[0.0], np.cumsum(values)])
    edges = np.linspace(0.0, len(values), pixels + 1)
    means: Floats = np.diff(np.interp(edges, np.arange(len(sums)), sums)) * (pixels / len(values))
    return means


def colour_indices(values: Floats) -> NDArray[np.intp]:
    """Return the places in a map of 256 colours of values from -1 to 1."""
    return np.clip(np.rint((values + 1) * 127.5), 0, 255).astype(np.intp)
