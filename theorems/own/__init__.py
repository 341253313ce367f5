"""The words for a paper of your own: ``from theorems.own import *`` in a file that no package has to hold.

A file declares names with their ranges, binds ``PAPER``, and writes each statement as it is printed::

    PAPER = Paper("mine", "Five classical inequalities")
    n = size("n")
    x, y = vectors("x y", n)
    L1 = PAPER.lemma("1", "p. 3", "Cauchy-Schwarz")
    L1["a"] = abs(dot(x, y)) <= norm(x) * norm(y)
"""

from __future__ import annotations

from typing import Any

from kernels.arithmetic import BALLS
from theorems import paper
from theorems.instance import Instance as Instance
from theorems.kernel.scripts import Script, by, calc, cases, each, growing, have
from theorems.language import lemma
from theorems.language.lemma import Hypothesis, Line
from theorems.language.printing import text
from theorems.language.tree import (
    Cases,
    Claim,
    Defined,
    E,
    Eventually,
    Exists,
    ForAll,
    Implies,
    Indicator,
    Largest,
    Pr,
    Product,
    Q,
    Relation,
    Smallest,
    Sum,
    Symbol,
    acos,
    asin,
    atan,
    binomial,
    ceil,
    chain,
    cos,
    cosh,
    erf,
    exp,
    floor,
    gamma,
    largest,
    log,
    pi,
    sin,
    sinh,
    smallest,
    sqrt,
    tan,
    tanh,
)
from theorems.own.data import declared
from theorems.own.declared import (
    argmax,
    argmin,
    between,
    bounded,
    diagonal,
    dot,
    eigenvalues,
    entropy,
    function,
    gradient,
    hadamard,
    identity,
    indices,
    integer,
    inverse,
    kl,
    largest_entries,
    let,
    logsumexp,
    matrix,
    maximum,
    minimum,
    norm,
    normal,
    ones,
    outer,
    probability_vector,
    real,
    reals,
    relu,
    row_softmax,
    signs,
    singular_values,
    size,
    softmax,
    total,
    trace,
    transposed,
    upto,
    vector,
    vectors,
)
from theorems.own.meanings import means
from theorems.provers import families
from theorems.provers.calculation import Calculation
from theorems.provers.context import cite
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Proof

__all__ = [
    "Calculation",
    "Cases",
    "E",
    "Eventually",
    "Exists",
    "ForAll",
    "Implies",
    "Indicator",
    "Largest",
    "Paper",
    "Pr",
    "Product",
    "Q",
    "Smallest",
    "Sum",
    "acos",
    "argmax",
    "argmin",
    "asin",
    "atan",
    "between",
    "binomial",
    "bounded",
    "by",
    "calc",
    "cases",
    "ceil",
    "chain",
    "cite",
    "cos",
    "cosh",
    "diagonal",
    "dot",
    "each",
    "eigenvalues",
    "entropy",
    "erf",
    "exp",
    "floor",
    "from_size",
    "function",
    "gamma",
    "gradient",
    "growing",
    "hadamard",
    "have",
    "identity",
    "indices",
    "integer",
    "inverse",
    "kl",
    "largest",
    "largest_entries",
    "let",
    "log",
    "logsumexp",
    "matrix",
    "maximum",
    "means",
    "minimum",
    "norm",
    "normal",
    "ones",
    "outer",
    "pi",
    "probability_vector",
    "real",
    "reals",
    "relu",
    "row_softmax",
    "signs",
    "sin",
    "singular_values",
    "sinh",
    "size",
    "smallest",
    "softmax",
    "sqrt",
    "tan",
    "tanh",
    "total",
    "trace",
    "transposed",
    "upto",
    "vector",
    "vectors",
]


class Paper(paper.Paper):
    """A paper whose statements stand where it does."""

    def lemma(self, name: str, source: str = "", title: str = "", *hypotheses: Claim, uses: tuple[str, ...] = ()) -> Lemma:
        """One numbered statement: its number, or kind and number, where it is printed, its title, its hypotheses."""
        found = Lemma(self.key, name, source or "no page", title, hypotheses, uses)
        if any(found.name == other.name for other in self.own):
            raise ValueError(f"{found.address} is stated twice")
        self.own.append(found)
        return found


class Lemma(lemma.Lemma):
    """A statement of one's own paper."""

    def __init__(
        self, key: str, name: str, source: str, title: str, hypotheses: tuple[Claim, ...], uses: tuple[str, ...]
    ) -> None:
        self.key = key  # type: ignore[misc]
        super().__init__(name, source, title, given=declared(*hypotheses), uses=uses)

    def state(self, label: str, claim: Claim, conditions: tuple[Hypothesis, ...], **more: Any) -> Line:
        if not isinstance(claim, Claim):
            raise TypeError(f"{self.address}/{label}: {claim!r} is no claim: compare two sides")
        line = super().state(label, claim, conditions, **more)
        every = (claim, *(c for c in conditions if isinstance(c, Claim)))
        defined = dict.fromkeys(node for each in every for _, node in each.walk() if isinstance(node, Defined))
        if defined:
            line.note(f"where {', '.join(f'{text(node)} = {text(node.body)}' for node in defined)}")
        return Named(line.lemma, line.place)

    def __getitem__(self, label: str) -> Line:
        line = super().__getitem__(label)
        return Named(line.lemma, line.place)


class Named(Line):
    """A line whose witnesses and claims are looked at when they are written: what is wrong is named where it stands."""

    def bridge(self, claim: Claim, *, shows: Any = None, refutes: Any = None) -> Line:
        raise TypeError(f"{self.part.address}: what is compared follows from the line; print the line that is to be judged")

    def refuted(self, witness: str) -> Line:
        domain, instance = self.part.domain, Instance.parse(witness)
        known = domain.bind(instance, BALLS).known
        unknown = sorted(instance.keys() - {p.name for p in known})
        if unknown:
            raise ValueError(f"{self.part.address} does not speak of {', '.join(unknown)}")
        return super().refuted(witness)


def from_size(n: Symbol, start: int, *beyond: Relation, script: Script | None = None, **others: Any) -> Proof:
    """A proof for all large n: ``beyond`` holds from n = start on, and gives the claim; ``others``: values of other names."""
    family = families.Family(
        ", ".join([f"{n.name} -> ∞", *(f"{k} = {v}" for k, v in others.items())]), lambda k: Instance({n.name: k} | others)
    )
    return families.Eventually(
        family,
        lambda: start,
        "the relations that the calculation rests on hold from some size on",
        variable=n.name,
        calculation=FromSomeSizeOn(n, beyond, by() if script is None else script),
    )
