"""What a verdict stands on beyond the printed hypotheses is told; what the data refute is no ground to stand on."""

from dataclasses import replace
from typing import Any

from tests.chosen import chosen_parts, sample, the_part
from tests.fabricated import record
from theorems.catalogue import parts
from theorems.judging.assumes import KINDS, assumes, beneath, definitions_among, on_nothing_unproved, printed
from theorems.judging.judge import EFFORTS, false_ground
from theorems.judging.record import make_record
from theorems.judging.shown import gap, theorems_of
from theorems.kernel.facts import FUNCTION, SET, VARIABLE, Definition, Fact, Theorem
from theorems.kernel.scripts import By, by, calc
from theorems.language.tree import ForAll, Relation, Sum, Symbol, ddt, exp, symbols
from theorems.provers.calculation import Calculation
from theorems.provers.context import facts_of
from theorems.scan_snap.growth import FLOW, K, M, eta_Y, h, t
from theorems.textbook.flows import DDT_CONSTANT, explicit
from theorems.textbook.sums import SUM_NONNEGATIVE

x, y, s = symbols("x y s")


def said(claim: Any, *formals: Symbol) -> Definition:
    return Definition(str(claim), formals, claim)


def test_a_definition_gives_a_new_symbol_a_term_once_and_leads_not_back_to_itself() -> None:
    plain, of_it, again = said(x[s] == s + 1, s), said(y == x[s] ** 2), said(x[s] == 2 * s, s)
    there, back = said(x[s] == y, s), said(y == x[s])
    assert definitions_among([plain, of_it]) == {plain: "definitions", of_it: "definitions"}
    results = [said(x[s] ** 2 == s, s)], [said(x[s] >= 0, s)], [said(x[s] == x[s + 1], s)]
    for none in (*results, [plain, again], [there, back]):
        assert definitions_among(none) == {}


def test_an_equation_of_motion_defines_and_its_solution_is_a_result() -> None:
    flow, start, solved = said(ddt(h(s), s) == h(s), s), said(h(0) == 1), said(h(s) == exp(s), s)
    assert definitions_among([flow, start]) == {flow: "motion", start: "motion"}
    assert definitions_among([flow, start, solved]) == {solved: "definitions"}  # one of them is enough
    step = said((h(0) == 1) & (h(s + 1) == 2 * h(s)), s)
    of_two = said((h(0, y) == 1) & (h(s + 1, y) == y * h(s, y)), s, y)
    assert definitions_among([step]) == {step: "motion"}
    assert definitions_among([of_two]) == {of_two: "motion"}
    assert definitions_among([said(h(s + 1, y + 1) == h(s, y + 1) + h(s + 1, y), s, y)]) == {}  # a step in both at once
    assert definitions_among([said(h(s + 1, y) == h(s, y + 1), s, y)]) == {}
    ahead, again = said(h(s + 1) == h(s + 2), s), said(h(s + 1) - h(s) == s, s)
    assert definitions_among([ahead]) == definitions_among([step, again]) == {}


def test_a_name_is_chosen_by_one_property_and_by_nothing_else() -> None:
    chosen = Definition("chosen", (s,), x[s] ** 2 == s, names=(x[s],), exists="a root")
    more, term = Definition("more", (s,), x[s] >= 0), Definition("term", (s,), x[s] == s, (s >= 0,))
    again = Definition("again", (s,), x[s] ** 3 == s, names=(x[s],), exists="a root")
    assert definitions_among([chosen]) == {chosen: "chosen"}
    assert definitions_among([chosen, more]) == {chosen: "chosen"}  # what more is said is a result
    assert definitions_among([chosen, term]) == {term: "definitions"}
    assert definitions_among([chosen, again]) == {}


RATE = the_part("scan_snap/Corollary 1/rate")


def test_what_the_hypotheses_of_a_part_say_is_no_assumption_and_what_they_say_of_one_number_is_none_of_all() -> None:
    assert printed(Definition("a range", (), M >= 1), RATE)
    assert not printed(Definition("more", (), M >= 10**9), RATE)
    assert not printed(Definition("of all", (M,), M >= 1), RATE)


def test_every_reason_of_every_proof_is_of_a_kind_and_what_it_cites_is_a_part() -> None:
    known = {part.key for part in parts()}
    for part in sample(chosen_parts(), 3):
        told = assumes(part)
        assert told.keys() <= KINDS.keys()
        assert set(told.get("parts", ())) <= known
        named = {
            text.split(": ")[0] for kind in ("definitions", "motion", "chosen", "shown", "facts") for text in told.get(kind, ())
        }
        for fact in facts_of(part.proof):
            if isinstance(fact.theorem, Definition):
                assert fact.theorem.name.split(": ")[0] in named or printed(fact.theorem, part)


def test_the_integrated_flow_stands_on_the_differential_equation() -> None:
    told = assumes(RATE)
    assert any("the flow of Eqn 44, integrated" in fact for fact in told["shown"])
    assert any("the flow of Eqn 44: d/ds h(s)" in equation for equation in told["motion"])
    assert any("‖x_{T+1} - α_n‖" in definition for definition in told["definitions"])


def put(claim: Any, was: Relation, becomes: Relation) -> Any:
    return claim.mapped(lambda node: becomes if node is was else None)


def test_what_is_shown_once_has_no_gap_and_what_it_does_not_say_has_one() -> None:
    for theorem in {theorem: None for part in chosen_parts() for theorem in theorems_of(part) if theorem.shown is not None}:
        assert gap(theorem) == "", theorem.name
        given = {id(node) for hypothesis in theorem.hypotheses for _, node in hypothesis.walk()}
        for _, relation in theorem.claim.walk():
            if not isinstance(relation, Relation) or relation.sign == "!=" or id(relation) in given:
                continue
            tighter = relation.right + 1 if relation.sign in (">=", ">", "==") else relation.right - 1
            for other in (relation.contrary, Relation(relation.left, relation.sign, tighter)):
                assert gap(replace(theorem, claim=put(theorem.claim, relation, other))) != "", other


def test_what_is_shown_from_itself_or_is_the_textbook_s_by_name_alone_is_taken_for_granted() -> None:
    circular: Theorem = Theorem("circular", (x,), x <= 0, shown=lambda: by(circular(x)))
    assert assumes(replace(RATE, proof=Calculation(by(circular(x))))) == {"own": ["circular: x ≤ 0"]}
    fact = next(f for f in facts_of(RATE.proof) if not isinstance(f.theorem, Definition))
    impostor = Theorem(fact.theorem.name, (x,), x <= 0)
    told = assumes(replace(RATE, proof=Calculation(By((Fact(impostor, (x,)),)))))
    assert told["own"] == [f"{fact.theorem.name}: x ≤ 0"]


def test_a_theorem_shown_by_a_sum_over_a_set_says_that_it_sums_over_it() -> None:
    F, k, S = Symbol("F", FUNCTION), Symbol("k", VARIABLE), Symbol("S", SET)
    nonnegative, by_sum = ForAll(k, S, F(k) >= 0), by(SUM_NONNEGATIVE(lambda i: F(i), k, S))
    claim = F(x) >= F(x)  # of any set, an infinite one too
    assert "says nothing of sums over S" in gap(Theorem("silent", (F, k, S, x), claim, (nonnegative,), shown=lambda: by_sum))
    told = claim & (Sum(k, S, F(k)) >= 0)
    assert gap(Theorem("told", (F, k, S, x), told, (nonnegative,), shown=lambda: by_sum)) == ""


def test_a_theorem_shown_of_a_derivative_says_that_what_is_put_does_not_move() -> None:
    moving = Symbol("s", VARIABLE)
    constant = Theorem("a constant factor", (x, moving), ddt(x, moving) == 0, shown=lambda: by(DDT_CONSTANT(x, moving)))
    assert "may change with s" in gap(constant)
    assert gap(replace(constant, hypotheses=(explicit(moving),))) == ""


def test_what_is_cited_brings_what_it_stands_on() -> None:
    a, b, c = (record("Lemma Z", label) | {"assumes": told} for label, told in (
        ("a", {"parts": ["superiority/Lemma Z/b (stated)"]}),
        ("b", {"parts": ["superiority/Lemma Z/c (stated)"], "definitions": ["f"]}),
        ("c", {"facts": ["g"], "parts": ["superiority/Lemma Z/b (stated)"]}),
    ))  # fmt: skip
    known = {f"superiority/Lemma Z/{r['part']} (stated)": r for r in (a, b, c)}
    top = "superiority/Lemma Z/a (stated)"
    assert beneath(top, known)["facts"] == ["g"]
    assert not on_nothing_unproved(top, known)
    c["assumes"].pop("facts")
    assert on_nothing_unproved(top, known)
    del known["superiority/Lemma Z/c (stated)"]  # nobody knows what it stands on
    assert not on_nothing_unproved(top, known)


GROWTH = the_part("scan_snap/Lemma 9/1b")
END = eta_Y * t / (M * K)


def test_a_proof_that_says_what_an_instance_refutes_decides_nothing() -> None:
    """The report says so, not the tests alone."""
    definition = Definition("a fact that the data refute", (s,), h(s) <= 0, (s >= 0,), of=FLOW)
    for planted in (definition, Theorem("a theorem that is false", (s,), h(s) <= 0, (s >= 0,))):
        through = calc(h(t / K)).le(0, planted(t / K)).le(END)
        found = make_record(replace(GROWTH, proof=Calculation(through)), EFFORTS["quick"], 0)
        assert found["verdict"] == "unknown"
        assert "its proof says what is false: h(t/K) ≤ 0 at" in found["how"]


def test_what_a_shown_fact_stands_on_and_the_ranges_of_the_data_are_looked_at() -> None:
    """A base that its data refute, and a fact whose script no longer shows it: a report says so of every part above them."""
    base = Definition("the base", (s,), h(s) >= 10**9, (s >= 0,), of=FLOW, at=((t / K,),))
    shown = Definition("shown from it", (s,), h(s) >= -1, (s >= 0,), of=FLOW, at=((t / K,),), shown=lambda: by(base(s)))
    broken = replace(shown, name="no more", shown=lambda: by())
    for fact, told in ((shown, "the base: h(t/K) ≥ 1000000000 at"), (broken, "no more is not shown")):
        assert told in false_ground(replace(GROWTH, proof=Calculation(calc(h(t / K)).le(END, fact(t / K)))))
    assert false_ground(GROWTH) == ""
    bridged: Any = the_part("scan_snap/Lemma 18/Eqn 136")
    over = replace(bridged.printed.bridge, shows=by(base(t / K)))
    assert "the base: h(t/K)" in false_ground(replace(bridged, printed=replace(bridged.printed, bridge=over)))
    line: Any = GROWTH.printed
    data = replace(FLOW, ranges=(*FLOW.ranges, M >= 3))
    assert "M ≥ 3" in false_ground(replace(GROWTH, printed=replace(line, given=data)))
