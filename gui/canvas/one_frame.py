"""One frame per window: all of its views are painted, and sent to the screen, in one go."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QGraphicsView, QWidget


class OneFrame(QObject):
    """Lets every view of a window say what has changed before any of them is painted.

    A scene has its window painted as soon as it knows what is to be painted anew. In a window of several
    scenes the next one would have it painted again, which waits until the former frame is on the screen.

    Parameters
    ----------
    window : QWidget
        What is painted.
    views : mapping of str to QGraphicsView
        Its views, which may become more.
    """

    def __init__(self, window: QWidget, views: Mapping[str, QGraphicsView]) -> None:
        super().__init__(window)
        self._views = views
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.UpdateRequest:
            for view in self._views.values():
                QCoreApplication.sendPostedEvents(view.scene(), QEvent.Type.MetaCall)
        return False
