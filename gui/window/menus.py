"""The menus: one loop over the actions builds them all, and keeps their switches true to the state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from gui.model.state import AppState
from gui.window.actions import ActionSpec


class Menus:
    """The menus of a window.

    Parameters
    ----------
    bar : QMenuBar
        Where the first level goes.
    specs : tuple of ActionSpec
        What they hold.
    run : callable
        Does an action.
    state : callable
        Returns the present state.
    """

    def __init__(
        self,
        bar: QMenuBar,
        specs: tuple[ActionSpec, ...],
        run: Callable[[ActionSpec], None],
        state: Callable[[], AppState],
    ) -> None:
        self._bar = bar
        self._run, self._state = run, state
        self._menus: dict[str, QMenu] = {}
        self._switches: list[tuple[QAction, ActionSpec]] = []
        for spec in specs:
            self._add(spec)
        for menu in self._menus.values():
            menu.aboutToShow.connect(self.refresh)

    def menu(self, path: str) -> QMenu:
        """Return the menu of a path such as "View/Text", made when it is first asked for."""
        if path not in self._menus:
            parent, _, title = path.rpartition("/")
            self._menus[path] = self.menu(parent).addMenu(title) if parent else self._bar.addMenu(f"&{title}")
        return self._menus[path]

    def refresh(self) -> None:
        """Set every switch to what the state says; menus do so when they open."""
        state = self._state()
        for action, spec in self._switches:
            assert spec.checked is not None
            action.setChecked(spec.checked(state))

    def _add(self, spec: ActionSpec) -> None:
        menu = self.menu(spec.menu)
        if spec.text == "-":
            menu.addSeparator()
            return
        action = menu.addAction(_menu_text(spec))
        action.triggered.connect(partial(self._chosen, spec))
        if spec.checked is not None:
            action.setCheckable(True)
            self._switches.append((action, spec))

    def _chosen(self, spec: ActionSpec, *_: object) -> None:
        self._run(spec)


def _menu_text(spec: ActionSpec) -> str:
    """Return the text with its first key beside it; the key itself is the router's business."""
    if not spec.keys:
        return spec.text
    return f"{spec.text}\t{QKeySequence(spec.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)}"
