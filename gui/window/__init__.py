"""The main window: it composes views and panels and owns menus, keys and theme."""
