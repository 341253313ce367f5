"""Numbers in words: what no claim says there is computed where it is printed, or gone."""

import math
import re
from fractions import Fraction

import pytest

from kernels import balls
from theorems.catalogue import parts
from theorems.sparse.thresholds import BOUNDS, Bound, ball_of, length_text, speaks

DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+")
REFERENCE = re.compile(r"(Theorems?|Lemmas?|Definitions?|Propositions?|Claims?|Sections?) \d\.\d")
COMPUTED = [speaks(bound.where) for bound in BOUNDS]
OWN = {  # the papers' own, and what a calculation shows on its way
    "scan_snap": {"0.01", "0.99"},
    "sparse": set[str](),
    "superiority": {"0.01", "0.02", "0.1", "0.4", "0.7", "0.716", "0.9", "0.99", "1.4"},
}


@pytest.mark.parametrize("paper", OWN)
def test_a_decimal_in_the_words_of_a_part_is_printed_or_compared(paper: str) -> None:
    for part in parts(paper):
        said = {
            *DECIMAL.findall(f"{part.text} {getattr(part.printed, 'compared', '')} {part.printed.at_an_instance}"),
            *OWN[paper],
        }
        told = ("dependence",) if paper == "scan_snap" else ("how", "dependence", "constants")  # its proofs tell their numbers
        proof = (getattr(part.proof, name, "") for name in told)
        words = REFERENCE.sub("", " ".join(word for word in (part.note, part.changed, *proof) if isinstance(word, str)))
        for text in COMPUTED:
            words = words.replace(text, "")
        assert {*DECIMAL.findall(words)} <= said, part.key


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.where)
@pytest.mark.parametrize("R", [Fraction(1, 4), Fraction(1)])
def test_from_the_printed_length_on_the_bound_is_below_the_trivial_one(bound: Bound, R: Fraction) -> None:
    """And two digits say no less."""
    text = length_text(bound.where, R)
    digits, _, power = text.partition("·10^")
    unit = Fraction(1, 10) if power else Fraction(1)

    def logarithm(leading: Fraction) -> Fraction:
        return Fraction(math.log(leading) + int(power or 0) * math.log(10))

    assert balls.approximate(ball_of(logarithm(Fraction(digits)), R, bound)) < 0
    assert balls.approximate(ball_of(logarithm(Fraction(digits) - unit), R, bound)) > 0
