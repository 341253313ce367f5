"""Symbolic proofs of inequalities over a whole parameter domain.

The difference of the two sides is written through nonnegative symbols: ``t = 1 + tau``, ``a1 = 7/10 + alpha``, and
each power ``n**e`` (``e`` a polynomial in the parameters) through atoms ``n**beta = 1 + pi`` with exponents
``beta >= 0``. If then numerator and denominator are polynomials all of whose coefficients are nonnegative, the
difference is nonnegative on the whole domain. Nothing is evaluated and nothing is rounded; when no choice of atoms
works the answer is ``unknown``, never ``fails``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from sympy import Expr, Poly, Symbol
from sympy.polys.polyerrors import PolynomialError
from sympy.polys.rings import PolyElement

from theorems.kernel.gaps import GapError
from theorems.language.printed_line import PrintedLine
from theorems.provers.certificate_of_sign import coefficients_suffice
from theorems.provers.differences import Proved, differences
from theorems.provers.quotients import NotRationalError, Quotient, quotient
from theorems.provers.search import met_at
from theorems.statement import Domain, Finding, Part, SymbolicCase
from theorems.vocabulary import Comparison, Evidence, Relation, Verdict, comparisons

Basis = tuple[Expr, ...]
REMEMBERED = 4096  # expressions whose sign or image is kept: the same pieces stand in many claims


class NoProofError(Exception):
    """This choice of atoms proves nothing."""


def by_coefficients(polynomial: PolyElement, spoken_of: Sequence[Symbol], *, strict: bool) -> bool:
    """Is the polynomial nonnegative (positive where ``strict``) by its coefficients?

    A symbol that is not declared nonnegative proves nothing.
    """
    positive = [bool(symbol.is_positive) for symbol in polynomial.ring.symbols]
    return all(symbol.is_nonnegative for symbol in spoken_of) and coefficients_suffice(polynomial, positive, strict)


@dataclass(frozen=True)
class Atoms:
    """Powers of ``size`` through atoms: ``size**basis[j] = 1 + pi_j``, and perhaps ``size`` itself a product of them."""

    case: SymbolicCase
    basis: Basis

    @lru_cache(maxsize=REMEMBERED)  # noqa: B019 (atoms are values, and the number kept is bounded)
    def image(self, expression: Expr) -> Expr:
        """``expression`` through nonnegative symbols; raises NoProofError when a power is no product of atoms."""
        size = self.case.size
        if size is None:
            return expression.xreplace(_slack(self.case))
        atoms = [1 + self._excess(j, beta) for j, beta in enumerate(self.basis)]
        unit = self._exponents(sympy.Integer(1), allow_one=False)
        size_value = sympy.prod([x**k for x, k in zip(atoms, unit, strict=True)]) if unit else self.case.size_value

        def power(exponent: Expr) -> Expr:
            direct = self._exponents(exponent, allow_one=False)
            if direct is not None:
                return sympy.prod([x**k for x, k in zip(atoms, direct, strict=True)])
            mixed = self._exponents(exponent, allow_one=True)
            if mixed is None:
                raise NoProofError(f"{size}**({exponent}) is no product of the atoms")
            return size_value ** mixed[0] * sympy.prod([x**k for x, k in zip(atoms, mixed[1:], strict=True)])

        replaced = (
            _powers_collected(self.case, expression)
            .replace(lambda e: e.is_Pow and e.base == size, lambda e: power(sympy.expand(e.exp)))
            .xreplace({size: sympy.sympify(size_value)})
        )
        return replaced.xreplace(_slack(self.case))

    def _excess(self, j: int, beta: Expr) -> Symbol:
        """pi_j = size**beta - 1: positive where size >= 2 and beta > 0, otherwise nonnegative."""
        if self.case.size_above_one and is_positive(beta.xreplace(_slack(self.case))):
            return Symbol(f"pi_{j}", positive=True)
        return Symbol(f"pi_{j}", nonnegative=True)

    def _exponents(self, exponent: Expr, *, allow_one: bool) -> tuple[Expr, ...] | None:
        """Integers k with exponent = sum k_j basis_j (plus k_0 when the size itself may be used)."""
        return _integers(exponent, (sympy.Integer(1), *self.basis) if allow_one else self.basis)

    @lru_cache(maxsize=REMEMBERED)  # noqa: B019
    def grounded(self) -> bool:
        """Is every exponent of the basis nonnegative on the whole domain (so that the atoms are at least 1)?"""
        return all(is_nonnegative(beta.xreplace(_slack(self.case))) for beta in self.basis)


@lru_cache(maxsize=REMEMBERED)
def _slack(case: SymbolicCase) -> dict[Symbol, Expr]:
    """Nonnegative symbols in place of the parameters.

    Where size = 1 is possible log(size) may be 0, whatever the sign of the symbol that stands for its root.
    """
    roots = () if case.size_above_one or case.log_size is None else case.log_size.free_symbols
    slack = {symbol: sympy.sympify(by) for symbol, by in case.positive.items()}
    return slack | {root: Symbol(f"{root}_or_zero", nonnegative=True) for root in roots}


@lru_cache(maxsize=REMEMBERED)  # for one case after the other
def _integers(whole: Expr, pieces: tuple[Expr, ...]) -> tuple[Expr, ...] | None:
    """The integers k with whole = sum k_j pieces_j, where there are such."""
    if not pieces:
        return None
    unknowns = sympy.symbols(f"k:{len(pieces)}")
    difference = sympy.expand(whole - sum(k * piece for k, piece in zip(unknowns, pieces, strict=True)))
    parameters = sorted(difference.free_symbols - set(unknowns), key=str)
    equations = Poly(difference, *parameters).coeffs() if parameters else [difference]
    solutions = sympy.linsolve(equations, *unknowns)
    return next((tuple(found) for found in solutions if all(value.is_Integer for value in found)), None)


def _powers_collected(case: SymbolicCase, expression: Expr) -> Expr:
    if case.log_size is not None:
        expression = expression.subs(sympy.log(case.size), case.log_size)
    return _with_one_power(expression, case.size)


@lru_cache(maxsize=REMEMBERED)  # for one choice of atoms after the other
def _with_one_power(expression: Expr, size: Symbol) -> Expr:
    """Every product in the expression with one power of the size: ``n**a * n**b`` as ``n**(a + b)``."""
    if not expression.has(size) or expression.is_Atom:
        return expression
    collected = expression.func(*(_with_one_power(piece, size) for piece in expression.args))
    powers = [factor for factor in sympy.Mul.make_args(collected) if factor.as_base_exp()[0] == size]
    if len(powers) < 2:
        return collected
    others = [factor for factor in collected.args if factor not in powers]
    return sympy.Mul(*others, size ** sympy.Add(*(power.as_base_exp()[1] for power in powers)))


def undefined(expression: Expr, positive: Callable[[Expr], bool], nonnegative: Callable[[Expr], bool]) -> Expr | None:
    """The first piece of an expression that is not shown to have a value: a quotient whose denominator may be 0, a root
    or a logarithm of what may be negative. ``positive`` and ``nonnegative`` show the sign of such a piece.
    """
    for piece in sympy.preorder_traversal(expression):
        if piece.is_Pow and not (piece.exp.is_integer and piece.exp.is_nonnegative):
            inverse = bool(piece.exp.is_integer)  # an inverse may be negative, a root may be 0
            known = positive(piece.base) or (
                positive(-piece.base) if inverse else bool(piece.exp.is_nonnegative) and nonnegative(piece.base)
            )
        elif piece.func is sympy.log:
            known = positive(piece.args[0])
        else:
            known = not piece.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo) if not piece.args else True
        if not known:
            return piece
    return None


@lru_cache(maxsize=REMEMBERED)
def defined(expression: Expr) -> bool:
    """Is it shown that a rational expression in nonnegative symbols has a value wherever they have one?"""
    return undefined(expression, is_positive, is_nonnegative) is None


@lru_cache(maxsize=REMEMBERED)
def is_nonnegative(expression: Expr) -> bool:
    """Proof that a rational expression in nonnegative symbols is nonnegative: numerator and denominator have
    nonnegative coefficients and no denominator in it ever vanishes. So is every square.
    """
    if expression.is_number:
        return defined(expression) and bool(expression.is_nonnegative)
    if expression.is_Pow and expression.base.is_real and expression.exp.is_even and expression.exp.is_positive:
        return defined(expression)
    found = lowest_terms(expression)
    return found is not None and by_coefficients(found.top, found.symbols, strict=False)


@lru_cache(maxsize=REMEMBERED)
def is_positive(expression: Expr) -> bool:
    """The strict companion of :func:`is_nonnegative`."""
    if expression.is_number:
        return defined(expression) and bool(expression.is_positive)
    found = lowest_terms(expression)
    return found is not None and by_coefficients(found.top, found.symbols, strict=True)


@lru_cache(maxsize=REMEMBERED)
def lowest_terms(expression: Expr) -> Quotient | None:
    """The expression as a quotient whose denominator is certainly positive; None where the expression, as it is written and
    before anything cancels, is not shown to have a value.
    """
    if not defined(expression):
        return None
    try:
        found = quotient(expression)
    except NotRationalError:
        return None
    return next((q for q in (found, -found) if by_coefficients(q.bottom, q.symbols, strict=True)), None)


def prove_comparison(case: SymbolicCase, comparison: Comparison, bases: Iterable[Basis]) -> Basis | None:
    """The first basis whose atoms prove the comparison in this case; None when none does."""
    low, high = sympy.sympify(comparison.lhs), sympy.sympify(comparison.rhs)
    if comparison.relation in (Relation.AT_LEAST, Relation.MORE):
        low, high = high, low
    grounded = [basis for basis in bases if Atoms(case, basis).grounded()]
    difference = high - low
    strict = comparison.relation in (Relation.LESS, Relation.MORE)
    for basis in grounded:
        try:
            image = Atoms(case, basis).image(difference)
            if comparison.relation is Relation.EQUAL:
                proved = not quotient(image).top
            else:
                proved = is_positive(image) if strict else is_nonnegative(image)
        except (NoProofError, NotRationalError, PolynomialError):  # a logarithm or a root stands in it
            continue
        if proved:
            return basis if undefined_side(case, comparison, grounded) is None else None
    return None


def undefined_side(case: SymbolicCase, comparison: Comparison, bases: Sequence[Basis]) -> Expr | None:
    """A piece of either side that no basis shows to have a value in the whole case.

    The sides are looked at before their difference is taken, which hides what both divide by.
    """

    def shown(sign: Callable[[Expr], bool]) -> Callable[[Expr], bool]:
        return lambda piece: piece == case.size or any(_holds_of_image(case, basis, piece, sign) for basis in bases)

    sides = (sympy.sympify(comparison.lhs), sympy.sympify(comparison.rhs))
    found = (undefined(side, shown(is_positive), shown(is_nonnegative)) for side in sides)
    return next((piece for piece in found if piece is not None), None)


def _holds_of_image(case: SymbolicCase, basis: Basis, piece: Expr, sign: Callable[[Expr], bool]) -> bool:
    try:
        return sign(Atoms(case, basis).image(piece))
    except (NoProofError, PolynomialError):
        return False


def proved_in_all_cases(domain: Domain, claim: Callable[[Any], Comparison], bases: Sequence[Sequence[str]] = ()) -> bool:
    """Is ``claim`` proved in every symbolic case of the domain? For the steps of longer arguments."""
    cases = domain.admitted_cases
    return bool(cases) and all(prove_comparison(case, claim(case.model), _bases(case, bases)) is not None for case in cases)


def restricted(domain: Domain, intervals: Iterable[tuple[str, Relation, Fraction]]) -> Domain:
    """The domain whose symbolic cases also know ``name relation constant``; what does not fit is left out (a proof on
    the larger domain is still a proof).
    """
    known = list(intervals)
    if domain.cases is None or not known:
        return domain
    cases = domain.cases

    def narrowed() -> Iterable[SymbolicCase]:
        for case in cases():
            positive = dict(case.positive)
            for symbol in positive:
                low, high = _ends(positive[symbol], [(r, v) for name, r, v in known if name == str(symbol)])
                fresh = Symbol(f"{symbol}_in", nonnegative=True)
                if high is not None:
                    positive[symbol] = (low + high * fresh) / (1 + fresh)
                elif low is not None:
                    positive[symbol] = low + fresh
            yield replace(case, positive=positive)

    return replace(domain, cases=narrowed)


def _ends(expression: Expr, known: Sequence[tuple[Relation, Fraction]]) -> tuple[Expr | None, Expr | None]:
    """The interval [low, high) of a parameter after the restrictions; (None, None) where nothing changes.

    The interval is closed on the left; right ends are left open, which a restriction ``<= high`` exceeds only by the
    end itself: it is dropped then.
    """
    symbols = sorted(expression.free_symbols, key=str)
    if len(symbols) != 1 or not known:
        return None, None
    low = sympy.limit(expression, symbols[0], 0, "+")
    high = sympy.limit(expression, symbols[0], sympy.oo)
    low, high = (high, low) if (high - low).is_negative else (low, high)
    narrower = False
    for relation, value in known:
        bound = sympy.Rational(value.numerator, value.denominator)
        if relation in (Relation.AT_LEAST, Relation.MORE) and bool(bound > low):
            low, narrower = bound, True
        elif relation is Relation.LESS and bool(bound < high):
            high, narrower = bound, True
    if not narrower or not low < high:
        return None, None
    return low, None if high == sympy.oo else high


def _bases(case: SymbolicCase, texts: Sequence[Sequence[str]]) -> list[Basis]:
    return [(), *(tuple(_rising(case, _written(beta, tuple(case.positive))) for beta in basis) for basis in texts)]


def _rising(case: SymbolicCase, beta: Expr) -> Expr:
    """The exponent of an atom, or its opposite where that is the one that is nonnegative in the case."""
    return -beta if is_nonnegative(-beta.xreplace(_slack(case))) else beta


@lru_cache(maxsize=REMEMBERED)  # a case after the other reads the same
def _written(text: str, symbols: tuple[Symbol, ...]) -> Expr:
    return sympy.sympify(text, locals={str(symbol): symbol for symbol in symbols})


@dataclass(frozen=True)
class Positivity:
    """Proves a formula part in every symbolic case that its hypotheses admit.

    bases: the choices of atoms to try, as exponents in the parameters' names ("a1", "a1 + a1**2"); () is always tried
    """

    bases: Sequence[Sequence[str]] = ()

    def run(self, part: Part) -> Finding:
        try:
            proved = self.proved(part)
        except GapError as gap:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=str(gap))
        if met_at(part.domain) is None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how="no instance is known to meet the hypotheses")
        line = part.printed.at_an_instance if isinstance(part.printed, PrintedLine) else None
        how = (
            "the greater side less the other, written through nonnegative symbols, is a quotient of polynomials with "
            "nonnegative coefficients in every case of the indices"
        )
        return Finding(Verdict.HOLDS, Evidence.PROVED, how=how, steps=tuple(differences(proved, line)))

    def proved(self, part: Part) -> list[Proved]:
        """Every comparison of every case, with the powers that prove it. Raises GapError where there are none."""
        if part.claim is None:
            raise ValueError(f"{part.address}: a symbolic proof needs a claim")
        found: list[Proved] = []
        for case in part.domain.admitted_cases:
            for comparison in comparisons(part.claim(case.model)):
                basis = prove_comparison(case, comparison, _bases(case, self.bases))
                if basis is None:
                    why = f"no symbolic proof in case {case.pattern} {comparison.what}"
                    raise GapError(why.strip() + self._unseen(part, case, comparison))
                found.append(Proved(case, comparison, basis))
        if not found:
            raise GapError("the hypotheses admit no symbolic case")
        return found

    def _unseen(self, part: Part, case: SymbolicCase, comparison: Comparison) -> str:
        """What may have no value in the case, and the conditions that the case says nothing of."""
        bases = [basis for basis in _bases(case, self.bases) if Atoms(case, basis).grounded()]
        piece = undefined_side(case, comparison, bases)
        unseen = [c.text for c in part.domain.conditions if c.on_case is None and c.narrows is None]
        return "" if piece is None else f": {piece} may have no value, and the case does not know: {'; '.join(unseen)}"

    def trying(self, *more: Sequence[str]) -> Positivity:
        """The same with further choices of atoms."""
        return replace(self, bases=(*self.bases, *more))
