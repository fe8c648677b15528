"""The tour's spotlight: what a step points at is put in the light, in every window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gui.model.state import Hover
from gui.model.store import Store
from gui.tour.player import TourPlayer
from gui.tour.tour import Step


class TourSpotlight(QObject):
    """Sets the spotlight at each step of a tour, and takes it away with the tour.

    Within a step a person may move it or switch it off.
    """

    def __init__(self, store: Store, tour: TourPlayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._tour = store, tour
        self._step: Step | None = None
        tour.changed.connect(self._follow)

    def _follow(self) -> None:
        if self._tour.step is not self._step:
            self._step = self._tour.step
            self._store.update(spotlight=target_of(self._step))


def target_of(step: Step | None) -> Hover:
    """Return what a step points at."""
    if step is None or step.spotlight is None:
        return Hover()
    return Hover(**{step.spotlight.target: step.spotlight.number})
