"""What the text reads off Figures 3, 8 and 9 (scan_snap, Section 6, Appendices D.3 and F), at the settings of the figures."""

from itertools import pairwise, product

from theorems.scan_snap.language import *
from theorems.scan_snap.recursion_and_flow import L7
from theorems.scan_snap.two_pairs_of_rates import *

HALF = Fraction(1, 2)
CONSTANTS = (Fraction(1), HALF, Fraction(2), Fraction(1, 10), Fraction(100))  # C₀ is given in no figure


def at(data: Computed, points: Callable[[], Iterator[Instance]], name: str) -> Computed:
    """The data at the points of a figure."""
    shown = [dict(i) for i in points()]
    return replace(data, points=replace(data.points, name=name, small=points, draw=lambda: st.sampled_from(shown)))


def fractions(*texts: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


RATES_3 = fractions("1/2", "1", "2", "5")


def figure_3() -> Iterator[Instance]:
    """Two of the four rates."""
    for time, (eta, faster), C0 in product((*range(1, 700, 9), 700), combinations(RATES_3, 2), CONSTANTS):
        yield Instance(M=1000, K=10, eta=eta, t=time, eta_Z=HALF, C0=C0, faster=faster, together=0)


AT_3 = (
    Condition((K == 10) & (M == 1000) & (eta_Z == Q(1, 2)), lambda i: (i.K, i.M, i.eta_Z) == (10, 1000, HALF)),
    Condition(words="η_Y, η′_Y ∈ {1/2, 1, 2, 5}", check=lambda i: i.eta in RATES_3 and i.faster in RATES_3),
)
SHOWN_3 = Condition((t > 0) & (t <= 700))
OF_3 = "two rates of Figure 3"

F3 = Lemma("Figure 3", "Section 6", "the growth factor at four rates", given=at(DECODER_RATES, figure_3, OF_3))
smaller = ("smaller ", eta_Y, " at fixed ", eta_Z, " leads to ")
SMALLER_IN_PRINT = "Read off: smaller η_Y at fixed η_Z leads to "
larger_B = B[n](t, eta_Y) > B[n](t, eta_Yp)
with F3.where(*AT_3, given=at(TWO_TRANSITIONS, figure_3, OF_3)):
    F3["transition"] = t_0(eta_Yp) < t_0(eta_Y)
with F3.where(*AT_3, SECOND_STAGE, SHOWN_3):
    F3["B"] = larger_B
    F3["chi"] = Words(*smaller, "larger ", chi[l_0](t))
with F3.where(*AT_3, SHOWN_3):
    F3["B from the start"] = larger_B
F3["transition"].uses("Theorem 4/insight a").proved(Calculation(by(cite(T4["insight a"]))))
F3["transition"].note(f"{SMALLER_IN_PRINT}later transition.")
F3["B"].uses("Theorem 4/insight c").proved(Calculation(by(cite(T4["insight c"]))))
F3["B"].note(
    SMALLER_IN_PRINT
    + "larger B_n(t). The sentence confirms insight (c), which speaks of t ≥ t0; t0 is that of the smaller rate."
)
F3["chi"].bridge(exp(2 * B[n](t, eta_Y)) > exp(2 * B[n](t, eta_Yp))).uses("Theorem 4/insight c")
F3["chi"].note("χ_l₀ through e^(2B_n), the most that Theorem 3 allows it to be.")
F3["chi"].proved(Calculation(by(cite(T4["insight c"]), EXP_GROWS_STRICTLY(2 * B[n](t, eta_Yp), 2 * B[n](t, eta_Y)))))
F3["B from the start"].from_("own").uses("Theorem 4/Eqn 129")
F3["B from the start"].refuted("M=1000 K=10 eta=1/2 t=1 eta_Z=1/2 C0=1 faster=1 together=0")
F3["B from the start"].note(
    "Read off for every step shown. While scanning it is the other way round: 4Γ grows like 2η_Yη_Zt²/K."
)

RATES_8 = {50: fractions("1/10", "1/5", "1/2", "1", "2"), 1000: fractions("1/5", "1/2", "1", "2", "4")}
LAST_8 = {50: 80, 1000: 70}


def figure_8() -> Iterator[Instance]:
    """Every step of the ten curves."""
    for step, (size, rates) in product(range(81), RATES_8.items()):
        for eta in rates if step <= LAST_8[size] else ():
            yield Instance(M=size, eta=eta, s=step)


AT_8 = Condition(
    words="M = 50, η_Y ∈ {0.1, 0.2, 0.5, 1, 2}, s ≤ 80 or M = 1000, η_Y ∈ {0.2, 0.5, 1, 2, 4}, s ≤ 70",
    check=lambda i: i.M in RATES_8 and i.eta in RATES_8[i.M] and i.s <= LAST_8[i.M],
)
F8 = Lemma("Figure 8", "Appendix D.3", "the recursion beside the flow", given=at(RECURSION, figure_8, "the steps of Figure 8"))
with F8.where(AT_8):
    F8["Lemma 7"] = chain(h(s), "<=", h_star(s), "<=", h(s) + 2 * eta_Y / M)
    F8["Remark 2"] = Exists(c, Named("O(log M)"), chain(h(s), "<=", h_star(s), "<=", h(s + c)))
F8["Lemma 7"].uses("Lemma 7/a1", "Lemma 7/a2").proved(Calculation(by(cite(L7["a1"]), cite(L7["a2"]))))
F8["Remark 2"].bridge(h_star(s) <= h(s + log(M))).trivial(h_star_positive("h* ≥ 0")).uses("Remark 2/c")
F8["Remark 2"].note("Compared with c = ln M. The figure cannot show that Remark 2 is false: c grows beyond any bound.")

RATES_9 = {100: (10, fractions("5", "10", "20", "40", "80")), 10_000: (1, fractions("1/2", "1", "2", "4", "8"))}
LAST_9 = {100: 5, 10_000: 50}


def figure_9() -> Iterator[Instance]:
    """Two neighbouring curves, K = 2."""
    for tenth, C0, (size, (nu, rates)) in product(range(1, 11), CONSTANTS, RATES_9.items()):
        for eta, faster in pairwise(rates):
            time = Fraction(tenth * LAST_9[size], 10)
            yield Instance(M=size, K=2, eta=eta, t=time, eta_Z=eta / nu, C0=C0, faster=faster, together=1)


def of_figure_9(i: Instance) -> bool:
    nu, rates = RATES_9.get(i.M, (0, ()))
    return i.eta in rates and i.faster in rates and i.eta == nu * i.eta_Z


AT_9 = Condition(
    words="M = 100, η_Y = 10η_Z, η_Z ∈ {0.5, 1, 2, 4, 8} or M = 10000, η_Y = η_Z ∈ {0.5, 1, 2, 4, 8}", check=of_figure_9
)
OF_9 = "two curves of Figure 9"
B_slow, B_fast = B[n](t, eta_Z), B[n](t, eta_Zp)
AT_ONE_TIME = Computed(
    two_rates(1, least=4),
    {
        B_slow: "B_slow",
        B_fast: "B_fast",
        t_0: "t0",
        B[n](t_0, eta_Z): lambda x: x.B_at(x.t0_snap),
        B[n](t_0, eta_Zp): lambda x: x.fast.B_at(x.t0_snap),
    },
)
F9 = Lemma("Figure 9", "Appendix F", "the growth exponent with ν fixed", given=at(SAME_TIMES, figure_9, OF_9))
slow_gain, fast_gain = B[n](t) - B[n](t_0), B[n](t, eta_Zp) - B[n](fast_t_0, eta_Zp)  # since their own t0
with F9.where(AT_9, M >= 100):
    F9["B(t0)"] = SAME_AT_SNAPPING
    F9["main difference"] = B[n](t, eta_Zp) - B[n](t) == fast_gain - slow_gain
with F9.where(AT_9, t <= t_0, given=at(AT_ONE_TIME, figure_9, OF_9)):
    F9["main difference, at one time"] = B_fast - B_slow <= B[n](t_0, eta_Zp) - B[n](t_0, eta_Z)
F9["B(t0)"].uses("Theorem 4/B(t0)").proved(Calculation(by(cite(SAME_AT_T0))))
F9["B(t0)"].note("Read off: fixing ν and changing η_Z does not change it. Each has its own t0; C₀ is the same.")
F9["main difference"].uses("Theorem 4/B(t0)").proved(Calculation(by(cite(SAME_AT_T0))))
F9["main difference"].note(
    "Read off: what B_n differs by arises at the stage t > t0. Each from its own t0, where B_n is the same: "
    "what they differ by later they have gained since."
)
F9["main difference, at one time"].from_("own").refuted("M=100 K=2 eta=5 t=1/2 eta_Z=1/2 C0=1 faster=10 together=1")
F9["main difference, at one time"].note(
    "t0 is that of the smaller rate. In the times shown both are furthest apart while scanning, at each C₀ tried."
)

STATEMENTS = (F3, F8, F9)
