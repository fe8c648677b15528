"""Sentence mode: the words stand at the positions, in the heat map, on the wall and in the status bar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gui_kit import field, picture, still
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine import EncodingParams
from gui.canvas.view import CanvasView
from gui.dialwall.view import DialWallView
from gui.heatmap.view import HeatmapView
from gui.model.intents import speak
from gui.model.position import Position
from gui.model.session import SessionError, from_json, to_json
from gui.model.state import SENTENCE_LIMIT, AppState, word_at
from gui.tour.actions import Memory, Shuffle
from gui.tour.loading import tours
from gui.tour.patch import opening
from gui.window.main_window import MainWindow

SENTENCE = "the cat sat on the mat"
SPOKEN = still(params=EncodingParams(8)).evolve(**speak(AppState(params=EncodingParams(8)), SENTENCE))


def test_the_table_becomes_as_long_as_the_sentence() -> None:
    assert SPOKEN.params.length == 6
    assert [word_at(SPOKEN, n) for n in range(-1, 7)] == ["", "the", "cat", "sat", "on", "the", "mat", ""]
    assert speak(SPOKEN, "  ") == {"sentence": ""}
    assert len(AppState().evolve(sentence="x" * 1000).sentence) == SENTENCE_LIMIT


def test_rows_of_the_heat_map_are_named(show: Callable[..., CanvasView]) -> None:
    view = show(HeatmapView, SPOKEN, 500, 400)
    axis = view._parts.rows
    assert [tick.text for tick in axis.ticks(0.0, 6.0, 300.0)] == [
        f"{word}  {n}" for n, word in enumerate(SENTENCE.split())
    ]
    narrow = view.area.left()
    view.store.update(sentence="")
    picture(view)
    assert view.area.left() < narrow
    assert [tick.text for tick in axis.ticks(0.0, 6.0, 300.0)] == list("012345")


def test_the_wall_marks_the_present_word(show: Callable[..., CanvasView]) -> None:
    view = show(DialWallView, SPOKEN, 500, 400)
    faces = view._faces
    for n, word in enumerate(SENTENCE.split()):
        view.store.update(position=Position(n, 0.5))
        picture(view)
        assert f"[{word}]" in view._notes.text()
        assert view._notes.text().count("[") == 1
    assert view._faces is faces


def test_typing_a_sentence(window: MainWindow) -> None:
    entry = field(window, "sentenceField")
    entry.setFocus()
    QTest.keyClicks(entry, SENTENCE)
    QTest.keyClick(entry, Qt.Key.Key_Return)
    window.store.update(position=Position(2))
    window.store.flush()
    assert window.store.state.params.length == 6
    status = window.findChild(QLabel, "statusText")
    assert status is not None
    assert "“sat”" in status.text()
    window.undo()
    window.store.flush()
    assert entry.text() == ""
    assert window.store.state.params.length == 128


def test_a_session_keeps_the_sentence() -> None:
    assert from_json(to_json(SPOKEN)) == SPOKEN
    with pytest.raises(SessionError, match="sentence"):
        from_json({"schema": 1, "sentence": 7})


def test_a_tour_keeps_the_sentence_and_shuffles_it() -> None:
    assert opening(SPOKEN).sentence == SENTENCE
    shuffles = [a for tour in tours() for step in tour.steps for a in step.actions if isinstance(a, Shuffle)]
    said = shuffles[0].run(SPOKEN, Memory()).said
    assert sorted(said.partition("”")[0].lstrip("“").split()) == sorted(SENTENCE.split())
