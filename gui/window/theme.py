"""Puts a palette on the whole application: Qt's own colours and a short style sheet."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from gui.canvas.palette import Palette, palette
from gui.canvas.view import colour
from gui.model.state import ThemeName


def apply_look(app: QApplication, theme: ThemeName, text_size: int) -> None:
    """Dress every widget of the application in a theme, its text in a size in points (0: the desktop's)."""
    look = palette(theme)
    font = QFont(app.font())
    font.setPointSize(text_size or standard_text_size())
    if font != app.font():
        app.setFont(font)
    app.setPalette(qt_palette(look))
    app.setStyleSheet(style_sheet(look))


@cache
def standard_text_size() -> int:
    """Return the desktop's own text size in points, as it was when the program began."""
    return max(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSize(), 1)


def qt_palette(look: Palette) -> QPalette:
    """Return Qt's palette for a theme."""
    roles = QPalette.ColorRole
    made = QPalette()
    for role, rgb in (
        (roles.Window, look.window),
        (roles.Button, look.window),
        (roles.AlternateBase, look.window),
        (roles.Base, look.field),
        (roles.ToolTipBase, look.field),
        (roles.Text, look.text),
        (roles.WindowText, look.text),
        (roles.ButtonText, look.text),
        (roles.ToolTipText, look.text),
        (roles.PlaceholderText, look.muted),
        (roles.Highlight, look.sine),
        (roles.HighlightedText, look.canvas),
        (roles.Mid, look.line),
        (roles.Light, look.field),
        (roles.Dark, look.line),
    ):
        made.setColor(role, colour(rgb))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, colour(look.muted))
    return made


def style_sheet(look: Palette) -> str:
    """Return what Qt's palette cannot say."""
    line, error, text = (colour(c).name() for c in (look.line, look.error, look.text))
    return f"""
        QLabel[role="error"] {{ color: {error}; }}
        QLabel[role="hint"] {{ color: {text}; padding: 4px 8px; }}
        QLineEdit {{ border: 1px solid {line}; border-radius: 3px; padding: 3px 4px; }}
        QLineEdit:focus {{ border: 1px solid {colour(look.sine).name()}; }}
        QLineEdit[invalid="true"] {{ border: 2px solid {error}; padding: 2px 3px; }}
        QToolButton::menu-indicator {{ image: none; }}
        QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; margin: 3px; }}
        QStatusBar::item {{ border: none; }}
        QToolTip {{ color: {text}; background: {colour(look.field).name()}; border: 1px solid {line}; }}
    """
