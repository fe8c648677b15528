"""The exact numbers behind sinusoidal position encoding: these names are the engine's interface."""

from engine.continuum import continuous_similarity
from engine.convention import CONVENTION_TITLES, CONVENTIONS, Convention
from engine.encoding import encode
from engine.frequency import omega, wavelengths
from engine.means import block_means
from engine.params import EncodingParams
from engine.phase import phases
from engine.shift import shift, shift_matrix
from engine.similarity import distance, similarity

__all__ = [
    "CONVENTIONS",
    "CONVENTION_TITLES",
    "Convention",
    "EncodingParams",
    "block_means",
    "continuous_similarity",
    "distance",
    "encode",
    "omega",
    "phases",
    "shift",
    "shift_matrix",
    "similarity",
    "wavelengths",
]
