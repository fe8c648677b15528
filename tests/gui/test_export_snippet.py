"""A table as code: what is copied runs by itself, makes the table, and notices when it does not."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from engine import CONVENTIONS, Convention, EncodingParams, encode
from gui.export.files import ExportError
from gui.export.snippet import LIBRARIES, snippet
from gui.model.state import AppState

CUSTOM = {
    "shifted and scaled": Convention(offset=-2.5, scale=0.125),
    "scaled": Convention("cos_sin", "endpoint", scale=1000.0, odd="zero_last"),
    "offset, unit": Convention("sin_cos", offset=1, amplitude="unit_norm"),
}


def state(params):
    return AppState(params=params, playing=False)


def run(code):
    names = {"__name__": "copied"}
    exec(compile(code, "copied", "exec"), names)  # what it is for
    return names["table"]


def cases():
    for name, convention in (CONVENTIONS | CUSTOM).items():
        for d_model in (2, 3, 7, 8, 64):
            for base, length in ((10000.0, 50), (0.5, 3), (1e9, 1), (10.0, 2000)):
                try:
                    yield pytest.param(
                        EncodingParams(d_model, base, length, convention), id=f"{name}-{d_model}-{base:g}"
                    )
                except ValueError:
                    continue


@pytest.mark.parametrize("params", list(cases()))
def test_the_code_makes_the_table_and_its_assertions_hold(params):
    made = run(snippet(state(params)))
    assert made.dtype == np.float64
    reach = (params.length + 3) * params.convention.scale * max(1, 1 / params.base)
    assert np.abs(made - encode(params)).max() < 1e-12 + 1e-15 * reach


def test_every_convention_is_shown_with_odd_widths_too():
    shown = {case.id.rpartition("-")[0] for case in cases()}
    assert {f"{name}-8" for name in CONVENTIONS} < shown
    odd = {name for name, c in CONVENTIONS.items() if c.odd != "error"}
    assert {f"{name}-7" for name in odd} <= shown


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("omega = base ** -(np.arange(4", "omega = 1.0001 * base ** -(np.arange(4"),
        ("table[:, 0:8:2] = np.sin", "table[:, 0:8:2] = np.cos"),
        ("table[:, 1:8:2] = np.cos(angles[:, :4])", "table[:, 1:8:2] = np.cos(angles[:, [0, 2, 1, 3]])"),
        ("base, length = 8, 10000.0", "base, length = 8, 10001.0"),
    ],
)
def test_a_wrong_table_is_noticed(line, wrong):
    code = snippet(state(EncodingParams(8, 10000, 100)))
    assert line in code
    with pytest.raises(AssertionError):
        run(code.replace(line, wrong))


@pytest.mark.parametrize("params", list(cases()))
def test_pytorch_has_the_same_arithmetic(params):
    numpy, torch = (snippet(state(params), library) for library in LIBRARIES)
    assert torch.replace("import torch", "import numpy as np").replace("torch.", "np.") == numpy
    names = {
        n.value.id
        for n in ast.walk(ast.parse(torch))
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)
    }
    assert names <= {"torch", "values", "sums"}


def test_only_what_both_libraries_have_is_used():
    used = set()
    for case in cases():
        tree = ast.parse(snippet(state(case.values[0]), "torch"))
        used |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert used <= {"arange", "zeros", "sin", "cos", "float64", "sum", "items"}


def test_code_says_where_it_comes_from():
    code = snippet(state(EncodingParams(16, 500.0, 4, CONVENTIONS["marian"])))
    assert "convention marian" in code
    assert "d_model, base, length = 16, 500.0, 4" in code
    assert code.isascii()


def test_a_table_too_large_for_memory_is_refused_in_words():
    with pytest.raises(ExportError, match=r"1000000000000000 rows of 64 columns .* smaller length"):
        snippet(state(EncodingParams(64, 10000, 10**15)))
