"""The alphabet of the third paper: every letter, quantity, definition, range and law that several of its statements use."""

from __future__ import annotations

from types import ModuleType

from theorems.scan_snap.classes import *
from theorems.scan_snap.contents import *
from theorems.scan_snap.decoder_step import *
from theorems.scan_snap.entries import *
from theorems.scan_snap.gains import *
from theorems.scan_snap.growth import *
from theorems.scan_snap.objective import *
from theorems.scan_snap.overlaps import *
from theorems.scan_snap.samples import *
from theorems.scan_snap.spectrum import *
from theorems.scan_snap.steps import *
from theorems.scan_snap.trained import *
from theorems.scan_snap.transition import *
from theorems.scan_snap.words import *

OF_EACH = {"OF_EACH", "VARIABLES", "bind", "drawn", "small"}  # what every module of data has of its own


def _of_statements(value: object) -> bool:
    """Nothing of other libraries; the words of proofs come with the proofs."""
    module = str(getattr(value, "__module__", None) or "theorems")
    return module.startswith("theorems") and module != "theorems.kernel.scripts" and not isinstance(value, ModuleType)


__all__ = [name for name, value in globals().items() if name[0] != "_" and name not in OF_EACH and _of_statements(value)]
