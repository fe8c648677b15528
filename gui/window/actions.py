"""Every action of the window as data: its menu, its text, its keys and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gui.catalogue import view_spec
from gui.model import intents
from gui.model.state import COLOURS, VIEW_NAMES, AppState, Hover
from gui.window import closer

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow

Act = Callable[["MainWindow"], None]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    Attributes
    ----------
    menu : str
        Title of the menu it stands in; "View/Text" is a menu inside another.
    text : str
        What it does, for the menu and the key sheet; "-" is a separator.
    keys : tuple of str
        Key sequences in Qt's portable text.
    act : callable
        Does it.
    checked : callable or None
        Tells from the state whether a switch is on; None for plain actions.
    """

    menu: str
    text: str
    keys: tuple[str, ...] = ()
    act: Act = lambda window: None
    checked: Callable[[AppState], bool] | None = None


def _intent(intent: Callable[..., dict[str, object]], *arguments: object) -> Act:
    return lambda window: window.store.update(**intent(window.store.state, *arguments))


def _switch(field: str) -> Act:
    return lambda window: window.store.update(**{field: not getattr(window.store.state, field)})


def _set(**fields: object) -> Act:
    return lambda window: window.store.update(**fields)


def _choices(menu: str, field: str, *options: tuple[str, str]) -> Iterator[ActionSpec]:
    """One entry per value of a field, of which one is always on."""
    for text, value in options:
        yield ActionSpec(menu, text, (), _set(**{field: value}), partial(_has, field, value))


def _has(field: str, value: str, state: AppState) -> bool:
    return bool(getattr(state, field) == value)


def _presented() -> Iterator[ActionSpec]:
    """One switch per view for presentation mode; in a tour the figures run the step's actions."""
    for n, name in enumerate(VIEW_NAMES, start=1):
        text = f"Present: {view_spec(name).title}"
        yield ActionSpec(PRESENT, text, (str(n),), partial(_press, n), partial(_shows, name))


def _press(number: int, window: MainWindow) -> None:
    window.presenter.press(number)


def _shows(name: str, state: AppState) -> bool:
    return name in state.presented


PRESENT, CLOSER = "View/Presentation", "View/Look closer"
WALL, HEAT, PLOT = (f"View/{view_spec(name).title}" for name in ("dials", "heatmap", "similarity"))
"""Menus of the views' own options; they open from the View menu and with the right button on the view."""


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("File", "Export…", ("Ctrl+E",), lambda w: w.export()),
    ActionSpec("File", "-"),
    ActionSpec("File", "Open session…", ("Ctrl+O",), lambda w: w.recent.open_session()),
    ActionSpec("File", "Save session…", ("Ctrl+S",), lambda w: w.recent.save_session()),
    ActionSpec("File", "-"),
    ActionSpec("File", "Quit", ("Ctrl+Q",), lambda w: w.quit()),
    ActionSpec("Edit", "Undo", ("Ctrl+Z",), lambda w: w.undo()),
    ActionSpec("Edit", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), lambda w: w.redo()),
    ActionSpec("Edit", "-"),
    ActionSpec("Edit", "Copy picture of the view", ("Ctrl+Shift+C",), lambda w: w.copying.picture()),
    ActionSpec("Edit", "Copy table of the view", ("Ctrl+Shift+T",), lambda w: w.copying.table()),
    ActionSpec("Edit", "Copy values of the pair", ("Ctrl+C",), lambda w: w.copying.value()),
    ActionSpec("Edit/Copy table as code", "NumPy", (), lambda w: w.copying.code("numpy")),
    ActionSpec("Edit/Copy table as code", "PyTorch", (), lambda w: w.copying.code("torch")),
    ActionSpec("Edit", "-"),
    ActionSpec("Edit", "Pin for comparison", ("P",), _intent(intents.pin)),
    ActionSpec("Edit", "Remove all pins", (), _intent(intents.unpin)),
    ActionSpec("Edit", "-"),
    ActionSpec("Edit", "Keep as preset…", (), lambda w: w.recent.keep_preset()),
    ActionSpec("Edit", "Reset", (), _intent(intents.reset)),
    ActionSpec("Play", "Play or pause", ("Space",), _intent(intents.toggle_playing), lambda s: s.playing),
    ActionSpec("Play", "One position on", ("Right",), _intent(intents.step, 1)),
    ActionSpec("Play", "One position back", ("Left",), _intent(intents.step, -1)),
    ActionSpec("Play", "On: the tour's next step, else one position", ("PgDown",), lambda w: w.turn(1)),
    ActionSpec("Play", "Back: the tour's last step, else one position", ("PgUp",), lambda w: w.turn(-1)),
    ActionSpec("Play", "One gap on", ("Shift+Right",), _intent(intents.step_gap, 1)),
    ActionSpec("Play", "One gap back", ("Shift+Left",), _intent(intents.step_gap, -1)),
    ActionSpec("Play", "To position 0", ("Home",), _intent(intents.home)),
    ActionSpec("Play", "To the last position of the table", ("End",), _intent(intents.end)),
    ActionSpec("Play", "-"),
    ActionSpec("Play", "Faster", ("+", "="), _intent(intents.change_speed, 1)),
    ActionSpec("Play", "Slower", ("-",), _intent(intents.change_speed, -1)),
    ActionSpec("Play", "Backwards", (), _intent(intents.reverse), lambda s: s.speed < 0),
    ActionSpec("Play", "Loop over the table", (), _switch("loop"), lambda s: s.loop),
    ActionSpec("View", "Gap hand", ("G",), _switch("gap_hand"), lambda s: s.gap_hand),
    ActionSpec("View", "Next pair", ("Down",), _intent(intents.select_pair, 1)),
    ActionSpec("View", "Previous pair", ("Up",), _intent(intents.select_pair, -1)),
    ActionSpec(CLOSER, "Zoom in", ("Z",), lambda w: closer.zoom(w.seen_views(), 1)),
    ActionSpec(CLOSER, "Zoom out", ("Shift+Z",), lambda w: closer.zoom(w.seen_views(), -1)),
    ActionSpec(CLOSER, "Further left", ("Ctrl+Left",), lambda w: closer.move(w.seen_views(), -1, 0)),
    ActionSpec(CLOSER, "Further right", ("Ctrl+Right",), lambda w: closer.move(w.seen_views(), 1, 0)),
    ActionSpec(CLOSER, "Further up", ("Ctrl+Up",), lambda w: closer.move(w.seen_views(), 0, -1)),
    ActionSpec(CLOSER, "Further down", ("Ctrl+Down",), lambda w: closer.move(w.seen_views(), 0, 1)),
    ActionSpec("View", "Fit all views", ("F",), _set(wall_window=None, heat_window=None, plot_window=None)),
    ActionSpec(
        "View", "Spotlight", ("S",), _intent(intents.toggle_spotlight), lambda s: s.spotlight != Hover()
    ),
    ActionSpec("View", "-"),
    ActionSpec(PRESENT, "Full screen, or back", ("F5",), lambda w: w.presenter.toggle()),
    ActionSpec(PRESENT, "Back to the window", ("Esc",), lambda w: w.escape()),
    ActionSpec(PRESENT, "Blank screen; any key ends it", (".", "B"), lambda w: w.presenter.blank()),
    ActionSpec(PRESENT, "-"),
    *_presented(),
    ActionSpec(WALL, "Fit", (), _set(wall_window=None)),
    ActionSpec(WALL, "Hide cosine", ("H",), _switch("hide_cosine"), lambda s: s.hide_cosine),
    ActionSpec(WALL, "Bar code of the position", ("V",), _switch("bar_code"), lambda s: s.bar_code),
    ActionSpec(HEAT, "Fit", (), _set(heat_window=None)),
    ActionSpec(HEAT, "Follow the position", (), _switch("follow"), lambda s: s.follow),
    ActionSpec(HEAT, "-"),
    *_choices(HEAT, "heat_layout", ("Columns as stored", "stored"), ("Sines, then cosines", "grouped")),
    ActionSpec(HEAT, "-"),
    *_choices(HEAT, "heat_quantity", ("Signed value", "value"), ("Phase", "phase")),
    ActionSpec(PLOT, "Fit", (), _set(plot_window=None)),
    ActionSpec(PLOT, "Logarithmic gaps", ("L",), _switch("log_gaps"), lambda s: s.log_gaps),
    ActionSpec(PLOT, "Continuous limit", ("C",), _switch("limit_curve"), lambda s: s.limit_curve),
    ActionSpec(PLOT, "Divided by the number of pairs", ("N",), _switch("normalised"), lambda s: s.normalised),
    ActionSpec(PLOT, "-"),
    *_choices(PLOT, "plot_quantity", ("Similarity", "similarity"), ("Distance", "distance")),
    ActionSpec(PLOT, "As a matrix S[p, q]", ("M",), _switch("matrix"), lambda s: s.matrix),
    ActionSpec("View/Text", "Larger", ("Ctrl++", "Ctrl+="), lambda w: w.change_text_size(1)),
    ActionSpec("View/Text", "Smaller", ("Ctrl+-",), lambda w: w.change_text_size(-1)),
    ActionSpec("View/Text", "As the desktop has it", ("Ctrl+0",), lambda w: w.change_text_size(0)),
    ActionSpec("View", "Reduced motion", (), _switch("reduced_motion"), lambda s: s.reduced_motion),
    *_choices("View/Renderer", "renderer", ("Automatic", "auto"), ("OpenGL", "opengl"), ("Raster", "raster")),
    *_choices("View/Theme", "theme", ("Light", "light"), ("Dark", "dark"), ("Print", "print")),
    ActionSpec("View/Theme", "As the system", (), _switch("follow_system"), lambda s: s.follow_system),
    *_choices("View/Colours", "colours", *((name.replace("-", " and "), name) for name in COLOURS)),
    ActionSpec("View/Panels", "Inspector", ("I",), _switch("inspecting"), lambda s: s.inspecting),
    ActionSpec("View/Panels", "Arrange as at the start", (), lambda w: w.arrange()),
    ActionSpec("View/Panels", "-"),
    ActionSpec("Tour", "Text at the next depth", ("D",), lambda w: w.guide.deepen()),
    ActionSpec("Tour", "-"),
    ActionSpec("Help", "Keys", ("F1",), lambda w: w.show_keys()),
    ActionSpec("Help", "About", (), lambda w: w.show_about()),
)
