"""Linear attention on the datasets (superiority v1, Appendices D.4, D.5, pp. 26-34): Lemmas D.10, D.11, D.14, D.15.

``log n`` divides, so n >= 2 is understood throughout. The appendices for D1 and D0 print the same lines for a1 and a0.
"""

from theorems.superiority.language import *

DATA = ["Definition D.1"]
RATIONAL = Positivity()
ON_D1, ON_D0 = self_attention(1, ONES, n >= 2), self_attention(0, ONES, n >= 2)
REPEATED = "the repeated j0 ≠ j3 reads j1 ≠ j3"


def entries(name: str, source: str, a: Symbol, given: Given) -> Lemma:
    """The eight lines on u_lin and f_lin. On D0 (1 + a0)/n < 1, so they always say something there."""
    lemma = Lemma(name, source, f"entries of u_lin and f_lin on D{a.name[1]}", given=given, proof=RATIONAL, uses=DATA)
    with lemma.where(j0 == j3):
        lemma["1a"] = u_lin[j0, j1] == (1 + a) ** 2 * log(n), j1 == j3
        lemma["1b"] = u_lin[j0, j1] == (1 + a) * log(n), j1 != j3
    with lemma.where(j0 != j3):
        lemma["2a"] = u_lin[j0, j1] == (1 + a) * log(n), j1 == j3
        lemma["2b"] = u_lin[j0, j1] == log(n), j1 != j3
    with lemma.where(j0 == j3):
        lemma["3a"] = f_lin[j0, j1] <= (1 + a) / n, j1 == j3
        lemma["3b"] = f_lin[j0, j1] <= 1 / n, j1 != j3
    with lemma.where(j0 != j3):
        lemma["4a"] = f_lin[j0, j1] <= (1 + a) / n, j1 == j3
        lemma["4b"] = f_lin[j0, j1] <= 1 / n
    if a is a1:
        for label in ("3a", "4a"):
            lemma[label].uninformative(n <= 1 + a)
    return lemma


def means(name: str, source: str, a: Symbol, given: Given, entries: str) -> Lemma:
    """The six lines on c_lin; they rest on Parts 3 and 4 of the lemma ``entries``."""
    lemma = Lemma(name, source, f"entries of c_lin on D{a.name[1]}", given=given, proof=RATIONAL)

    def row(special: Claim, rests: str, first: str, block: str, last: str) -> None:
        with lemma.where(special).resting_on(f"{entries}/{rests}a", f"{entries}/{rests}b"):
            lemma[first] = c_lin[j0, i0] <= (1 + a) / n * a * sqrt(log(n)), i0 == 1
            lemma[block] = c_lin[j0, i0] <= (1 + a) / n * t * b * sqrt(log(n)), i0.isin(block_columns)
            lemma[block].uninformative(d <= 3 + a)
            lemma[last] = c_lin[j0, i0] == c * sqrt(log(n)), i0 == d
        if a is a1:
            lemma[first].uninformative(n <= 1 + a)

    row(j0 == j3, "3", "1", "2", "3")
    row(j0 != j3, "4", "4", "5", "6")
    return lemma


D10 = entries("D.10", "Appendix D.4.1, p. 26", a1, ON_D1)
D10["4b"].refuted("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1").repair(j1 != j3, why=REPEATED)
D11 = means("D.11", "Appendix D.4.2, p. 28", a1, ON_D1, "Lemma D.10")

FIRST_ENTRY = c_lin[j0, i0] == a1 * (1 + a1) / (n + a1) * sqrt(log(n))
EXACT = "an equality where Lemma D.12 needs to know how large the entry is; nothing bounds a1 from above"
D11_IN_FULL = {  # what the statements with random signs cite
    label: D11[label].repair(claim=FIRST_ENTRY, label=f"{label} in full", why=EXACT, provenance="own") for label in ("1", "4")
}

D14 = entries("D.14", "Appendix D.5.1, p. 30", a0, self_attention(0, IDENTITY, n >= 2))
TO_ONES = "QKᵀ = 1_{d×d}, as everywhere in Section D, instead of QKᵀ = I_d"
PAIR = "n=2 d=3 t=2 j3=1 a0=1/11 b=1/2 c=1/2"
APART = "n=2 d=4 t=1 j3=1 a0=1/11 b=1/2 c=1/2"
TWINS = "n=4 d=4 t=2 j3=1 a0=1/11 b=1/2 c=1/2"
D14["1a"].refuted(f"{PAIR} j0=1 j1=1").repair(given=ON_D0, why=TO_ONES)
D14["1b"].refuted(f"{PAIR} j0=1 j1=2").repair(given=ON_D0, why=TO_ONES)
D14["2a"].refuted(f"{PAIR} j0=2 j1=1").repair(given=ON_D0, why=TO_ONES)
D14["2b"].refuted(f"{PAIR} j0=2 j1=2").repair(given=ON_D0, why=TO_ONES)
D14["3a"].refuted(f"{APART} j0=1 j1=1").repair(given=ON_D0, why=TO_ONES)
D14["3b"].refuted(f"{TWINS} j0=1 j1=3").repair(given=ON_D0, why=TO_ONES)
D14["4a"].refuted(f"{TWINS} j0=3 j1=1").repair(given=ON_D0, why=TO_ONES)
D14["4b"].refuted(f"{APART} j0=2 j1=2").repair(j1 != j3, given=ON_D0, why=f"{TO_ONES}; {REPEATED}")
D15 = means("D.15", "Appendix D.5.2, p. 32", a0, ON_D0, "Lemma D.14")

STATEMENTS = (D10, D11, D14, D15)
