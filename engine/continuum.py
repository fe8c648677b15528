"""The limit of the similarity for infinitely many pairs: a closed form with the cosine integral."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.params import EncodingParams
from engine.phase import chunks
from engine.positions import as_floats

Floats = NDArray[np.float64]
Complex = NDArray[np.complexfloating[Any, Any]]

_EULER: Final = 0.57721566490153286061
_SERIES_END: Final = 4.0
_SERIES_TERMS: Final = 22
_FRACTION_TERMS: Final = 48
_NARROW: Final = 0.25
"""Below this |ln b| the closed form divides a small difference by a small number."""
_FEW_TURNS: Final = 8.0
_NODES: Final = 24


def continuous_similarity(params: EncodingParams, gaps: ArrayLike) -> Floats:
    """Return what the normalised similarity S(k)/S(0) tends to as d_model grows.

    Parameters
    ----------
    gaps : float, or sequence or array of numbers, n of them
        In positions, |k| < 2^63, of any sign.

    Returns
    -------
    ndarray, shape (n,)
        The integral of cos(k b^(-u)) over u from 0 to 1, in [-1, 1]: (Ci(k) - Ci(k/b)) / ln b, by the
        substitution x = k b^(-u). Error below 5e-15. The convention's scale multiplies k.

    Raises
    ------
    ValueError
        For gaps that are not numbers of magnitude below 2^63.
    """
    gap = np.abs(as_floats(gaps, "gaps")) * params.convention.scale
    out = np.ones_like(gap)
    moved = np.flatnonzero(gap)
    closed = _wide if abs(math.log(params.base)) >= _NARROW else _narrow
    for first, last in chunks(len(moved), 1):
        some = moved[first:last]
        out[some] = closed(gap[some], params.base)
    return np.clip(out, -1.0, 1.0, out=out)


def _wide(gap: Floats, base: float) -> Floats:
    near, far, log_base = gap, gap / base, math.log(base)
    # With both ends in the series, the logarithms of Ci cancel: they are left out.
    small = np.maximum(near, far) <= _SERIES_END
    out = np.empty_like(gap)
    out[small] = 1 - (_cin(near[small]) - _cin(far[small])) / log_base
    out[~small] = (_ci(near[~small]) - _ci(far[~small])) / log_base
    return out


def _narrow(gap: Floats, base: float) -> Floats:
    log_base = math.log(base)
    few = gap * abs(log_base) <= _FEW_TURNS
    out = np.empty_like(gap)
    out[few] = _by_quadrature(gap[few], log_base)
    out[~few] = _by_tails(gap[~few], log_base)
    return out


def _by_quadrature(gap: Floats, log_base: float) -> Floats:
    """Integrate cos(k + y(u)), y = k (b^(-u) - 1), by Gauss-Legendre: the integrand turns little."""
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    turned = np.outer(np.expm1(-log_base * (nodes + 1) / 2), gap)
    cosines, sines = weights / 2 @ np.cos(turned), weights / 2 @ np.sin(turned)
    result: Floats = np.cos(gap) * cosines - np.sin(gap) * sines
    return result


def _by_tails(gap: Floats, log_base: float) -> Floats:
    """Take Ci(k) - Ci(k/b) for large k, the angle between k and k/b being computed without rounding them."""
    between = gap * math.expm1(-log_base)
    start = np.exp(-1j * gap)
    near = start * _tail(gap)
    far = start * np.exp(-1j * between) * _tail(gap + between)
    result: Floats = np.real(far - near) / log_base
    return result


def _ci(x: Floats) -> Floats:
    """Return the cosine integral of x > 0."""
    out = np.empty_like(x)
    small = x <= _SERIES_END
    out[small] = _EULER + np.log(x[small]) - _cin(x[small])
    large = x[~small]
    out[~small] = -(np.exp(-1j * large) * _tail(large)).real
    return out


def _cin(x: Floats) -> Floats:
    """Return the integral of (1 - cos t)/t from 0 to x <= 4, by its power series."""
    square = x * x
    total: Floats = np.zeros_like(x)
    for n in range(_SERIES_TERMS, 0, -1):
        # Horner's rule on the sum of (-1)^(n+1) x^(2n) / (2n (2n)!).
        total = square * (1 / (2 * n) - total) / ((2 * n) * (2 * n - 1))
    return total


def _tail(x: Floats) -> Complex:
    """Return exp(ix) E1(ix) for x > 4, by the continued fraction 1/(z+1 - 1/(z+3 - 4/(z+5 - …))), z = ix."""
    z = 1j * x
    value: Complex = z + (2 * _FRACTION_TERMS + 1)
    for n in range(_FRACTION_TERMS, 0, -1):
        value = z + (2 * n - 1) - n * n / value
    return np.reciprocal(value)
