"""The presets: readable, valid, and the default first."""

from __future__ import annotations

import re

import pytest

from engine import CONVENTIONS, EncodingParams
from gui.model.presets import matching, preset, presets
from gui.model.state import AppState


def test_the_default_comes_first():
    assert presets()[0].name == "paper"
    assert presets()[0].params == AppState().params == EncodingParams()


def test_names_are_unique_and_easy_to_type():
    names = [p.name for p in presets()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert all(p.title for p in presets())


def test_the_printed_table():
    assert preset("printed-table").params == EncodingParams(8, 1e4, 4, CONVENTIONS["paper"])
    assert preset("llama3-base").params.base == 5e5


def test_changes_are_fields_of_the_state():
    for p in presets():
        assert AppState().evolve(**p.changes()).params == p.params


def test_a_preset_is_recognised_by_its_parameters():
    assert matching(preset("d512").params) is preset("d512")
    assert matching(EncodingParams(base=17)) is None


def test_an_unknown_preset_names_the_known_ones():
    with pytest.raises(ValueError, match=r"paper, printed-table, .* not 'papier'"):
        preset("papier")
