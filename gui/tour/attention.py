"""A toy of self-attention: what shuffling a sentence does to the words' outputs."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import EncodingParams, encode

MOST_WORDS: Final = 64
MOST_WIDTH: Final = 512
Matrix = NDArray[np.float64]


def largest_change(
    params: EncodingParams, words: Sequence[str], order: Sequence[int], *, places: bool
) -> float:
    """Return by how much shuffling changes the output of any word.

    One head of self-attention with fixed random weights; words are random vectors of the same word the same.
    The shuffled sentence's word n is `words[order[n]]`, and outputs of the same word are compared.

    Parameters
    ----------
    words : sequence of str, n of them
        The sentence.
    order : sequence of int, n of them
        A permutation of 0 … n-1.
    places : bool
        Whether the position encoding is added to the words, which are multiplied by sqrt(d_model) first.

    Returns
    -------
    float
        The largest difference of any component, in standard deviations of all components.
    """
    embedded = math.sqrt(params.d_model) * np.stack([_embedding(word, params.d_model) for word in words])
    table = encode(params, range(len(words))) if places else np.zeros_like(embedded)
    straight = _attend(embedded + table)
    shuffled = _attend(embedded[list(order)] + table)
    return float(np.abs(shuffled - straight[list(order)]).max() / straight.std())


def _embedding(word: str, width: int) -> Matrix:
    draw = np.random.default_rng(zlib.crc32(word.encode()))
    return draw.standard_normal(width) / math.sqrt(width)


def _attend(rows: Matrix) -> Matrix:
    width = rows.shape[1]
    query, key, value = np.random.default_rng(0).standard_normal((3, width, width)) / math.sqrt(width)
    scores = (rows @ query) @ (rows @ key).T / math.sqrt(width)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    out: Matrix = (weights / weights.sum(axis=1, keepdims=True)) @ (rows @ value)
    return out
