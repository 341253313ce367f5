"""Figures 3, 8 and 9 of scan_snap: the closed forms of the decoder's logit and of the growth exponent B_n."""

import numpy as np

from kernels import balls
from kernels.arithmetic import FLOAT
from kernels.blocks import Floats
from kernels.decoder_growth import logit_float, recursion_float, scan_zeros, speed_control
from theorems.experiments.chart import Axis
from theorems.experiments.lines import Line, Lines
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.values import positive_number

POINTS = 400


CONSTANT = Option(
    "C0", "1", "ρ₀⁴/K is not given; with C₀ = 1 the printed and the repaired exponent agree at t = 0", check=positive_number
)
READING = Option(
    "reading",
    "intended",
    "Eqns 124, 129 lack the lower limit of the integral",
    {"intended": "¼ ln(1+4Γ/C₀)", "stated": "¼ ln(C₀+4Γ), as printed"},
)
SHARE = Option(
    "share",
    "1",
    "the exponent of the lower bound is 2f²B_n; f_nl₀²(0) is not given, 1 gives the upper bound e^{2B_n}",
    check=positive_number,
)


def exponent(M: float, K: float, eta_Y: float, eta_Z: float, t: Floats, C0: float, reading: str) -> Floats:
    """B_n(t) under the hypotheses of Theorem 4, from the exact h."""
    h = logit_float(M, eta_Y * t / K) / M
    four_gamma = 2 * eta_Z / eta_Y * K * ((M - 1) * h) ** 2
    return np.log(C0 + four_gamma if reading == "stated" else 1 + four_gamma / C0) / 4


def transition_time(M: int, K: float, eta_Y: float) -> float:
    """t0 = 2(1+ω₁)K ln M/η_Y = 2 u1 K/η_Y."""
    return 2 * balls.approximate(scan_zeros(balls.ball(M))[1]) * K / eta_Y


@panel(
    "scan_snap/fig3",
    title="growth factor of the dominant token",
    source="scan_snap, Figure 3",
    options=(CONSTANT, READING, SHARE),
)
def figure_3(settings: Settings) -> Lines:
    """χ = e^{2 f² B_n} for K = 10, M = 1000, η_Z = 0.5; a smaller η_Y bends later and ends higher."""
    M, K, eta_Z = 1000, 10, 0.5
    C0, exponent_share = float(positive_number(settings["C0"])), float(positive_number(settings["share"]))
    t = np.linspace(0, 700, POINTS)
    lines, marks = [], []
    for eta_Y in (0.5, 1.0, 2.0, 5.0):
        chi = np.exp(2 * exponent_share * exponent(M, K, eta_Y, eta_Z, t, C0, settings["reading"]))
        lines.append(Line(f"η_Y = {eta_Y:g}", tuple(t), tuple(chi)))
        bend = transition_time(M, K, eta_Y)
        height = np.exp(2 * exponent_share * exponent(M, K, eta_Y, eta_Z, np.array([bend]), C0, settings["reading"]))[0]
        marks.append((bend, float(height)) if bend <= 700 else None)
    title = "Figure 3: χ(t), K = 10, M = 1000, η_Z = 0.5 (dotted: t₀)"
    return Lines(title, Axis("t"), Axis("growth factor"), tuple(lines), tuple(marks))


def _announce_8(letter: str, M: int, rates: tuple[float, ...], end: int) -> None:
    @panel(f"scan_snap/fig8{letter}", title=f"recursion and flow, M = {M}", source="scan_snap, Figure 8")
    def _(settings: Settings) -> Lines:
        """The recursion runs ahead of the flow, by less than half a step until t = ln M/η_Y."""
        del settings
        t = np.linspace(0, end, POINTS)
        lines = []
        for eta in rates:
            lines.append(Line(f"h, η_Y = {eta:g}", tuple(t), tuple(logit_float(float(M), eta * t) / M)))
            steps = recursion_float(float(M), eta, end) / M
            lines.append(Line(f"h*, η_Y = {eta:g}", tuple(float(s) for s in range(end + 1)), tuple(steps), dots=True))
        return Lines(f"Figure 8: h and h*, M = {M}", Axis("t"), Axis("h"), tuple(lines))


_announce_8("a", 50, (0.1, 0.2, 0.5, 1.0, 2.0), 80)
_announce_8("b", 1000, (0.2, 0.5, 1.0, 2.0, 4.0), 70)


CLASSES = Option("K", "1", "the number of classes is not given for this figure", check=positive_number)


def _announce_9(letter: str, M: int, ratio: int, shown: str, end: float) -> None:
    """Every curve has the same height at its t₀. The caption calls ν = η_Z/η_Y, the values have η_Y/η_Z = 10."""

    @panel(
        f"scan_snap/fig9{letter}",
        title=f"growth exponent, ν = {ratio}, M = {M}",
        source="scan_snap, Figure 9",
        options=(CLASSES, CONSTANT, READING),
    )
    def _(settings: Settings) -> Lines:
        K, C0 = float(positive_number(settings["K"])), float(positive_number(settings["C0"]))
        t = np.linspace(0, end, POINTS)
        lines, marks = [], []
        for eta_Z in (0.5, 1.0, 2.0, 4.0, 8.0):
            eta_Y = ratio * eta_Z
            B = exponent(M, K, eta_Y, eta_Z, t, C0, settings["reading"])
            lines.append(Line(f"η_Z = {eta_Z:g}, η_Y = {eta_Y:g}", tuple(t), tuple(B)))
            bend = transition_time(M, K, eta_Y)
            height = float(exponent(M, K, eta_Y, eta_Z, np.array([bend]), C0, settings["reading"])[0])
            marks.append((bend, height) if bend <= end else None)
        return Lines(f"Figure 9: B_n, {shown}, M = {M} (dots: B_n(t₀))", Axis("t"), Axis("B_n"), tuple(lines), tuple(marks))


_announce_9("a", 100, 10, "η_Y/η_Z = 10", 5.0)
_announce_9("b", 10_000, 1, "η_Y = η_Z", 50.0)


@panel("scan_snap/speed", title="speed control coefficient and its bounds", source="scan_snap, Theorem 1 b and Lemma 9")
def speed_panel(settings: Settings) -> Lines:
    """γ(t) against the bound of Lemma 9, 2 ln(Mη_Yt/K)K/(η_Yt), and that of Theorem 1, without M, which it exceeds."""
    del settings
    lines = []
    age = np.geomspace(0.1, 1000, POINTS)
    for M in (10**3, 10**12):
        lines.append(Line(f"γ, M = {M:.0e}", tuple(age), tuple(speed_control(FLOAT, float(M), logit_float(float(M), age)))))
        late = age[age > transition_time(M, 1, 1)]
        lines.append(Line(f"ln(Mηt/K)K/(ηt), M = {M:.0e}", tuple(late), tuple(np.log(M * late) / late)))
    late = age[age > transition_time(10**3, 1, 1)]
    lines.append(Line("ln(ηt/K)K/(ηt) of Theorem 1", tuple(late), tuple(np.log(late) / late)))
    return Lines("γ and its two bounds", Axis("η_Y t/K", logarithmic=True), Axis("γ", logarithmic=True), tuple(lines))
