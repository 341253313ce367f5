"""The words of a flat proof: statements in sequence, each recorded where it stands.

A proof is a function below its claim. It runs when somebody asks for the proof, never when its module is loaded::

    @proof(T3["Eqn 110"])
    def _() -> None:
        "Both sides are -2c̃_l²(0)τ."
        calc(left_l - 1).eq(-2 * start[l] * tau).eq((at_first + 1) * (left_lp - 1))

The names that the claim binds are fixed inside it. What a reader wants to know is named as a reason (a definition, a
theorem, a part, without its arguments); the rest is found (:mod:`theorems.proofs.search`) and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from theorems.advice import told
from theorems.kernel.facts import Fact, Theorem
from theorems.kernel.scripts import Script, composed
from theorems.language.lemma import Line
from theorems.language.tree import Claim, Expr, Implies, Relation, expr
from theorems.provers.context import Cited
from theorems.reader import UnreadableError

Helper = Callable[[Script], Script]  # of a script that may use what it shows first


@dataclass
class Had:
    """A claim that follows by reasons, or by a script of its own."""

    claim: Claim
    hints: tuple[Any, ...]


@dataclass(frozen=True)
class Auxiliary:
    """A lemma that the paper does not number: a claim with a proof of its own, perhaps of parameters.

    What is found for it is kept once, beside its module, for all proofs that obtain it.
    """

    says: Claim | Callable[..., Claim]
    written: Callable[..., None]
    arguments: tuple[Any, ...] = ()

    def __call__(self, *arguments: Any) -> Auxiliary:
        return replace(self, arguments=arguments)

    @property
    def claim(self) -> Claim:
        return self.says if isinstance(self.says, Claim) else self.says(*self.arguments)

    @property
    def key(self) -> str:
        """What it is called where it is kept."""
        of = f"({', '.join(map(str, self.arguments))})" if self.arguments else ""
        return f"{self.written.__module__}.{self.written.__name__}{of}"

    @property
    def name(self) -> str:
        return self.written.__name__.replace("_", " ")

    @property
    @cache  # noqa: B019 (lemmas are values, and there are few)
    def statements(self) -> tuple[Any, ...]:
        return tuple(written(self.written, *self.arguments))

    @property
    def alone(self) -> Callable[[], None]:
        """The proof of what the lemma says."""

        def statements() -> None:
            obtain(self)

        statements.__doc__, statements.__module__ = self.written.__doc__, self.written.__module__
        return statements


def auxiliary(says: Claim | Callable[..., Claim]) -> Callable[[Callable[..., None]], Auxiliary]:
    """``@auxiliary(DRIFT)``: the function below proves the claim; ``obtain`` has it wherever it is needed."""
    return lambda statements: Auxiliary(says, statements)


@dataclass
class Block:
    """A claim with statements of its own; ``auxiliary``: the lemma that it is."""

    claim: Claim
    statements: list[Any] = field(default_factory=list)
    auxiliary: Auxiliary | None = None


@dataclass
class Split:
    """Where a relation holds, and where it does not."""

    claim: Relation
    holds: list[Any] = field(default_factory=list)
    fails: list[Any] | None = None


@dataclass
class First:
    """What a helper shows first."""

    helper: Helper


@dataclass
class Shown:
    """A claim with the script that shows it."""

    claim: Claim
    script: Script


@dataclass
class Hence:
    """The goal follows by reasons."""

    hints: tuple[Any, ...]


@dataclass
class Links:
    """``calc(a).eq(b).le(c)``: link by link; the goal where its ends are the goal's, else a fact."""

    terms: list[Expr]
    signs: list[str] = field(default_factory=list)
    hints: list[tuple[Any, ...]] = field(default_factory=list)

    def _and(self, sign: str, term: Any, hints: tuple[Any, ...]) -> Links:
        self.terms.append(expr(term))
        self.signs.append(sign)
        self.hints.append(_reasons(hints))
        return self

    def le(self, term: Any, *hints: Any) -> Links:
        return self._and("<=", term, hints)

    def lt(self, term: Any, *hints: Any) -> Links:
        return self._and("<", term, hints)

    def eq(self, term: Any, *hints: Any) -> Links:
        return self._and("==", term, hints)

    def ge(self, term: Any, *hints: Any) -> Links:
        return self._and(">=", term, hints)

    def gt(self, term: Any, *hints: Any) -> Links:
        return self._and(">", term, hints)

    @property
    def claim(self) -> Relation:
        return Relation(self.terms[0], composed(self.signs), self.terms[-1])


_OPEN: list[list[Any]] = []  # the blocks that are being written, the innermost last


def _add(statement: Any) -> None:
    if not _OPEN:
        raise RuntimeError("a statement of a proof stands outside of one")
    _OPEN[-1].append(statement)


@contextmanager
def _inside(statements: list[Any]) -> Iterator[None]:
    _OPEN.append(statements)
    try:
        yield
    finally:
        _OPEN.pop()


def written(statements: Callable[..., None], *arguments: Any) -> list[Any]:
    """The statements of a proof, in order. Raises UnreadableError naming the line that is wrong."""
    found: list[Any] = []
    try:
        with _inside(found):
            statements(*arguments)
    except (NameError, AttributeError, TypeError, LookupError) as error:
        file = statements.__code__.co_filename
        raise UnreadableError(f"{file}, {told(error, Path(file))}") from error
    return found


def _reasons(hints: tuple[Any, ...]) -> tuple[Any, ...]:
    """Raises TypeError for what is none, which would be passed over in silence."""
    for hint in hints:
        if isinstance(hint, Auxiliary):
            raise TypeError(f"{hint.name!r} is an auxiliary lemma: obtain it first")
        if not (isinstance(hint, Theorem | Fact | Cited | Line | Claim) or hasattr(hint, "show")):
            raise TypeError(f"{hint!r} is no reason: name a theorem, a definition, a part or a claim")
    return hints


def obtained_in(statements: Sequence[Any]) -> Iterator[Auxiliary]:
    """The auxiliary lemmas that statements obtain, and those that these obtain."""
    for each in statements:
        match each:
            case Block():
                if each.auxiliary is not None:
                    yield each.auxiliary
                yield from obtained_in(each.statements)
            case Split():
                yield from obtained_in([*each.holds, *(each.fails or ())])


def have(claim: Claim, *hints: Any) -> Claim:
    """A claim that holds here, by reasons of which some may be named."""
    _add(Had(claim, _reasons(hints)))
    return claim


def calc(start: Any) -> Links:
    """A relation link by link: ``calc(a).eq(b).le(c, MARKOV)``."""
    links = Links([expr(start)])
    _add(links)
    return links


def hence(*hints: Any) -> None:
    """What is to be shown follows, by reasons of which some are named."""
    _add(Hence(_reasons(hints)))


def obtain(*lemmas: Auxiliary | tuple[Claim, Script] | Helper) -> None:
    """What auxiliary lemmas say here."""
    for each in lemmas:
        match each:
            case Auxiliary():
                _add(Block(each.claim, [*each.statements], each))
            case (claim, script):
                _add(Shown(claim, script))
            case _:
                _add(First(each))


@contextmanager
def proving(claim: Claim) -> Iterator[None]:
    """A claim with a proof of its own; what it binds is fixed inside."""
    block = Block(claim)
    _add(block)
    with _inside(block.statements):
        yield


@contextmanager
def suppose(premise: Claim) -> Iterator[None]:
    """What is shown last inside holds where the premise does."""
    inside: list[Any] = []
    with _inside(inside):
        yield
    _add(Block(Implies(premise, inside[-1].claim), inside))


@contextmanager
def case(claim: Relation) -> Iterator[None]:
    """The goal where a relation holds; ``otherwise()`` follows."""
    split = Split(claim)
    _add(split)
    with _inside(split.holds):
        yield


@contextmanager
def otherwise() -> Iterator[None]:
    split = _OPEN[-1][-1] if _OPEN and _OPEN[-1] else None
    if not isinstance(split, Split) or split.fails is not None:
        raise RuntimeError("otherwise() follows a case")
    split.fails = []
    with _inside(split.fails):
        yield


@contextmanager
def suppose_not(claim: Relation) -> Iterator[None]:
    """A claim, shown where it fails: what is shown inside says that it does not."""
    with proving(claim):
        with case(claim):
            hence()
        with otherwise():
            yield
