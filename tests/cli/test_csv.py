"""Tables as CSV: bit-equal when read back, streamed, never half there."""

from __future__ import annotations

import errno
import io
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Block, EncodingParams, Table, encode, encoding_table, similarity_table, wavelengths_table
from gui.export import table as table_module
from gui.export.files import ExportError
from gui.export.formats.delimited import csv_parts, write_csv
from gui.export.table import write_table


def text_of(table):
    file = io.BytesIO()
    write_csv(table, file)
    return file.getvalue().decode("utf-8")


def read_back(text):
    lines = text.splitlines()
    comments = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    header, *rows = [line.split(",") for line in lines if not line.startswith("#")]
    return comments, header, [int(row[0]) for row in rows], [[float(v) for v in row[1:]] for row in rows]


def table_of(values):
    block = Block(np.arange(len(values), dtype=np.int64), values)
    names = ("row", *(f"c{i}" for i in range(values.shape[1])))
    return Table(
        "encoding",
        names,
        ("1",) * len(names),
        (("d_model", 2),),
        len(values),
        lambda alive=None: iter([block]),
    )


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_encoding_reads_back_bit_equal(dtype):
    params = EncodingParams(64, 10000, 300)
    comments, header, index, values = read_back(text_of(encoding_table(params, dtype=dtype)))
    assert header[:3] == ["position", "sin_0", "cos_0"]
    assert index == list(range(300))
    assert np.array(values, dtype=dtype).tobytes() == encode(params, dtype=dtype).tobytes()
    assert comments["dtype"] == dtype


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_any_float_reads_back_bit_equal(numbers):
    values = np.array(numbers).reshape(-1, 1)
    assert np.array(read_back(text_of(table_of(values)))[3]).tobytes() == values.tobytes()


def test_the_first_column_is_exact_where_floats_are_not():
    start = 2**62 + 1
    assert read_back(text_of(encoding_table(EncodingParams(2), start=start, rows=3)))[2] == [
        start,
        start + 1,
        start + 2,
    ]


def test_the_other_tables_read_back():
    params = EncodingParams(8, 100, 20)
    for table, header in (
        (wavelengths_table(params), ["pair", "omega", "wavelength", "turns_over_length"]),
        (similarity_table(params, position=7, fraction=0.5), ["gap", "similarity", "from_0", "from_p"]),
    ):
        comments, found, _, values = read_back(text_of(table))
        assert found == header
        assert np.array_equal(np.array(values), np.concatenate([b.values for b in table.blocks()]))
    assert comments["position"] == "7.5"


def test_comments_name_the_program_and_every_parameter():
    comments = read_back(text_of(encoding_table(EncodingParams(6, 0.1, 9), start=3)))[0]
    assert comments["program"].startswith("Wall of Clocks ")
    assert {"table", "d_model", "base", "length", "convention", "layout", "spacing", "offset", "scale"} < set(
        comments
    )
    assert (comments["base"], comments["start"], comments["rows"]) == ("0.1", "3", "6")


def test_a_long_table_streams_in_bounded_memory():
    parts = csv_parts(encoding_table(EncodingParams(512, 10000, 10**15)))
    for _ in range(3):
        next(parts)
    tracemalloc.start()
    sizes = [len(next(parts)) for _ in range(70)]  # two blocks of the engine
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert max(sizes) < 3e6
    assert peak < 60e6


def test_writing_is_at_least_four_times_as_fast_as_savetxt():
    values = np.random.default_rng(1).standard_normal((3000, 64))
    table = table_of(values)

    def best(work):
        times = []
        for _ in range(4):
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        return min(times)

    ours = best(lambda: write_csv(table, io.BytesIO()))
    assert best(lambda: np.savetxt(io.BytesIO(), values, delimiter=",")) > 4 * ours


class Breaking:
    """A table whose third block fails."""

    def __init__(self, error):
        self.error = error

    def table(self):
        good = encoding_table(EncodingParams(64, 10000, 10**6))

        def blocks(alive=None):
            for number, block in enumerate(good.blocks()):
                if number == 2:
                    raise self.error
                yield block

        return Table(good.kind, good.columns, good.units, good.parameters, good.rows, blocks)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), MemoryError(), OSError(errno.ENOSPC, "No space left")]
)
def test_a_failure_amid_the_rows_leaves_the_folder_as_it_was(tmp_path, error):
    path = tmp_path / "t.csv"
    path.write_text("old")
    with pytest.raises((type(error), ExportError)):
        write_table(Breaking(error).table(), str(path), overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["t.csv"]
    assert path.read_text() == "old"


def test_a_table_that_cannot_fit_is_refused_at_once(tmp_path):
    table = encoding_table(EncodingParams(64, 10000, 10**15))
    with pytest.raises(ExportError, match=r"10+ rows take at least 258 PB, and .* are free"):
        write_table(table, str(tmp_path / "t.csv"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["t", "t.txt", "t.xlsx", "csv", ""])
def test_an_unknown_suffix_names_the_known_ones(tmp_path, name):
    with pytest.raises(ExportError, match=r"written as \.csv, .* or \.tex, not as"):
        write_table(encoding_table(EncodingParams()), str(tmp_path / name) if name else "")
    assert not list(tmp_path.iterdir())


def test_the_suffix_may_be_in_capitals(tmp_path):
    write_table(encoding_table(EncodingParams()), str(tmp_path / "T.CSV"))
    assert (tmp_path / "T.CSV").exists()


def test_closed_standard_output_is_explained(monkeypatch):
    monkeypatch.setattr(table_module.sys, "stdout", None)
    with pytest.raises(ExportError, match="it is closed"):
        write_table(encoding_table(EncodingParams()), "-")
