"""What query and key projections do to scores that depended on the gap alone (TENER, Yan et al. 2019).

The score of rows p and q is PE[p] @ W @ PE[q], where W = identity * I + random * W_Q @ W_K.T and the entries
of W_Q and W_K are normal with variance 1/d_model, so that those of W_Q @ W_K.T have variance 1/d_model too.

W splits into the part that commutes with every rotation of the shift theorem and a rest. Scores of the first
part are the same all along a diagonal of the score matrix, exactly; so the deviation from the diagonals comes
from the rest alone, and is computed from it without cancellation. No matrix of length by length is made: sums
along diagonals are correlations of columns, and the sum of all squared scores is a trace.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.encoding import encode
from engine.frequency import ladder
from engine.limits import real, refuse, require_memory, whole
from engine.params import EncodingParams
from engine.positions import count, read_positions

MAX_WEIGHT: Final = 1e6
_AT_ONCE: Final = 32
"""Columns correlated at a time."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Projection:
    """Statistics of the scores between all rows of a table, `length` x `length` of them."""

    r_squared: float
    """The share of the scores' variance that the gap explains: 1 where it explains all, or length is 1."""
    spread: float
    """The root mean square deviation of a score from the mean of its diagonal."""
    deviation: float
    """The standard deviation of all scores."""
    commuting_share: float
    """The share of W that commutes with all rotations, in squared Frobenius norm, 0 … 1."""


def project(
    params: EncodingParams, seed: int = 0, *, identity: float = 0.0, random: float = 1.0
) -> Projection:
    """Return how far scores after a projection still depend on the gap alone.

    Parameters
    ----------
    params : EncodingParams
        Of an even width; scores are between all of its `length` rows.
    seed : int
        Of numpy's PCG64, 0 … 2^63 - 1; equal seeds give equal weights.
    identity, random : float
        The weights of I and of W_Q @ W_K.T in W, -10^6 … 10^6, not both 0.

    Returns
    -------
    Projection
        At width 512, base 10000 and 2048 rows r_squared is 1 for the identity, near 0.90 for (1, 1), and
        between 0.01 and 0.13 for most random W.

    Raises
    ------
    ValueError
        For an odd width, arguments out of range, and tables beyond the memory budget.
    """
    weights = projection_weights(params, seed, identity=identity, random=random)
    _require(params)
    kept = commuting_part(params, weights)
    table, rest = encode(params), weights - kept
    gram, total = table.T @ table, table.sum(axis=0)
    mean = float(total @ weights @ total) / params.length**2
    variance = max(0.0, _sum_of_squares(weights, gram) / params.length**2 - mean**2)
    apart = max(0.0, _off_diagonals(table, rest, gram)) / params.length**2 if params.length > 1 else 0.0
    return Projection(
        r_squared=1 - apart / variance if apart else 1.0,
        spread=math.sqrt(apart),
        deviation=math.sqrt(variance),
        commuting_share=float(np.vdot(kept, kept) / np.vdot(weights, weights)),
    )


def projection_weights(
    params: EncodingParams, seed: int = 0, *, identity: float = 0.0, random: float = 1.0
) -> Matrix:
    """Return W, shape (d_model, d_model), rows and columns in the order of the table's columns.

    Arguments and errors are those of `project`.
    """
    size = _even_width(params)
    require_memory(f"weights of {size} rows and {size} columns", 4 * 8 * size * size)
    draw = np.random.Generator(np.random.PCG64(whole("seed", seed, 0, 2**63 - 1)))
    same, mixed = _weight("identity", identity), _weight("random", random)
    if same == mixed == 0:
        refuse("random", random, "other than 0 when identity is 0")
    query, key = draw.standard_normal((2, size, size))
    weights: Matrix = query @ key.T
    weights *= mixed / size
    weights[np.diag_indices(size)] += same
    return weights


def projected_scores(
    params: EncodingParams,
    seed: int,
    rows: object,
    columns: object,
    *,
    identity: float = 0.0,
    random: float = 1.0,
) -> Matrix:
    """Return the scores PE[p] @ W @ PE[q] of a window, shape (rows, columns).

    Parameters
    ----------
    rows, columns : int, float, range, sequence or array
        Exact positions p and q, of magnitude below 2^63; `length` does not limit them.

    Raises
    ------
    ValueError
        As `project` does, and for windows beyond the memory budget.
    """
    high, wide = count(read_positions(rows, "rows")), count(read_positions(columns, "columns"))
    require_memory(f"{high} x {wide} scores", 8 * high * wide)
    weights = projection_weights(params, seed, identity=identity, random=random)
    scores: Matrix = encode(params, rows) @ weights @ encode(params, columns).T
    return scores


def projected_gap_means(
    params: EncodingParams, seed: int = 0, *, identity: float = 0.0, random: float = 1.0
) -> Matrix:
    """Return the mean score of every gap q - p = 1 - length … length - 1, shape (2 * length - 1,).

    Arguments and errors are those of `project`.
    """
    weights = projection_weights(params, seed, identity=identity, random=random)
    _require(params)
    return _diagonal_sums(encode(params), weights) / _diagonal_lengths(params.length)


def commuting_part(params: EncodingParams, weights: Matrix) -> Matrix:
    """Return the part of W that commutes with the rotations by any gap, the nearest in Frobenius norm.

    Between two pairs of one frequency it is a rotation times a factor, [[a, b], [-b, a]] in the order sine,
    cosine; between pairs of different frequencies, which the usual tables have alone, it is zero.
    """
    sines, cosines = _pair_columns(params)
    rung = {turns: number for number, turns in enumerate(ladder(params).turns)}
    number = np.array([rung[turns] for turns in ladder(params).turns])
    one, other = np.nonzero(number[:, None] == number)
    s, c, s2, c2 = sines[one], cosines[one], sines[other], cosines[other]
    kept = np.zeros_like(weights)
    kept[s, s2] = kept[c, c2] = (weights[s, s2] + weights[c, c2]) / 2
    kept[s, c2] = (weights[s, c2] - weights[c, s2]) / 2
    kept[c, s2] = -kept[s, c2]
    return kept


def _off_diagonals(table: Matrix, rest: Matrix, gram: Matrix) -> float:
    """Return the sum of squared deviations of the scores from the means of their diagonals."""
    explained = _diagonal_sums(table, rest) ** 2 / _diagonal_lengths(len(table))
    return _sum_of_squares(rest, gram) - float(explained.sum())


def _sum_of_squares(weights: Matrix, gram: Matrix) -> float:
    """Return the sum of all squared scores, tr(W G W^T G) with the Gram matrix G of the table's columns."""
    return float(np.vdot(weights @ gram, gram @ weights))


def _diagonal_sums(table: Matrix, weights: Matrix) -> Matrix:
    """Return the sum over p of PE[p] @ W @ PE[p + k] for k = 1 - length … length - 1."""
    rows, width = table.shape
    size = 1 << (2 * rows - 1).bit_length()
    spectrum = np.zeros(size // 2 + 1, dtype=np.complex128)
    for first in range(0, width, _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        left = np.fft.rfft(weights[:, some].T @ table.T, size)
        right = np.fft.rfft(table[:, some].T, size)
        spectrum += np.einsum("cf,cf->f", left.conj(), right)
    return np.roll(np.fft.irfft(spectrum, size), rows - 1)[: 2 * rows - 1]


def _diagonal_lengths(length: int) -> Matrix:
    lengths: Matrix = length - np.abs(np.arange(1.0 - length, length))
    return lengths


def _pair_columns(params: EncodingParams) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    columns, every = params.convention.columns(params.d_model), np.arange(params.d_model)
    return every[columns.sines], every[columns.cosines]


def _even_width(params: EncodingParams) -> int:
    if params.d_model % 2:
        refuse("d_model", params.d_model, "even, so that every column has a partner to turn with")
    return params.d_model


def _weight(field: str, value: object) -> float:
    return real(field, value, -MAX_WEIGHT, MAX_WEIGHT)


def _require(params: EncodingParams) -> None:
    """Refuse tables too large to be held with their columns' spectra and a few square matrices."""
    length, size = params.length, params.d_model
    wanted = length * (size + 8 * _AT_ONCE) + 8 * size * size
    require_memory(f"scores between {length} rows of {size} columns", 8 * wanted)
