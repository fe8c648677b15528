"""The store: it holds the one state, takes intents, and says once per event-loop turn what changed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gui.model.state import AppState


class Store(QObject):
    """Holder of the `AppState`.

    `update` takes effect at once, so `state` is never behind; `changed(old, new)` follows in the next
    turn of the event loop, once for all updates of this turn, so that ten edits are one repaint.
    """

    changed = Signal(object, object)

    def __init__(self, state: AppState | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = self._announced = state or AppState()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.flush)

    @property
    def state(self) -> AppState:
        """The present state, all updates included."""
        return self._state

    def update(self, **fields: Any) -> None:
        """Take an intent: the named fields of the state get new values.

        Raises
        ------
        TypeError
            When the state has no field of that name.
        """
        self._state = self._state.evolve(**fields)
        if self._state is not self._announced and not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Announce now what is pending; for tests, pictures and the moment before closing."""
        self._timer.stop()
        old, self._announced = self._announced, self._state
        if old != self._state:
            self.changed.emit(old, self._state)
