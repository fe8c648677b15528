"""Every table in every format: bit-equal when read back by others, streamed, and refused where too large."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from table_kit import READERS, as_words, read

from engine import TABLE_KINDS, EncodingParams, encode, encoding_table
from gui.export.files import ExportError
from gui.export.formats import FORMATS
from gui.export.formats.typeset import rounded
from gui.export.table import copy_table_text, table_of, write_table
from gui.model.position import Position
from gui.model.state import AppState

ROOT = Path(__file__).parents[2]
FAR = AppState(params=EncodingParams(8, 1e9, 5), position=Position(-7, 0.5), gap=3, playing=False)
LIMIT = {"collisions": 1000, "precision": 1000}
FOLDER = "größe-表-é"

WRITE_ALL = """
import sys
for name in ("PySide6", "shiboken6", "pyqtgraph"):
    sys.modules[name] = None
from gui import cli
from gui.export.formats import FORMATS
from engine import TABLE_KINDS
assert not sys.flags.utf8_mode
for kind in TABLE_KINDS:
    for suffix in FORMATS:
        limit = ["--limit", "1000"] if kind in ("collisions", "precision") else []
        options = ["--d", "8", "--base", "1e9", "--length", "5", "--position", "-6.5", "--gap", "3", *limit]
        assert cli.main(["table", kind, "-o", f"{sys.argv[1]}/{kind}{suffix}", *options]) == 0
"""


def table(kind, **options):
    return table_of(kind, FAR, limit=LIMIT.get(kind), **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All tables in all formats, made by the command line where there is no Qt and no UTF-8."""
    made = tmp_path_factory.mktemp("formats") / FOLDER
    made.mkdir()
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = subprocess.run(
        [sys.executable, "-c", WRITE_ALL, str(made)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    return made


@pytest.mark.parametrize("suffix", READERS)
@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_every_table_reads_back_bit_equal(folder, kind, suffix):
    wanted = table(kind)
    found, blocks = read(folder / f"{kind}{suffix}", wanted), list(wanted.blocks())
    values = np.concatenate([block.values for block in blocks])
    assert found.values.dtype == values.dtype
    assert np.array_equal(np.isnan(found.values), np.isnan(values))
    assert np.where(np.isnan(values), 0, found.values).tobytes() == np.nan_to_num(values).tobytes()
    if suffix == ".npy":
        return
    assert found.index == [int(i) for block in blocks for i in block.index]
    assert found.cells == (as_words(row for block in blocks for row in block.cells) or [[]] * wanted.rows)
    assert tuple(found.columns) == wanted.columns
    assert float(found.told["base"]) == 1e9
    assert kind != "similarity" or float(found.told["position"]) == -6.5


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("suffix", READERS)
def test_number_types_are_kept(tmp_path, suffix, dtype):
    wanted = table_of("encoding", AppState(), start=2**62 + 1, rows=7, dtype=dtype)
    write_table(wanted, str(tmp_path / f"t{suffix}"))
    found = read(tmp_path / f"t{suffix}", wanted)
    there = range(2**62 + 1, 2**62 + 8)
    assert found.values.tobytes() == encode(EncodingParams(), there, dtype=dtype).tobytes()
    assert found.index in (None, list(there))


def test_a_file_is_the_same_however_often_it_is_made(tmp_path):
    for suffix in FORMATS:
        for name in "ab":
            write_table(table("encoding"), str(tmp_path / f"{name}{suffix}"))
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_several_blocks_are_joined(tmp_path):
    wanted = encoding_table(EncodingParams(8192, 100, 600))
    blocks = list(wanted.blocks())
    assert len(blocks) > 2
    for suffix in (".json", ".npz", ".safetensors"):
        write_table(wanted, str(tmp_path / f"t{suffix}"))
        found = read(tmp_path / f"t{suffix}", wanted)
        assert np.array_equal(found.values, np.concatenate([block.values for block in blocks]))
        assert found.index == list(range(600))


# ---- for people ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_markdown_is_aligned_and_complete(folder, kind):
    lines = (folder / f"{kind}.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|")]
    wanted = table(kind)
    assert len(rows) == 2 + wanted.rows
    assert len({len(row) for row in rows}) == 1
    plain = [row.replace(r"\|", "").split("|")[1:-1] for row in rows]
    assert {len(row) for row in plain} == {len(wanted.columns)}
    names = [name.strip().replace("\\", "") for name in plain[0]]
    assert names == list(wanted.columns)
    assert lines[0].startswith("<!-- program: Wall of Clocks")


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_latex_has_as_many_columns_everywhere_and_nothing_unescaped(folder, kind):
    text = (folder / f"{kind}.tex").read_text(encoding="utf-8")
    body = [line for line in text.splitlines() if line.endswith("\\\\")]
    wanted = table(kind)
    assert len(body) == 1 + wanted.rows
    assert {line.count(" & ") for line in body} == {len(wanted.columns) - 1}
    layout = text.split("{tabular}{")[1].split("}")[0]
    assert len(layout) == len(wanted.columns)
    assert text.isascii()
    outside = "".join(body).replace("\\_", "").replace("\\\\", "").split("$")[::2]
    assert not any(mark in part for part in outside for mark in "_|^#%")


def test_long_latex_tables_are_broken_over_pages(tmp_path):
    write_table(table_of("encoding", AppState()), str(tmp_path / "t.tex"))
    text = (tmp_path / "t.tex").read_text()
    assert text.count("longtable}") == 3
    assert "\\endhead" in text


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, ("0", 0)),
        (-0.41614683654714241, ("-0.41615", 0)),
        (6283.185307179586, ("6283.2", 0)),
        (123456.7, ("123460", 0)),
        (999999.9, ("1.0000", 6)),
        (1e-7, ("1.0000", -7)),
        (0.00099999999, ("0.0010000", 0)),
        (float("nan"), ("none", 0)),
        (float("-inf"), ("-inf", 0)),
    ],
)
def test_numbers_for_people_are_rounded(value, said):
    assert rounded(value) == said


@pytest.mark.parametrize("suffix", [".md", ".tex"])
def test_tables_for_people_have_a_limit(tmp_path, suffix):
    with pytest.raises(ExportError, match=rf"{suffix}, has at most 5000 rows, not 5001: .* \.csv"):
        write_table(encoding_table(EncodingParams(2, 10, 5001)), str(tmp_path / f"t{suffix}"))
    write_table(encoding_table(EncodingParams(2, 10, 5000)), str(tmp_path / f"t{suffix}"))
    assert len(list(tmp_path.iterdir())) == 1


# ---- copied --------------------------------------------------------------------------------------


def test_a_copied_table_pastes_as_cells():
    lines = copy_table_text(FAR, "encoding", rows=2).splitlines()
    assert lines[0].split("\t") == ["position", *FAR.params.convention.column_names(8)]
    assert [float(v) for v in lines[2].split("\t")] == [1.0, *encode(FAR.params, [1])[0].tolist()]
    assert len(lines) == 3
    conventions = copy_table_text(FAR, "conventions").splitlines()
    assert {line.count("\t") for line in conventions} == {12}
    assert "sines | cosines" in conventions[3]


def test_a_copied_table_has_a_limit():
    state = AppState(params=EncodingParams(64, 10000, 10**15))
    with pytest.raises(ExportError, match="at most 1000000 cells, not 65000000000000000"):
        copy_table_text(state, "encoding")


# ---- memory --------------------------------------------------------------------------------------

PEAK = """
import re, sys
from pathlib import Path
from gui import cli
path, rows = sys.argv[1:]
assert cli.main(["table", "encoding", "-o", path, "--d", "64", "--rows", rows]) == 0
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux counts it")
@pytest.mark.parametrize("suffix", [".csv", ".json", ".npy", ".npz", ".safetensors"])
def test_memory_does_not_grow_with_the_table(tmp_path, suffix):
    path, rows = tmp_path / f"t{suffix}", 150_000  # 77 MB as float64, 190 MB as text
    command = [sys.executable, "-c", PEAK, str(path), str(rows)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=120)
    peak = int(run.stdout) * 1024
    assert peak < 200e6
    assert path.stat().st_size > 76e6


def test_json_says_what_it_holds(folder):
    told = json.loads((folder / "collisions.json").read_text(encoding="utf-8"))
    assert told["program"].startswith("Wall of Clocks ")
    assert told["table"] == "collisions"
    assert told["parameters"]["limit"] == 1000
    assert len(told["columns"]) == len(told["units"]) == len(told["rows"][0])
