"""The growth exponent in closed form (scan_snap, Section 6 and Appendix F): Theorem 4, Eqns 14 and 120-131."""

from theorems.scan_snap.language import *

_G, _C0 = positive("G"), positive("C0")
WHOLE_ROUNDS = Condition(
    ceil(t / K) == t / K,
    lambda i: (Fraction(i.t) / Fraction(i.K)).denominator == 1,
    lambda i: i.but(t=round_up(i.t) * i.K),
    said="t/K is whole",
)
FROM_FOUR = Condition(M >= 4, steer=lambda i: i.but(M=max(i.M, 4)))
LATE = [FROM_FOUR, SECOND_STAGE]
LARGE = from_size(4)
FROM_SIZE_FOUR = replace(ALONG, points=LARGE)

T4 = Lemma(
    "Theorem 4", "Section 6 and Appendix F", "the phase transition in training", given=ALONG, uses=["Lemma 6", "Lemma 9/2a"]
)
speed = Integral(gamma(tp), tp, expr(0), t)  # ∫γ


def from_the_start(claim: Claim, end: Expr = t, time: Symbol = tp) -> ForAll:
    """At every time from 0 to the end."""
    return ForAll(time, REALS, Implies((expr(0) <= time) & (time <= end), claim))


def unwound(time: Expr, of: Laws = ONE_RATE) -> Expr:
    """e^(-4z), as the equations have it."""
    return exp(-(4 * of.z(time)))


T4["Eqn 120"] = unwound(t) * ddt(z[l](t), t) == -(C_0**-1 * eta_Z * gamma(t))
T4["Eqn 121"] = ddt(unwound(t), t) == 4 * C_0**-1 * eta_Z * gamma(t)
T4["Eqn 122"] = unwound(t) == 4 * C_0**-1 * eta_Z * speed + 1
T4["Eqn 123"] = chain(xi[n](t), "==", C_0**-1 * gamma(t) * exp(4 * z[l](t)), "==", gamma(t) / (C_0 + 4 * Gamma(t)))


@proof(T4["Eqn 120"].uses())
def _() -> None:
    """The law of z_l, Eqn 118."""
    hence(EQN_118(t))


@proof(T4["Eqn 121"].uses())
def _() -> None:
    """The chain rule and Eqn 118."""
    hence(EQN_118(t))


def has_fallen(end: Expr = t, of: Laws = ONE_RATE, _: Symbol = tp) -> Claim:
    return unwound(end, of) == 1 + 4 / C_0 * of.Gamma(end)


@auxiliary(has_fallen)
def fallen(end: Expr = t, of: Laws = ONE_RATE, time: Symbol = tp) -> None:
    """e^(-4z) = 1 + 4Γ/C₀ at the end: the difference has derivative 0."""

    def excess(s: Expr) -> Expr:
        return unwound(s, of) - 4 / C_0 * of.Gamma(s)

    have(from_the_start(ddt(excess(time), time) == 0, end, time), of.eqn_118(time), of.gamma_rises(time))
    hence(STAYS(excess, time, 0, end), of.at_the_start())


def half_square_of_h(time: Expr, of: Laws = ONE_RATE) -> Expr:
    """What Γ comes to."""
    return of.eta_Z / of.eta_Y * (K * (M - 1) ** 2 / 2) * of.h(time / K) ** 2


def has_reached(end: Expr = t, of: Laws = ONE_RATE) -> Claim:
    return of.Gamma(end) == half_square_of_h(end, of)


@auxiliary(has_reached)
def gamma_reached(end: Expr = t, of: Laws = ONE_RATE) -> None:
    """Γ is that at the end: the difference has derivative 0."""

    def excess(s: Expr) -> Expr:
        return of.Gamma(s) - half_square_of_h(s, of)

    have(from_the_start(ddt(excess(tp), tp) == 0, end), of.eqn_44(tp), of.speed(tp), of.gamma_rises(tp))
    hence(STAYS(excess, tp, 0, end), of.at_the_start())


@auxiliary(Gamma(t) == eta_Z * speed)
def speed_summed() -> None:
    """Γ = η_Z∫γ: both are half the square of h but for constants."""

    def travelled(time: Expr) -> Expr:
        return K * (M - 1) ** 2 / (2 * eta_Y) * h(time / K) ** 2

    obtain(gamma_reached(t))
    have(from_the_start(ddt(travelled(tp), tp) == gamma(tp)), ONE_RATE.eqn_44(tp), ONE_RATE.speed(tp))
    hence(FUNDAMENTAL(travelled, gamma, tp, 0, t), AT_THE_START())


@proof(T4["Eqn 122"].uses())
def _() -> None:
    """Eqn 121, summed from 0 to t."""
    obtain(fallen(t), speed_summed)


@proof(T4["Eqn 123"].uses())
def _() -> None:
    """Eqn 119 at e^(-4z) = 1 + 4Γ/C₀."""
    obtain(fallen(t))


ANTIDERIVATIVE = identity(
    "∫_0^Γ dΓ'/(C₀+4Γ') = ¼ ln(1 + 4Γ/C₀): derivative", sympy.diff(sympy.log(1 + 4 * _G / _C0) / 4, _G), 1 / (_C0 + 4 * _G)
)
START = "M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
WITHOUT_START = "The integral starts at Γ(0) = 0, where ¼ ln(C₀+4Γ) is ¼ ln C₀, not 0: B_n(0) = 0 by definition."
LOWER_LIMIT = "the lower limit of the integral: divide by C₀ inside the logarithm"

by_time = eta_Z * Integral(gamma(tp) / (C_0 + 4 * Gamma(tp)), tp, expr(0), t)
by_Gamma = Integral(1 / (C_0 + 4 * G), G, expr(0), Gamma(t))


def ratio(end: Expr, of: Laws = ONE_RATE) -> Expr:
    return 1 + 4 / C_0 * of.Gamma(end)


def has_risen(end: Expr = t, of: Laws = ONE_RATE) -> Claim:
    return of.B(end) == Q(1, 4) * log(ratio(end, of))


@auxiliary(has_risen)
def risen(end: Expr = t, of: Laws = ONE_RATE) -> None:
    """B_n = -z_l, and e^(-4z) is known."""

    def both(s: Expr) -> Expr:
        return of.B(s) + of.z(s)

    obtain(fallen(end, of))
    have(from_the_start(ddt(both(tp), tp) == 0, end), of.B_rises(tp), of.eqn_118(tp), of.eqn_119(tp))
    have(of.B(end) == -of.z(end), STAYS(both, tp, 0, end), of.at_the_start())
    hence(LOG_GROWS(unwound(end, of), ratio(end, of)), LOG_GROWS(ratio(end, of), unwound(end, of)))


T4["Eqn 124"] = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(C_0 + 4 * Gamma(t)))
T4["Eqn 124"].refuted(START).note(WITHOUT_START).uses()
divided = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(1 + 4 * Gamma(t) / C_0))


@proof(T4["Eqn 124"].repair(claim=divided, why=LOWER_LIMIT).uses("Theorem 4/Eqn 123"))
def _() -> None:
    """Eqn 123 over time, then with Γ for the time: ¼ ln(C₀+4Γ) from Γ = 0."""

    def quarter_log(reached: Expr) -> Expr:
        return Q(1, 4) * log(C_0 + 4 * reached)

    def rate(s: Expr) -> Expr:
        return gamma(s) / (C_0 + 4 * Gamma(s))

    obtain(gamma_reached(t), risen(t))
    have(Gamma(t) >= 0)
    with proving(from_the_start(C_0 + 4 * Gamma(hp) > 0, time=hp)):
        obtain(gamma_reached(hp))
    with proving(from_the_start(ddt(1 / eta_Z * B[n](tp), tp) == rate(tp))):
        obtain(fallen(tp, ONE_RATE, hp))
        hence(B_RISES(tp), EQN_119(tp))
    have(B[n](t) == by_time, FUNDAMENTAL(lambda s: 1 / eta_Z * B[n](s), rate, tp, 0, t), AT_THE_START())
    by_antiderivative = FUNDAMENTAL(quarter_log, lambda G: 1 / (C_0 + 4 * G), G, 0, Gamma(t))
    have(by_Gamma == Q(1, 4) * log(ratio(t)), by_antiderivative, LOG_OF_QUOTIENT(C_0 + 4 * Gamma(t), C_0))


def grown_at(end: Expr, of: Laws = ONE_RATE) -> Expr:
    """4Γ."""
    return 2 * of.eta_Z / of.eta_Y * K * (M - 1) ** 2 * of.h(end / K) ** 2


grown = grown_at(t)
T4["Eqn 129"] = B[n](t) == Q(1, 4) * log(C_0 + grown)
T4["Eqn 129"].refuted(START).note(WITHOUT_START).uses()
reached = 1 + grown / C_0  # what B_n is a quarter of the logarithm of
EXPONENT_CLOSED = T4["Eqn 129"].repair(claim=B[n](t) == Q(1, 4) * log(1 + grown / C_0), why=LOWER_LIMIT)


def closed(end: Expr = t, of: Laws = ONE_RATE) -> Claim:
    """Eqn 129, repaired, at the end."""
    return of.B(end) == Q(1, 4) * log(1 + grown_at(end, of) / C_0)


@auxiliary(closed)
def exponent_closed(end: Expr = t, of: Laws = ONE_RATE) -> None:
    """Eqn 124 with Γ = (η_Z/η_Y) K (M-1)² h²/2 (Eqns 125 to 128)."""
    obtain(gamma_reached(end, of), risen(end, of))


proof(EXPONENT_CLOSED.uses("Theorem 4/Eqn 123"))(exponent_closed(t))
of_height = Declared(meaning=((gamma(hp), speed_at(hp)),))
with T4.where(given=replace(ALONG, points=replace(ALONG.points, declared=of_height))):
    T4["Eqn 125-128"] = chain(
        Gamma(t),
        "==",
        eta_Z * speed,
        "==",
        eta_Z * K / eta_Y * Integral(gamma(hp) * (M - 1 + exp(M * hp)), hp, h(0), h(t / K)),
        "==",
        eta_Z * K * (M - 1) ** 2 / eta_Y * Integral(hp, hp, h(0), h(t / K)),
        "==",
        eta_Z / eta_Y * (K * (M - 1) ** 2 * h(t / K) ** 2 / 2),
    )
T4["Eqn 125-128"].note("γ(h′) is γ as a function of h, (M-1)²h′/(M-1+exp(Mh′)).").uses("Lemma 6", "Theorem 4/gamma")


def integral_to_h(constant: Expr, rate: Expr) -> Claim:
    return Integral(rate, hp, h(0), h(t / K)) == constant * (h(t / K) ** 2 / 2)


@auxiliary(integral_to_h)
def integrated(constant: Expr, rate: Expr) -> None:
    """The integral of c h′ is half of c h², from h(0) = 0."""

    def whole(height: Expr) -> Expr:
        return constant / 2 * height**2

    have(ForAll(hp, REALS, Implies((h(0) <= hp) & (hp <= h(t / K)), ddt(whole(hp), hp) == rate)))
    by_whole = FUNDAMENTAL(whole, lambda height: substituted(rate, {hp: height}), hp, h(0), h(t / K))
    hence(AT_THE_START(), FLOW_STARTS_AT_ZERO(t / K), by_whole)


@proof(T4["Eqn 125-128"])
def _() -> None:
    """γ as a function of h, times dt/dh = (K/η_Y)(M-1+e^(Mh)), is a multiple of h."""
    obtain(gamma_reached(t), speed_summed, integrated((M - 1) ** 2, by_height(hp)), integrated(expr(1), hp))


with T4.where(given=ROUNDED):
    T4["gamma"] = speed_at(h(ceil(t / K))) == speed_at(h(t / K))
T4["gamma"].refuted("M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1").uses("Theorem 1/Eqn 85")
T4["gamma"].from_("inferred").note(
    "Not printed as an equation. The γ(t) of Theorem 1 has h at ⌈t/K⌉ (Eqn 85); here h is taken at t/K."
)
repaired = T4["gamma"].repair(
    WHOLE_ROUNDS, why="at the end of each round over the classes; between them the definition of Section D.3 (h at t/K) is used"
)


@proof(repaired)
def _() -> None:
    """h is taken at equal times."""
