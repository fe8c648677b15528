"""Stages: what can be painted again and again off screen, at one size, while the position moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPaintDevice
from PySide6.QtWidgets import QWidget

from gui.canvas.palette import palette
from gui.canvas.view import CanvasView, colour
from gui.export.files import ExportError
from gui.export.painting import PicturePainter, paint_view, prepare
from gui.export.size import Size
from gui.model.position import Position
from gui.model.state import AppState, Hover
from gui.model.store import Store

_ROUNDING = 1e-6  # of a logical pixel


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture is taken.

    Attributes
    ----------
    size : Size
        Of the picture, in pixels.
    scale : float
        Pixels of the picture per logical pixel, that is per pixel of the window: the picture is what a
        screen of this pixel ratio shows.
    transparent : bool
        Whether the background is left out.
    """

    size: Size
    scale: float = 1.0
    transparent: bool = False

    @property
    def logical(self) -> QSize:
        """The size in whole logical pixels; what is left, less than one of them, is background."""
        sides = (self.size.width, self.size.height)
        return QSize(*(max(int(side / self.scale + _ROUNDING), 1) for side in sides))


class Stage(ABC):
    """Something off screen that follows a state of its own; a context manager that takes it down again.

    Parameters
    ----------
    state : AppState
        What it shows first, at rest and without a pointer over it.
    shot : Shot
        How pictures of it are taken.
    """

    def __init__(self, state: AppState, shot: Shot) -> None:
        self.store = Store(at_rest(state))
        self.shot = shot

    @property
    @abstractmethod
    def widgets(self) -> tuple[QWidget, ...]:
        """What is to be closed at the end."""

    @property
    @abstractmethod
    def views(self) -> tuple[CanvasView, ...]:
        """The views in it."""

    @property
    def background(self) -> QColor:
        """What is behind everything."""
        return colour(palette(self.store.state.theme).canvas)

    @abstractmethod
    def draw(self, painter: PicturePainter) -> None:
        """Paint everything but the background, in logical pixels."""

    def move(self, position: Position) -> None:
        """Go to another position."""
        self.store.update(position=position)
        settle(self.store)

    def paint(self, device: QPaintDevice) -> None:
        """Paint on a device of the shot's size and pixel ratio."""
        painter = PicturePainter(device)
        try:
            if not self.shot.transparent:
                whole = QRectF(0, 0, self.shot.size.width, self.shot.size.height)
                painter.fillRect(whole, self.background)
            self.draw(painter)
        finally:
            painter.end()

    def picture(self) -> QImage:
        """Return a picture of what is on stage now; its pixel ratio is 1, whatever the scale.

        Raises
        ------
        ExportError
            When there is not enough memory.
        """
        image = blank(self.shot)
        self.paint(image)
        image.setDevicePixelRatio(1.0)
        return image

    def close(self) -> None:
        """Take everything down."""
        for widget in self.widgets:
            discard(widget)

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ViewStage(Stage):
    """One view."""

    def __init__(self, create: Callable[[Store], CanvasView], state: AppState, shot: Shot) -> None:
        super().__init__(state, shot)
        self.view = set_up(create(self.store), shot.logical, shot.scale)
        settle(self.store)

    @property
    def widgets(self) -> tuple[QWidget, ...]:  # noqa: D102
        return (self.view,)

    @property
    def views(self) -> tuple[CanvasView, ...]:  # noqa: D102
        return (self.view,)

    def draw(self, painter: PicturePainter) -> None:  # noqa: D102
        draw_view(painter, self.view, QPoint(0, 0), self.shot)


def at_rest(state: AppState) -> AppState:
    """Return the state as pictures show it: standing still, without the hint and the pointer."""
    return replace(state, playing=False, hint=False, hover=Hover())


def blank(shot: Shot) -> QImage:
    """Return an image to paint a shot on, with nothing on it.

    Raises
    ------
    ExportError
        When there is not enough memory.
    """
    formats = QImage.Format
    kind = formats.Format_ARGB32_Premultiplied if shot.transparent else formats.Format_RGB32
    image = QImage(shot.size.width, shot.size.height, kind)
    if image.isNull():
        raise ExportError(f"there is not enough memory for a picture of {shot.size} pixels")
    image.fill(Qt.GlobalColor.transparent)
    image.setDevicePixelRatio(shot.scale)
    return image


def set_up(view: CanvasView, size: QSize, ratio: float) -> CanvasView:
    """Show a view off screen, at a size in logical pixels, as on a screen of a pixel ratio."""
    view.devicePixelRatioF = lambda: ratio
    show_off_screen(view, size)
    return view


def show_off_screen(widget: QWidget, size: QSize) -> None:
    """Show a widget where nobody sees it."""
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.setMinimumSize(0, 0)
    widget.resize(size)
    widget.show()


def settle(store: Store) -> None:
    """Let everything take in the state and find its place; no timer and no input is handled meanwhile."""
    store.flush()
    QCoreApplication.sendPostedEvents()


def draw_view(painter: PicturePainter, view: CanvasView, at: QPoint, shot: Shot) -> None:
    """Paint a view that was set up, its upper left corner at a point."""
    if shot.transparent:
        view.setBackground(None)
    if shot.scale == 1.0 and not shot.transparent and isinstance(painter.device(), QImage):
        QWidget.render(view, painter, at)  # the very way of the window, pixel for pixel
        return
    prepare(view, shot.scale)
    paint_view(painter, view, QRectF(QRect(at, view.size())))


def discard(widget: QWidget) -> None:
    """Close a widget and delete it now, not some turns of the event loop later."""
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
