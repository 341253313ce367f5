"""Statements and their parts: what a paper prints, the domain it speaks of, and how its verdict is established."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, reduce
from typing import TYPE_CHECKING, Any, Protocol

from kernels import balls
from kernels.ball_arithmetic import Arithmetic
from theorems.instance import Instance
from theorems.vocabulary import Claimed, Evidence, Reading, Verdict

if TYPE_CHECKING:
    from hypothesis import strategies as st

Model = Any  # an instance seen through one arithmetic: attributes carry the paper's symbols

LOOKED_AT = 4096  # instances whose hypotheses are remembered,
MODELS = 1024  # and what the data are there


def met(instance: Instance) -> bool:
    """No instance breaks it."""
    return True


@dataclass(frozen=True)
class Condition:
    """One printed hypothesis: ``claim`` says it as a tree, ``words`` where it is none. Raises ValueError for both or neither.

    ``check`` tells exactly whether an instance meets it; by default the claim itself does, over the numbers that the instance
    has by the names of the claim.
    ``steer`` moves a drawn instance into the condition where that is easy (``j0 = j3``), so that few draws are lost.
    ``on_case`` answers the same question for a symbolic case (see :class:`SymbolicCase`), and ``narrows`` writes the condition
    into the symbols of a case; where both are None a symbolic proof does not see the condition and must do without it.
    ``growth``: a hypothesis about large sizes (``d = ω(n^0.02)``), which no single instance can meet or break.
    ``feasible``: in words what it leaves of the parameters, where the words of its data do not say so already.
    ``printed``: the hypothesis as the paper prints it, where ``claim`` says it in the letters of the data; proofs may use both.
    ``said``: what the paper says around it (``N ≫ K²``, ``left implicit``): a gloss, no condition of its own.
    ``built``: what is left of it at points that break it, for no data can be built without that (``M ≥ 1`` of ``M ≥ 2``).
    ``undecided``: of an instance that does not certainly meet it, may it do so all the same?
    """

    claim: Any = None
    check: Callable[[Instance], bool] = met
    steer: Callable[[Instance], Instance] | None = None
    on_case: Callable[[Any], bool] | None = None
    narrows: Callable[[SymbolicCase], SymbolicCase] | None = None
    growth: bool = False
    feasible: str = ""
    printed: Any = None
    said: str = ""
    words: str = ""
    built: Condition | None = None
    undecided: Callable[[Instance], bool] | None = None

    def __post_init__(self) -> None:
        if (self.claim is None) is not bool(self.words):
            named = [self.words or self.said or str(self.check), *([] if self.claim is None else [repr(self.claim)])]
            raise ValueError(f"a condition is either a claim or words: {'; '.join(named)}")
        if self.check is met and self.claim is not None and not self.growth:
            object.__setattr__(self, "check", self.claim.exactly())

    @cached_property
    def text(self) -> str:
        """The hypothesis as a reader sees it, from its tree where it is one."""
        shown = self.words or repr(self.claim if self.printed is None else self.printed)
        return f"{shown} ({self.said})" if self.said else shown


@dataclass(frozen=True, eq=False)
class SymbolicCase:
    """One way the indices of an instance can lie; the parameters are symbols.

    ``pattern`` is the index pattern (see :meth:`Domain.pattern_of`), ``model`` the instance bound to symbols,
    ``positive`` writes each parameter through nonnegative symbols (``a1 = 7/10 + alpha``), ``size`` is the symbol
    of ``n`` as a base of powers and ``size_value`` the same number through the parameters; ``size_above_one`` says
    that n >= 2 in this case; ``log_size`` stands for log n.
    """

    pattern: Any
    model: Model
    positive: dict[Any, Any] = field(default_factory=dict)
    size: Any = None
    size_value: Any = None
    size_above_one: bool = False
    log_size: Any = None


@dataclass(frozen=True, eq=False)
class Domain:
    """The points a statement speaks of.

    draw:       Hypothesis strategy of exact parameter dicts
    bind:       (instance, arithmetic) -> model
    conditions: the printed hypotheses, checked exactly and in this order
    small:      instances in order of size, for the search of the smallest witness
    cases:      all symbolic cases, for proofs over the whole domain
    pattern_of: the symbolic case an instance belongs to
    variables:  names a conjecture may use (attributes of the model), each with one line of explanation
    every:      all instances, where they are finitely many
    vary:       neighbours of an instance, for a search that climbs towards the tightest point
    complements:      condition -> the condition that a mutant puts in its place (the opposite index set)
    other_dataset:    the same objects from the other dataset, for a mutant; its models answer to the names of both
    feasible:        in words the exact set of parameters for which all hypotheses can be met; conditions add theirs
    towards:         (part, seed) -> instances at which a search directed at the part's claim arrives
    declared:        what the data say of themselves beside their numbers (see :class:`theorems.language.rules.Declared`)
    drawn_from:      what tells its draws from those of other domains, where ``draw`` itself does not
    """

    name: str
    draw: Callable[[], st.SearchStrategy[dict[str, Any]]]
    bind: Callable[[Instance, Arithmetic], Model]
    conditions: tuple[Condition, ...] = ()
    small: Callable[[], Iterator[Instance]] | None = None
    cases: Callable[[], Iterable[SymbolicCase]] | None = None
    every: Callable[[], Iterator[Instance]] | None = None
    pattern_of: Callable[[Instance], Any] | None = None
    variables: dict[str, str] = field(default_factory=dict)
    vary: Callable[[Instance], Iterator[Instance]] | None = None
    complements: dict[Condition, Condition] = field(default_factory=dict)
    other_dataset: Callable[[], Domain] | None = None
    feasible: str = ""
    towards: Callable[[Part, int], Iterator[Instance]] | None = None
    declared: Any = None
    drawn_from: Hashable = None

    def where(self, *conditions: Condition) -> Domain:
        """The subdomain that also meets ``conditions``."""
        return replace(self, conditions=self.conditions + conditions)

    def without(self, *texts: str) -> Domain:
        """The larger domain that drops the conditions printed as ``texts``. Raises ValueError for one it does not have.

        It keeps what no data can be built without. It has no symbolic cases where these may take a dropped condition for
        granted (a range written into their parameters): what they prove would be proved of the smaller domain only.
        """
        missing = [text for text in texts if all(condition.text != text for condition in self.conditions)]
        if missing:
            raise ValueError(f"{self.name} has no condition {missing[0]!r} to drop")
        taken_for_granted = any(c.text in texts and c.on_case is None for c in self.conditions)
        left = ((c.built if c.text in texts else c) for c in self.conditions)
        kept = tuple(c for c in left if c is not None)
        return replace(self, conditions=kept, cases=None if taken_for_granted else self.cases)

    @property
    def feasible_set(self) -> str:
        """The domain's own words and what its conditions add to them."""
        added = () if self.feasible.startswith("nowhere") else (c.feasible for c in self.conditions)
        return "; ".join(dict.fromkeys(filter(None, (self.feasible, *added))))

    @property
    def about_large_sizes(self) -> bool:
        """Is some hypothesis about growth, so that a single instance refutes nothing?"""
        return any(condition.growth for condition in self.conditions)

    def model(self, instance: Instance, arithmetic: Arithmetic) -> Model:
        """What the data are at an instance, at the present precision; parts over the same data look at the same instances."""
        return _bound(self.bind, instance, arithmetic, balls.current_precision())

    @lru_cache(maxsize=LOOKED_AT)  # noqa: B019 (a search, an account and a proof walk the same small instances)
    def broken(self, instance: Instance) -> str | None:
        """The text of the first condition that ``instance`` breaks, None when it meets all."""
        return next((c.text for c in self.conditions if not c.check(instance)), None)

    def undecided(self, instance: Instance) -> bool:
        """Of an instance that breaks a condition: is none certainly broken, and balls only do not tell?"""
        return all(c.check(instance) or (c.undecided is not None and c.undecided(instance)) for c in self.conditions)

    def require(self, instance: Instance) -> None:
        """Raise ValueError naming the hypothesis that ``instance`` breaks."""
        broken = self.broken(instance)
        if broken is not None:
            raise ValueError(f"hypothesis broken: {broken} (at {instance})")

    @cached_property
    def instances(self) -> st.SearchStrategy[Instance]:
        """Drawn instances, steered towards the conditions; not every one of them meets all."""
        return self.draw().map(self.steered)

    def steered(self, values: Mapping[str, Any]) -> Instance:
        """The instance of drawn values, moved into the conditions that know how."""
        instance = Instance(values)
        for condition in self.conditions:
            if condition.steer is not None:
                instance = condition.steer(instance)
        return instance

    @cached_property
    def admitted_cases(self) -> tuple[SymbolicCase, ...]:
        """The symbolic cases that the conditions admit; together they cover the whole domain."""
        if self.cases is None:
            raise LookupError(f"{self.name} has no symbolic cases")
        admitted = (case for case in self.cases() if all(c.on_case is None or c.on_case(case.pattern) for c in self.conditions))
        return tuple(
            reduce(lambda known, c: c.narrows(known) if c.narrows else known, self.conditions, case) for case in admitted
        )


@lru_cache(maxsize=MODELS)
def _bound(bind: Callable[[Instance, Arithmetic], Model], instance: Instance, arithmetic: Arithmetic, bits: int) -> Model:
    return bind(instance, arithmetic)  # bits: a model keeps the balls that it has computed


@dataclass(frozen=True)
class TrivialRange:
    """What the left-hand side of a claim is anyway, so that a reader sees where its bound says nothing.

    text:      the trivial range as a reader would write it: ``0 ≤ f_exp ≤ 1``
    low, high: its ends, numbers or functions of the model; None where there is none
    uninformative: in words the exact set where the bound is no better than that; "" = nowhere, "everywhere" = everywhere
               on the domain
    where:     the same as a test of an instance; both are held against each other in every report
    silent_by: what shows the silence of a bound that is silent everywhere: a calculation, or steps that a machine checks
    """

    text: str
    low: Fraction | int | Callable[[Model], Any] | None = None
    high: Fraction | int | Callable[[Model], Any] | None = None
    uninformative: str = ""
    where: Callable[[Instance], bool] = lambda instance: False
    silent_by: tuple[Any, ...] = ()

    def uninformative_on(self, text: str, where: Callable[[Instance], bool], *silent_by: Any) -> TrivialRange:
        """The same range for a bound that is silent on the set ``text``."""
        return replace(self, uninformative=text, where=where, silent_by=silent_by)


@dataclass(frozen=True)
class Finding:
    """A verdict with what it rests on.

    how:     the argument in a few lines
    steps:   what a machine checked on the way, each a line
    witness: for ``fails``: {"kind": "instance" | "family", "text": ..., "lhs": ..., "relation": ..., "rhs": ...}
    n0:      for ``asymptotic``: {"variable": ..., "value": ..., "family": ..., "constants": ...}
    scanned: points at which only float64 saw the claim hold, beside those that balls decided; no evidence of anything
    """

    verdict: Verdict
    evidence: Evidence
    how: str = ""
    steps: tuple[str, ...] = ()
    witness: dict[str, Any] | None = None
    n0: dict[str, Any] | None = None
    tightness: dict[str, Any] | None = None
    precision_bits: int = 0
    tried: int = 0
    satisfied: int = 0
    decided: int = 0
    scanned: int = 0


class Proof(Protocol):
    """Anything that can establish a verdict of a part, or say UNKNOWN and why."""

    def run(self, part: Part) -> Finding: ...


class Printed(Protocol):
    """The claim of a part as a tree over its data: see :class:`theorems.language.lemma.PrintedLine`."""

    @property
    def claim(self) -> Any: ...
    @property
    def compared(self) -> Any: ...
    @property
    def bridge(self) -> Any: ...
    @property
    def known(self) -> frozenset[Any]: ...
    @property
    def reduced(self) -> Any: ...
    @property
    def given(self) -> Any: ...
    @property
    def says(self) -> Callable[[Model], Claimed] | None: ...
    @property
    def at_an_instance(self) -> Any: ...
    @property
    def as_it_stands(self) -> bool: ...
    @property
    def under_its_premises(self) -> bool: ...
    @property
    def compares(self) -> bool: ...
    @property
    def relations(self) -> tuple[Any, ...]: ...
    @property
    def text(self) -> str: ...
    @property
    def latex(self) -> str: ...
    @property
    def mathml(self) -> str: ...
    def unknown(self) -> list[str]: ...
    def __call__(self, bound: Model) -> Claimed: ...
    def bounds(self, bound: Model) -> Claimed: ...
    def comparing(self, claim: Any) -> Printed: ...
    def saying(self, says: Callable[[Model], Claimed]) -> Printed: ...
    def where(self, dropped: Condition, instead: Condition | None = None) -> Printed: ...


@dataclass(frozen=True, eq=False)
class Part:
    """The smallest thing that can be true or false on its own, in one reading.

    ``printed``: the line as a tree. ``gives``: the constant lower bound that the part's own proof establishes, where it is
    above the printed one. ``trivial``: the trivial range that the bound must beat; ``feasible``: where the hypotheses can be
    met, if that is another set than the domain's. ``written``: the file and line that state it. ``in_words``: how the printed
    line follows from what is compared, where words alone say so; no more than ``argued`` is then known of it.
    """

    paper: str
    statement: str
    label: str
    text: str
    domain: Domain
    printed: Printed
    reading: Reading
    source: str
    provenance: str
    proof: Proof | None = None
    witness: str | None = None
    changed: str = ""
    note: str = ""
    depends_on: tuple[str, ...] = ()
    gives: Fraction | None = None
    trivial: TrivialRange | None = None
    feasible: str = ""
    written: str = ""
    in_words: str = ""

    def __repr__(self) -> str:
        return f"Part({self.key!r})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis prints the fields of a dataclass, hundreds of lines here, unless it finds this."""
        printer.text(repr(self))

    @cached_property
    def proved(self) -> Finding | None:
        """What its own proof says, run once: whoever cites, judges or replays the part asks; None without one."""
        return None if self.proof is None else self.proof.run(self)

    @property
    def claim(self) -> Printed | None:
        """What is compared at an instance; None where the line is words and nothing is."""
        return self.printed if self.printed.compares else None

    @property
    def address(self) -> str:
        """``superiority/Lemma D.3/4``."""
        return "/".join(filter(None, (self.paper, self.statement, self.label)))

    @property
    def key(self) -> str:
        """``superiority/Lemma D.3/4 (stated)``: what tells two results apart."""
        return f"{self.address} ({self.reading.value})"

    @cached_property
    def slug(self) -> str:
        """``superiority-lemma_D3-4-stated``: the pytest id; every word ends with a delimiter."""
        label = re.sub(r"[^0-9A-Za-z.=]+", "_", self.label).strip("_") or "all"
        return f"{self.paper}-{statement_slug(self.statement)}-{label}-{self.reading.value}"


@cache
def statement_slug(statement: str) -> str:
    """``Lemma D.3`` -> ``lemma_D3``; a number's own dot stays out, so that ``D.1`` and ``D.10`` differ by ``-``."""
    kind, _, number = statement.partition(" ")
    number = re.sub(r"[^0-9A-Za-z]+", "_", re.sub(r"(?<=[A-Z])\.(?=\d)", "", number)).strip("_")
    return f"{kind.lower()}_{number}" if number else kind.lower()


class Statement:
    """One numbered statement of a paper with its parts; ``source``: section and page."""

    def __init__(self, paper: str, name: str, source: str, title: str = "") -> None:
        self.paper = paper
        self.name = name
        self.source = source
        self.title = title
        self.parts: list[Part] = []

    @property
    def address(self) -> str:
        return f"{self.paper}/{self.name}"

    def add(self, part: Part) -> None:
        """Raises ValueError for a second part of its label and reading, and for an intended one without what it changed."""
        if any(p.label == part.label and p.reading is part.reading for p in self.parts):
            raise ValueError(f"{part.address} has two {part.reading.value} readings")
        if (part.reading is Reading.INTENDED) != bool(part.changed):
            raise ValueError(f"{part.address}: an intended reading says what it changed, a stated one nothing")
        alike = next((p for p in self.parts if p.slug == part.slug), None)
        if alike is not None:
            raise ValueError(f"{part.address} and {alike.address} have one file name: more than signs has to tell them apart")
        self.parts.append(part)
