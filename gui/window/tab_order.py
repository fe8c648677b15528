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
    stops = chain.from_iterable(_stops(part) for part in (*parts, last))
    for before, after in pairwise(list(stops)):
        QWidget.setTabOrder(before, after)


def _parts(dock: Dock) -> Iterator[QWidget]:
    yield dock.widget()
    yield from dock.title_bar.buttons


def _stops(part: QWidget) -> list[QWidget]:
    """Return what takes the focus in a part, itself included, in the order of the focus chain."""
    inside = [part]
    now = part.nextInFocusChain()
    while now is not None and now is not part:
        if part.isAncestorOf(now):
            inside.append(now)
        now = now.nextInFocusChain()
    return [w for w in inside if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.focusProxy() is None]
