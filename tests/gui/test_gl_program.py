"""Shader programs, contexts and raw OpenGL within a painter's frame."""

from __future__ import annotations

import pytest
from gl_kit import Workbench
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QOpenGLContext, QPainter

from gui.canvas import program
from gui.canvas.context import ContextStore, GLError, current_context
from gui.canvas.native import native
from gui.canvas.palette import palette
from gui.canvas.program import Program, first_line, source
from gui.canvas.target import Target

DEPTH, CULL, SCISSOR, COLOUR_MASK, UNPACK_ALIGNMENT = 0x0B71, 0x0B44, 0x0C11, 0x0C23, 0x0CF5


class Held:
    """A resource that counts."""

    made = released = 0

    def __init__(self) -> None:
        Held.made += 1
        self.context = current_context()

    def release(self) -> None:
        Held.released += 1


@pytest.fixture(autouse=True)
def counters(workbench: Workbench) -> None:
    Held.made = Held.released = 0
    workbench.use()


def test_the_rasteriser_is_named(workbench: Workbench, record_property: pytest.RecordProperty) -> None:
    record_property("renderer", workbench.found.renderer)
    assert workbench.gl.glGetString(0x1F01) == workbench.found.renderer != ""
    assert (workbench.context.format().majorVersion(), workbench.context.format().minorVersion()) >= (3, 3)


@pytest.mark.parametrize("name", ["dial", "heatmap"])
def test_the_sources_are_found_and_start_with_their_version(name: str) -> None:
    for stage in ("vert", "frag"):
        text = source(f"{name}.{stage}", {"HALF": 0.5, "COUNT": 3, "LIST": [1, 2.5]})
        assert text.splitlines()[:4] == [
            "#version 330 core",
            "#define HALF 0.5",
            "#define COUNT 3",
            "#define LIST float[2](1.0, 2.5)",
        ]


def test_a_program_that_does_not_compile_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        program, "source", lambda file, constants: "#version 330 core\nvoid main() { nonsense; }"
    )
    with pytest.raises(GLError, match=r"heatmap\.vert does not compile: .*nonsense"):
        Program("heatmap")


def test_a_program_that_does_not_link_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unfitting(file: str, constants: object) -> str:
        if file.endswith(".vert"):
            return "#version 330 core\nout float a; void main() { a = 1.0; gl_Position = vec4(0.0); }"
        return "#version 330 core\nin vec4 a; out vec4 c; void main() { c = a; }"

    monkeypatch.setattr(program, "source", unfitting)
    with pytest.raises(GLError, match="heatmap does not link: "):
        Program("heatmap")


def test_the_first_line_of_a_log() -> None:
    assert first_line("\n  \n 0:1: error\nmore") == "0:1: error"
    assert first_line("") == "no reason given"


def test_a_context_keeps_one_of_each_and_loses_it_when_it_goes(workbench: Workbench) -> None:
    store: ContextStore[Held] = ContextStore(Held)
    mine = store.current()
    assert store.current() is mine
    other = workbench.sharing()
    assert store.current() is not mine
    assert len(store) == Held.made == 2
    other.close()
    assert (len(store), Held.released) == (1, 1)
    workbench.use()
    assert store.current() is mine
    store.clear()
    assert (len(store), Held.released) == (0, 2)
    assert QOpenGLContext.currentContext() is workbench.context, "what was current is so again"


def test_release_happens_in_the_context_itself(workbench: Workbench) -> None:
    seen: list[bool] = []

    class Watched(Held):
        def release(self) -> None:
            seen.append(QOpenGLContext.currentContext() is other.context)

    other = workbench.sharing()
    store: ContextStore[Watched] = ContextStore(Watched)
    store.current()
    workbench.use()
    store.clear()
    assert seen == [True]
    other.close()


def test_without_a_context_nothing_is_made(workbench: Workbench) -> None:
    workbench.context.doneCurrent()
    store: ContextStore[Held] = ContextStore(Held)
    with pytest.raises(GLError, match="lost"):
        store.current()
    assert Held.made == 0


def painted(workbench: Workbench, broken: bool) -> dict[int, object]:
    """Meddle with the state as careless code would, and return what is left of it."""
    left: dict[int, object] = {}

    def draw(painter: QPainter) -> None:
        painter.fillRect(0, 0, 40, 40, Qt.GlobalColor.white)
        rect = QRectF(10, 10, 20, 20)
        target = Target.of(painter, rect, rect, QFont(), palette("light"))
        gl = workbench.gl
        for switch in (DEPTH, CULL):
            gl.glEnable(switch)
        gl.glColorMask(0, 0, 0, 0)
        try:
            with native(painter, target) as frame:
                assert (frame.width, frame.height) == (40, 40)
                gl.glClearColor(1.0, 0.0, 0.0, 1.0)
                gl.glClear(0x4000)
                if broken:
                    raise GLError("on purpose")
        except GLError:
            assert broken
        for name in (DEPTH, CULL, SCISSOR):
            left[name] = bool(gl.glIsEnabled(name))
        left[UNPACK_ALIGNMENT] = gl.glGetIntegerv(UNPACK_ALIGNMENT)
        painter.fillRect(0, 0, 5, 5, Qt.GlobalColor.blue)

    pixels = workbench.picture(draw, 40, 40)
    assert tuple(pixels[20, 20, :3]) == (255, 0, 0), "what is drawn inside the clip"
    assert tuple(pixels[35, 20, :3]) == (255, 255, 255), "the clip binds raw OpenGL too"
    assert tuple(pixels[2, 2, :3]) == (0, 0, 255), "QPainter goes on"
    return left


@pytest.mark.parametrize("broken", [False, True])
def test_state_is_put_back(workbench: Workbench, broken: bool) -> None:
    left = painted(workbench, broken)
    assert left == {DEPTH: False, CULL: False, SCISSOR: False, UNPACK_ALIGNMENT: 4}
