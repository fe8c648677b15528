"""The conventions: how a table's columns are laid out, spaced and scaled, and the well-known ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from engine.limits import MAX_OFFSET, MAX_SCALE, MIN_SCALE, choice, real, refuse

Layout = Literal["interleaved", "sin_cos", "cos_sin"]
Spacing = Literal["paper", "endpoint"]
Amplitude = Literal["one", "unit_norm"]
OddRule = Literal["error", "zero_last", "extra_sine", "extra_sine_first_half"]
Function = Literal["sin", "cos", "zero"]

LAYOUTS: Final[tuple[Layout, ...]] = ("interleaved", "sin_cos", "cos_sin")
SPACINGS: Final[tuple[Spacing, ...]] = ("paper", "endpoint")
AMPLITUDES: Final[tuple[Amplitude, ...]] = ("one", "unit_norm")
ODD_RULES: Final[tuple[OddRule, ...]] = ("error", "zero_last", "extra_sine", "extra_sine_first_half")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a table keeps its pairs: the columns of all sines, of all cosines, and of an odd one out."""

    sines: slice
    cosines: slice
    odd: int | None = None


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to write the encoding: angle = scale * (p + offset) * omega_i.

    Parameters
    ----------
    layout : {"interleaved", "sin_cos", "cos_sin"}
        sin, cos in turn; all sines then all cosines; all cosines then all sines.
    spacing : {"paper", "endpoint"}
        With h = d_model // 2 pairs, omega_i = base^(-i/h), or base^(-i/(h - 1)), which ends at 1/base.
    offset : float
        Added to every position, in positions.
    scale : float
        Multiplies every position, offset included.
    amplitude : {"one", "unit_norm"}
        The radius of every dial: 1, or sqrt(2/d_model).
    odd : {"error", "zero_last", "extra_sine", "extra_sine_first_half"}
        What an odd d_model means: refused; a last column of zeros; a last column with one more sine, all
        exponents then being 2i/d_model; or that sine at the end of the first half (layout "sin_cos").

    Raises
    ------
    ValueError
        When a field is not one of its options or not within its range.
    """

    layout: Layout = "interleaved"
    spacing: Spacing = "paper"
    offset: float = 0
    scale: float = 1.0
    amplitude: Amplitude = "one"
    odd: OddRule = "extra_sine"

    def __post_init__(self) -> None:
        choice("layout", self.layout, LAYOUTS)
        choice("spacing", self.spacing, SPACINGS)
        choice("amplitude", self.amplitude, AMPLITUDES)
        choice("odd", self.odd, ODD_RULES)
        object.__setattr__(self, "offset", real("offset", self.offset, -MAX_OFFSET, MAX_OFFSET))
        object.__setattr__(self, "scale", real("scale", self.scale, MIN_SCALE, MAX_SCALE))

    def check(self, d_model: int) -> None:
        """Refuse a `d_model` for which this convention is undefined, saying which ones it allows."""
        if self.spacing == "endpoint" and d_model < 4:
            refuse("d_model", d_model, "4 or more with spacing 'endpoint'")
        if d_model % 2 == 0:
            return
        if self.odd == "error":
            refuse("d_model", d_model, "even with odd='error'")
        if self.spacing == "endpoint" and self.odd != "zero_last":
            refuse("d_model", d_model, f"even with spacing 'endpoint' and odd={self.odd!r}")
        if self.odd == "extra_sine_first_half" and self.layout != "sin_cos":
            refuse("d_model", d_model, f"even with layout {self.layout!r} and odd={self.odd!r}")

    def has_extra_sine(self, d_model: int) -> bool:
        """Tell whether a table of this width holds a sine without its cosine."""
        return d_model % 2 == 1 and self.odd in ("extra_sine", "extra_sine_first_half")

    def radius(self, d_model: int) -> float:
        """Return the amplitude of every sine and cosine."""
        return math.sqrt(2 / d_model) if self.amplitude == "unit_norm" else 1.0

    def columns(self, d_model: int) -> Columns:
        """Return where the d_model // 2 sines, their cosines and an odd column lie."""
        half, odd = divmod(d_model, 2)
        last = d_model - 1 if odd else None
        if odd and self.odd == "extra_sine_first_half":
            return Columns(slice(0, half), slice(half + 1, d_model), half)
        if self.layout == "interleaved":
            return Columns(slice(0, 2 * half, 2), slice(1, 2 * half, 2), last)
        first, second = slice(0, half), slice(half, 2 * half)
        return Columns(first, second, last) if self.layout == "sin_cos" else Columns(second, first, last)

    def pair_columns(self, d_model: int, pair: int) -> tuple[int, int]:
        """Return the columns of the sine and of the cosine of `pair`, which is 0 … d_model // 2 - 1."""
        if not 0 <= pair < d_model // 2:
            refuse("pair", pair, f"a whole number from 0 to {d_model // 2 - 1}")
        columns = self.columns(d_model)
        return range(d_model)[columns.sines][pair], range(d_model)[columns.cosines][pair]

    def channel(self, d_model: int, channel: int) -> tuple[int, Function]:
        """Return the pair and the function that column `channel` shows.

        The odd column's pair is d_model // 2, which no dial has.
        """
        if not 0 <= channel < d_model:
            refuse("channel", channel, f"a whole number from 0 to {d_model - 1}")
        columns = self.columns(d_model)
        if channel == columns.odd:
            return d_model // 2, "sin" if self.has_extra_sine(d_model) else "zero"
        sines, cosines = range(d_model)[columns.sines], range(d_model)[columns.cosines]
        return (sines.index(channel), "sin") if channel in sines else (cosines.index(channel), "cos")

    def column_names(self, d_model: int) -> tuple[str, ...]:
        """Return "sin_0", "cos_0", … in this convention's order; a column of zeros is named "zero"."""
        shown = (self.channel(d_model, channel) for channel in range(d_model))
        return tuple("zero" if function == "zero" else f"{function}_{pair}" for pair, function in shown)


CONVENTIONS: Final[Mapping[str, Convention]] = MappingProxyType(
    {
        "paper": Convention(),
        "pytorch": Convention(odd="error"),
        "tensor2tensor": Convention("sin_cos", "endpoint", odd="zero_last"),
        "fairseq": Convention("sin_cos", "endpoint", offset=2, odd="zero_last"),
        "whisper": Convention("sin_cos", "endpoint", odd="error"),
        "marian": Convention("sin_cos", odd="extra_sine_first_half"),
        "mae": Convention("sin_cos", odd="error"),
        "diffusion": Convention("cos_sin", odd="zero_last"),
        "diffusers_shift_0": Convention("sin_cos", odd="zero_last"),
        "diffusers_flip": Convention("cos_sin", "endpoint", odd="zero_last"),
        "ddpm": Convention("sin_cos", "endpoint", odd="zero_last"),
        "mlx": Convention("sin_cos", "endpoint", amplitude="unit_norm", odd="error"),
    }
)
"""The well-known conventions; several give the same table of even width, and differ where it is odd."""

CONVENTION_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "Paper, keras-hub, XLM: interleaved sin, cos",
        "pytorch": "PyTorch tutorial, ESPnet, OpenNMT: interleaved, even width only",
        "tensor2tensor": "tensor2tensor: sines | cosines, ends at 1/base",
        "fairseq": "fairseq, M2M100, Speech2Text tokens: tensor2tensor from row 2 on",
        "whisper": "Whisper, OpenNMT concatenated: sines | cosines, ends at 1/base, even width only",
        "marian": "Marian: sines | cosines",
        "mae": "MAE, TensorFlow tutorial, Transformer-XL: sines | cosines, even width only",
        "diffusion": "Guided diffusion, DiT, Stable Diffusion: cosines | sines",
        "diffusers_shift_0": "diffusers, shift 0: sines | cosines, an odd width ends with zeros",
        "diffusers_flip": "diffusers, flipped, shift 1: cosines | sines, ends at 1/base",
        "ddpm": "DDPM, diffusers default: sines | cosines, ends at 1/base",
        "mlx": "MLX: sines | cosines, ends at 1/base, rows of norm 1",
    }
)
"""A line for people on each of `CONVENTIONS`, under the same names and in the same order."""
