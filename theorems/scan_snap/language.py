"""The alphabet of the third paper: every letter, quantity, definition, range and law that its statements use.

A module of statements says ``from theorems.scan_snap.language import *``; the theorems of :mod:`theorems.textbook` are words of
it as well.
"""

from theorems.proofs import *
from theorems.scan_snap.classes import *
from theorems.scan_snap.contents import (
    CROSSING_RANGE,
    EXPONENT,
    EXPONENTIAL,
    HEIGHT,
    LOGIT,
    OVERLAP_RANGE,
    RESIDUAL_NORM,
    RISE,
    SPEED_RANGE,
    certainly,
    h_star_positive,
    never_negative,
    strays_beyond,
)
from theorems.scan_snap.decoder_step import ZETAS
from theorems.scan_snap.entries import equal, exchanged, instances, last_factor, linear, multiple, terms, termwise
from theorems.scan_snap.gains import *
from theorems.scan_snap.growth import *
from theorems.scan_snap.objective import GRADIENTS, NOT_EMPTY, Dual
from theorems.scan_snap.overlaps import *
from theorems.scan_snap.samples import *
from theorems.scan_snap.spectrum import *
from theorems.scan_snap.steps import NO_SIZE, VOCABULARY_ONLY, convex_from_tangent, exact, identity
from theorems.scan_snap.trained import EXTENDED, TRAINED
from theorems.scan_snap.transition import *
from theorems.scan_snap.uniform_draws import DRAWN, DRAWS, FIXED, MANY_DRAWS, MEAN, REACH
from theorems.scan_snap.words import *
from theorems.textbook import *
