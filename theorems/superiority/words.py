"""The words of the statements with random signs (superiority v1, Appendices D to F): data, families, bounds, proofs."""

from theorems.superiority.drawn_signs import defined, defined_with_identity
from theorems.superiority.language import *
from theorems.superiority.outward_signs import *
from theorems.superiority.printed_routes import NO_PROOF, TENTH, TWENTIETH, PrintedRoute, row_width
from theorems.superiority.row_bounds import *
from theorems.superiority.sign_arguments import FewOnes, dependence, on_self_attention, rests_on, self_dependence, threshold
from theorems.superiority.squared_entries import Entries, cited
from theorems.textbook import *
