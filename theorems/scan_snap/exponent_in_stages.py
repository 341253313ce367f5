"""The growth exponent while scanning, while snapping and between (scan_snap, Appendix F): Theorem 4, Eqns 14, 130, 131."""

from theorems.scan_snap.growth_exponent import *
from theorems.scan_snap.language import *
from theorems.scan_snap.two_stages import around_late_logarithm, clocked, half_the_clock, late_log

EARLY = [FIRST_STAGE]
SCANNING = "M ≥ 2, K ≥ 2, all rates and C₀ > 0, 0 ≤ t ≤ K ln M/η_Y"
early_factor = 1 - Q("0.568") / log(M)  # the least that 1+o(1) is


def early_lines(end: Expr) -> Claim:
    return (h(end / K) >= early_factor * (eta_Y * end / (M * K))) & (h(end / K) <= eta_Y * end / (M * K))


with T4.where(*EARLY):
    T4["Eqn 130 h"] = h(t / K) == (1 + o(1)) * (eta_Y * t / (M * K))
T4["Eqn 130 h"].rate(Q("0.568") / log(M)).trivial(HEIGHT, SCANNING).uninformative(t == 0, "t = 0")
scan_end = log(M) - Q("0.568")  # at t0' Mh is more
logit = M * h(t / K)


@auxiliary(early_lines)
def between_lines(end: Expr = t) -> None:
    """(1 - 0.568/ln M) η_Yt/(MK) ≤ h ≤ η_Yt/(MK): the clock is convex in Mh, and at most M ln M at ln M - 0.568."""
    age, logit, least = eta_Y * end / K, M * h(end / K), early_factor * (eta_Y * end / (M * K))
    clock_there = exp(scan_end) - 1 + (M - 1) * scan_end
    have(scan_end >= 0, LOG_GROWS(2, M))
    with proving(h(end / K) >= least):
        with case(logit <= scan_end):
            (
                calc(scan_end * (M * age))
                .eq(scan_end * (exp(logit) - 1 + (M - 1) * logit), FLOW_EQUATION(end / K))
                .le(logit * clock_there, FLOW_STARTS_AT_ZERO(end / K), EXP_CONVEX(logit, 0, scan_end))
            )
            calc(h(end / K)).ge(scan_end * age / (M * log(M)), FLOW_STARTS_AT_ZERO(end / K)).ge(least)
        with otherwise():
            calc(h(end / K)).ge(scan_end / M).ge(least)
    hence(FLOW_EQUATION(end / K), EXP_ABOVE_TANGENT(logit))


@proof(T4["Eqn 130 h"])
def _() -> None:
    """At most the line, and at least 1 - 0.568/ln M of it: the clock is convex in Mh."""
    obtain(between_lines(t))


T4["Eqn 130 h"].note("As M grows; |o(1)| ≤ 0.568/ln M.")
with T4.where(*LATE, given=FROM_SIZE_FOUR):
    T4["Eqn 131 h"] = h(t / K) == (1 + o(1)) * (late_log / M)
T4["Eqn 131 h"].rate(log(2) / log(M)).trivial(LOGIT, FROM_FOUR_LATE)
T4["Eqn 131 h"].note("As M grows; |o(1)| ≤ ln 2/ln M. In fact ln(Mη_Yt/K) - ln 2 ≤ Mh ≤ ln(Mη_Yt/K).")


@proof(T4["Eqn 131 h"])
def _() -> None:
    """ln(Mη_Yt/K) - ln 2 ≤ Mh ≤ ln(Mη_Yt/K), and Mη_Yt/K ≥ M."""
    obtain(around_late_logarithm)
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    have((log(M) > 0) & (log(M) <= late_log), LOG_GROWS_STRICTLY(1, M), LOG_GROWS(M, clocked))


LATE_POINT = "M=4 K=2 eta=1/2 t=30 eta_Z=1/2 C0=2"
NEGLECTED = "The proof neglects 1+o(1) in h; so compared: with Mh between the bounds of {}. "
NOT_EQUAL_EARLY = NEGLECTED.format("Eqn 130 h") + WITHOUT_START
NOT_EQUAL_LATE = NEGLECTED.format("Eqn 131 h") + "The printed value is ¼ ln C₀ too large, at every t."
early_growth = 2 * (M - 1) ** 2 / (K * M**2) * eta_Y * eta_Z * t**2  # 4Γ without 1+o(1)
late_growth = 2 * K * (M - 1) ** 2 / M**2 * (eta_Z / eta_Y)  # 4Γ is this times the square of Mh


def values(time: Expr, least: Expr, most: Expr) -> Callable[[Expr, Expr], And]:
    """B_n between ¼ ln(start + 4Γ/constant) for the least and for the largest 4Γ, where C₀ is added or divides."""

    def bounds(start: Expr, constant: Expr) -> And:
        low, high = (Q(1, 4) * log(start + reached / constant) for reached in (least, most))
        return And(((B[n](time) >= low), (B[n](time) <= high)))

    return bounds


early_bounds = values(t, early_factor**2 * early_growth, early_growth)
late_bounds = values(t, late_growth * (late_log - log(2)) ** 2, late_growth * late_log**2)


def between(bounds: Claim, low: Expr, high: Expr, *also: Reason, end: Expr = t) -> None:
    """Statements of a proof: B_n at the end between its values for heights between which h lies, where Eqn 129 is known."""
    height, scale = h(end / K), 2 * eta_Z / eta_Y * K * (M - 1) ** 2 / C_0
    assert isinstance(bounds, And)
    for bound, ends in zip(bounds.claims, ((low, height), (height, high)), strict=True):
        have(bound, LOG_1P_SQUARE_GROWS(*ends, scale), *also)


def between_early_heights(bounds: Claim, *also: Reason) -> None:
    """Statements of a proof: B_n in the first stage, where Eqns 129 and 130 are known."""
    highest = eta_Y * t / (M * K)
    have(log(M) >= Q("0.6"), LOG_GROWS(2, M))
    between(bounds, early_factor * highest, highest, *also)


def widened(scale: Expr, low: Expr, high: Expr, *also: Reason) -> Script:
    """A value ¼ ln(C₀ + scale high²) of B_n lies between those for low and for high: what is printed gives what is compared."""
    least, most = scale * low**2, scale * high**2
    squares, multiples = (0 <= low**2) & (low**2 <= high**2), (0 <= least) & (least <= most)
    factors = FACTOR_KEEPS_ORDER(0, low**2, scale), FACTOR_KEEPS_ORDER(low**2, high**2, scale)
    in_order = scripts.each(scripts.by(*also, LOG_GROWS(C_0 + least, C_0 + most)), scripts.by(*also))
    positive = scripts.have(C_0 + least > 0, scripts.by(SUM_GROWS_STRICTLY(0, C_0, 0, least)), in_order)
    return scripts.have(squares, scripts.by(SQUARE_GROWS(low, high)), scripts.have(multiples, scripts.by(*factors), positive))


EARLY_WIDENED = scripts.have(
    log(M) >= Q("0.6"), scripts.by(LOG_GROWS(2, M)), widened(early_growth, early_factor, expr(1), NU())
)


def misplaced(label: str, bounds: Callable[[Expr, Expr], And], widened: Script, at: str, note: str, kept: str) -> Line:
    """A value of B_n that is printed with C₀ added inside the logarithm: refuted at a point, repaired where C₀ divides."""
    T4[label].note(note).bridge(bounds(C_0, expr(1)), refutes=widened).refuted(at)
    return (
        T4[label].repair(claim=bounds(expr(1), C_0), why=f"divide by C₀ inside the logarithm; {kept} is kept").trivial(EXPONENT)
    )


def early_line(label: str, claim: Claim) -> None:
    """The first branch of Eqn 14, as the theorem and its proof print it."""
    with T4.where(*EARLY):
        T4[label] = claim
    kept = "the factor 1+o(1), between (1-0.568/ln M)² and 1,"
    repaired = misplaced(label, early_bounds, EARLY_WIDENED, START, NOT_EQUAL_EARLY, kept)
    T4[label].uses("Theorem 4/Eqn 129")
    repaired.feasible(SCANNING).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 130 h")

    @proof(repaired)
    def _() -> None:
        """Eqn 129 between the heights of Eqn 130."""
        have(closed(), cite(EXPONENT_CLOSED))
        obtain(between_lines(t))
        between_early_heights(early_bounds(expr(1), C_0))


@auxiliary((3 <= clocked) & (1 <= late_log) & (log(3) <= late_log))
def a_logarithm() -> None:
    """Mη_Yt/K ≥ 3 in the second stage."""
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    hence(LOG_GROWS(3, clocked))


late_low = late_log - log(2)
LATE_WIDENED = scripts.have(
    1 <= crossing,
    scripts.by(CROSSING(), LOG_GROWS(3, M - 1)),
    scripts.have(
        (3 <= clocked) & (late_low <= late_log) & (0 <= late_low) & (late_growth >= 0),
        scripts.each(scripts.by(), scripts.by(LOG_GROWS(1, 2)), scripts.by(LOG_GROWS(2, clocked)), scripts.by()),
        widened(late_growth, late_low, late_log, NU()),
    ),
)


def late_line(label: str, claim: Claim) -> None:
    """The second branch."""
    with T4.where(*LATE, given=FROM_SIZE_FOUR):
        T4[label] = claim
    kept = "the deviation of Mh from its leading term"
    repaired = misplaced(label, late_bounds, LATE_WIDENED, LATE_POINT, NOT_EQUAL_LATE, kept)
    T4[label].uses("Theorem 4/Eqn 129")
    repaired.feasible(FROM_FOUR_LATE).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 131 h")

    @proof(repaired)
    def _() -> None:
        """Eqn 129 between the heights of Eqn 131."""
        obtain(around_late_logarithm, a_logarithm)
        have(closed(), cite(EXPONENT_CLOSED))
        between(late_bounds(expr(1), C_0), late_low / M, late_log / M)


early_line("Eqn 14 scanning", B[n](t) == Q(1, 4) * log(C_0 + early_growth))
early_line("Eqn 130", B[n](t) == Q(1, 4) * log(C_0 + 2 * (M - 1) ** 2 / (nu * K * M**2) * eta_Y**2 * t**2))
late_line("Eqn 14 snapping", B[n](t) == Q(1, 4) * log(C_0 + late_growth * late_log**2))
late_line("Eqn 131", B[n](t) == Q(1, 4) * log(C_0 + 2 * K * (M - 1) ** 2 / (nu * M**2) * late_log**2))


eta_Zp, rho_0p = symbols("η′_Z ρ′_0")
AT_TWO_RATES = Computed(
    two_rates(1, least=4),
    {
        B[n](t_0, eta_Z): lambda x: x.B_at(x.t0_snap),
        B[n](t_0, eta_Zp): lambda x: x.fast.B_at(x.fast.t0_snap),
        B[n](t_0, rho_0p): lambda x: replace(x, C0=2 * x.C0).B_at(x.t0_snap),
    },
)
FROM_M_FOUR = "M ≥ 4, every K ≥ 2, rates and C₀ > 0"
with T4.where(FROM_FOUR, given=AT_TWO_RATES):
    T4["B(t0)"] = (B[n](t_0, eta_Z) == B[n](t_0, eta_Zp)) & (B[n](t_0, eta_Z) == B[n](t_0, rho_0p))
T4["B(t0)"].feasible(FROM_M_FOUR).uses("Theorem 4/Eqn 129").refuted("M=4 K=2 eta=1/2 t=0 eta_Z=1/2 C0=1 faster=1 together=1")
T4["B(t0)"].note(
    "In print: B_n(t0) depends only on K, M, ν. With twice the rates (η′_Z), and with 2C₀ for C₀ (ρ′_0); each has its own t_0."
)

factor = 2 * K * (M - 1) ** 2 * M**-2 * nu**-1
T4["B(t0') scanning"] = B[n](t_0p) == Q(1, 4) * log(C_0 + factor * log(M) ** 2)
T4["B(t0') scanning"].feasible("every M ≥ 2, K ≥ 2, rates and C₀ > 0").uses("Theorem 4/Eqn 130")


at_scan_end = values(t_0p, factor * (log(M) - Q("0.568")) ** 2, factor * log(M) ** 2)  # Mh from ln M - 0.568 to ln M
SCAN_END_WIDENED = scripts.have(
    (log(M) >= Q("0.6")) & (nu > 0),
    scripts.by(LOG_GROWS(2, M), NU()),
    scripts.have(factor >= 0, scripts.by(), widened(factor, log(M) - Q("0.568"), log(M))),
)
kept = "the deviation of Mh(t0'/K) from ln M, between 0 and 0.568,"
early_end = "M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
repaired = misplaced("B(t0') scanning", at_scan_end, SCAN_END_WIDENED, early_end, NOT_EQUAL_EARLY, kept)
repaired.feasible("every M ≥ 2, K ≥ 2, rates and C₀ > 0").uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 130 h")


@proof(repaired)
def _() -> None:
    """Eqn 129 at t0′, between the heights of Eqn 130."""
    have((t_0p >= 0) & (t_0p <= K * log(M) / eta_Y) & (log(M) >= Q("0.6")), SCAN_END(), LOG_GROWS(2, M))
    obtain(between_lines(t_0p), exponent_closed(t_0p))
    between(at_scan_end(expr(1), C_0), (log(M) - Q("0.568")) / M, log(M) / M, NU(), end=t_0p)


snapped_log = log(2 * (1 + omega_1) * M * log(M))
with T4.where(FROM_FOUR, given=FROM_SIZE_FOUR):
    T4["B(t0) snapping"] = B[n](t_0) == Q(1, 4) * log(C_0 + factor * snapped_log**2)
T4["B(t0) snapping"].feasible(FROM_M_FOUR).uses("Theorem 4/Eqn 131")
snapping_clock, late_end = 2 * (1 + omega_1) * M * log(M), snapped_log - log(2)
at_snapping = values(t_0, factor * late_end**2, factor * snapped_log**2)
SNAPPING_WIDENED = scripts.have(
    (1 <= crossing) & (nu > 0),
    scripts.by(CROSSING(), LOG_GROWS(3, M - 1), NU()),
    scripts.have(
        (factor >= 0) & (snapping_clock >= 2),
        scripts.by(),
        scripts.have(
            (0 <= late_end) & (late_end <= snapped_log),
            scripts.by(LOG_GROWS(2, snapping_clock), LOG_GROWS(1, 2)),
            widened(factor, late_end, snapped_log),
        ),
    ),
)
kept = "the deviation of Mh(t0/K) from its leading term, between 0 and ln 2,"
late_end_point = "M=4 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
repaired = misplaced("B(t0) snapping", at_snapping, SNAPPING_WIDENED, late_end_point, NOT_EQUAL_LATE, kept)
repaired.feasible(FROM_M_FOUR).uses("Theorem 4/Eqn 131", "Theorem 4/Eqn 131 h")
SNAPPING_STARTS = Definition(
    "t0 = 2(1+ω₁)K ln M/η_Y", (), t_0 == 2 * crossing * K / eta_Y, of=replace(FROM_SIZE_FOUR, points=LARGE.where(FROM_FOUR))
)
clock, grown = M * (eta_Y * (t_0 / K)), exp(M * h(t_0 / K))
around = (M * h(t_0 / K) >= log(clock) - log(2)) & (M * h(t_0 / K) <= log(clock))


@proof(repaired)
def _() -> None:
    """Eqn 129 at t0, where e^(Mh) is between half of the clock and the clock."""
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    have((t_0 >= 0) & (clock == snapping_clock) & (clock >= 3) & (snapping_clock > 0), SNAPPING_STARTS())
    have(log(clock) == snapped_log, EQUALS(log, clock, snapping_clock))
    obtain(half_the_clock(t_0 / K), exponent_closed(t_0))
    have(around, LOG_GROWS(clock, 2 * grown), LOG_GROWS(grown, clock))
    between(at_snapping(expr(1), C_0), late_end / M, snapped_log / M, NU(), end=t_0)
