"""The encoding in 60 digits, from its definition alone: what the engine is compared with."""

from fractions import Fraction

import mpmath
import numpy as np

from engine import EncodingParams

DIGITS = 60


def omegas(params: EncodingParams):
    """Return the exact frequencies, those of an extra sine last."""
    d, convention = params.d_model, params.convention
    half, odd = divmod(d, 2)
    extra = odd and convention.odd != "zero_last"
    with mpmath.workdps(DIGITS):
        denominator = mpmath.mpf(d) / 2 if extra else half - (convention.spacing == "endpoint")
        base, scale = mpmath.mpf(params.base), mpmath.mpf(convention.scale)
        return [scale * base ** (-mpmath.mpf(i) / denominator) for i in range(half + bool(extra))]


def rational(value):
    """Return a number as an exact mpmath number."""
    exact = Fraction(value)
    return mpmath.mpf(exact.numerator) / exact.denominator


def encode_exactly(params: EncodingParams, positions, channels=None):
    """Return the table, shape (positions, channels), each cell rounded once."""
    d, convention = params.d_model, params.convention
    frequencies = omegas(params)
    cells = [convention.channel(d, j) for j in (range(d) if channels is None else channels)]
    with mpmath.workdps(DIGITS):
        radius = mpmath.sqrt(mpmath.mpf(2) / d) if convention.amplitude == "unit_norm" else 1

        def cell(position, pair, function):
            if function == "zero":
                return 0.0
            angle = frequencies[pair] * (rational(position) + rational(convention.offset))
            return float(radius * (mpmath.sin(angle) if function == "sin" else mpmath.cos(angle)))

        return np.array([[cell(p, *which) for which in cells] for p in positions])


def mean_exactly(params: EncodingParams, start: int, rows: int):
    """Return the mean of whole rows as a closed geometric series, shape (d_model,), for layout "sin_cos"."""
    with mpmath.workdps(DIGITS):
        sums = []
        for omega in omegas(params):
            ratio, first = mpmath.expj(omega), mpmath.expj(omega * start)
            sums.append(first * (mpmath.expj(omega * rows) - 1) / (ratio - 1) / rows)
        return np.array([float(s.imag) for s in sums] + [float(s.real) for s in sums])
