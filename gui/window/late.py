"""Panels that cost a start nothing: each is imported and built when its dock is first opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.model.store import Store


class LatePanel(QWidget):
    """Stands in for a panel, which is built when its dock is first opened.

    Parameters
    ----------
    name, title : str
        The panel's own object name and accessible name, by which it can be found from the start.
    build : callable
        Imports and returns the panel.
    """

    built = Signal()
    """The panel is there now."""

    def __init__(self, name: str, title: str, build: Callable[[], QWidget]) -> None:
        super().__init__()
        self._name_as(name, title)
        self._build: Callable[[], QWidget] | None = build
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def build(self) -> None:
        """Build the panel, if it is not there yet; before it is shown it can still ask for its room."""
        if self._build is not None:
            self._column.addWidget(self._build())
            self._build = None
            self._name_as("", "")
            self.built.emit()

    def _name_as(self, name: str, title: str) -> None:
        self.setObjectName(name)
        self.setAccessibleName(title)


def late_inspector(store: Store) -> LatePanel:
    """Return the inspector of the selected pair."""

    def build() -> QWidget:
        from gui.panels.inspector import Inspector

        return Inspector(store)

    return LatePanel("inspector", "Inspector", build)


def late_wavelengths(store: Store) -> LatePanel:
    """Return the table of all wavelengths."""

    def build() -> QWidget:
        from gui.panels.wavelength_table import WavelengthTable

        return WavelengthTable(store)

    return LatePanel("wavelengthTable", "Table of wavelengths", build)
