"""The exact law of linear forms in independent fair signs that have few distinct coefficients.

The signs come in groups: all signs of a group carry the same coefficient, so that a form is c_1 S_1 + ... + c_G S_G
with S_g = 2 U_g - k_g, U_g ~ Bin(k_g, 1/2). The largest group is summed by binomial tails, the others value by value.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kernels.affine import Affine, Value, affine
from kernels.half_spaces import HalfSpace, probability_of_all
from kernels.probability import Probability

__all__ = ["Affine", "Group", "Probability", "SignedSums"]


@dataclass(frozen=True)
class Group:
    """``count`` signs σ_i that share one coefficient in each row.

    A nonzero entry of ``spreads`` makes its row stand for a family of rows, one for each member i of the group, in
    which ``spread · σ_i`` is added (rows of attention that favour one coordinate each). A family is below a threshold
    when all its rows are, and above it when one of them is; a family over the members of an empty group has no rows.
    """

    count: int
    coefficients: tuple[Value, ...]
    spreads: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.count, bool) or not isinstance(self.count, int) or self.count < 0:
            raise ValueError(f"the number of signs in a group is an integer >= 0, not {self.count!r}")
        if self.spreads and len(self.spreads) != len(self.coefficients):
            raise ValueError("a group has one spread for each row, or none")


@dataclass(frozen=True)
class SignedSums:
    """One or more linear forms ("rows") in the same independent fair signs.

    Raises:
        ValueError: when the groups disagree on the number of rows, or their small groups have too many sign patterns.
        TypeError: when a coefficient or threshold is a float.
    """

    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if len({len(group.coefficients) for group in self.groups}) != 1:
            raise ValueError("all groups have a coefficient for each row, at least one group is needed")

    @property
    def rows(self) -> int:
        return len(self.groups[0].coefficients)

    def tail(self, threshold: Value, strict: bool = True, row: int = 0) -> Probability:
        """Pr[⟨c,σ⟩ > threshold] (strict) or >= threshold."""
        return self._all_of([self._half_space(row, 1, threshold, not strict)]).swapped()

    def inside(self, threshold: Value, strict: bool = True, row: int = 0) -> Probability:
        """Pr[|⟨c,σ⟩| < threshold] (strict) or <= threshold."""
        return self._all_of([self._half_space(row, sign, threshold, strict) for sign in (1, -1)])

    def below(self, threshold: Value | Sequence[Value], strict: bool = False) -> Probability:
        """Pr[⟨c_r,σ⟩ <= threshold for all rows r] (< when strict); one threshold for all rows, or one for each."""
        thresholds = list(threshold) if isinstance(threshold, Sequence) else [threshold] * self.rows
        if len(thresholds) != self.rows:
            raise ValueError(f"{len(thresholds)} thresholds for {self.rows} rows")
        return self._all_of([self._half_space(row, 1, value, strict) for row, value in enumerate(thresholds)])

    def no_activation(self, threshold: Value | Sequence[Value], m: int) -> Probability:
        """No column of m lifts a row above its threshold: ``value`` is Pr[F = 0] and ``complement`` is Pr[F > 0]."""
        return self.below(threshold).repeated(m)

    def _half_space(self, row: int, sign: int, threshold: Value, strict: bool) -> HalfSpace:
        return HalfSpace(
            tuple(affine(group.coefficients[row]).times(sign) for group in self.groups),
            tuple(affine(group.spreads[row] if group.spreads else 0).times(sign) for group in self.groups),
            affine(threshold),
            strict,
        )

    def _all_of(self, half_spaces: list[HalfSpace]) -> Probability:
        return probability_of_all([group.count for group in self.groups], half_spaces)
