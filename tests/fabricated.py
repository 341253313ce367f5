"""Small made-up parts, and records for the tests of what is generated from records."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.judging.record import Record, validate, versions
from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script
from theorems.language.computed import Computed
from theorems.language.lemma import Lemma
from theorems.language.printed_line import PrintedLine
from theorems.language.tree import And, Claim, Words
from theorems.statement import Condition, Domain, Model, Part, Proof
from theorems.vocabulary import Claimed, Reading


class Made(Lemma):
    """A lemma of a made-up paper."""

    key = "made"


def itself(instance: Instance, arithmetic: Any) -> Instance:
    return instance


def points(*instances: Instance, conditions: Iterable[Condition] = (), bind: Any = itself) -> Domain:
    """Data that are these instances."""
    drawn, names = st.sampled_from([dict(i) for i in instances]), dict.fromkeys(instances[0], "")
    return Domain("points", lambda: drawn, bind, tuple(conditions), small=lambda: iter(instances), variables=names)


def one_number(name: str, drawn: st.SearchStrategy[Any], *conditions: Condition, small: Any = None, **more: Any) -> Domain:
    """Data that are one number of this name."""
    fixed = st.fixed_dictionaries({name: drawn})
    return Domain("numbers", lambda: fixed, lambda i, arithmetic: arithmetic.number(i[name]), conditions, small, **more)


Says = Claim | Callable[[Model], Claimed]  # a tree over the data, or what is compared of a model


def part_of(
    domain: Domain, says: Says | None, *, label: str = "", proof: Proof | None = None, witness: str | None = None
) -> Part:
    """A part of Lemma Z.1 over made-up data; None: words and nothing to compare."""
    empty = PrintedLine(Words("nothing to compare") if says is None else And(()), (), Computed(domain))
    part = Part(
        "superiority",
        "Lemma Z.1",
        label,
        "a claim",
        domain,
        empty,
        Reading.STATED,
        "nowhere",
        "text",
        proof=proof,
        witness=witness,
        feasible=domain.feasible_set,
    )
    return part if says is None else claiming(part, says)


def shows(script: Script, goal: Claim, context: Context) -> bool:
    try:
        script.show(goal, context)
    except GapError:
        return False
    return True


def claiming(part: Part, says: Says) -> Part:
    """The part with another claim over the same data."""
    line = part.printed
    return replace(part, printed=line.comparing(says) if isinstance(says, Claim) else line.saying(says))


def record(statement: str, part: str = "", **more: Any) -> Record:
    """A valid record that holds as printed; ``more`` overrides any field."""
    made = {
        "paper": "superiority", "statement": statement, "part": part, "reading": "stated", "claim": "x ≤ 1",
        "hypotheses": ["n >= 1"], "changed": "", "verdict": "holds", "evidence": "proved", "how": "by inspection", "steps": [],
        "tightness": None, "n0": None, "witness": None, "tried": 3, "satisfied": 3, "decided": 3, "seed": 0, "effort": "quick",
        "precision_bits": 128, "seconds": 0.25, "digest": "0123456789abcdef", "source": "Appendix Z, p. 99",
        "reproduce": f'python -m theorems.report --statement "superiority/{statement}"', "provenance": "text",
        "depends_on": [], "supported": True, "supported_repaired": True, "note": "", "versions": versions(),
    } | more  # fmt: skip
    validate(made)
    return made


POINT = {
    "kind": "instance", "text": "n=2 a_1=7/10", "lhs": "[0.66666666666666666667 +/- 3.34e-21]", "relation": "<=",
    "rhs": "0.50000000000000000000", "what": "row j3 | column 1", "precision_bits": 128,
}  # fmt: skip
FAMILY = {
    "kind": "family", "text": "w = 2^k, n = w^2", "members": ["n=4 d=4", "n=16 d=6"], "proof": ["1/8 > δ/n"],
    "lhs": "0.50000000000000000000", "relation": ">=", "rhs": "0.99750000000000000000",
}  # fmt: skip
N0 = {"variable": "n", "value": "4096", "family": "w = 2^k, n = w^2", "constants": "δ = 1/100"}


def several() -> list[Record]:
    """Every kind of verdict and witness, repairs of both kinds, a chain of dependencies, and awkward characters."""
    told = (
        r"`c`_{j0} *b* ≤ 50% of $x$ & #1 ~ \alpha | <b>P̂ᵀ⟨u, v⟩</b> ^ √(log n) ∑ ϕ_τ --- 'α″ é 𝒟 "
        '[a](b) ñ ẑ x²  n₀ ≫ 1 "q"'
    )
    fails: dict[str, Any] = {"verdict": "fails", "witness": POINT}
    unsupported: dict[str, Any] = {"supported": False, "supported_repaired": False}
    below = ["superiority/Definition Z.1"]
    return [
        record("Definition Z.1"),
        record("Lemma Z.2", "3a", depends_on=below, evidence="certified", **fails),
        record("Lemma Z.2", "5", claim=told, hypotheses=["a_1 >= 0.7", "b | c"], note="1. Not a list; * nor this.\n- nor that",
               steps=["t √d = o(n^0.99)", "- a dash"], **fails | {"witness": FAMILY}),
        record("Lemma Z.2", "5.i", reading="intended", changed="the `bound` of *another* lemma"),
        record("Lemma Z.2", "5.ii", reading="intended", changed="n is large", verdict="asymptotic", n0=N0),
        record("Lemma Z.2", "3a", reading="intended", changed="j1 ≠ j3", evidence="certified"),
        record("Theorem Z.3", depends_on=["superiority/Lemma Z.2/5"], **unsupported),
        record("Theorem Z.4", "1", depends_on=["superiority/Theorem Z.3"], verdict="unknown", evidence="none", how="open",
               supported=False),
        record("Remark Z.5", verdict="vacuous", how="n < 1 and n >= 1 contradict", steps=["no n is left"]),
        record("Claim Z.6", verdict="fails", witness={"kind": "contradiction", "text": "a < b and b < a"}),
        record("Table Z.8", "k = 4 | x", provenance="own", **fails),
        record("Claim Z.7", verdict="asymptotic", n0=N0, tightness={"ratio": 0.9375, "instance": "n=4096"}),
        record("Claim Z.7", reading="intended", changed="a repair of nothing that is broken"),
    ]  # fmt: skip


def report(records: list[Record] | None = None, **environment: Any) -> dict[str, Any]:
    chosen = several() if records is None else records
    return {"schema": 1, "environment": {"python": "3.11", "code": "fedcba9876543210"} | environment, "records": chosen}
