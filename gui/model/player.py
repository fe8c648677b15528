"""The player: asks the transport for the position at the display's pace, while there is something to see."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

from gui.model.refresh import Refresh
from gui.model.store import Store
from gui.model.transport import Transport


class Player(QObject):
    """Publishes the running position to the store.

    Its timer runs only while the state plays and the window can be seen: paused, hidden or minimised
    nothing is computed or painted.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._transport = Transport(clock)
        self._transport.follow(store.state)
        self._visible = False
        self._refresh = Refresh()
        self._timer = QTimer(self, singleShot=True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._frame)
        store.changed.connect(self._sync)

    def set_visible(self, visible: bool) -> None:
        """Tell whether anybody can see the window; coming back goes on without a leap."""
        if visible != self._visible:
            self._visible = visible
            self._transport.resume()
            self._run()

    def set_refresh(self, hertz: float) -> None:
        """Keep the pace of the display that is looked at, in refreshes per second."""
        self._refresh.keep(hertz)

    def tick(self) -> None:
        """Publish the position of this moment."""
        self._transport.follow(self._store.state)
        if self._store.state.playing:
            self._store.update(position=self._transport.now())

    @property
    def running(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    def _frame(self) -> None:
        self.tick()
        self._run()

    def _sync(self) -> None:
        self._transport.follow(self._store.state)
        self._run()

    def _run(self) -> None:
        wanted = self._visible and self._store.state.playing
        if wanted and not self._timer.isActive():
            self._timer.start(self._refresh.wait(time.monotonic()))
        elif not wanted:
            self._timer.stop()
