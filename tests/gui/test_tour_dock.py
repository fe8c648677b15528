"""The tour panel and the caption: nothing clipped at any width, live numbers, keyboards and colours."""

from __future__ import annotations

import pytest
from gui_kit import still
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from engine import EncodingParams
from gui.model.position import Position
from gui.model.store import Store
from gui.tour.caption import LARGEST_SHARE, SMALLEST_POINTS, TourCaption, sentences
from gui.tour.dock import TourPanel
from gui.tour.loading import read_tour, tours
from gui.tour.player import TourPlayer
from gui.tour.prose import Page, Prose, Words, WrapButton
from gui.tour.tour import DEPTHS
from gui.window.theme import apply_look

SCREENS = (QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080))


@pytest.fixture
def look(qapp):
    """Dress the application; the usual look comes back when the test ends."""
    yield lambda theme, size: apply_look(qapp, theme, size)
    apply_look(qapp, "light", 0)


@pytest.fixture
def made(qapp):
    """Make a widget of a store and a player; it is closed when the test ends."""
    widgets = []

    def make(create, width=400, height=600, **fields):
        store = Store(still(**fields))
        player = TourPlayer(store, lambda: 0.0, reduced_motion=True)
        widget = create(store, player)
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(width, height)
        widget.show()
        settle()
        widgets.append(widget)
        return widget, player, store

    yield make
    for widget in widgets:
        widget.close()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle():
    for _ in range(3):
        QCoreApplication.processEvents()


def assert_unclipped(panel):
    for prose in panel.findChildren(Prose):
        if prose.isVisible():
            assert prose.page.height <= prose.height(), prose.accessibleName()
            assert prose.page.width <= prose.width(), prose.accessibleName()
    for button in panel.findChildren(QPushButton):
        if button.isVisible() and not isinstance(button, WrapButton):
            assert button.fontMetrics().horizontalAdvance(button.text()) + 8 <= button.width()
            assert button.sizeHint().height() <= button.height()
    for area in (panel.list, panel.body):
        if area.isVisible():
            assert area.widget().width() <= area.viewport().width()


def walk(player):
    """Go through all steps there and back."""
    yield
    while player.next():
        yield
    while player.previous():
        yield


# ---- the panel ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour.name)
@pytest.mark.parametrize(
    ("width", "theme", "size"),
    [(320, "light", 0), (400, "dark", 14), (560, "light", 18), (320, "dark", 24), (400, "light", 24)],
)
def test_no_step_is_clipped(made, look, tour, width, theme, size):
    look(theme, size)
    panel, player, store = made(TourPanel, width, theme=theme)
    assert_unclipped(panel)
    for depth in DEPTHS:
        player.set_depth(depth)
        player.start(tour)
        for _ in walk(player):
            store.flush()
            settle()
            assert_unclipped(panel)
    assert panel.width() == width


def test_the_list_starts_a_tour_and_leaving_shows_it_again(made):
    panel, player, _ = made(TourPanel)
    button = panel.findChild(QPushButton, "start_mistakes")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert player.tour.name == "mistakes"
    assert panel.body.isVisible()
    assert not panel.back.isEnabled()
    panel.on.click()
    panel.on.click()
    panel.back.click()
    assert player.index == 1
    assert "Step 2 of 8" in panel.place.accessibleName()
    panel.out.click()
    assert player.tour is None
    assert panel.list.isVisible()


def test_the_depth_can_be_switched_at_any_moment(made):
    panel, player, _ = made(TourPanel)
    player.start(tours()[1])
    texts = set()
    for n, depth in enumerate(DEPTHS):
        panel.depths.button(n).click()
        assert player.depth == depth
        texts.add(panel.text.accessibleName())
    assert len(texts) == 3
    player.set_depth("plain")
    assert panel.depths.checkedId() == 0


def test_numbers_are_live_and_only_their_changes_count(made, monkeypatch):
    panel, player, store = made(TourPanel)
    player.start(tours()[1], step=4)
    written = []
    inner = panel.text.set_blocks
    monkeypatch.setattr(panel.text, "set_blocks", lambda blocks: (written.append(blocks), inner(blocks)))
    store.update(position=Position(43))
    store.flush()
    assert "position 43" in panel.text.accessibleName()
    store.update(gap=9, hide_cosine=True)
    store.flush()
    assert len(written) == 1
    page = panel.text.page
    store.update(position=Position(43, 0.01))
    store.flush()
    assert panel.text.page is page


def test_slow_numbers_wait_until_the_others_rest(made, qtbot):
    panel, player, store = made(TourPanel)
    player.start(tours()[3], step=4)
    store.update(params=EncodingParams(64, 200.0))
    store.flush()
    assert "…" in panel.text.accessibleName()
    qtbot.waitUntil(lambda: "…" not in panel.text.accessibleName(), timeout=5000)


def test_a_step_is_shown_before_its_slow_numbers(made, qtbot):
    panel, player, _ = made(TourPanel)
    player.reduced_motion = False
    player.set_depth("developer")
    player.start(tours()[0], step=2)
    assert player.moving
    assert "searched exactly: …" in panel.text.accessibleName()
    qtbot.waitUntil(lambda: "searched exactly: none up to" in panel.text.accessibleName(), timeout=5000)
    player.leave()


def test_formulas_turn_pale_until_they_are_set_anew(made, qtbot):
    panel, player, store = made(TourPanel)
    player.set_depth("developer")
    player.start(tours()[2], step=4)
    store.flush()
    assert any(getattr(block, "pale", None) is False for block in panel.text.blocks)
    store.update(gap=9)
    store.flush()
    assert any(getattr(block, "pale", False) for block in panel.text.blocks)
    qtbot.waitUntil(lambda: not any(getattr(b, "pale", False) for b in panel.text.blocks), timeout=5000)


def test_actions_are_buttons(made):
    panel, player, store = made(TourPanel)
    player.start(tours()[3], step=3)
    panel.findChild(WrapButton, "tourAction_0").click()
    assert store.state.gap == 63
    assert "63" in panel.finding.accessibleName()
    assert panel.finding.isVisible()
    player.next()
    settle()
    assert not panel.finding.isVisible()
    assert panel.findChild(WrapButton, "tourAction_0").accessibleName() == "Search for a collision"


def test_everything_has_a_name_for_screen_readers(made):
    panel, player, _ = made(TourPanel)
    player.start(tours()[3], step=3)
    assert panel.objectName() == "tourPanel"
    for button in panel.findChildren(QPushButton):
        assert button.accessibleName()
        assert button.toolTip()
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_formulas_take_the_theme_s_ink(made, look, theme):
    look(theme, 0)
    panel, player, _store = made(TourPanel, theme=theme)
    player.set_depth("researcher")
    player.start(tours()[2], step=0)
    settle()
    shown = panel.text.grab().toImage()
    ink = panel.palette().windowText().color()
    last = range(panel.text.page.height - 18, panel.text.page.height)
    nearest = min(_apart(shown.pixelColor(x, y), ink) for y in last for x in range(200))
    assert nearest < 60


def _apart(one, other):
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())


# ---- the caption --------------------------------------------------------------------------------


def assert_readable(caption, screen):
    page, prose = caption.prose.page, caption.prose
    assert page.height <= prose.height(), prose.accessibleName()
    assert page.width <= prose.width(), prose.accessibleName()
    assert caption.height() <= LARGEST_SHARE * screen.height()
    assert caption.width() == screen.width()
    block = page.document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            font = parts.fragment().charFormat().font()
            assert font.pointSizeF() >= SMALLEST_POINTS
            parts += 1
        block = block.next()


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour.name)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen.width()}")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_captions_are_large_and_whole(made, look, tour, screen, theme):
    look(theme, 0)
    caption, player, store = made(TourCaption, screen.width(), 200, theme=theme)
    caption.fit(screen)
    for depth in DEPTHS:
        player.set_depth(depth)
        player.start(tour)
        settle()
        seen = []
        while True:
            store.flush()
            caption.resize(screen.width(), caption.height())
            settle()
            assert_readable(caption, screen)
            seen.append((player.index, caption.page))
            if not caption.next():
                break
        assert [index for index, _ in seen] == sorted(index for index, _ in seen)
        assert {index for index, _ in seen} == set(range(player.count))
        back = [(player.index, caption.page)]
        while caption.previous():
            back.append((player.index, caption.page))
        assert back == seen[::-1]


LONG = {
    "schema": 1,
    "name": "long",
    "title": "Long",
    "steps": [
        {
            "title": "A very long step",
            "text": {
                "plain": ["A sentence of *some marked. And going on* words, {pair}. " * 30, "Short. " * 90]
            },
        },
        {"title": "Next", "text": {"plain": "Short."}},
    ],
}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen.width()}")
def test_long_texts_take_several_pages(made, screen):
    import json

    caption, player, _ = made(TourCaption, screen.width(), 200)
    caption.fit(screen)
    player.start(read_tour(json.dumps(LONG), "long.json"))
    assert caption.pages > 1
    words = []
    for _ in range(caption.pages):
        caption.resize(screen.width(), caption.height())
        settle()
        assert_readable(caption, screen)
        words += caption.prose.page.document.toPlainText().split("\n", 1)[1].split()
        assert player.index == 0
        assert caption.next()
    assert player.index == 1
    assert caption.page == 0
    text = " ".join(LONG["steps"][0]["text"]["plain"]).replace("*", "").replace("{pair}", "0")
    assert words == text.split()
    caption.previous()
    assert caption.page == caption.pages - 1


def test_the_finding_is_shown_at_once(made):
    caption, player, _ = made(TourCaption, 1024, 200)
    player.start(tours()[3], step=3)
    assert "Press 1 Find the next collision" in caption.prose.accessibleName()
    player.act(0)
    assert "63 apart" in caption.prose.accessibleName()


def test_a_running_caption_keeps_its_height(made):
    caption, player, store = made(TourCaption, 1024, 200)
    player.start(tours()[1], step=4)
    store.flush()
    height = caption.height()
    for p in range(43, 60):
        store.update(position=Position(p))
        store.flush()
        settle()
        assert f"position {p}" in caption.prose.accessibleName()
        assert caption.height() == height
        assert caption.prose.page.height <= caption.prose.height()


def test_sentences_keep_their_marks_closed():
    assert sentences("One. <i>Two. Three.</i> Four 3.5 <b>5</b>! Six") == [
        "One.",
        "<i>Two. Three.</i> Four 3.5 <b>5</b>!",
        "Six",
    ]


def test_no_widget_is_left(qapp):
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, (TourPanel, TourCaption))]


@pytest.mark.parametrize("width", range(60, 400, 9))
def test_the_digits_of_a_number_stay_on_one_line(qapp, width):
    number = "8\u2009120\u2009745\u2009985"
    page = Page(
        [Words(f"Neighbours, searched exactly: <b>none up to {number}</b> and on.")],
        qapp.font(),
        width + 90,
        qapp.palette(),
    )
    assert page.height > 0  # which lays it out
    block = page.document.begin()
    start, layout = block.text().index("8"), block.layout()
    lines = [layout.lineAt(n) for n in range(layout.lineCount())]
    [holder] = [n for n in lines if n.textStart() <= start < n.textStart() + n.textLength()]
    assert holder.textStart() + holder.textLength() >= start + len(number)
