"""The left side of the export dialog: its fields, what they were last, and the job that they ask for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, get_args

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from gui.export import animation
from gui.export.animation import FIRST_FPS, FIRST_SECONDS, FIRST_SPAN, parse_clip
from gui.export.size import PAPER_DPI, SIZES, Size, is_on_paper, natural_scale, parse_dpi, parse_size
from gui.export.stage import Shot
from gui.model.numbers import position_text
from gui.model.state import THEMES, AppState
from gui.panels.widgets import described
from gui.window.exporting import FOLDER, KINDS, Job, What, subjects_of, suffixes_of

_SIZES: Final = ("1280x720", "1920x1080", "3840x2160", "a4", "a4-portrait")
_AS_SHOWN: Final = ""
_CLIP_ROWS: Final = ("start", "end", "seconds", "fps")
_PICTURE_ROWS: Final = ("dpi", "transparent")
_DRAWN_ROWS: Final = ("measure", "theme")


def first_folder() -> Path:
    """Return where pictures are kept on this machine."""
    places = QStandardPaths.standardLocations(QStandardPaths.StandardLocation.PicturesLocation)
    return next((path for path in map(Path, places) if path.is_dir()), Path.home())


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen last; texts as they were typed.

    Attributes
    ----------
    what : {"picture", "clip", "table"}
        The kind of export.
    subjects, suffixes : dict
        What of, and in which format, for each kind.
    """

    what: What = "picture"
    subjects: dict[str, str] = field(default_factory=lambda: dict.fromkeys(get_args(What), ""))
    suffixes: dict[str, str] = field(
        default_factory=lambda: {kind: suffixes_of(kind)[0] for kind in get_args(What)}
    )
    size: str = "1920x1080"
    dpi: str = ""
    theme: str = _AS_SHOWN
    transparent: bool = False
    start: str = ""
    end: str = ""
    seconds: str = FIRST_SECONDS
    fps: str = FIRST_FPS
    folder: Path = field(default_factory=first_folder)


class Fields(QWidget):
    """The fields, in a form; rows that make no sense for the kind of export are hidden."""

    changed = Signal()

    def __init__(self, choices: Choices, state: AppState) -> None:
        super().__init__()
        self._last = choices
        self._named = True  # whether the path is still the one that follows from the other fields
        self._make_choosers(state)
        self._make_lines(state)
        self.browse = QPushButton("Browse…")
        described(self.browse, "exportBrowse", "Browse", "Choose the place in a file dialog.")
        self.browse.setAutoDefault(False)
        self.place = self._make_place()
        self._form = self._lay_out()
        self._show_choices(choices)
        self._connect()

    # ---- building -------------------------------------------------------------------------------

    def _make_choosers(self, state: AppState) -> None:
        self.what = _chooser("exportWhat", "Kind", "Picture, clip or table.", KINDS)
        self.subject = _chooser("exportSubject", "Of", "What is exported.", ())
        self.format = _chooser("exportFormat", "Format", "The kind of file.", ())
        themes = [(_AS_SHOWN, f"As shown ({state.theme})"), *((name, name.capitalize()) for name in THEMES)]
        self.theme = _chooser("exportTheme", "Theme", "The colours.", themes)
        self.measure = _chooser("exportSize", "Size", f"{SIZES}.", [(text, text) for text in _SIZES])
        self.measure.setEditable(True)
        self.measure.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.transparent = QCheckBox("Transparent background")
        described(self.transparent, "exportTransparent", "Transparent", "Leave the background out.")

    def _make_lines(self, state: AppState) -> None:
        here = position_text(state.position)
        later = position_text(state.position.moved(FIRST_SPAN))
        self.dpi = _line("exportDpi", "Dots per inch", "Dots per inch on paper, 36 to 2400.", "none")
        self.start = _line("exportFrom", "From position", "Position of the first frame.", here)
        self.end = _line("exportTo", "To position", "Position of the last frame.", later)
        self.seconds = _line("exportSeconds", "Seconds", "How long the clip lasts, up to 3600 s.", "")
        self.fps = _line("exportFps", "Frames per second", "Frames per second, 0.1 to 240.", "")
        self.file = _line("exportPath", "File", "Where it is written.", "")

    def _lay_out(self) -> QFormLayout:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Export", self.what),
            ("of", self.subject),
            ("as", self.format),
            ("Size", self.measure),
            ("Dots per inch", self.dpi),
            ("Theme", self.theme),
            ("", self.transparent),
            ("From position", self.start),
            ("To position", self.end),
            ("Seconds", self.seconds),
            ("Frames per second", self.fps),
        )
        for title, widget in rows:
            form.addRow(title, widget)
        return form

    def _make_place(self) -> QWidget:
        """Return the line for the file, which is longer than the others."""
        place = QWidget()
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        title = QLabel("File")
        title.setBuddy(self.file)
        for widget in (title, self.file, self.browse):
            row.addWidget(widget)
        return place

    def _show_choices(self, last: Choices) -> None:
        _choose(self.what, last.what)
        self._offer()
        self.measure.setEditText(last.size)
        _choose(self.theme, last.theme)
        self.transparent.setChecked(last.transparent)
        for name in ("dpi", *_CLIP_ROWS):
            getattr(self, name).setText(getattr(last, name))
        self._name()

    def _connect(self) -> None:
        self.what.currentIndexChanged.connect(self._offer)
        self.subject.currentIndexChanged.connect(self._name)
        self.format.currentIndexChanged.connect(self._rename)
        self.theme.currentIndexChanged.connect(self.changed)
        self.measure.editTextChanged.connect(self.changed)
        self.transparent.toggled.connect(self.changed)
        for line in (self.dpi, self.start, self.end, self.seconds, self.fps, self.file):
            line.textChanged.connect(self.changed)
        self.file.textEdited.connect(self._typed)

    # ---- keeping step ---------------------------------------------------------------------------

    def _offer(self) -> None:
        """Offer what there is of the kind that is chosen, and hide what it has no use for."""
        what = self._what
        _fill(self.subject, subjects_of(what), self._last.subjects[what])
        formats = [(s, s[1:].upper() if s else "Folder of PNGs") for s in suffixes_of(what)]
        _fill(self.format, formats, self._last.suffixes[what])
        shown = {"picture": (*_DRAWN_ROWS, *_PICTURE_ROWS), "clip": (*_DRAWN_ROWS, *_CLIP_ROWS), "table": ()}
        for name in (*_DRAWN_ROWS, *_PICTURE_ROWS, *_CLIP_ROWS):
            self._form.setRowVisible(getattr(self, name), name in shown[what])
        self._named = True
        self._name()

    def _name(self) -> None:
        """Name the file after what is in it, unless a name was typed."""
        if self._named:
            folder = self.path().parent if self.file.text() else self._last.folder
            self.file.setText(str(folder / f"{self.subject.currentData()}{self.format.currentData()}"))
        self._remember()
        self.changed.emit()

    def _rename(self) -> None:
        """Give a typed name the suffix of the format that is chosen."""
        if not self._named:
            self.file.setText(str(self.path().with_suffix(str(self.format.currentData()))))
        self._name()

    def _typed(self) -> None:
        """Let the format follow a suffix that is typed."""
        self._named = False
        suffix = Path(self.file.text()).suffix.lower()
        if suffix and suffix in suffixes_of(self._what):
            self.format.blockSignals(True)
            _choose(self.format, suffix)
            self.format.blockSignals(False)

    def _remember(self) -> None:
        last, what = self._last, self._what
        self._last = replace(
            last,
            subjects=last.subjects | {what: str(self.subject.currentData())},
            suffixes=last.suffixes | {what: str(self.format.currentData())},
        )

    # ---- reading --------------------------------------------------------------------------------

    @property
    def _what(self) -> What:
        return next(kind for kind, _ in KINDS if kind == self.what.currentData())

    def path(self) -> Path:
        """Return where it goes; a name without a folder goes where the last one went."""
        return self._last.folder / Path(self.file.text().strip()).expanduser()

    def set_path(self, path: Path) -> None:
        """Take a path; one without a suffix gets that of the format."""
        suffix = str(self.format.currentData())
        self.file.setText(str(path if path.suffix or path.is_dir() else path.with_suffix(suffix)))
        self._typed()

    def choices(self) -> Choices:
        """Return what is chosen."""
        self._remember()
        typed = {name: getattr(self, name).text() for name in ("dpi", *_CLIP_ROWS)}
        return replace(
            self._last,
            what=self._what,
            size=self.measure.currentText(),
            theme=str(self.theme.currentData()),
            transparent=self.transparent.isChecked(),
            folder=self.path().parent,
            **typed,
        )

    def job(self, state: AppState) -> Job:
        """Return the job that the fields ask for.

        Raises
        ------
        ValueError or ExportError
            When a field cannot be read.
        """
        what, path = self._what, self.path()
        theme = self.theme.currentData() or state.theme
        suffix = str(self.format.currentData())
        if not path.suffix and suffix != FOLDER and not path.is_dir():
            path = path.with_suffix(suffix)
        shown = state if what == "table" else state.evolve(theme=theme)
        if what == "table":
            return Job(what, str(self.subject.currentData()), shown, path, Shot(Size(64, 64)))
        size, dpi = self._size(what)
        clear = what == "picture" and self.transparent.isChecked()
        shot = Shot(size, natural_scale(size), clear)
        clip = self._clip(state) if what == "clip" else None
        return Job(what, str(self.subject.currentData()), shown, path, shot, dpi, clip)

    def _size(self, what: What) -> tuple[Size, int | None]:
        text, typed = self.measure.currentText(), self.dpi.text().strip()
        dpi = parse_dpi(typed, "dots per inch") if typed and what == "picture" else None
        if dpi is None and is_on_paper(text):
            dpi = PAPER_DPI if what == "picture" else 96
        return parse_size(text, dpi=dpi), dpi

    def _clip(self, state: AppState) -> animation.Clip:
        start, end = self.start.text(), self.end.text()
        return parse_clip(start, end, self.fps.text(), self.seconds.text(), state)


def _chooser(name: str, title: str, tip: str, options: Iterable[tuple[str, str]]) -> QComboBox:
    chooser = QComboBox()
    described(chooser, name, title, tip)
    for value, text in options:
        chooser.addItem(text, value)
    return chooser


def _line(name: str, title: str, tip: str, empty: str) -> QLineEdit:
    line = QLineEdit()
    described(line, name, title, tip)
    line.setPlaceholderText(empty)
    return line


def _choose(chooser: QComboBox, value: Any) -> None:
    chooser.setCurrentIndex(max(chooser.findData(value), 0))


def _fill(chooser: QComboBox, options: Iterable[tuple[str, str]], chosen: str) -> None:
    """Offer other options, without a word of it."""
    chooser.blockSignals(True)
    chooser.clear()
    for value, text in options:
        chooser.addItem(text, value)
    _choose(chooser, chosen)
    chooser.blockSignals(False)
