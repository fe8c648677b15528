"""The export dialog: it asks, shows, explains, asks before it replaces, and can be stopped."""

from __future__ import annotations

import pytest
from gui_kit import picture
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QLineEdit, QMessageBox

from engine import TABLE_KINDS
from gui.export.size import Size
from gui.export.stage import Shot
from gui.model.position import Position
from gui.window import exporting
from gui.window.export_dialog import ExportDialog
from gui.window.export_fields import Choices
from gui.window.exporting import reduced


@pytest.fixture
def ask(window, tmp_path):
    """Open dialogs of the window; they are closed when the test ends."""
    opened = []

    def opening(**choices):
        dialog = ExportDialog(window, Choices(folder=tmp_path, **choices))
        dialog.show()
        opened.append(dialog)
        return dialog

    yield opening
    for dialog in opened:
        dialog.close()
        dialog.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def pick(dialog, name, value):
    chooser = dialog.findChild(QComboBox, name)
    chooser.setCurrentIndex(chooser.findData(value))


def write(dialog, name, text):
    line = dialog.findChild(QLineEdit, name)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


def test_a_picture_as_it_is_offered(ask, tmp_path):
    dialog = ask()
    assert dialog.fields.path() == tmp_path / "dials.png"
    assert dialog.preview.picture.pixmap().size() == QSize(420, 236)
    assert "1920x1080 pixels, about " in dialog.preview.estimate.text()
    dialog.accept()
    with Image.open(tmp_path / "dials.png") as image:
        assert (image.size, image.text["view"]) == ((1920, 1080), "dials")
    assert dialog.exported == tmp_path / "dials.png"
    assert not dialog.isVisible()


@pytest.mark.parametrize("what", ["picture", "clip", "table"])
def test_every_subject_and_format(ask, tmp_path, what):
    dialog = ask(what=what, size="128x96", seconds="0.2", fps="10")
    for subject, _ in exporting.subjects_of(what)[:: 1 if what != "table" else 3]:
        pick(dialog, "exportSubject", subject)
        for suffix in exporting.suffixes_of(what):
            if (what, suffix) == ("clip", ".mp4") and subject == "window":
                continue
            pick(dialog, "exportFormat", suffix)
            path = tmp_path / f"{subject}{suffix}"
            assert dialog.fields.path() == path
            dialog.accept()
            assert not dialog.error.text()
            assert path.is_dir() if not suffix else path.stat().st_size > 50
            dialog.show()


def test_only_the_rows_that_matter(ask):
    dialog = ask()
    fields = dialog.fields
    shown = {
        "picture": {"measure", "theme", "dpi", "transparent"},
        "clip": {"measure", "theme", "start", "end", "seconds", "fps"},
        "table": set(),
    }
    for what, rows in shown.items():
        pick(dialog, "exportWhat", what)
        names = shown["picture"] | shown["clip"]
        assert {name for name in names if getattr(fields, name).isVisible()} == rows
    assert [fields.subject.itemData(n) for n in range(fields.subject.count())] == list(TABLE_KINDS)


def test_what_is_typed_is_what_is_made(ask, tmp_path, qtbot):
    dialog = ask()
    write(dialog, "exportDpi", "100")
    dialog.fields.measure.setEditText("a6")
    pick(dialog, "exportTheme", "dark")
    write(dialog, "exportPath", "mine.webp")
    assert dialog.fields.format.currentData() == ".webp"
    qtbot.waitUntil(lambda: dialog.preview.estimate.text().startswith("583x413"))
    dialog.accept()
    with Image.open(tmp_path / "mine.webp") as image:
        assert image.size == (583, 413)
        assert image.getpixel((582, 412)) == (20, 22, 25)


def test_the_format_renames_what_was_typed(ask, tmp_path):
    dialog = ask()
    write(dialog, "exportPath", str(tmp_path / "mine"))
    assert dialog.job().path == tmp_path / "mine.png"
    pick(dialog, "exportFormat", ".svg")
    assert dialog.fields.path() == tmp_path / "mine.svg"
    pick(dialog, "exportSubject", "waves")
    assert dialog.fields.path() == tmp_path / "mine.svg"


@pytest.mark.parametrize(
    ("field", "text", "match"),
    [
        ("measure", "10x10", "64 to 16384"),
        ("measure", "big", "size is width x height"),
        ("dpi", "1", "dots per inch must be a whole number from 36"),
        ("file", "a.bmp", "a picture is written as .png"),
    ],
)
def test_what_cannot_be_is_said_in_the_dialog(ask, field, text, match, qtbot):
    dialog = ask()
    chosen = getattr(dialog.fields, field)
    (chosen.setEditText if field == "measure" else chosen.setText)(text)
    if field == "file":
        dialog.accept()
    qtbot.waitUntil(lambda: match in dialog.error.text())
    assert dialog.isVisible()
    assert field == "file" or not dialog.export.isEnabled()
    getattr(dialog.fields, field).setFocus()
    (chosen.setEditText if field == "measure" else chosen.setText)(
        {"measure": "a4", "dpi": ""}.get(field, "a.png")
    )
    qtbot.waitUntil(lambda: not dialog.error.text() and dialog.export.isEnabled())


def test_an_unwritable_place_is_said_in_the_dialog(ask, tmp_path):
    dialog = ask()
    dialog.fields.file.setText(str(tmp_path / "missing" / "a.png"))
    dialog.accept()
    assert "there is no folder" in dialog.error.text()
    assert dialog.isVisible()


def test_replacing_is_asked_for_once_the_suffix_is_known(ask, tmp_path, monkeypatch):
    (tmp_path / "mine.png").write_bytes(b"old")
    asked = []

    def answer(reply):
        monkeypatch.setattr(QMessageBox, "question", lambda *arguments: asked.append(arguments[2]) or reply)

    dialog = ask(size="128x96")
    dialog.fields.file.setText("mine")
    answer(QMessageBox.StandardButton.No)
    dialog.accept()
    assert (tmp_path / "mine.png").read_bytes() == b"old"
    assert dialog.isVisible()
    answer(QMessageBox.StandardButton.Yes)
    dialog.accept()
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")
    assert asked == ["mine.png exists already. Replace it?"] * 2


def test_browsing_leaves_the_question_to_the_dialog(ask, tmp_path, monkeypatch):
    dialog = ask()
    seen = []

    def chosen(*arguments, options):
        seen.append(options)
        return str(tmp_path / "mine"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    dialog.fields.browse.click()
    assert dialog.fields.path() == tmp_path / "mine.png"
    assert seen == [QFileDialog.Option.DontConfirmOverwrite]


@pytest.mark.parametrize(("what", "subject"), [("clip", "dials"), ("table", "encoding")])
def test_long_work_can_be_stopped_and_the_window_goes_on(window, ask, tmp_path, what, subject):
    dialog = ask(what=what, size="128x96", seconds="600")
    window.store.update(params=window.store.state.params.__class__(512, 1e4, 10**6))
    dialog._state = window.store.state
    pick(dialog, "exportSubject", subject)
    turns = []
    beat = QTimer(interval=5)
    beat.timeout.connect(lambda: turns.append(dialog.preview.progress.isVisible()))
    beat.start()
    QTimer.singleShot(150, dialog.close_button.click)
    dialog.accept()
    beat.stop()
    assert dialog.preview.estimate.text() == "Stopped: nothing was written."
    assert list(tmp_path.iterdir()) == []
    assert turns.count(True) >= 2
    assert dialog.isVisible()
    assert dialog.fields.isEnabled()
    assert dialog.close_button.text() == "Close"
    dialog.close_button.click()
    assert not dialog.isVisible()


def test_closing_the_window_ends_what_is_written(window, ask, tmp_path):
    dialog = ask(what="clip", size="128x96", seconds="600")
    QTimer.singleShot(100, window.close)
    dialog.accept()
    assert list(tmp_path.iterdir()) == []


def test_choices_are_remembered(window, tmp_path, monkeypatch):
    def first(dialog):
        pick(dialog, "exportWhat", "clip")
        pick(dialog, "exportFormat", ".webp")
        write(dialog, "exportSeconds", "3")
        dialog.fields.file.setText(str(tmp_path / "mine.webp"))

    monkeypatch.setattr("gui.window.dialogs.run", first)
    window.export()
    kept = window._exported
    assert (kept.what, kept.suffixes["clip"], kept.seconds, kept.folder) == ("clip", ".webp", "3", tmp_path)
    seen = []
    monkeypatch.setattr("gui.window.dialogs.run", lambda dialog: seen.append(dialog.choices()))
    window.export()
    assert seen == [kept]


def test_it_opens_from_the_keyboard_and_exports_with_enter(window, tmp_path, monkeypatch, qtbot):
    monkeypatch.setattr(window, "_exported", Choices(folder=tmp_path, size="128x96"))

    def press():
        dialog = QApplication.activeModalWidget()
        assert dialog.objectName() == "exportDialog"
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    QTimer.singleShot(300, press)
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert (tmp_path / "dials.png").exists()
    assert window.statusBar().currentMessage() == f"Exported {tmp_path / 'dials.png'}"


def test_every_control_has_a_name_and_a_tip(ask):
    dialog = ask()
    for kind in (QComboBox, QLineEdit, QAbstractButton):
        for control in dialog.findChildren(kind):
            if control.objectName().startswith("export"):
                assert control.accessibleName()
                assert control.toolTip()
    names = {"exportWhat", "exportSubject", "exportFormat", "exportSize", "exportPath", "exportButton"}
    assert names <= {child.objectName() for child in dialog.findChildren(object)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_window_keeps_its_look(window, ask, tmp_path, theme):
    window.store.update(theme=theme)
    window.store.flush()
    sheet, before = QApplication.instance().styleSheet(), picture(window.views["dials"])
    dialog = ask(size="600x400", theme="print")
    pick(dialog, "exportSubject", "window")
    dialog.show_preview()
    dialog.accept()
    with Image.open(tmp_path / "window.png") as image:
        assert image.text["theme"] == "print"
    assert QApplication.instance().styleSheet() == sheet
    assert window.updatesEnabled()
    assert picture(window.views["dials"]) == before


def test_a_preview_is_the_picture_made_smaller(window, ask):
    dialog = ask(size="1000x3000")
    job = dialog.job()
    image = exporting.preview(job, QSize(400, 300), window)
    assert (image.width(), image.height()) == (100, 300)
    small = reduced(Shot(Size(4000, 100), 2.0), 1000)
    assert (small.size, small.scale) == (Size(2560, 64), 1.28)


def test_tables_are_previewed(ask):
    dialog = ask(what="table")
    assert "position" in dialog.preview.picture.text()
    assert "128 rows" in dialog.preview.estimate.text()
    pick(dialog, "exportSubject", "collisions")
    dialog.show_preview()
    assert dialog.preview.picture.text() == "It is searched for when it is written."


def test_copying(window, monkeypatch, qtbot):
    clipboard = QApplication.clipboard()
    window.store.update(pair=3, position=Position(5))
    window.store.flush()
    window.views["similarity"].setFocus()
    QTest.keyClick(
        window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert clipboard.image().size() == window.views["similarity"].size()
    assert window.statusBar().currentMessage() == "Copied the picture of similarity against gap"
    window.copying.table()
    rows = [line.split("\t") for line in clipboard.text().splitlines()]
    assert rows[0] == ["gap", "similarity", "from_0", "from_p"]
    assert len(rows) == 129
    window.findChild(QLineEdit, "baseField").setFocus()
    assert window.copying.view == "similarity"
    window.copying.code("torch")
    assert "import torch" in clipboard.text()
    window.copying.value()
    assert "pair\t3\n" in clipboard.text()
    assert "position\t5\n" in clipboard.text()


def test_the_pair_under_the_pointer_is_copied(window):
    hover = window.store.state.hover.__class__(pair=9, row=77)
    window.store.update(hover=hover, pair=1)
    window.copying.value()
    text = QApplication.clipboard().text()
    assert "pair\t9\n" in text
    assert "position\t77\n" in text
    assert window.store.state.pair == 1


def test_what_cannot_be_copied_is_said(window):
    window.store.update(params=window.store.state.params.__class__(512, 1e4, 10**9))
    window.store.flush()
    for copy in (window.copying.table, lambda: window.copying.code("numpy")):
        copy()
        assert window.statusBar().currentMessage().startswith("Not copied: ")


def test_every_table_has_a_title():
    assert set(exporting.TABLES) == set(TABLE_KINDS)
