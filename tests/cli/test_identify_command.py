"""Telling what made a table: from every kind of file, safely, in words and as JSON."""

from __future__ import annotations

import io
import json
import pickle
import sys
import zipfile

import numpy as np
import pytest
from safetensors.numpy import save_file

from engine import BUGS, CONVENTIONS, EncodingParams, encode
from gui import cli
from gui.export.formats import FORMATS
from gui.export.reading import READABLE, ReadError, read_stream, read_table
from gui.export.table import table_of, write_table
from gui.model.state import AppState

TABLE = encode(EncodingParams(16, 10000, 40))
WRITABLE = [suffix for suffix in READABLE if suffix in FORMATS]


@pytest.fixture
def identify(capsys, tmp_path, monkeypatch):
    """Runs the command in a folder of its own and returns its status and what it said."""
    monkeypatch.chdir(tmp_path)

    def identify(*arguments):
        status = cli.main(["identify", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return identify


@pytest.fixture
def told(identify):
    """Runs the command with --json and returns what it found."""

    def told(*arguments):
        status, out, err = identify(*arguments, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return told


@pytest.fixture
def standard_input(monkeypatch):
    class Stream(io.TextIOWrapper):
        terminal = False

        def isatty(self):
            return self.terminal

    def standard_input(text, terminal=False):
        stream = Stream(io.BytesIO(text.encode()), encoding="utf-8")
        stream.terminal = terminal
        monkeypatch.setattr(sys, "stdin", stream)

    return standard_input


# ---- what it finds -------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", WRITABLE)
@pytest.mark.parametrize("name", ["paper", "fairseq", "diffusion", "mlx"])
def test_our_own_files_are_recognised(told, suffix, name):
    params = EncodingParams(16, 500, 60, CONVENTIONS[name])
    write_table(table_of("encoding", AppState(params=params), start=3), f"t{suffix}")
    found = told(f"t{suffix}")
    assert (found["rows"], found["columns"]) == (57, 16)
    best = found["matches"][0]
    assert name in best["members"]
    assert best["base"] == 500
    assert best["max_error"] < 1e-14
    assert best["start"] + best["offset"] == 3 + CONVENTIONS[name].offset


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("suffix", WRITABLE)
def test_narrow_files_are_recognised(told, suffix, dtype):
    write_table(table_of("encoding", AppState(), dtype=dtype), f"t{suffix}")
    best = told(f"t{suffix}")["matches"][0]
    assert best["members"] == ["paper", "pytorch"]
    assert best["base"] == 10000


@pytest.mark.parametrize(
    ("decimals", "dtype"), [(3, "bfloat16"), (4, "float16"), (6, "float16"), (8, "float32")]
)
def test_rounded_text_is_recognised(told, standard_input, decimals, dtype):
    standard_input("\n".join(",".join(f"{v:.{decimals}f}" for v in row) for row in TABLE))
    found = told()
    assert found["dtype"] == f"{dtype} in text"
    assert "paper" in found["matches"][0]["members"]
    assert found["matches"][0]["base"] == 10000


def test_bfloat16_is_read(told, tmp_path):
    bits = (TABLE.astype(np.float32).view(np.uint32) + 0x8000) >> 16
    data = bits.astype("<u2").tobytes()
    entry = {"dtype": "BF16", "shape": [1, 40, 16], "data_offsets": [0, len(data)]}
    header = json.dumps({"pe": entry}).encode()
    (tmp_path / "t.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + data)
    found = told("t.safetensors")
    assert (found["name"], found["dtype"]) == ("pe", "bfloat16")
    assert found["matches"][0]["members"] == ["paper", "pytorch"]
    raw = bits.astype("<u2").view("V2")
    np.save(tmp_path / "t.npy", raw)
    assert told("t.npy")["dtype"] == "bfloat16"


@pytest.mark.parametrize(
    "text",
    [
        ", ".join(map(repr, TABLE[7].tolist())),
        " ".join(map(repr, TABLE[7].tolist())),
        "\t".join(map(repr, TABLE[7].tolist())),
        ";".join(repr(v).replace(".", ",") for v in TABLE[7].tolist()),
        "[" + ", ".join(map(repr, TABLE[7].tolist())) + "]",
        "7," + ",".join(map(repr, TABLE[7].tolist())),
        f"tensor([{', '.join(map(repr, TABLE[7].tolist()))}],\n       dtype=torch.float64)",
        np.array2string(TABLE[7], precision=17),
        "\ufeff# a comment\n\n" + ",".join(map(repr, TABLE[7].tolist())) + "\n",
    ],
)
@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_row_from_standard_input(told, standard_input, text, arguments):
    standard_input(text)
    found = told(*arguments)
    assert (found["rows"], found["columns"]) == (1, 16)
    best = found["matches"][0]
    assert "paper" in best["members"]
    assert (best["start"], best["base"]) == (7, 10000)


def test_a_printed_table_from_standard_input(told, standard_input):
    standard_input(np.array2string(TABLE[:12], precision=17, threshold=10**6))
    assert told()["matches"][0]["start"] == 0


def test_words_name_a_class_once_with_its_members(identify, tmp_path):
    np.save(tmp_path / "t.npy", TABLE.astype(np.float32)[None])
    status, out, err = identify("t.npy")
    assert (status, err) == (0, "")
    head, first, *rest = out.splitlines()
    assert head == "40 rows of 16 columns, float32"
    assert first.startswith("1. paper, the same table as pytorch; base 10000; from position 0; max error ")
    assert sum("pytorch" in line for line in rest) == 0
    assert out.isascii()


def test_nothing_is_called_none(identify, told, tmp_path):
    np.save(tmp_path / "t.npy", np.random.default_rng(1).uniform(-1, 1, (20, 16)))
    status, out, _ = identify("t.npy")
    assert status == 0
    assert out.splitlines()[1].startswith("none: ")
    assert told("t.npy")["matches"] == []


def test_mistakes_are_called_so(identify, tmp_path):
    np.save(tmp_path / "t.npy", BUGS["doubled_exponent"].encode(EncodingParams(16, 10000, 40)))
    assert "1. mistake doubled_exponent (Exponent doubled" in identify("t.npy")[1]


# ---- which array ---------------------------------------------------------------------------------


def test_the_only_table_of_floats_is_taken(told, tmp_path):
    others = {"ids": np.arange(80).reshape(40, 2), "scale": np.float32(3), "bias": np.ones(16, np.float32)}
    arrays = others | {"pos.pe": TABLE.astype(np.float32)[:, None]}
    np.savez(tmp_path / "t.npz", **arrays)
    save_file({k: np.ascontiguousarray(v) for k, v in arrays.items()}, tmp_path / "t.safetensors")
    for name in ("t.npz", "t.safetensors"):
        assert (told(name)["name"], told(name)["rows"]) == ("pos.pe", 40)


def test_several_tables_are_asked_for_by_name(identify, told, tmp_path):
    arrays = {f"layer.{i}": np.random.default_rng(i).normal(size=(4, 16)) for i in range(12)} | {"pe": TABLE}
    np.savez(tmp_path / "t.npz", **arrays)
    save_file(arrays, tmp_path / "t.safetensors")
    for name in ("t.npz", "t.safetensors"):
        status, _, err = identify(name)
        assert status == 2
        assert "it holds 13 tables, choose one by --tensor: 'layer.0'" in err
        assert "and 5 more" in err
        assert told(name, "--tensor", "pe")["matches"][0]["name"] == "paper"
        assert (
            "there is no array 'layer.33' in it, but 'layer.3'" in identify(name, "--tensor", "layer.33")[2]
        )
    np.save(tmp_path / "t.npy", TABLE)
    assert "only one array" in identify("t.npy", "--tensor", "pe")[2]


def test_arrays_in_other_orders_are_read(told, tmp_path):
    np.save(tmp_path / "t.npy", np.asfortranarray(TABLE))
    assert told("t.npy")["matches"][0]["name"] == "paper"
    np.save(tmp_path / "b.npy", TABLE.astype(">f4"))
    assert told("b.npy")["matches"][0]["name"] == "paper"


# ---- what it refuses -----------------------------------------------------------------------------


def npy(shape, descr="<f8", data=b""):
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": descr, "fortran_order": False, "shape": shape})
    return file.getvalue() + data


def tensors(header, data=b"", size=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if size is None else size).to_bytes(8, "little") + text + data


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


def entry(**changes):
    return {"pe": {"dtype": "F32", "shape": [2, 4], "data_offsets": [0, 32]} | changes}


class Trap:
    """Something that must never be unpickled."""

    def __reduce__(self):
        return (sys.exit, (99,))


def pickled():
    file = io.BytesIO()
    np.save(file, np.array([Trap()], dtype=object), allow_pickle=True)
    return file.getvalue()


REFUSED = {
    "pickle.npy": (pickle.dumps([Trap()]), "no npy file"),
    "objects.npy": (pickled(), "an array of object, not of numbers"),
    "objects.npz": (zipped(pe=pickled()), "no table of floats"),
    "texts.npy": (npy((2,), "<U3", b"\0" * 24), "not of numbers"),
    "empty.npy": (b"", "no npy file"),
    "short.npy": (npy((9, 9), data=b"\0" * 8), "ends too early"),
    "vast.npy": (npy((10**9, 64)), "larger than 1024 MiB"),
    "negative.npy": (npy((-1, 64)), "impossible shape"),
    "deep.npy": (npy((2, 3, 4), data=b"\0" * 192), "is no table"),
    "vast.npz": (zipped(pe=npy((10**9, 64))), "larger than 1024 MiB"),
    "short.npz": (zipped(pe=npy((9, 9))), "ends too early"),
    "torn.npz": (zipped(pe=npy((9, 9)))[:-20], "no npz file"),
    "no.npz": (b"PK", "no npz file"),
    "none.npz": (zipped(), "no table of floats"),
    "no.safetensors": (b"\1\2", "ends too early"),
    "huge.safetensors": (tensors(b"{}", size=2**60), "no safetensors file"),
    "list.safetensors": (tensors([1]), "no safetensors file"),
    "deep.safetensors": (tensors(b"[" * 100_000), "no safetensors file"),
    "shape.safetensors": (tensors({"pe": {"dtype": "F32"}}), "no shape"),
    "strings.safetensors": (tensors(entry(shape=["2", 4])), "no table of floats|impossible"),
    "short.safetensors": (tensors(entry(), b"\0" * 31), "ends too early"),
    "size.safetensors": (tensors(entry(data_offsets=[0, 30]), b"\0" * 32), "not the size of its shape"),
    "place.safetensors": (tensors(entry(data_offsets=[-8, 24]), b"\0" * 32), "impossible place"),
    "vast.safetensors": (tensors(entry(shape=[10**9, 64])), "larger than 1024 MiB"),
    "type.safetensors": (tensors(entry(dtype="F8_E4M3")), "no table of floats"),
    "no.csv": (b"", "no numbers in it"),
    "names.csv": (b"a,b,c\n", "no numbers in it"),
    "words.csv": (b"1,2\n3,x\n", "line 2 is no row of numbers: '3, x'"),
    "ragged.csv": (b"1,2\n3,4,5\n", "line 2 has 3 columns, the first row has 2"),
    "binary.csv": (b"\xff\xfe\x00", "no text in UTF-8"),
    "nan.csv": (b"1,nan\n2,3\n", "finite"),
    "no.json": (b"{", "no JSON"),
    "object.json": (b"{}", "no rows of numbers"),
    "null.json": (b"[[1,null]]", "row 0 is no row of numbers"),
    "deep.json": (b"[" * 5000, "no JSON"),
    "wide.npy": (npy((2, 9000), "<f2", b"\0" * 36000), "2 to 8192 columns"),
    "one.npy": (npy((1, 1), data=b"\0" * 8), "is no table"),
    "what.pt": (b"", "read from .npy, .npz, .safetensors, .csv"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_explained_in_one_sentence(identify, tmp_path, name):
    data, words = REFUSED[name]
    (tmp_path / name).write_bytes(data)
    status, out, err = identify(name)
    assert (status, out) == (2, "")
    assert err.startswith("wall-of-clocks: ")
    assert err.count("\n") == 1
    assert any(word in err for word in words.split("|"))


def test_missing_files_and_folders_are_named(identify, tmp_path):
    assert "there is no such file" in identify("missing.npy")[2]
    (tmp_path / "folder.npy").mkdir()
    assert "it is a folder" in identify("folder.npy")[2]


def test_a_terminal_is_not_waited_for(identify, standard_input):
    standard_input("", terminal=True)
    status, _, err = identify()
    assert status == 2
    assert "identify needs a file, or a row of numbers on standard input" in err


def test_texts_have_a_limit(monkeypatch):
    monkeypatch.setattr("gui.export.reading.MOST_BYTES", 10)
    with pytest.raises(ReadError, match="standard input: it is larger than"):
        read_stream(io.BytesIO(b"1,2,3,4,5,6"))


def test_only_the_bytes_of_the_tensor_are_read(tmp_path):
    rest = 1 << 33
    header = {
        "a": {"dtype": "F32", "shape": [1 << 20, 1 << 11], "data_offsets": [0, rest]},
        "pe": {"dtype": "F64", "shape": [40, 16], "data_offsets": [rest, rest + TABLE.nbytes]},
    }
    start = tensors(header)
    with (tmp_path / "t.safetensors").open("wb") as file:
        file.write(start)
        file.seek(len(start) + rest)  # a hole, which takes no room
        file.write(TABLE.tobytes())
    assert np.array_equal(read_table(tmp_path / "t.safetensors", tensor="pe").values, TABLE)
