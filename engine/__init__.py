"""The exact numbers behind sinusoidal position encoding: these names are the engine's interface."""

from engine.collision import Search, find_collision, find_rival
from engine.continuum import continuous_similarity
from engine.convention import CONVENTION_TITLES, CONVENTIONS, Convention
from engine.encoding import encode
from engine.frequency import omega, wavelengths
from engine.horizon import Estimate, collision_horizon
from engine.means import block_means
from engine.params import EncodingParams
from engine.phase import phases
from engine.shift import shift, shift_matrix
from engine.similarity import distance, similarity
from engine.tables import Block, Table, encoding_table, similarity_table, wavelengths_table

__all__ = [
    "CONVENTIONS",
    "CONVENTION_TITLES",
    "Block",
    "Convention",
    "EncodingParams",
    "Estimate",
    "Search",
    "Table",
    "block_means",
    "collision_horizon",
    "continuous_similarity",
    "distance",
    "encode",
    "encoding_table",
    "find_collision",
    "find_rival",
    "omega",
    "phases",
    "shift",
    "shift_matrix",
    "similarity",
    "similarity_table",
    "wavelengths",
    "wavelengths_table",
]
