"""``python -m theorems.formal``: every verdict that Coq has accepted, compiled anew from today's claims.

Writes build/formal/<paper>/<statement>.v, compiles what has changed, looks at the axioms, and keeps in
theorems/formal/accepted.json what was accepted of which claim. ``--try`` also tries parts that nobody accepted yet;
``--without-hypotheses`` leaves out each hypothesis of what is accepted once, and says which theorem does without it.

Exit status: 0 all accepted, 1 something that was accepted is refused now, 2 no Coq, or unusable arguments.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from theorems import command, expectations
from theorems.accepted import Accepted, accepted, save
from theorems.catalogue import UnknownStatementError, find, parts
from theorems.digest import digest
from theorems.formal.compiling import Compiled, NoCoqError, compiled, library, theorem_at, version
from theorems.formal.exports import export, file_of, file_text, sha
from theorems.formal.needed import outcomes, table
from theorems.formal.statements import DEFINITION, Export
from theorems.formal.terms import NoCoqFormError
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

    Each of the others is tried in the next way, then left out.
    """
    while some:
        text = file_text(some)
        theorems = {theorem.name: each for each in some for theorem in each.theorems}
        if len(theorems) != sum(len(each.theorems) for each in some):
            raise ValueError(f"{name}: two theorems of one name")
        found = compiled(home / name, text, home, prints)
        if not found.line:
            if found.axioms:
                refused.update((each.part.key, f"rests on {', '.join(found.axioms)}") for each in some)
                return [], 0.0
            _told(name, some, found)
            return some, found.seconds
        broken = theorems.get(theorem_at(text, found.line))
        if broken is None:
            refused.update((each.part.key, found.why) for each in some)
            return [], 0.0
        print(f"{broken.part.key}, {broken.kind}: refused at line {found.line}: {found.why}", flush=True)
        try:
            weaker = [export(broken.part, home / "exports", (DEFINITION,))] if broken.kind == DEFINITION else []
        except NoCoqFormError:
            weaker = []
        if not weaker:
            refused[broken.part.key] = f"refused at line {found.line}: {found.why}"
        some = [other for each in some for other in (weaker if each is broken else [each])]
    return [], 0.0


def _told(name: str, some: Sequence[Export], found: Compiled) -> None:
    print(f"{name}: {sum(len(e.theorems) for e in some)} theorems of {len(some)} verdicts, {found.seconds:.1f} s", flush=True)


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
    parser.add_argument("--home", type=command.path, default=HOME, help="where the files are written (build/formal)")
    asked = parser.parse_args(arguments)
    try:
        prints = library(asked.home)
        named = {part.key: part for address in asked.statement for part in find(address)}  # each once
        chosen = [*named.values()] if asked.statement else list(parts())
    except (NoCoqError, UnknownStatementError) as error:
        print(error, file=sys.stderr)
        return command.UNUSABLE
    before, start = dict(accepted()), time.perf_counter()
    wanted = [part for part in chosen if asked.more or part.key in before]
    refused: dict[str, str] = {}
    if asked.without_hypotheses:
        _needed([each for each in wanted if each.key in before], asked.home, prints)
        return 0
    now: dict[str, Accepted] = {}
    for name, some in files(wanted).items():  # kept file by file: a run that is broken off loses nothing
        kept, seconds = accepted_of(name, exported(some, asked.more, refused, asked.home), refused, asked.home, prints)
        for each in kept:
            entry = Accepted(
                digest(each.part), verdict_of(each), each.kind, len(each.theorems), sha(each), version(), round(seconds, 1)
            )
            old = before.get(each.part.key)
            if old is not None and (old.digest, old.sha, old.coq) == (entry.digest, entry.sha, entry.coq):
                entry = old
            now[each.part.key] = entry
        save({key: entry for key, entry in accepted().items() if key not in refused} | now)
    lost = {key: why for key, why in refused.items() if key in before}
    if asked.more:
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
