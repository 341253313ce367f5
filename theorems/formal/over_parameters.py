"""Claims over data of blocks that the positivity prover shows: the same proof, written for Coq.

One theorem for each way the indices can lie, over the parameters alone. Each power of n becomes a product of powers 1 + π of
n^β, β ≥ 0, each parameter its least value plus something nonnegative; the larger side minus the smaller one is then a
quotient of polynomials with nonnegative coefficients, and positivity is read off its structure.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy import Symbol as Unknown

from kernels.arithmetic import SYMBOLIC
from theorems.formal.statements import CLOSED, CLOSED_COMPARED, Export, Theorem, parameters, theorem_name
from theorems.formal.terms import NoCoqFormError, defined, name_of, term
from theorems.formal.trees import TREES
from theorems.language.given import Bound, Given
from theorems.language.structure import Blocks
from theorems.language.tree import Claim, Expr, Node, Power, Relation, Symbol, free_symbols, log, relations_of, sqrt
from theorems.language.values import constant, value
from theorems.provers.positivity import Atoms, Basis, NoProofError, Positivity, _bases, _slack, lowest_terms, prove_comparison
from theorems.statement import Part, SymbolicCase
from theorems.vocabulary import Comparison, comparisons
from theorems.vocabulary import Relation as Sign

SIGN = {Sign.AT_MOST: "<=", Sign.AT_LEAST: ">=", Sign.LESS: "<", Sign.MORE: ">", Sign.EQUAL: "=="}


def as_relation(comparison: Comparison) -> Relation:
    """A comparison of trees. Raises NoCoqFormError where a side is none."""
    if not isinstance(comparison.lhs, Expr) or not isinstance(comparison.rhs, Expr):
        raise NoCoqFormError("a side is computed and no formula")
    return Relation(comparison.lhs, SIGN[comparison.relation], comparison.rhs)


def in_trees(bound: Bound) -> Bound:
    """The same case with every parameter as itself."""
    given = bound.given
    return Bound(given, bound.pattern, {symbol: symbol for symbol in given.parameters}, TREES)


def about_parameters(given: Given, hypotheses: Sequence[Claim]) -> tuple[Claim, ...]:
    """The hypotheses that speak of no index; the others are met by the way the indices lie."""
    return tuple(h for h in hypotheses if free_symbols(h) and free_symbols(h) <= {*given.parameters})


def export(part: Part, only: Container[int] | None = None) -> Export:
    """The part's theorems, or those of the cases with these numbers. Raises NoCoqFormError."""
    given, proof = part.printed.given, part.proof
    if not isinstance(given, Given) or not isinstance(proof, Positivity) or part.claim is None:
        raise NoCoqFormError("no claim over blocks that the positivity prover shows")
    if part.printed.says is not None:
        raise NoCoqFormError("what is compared is no tree")
    found: dict[Relation, list[Shown]] = {}
    for number, case in enumerate(part.domain.admitted_cases, 1):
        if only is not None and number not in only:
            continue
        symbolic, trees = (list(comparisons(part.claim(model))) for model in (case.model, in_trees(case.model)))
        for known, tree in zip(symbolic, trees, strict=True):
            each = Shown(case, known, as_relation(tree), f"{case.pattern}{f', {tree.what}' if tree.what else ''}")
            found.setdefault(each.claim, []).append(each)
    shown = [least for some in found.values() for least in _least(some)]
    if not shown:
        raise NoCoqFormError("no case of the indices")
    theorems = (_theorem(theorem_name(part, "case", str(k)), given, each, proof) for k, each in enumerate(shown, 1))
    return Export(part, CLOSED if part.printed.under_its_premises else CLOSED_COMPARED, tuple(theorems))


@dataclass(frozen=True)
class Shown:
    """A relation over the parameters that is to hold in a case; ``where``: how the indices lie there."""

    case: SymbolicCase
    known: Comparison
    claim: Relation
    where: str

    @property
    def needs(self) -> tuple[int, int]:
        """The least width and the least number of copies."""
        structure: Blocks = self.case.model.given.model.structure
        return structure.needs(self.case.pattern)


def _least(some: Sequence[Shown]) -> Iterator[Shown]:
    """Of the cases in which the same is claimed those with the least sizes, each with the words of those that it covers."""
    pairs = {each.needs for each in some}
    for least in sorted(p for p in pairs if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in pairs)):
        covered = [each for each in some if each.needs[0] >= least[0] and each.needs[1] >= least[1]]
        first = next(each for each in covered if each.needs == least)
        yield replace(first, where="; ".join(dict.fromkeys(each.where for each in covered)))


def _theorem(name: str, given: Given, shown: Shown, proof: Positivity) -> Theorem:
    case, known, claim = shown.case, shown.known, shown.claim
    width, copies = shown.needs
    least = (given.model.structure.columns >= width + given.beside, given.copies >= copies)
    hypotheses = (*about_parameters(given, given.hypotheses), *least)
    variables, where = parameters(given.parameters, (*hypotheses, claim)), f"the indices: {shown.where}"
    if _outgrown(given, claim):
        return Theorem(name, where, variables, hypotheses, claim, ("intros.", "outgrown."))
    written = Writer(given, case, claim, known, hypotheses)
    for basis in _bases(case, proof.bases):
        if Atoms(case, basis).grounded() and prove_comparison(case, known, [basis]) is not None:
            try:
                lines = tuple(written.lines(basis))
            except NoProofError:
                continue
            return Theorem(name, where, variables, hypotheses, claim, lines)
    raise NoCoqFormError(f"no choice of atoms shows {case.pattern} at once")


def _outgrown(given: Given, claim: Relation) -> bool:
    """Is it about how fast the columns have to grow? coq/Sizes.v shows that: no power of n is left in it."""
    columns = given.model.structure.columns
    return claim.left is columns and claim.sign == ">=" and any(node is sqrt(columns) for _, node in claim.right.walk())


@dataclass(frozen=True)
class Writer:
    """Writes the proof of one theorem."""

    given: Given
    case: SymbolicCase
    claim: Relation
    known: Comparison
    hypotheses: tuple[Claim, ...]

    def lines(self, basis: Basis) -> Iterator[str]:
        given, case = self.given, self.case
        n = name_of(given.length.name)
        atoms = Atoms(case, basis)
        names = [name_of(s.name) for s in parameters(given.parameters, (*self.hypotheses, self.claim))]
        yield f"intros {' '.join(names)} {' '.join(f'H{k}' for k in range(len(self.hypotheses)))}."
        yield "repeat match goal with H : _ /\\ _ |- _ => destruct H end."
        put: dict[Node, Expr] = {s: formula for s, formula in given.derived.items() if s is not given.length}
        for symbol, formula in given.derived.items():
            if symbol is given.length:
                continue
            name = name_of(symbol.name)
            yield f"assert (D_{name} : {name} = {term(formula)}) by lra."
            yield f"subst {name}."
        length = given.derived[given.length]
        yield f"assert (D_{n} : {n} = {term(length)}) by lra."
        for symbol in (*given.sizes, *given.free):
            yield self._bounded(symbol)
        size = "1 <" if case.size_above_one else "1 <="
        yield f"assert (L_{n} : {size} {n}) by first [lra | rewrite D_{n}; nra]."
        yield f"assert (P_{n} : 0 < {n}) by lra."
        yield from self._root(n)
        for j, beta in enumerate(basis):
            positive = bool(atoms._excess(j, beta).is_positive)
            rule, ask = ("Rpower_gt1", "0 <") if positive else ("Rpower_ge1", "0 <=")
            yield f"assert (B_pi_{j} : {ask} {written(beta)}) by nra."
            weak = f"L_{n}" if positive == case.size_above_one else f"(Rlt_le _ _ L_{n})"
            yield f"destruct ({rule} {n} ({written(beta)}) {weak} B_pi_{j}) as (pi_{j} & P_pi_{j} & X_pi_{j})."
        image = self.claim.mapped(put.get)
        unit = atoms._exponents(sympy.Integer(1), allow_one=False) if basis else None
        for k, power in enumerate(dict.fromkeys(self._powers(image))):
            yield from self._power(k, power, atoms, basis, n)
        if unit:
            yield f"assert (E_{n} : {n} = {self._product(unit, basis)})."
            yield f"{{ rewrite <- (Rpower_1 {n} P_{n}) at 1. as_product {n} [{self._as_product(unit, basis)}]. }}"
            yield f"rewrite ?E_{n}."
        else:
            yield f"subst {n}."
        yield from self._slack()
        yield from self._values(image, atoms)
        yield from self._difference(atoms)

    # -- pieces ----------------------------------------------------------------------------------------------------------

    def _bounded(self, symbol: Symbol) -> str:
        name = name_of(symbol.name)
        low, high, _, positive = self._range(symbol)
        if high is not None:
            return f"assert (B_{name} : {low} < {name} < {high}) by (split; lra)."
        return f"assert (B_{name} : {low} {'<' if positive else '<='} {name}) by lra."

    def _range(self, symbol: Symbol) -> tuple[Any, Any, Unknown, bool]:
        """The least value, the end where there is one, and the slack symbol of a parameter in this case."""
        by = next(by for s, by in self.case.positive.items() if str(s) == symbol.name)
        (slack,) = by.free_symbols
        low = by.subs(slack, 0)
        if sympy.expand(by - low - slack) == 0:
            return low, None, slack, bool(slack.is_positive)
        high, low = low, sympy.limit(by, slack, sympy.oo)
        if sympy.cancel(by - (low * slack + high) / (1 + slack)) != 0:
            raise NoCoqFormError(f"{by} is no slack")
        return low, high, slack, True

    def _root(self, n: str) -> Iterator[str]:
        if any(node is log(self.given.length) for _, node in self.claim.walk()):
            root = _slack(self.case).get(Unknown("s", positive=True), Unknown("s", positive=True))
            rule = "sqrt_ln_gt" if self.case.size_above_one else "sqrt_ln_ge"
            yield f"destruct ({rule} {n} L_{n}) as ({root} & P_{root} & S_{root} & E_{root})."
            yield f"rewrite ?S_{root}, ?E_{root}."

    def _powers(self, claim: Claim) -> Iterator[Power]:
        for _, node in claim.walk():
            if isinstance(node, Power):
                known = constant(node.exponent)
                if known is not None and known.denominator == 1:
                    continue
                if node.base is not self.given.length:
                    raise NoCoqFormError(f"{node!r} is no power of {self.given.length.name}")
                yield node

    def _power(self, k: int, power: Power, atoms: Atoms, basis: Basis, n: str) -> Iterator[str]:
        exponent = sympy.expand(value(power.exponent, self.case.model.numbers, SYMBOLIC))
        direct = atoms._exponents(exponent, allow_one=False)
        found = direct if direct is not None else atoms._exponents(exponent, allow_one=True)
        if found is None:
            raise NoProofError
        product = self._product(found, basis, of_size=None if direct is not None else n)
        yield f"assert (X_{k} : {term(power)} = {product})."
        yield f"{{ as_product {n} [{self._as_product(found, basis, of_size=direct is None)}]. }}"
        yield f"rewrite ?X_{k}."

    def _product(self, exponents: Sequence[Any], basis: Basis, of_size: str | None = None) -> str:
        bases = [*([of_size] if of_size else []), *(f"(1 + pi_{j})" for j in range(len(basis)))]
        factors = [self._raised(base, int(k)) for base, k in zip(bases, exponents, strict=True) if k != 0]
        return " * ".join(factors) or "1"

    @staticmethod
    def _raised(base: str, k: int) -> str:
        power = base if abs(k) == 1 else f"{base} ^ {abs(k)}"
        return power if k > 0 else f"/ ({power})"

    @staticmethod
    def _as_product(found: Sequence[Any], basis: Basis, *, of_size: bool = False) -> str:
        betas = [*(["1"] if of_size else []), *map(written, basis)]
        return "; ".join(
            f"(({int(k)})%Z, {beta})" if k < 0 else f"({int(k)}%Z, {beta})" for k, beta in zip(found, betas, strict=True)
        )

    def _slack(self) -> Iterator[str]:
        for symbol in (*self.given.sizes, *self.given.free):
            name = name_of(symbol.name)
            low, high, slack, positive = self._range(symbol)
            if high is not None:
                yield f"destruct (slack_between {name} ({low}) ({high}) B_{name}) as ({slack} & P_{slack} & V_{name})."
            else:
                rule = "slack_lt" if positive else "slack_le"
                yield f"destruct ({rule} {name} ({low}) B_{name}) as ({slack} & P_{slack} & V_{name})."
            yield f"subst {name}."

    def _values(self, image: Claim, atoms: Atoms) -> Iterator[str]:
        sides = [side for each in relations_of(self.claim) for side in (each.left, each.right)]
        for relation in defined(sides):
            found = atoms.image(value(relation.left, self.case.model.numbers, SYMBOLIC))
            yield "split."
            yield self._positive(found, relation.sign)

    def _positive(self, found: Any, sign: str) -> str:
        quotient = lowest_terms(found)
        if quotient is None or not quotient.top:
            raise NoProofError
        top, bottom = map(written, quotient.sides())
        rule, tactic = {"!=": ("by_nonzero", "pp"), ">": ("by_positive", "pp"), ">=": ("by_nonnegative", "nn")}[sign]
        return f"{{ refine ({rule} _ ({top}) ({bottom}) _ _ _); [ equal | {tactic} | pp ]. }}"

    def _difference(self, atoms: Atoms) -> Iterator[str]:
        low, high = sympy.sympify(self.known.lhs), sympy.sympify(self.known.rhs)
        if self.known.relation is Sign.EQUAL:
            yield "equal."
            return
        if self.known.relation in (Sign.AT_LEAST, Sign.MORE):
            low, high = high, low
            yield "apply Rle_ge." if self.known.relation is Sign.AT_LEAST else "apply Rlt_gt."
        strict = self.known.relation in (Sign.LESS, Sign.MORE)
        quotient = lowest_terms(atoms.image(high - low))
        if quotient is None:
            raise NoProofError
        top, bottom = map(written, quotient.sides())
        rule, tactic = ("by_diff_lt", "pp") if strict else ("by_diff", "nn")
        yield f"refine ({rule} _ _ ({top}) ({bottom}) _ _ _);"
        yield f"[ equal | {tactic} | pp ]."


def written(expression: Any) -> str:
    """A polynomial of sympy with rational coefficients as a term."""
    return str(expression).replace("**", " ^ ")
