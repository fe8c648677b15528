"""Waves and ladder: the selected pair's two waves over the length, and all wavelengths on a log axis."""
