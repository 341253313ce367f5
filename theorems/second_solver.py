"""``python -m theorems.second_solver REPORT``: put every question of sign in a report's proofs to another solver, z3.

The questions are those that the journal beside REPORT answers by a certificate (see ``theorems.write_proofs``). z3 sees none of
the certificates: it is asked for a point that meets what is known and contradicts the answer. It is an optional extra.

Exit status: 0 no such point, 1 there is one, 2 unusable file, 3 z3 is not installed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from flint import fmpq_mpoly

from theorems.check_proofs import JOURNAL, UnusableError, entries_in
from theorems.kernel.gaps import GapError
from theorems.kernel.journal import RefusedError, certificate_in, proof_in
from theorems.kernel.signs import Certificate, Question, Setting

SECONDS = 5.0
AGREES, DISAGREES, UNUSABLE, MISSING = range(4)


def questions(entries: Iterable[Any]) -> Iterator[tuple[str, Question]]:
    """The questions that the proofs of a journal ask and answer, each once, with the key of the first proof."""
    asked: set[Question] = set()
    for entry in entries:
        answered: list[Question] = []

        def kept(question: Question, entry: Any = entry, answered: list[Question] = answered) -> Certificate | None:
            certificate = certificate_in(entry, question)
            if certificate is not None and question not in asked:
                answered.append(question)
            return certificate

        try:
            proof_in(entry).shown_by(kept)
        except (RefusedError, GapError) as error:
            raise UnusableError(f"its proofs do not go through: {error}") from error
        asked.update(answered)
        yield from ((entry["key"], question) for question in dict.fromkeys(answered))


def answer(question: Question, seconds: float = SECONDS) -> str:
    """``unsat`` where z3 agrees that nothing contradicts the answer, ``sat`` where something does, or ``unknown``."""
    import z3

    setting = Setting(question.given, question.generators)
    names = [z3.Real(f"g{k}") for k in range(setting.count)]

    def written(polynomial: fmpq_mpoly) -> Any:
        terms = []
        for powers, x in polynomial.terms():
            factors = [name for name, power in zip(names, powers, strict=False) for _ in range(int(power))]
            terms.append(z3.Product(z3.RealVal(f"{x.p}/{x.q}"), *factors))
        return z3.Sum(*terms) if terms else z3.RealVal(0)

    solver = z3.SolverFor("QF_NRA")
    solver.set("timeout", int(1000 * seconds))
    for name, sign in zip(names, setting.signs, strict=False):
        if sign is not None:
            solver.add(name > 0 if sign else name >= 0)
    for fact in setting.known:
        left = written(fact.polynomial)
        solver.add(left == 0 if fact.zero else left > 0 if fact.strict else left >= 0)
    contrary = written(setting.written(question.goal))
    solver.add(contrary <= 0 if question.strict else contrary < 0)
    return str(solver.check())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.second_solver", description="Put questions of sign to z3.")
    parser.add_argument("report", type=Path, help="a report.json with its proofs.jsonl beside it")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each question ({SECONDS:g})")
    options = parser.parse_args(arguments)
    try:
        import z3  # noqa: F401
    except ImportError:
        print("z3 is not installed: make extra-solvers", file=sys.stderr)
        return MISSING
    answers = Counter[str]()
    try:
        for key, question in questions(entries_in(options.report.parent / JOURNAL)):
            found = answer(question, options.seconds)
            answers[found] += 1
            if found == "sat":
                print(f"z3 disagrees: {key}: {question}")
    except UnusableError as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE
    print(f"z3 agrees with {answers['unsat']} answers, disagrees with {answers['sat']}, does not know {answers['unknown']}")
    return DISAGREES if answers["sat"] else AGREES


if __name__ == "__main__":
    sys.exit(main())
