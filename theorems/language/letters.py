"""The letters that a rule puts in: how close a limit is come to, the constant of an order."""

import re

from theorems.language.entries import NoRuleError
from theorems.language.printing import text
from theorems.language.tree import Claim, Symbol, free_symbols

EPSILON, ETA = Symbol("epsilon"), Symbol("eta")
SPELT = {EPSILON: {"epsilon", "eps", "ε"}, ETA: {"eta", "η"}}


def as_index(letter: Symbol, claim: Claim) -> bool:
    """Does a name have the letter as an index, ``S_ε(u)``? What is said of S_ε is said of one ε."""
    names = (getattr(node, "name", getattr(node, "quantity", "")) for _, node in claim.walk())
    return any(SPELT[letter] & {*re.split(r"[_,{}]", name)[1:]} for name in names)


def new_letter(claim: Claim) -> Symbol:
    """How close a limit is come to, or the constant of an order: ε, or η where the claim has an ε of its own."""
    for letter in (EPSILON, ETA):
        if letter not in free_symbols(claim) and not as_index(letter, claim):
            return letter
    raise NoRuleError(f"ε and η already have a meaning in {text(claim)}")
