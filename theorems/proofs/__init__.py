"""Flat proofs: ``from theorems.proofs import *`` in a module of statements.

:mod:`~theorems.proofs.statements` has the words, :mod:`~theorems.proofs.search` finds reasons,
:mod:`~theorems.proofs.elaborate` puts scripts together for the checker, :mod:`~theorems.proofs.files` keeps what was found.
"""

from theorems.proofs.kept import proof
from theorems.proofs.statements import auxiliary, calc, case, have, hence, obtain, otherwise, proving, suppose, suppose_not

__all__ = ["auxiliary", "calc", "case", "have", "hence", "obtain", "otherwise", "proof", "proving", "suppose", "suppose_not"]
