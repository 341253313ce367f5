"""Signs of a claim at a few points of a box, in floats: they say what need not be tried, never what is certain."""

import math

from theorems.provers.power_sums import Box, Claim, Polynomial

CLEAR = 1e-6  # of the sum of the terms' sizes
LARGE = 10**300


def guessed_signs(claim: Claim, box: Box) -> set[int]:
    """1 and -1 for points where the numerator is clearly positive or negative, 0 where that is not clear."""
    if any(atom.expression is not None for atom in claim.atoms) or any(max(low, high or 0) > LARGE for low, high in box):
        return {0}
    return {
        _sign(claim, [2 * float(low) + 1 if high is None else float(low + (high - low) * k / 100) for low, high in box])
        for k in (1, 99)
    }


def _sign(claim: Claim, point: list[float]) -> int:
    log_n = math.fsum(math.log(x) for x, p in zip(point, claim.parameters, strict=True) if p.factor)
    if min(point, default=1.0) <= 0 or (log_n <= 0 and any(atom.parameter is None for atom in claim.atoms)):
        return 0
    logs = [math.log(log_n if atom.parameter is None else point[atom.parameter]) for atom in claim.atoms]
    weights = [
        math.fsum(_at(exponent, point) * log for exponent, log in zip(term.exponents, logs, strict=True))
        for term in claim.numerator
    ]
    largest = max(weights, default=0.0)
    parts = [term.coefficient * math.exp(w - largest) for term, w in zip(claim.numerator, weights, strict=True)]
    total = math.fsum(parts)
    if not abs(total) > CLEAR * math.fsum(map(abs, parts)):
        return 0
    return 1 if total > 0 else -1


def _at(p: Polynomial, point: list[float]) -> float:
    return math.fsum(float(c) * math.prod(x**k for x, k in zip(point, powers, strict=True)) for powers, c in p)
