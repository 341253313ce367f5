"""Matching the negative terms of a sum with positive ones that outweigh them: ``Q <= P``, or ``Q + R <= P + O``."""

from collections.abc import Callable, Iterator
from itertools import product

from theorems.provers.power_sums import Term

TRIALS = 400  # ways to match terms that are tried on one box

Match = tuple[tuple[int, ...], tuple[int, ...], int]  # (positive indices, negative indices, how often)


class Matching:
    """Ways to outweigh every negative term, as pairs and as two against two; depth first, a bounded number of trials."""

    def __init__(
        self,
        outweighs: Callable[[Term, Term, Term, Term], bool],
        positive: list[Term],
        negative: list[Term],
        dominates: set[tuple[int, int]],
    ) -> None:
        self.outweighs = outweighs
        self.positive = positive
        self.negative = negative
        self.dominates = dominates
        self.trials = TRIALS
        self.known: dict[tuple[int, ...], bool] = {}

    def find(self, left: list[int], owed: list[int]) -> list[Match] | None:
        """``(positive indices, negative indices, how often)`` that use up all that is owed; None when not found."""
        j = next((j for j, count in enumerate(owed) if count), None)
        if j is None:
            return []
        if sum(left) < sum(owed):
            return None
        for above, below in self._options(j, left, owed):
            self.trials -= 1
            if self.trials < 0:
                return None
            twice = len(set(above)) < len(above) or len(set(below)) < len(below)
            count = min(*(left[i] for i in above), *(owed[k] for k in below)) // (2 if twice else 1)
            if not count:
                continue
            less_left, less_owed = list(left), list(owed)
            for i in above:
                less_left[i] -= count
            for k in below:
                less_owed[k] -= count
            rest = self.find(less_left, less_owed)
            if rest is not None:
                return [(above, below, count), *rest]
        return None

    def _options(self, j: int, left: list[int], owed: list[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        able = [i for i, count in enumerate(left) if count]
        for i in able:
            if (i, j) in self.dominates:
                yield (i,), (j,)
        others = [k for k, count in enumerate(owed) if count]
        for i, o, k in product(able, able, others):
            key = (i, o, *sorted((j, k)))
            if i != o and {(i, j), (i, k)} <= self.dominates and (k != j or owed[j] > 1):
                if key not in self.known:
                    terms = self.positive[i], self.positive[o], self.negative[j], self.negative[k]
                    self.known[key] = self.outweighs(*terms)
                if self.known[key]:
                    yield (i, o), (j, k)
