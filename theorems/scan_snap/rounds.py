"""Rounds of the original dynamics over classes with equal overlaps (scan_snap, Appendix D.2): the data of Remark 1."""

from theorems.scan_snap.language import *

rho = Symbol("ρ")


@dataclass(frozen=True)
class Rounds:
    """K classes with equal overlaps rho, trained by the original dynamics for r rounds.

    Every round shows each class once and moves W by η (I+E)(I - A) at the W before it (A: the softmax rows), the reading in
    which the order of a round does not matter. ``own``, ``rival``, ``idle`` are the entries of w_n at n, at another class, at
    any other token.
    """

    M: int
    K: int
    rho: Ball
    eta: Ball
    r: int

    def entries(self, rounds: int) -> tuple[Ball, Ball, Ball]:
        own = rival = idle = balls.ball(0)
        for _ in range(rounds):
            total = self.mass(own, rival, idle)
            p, q, z = balls.exp(own) / total, balls.exp(rival) / total, balls.exp(idle) / total
            mixed = 1 + (self.K - 1) * self.rho
            own, rival, idle = (
                own + self.eta * (1 - p - self.rho * (self.K - 1) * q),
                rival + self.eta * (self.rho * (1 - p) - q - self.rho * (self.K - 2) * q),
                idle - self.eta * mixed * z,
            )
        return own, rival, idle

    def mass(self, own: Ball, rival: Ball, idle: Ball) -> Ball:
        """1ᵀexp(w_n)."""
        return balls.exp(own) + (self.K - 1) * balls.exp(rival) + (self.M - self.K) * balls.exp(idle)

    def recursion(self, rounds: int, rate: Ball) -> Ball:
        """h* after so many steps at a learning rate."""
        value = balls.ball(0)
        for _ in range(rounds):
            value = value + rate / (self.M - 1 + balls.exp(self.M * value))
        return value


def bind_rounds(i: Instance, arithmetic: Arithmetic) -> Rounds:
    """Rounds of an instance; the recursion needs exponentials, so balls judge it in every arithmetic."""
    del arithmetic
    return Rounds(int(i.M), int(i.K), balls.ball(i.rho), balls.ball(i.eta), int(i.r))


@st.composite
def drawn_rounds(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(2, 5))
    return {
        "K": K,
        "M": K + draw(st.one_of(st.just(0), st.integers(1, 30))),
        "rho": draw(st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50)),
        "eta": draw(learning_rates()),
        "r": draw(st.integers(1, 8)),
    }


def small_rounds() -> Iterator[Instance]:
    for count in (2, 3):
        for size in (count, count + 1, count + 3):
            for r in (1, 2, 3):
                yield Instance(K=count, M=size, rho=Fraction(1, 2), eta=Fraction(1), r=r)


CLASSES_FIT = Condition(chain(2, "<=", K, "<=", M))
ROUNDS = Domain(
    name="equal overlaps, uniformly sampled classes, original dynamics",
    draw=drawn_rounds,
    bind=bind_rounds,
    conditions=(M_RANGE, CLASSES_FIT, ETA_RANGE, Condition(chain(0, "<", rho, "<", 1), lambda i: 0 < i.rho < 1)),
    small=small_rounds,
    variables={"K": "classes", "M": "tokens", "rho": "overlap", "eta": "learning rate", "r": "rounds N/K"},
    feasible="every 2 ≤ K ≤ M, 0 < ρ < 1, η_Y > 0 and r ≥ 1 (E = ρ(J - I) is a Gram matrix less I)",
)


def kinds(x: Rounds) -> list[int]:
    """A token of each kind: class n = 0 itself, another class, a token that is none where there is one."""
    return [0, 1, x.K] if x.M > x.K else [0, 1]


def entry(x: Rounds, n: int, token: int, rounds: int) -> Ball:
    """w_n at a token, after so many rounds."""
    own, rival, idle = x.entries(rounds)
    return own if token == n else rival if token < x.K else idle


def mass(x: Rounds, rounds: int) -> Ball:
    return x.mass(*x.entries(rounds))
