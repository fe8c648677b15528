"""The tours that come with the program, and files that are none: each refused by file, step and field."""

from __future__ import annotations

import copy
import json

import pytest

from gui.model.state import AppState
from gui.tour.actions import Change, Collide, Memory, Shuffle
from gui.tour.loading import ORDER, TourError, load_tour, read_tour, tours
from gui.tour.proof import agrees, numbers_in, problems
from gui.tour.tour import DEPTHS

GOOD = {
    "schema": 1,
    "name": "mine",
    "title": "Mine",
    "about": "A tour.",
    "steps": [
        {"title": "First", "text": {"plain": "Here {S(1)}."}, "set": {"preset": "d512", "position": "1e6"}},
        {
            "title": "Second",
            "set": {"params": {"d_model": 8, "convention": "ddpm"}, "gap": 5, "pins": [{"base": 100}]},
            "views": ["dials", "waves"],
            "spotlight": {"pair": 3},
            "text": {"plain": ["One.", "Two: 3.14."], "researcher": "Deep: 25.8 BLEU."},
            "formulas": [{"tex": "\\num{gap}"}, {"tex": "x", "from": "researcher"}],
            "actions": [
                {"kind": "collide", "label": "Find", "epsilon": 0.1},
                {"kind": "shuffle", "label": "Shuffle", "sentence": "the dog bites"},
                {"kind": "set", "label": "Base {base}", "set": {"params": {"base": 10}}},
            ],
            "checks": [{"quote": "3.14", "is": "pi"}],
            "reported": [{"quote": "25.8 BLEU", "source": "somewhere"}],
        },
    ],
}


def changed(where, value):
    """Return the good tour with one thing in it replaced; `where` is a path such as "steps 1 views"."""
    data = copy.deepcopy(GOOD)
    at = data
    *path, last = [int(part) if part.isdigit() else part for part in where.split()]
    for part in path:
        at = at[part]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return data


def read(data):
    return read_tour(json.dumps(data), "mine.json")


# ---- the tours that come with the program -------------------------------------------------------


@pytest.mark.parametrize("name", ORDER)
def test_every_number_of_a_tour_is_computed_again(name):
    assert list(problems(load_tour(name))) == []


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour.name)
def test_a_tour_is_complete(tour):
    assert tour.name in ORDER
    assert tour.about
    assert 6 <= len(tour.steps) <= 10
    for step, state in zip(tour.steps, tour.states(AppState()), strict=True):
        assert state.params.pairs > state.pair
        assert state.evolve() is state
        assert step.views
        texts = [step.texts[depth].quoted for depth in DEPTHS]
        assert len(set(texts)) == 3, f"{step.title}: three depths, three texts"
        assert all(60 < len(text) < 420 for text in texts), step.title


def test_steps_keep_the_look():
    start = AppState(theme="dark", text_size=24)
    for tour in tours():
        assert all((state.theme, state.text_size) == ("dark", 24) for state in tour.states(start))


def test_a_name_and_a_path_are_both_read(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    assert load_tour(path).title == "Mine"
    assert load_tour("mistakes").name == "mistakes"


# ---- reading ------------------------------------------------------------------------------------


def test_what_is_read():
    tour = read(GOOD)
    first, second = tour.steps
    assert list(problems(tour)) == []
    states = list(tour.states(AppState()))
    assert states[0].position.whole == 10**6
    assert states[1].params.d_model == 8
    assert (states[1].params.base, states[1].params.length) == (10000, 512)
    assert states[1].pins[0].base == 100
    assert states[1].gap_hand
    assert first.texts["researcher"] is first.texts["plain"]
    assert first.views == ("dials", "heatmap", "similarity")
    assert second.texts["developer"] is second.texts["plain"]
    assert [len(second.formulas[depth]) for depth in DEPTHS] == [1, 1, 2]
    assert [type(action) for action in second.actions] == [Collide, Shuffle, Change]
    assert second.sources("25.8 BLEU") == ("somewhere",)


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("schema", 2, ["mine.json, schema", "it must be 1"]),
        ("schema", None, ["mine.json, schema", "missing"]),
        ("title", "", ["mine.json, title", "empty"]),
        ("steps", [], ["mine.json, steps", "at least one"]),
        ("steps", {}, ["mine.json, steps", "list"]),
        ("extra", 1, ["mine.json, extra", "no such field"]),
        ("steps 1", "x", ["step 2", "an object"]),
        ("steps 1 title", 3, ["step 2, title", "a text"]),
        ("steps 1 text plain", None, ["step 2, text.plain", "missing"]),
        ("steps 1 text expert", "x", ["step 2, text.expert", "no such field"]),
        ("steps 1 text plain", "{S(}", ["step 2, text.plain", "ends too early"]),
        ("steps 1 text plain", ["a", ""], ["step 2, text.plain", "empty"]),
        ("steps 0 text researcher", "{foo(1)}", ["step 1, text.researcher", "no function 'foo'"]),
        ("steps 1 set params d_model", 0, ["step 2, set", "d_model must be"]),
        ("steps 1 set params convention", "x", ["step 2, set", "convention must be one of"]),
        ("steps 1 set params width", 8, ["step 2, set", "'width'"]),
        ("steps 1 set params", [], ["step 2, set", "params"]),
        ("steps 1 set theme", "dark", ["step 2, set", "'theme' cannot be set"]),
        ("steps 1 set gap", -1, ["step 2, set", "gap"]),
        ("steps 1 set position", "far", ["step 2, set", "position"]),
        ("steps 1 set pair", 4, ["step 2, set.pair", "out of range"]),
        ("steps 1 set playing", 1, ["step 2, set", "playing", "true or false"]),
        ("steps 1 set pins", {}, ["step 2, set", "pins"]),
        ("steps 0 set preset", "big", ["step 1, set", "preset must be one of"]),
        ("steps 1 set params", {"d_model": 3, "convention": "pytorch"}, ["step 2, set", "even"]),
        ("steps 1 views", ["dial"], ["step 2, views", "no view 'dial'"]),
        ("steps 1 views", [], ["step 2, views", "at least one"]),
        ("steps 1 spotlight", {"pair": 1, "row": 1}, ["step 2, spotlight", "one of"]),
        ("steps 1 spotlight", {"pair": 9}, ["step 2, spotlight.pair", "no pair 9"]),
        ("steps 1 spotlight", {"row": -1}, ["step 2, spotlight.row", "0 or more"]),
        ("steps 1 spotlight", {"cell": 1}, ["step 2, spotlight.cell", "no such field"]),
        ("steps 1 formulas 0 tex", "\\num{position}", ["step 2, formulas[1].tex", "position"]),
        ("steps 1 formulas 1 from", "expert", ["step 2, formulas[2].from", "expert"]),
        ("steps 1 actions 0 kind", "jump", ["step 2, actions[1].kind", "collide"]),
        ("steps 1 actions 0 epsilon", 3, ["step 2, actions[1].epsilon", "0.5"]),
        ("steps 1 actions 1 sentence", "word", ["step 2, actions[2].sentence", "words"]),
        ("steps 1 actions 2 set", {"gap": "x"}, ["step 2, actions[3].set", "gap"]),
        ("steps 1 actions 2 label", "{x}", ["step 2, actions[3].label", "'x'"]),
        ("steps 1 checks 0 is", "1 +", ["step 2, checks[1].is", "too early"]),
        ("steps 1 checks 0 within", 2, ["step 2, checks[1].within", "0.5"]),
        ("steps 1 reported 0 source", None, ["step 2, reported[1].source", "missing"]),
    ],
)
def test_errors_name_file_step_and_field(where, value, said):
    with pytest.raises(TourError) as problem:
        read(changed(where, value))
    message = str(problem.value)
    assert message.startswith("mine.json")
    assert "\n" not in message
    for part in said:
        assert part in message


@pytest.mark.parametrize("text", ["", "\0" * 64, "{", "[]", "7", "[" * 100_000, '{"schema": true}'])
def test_files_that_are_no_tours(text):
    with pytest.raises(TourError, match=r"mine\.json"):
        read_tour(text, "mine.json")


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(TourError, match=r"none\.json"):
        load_tour(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TourError, match="UTF-8"):
        load_tour(tmp_path / "bytes.json")


# ---- the proof ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("At 3 and 0.948, −16.49 of 256.", ["3", "0.948", "−16.49", "256"]),
        ("54 410 positions, 5×10⁶, 1.4e-14", ["54 410", "5×10⁶", "1.4e-14"]),
        ("PE[p, 2i], d/2 - 1, float32, √2, 2π, 1.3B", ["2", "1"]),
    ],
)
def test_numbers_are_found(text, numbers):
    assert numbers_in(text) == numbers


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("steps 1 checks 0 quote", "3.15", "stands in no text"),
        ("steps 1 checks 0 is", "pi + 0.01", "is quoted, and"),
        ("steps 1 checks 0 is", "collision(0.1, 20)", "cannot be checked"),
        ("steps 1 checks", [], "without a check"),
        ("steps 1 text plain", "Seventeen is 17.", "'17' is quoted without a check"),
        ("steps 1 title", "Step 99", "'99' is quoted without a check"),
        ("steps 1 text researcher", "{wavelength(40)}", "has no value"),
    ],
)
def test_the_proof_finds_what_is_wrong(where, value, said):
    assert any(said in problem for problem in problems(read(changed(where, value))))


@pytest.mark.parametrize(
    ("quote", "expression", "within", "right"),
    [
        ("3.1416", "pi", 0, True),
        ("3.1415", "pi", 0, False),
        ("about 3", "pi", 0, True),
        ("87 %", "0.868", 0, True),
        ("62 832", "2*pi*10000", 0, True),
        ("5.06×10⁶", "wavelength(63, d=128, base=10^6)", 0, True),
        ("−16.49", "S(10000, d=512)", 0, True),
        ("3000", "pi * 1000", 0, False),
        ("3000", "pi * 1000", 0.05, True),
    ],
)
def test_quotes_agree_to_their_last_digit(quote, expression, within, right):
    data = changed("steps 1 checks", [{"quote": quote, "is": expression, "within": within}])
    assert agrees(read(data).steps[1].checks[0], AppState()) is right


# ---- what a class can do ------------------------------------------------------------------------


def test_the_finder_goes_from_collision_to_collision():
    state = AppState(playing=False).evolve(params=read(GOOD).steps[1].patch.applied(AppState()).params)
    action, memory, gaps = Collide(read(GOOD).steps[1].actions[0].label, 0.2), Memory(), []
    for _ in range(3):
        outcome = action.run(state, memory)
        memory, state = outcome.memory, outcome.state
        gaps.append(state.gap)
    assert gaps == sorted(set(gaps))
    assert f"{gaps[-1]}"[-3:] in outcome.said
    assert state.params.length > state.gap or state.gap >= 65536


def test_the_finder_starts_anew_for_another_encoding():
    action = Collide(read(GOOD).steps[1].actions[0].label, 0.1)
    narrow = load_tour("not-a-ruler").steps[3].patch.applied(AppState())
    first = action.run(narrow, Memory())
    assert first.state.gap == 63
    wider = first.state.evolve(params=type(narrow.params)(8, 100.0, 128))
    assert action.run(wider, first.memory).state.gap == 22054


def test_shuffling_changes_nothing_without_positions():
    action = read(GOOD).steps[1].actions[1]
    first = action.run(AppState(), Memory())
    second = action.run(AppState(), first.memory)
    assert first.said != second.said
    assert "not at all" in first.said
    assert "the dog bites”" not in first.said
    assert action.run(AppState(), Memory()).said == first.said
