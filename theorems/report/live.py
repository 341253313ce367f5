"""A claim in closed form as a function of JavaScript, so that a page can move its parameters and see both sides move.

It is one more arithmetic: the claim's own tree is evaluated, and every operation writes a line of the function. What the page
shows is no evidence; the tests hold it against balls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from kernels.arithmetic import Arithmetic, Exact
from theorems.instance import Instance
from theorems.language.given import Bound, Given
from theorems.language.structure import Scene
from theorems.language.tree import And, Chain, Relation
from theorems.language.values import value
from theorems.provers.scan import hypotheses_and_scenes
from theorems.statement import Part
from theorems.vocabulary import comparisons

FEW = 400  # lines: a longer function is no formula that a reader has in mind
FAR = 8  # times the point that is shown: the end of a slider whose parameter has none
LARGEST = 10**9  # of a size: beyond it powers leave the numbers of JavaScript


@dataclass(frozen=True)
class Word:
    """A value of the function: its name there."""

    script: Script = field(repr=False)
    name: str

    def _with(self, sign: str, other: Any, *, swapped: bool = False) -> Word:
        pair = (self.script.named(other), self.name) if swapped else (self.name, self.script.named(other))
        return self.script.line(f"Math.pow({pair[0]},{pair[1]})" if sign == "**" else f"{pair[0]}{sign}{pair[1]}")

    def __add__(self, other: Any) -> Word:
        return self._with("+", other)

    def __radd__(self, other: Any) -> Word:
        return self._with("+", other, swapped=True)

    def __sub__(self, other: Any) -> Word:
        return self._with("-", other)

    def __rsub__(self, other: Any) -> Word:
        return self._with("-", other, swapped=True)

    def __mul__(self, other: Any) -> Word:
        return self._with("*", other)

    def __rmul__(self, other: Any) -> Word:
        return self._with("*", other, swapped=True)

    def __truediv__(self, other: Any) -> Word:
        return self._with("/", other)

    def __rtruediv__(self, other: Any) -> Word:
        return self._with("/", other, swapped=True)

    def __pow__(self, other: Any) -> Word:
        return self._with("**", other)

    def __rpow__(self, other: Any) -> Word:
        return self._with("**", other, swapped=True)

    def __neg__(self) -> Word:
        return self.script.line(f"-{self.name}")


class Script(Arithmetic):
    """Writes a line for each operation, for equal ones once."""

    name = "JavaScript"

    def __init__(self) -> None:
        self.lines: dict[str, Word] = {}

    def line(self, code: str) -> Word:
        if code not in self.lines:
            self.lines[code] = Word(self, f"v{len(self.lines)}")
        return self.lines[code]

    def named(self, operand: Any) -> str:
        found = operand if isinstance(operand, Word) else self.number(operand)
        return str(found.name)

    def number(self, value: Exact) -> Word:
        exact = Fraction(value)
        return self.line(f"{exact.numerator}/{exact.denominator}" if exact.denominator != 1 else f"{exact.numerator}")

    def log(self, x: Word) -> Word:
        return self.line(f"Math.log({self.named(x)})")

    def exp(self, x: Word) -> Word:
        return self.line(f"Math.exp({self.named(x)})")

    def sqrt(self, x: Word) -> Word:
        return self.line(f"Math.sqrt({self.named(x)})")

    def maximum(self, a: Word, b: Word) -> Word:
        return self.line(f"Math.max({self.named(a)},{self.named(b)})")

    def minimum(self, a: Word, b: Word) -> Word:
        return self.line(f"Math.min({self.named(a)},{self.named(b)})")

    def absolute(self, x: Word) -> Word:
        return self.line(f"Math.abs({self.named(x)})")


@dataclass(frozen=True)
class Slider:
    """One parameter that a reader may move; a whole one is moved on the scale of its logarithm."""

    name: str
    meaning: str
    low: float
    high: float
    at: float
    whole: bool


@dataclass(frozen=True)
class Live:
    """A claim around one point: ``scene`` says how its indices lie, which stays."""

    part: Part
    given: Given
    scene: Scene
    at: Instance

    @cached_property
    def sliders(self) -> list[Slider]:
        width, copies = self.given.model.structure.needs(self.scene)
        least = {self.given.copies: copies}
        found = []
        for symbol, meaning in self.given.sizes.items():
            size = int(self.at[symbol.name])
            least_one = least.get(symbol, width + self.given.beside)
            found.append(Slider(symbol.name, meaning, least_one, max(1000, min(FAR * size, LARGEST)), size, True))
        for symbol, meaning in self.given.free.items():
            at, interval = Fraction(self.at[symbol.name]), self.given.intervals[symbol]
            low = float(interval.low) if interval.low is not None else float(at) - FAR
            high = float(interval.high) if interval.high is not None else max(2.0, 4 * float(at))
            found.append(Slider(symbol.name, meaning, low, high, float(at), False))
        return found

    @cached_property
    def function(self) -> str:
        """``p => ({sides: [[left, sign, right], ...], met: are the hypotheses met?, derived: {n: ...}})``.

        Raises LookupError, TypeError or ValueError where the claim is no closed form.
        """
        script = Script()
        numbers: dict[Any, Any] = {
            symbol: script.line(f"p[{json.dumps(symbol.name)}]") for symbol in (*self.given.sizes, *self.given.free)
        }
        for symbol, formula in self.given.derived.items():
            numbers[symbol] = value(formula, numbers, script)
        bound = Bound(self.given, self.scene, numbers, script)
        assert self.part.claim is not None
        sides = [
            f"[{script.named(c.lhs)},{json.dumps(c.relation.value)},{script.named(c.rhs)}]"
            for c in comparisons(self.part.claim(bound))
        ]
        asked = hypotheses_and_scenes(self.part, self.given)
        met = [_met(bound, script, each) for each in (asked[0] if asked else ())]
        derived = {s.name: numbers[s] for s in self.given.derived}
        if not sides or len(script.lines) > FEW:
            raise ValueError("no formula that a reader has in mind")
        lines = "".join(f"const {word.name}={code};" for code, word in script.lines.items())
        told = ",".join(f"{json.dumps(name)}:{word.name}" for name, word in derived.items())
        return f"p=>{{{lines}return {{sides:[{','.join(sides)}],met:{'&&'.join(met) or 'true'},derived:{{{told}}}}}}}"


def _met(bound: Bound, script: Script, claim: Relation) -> str:
    left, right = (script.named(bound.value(side)) for side in (claim.left, claim.right))
    same = f"Math.abs({left}-{right})<=1e-9*Math.max(1,Math.abs({left}))"  # ends are met up to rounding
    strict = claim.sign in ("<", ">", "!=")
    order = "" if claim.sign in ("==", "!=") else f"{left}{claim.sign[0]}{right}"
    return f"({f'!({same})' if strict else same}{' && ' if strict and order else ' || ' if order else ''}{order})"


def live(part: Part | None, told: Mapping[str, Any] | None) -> Live | None:
    """The claim around the point of a witness or tightness; None where it is no closed form over free parameters."""
    given = None if part is None else part.printed.given
    if part is None or told is None or not isinstance(given, Given) or given.tied or given.nowhere or part.claim is None:
        return None
    if not isinstance(part.printed.at_an_instance, Relation | Chain | And) or part.printed.says is not None:
        return None
    if hypotheses_and_scenes(part, given) is None:
        return None
    try:
        at = Instance.parse(told["text"] if "text" in told else told["instance"])
        found = Live(part, given, given.located(at), at)
        found.function  # noqa: B018 (is there one?)
        return found
    except (LookupError, TypeError, ValueError):
        return None
