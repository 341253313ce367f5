"""The same script with every relation on its way made strict where it can be."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from theorems.kernel.context import Context
from theorems.kernel.scripts import By, Calc, Cases, Each, FirstOf, Have, Only, Script, gives, goals_of, parts_of, strict_too
from theorems.language.rules import conjuncts
from theorems.language.strict import made_strict, strictly
from theorems.language.tree import Claim


@dataclass(frozen=True)
class Sharper:
    """The goal by a script whose theorems are strict where their hypotheses are, and whose claims where that shows them so."""

    script: Script

    def show(self, goal: Claim, context: Context) -> None:
        match self.script:
            case By() | Only():
                for relation, known in goals_of(goal, context):
                    replace(self.script, reasons=strict_too(self.script.reasons, known)).show(relation, known)
            case Calc():
                for relation, known in parts_of(goal, context):
                    self._calculation(self.script, known).show(relation, known)
            case Have(claim=claim, script=script, then=then):
                Sharper(then).show(goal, context.assuming(claim, *self._more(claim, script, context)))
            case Cases(claim=claim, holds=holds, fails=fails):
                claims = dict.fromkeys((strictly(claim), claim))
                FirstOf(tuple(Cases(c, Sharper(holds), Sharper(fails)) for c in claims)).show(goal, context)
            case Each(scripts=scripts):
                Each(tuple(map(Sharper, scripts))).show(goal, context)
            case FirstOf(scripts=scripts):
                FirstOf(tuple(map(Sharper, scripts))).show(goal, context)
            case script:
                script.show(goal, context)

    def _calculation(self, script: Calc, context: Context) -> Calc:
        """With strict links where they are shown to be."""
        signs, reasons = [], []
        for link, given in zip(script.links, script.reasons, strict=True):
            more = strict_too(given, context)
            signs.append(link.sign)
            reasons.append(more)
            if gives(By(more), strictly(link), context):
                signs[-1] = strictly(link).sign
        return Calc(script.terms, tuple(signs), tuple(reasons))

    def _more(self, claim: Claim, script: Script, context: Context) -> Iterator[Claim]:
        """What the script shows strictly of the relations of a claim, one by one, and of any other claim as a whole."""
        script.show(claim, context)
        relations, ways = list(conjuncts(claim)), script.scripts if isinstance(script, Each) else ()
        for relation, way in zip(relations, ways if len(ways) == len(relations) else [script] * len(relations), strict=True):
            strict = made_strict(relation)
            if strict is not None and strict is not relation and gives(Sharper(way), strict, context):
                yield strict
