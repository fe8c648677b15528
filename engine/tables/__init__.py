"""The tables for files: exact numbers in blocks of rows, so that a table of any length fits in memory."""

from __future__ import annotations

from typing import Final

from engine.tables.findings import collisions_table, precision_table
from engine.tables.known import conventions_table
from engine.tables.rows import encoding_table, shift_table, similarity_table, wavelengths_table
from engine.tables.table import BLOCK_BYTES, Alive, Block, Cell, Parameter, Table, parameters

__all__ = [
    "BLOCK_BYTES",
    "TABLE_KINDS",
    "Alive",
    "Block",
    "Cell",
    "Parameter",
    "Table",
    "collisions_table",
    "conventions_table",
    "encoding_table",
    "parameters",
    "precision_table",
    "shift_table",
    "similarity_table",
    "wavelengths_table",
]

TABLE_KINDS: Final = (
    "encoding",
    "wavelengths",
    "similarity",
    "shift",
    "collisions",
    "precision",
    "conventions",
)
