"""Certificates: the boxes on which a part was certified, in a file that ``theorems.check_certificate`` verifies."""

import json
from collections.abc import Sequence
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from theorems import files
from theorems.digest import digest
from theorems.provers.bisection import BITS, Cover
from theorems.provers.power_sums import Box, Claim, Polynomial, Term
from theorems.statement import Part

FORMAT = 1
DIRECTORY = Path(__file__).parent.parent / "certificates"


def path_of(part: Part, directory: Path = DIRECTORY) -> Path:
    """``certificates/superiority/lemma_D2-3a-stated.json``."""
    return directory / part.paper / f"{part.slug.removeprefix(part.paper + '-')}.json"


def certificate(part: Part, found: Sequence[tuple[Claim, Cover]]) -> dict[str, Any]:
    """What a certificate file holds; undecided boxes are in it too, and then its verdict is ``unknown``."""
    return {
        "format": FORMAT,
        "address": part.address,
        "reading": part.reading.value,
        "says": part.text,
        "digest": digest(part),
        "verdict": "holds" if all(cover.complete for _, cover in found) else "unknown",
        "precision_bits": BITS,
        "python_flint": version("python-flint"),
        "claims": [
            {
                "name": claim.name,
                "formula": formula(claim),
                "boxes": [_ends(box) for box in cover.proved],
                "undecided": [_ends(box) for box in cover.undecided],
            }
            for claim, cover in found
        ],
    }


def write(part: Part, found: Sequence[tuple[Claim, Cover]], directory: Path = DIRECTORY) -> Path:
    """Write the certificate of a part; returns where."""
    path = path_of(part, directory)
    files.replace({path: json.dumps(certificate(part, found), indent=1, ensure_ascii=False) + "\n"})
    return path


def _ends(box: Box) -> list[list[str]]:
    return [[str(low), "oo" if high is None else str(high)] for low, high in box]


# -- the claim in words --------------------------------------------------------------------------------------------------


def formula(claim: Claim) -> str:
    """The whole claim on one line: what is compared with 0, and the domain of the parameters."""
    names = [p.name for p in claim.parameters]
    relation = ">" if claim.strict else ">="
    common = _term(claim, claim.common, names)
    above = " ".join(_signed(claim, term, names) for term in claim.numerator).removeprefix("+ ") or "0"
    below = " ".join(_signed(claim, term, names) for term in claim.denominator).removeprefix("+ ")
    ranges = [
        f"{'integer ' if p.integer else ''}{p.name} in {_range(p.low, p.high)}"
        + (" (a factor of n)" if p.factor and p.name != "n" else "")
        for p in claim.parameters
    ]
    low, high = claim.size
    ranges += [f"n in {_range(low or Fraction(1), high)}"] if claim.size != (None, None) else []
    return f"({common}) ({above}) / ({below}) {relation} 0 for {', '.join(ranges)}"


def _signed(claim: Claim, term: Term, names: list[str]) -> str:
    return ("- " if term.coefficient < 0 else "+ ") + _term(claim, term, names)


def _term(claim: Claim, term: Term, names: list[str]) -> str:
    powers = [
        f"{atom.name if atom.name.isidentifier() else f'[{atom.name}]'}^({polynomial(exponent, names)})"
        for atom, exponent in zip(claim.atoms, term.exponents, strict=True)
        if exponent
    ]
    size = abs(term.coefficient)
    return " ".join(([] if size == 1 and powers else [str(size)]) + powers)


def polynomial(p: Polynomial, names: Sequence[str]) -> str:
    """``2 a1^2 - 1``."""
    words = []
    for powers, coefficient in p:
        factors = [name if k == 1 else f"{name}^{k}" for name, k in zip(names, powers, strict=True) if k]
        size = abs(Fraction(coefficient))
        shown = " ".join(([] if size == 1 and factors else [str(size)]) + factors)
        words.append(("- " if coefficient < 0 else "+ ") + shown)
    return " ".join(words).removeprefix("+ ") or "0"


def _range(low: Fraction, high: Fraction | None) -> str:
    return f"[{low}, " + ("oo)" if high is None else f"{high}]")
