"""What a question about one part gives for many parts, by worker processes: these cannot look into a package's ``__main__``."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from theorems.catalogue import find
from theorems.judging.units import Where, done
from theorems.statement import Part

T = TypeVar("T")


def asked_of_slug(question: Callable[[Part, float], T], slug: str, seconds: float) -> tuple[str, T]:
    """What becomes of one part's mutants, or of its proof: what a worker process is asked for."""
    (part,) = (p for p in find(slug) if p.slug == slug)
    return part.key, question(part, seconds)


def asked(
    question: Callable[[Part, float], T], chosen: Sequence[Part], seconds: float, where: Where
) -> Iterator[tuple[str, T]]:
    """The key of each part with the answer, as the answers come."""
    if where.here and (where.jobs == 1 or len(chosen) < 4):
        for part in chosen:
            yield part.key, question(part, seconds)
        return
    for _, answer in done(asked_of_slug, [(question, part.slug, seconds) for part in chosen], where):
        yield answer
