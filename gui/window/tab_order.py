"""The order in which Tab goes through the window: panel by panel as they stand, the transport last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from gui.window.docks import Dock


def order_tabs(docks: Iterable[Dock], last: QWidget) -> None:
    """Let Tab go through the content of each panel, then its title's buttons, and in the end to `last`."""
    parts = chain.from_iterable(_parts(dock) for dock in docks)
    stops = list(_stops(last.window()))
    ordered = [stop for part in (*parts, last) for stop in stops if part is stop or part.isAncestorOf(stop)]
    for before, after in pairwise(ordered):
        QWidget.setTabOrder(before, after)


def _parts(dock: Dock) -> Iterator[QWidget]:
    yield dock.widget()
    yield from dock.title_bar.buttons


def _stops(window: QWidget) -> Iterator[QWidget]:
    """Yield what takes the focus in a window, in the order of the focus chain."""
    now = window.nextInFocusChain()
    while now is not None and now is not window:
        if now.focusPolicy() & Qt.FocusPolicy.TabFocus and now.focusProxy() is None:
            yield now
        now = now.nextInFocusChain()
