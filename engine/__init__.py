"""The exact numbers behind sinusoidal position encoding: these names are the engine's interface."""

from engine.collision import Search, find_collision, find_rival
from engine.continuum import continuous_similarity
from engine.convention import CONVENTION_TITLES, CONVENTIONS, Convention
from engine.encoding import encode
from engine.frequency import omega, turns_made, wavelengths
from engine.horizon import Estimate, collision_horizon
from engine.identify import Match, identify
from engine.limits import MAX_BASE, MAX_D_MODEL, MAX_LENGTH, MIN_BASE, MIN_D_MODEL
from engine.means import block_means
from engine.number_types import NUMBER_TYPES, NumberType, round_to
from engine.params import EncodingParams
from engine.phase import phases
from engine.precision import (
    DeathLine,
    death_line,
    distinct_rows,
    pairs_past,
    precision_error,
    predicted_error,
)
from engine.precision_search import first_bad_position, first_bad_positions
from engine.projection import Projection, project, projected_gap_means, projected_scores
from engine.rotary import (
    ROTARY_PRESETS,
    ROTARY_TITLES,
    Rotary,
    rotary_gap_scores,
    rotary_omega,
    rotary_scores,
    rotate,
)
from engine.scaling import DynamicNtk, Linear, Llama3, NtkAware, Scaling, Yarn
from engine.shift import shift, shift_matrix
from engine.similarity import distance, similarity
from engine.tables import (
    BLOCK_BYTES,
    TABLE_KINDS,
    Alive,
    Block,
    Cell,
    Table,
    collisions_table,
    conventions_table,
    encoding_table,
    parameters,
    precision_table,
    shift_table,
    similarity_table,
    wavelengths_table,
)
from engine.zoo import BUGS, Bug

__all__ = [
    "BLOCK_BYTES",
    "BUGS",
    "CONVENTIONS",
    "CONVENTION_TITLES",
    "MAX_BASE",
    "MAX_D_MODEL",
    "MAX_LENGTH",
    "MIN_BASE",
    "MIN_D_MODEL",
    "NUMBER_TYPES",
    "ROTARY_PRESETS",
    "ROTARY_TITLES",
    "TABLE_KINDS",
    "Alive",
    "Block",
    "Bug",
    "Cell",
    "Convention",
    "DeathLine",
    "DynamicNtk",
    "EncodingParams",
    "Estimate",
    "Linear",
    "Llama3",
    "Match",
    "NtkAware",
    "NumberType",
    "Projection",
    "Rotary",
    "Scaling",
    "Search",
    "Table",
    "Yarn",
    "block_means",
    "collision_horizon",
    "collisions_table",
    "continuous_similarity",
    "conventions_table",
    "death_line",
    "distance",
    "distinct_rows",
    "encode",
    "encoding_table",
    "find_collision",
    "find_rival",
    "first_bad_position",
    "first_bad_positions",
    "identify",
    "omega",
    "pairs_past",
    "parameters",
    "phases",
    "precision_error",
    "precision_table",
    "predicted_error",
    "project",
    "projected_gap_means",
    "projected_scores",
    "rotary_gap_scores",
    "rotary_omega",
    "rotary_scores",
    "rotate",
    "round_to",
    "shift",
    "shift_matrix",
    "shift_table",
    "similarity",
    "similarity_table",
    "turns_made",
    "wavelengths",
    "wavelengths_table",
]
