"""The heat map: the table itself, at any length, with the exact mean behind every pixel."""
