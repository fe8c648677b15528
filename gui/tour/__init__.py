"""Guided tours: their data and loading, the player that walks them, the panel and the caption."""
