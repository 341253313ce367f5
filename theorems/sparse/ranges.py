"""What the left-hand sides of the paper's bounds are anyway: probabilities, entries, errors and counts of a softmax row.

A bound outside such a range says nothing. The ranges hold for every row, of every length, whatever X and W are; those of the
scores use the bounded entries of Definition C.1 and nothing else.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS, Number
from kernels.balls import Truth
from strategies.attention_rows import length_of
from theorems.instance import Instance
from theorems.judging.feasibility import EVERYWHERE
from theorems.provers.argument import Step
from theorems.provers.calculation import Silent
from theorems.statement import Domain, TrivialRange

Model = Any


def silent(trivial: TrivialRange, domain: Domain, text: str, test: Callable[[Model], Truth]) -> TrivialRange:
    """The range for a bound that is silent on the set ``text``: ``test`` decides it of a model of the domain."""

    def where(instance: Instance) -> bool:
        return balls.decide(lambda: test(domain.bind(instance, BALLS)), limit=2048)[0] is Truth.HOLDS

    return trivial.uninformative_on(text, where)


def always_silent(trivial: TrivialRange, *steps: Step | Silent) -> TrivialRange:
    """The range for a bound that never says anything, as a calculation or the steps show."""
    return trivial.uninformative_on(EVERYWHERE, lambda instance: True, *steps)


PROBABILITY = TrivialRange("0 ≤ Pr ≤ 1", 0, 1)
LARGEST_ENTRY = TrivialRange("1/n ≤ max_j u_j ≤ 1", lambda x: 1 / x.n, 1)
NEXT_ENTRY = TrivialRange("0 ≤ u_(k+1) ≤ 1/(k+1)", 0, lambda x: 1 / (x.k + 1))
KEPT_ERROR = TrivialRange("0 ≤ max |u - u_hat| on the window ≤ 1", 0, 1)
MASS = TrivialRange("0 ≤ tau ≤ 1", 0, 1)

MAXIMUM = TrivialRange("0 ≤ max_j |u_j - u_hat_j| ≤ 1", 0, 1)
FROBENIUS = TrivialRange("0 ≤ ‖P - P̂‖_F ≤ √n (a row has ‖u - u_hat‖_2² ≤ tau ≤ 1)", 0, lambda x: x.sqrt(x.n))
SPECTRAL = TrivialRange("0 ≤ ‖P - P̂‖_2 ≤ ‖P - P̂‖_F ≤ √n", 0, lambda x: x.sqrt(x.n))
ROW_SUM = TrivialRange("0 ≤ ‖u - u_hat‖_1 = 2 tau ≤ 2", 0, 2)
ROOT_MEAN = TrivialRange("0 ≤ ‖P - P̂‖_F/√n ≤ 1", 0, 1)
SQUARED = TrivialRange("0 ≤ ‖u - u_hat‖_2² ≤ tau", 0, lambda x: x.tau)
OUTPUT = TrivialRange("0 ≤ ‖(P - P̂)V‖ ≤ 2 max|V_jl| for one column, in the maximum", 0, 2)
OUTPUT_FROBENIUS = TrivialRange("0 ≤ ‖(P - P̂)V‖ ≤ 2√n max|V_jl| for one column", 0, lambda x: 2 * x.arithmetic.sqrt(x.n))


def below_target(trivial: TrivialRange, squared: Callable[[int], int], name: str) -> TrivialRange:
    """The range for the bound ε: silent from ``name`` on, whose square at the length n is ``squared(n)``."""

    def where(instance: Instance) -> bool:
        n = int(instance["n"]) if "n" in instance else length_of(str(instance.row))
        return Fraction(instance["eps"]) ** 2 >= squared(n)

    return trivial.uninformative_on(f"ε ≥ {name}", where)


# An integer bounds the number of entries above ε trivially from ⌈1/ε⌉ - 1 on, that is from the real number 1/ε - 1 on.
ABOVE = TrivialRange("0 ≤ #{j : u_j > ε} ≤ min(n, ⌈1/ε⌉ - 1)", 0, lambda x: x.arithmetic.minimum(x.n, 1 / x.eps - 1))


def at_most_epsilon(eps: Callable[[Model], Number]) -> TrivialRange:
    """The range of |S_ε(u)|: fewer than 1/ε entries exceed ε, and no more than n are there."""

    def least(x: Model) -> Number:
        return x.arithmetic.maximum(x.number(0), x.n - 1 / eps(x))

    return TrivialRange("max(0, n - 1/ε) ≤ |S_ε(u)| ≤ n", least, lambda x: x.n)


def sure_bound(x: Model) -> Number:
    """M' = d R log(nd/δ) of an input, d = 2."""
    return 2 * x.R * x.log(2 * x.n / x.delta)


def _exponential(name: str, size: Callable[[Model], Number], text: str) -> TrivialRange:
    def at(sign: int) -> Callable[[Model], Number]:
        return lambda x: size(x) * x.exp(sign * sure_bound(x))

    return TrivialRange(f"{text}e^-M' ≤ {name} ≤ {text}e^M', M' = d R log(nd/δ)", at(-1), at(1))


# from the bounded entries alone (Cauchy-Schwarz): what a bound through M = C R √log(n/δ) has to beat
SCORE = TrivialRange("|S_ij| ≤ M' = d R log(nd/δ)", 0, sure_bound)
A_ENTRY = _exponential("A_ij", lambda x: 1, "")
D_SUM = _exponential("D_ii", lambda x: x.n, "n ")
D_SPAR_SUM = _exponential("(D_spar)_ii", lambda x: x.k, "k ")
D_INVERSE = _exponential("1/D_ii", lambda x: 1 / x.n, "(1/n) ")
D_SPAR_INVERSE = _exponential("1/(D_spar)_ii", lambda x: 1 / x.k, "(1/k) ")
DROPPED_SUM = TrivialRange(
    "0 ≤ D_ii - (D_spar)_ii ≤ (n-k) e^M', M' = d R log(nd/δ)", 0, lambda x: (x.n - x.k) * x.exp(sure_bound(x))
)
INVERSE_DIFFERENCE = TrivialRange(
    "0 ≤ 1/(D_spar)_ii - 1/D_ii ≤ e^M'/k, M' = d R log(nd/δ)", 0, lambda x: x.exp(sure_bound(x)) / x.k
)


def beside_sure_bound(trivial: TrivialRange, inputs: Domain, times: int = 1) -> Callable[[Domain], TrivialRange]:
    """The contents of the three forms of a bound through e^{times M}.

    On ``inputs`` it has to beat the bounded entries; where M' or the event stand for M, it is what these give.
    """
    factor = "" if times == 1 else f"{times} "
    empty = trivial is DROPPED_SUM
    printed = silent(
        trivial,
        inputs,
        f"R = 0, or {'k = n, or ' if empty else ''}{factor}C √log(n/δ) ≥ d log(nd/δ)",
        lambda x: Truth.HOLDS if empty and x.k == x.n else balls.ge(times * x.M, sure_bound(x)),
    )
    lower = replace(trivial, text="above 0" if trivial is not SCORE else "|S_ij| ≥ 0", low=0, high=None)
    return lambda domain: printed if domain is inputs else lower
