"""Calculations as proofs of Coq: the claim over all quantities that meet the definitions which the calculation uses.

Named quantities are functions of real numbers, sets of indices lists of them, so that every symbol stands for anything
that meets what is assumed of it. Each reason becomes an assertion: a definition instantiated, a theorem of the textbook that
coq/Calculations.v proves, something that follows by arithmetic. A part that is cited is proved first, from its own calculation,
for all that stands in place of its symbols; the definitions that it uses are assumed as well, its hypotheses are shown where it
is cited. A link whose reason has no such form is refused, and a part that has no calculation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from theorems.formal.assumptions import for_all, stated, times_told
from theorems.formal.printer import Printer
from theorems.formal.statements import COMPARED, USED, Export, Said, Theorem, theorem_name
from theorems.formal.terms import NoCoqFormError
from theorems.formal.writer import Writer
from theorems.judging.feasibility import EVERYWHERE
from theorems.kernel.facts import Definition
from theorems.kernel.gaps import GapError
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import REVERSED, Claim, Node, Relation
from theorems.provers.calculation import Calculation, Silent
from theorems.provers.context import hypotheses, line_of
from theorems.statement import Part


def export(part: Part) -> Export:
    """The part's calculation. Raises NoCoqFormError."""
    proof = part.proof
    if not isinstance(proof, Calculation) or part.claim is None or part.witness is not None:
        raise NoCoqFormError("no calculation")
    line: Any = part.printed
    if line.says is not None:
        raise NoCoqFormError("what is compared is no tree")
    claim: Claim = line.at_an_instance
    theorems: list[Theorem] = [_shown(part, claim, lambda writer: writer.script(proof.script, claim, values=True))]
    silent = _silent(part)
    if silent is not None:
        theorems.append(_says_nothing(part, silent))
    return Export(part, USED if line.under_its_premises else COMPARED, tuple(theorems))


def _silent(part: Part) -> Silent | None:
    """What shows that the bound says no more than the trivial range; None where it says something somewhere.

    Raises NoCoqFormError where no calculation shows it.
    """
    if part.trivial is None or part.trivial.uninformative != EVERYWHERE:
        return None
    match part.trivial.silent_by:
        case (Silent() as silent,):
            return silent
    raise NoCoqFormError("no calculation shows that the bound says nothing")


def _says_nothing(part: Part, silent: Silent) -> Theorem:
    """Each bound of the claim beside the end of the trivial range: it is no better."""

    def no_better(claim: Node) -> Node | None:
        if isinstance(claim, Relation) and claim.sign in ("<=", "<", ">=", ">"):
            return Relation(claim.right, REVERSED[claim.sign], silent.end)
        if isinstance(claim, Relation | tree.Or | tree.Implies):
            raise NoCoqFormError(f"{text(claim)} is no bound")
        return None

    assert part.trivial is not None
    against: Claim = line_of(part).at_an_instance.mapped(no_better)
    theorem = _shown(
        part,
        against,
        lambda writer: writer.opened(against, lambda w, each: w.script(silent.script, each, values=True)),
    )
    where = f"the bound is no better than the trivial range {part.trivial.text}; {theorem.where}"
    return replace(theorem, name=theorem_name(part, "silent"), where=where, silent=True)


def _shown(part: Part, claim: Claim, show: Callable[[Writer], None]) -> Said:
    """The theorem that the part's hypotheses, and the definitions that are used, give a claim. Raises NoCoqFormError."""
    try:
        context = hypotheses(part)
    except GapError as gap:
        raise NoCoqFormError(str(gap)) from gap
    data = part.printed.given
    printer = Printer(explicit=times_told(context))
    goal = printer.prop(claim, values=True)
    assumed = list(stated(printer, context))
    writer = Writer(printer=printer, data=data, own=data)
    for each in (claim, *context.claims):
        writer.means_the_same(each, part.key)
    for k, (known, _) in enumerate(assumed):
        writer.assume(f"H{k}", known)
    try:
        show(writer)
        definitions = {
            name: (definition, for_all(printer, definition, places))
            for (definition, places), name in writer.definitions.items()
        }
    except ValueError as error:
        raise NoCoqFormError(str(error)) from error
    first = [each for known in writer.parts.values() if known is not None for each in known.proof]
    return _theorem(part, claim, printer, assumed, definitions, goal, [*first, *writer.lines])


def _theorem(
    part: Part,
    claim: Claim,
    printer: Printer,
    assumed: Sequence[tuple[Claim, str]],
    definitions: Mapping[str, tuple[Definition, str]],
    goal: str,
    lines: Sequence[str],
) -> Said:
    names = printer.names.types
    sets = [name for name, kind in names.items() if kind == "list R"]
    bound = " ".join(f"({name} : {kind})" for name, kind in names.items())
    known = [
        *(f"NoDup {name}" for name in sets),
        *(written for _, written in assumed),
        *(written for _, written in definitions.values()),
    ]
    said = (f"forall {bound},\n  " if bound else "") + "".join(f"({each}) ->\n  " for each in known) + goal
    labels = [
        *(f"N{k}" for k in range(len(sets))),
        *(f"H{k}" for k in range(len(assumed))),
        *definitions,
    ]
    proof = (f"intros {' '.join([*names, *labels])}.", *lines)
    used = "; ".join(dict.fromkeys(definition.name for definition, _ in definitions.values()))
    where = f"over all quantities that meet the definitions: {used}" if used else "over all quantities"
    return Said(theorem_name(part), where, (), (), claim, proof, said=said)
