"""``python -m theorems.formal``: every verdict that Coq has accepted, compiled anew from today's claims.

Writes build/formal/<paper>/<statement>.v, compiles what has changed, looks at the axioms, and keeps in
theorems/formal/accepted.json what was accepted of which claim. ``--try`` also tries parts that nobody accepted yet;
``--without-hypotheses`` leaves out each hypothesis of what is accepted once, and says which theorem does without it.

Exit status: 0 all accepted, 1 something that was accepted is refused now, 2 no Coq, or unusable arguments.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from theorems import command
from theorems.catalogue import UnknownStatementError, find, option_of, parts
from theorems.digest import digest
from theorems.formal.compiling import Compiled, NoCoqError, compiled, in_turn, library, theorem_at, version
from theorems.formal.exports import export, file_of, file_text, sha
from theorems.formal.needed import outcomes, table
from theorems.formal.statements import DEFINITION, Export
from theorems.formal.terms import NoCoqFormError
from theorems.judging import expectations
from theorems.judging.accepted import Accepted, accepted, save
from theorems.judging.judge import of_hypotheses
from theorems.own.reasons import found_proof
from theorems.statement import Part

HOME = Path("build/formal")


def files(wanted: Iterable[Part]) -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {}
    for part in wanted:
        found.setdefault(file_of(part), []).append(part)
    return found


def exported(some: Sequence[Part], more: bool, refused: dict[str, str], home: Path) -> list[Export]:
    """What is exported of the parts: in the way that was accepted, or in the strongest way there is."""
    found = []
    for part in some:
        known = accepted().get(part.key)
        without = () if more or known is None or known.kind == DEFINITION else (DEFINITION,)
        try:
            each = export(part, home / "exports", without)
        except NoCoqFormError as error:
            refused[part.key] = f"not exported: {error}"
            continue
        expected = expectations.load(part.paper).get(part.key)
        if expected is not None and expected.verdict != verdict_of(each):  # true, and the bound says nothing
            refused[part.key] = f"the theorem would say {verdict_of(each)}, the verdict is {expected.verdict}"
            continue
        found.append(each)
    return found


def accepted_of(
    name: str, some: list[Export], refused: dict[str, str], home: Path, prints: Mapping[str, str]
) -> tuple[list[Export], float]:
    """Those of the exports of one file that Coq accepts, and its seconds.

    Each of the others is tried in the next way, then left out. One that was never accepted is tried alone first: a file
    with one that is refused is compiled again from its start.
    """
    known = accepted()
    if len(some) > 1:
        new = [each for each in some if each.part.key not in known]
        alone = {each.part.key: accepted_alone(name, each, refused, home, prints) for each in new}
        found = [alone.get(each.part.key, each) for each in some]
        some = [each for each in found if each is not None]
    while some:
        text = file_text(some)
        theorems = {theorem.name: each for each in some for theorem in each.theorems}
        if len(theorems) != sum(len(each.theorems) for each in some):
            raise ValueError(f"{name}: two theorems of one name")
        done = compiled(home / name, text, home, prints)
        if not done.line:
            if done.axioms:
                refused.update((each.part.key, f"rests on {', '.join(done.axioms)}") for each in some)
                return [], 0.0
            return some, done.seconds
        broken = theorems.get(theorem_at(text, done.line))
        if broken is None:
            refused.update((each.part.key, done.why) for each in some)
            return [], 0.0
        weaker = _weaker(broken, done, refused, home)
        some = [other for each in some for other in ((weaker,) if each is broken else (each,)) if other is not None]
    return [], 0.0


def accepted_alone(name: str, each: Export, refused: dict[str, str], home: Path, prints: Mapping[str, str]) -> Export | None:
    """The export, or a weaker one, that Coq accepts in a file of its own; None where there is none."""
    folder = (home / "alone" / name).with_suffix("")
    found: Export | None = each
    while found is not None:
        done = compiled(folder / f"{found.theorems[-1].name}.v", file_text([found]), home, prints)
        if not done.line:
            return found
        found = _weaker(found, done, refused, home)
    return None


def _weaker(broken: Export, found: Compiled, refused: dict[str, str], home: Path) -> Export | None:
    """What else is exported of a part whose theorems are refused."""
    why = f"refused at line {found.line}: {found.why}"
    print(f"{broken.part.key}, {broken.kind}: {why}", flush=True)
    if broken.kind == DEFINITION:
        with suppress(NoCoqFormError):
            return export(broken.part, home / "exports", (DEFINITION,))
    refused[broken.part.key] = why
    return None


def _files_accepted(
    wanted: Mapping[str, Sequence[Part]], more: bool, refused: dict[str, str], home: Path, prints: Mapping[str, str]
) -> Iterator[tuple[str, list[Export], float]]:
    """What Coq accepts of each file, in their order; so many at a time."""
    asked = ((name, exported(some, more, refused, home)) for name, some in wanted.items())
    found = in_turn(partial(accepted_of, name, each, refused, home, prints) for name, each in asked)
    yield from ((name, *done) for name, done in zip(wanted, found, strict=True))


def verdict_of(each: Export) -> str:
    if any(theorem.claim is None or theorem.silent for theorem in each.theorems):
        return "vacuous"
    return "fails" if any(theorem.point is not None for theorem in each.theorems) else "holds"


def _needed(some: Sequence[Part], home: Path, prints: Mapping[str, str]) -> None:
    """Print for each hypothesis whether its theorem is refused without it."""
    found = []
    for one in outcomes(exported(some, False, {}, home), home, prints):
        print(f"{one.part.key} without {one.hypothesis}: {one.outcome}{f' ({one.why[:160]})' if one.why else ''}", flush=True)
        found.append(one)
    print("\n".join(["", *table(found)]))


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.formal", description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--statement", action="append", default=[], help="only this statement or part")
    parser.add_argument("--try", dest="more", action="store_true", help="also parts that are not accepted yet")
    parser.add_argument("--without-hypotheses", action="store_true", help="which hypotheses the accepted theorems need")
    parser.add_argument(
        "--paper", type=command.paper, help=f"{command.PAPER}; nothing is kept of one that is declared in a file"
    )
    parser.add_argument("--home", type=command.path, default=HOME, help="where the files are written (build/formal)")
    asked = parser.parse_args(arguments)
    own = asked.paper is not None and bool(option_of(asked.paper))
    more = asked.more or own
    try:
        prints = library(asked.home)
        named = {part.key: part for address in asked.statement for part in find(address, asked.paper)}  # each once
        chosen = [*named.values()] if asked.statement else list(parts(asked.paper))
    except (NoCoqError, UnknownStatementError) as error:
        print(error, file=sys.stderr)
        return command.UNUSABLE
    if own:  # nobody has to give a proof there
        chosen = [part if part.proof else replace(part, proof=found_proof(part)) for part in chosen]
    before, start = dict(accepted()), time.perf_counter()
    wanted = [
        part
        for part in chosen
        if not part.in_words and (part.printed.bridge is None or of_hypotheses(part)) and (more or part.key in before)
    ]
    refused: dict[str, str] = {}
    if asked.without_hypotheses:
        _needed([each for each in wanted if each.key in before], asked.home, prints)
        return 0
    now: dict[str, Accepted] = {}
    for name, kept, seconds in _files_accepted(files(wanted), more, refused, asked.home, prints):
        print(f"{name}: {len(kept)} verdicts, {seconds:.1f} s", flush=True)
        for each in kept:
            entry = Accepted(
                digest(each.part), verdict_of(each), each.kind, len(each.theorems), sha(each), version(), round(seconds, 1)
            )
            old = before.get(each.part.key)
            if old is not None and (old.digest, old.sha, old.coq) == (entry.digest, entry.sha, entry.coq):
                entry = old
            now[each.part.key] = entry
        # kept file by file: a run that is broken off loses nothing
        if not own:
            save({key: entry for key, entry in accepted().items() if key not in refused} | now)
    lost = {key: why for key, why in refused.items() if key in before}
    if own:
        print(*(f"{key}: {entry.verdict}, {entry.kind}" for key, entry in now.items()), sep="\n")
    if more:
        for key, why in refused.items():
            print(f"{key}: {why}")
    for key, why in lost.items():
        print(f"{key} was accepted, and now: {why}", file=sys.stderr)
    kinds = [entry.kind for entry in now.values()]
    counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    print(f"accepted by Coq {version()}: {len(now)} verdicts ({counted}), {time.perf_counter() - start:.0f} s")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(command.run(main))
