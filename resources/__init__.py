"""What the program reads and does not compute: presets and other data files."""
