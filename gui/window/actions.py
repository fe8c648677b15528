"""Every action of the window as data: its menu, its text, its keys and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gui.model import intents
from gui.model.state import AppState

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow

Act = Callable[["MainWindow"], None]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    Attributes
    ----------
    menu : str
        Title of the menu it stands in; empty for keys without a menu entry.
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


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("File", "Save picture…", ("Ctrl+E",), lambda w: w.save_picture()),
    ActionSpec("File", "Save table…", ("Ctrl+T",), lambda w: w.save_table()),
    ActionSpec("File", "-"),
    ActionSpec("File", "Quit", ("Ctrl+Q",), lambda w: w.quit()),
    ActionSpec("Play", "Play or pause", ("Space",), _intent(intents.toggle_playing), lambda s: s.playing),
    ActionSpec("Play", "One position on", ("Right", "PgDown"), _intent(intents.step, 1)),
    ActionSpec("Play", "One position back", ("Left", "PgUp"), _intent(intents.step, -1)),
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
    ActionSpec(
        "View",
        "Similarity divided by the number of pairs",
        ("N",),
        _switch("normalised"),
        lambda s: s.normalised,
    ),
    ActionSpec("View", "Inspector", ("I",), _switch("inspecting"), lambda s: s.inspecting),
    ActionSpec("View", "-"),
    ActionSpec("View", "Next pair", ("Down",), _intent(intents.select_pair, 1)),
    ActionSpec("View", "Previous pair", ("Up",), _intent(intents.select_pair, -1)),
    ActionSpec("View", "Fit all views", ("F",), _set(wall_window=None, heat_window=None, plot_window=None)),
    ActionSpec("View", "-"),
    ActionSpec("View", "Light theme", (), _set(theme="light"), lambda s: s.theme == "light"),
    ActionSpec("View", "Dark theme", (), _set(theme="dark"), lambda s: s.theme == "dark"),
    ActionSpec("View", "-"),
    ActionSpec("View", "Arrange panels as at the start", (), lambda w: w.arrange()),
    ActionSpec("Help", "Keys", ("F1",), lambda w: w.show_keys()),
    ActionSpec("Help", "About", (), lambda w: w.show_about()),
)
