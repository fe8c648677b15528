"""Pictures: a view of a state at an exact pixel size, painted by the very class that the window shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QEventLoop, QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from gui.canvas.view import CanvasView
from gui.export.files import ExportError, check_writable, whole_file
from gui.export.provenance import Provenance
from gui.export.size import Size
from gui.model.state import AppState
from gui.model.store import Store

SUFFIXES: Final = (".png",)


def view_picture(create: Callable[[Store], CanvasView], state: AppState, size: Size) -> QImage:
    """Return the picture of a view, as it looks in the window at that size and a pixel ratio of 1.

    Needs a QApplication.

    Parameters
    ----------
    create : callable
        Makes the view, as in `gui.catalogue`.
    state : AppState
        What it shows.
    size : Size
        Of the picture, in pixels.

    Raises
    ------
    ExportError
        When there is not enough memory.
    """
    store = Store(state)
    view = create(store)
    try:
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.setMinimumSize(0, 0)
        view.resize(size.width, size.height)
        view.show()
        store.flush()
        return widget_picture(view, size)
    finally:
        discard(view)


def widget_picture(widget: QWidget, size: Size) -> QImage:
    """Return the picture of a shown widget of that size, once its layouts have settled."""
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    image = QImage(size.width, size.height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise ExportError(f"there is not enough memory for a picture of {size} pixels")
    image.fill(widget.palette().window().color())
    painter = QPainter(image)
    try:
        QWidget.render(widget, painter, QPoint())  # QGraphicsView's own render would leave out the frame
    finally:
        painter.end()
    return image


def discard(widget: QWidget) -> None:
    """Close a widget and delete it now, not some turns of the event loop later."""
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def write_picture(image: QImage, path: Path, provenance: Provenance, *, overwrite: bool = False) -> None:
    """Write a picture as PNG with `provenance` as its text.

    Raises
    ------
    ExportError
        When the suffix is unknown or the file cannot be written; nothing is left behind then.
    """
    check_picture_path(path, overwrite=overwrite)
    for key, value in provenance:
        image.setText(key, value)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise ExportError(f"cannot write {path}: the picture cannot be turned into PNG")
    with whole_file(path, overwrite=overwrite) as file:
        file.write(buffer.data().data())


def check_picture_path(path: Path, *, overwrite: bool) -> None:
    """Refuse, before anything is painted, a path that no picture can be written to.

    Raises
    ------
    ExportError
        For an unknown suffix, and what `check_writable` refuses.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise ExportError(f"a picture is written as {' or '.join(SUFFIXES)}, not as {path.name!r}")
    check_writable(path, overwrite=overwrite)
