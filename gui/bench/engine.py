"""The engine's promises of speed, against the recipes that people write with numpy."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from engine import EncodingParams, block_means, encode, encoding_table, shift, shift_matrix, similarity
from gui.bench.rows import Benchmark, Pair
from gui.export.formats.delimited import write_csv

RECIPE: Final = "the plain numpy recipe"
_GAPS_AT_ONCE: Final = 4096

Table = NDArray[np.floating]


def recipe(length: int, d_model: int, base: float, dtype: DTypeLike = np.float64) -> Table:
    """Return the table as it is usually made: sines and cosines of an outer product."""
    position = np.arange(length, dtype=dtype)[:, None]
    angular = np.exp(np.arange(0, d_model, 2, dtype=dtype) * -(np.log(base) / d_model)).astype(dtype)
    table = np.empty((length, d_model), dtype=dtype)
    table[:, 0::2] = np.sin(position * angular)
    table[:, 1::2] = np.cos(position * angular)
    return table


def direct_similarity(params: EncodingParams, gaps: int) -> NDArray[np.float64]:
    """Return S(k) as the sum that it is, some thousand gaps at a time."""
    angular = params.base ** (-2 * np.arange(params.pairs) / params.d_model)
    blocks = (np.arange(k, min(k + _GAPS_AT_ONCE, gaps)) for k in range(0, gaps, _GAPS_AT_ONCE))
    return np.concatenate([np.cos(block[:, None] * angular).sum(axis=1) for block in blocks])


def _encode(length: int, d_model: int, dtype: type[np.floating]) -> Pair:
    params = EncodingParams(d_model, 10000.0, length)
    out = np.empty((length, d_model), dtype=dtype)
    return Pair(
        partial(encode, params, out=out, dtype=dtype), partial(recipe, length, d_model, 10000.0, dtype)
    )


def _fill(length: int, d_model: int) -> Pair:
    params = EncodingParams(d_model, 10000.0, length)
    out = np.empty((length, d_model))
    return Pair(partial(encode, params, out=out), partial(out.fill, 1.0))


def _block_means() -> Pair:
    params = EncodingParams(512, 10000.0, 10**15)
    out = np.empty((1000, 512))
    long, short = (partial(block_means, params, 0, rows // 1000, 1000, out=out) for rows in (10**15, 10**6))
    return Pair(long, short)


def _similarity() -> Pair:
    params = EncodingParams(512, 10000.0, 10**6)
    return Pair(partial(similarity, params, range(10**6)), partial(direct_similarity, params, 10**6))


def _shift() -> Pair:
    params = EncodingParams(4096, 10000.0, 4096)
    table, matrix = encode(params), shift_matrix(params, 5)
    return Pair(partial(shift, params, table, 5), partial(np.matmul, table, matrix))


def _csv() -> Pair:
    table = encoding_table(EncodingParams(64, 10000.0, 200_000))
    rows = np.concatenate([np.column_stack((b.index, b.values)) for b in table.blocks()])
    return Pair(
        lambda: write_csv(table, BytesIO()), lambda: np.savetxt(BytesIO(), rows, delimiter=",", fmt="%.17g")
    )


ENGINE: Final[tuple[Benchmark, ...]] = (
    Benchmark("encode.65536x512.float64", RECIPE, partial(_encode, 65536, 512, np.float64)),
    Benchmark("encode.65536x512.float32", RECIPE, partial(_encode, 65536, 512, np.float32)),
    Benchmark("encode.1048576x128.float64", RECIPE, partial(_encode, 1048576, 128, np.float64), repeats=5),
    Benchmark("encode.8192x4096.float64", RECIPE, partial(_encode, 8192, 4096, np.float64)),
    Benchmark(
        "encode.fill.65536x512.float64",
        "a warm memory fill",
        partial(_fill, 65536, 512),
        repeats=15,
        baseline_repeats=15,
    ),
    Benchmark(
        "block_means.1e15_over_1e6", "the same for length 1e6", _block_means, repeats=25, baseline_repeats=25
    ),
    Benchmark("similarity.1e6x512", "the direct sum of cosines", _similarity, baseline_repeats=1),
    Benchmark("shift.4096x4096", "the dense matrix product", _shift, baseline_repeats=1),
    Benchmark("csv.200000x64", "numpy.savetxt", _csv, repeats=3, baseline_repeats=1),
)
