"""Journals with errors planted in them: a proof that is written down must not show something else when it is read."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.kernel_of_proofs.theorems import *
from theorems.kernel.context import Context, Quoted
from theorems.kernel.facts import *
from theorems.kernel.journal import Proof, RefusedError, check, entry_of
from theorems.kernel.scripts import by, calc, each, have
from theorems.language.tree import *
from theorems.provers.polynomials import certificates_of

PROVED = Proof(
    "made/A (stated)",
    chain(0, "<", log(x), "<=", log(y)),
    (x > 1, x <= y, ForAll(j, WHERE, f[j] <= h[j] ** 2)),
    ("x is odd",),
    each(
        have(
            log(x) > 0,
            by(Theorem("log above", (a,), log(a) >= 1 - 1 / a, (a > 0,))(x)),
            calc(expr(0)).lt(log(x)),
        ),
        by(
            LOG_GROWS(x, y),
            Quoted("B", x > 0, (x > 1,)),
            SUM_ORDER(lambda l: f[l], lambda l: h[l] ** 2, j, WHERE),
            EACH_EVENT(lambda l: f[l] <= h[l] ** 2, j, WHERE),
            Definition("of the data", (a,), h[a] == a)(x),
        ),
    ),
)


def written(proof: Proof) -> Any:
    """Its entry, as it comes back from a file."""
    return json.loads(json.dumps(entry_of(proof, certificates_of(proof))))


def refused(entry: Any, statement: str = PROVED.statement) -> bool:
    """Is it refused, or does it show something else than what is said?"""
    try:
        return check(entry).statement != statement
    except RefusedError:
        return True


def _replaced(entry: Any, old: str, new: str) -> Any:
    text = json.dumps(entry)
    assert old in text, old
    return json.loads(text.replace(old, new))


def edits(entry: Any) -> Iterator[tuple[str, Any]]:
    """The entry with an error planted."""
    goal, claims, certificates = entry["goal"], entry["claims"], entry["certificates"]
    moved = dict(zip(certificates, [*list(certificates.values())[1:], None], strict=True))
    scaled = {k: [put, [["1", *rest] for _, *rest in terms[:-1]]] for k, (put, terms) in certificates.items()}
    yield "no script", {k: v for k, v in entry.items() if k != "script"}
    yield "a list", [entry]
    places, first = len(entry["nodes"]), next(k for k, (kind, *_) in enumerate(entry["nodes"]) if kind == "Symbol")
    doubled = [["Plus", k, k] for k in (first, *range(places, places + 60))]  # x + x, and that twice, and so on
    yield "a formula of 2^61 pieces", entry | {"nodes": [*entry["nodes"], *doubled]}
    yield "a table that is none", entry | {"nodes": 3}
    yield "another goal", entry | {"goal": claims[0]}
    yield "another hypothesis", entry | {"claims": [goal]}
    yield "one hypothesis more", entry | {"claims": [*claims, goal]}
    yield "other words", entry | {"words": []}
    yield "another sign", _replaced(entry, '"<="', '"<"')
    yield "another number", _replaced(entry, '"value": "1"', '"value": "2"')
    yield "a number of a billion digits", _replaced(entry, '"value": "1"', '"value": "1e999999999"')
    yield "a script of nobody", _replaced(entry, '"is": "Each"', '"is": "TrustMe"')
    yield "a quoted part says more", _replaced(entry, '"reason": "B"', '"reason": "C"')
    yield "a hypothesis of a theorem less", entry | {"theorems": [[*t[:-2], [], t[-1]] for t in entry["theorems"]]}
    yield "no certificate", entry | {"certificates": {}}
    yield "a certificate of nothing", entry | {"certificates": {key: [[], []] for key in certificates}}
    yield "a certificate of another question", entry | {"certificates": moved}
    yield "coefficients", entry | {"certificates": scaled}


WITHOUT_VALUE = Proof("made/C (stated)", 0 * Sum(j, WHERE, 1 / f[j]) == 0, (), (), by())


def _follows_but_for_its_value() -> bool:
    WITHOUT_VALUE.script.show(WITHOUT_VALUE.goal, Context())
    return refused(entry_of(WITHOUT_VALUE, {}), WITHOUT_VALUE.statement)


def journals() -> Iterator[tuple[str, Callable[[], bool]]]:
    yield "a journal with what has no value", _follows_but_for_its_value
    yield "a proof is written and read", lambda: not refused(written(PROVED))
    for name, edited in edits(written(PROVED)):
        yield f"a journal with {name}", partial(refused, edited)
