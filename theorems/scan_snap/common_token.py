"""The single common token of a query (scan_snap, Section 6): Eqn 13, term by term."""

from theorems.provers.calculation import K as K_FAMILY
from theorems.scan_snap import twins
from theorems.scan_snap.attention_dynamics import (
    CLASSES_OF_QUERY,
    COMMON_ARE_TOKENS,
    IN_ONE,
    L4,
    moved,
    movement,
    of_the_common_token,
)
from theorems.scan_snap.attention_dynamics import overlap as overlapping
from theorems.scan_snap.class_fates import less_common
from theorems.scan_snap.fates import S6
from theorems.scan_snap.growth_exponent import gamma_reached
from theorems.scan_snap.language import *
from theorems.scan_snap.twins import OF_TWINS, STRONG_STILL

ONE = replace(CLASS_WORDS, points=classes_domain("single common token", ONE_COMMON, ONE_QUERY)).knowing(
    {m: lambda x: x.psi[0], l: lambda x: x.common[0]}
)
ranges = (*CLASS_WORDS.ranges, COMMON_ARE_TOKENS, CLASSES_OF_QUERY)
of_the_model = Sum(n, of_query(m), f[n, l] * Sum(np, others, beta[n, np] * (f[n, l] ** 2 - 1) * f[np, l]))
with S6.where(given=replace(CLASS_WORDS, points=ONE.points, ranges=ranges)):
    S6["Eqn 13 first"] = of_the_common_token(ddt(z[m, l], t) == eta_Z * gamma * of_the_model)
S6["Eqn 13 first"].note("l is the single common token, and ψ(n) = m for all n.").uses("Theorem 2/Eqn 99")


@proof(S6["Eqn 13 first"])
def _() -> None:
    """f_nᵀf_n' = f_nl f_n'l in Eqn 97."""
    obtain(overlapping)
    with proving(ForAll(n, of_query(m), movement.body == of_the_model.body)):
        hence(IN_ONE, equal(moved, last_factor(of_the_model)))
    hence(L4["Eqn 97"], equal(movement, of_the_model))


@dataclass(frozen=True)
class Approximate:
    """Eqn 13's approximation: f_nl = e^z/ρ₀, β_nn' = f_n·f_n' = e^(2z)/ρ₀² for all pairs of K classes, 1 - f² = 1."""

    arithmetic: Arithmetic
    classes: int
    rho0: Number
    z: Number

    @property
    def K(self) -> Number:
        return self.arithmetic.number(self.classes)

    @property
    def C0(self) -> Number:
        return self.rho0**4 / self.K

    @property
    def drift(self) -> Number:
        """ż_ml/(η_Z γ) = Σ_n f_nl Σ_{n'≠n} β_nn' (-1) f_n'l, term by term."""
        f, beta = self.arithmetic.exp(self.z) / self.rho0, self.arithmetic.exp(2 * self.z) / self.rho0**2
        pairs = [(n, m) for n in range(self.classes) for m in range(self.classes) if n != m]
        return -sum((f * beta * f for _ in pairs), self.arithmetic.number(0))

    @property
    def xi(self) -> Number:
        """ξ_n/γ = Σ_{n'≠n} β_nn' f_n·f_n'."""
        overlap = self.arithmetic.exp(2 * self.z) / self.rho0**2
        return sum((overlap * overlap for _ in range(self.classes - 1)), self.arithmetic.number(0))


APPROXIMATE = Domain(
    name="K classes under the approximation of Eqn 13",
    draw=lambda: st.builds(
        lambda K, rho0, z: {"K": K, "rho0": rho0, "z": z},
        st.integers(2, 30),
        st.fractions(Fraction(1, 10), 3, max_denominator=20),
        st.fractions(-4, 0, max_denominator=10),
    ),
    bind=lambda i, arithmetic: Approximate(arithmetic, int(i.K), arithmetic.number(i.rho0), arithmetic.number(i.z)),
    conditions=(
        Condition(K >= 2, built=Condition(K >= 1)),
        Condition(
            (rho_0 > 0) & (z[m, l] <= 0),
            lambda i: i.rho0 > 0 and i.z <= 0,
            built=Condition(rho_0 > 0, lambda i: i.rho0 > 0, said="a norm"),
        ),
    ),
    small=lambda: (Instance(K=K, rho0=1, z=z) for K in range(2, 40) for z in (0, -1)),
    variables={
        "K": "number of classes",
        "rho0": "the constant norm ρ₀",
        "z": "z_ml",
        "C0": "ρ₀⁴/K",
        "xi": "ξ_n/γ",
        "drift": "ż_ml/(η_Zγ)",
    },
    feasible="K ≥ 2, ρ₀ > 0, z ≤ 0; with e^(2z)/ρ₀² < 1/(K(K-1)) inside Assumption 2",
)
WITH_COUNTS = Computed(
    APPROXIMATE,
    {
        K: lambda x: x.classes,
        rho_0: "rho0",
        C_0: "C0",
        eta_Z: lambda _: 1,  # time is counted so that η_Zγ = 1
        gamma: lambda _: 1,
        z[m, l]: "z",
        ddt(z[m, l], t): "drift",
        xi[n](t): "xi",
    },
    ranges=(Member(K, INTEGERS),),
)
share = exp(2 * z[m, l]) / rho_0**2  # of f_nl², and the overlap
k = Symbol("k")
partners = Range(expr(2), K)  # of the first class
ROTATED = Definition(
    "Eqn 13 for equal classes, pair by pair",
    (),
    (ddt(z[m, l], t) == -(eta_Z * gamma * Sum(k, Range(expr(1), K), Sum(np, partners, share * share))))
    & (xi[n](t) == gamma * Sum(np, partners, share * share))
    & (C_0 == rho_0**4 / K),
    of=WITH_COUNTS,
)
SETTING = Definition("time counted so that η_Zγ = 1", (), (eta_Z == 1) & (gamma == 1), of=WITH_COUNTS)
every = Range(expr(1), K)


@auxiliary(Sum(np, partners, share * share) == (K - 1) * share**2)
def partners_alike() -> None:
    """K - 1 equal terms."""
    hence(SUM_OF_CONSTANT(share * share, np, partners), COUNT(np, 2, K))


OF_ALL = (
    SUM_EQUAL(lambda _: Sum(np, partners, share * share), lambda _: (K - 1) * share**2, k, every),
    SUM_OF_CONSTANT((K - 1) * share**2, k, every),
    COUNT(k, 1, K),
)
rate = C_0**-1 * eta_Z * gamma * exp(4 * z[m, l])
C = Symbol("C")  # how far two sides of ≈ are apart, any positive number
with S6.where(given=WITH_COUNTS.knowing({C: lambda _: 1})):
    S6["Eqn 13 z"] = Words(ddt(z[m, l], t), " ≈ ", -rate)
S6["Eqn 13 z"].constant(C).note("C₀ = ρ₀⁴/K. False for every constant factor C; the members have C = 1.")
repaired = S6["Eqn 13 z"].instead(
    given=WITH_COUNTS,
    claim=ddt(z[m, l], t) == -((K - 1) * rate),
    why="the factor K-1 from summing over the classes of the query; with the 1/K that Eqn 10 lacks, (K-1)/K",
)


@auxiliary(ddt(z[m, l], t) == -((K - 1) * rate))
def all_counted() -> None:
    """With f_nl ≈ e^z/ρ₀, β ≈ f·f' ≈ e^(2z)/ρ₀², 1-f² ≈ 1 the double sum has K(K-1) terms e^(4z)/ρ₀⁴; C₀⁻¹ = K/ρ₀⁴ counts K."""
    obtain(partners_alike)
    hence(ROTATED(), SETTING(), *OF_ALL)


proof(repaired.uses("Section 6/Eqn 13 first"))(all_counted)


@proof(
    S6["Eqn 13 z"],
    RefutedAlong(
        family=Family("K = k + 3, ρ₀ = 1, z = 0", lambda k: Instance(K=k + 3, rho0=1, z=0)),
        calculation=Contrary((K == K_FAMILY + 3, rho_0 == 1, z[m, l] == 0, C <= K_FAMILY + 1)),
        confirm=(1, 7, 27),
    ),
)
def _() -> None:
    """The two sides differ by the factor K-1 (none for K = 2), which no constant bounds. ξ_n is counted right, so ż = -η_Z Σ_n
    ξ_n and Eqn 13 disagree.
    """
    obtain(all_counted)
    have((rate == K) & (ddt(z[m, l], t) == -((K - 1) * K)), SETTING(), ROTATED())
    hence(ABS_ABOVE(ddt(z[m, l], t)), ABS_OF_NONPOSITIVE(-rate))


with S6.where(given=WITH_COUNTS):
    S6["Eqn 13 xi"] = Words(xi[n](t), " ≈ ", C_0**-1 * gamma * exp(4 * z[m, l]))
S6["Eqn 13 xi"].rate(1 / K).trivial(never_negative("ξ_n/γ"))
S6["Eqn 13 xi"].note("≈ is read as (1+o(1)) for many classes: |o(1)| ≤ 1/K. Time is counted so that η_Zγ = γ = 1.")


@proof(S6["Eqn 13 xi"])
def _() -> None:
    """K - 1 of K equal terms."""
    obtain(partners_alike)


E_corrected = Symbol("E′")
overlap = f[n] ** top * f[np]
IMAGES = OF_TWINS.where(twins.ONE_QUERY).knowing({beta[n, np]: "beta", E_corrected[np, n]: "correction", overlap: "overlap"})
up_to_two = (
    (beta[n, np] >= overlap / 2)
    & (beta[n, np] <= 2 * overlap)
    & (E_corrected[np, n] >= overlap / 2)
    & (E_corrected[np, n] <= 2 * overlap)
    & (1 - overlap >= Q(1, 2))
)
with S6.where(given=IMAGES):
    S6["estimate"] = Words(beta[n, np], " ≈ ", E_corrected[np, n], " ≈ ", overlap, " and ", 1 - overlap, " ≈ 1")
S6["estimate"].bridge(up_to_two).trivial(never_negative("β_nn', E'_nn', 1 - f_n·f_n'")).uses("Theorem 1/Eqn 88")
S6["estimate"].refuted("own=2,1 common=2 copies=2 share=9/10 l=0 other=1 M=400 K=2")
S6["estimate"].note("A single common token, while it shrinks. ≈ is compared as: up to the factor 2.")
repaired = S6["estimate"].repair(
    STRONG_STILL,
    claim=(beta[n, np] == Theta(overlap)) & (E_corrected[np, n] == Theta(overlap)) & (1 - overlap == Theta(1)),
    why="while Assumption 2 lasts: later β_nn' tends to 1/M, not to f_n·f_n'; ≈ up to constant factors",
)
repaired.constant(Q(1, 2), 2, Q(1, 2), 2, Q(1, 2), 1).trivial(never_negative("β_nn', E'_nn', 1 - f_n·f_n'"))
repaired.note("The constants are 1/2 and 2, for 1 - f_n·f_n' 1/2 and 1.").uses(
    "Theorem 1/Eqn 88", "Theorem 3/Assumption 2 kept", "Corollary 2/E'"
)
spread, minus_q0 = 1 + (K - 1) * overlap, M / (M - 1) ** 2
EQUAL_OVERLAPS = Definition(
    "all overlaps are e = f_c², so E′_nn′ = e/((1-e)(1+(K-1)e)) and β_nn′ = (q_1-q_0)E′_nn′ - q_0/(1+(K-1)e) (Corollary 2)",
    (),
    (overlap == f[n, c](t) ** 2)
    & (E_corrected[np, n] == overlap / (1 - overlap) / spread)
    & (beta[n, np] == (M / (M - 1) + minus_q0) * E_corrected[np, n] + minus_q0 / spread),
    of=IMAGES,
)


@proof(repaired)
def _() -> None:
    """(K-1)e < 1/K, so 3/4 ≤ (1-e)(1+(K-1)e) ≤ 3/2; and M ≥ 145, so q_1 - q_0 is nearly 1, and -q_0 ≤ e/70."""
    obtain(less_common)
    have((overlap < Q(1, 2)) & ((K - 1) * overlap < Q(1, 2)))
    with proving(M > 144):
        have(sqrt(M) > 12)
    whole, of_corrected, entry = (1 - overlap) * spread, M / (M - 1) + minus_q0, E_corrected[np, n]
    have((whole >= Q(3, 4)) & (whole <= Q(3, 2)) & (spread >= 1))
    have((entry > 0) & (entry * whole == overlap), EQUAL_OVERLAPS())
    have(entry * Q(3, 4) <= overlap, FACTOR_KEEPS_ORDER(Q(3, 4), whole, entry))
    have(entry * Q(3, 2) >= overlap, FACTOR_KEEPS_ORDER(whole, Q(3, 2), entry))
    with proving((minus_q0 >= 0) & (minus_q0 <= overlap / 70)):
        have(6 / sqrt(M) <= overlap)
    have(beta[n, np] == entry * of_corrected + minus_q0 / spread, EQUAL_OVERLAPS())
    sides = M > 144, spread >= 1, beta[n, np] == entry * of_corrected + minus_q0 / spread
    have(beta[n, np] >= entry, FACTOR_KEEPS_ORDER(1, of_corrected, entry))
    have(entry * of_corrected <= Q("1.02") * entry, FACTOR_KEEPS_ORDER(of_corrected, Q("1.02"), entry))
    reaches = entry * of_corrected <= Q("1.02") * entry, minus_q0 / spread <= overlap / 70
    have(beta[n, np] <= Q("1.02") * entry + overlap / 70, only(*sides, *reaches))


rate_of_turn = 4 * (K - 1)
by_turn = Integral(1 / (C_0 + rate_of_turn * G), G, expr(0), Gamma(t))
OF_THE_MODEL = ALONG.knowing(
    {B[n](t): "B_of_the_model", by_turn: lambda x: balls.integral(lambda G: 1 / (x.C0 + 4 * (x.K - 1) * G), 0, x.Gamma)}
)
smooth = continuous(1 / (C_0 + rate_of_turn * G), G, expr(0), Gamma(t))
OF_THE_MODEL = replace(OF_THE_MODEL, ranges=(*OF_THE_MODEL.ranges, smooth))
SUMMED_BY_GAMMA = Definition(
    "Eqn 13 with its terms counted: ż = -(K-1)C₀⁻¹η_Zγe^(4z) gives e^(-4z) = 1 + 4(K-1)Γ/C₀, and dB_n = ((K-1)/K)C₀⁻¹e^(4z) dΓ",
    (),
    B[n](t) == (K - 1) / K * by_turn,
    of=OF_THE_MODEL,
)
with S6.where(given=OF_THE_MODEL):
    S6["B of Eqn 13"] = B[n](t) == Q(1, 4) * log(1 + 4 * Gamma(t) / C_0)
S6["B of Eqn 13"].refuted("M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1")
S6["B of Eqn 13"].from_("inferred").note(
    "Of the model of Eqn 13. Not printed in these words: Theorem 4 takes (118), (119) from Eqn 13."
)
S6["B of Eqn 13"].uses("Section 6/Eqn 13 z", "Section 6/Eqn 13 xi", "Theorem 4/Eqn 124")
counted = B[n](t) == 1 / (4 * K) * log(1 + 4 * (K - 1) * Gamma(t) / C_0)
repaired = S6["B of Eqn 13"].repair(
    claim=counted, why="ż = -(K-1)C₀⁻¹η_Zγe^(4z) and ξ_n = ((K-1)/K)C₀⁻¹γe^(4z), each sum with its number of terms"
)


def antiderivative(reached: Expr) -> Expr:
    """That of 1/(C₀ + 4(K-1)Γ)."""
    return 1 / rate_of_turn * log(C_0 + rate_of_turn * reached)


@proof(repaired.uses("Section 6/Eqn 13 z", "Section 6/Eqn 13 xi"))
def _() -> None:
    """e^(-4z) = 1 + 4(K-1)Γ/C₀ and B = ∫((K-1)/K) dΓ/(C₀ + 4(K-1)Γ)."""
    obtain(gamma_reached(t))
    have(Gamma(t) >= 0)
    (
        calc(B[n](t))
        .eq((K - 1) / K * by_turn, SUMMED_BY_GAMMA())
        .eq(
            (K - 1) / K * (antiderivative(Gamma(t)) - antiderivative(expr(0))),
            FUNDAMENTAL(antiderivative, lambda G: 1 / (C_0 + rate_of_turn * G), G, 0, Gamma(t)),
        )
        .eq(counted.right, LOG_OF_QUOTIENT(C_0 + rate_of_turn * Gamma(t), C_0))
    )


STATEMENTS = (S6,)
