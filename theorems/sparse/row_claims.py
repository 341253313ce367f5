"""Claims about a row of exact attention beside its top-k approximation: their words, and the three forms of a part."""

from functools import wraps

from theorems.language.rules import POSITIVE
from theorems.proofs import auxiliary, hence, obtain
from theorems.proofs import proof as prove
from theorems.provers.context import cite
from theorems.sparse.attention import M_SURE_IS, SURE, M_sure, on
from theorems.sparse.attention import error as error
from theorems.sparse.lemma import *
from theorems.sparse.rows import *
from theorems.sparse.scores import DEFINITION_C_9
from theorems.sparse.steps import REPAIR
from theorems.statement import Condition, Domain, Proof, TrivialRange

P, P_hat, S, V, W = symbols("P P̂ S V W")
n, k, d, i, M, R, C, c, delta, eps, infinity = symbols("n k d i M R C c delta epsilon ∞")
ON_EVENT = Norm(S, "∞") <= M
SMALL_R = R == o(sqrt(log(n)))
BOUNDED_BELOW = Omega(1)


def surely(claim: Claim) -> Claim:
    """The same claim with M′ for M."""
    return claim.mapped(lambda node: M_sure if node is M else None)


def likely(event: Claim) -> Claim:
    """With probability at least 1 - δ; along inputs that do not depend on chance the event is what is compared."""
    return Pr(event) >= 1 - delta


AT_EACH_SIZE = (
    "for all n from some size on with probability 1 - δ each, in place of the probability of a limit: "
    "inputs that are independent at different n may leave the event for infinitely many of them"
)


def likely_at_last(event: Claim) -> Claim:
    """From some size on, with probability at least 1 - δ at each. It is no claim about all these sizes at once."""
    return Eventually(likely(event), n)


def likely_limit(err: Expr) -> Claim:
    """Below every ε from some size on, with probability at least 1 - δ at each."""
    return ForAll(eps, POSITIVE, likely_at_last(err <= eps))


def event_label(label: str) -> str:
    """The label of the form on the event G_M."""
    return f"{label}, on G_M" if label else "on G_M"


@auxiliary(Norm(S, "∞") <= M_sure)
def scores_of_bounded_entries() -> None:
    """The entries that Definition C.1 bounds leave no score larger."""
    hence(cite(DEFINITION_C_9[""]), M_SURE_IS())


def show(line: Line, statements: Callable[[Expr], None], m: Expr) -> None:
    """Proves a line by statements that rest on |S_ij| ≤ m."""

    @prove(line)
    @wraps(statements)
    def _() -> None:
        if m is M_sure:
            obtain(scores_of_bounded_entries)
        statements(m)


def three_forms(
    lemma: Lemma,
    label: str,
    claim: Claim,
    *where: Condition,
    shown: Callable[[Expr], None],
    refutation: Proof | Callable[[Line], None] | None = None,
    printed_proof: Proof | Callable[[Line], None] | None = None,
    witness: str = "",
    premise: Claim | None = None,
    given: Callable[[Domain], Computed] = on,
    domains: tuple[Domain, Domain, Domain] = (INPUTS, REPAIRED_INPUTS, ROWS),
    uses: Sequence[str] | None = None,
    provenance: str = "",
    trivial: TrivialRange | Callable[[Domain], TrivialRange] | None = None,
    uninformative: Claim | None = None,
) -> Line:
    """A part "with probability at least 1 - δ" (stated, and repaired by M′), and its form on the event G_M.

    shown:      the form on G_M, in statements that take the bound M on the scores; with M′ they show the repaired form
    refutation: of the form as printed, None when that holds for every row (then ``shown`` uses no bound on S)
    printed_proof: of the form as printed where it holds for other reasons
    premise:    what the claim is an implication of
    trivial:    the trivial range of the left-hand side, of a domain or of all three
    uninformative: where the bound says no more

    Returns the stated form.
    """
    printed, repaired, event = domains

    def implied(conclusion: Claim, *more: Claim) -> Claim:
        premises = [*more, *([] if premise is None else [premise])]
        return Implies(premises[0] if len(premises) == 1 else And(tuple(premises)), conclusion) if premises else conclusion

    def established(m: Expr) -> Callable[[Line], None]:
        return lambda line: show(line, shown, m)

    def state(
        line: Line, domain: Domain, how: Proof | Callable[[Line], None], sure: Callable[[Claim], Claim] = lambda c: c
    ) -> Line:
        line = line.feasible(met_with(domain, *where))
        if trivial is not None:
            found = trivial(domain) if callable(trivial) else trivial
            line.trivial(replace(found, uninformative=found.uninformative.replace("M", "M'")) if sure is surely else found)
        if uninformative is not None:
            line.uninformative(sure(uninformative))
        if not callable(how):
            return line.proved(how)
        how(line)
        return line

    line = lemma.state(label, implied(likely(claim)), where, given=given(printed), provenance=provenance)
    stated = state(line.refuted(witness) if witness else line, printed, refutation or printed_proof or established(M))
    if uses is not None:
        stated.uses(*uses)
    if refutation is not None:
        sure = surely(implied(likely(claim), SURE))
        fixed = stated.instead(*where, why=REPAIR, claim=sure, given=given(repaired))
        state(fixed, repaired, established(M_sure), surely).uses()
    line = lemma.state(event_label(label), implied(claim, ON_EVENT), where, given=given(event), provenance=provenance)
    state(line, event, established(M)).uses()
    return stated
