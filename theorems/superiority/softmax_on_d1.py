"""Softmax attention on dataset 1 (superiority v1, Appendix D.2, pp. 16-20): Lemmas D.2, D.3."""

from theorems.superiority.language import *

POWERS = Positivity(bases=[("a1",), ("a1", "a1**2"), ("a1", "a1 + a1**2 - 1")])
ON_D1, DATA = self_attention(1, ONES), ["Definition D.1"]

D2 = Lemma("D.2", "Appendix D.2.1, p. 16", "entries of u_exp and f_exp on D1", given=ON_D1, proof=POWERS, uses=DATA)

with D2.where(j0 == j3):
    D2["1a"] = u_exp[j0, j1] == n ** ((1 + a1) ** 2), j1 == j3
    D2["1b"] = u_exp[j0, j1] == n ** (1 + a1), j1 != j3
with D2.where(j0 != j3):
    D2["2a"] = u_exp[j0, j1] == n ** (1 + a1), j1 == j3
    D2["2b"] = u_exp[j0, j1] == n, j1 != j3
with D2.where(j0 == j3):
    D2["3a"] = f_exp[j0, j1] >= Q(1, 2), j1 == j3, (1 + a1) ** 2 > 2 + a1
    D2["3a"].note("f >= 1/2 iff n-1 <= n^(a1+a1^2), and a1 + a1^2 > 1: the printed condition is never needed.")
    D2["3b"] = f_exp[j0, j1] <= 1 / n, j1 != j3
with D2.where(j0 != j3):
    D2["4a"] = f_exp[j0, j1] <= 1 / n ** (1 - a1), j1 == j3
    D2["4a"].uninformative(a1 >= 1).note("Says nothing for a1 >= 1, although nothing bounds a1 from above in D1.")
    D2["4b"] = f_exp[j0, j1] <= 1 / n
    D2["4b"].refuted("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1")
    D2["4b"].note("The header has j0 ≠ j3 already and the line repeats it where j1 ≠ j3 is meant.")
    D2["4b"].repair(j1 != j3, why="the repeated j0 ≠ j3 reads j1 ≠ j3")

D3 = Lemma("D.3", "Appendix D.2.2, p. 18", "entries of c_exp on D1", given=ON_D1, proof=POWERS, uses=DATA)

with D3.where(j0 == j3):
    D3["1"] = c_exp[j0, i0] >= Q(1, 2) * a1 * sqrt(log(n)), i0 == 1
    D3["1"].uses("Lemma D.2/3a").uninformative(n == 1)
    D3["2.i"] = ExactlyOne(i0, block_columns, c_exp[j0, i0] >= Q(1, 2) * b * sqrt(log(n)))
    D3["2.i"].uses("Lemma D.2/3a", "Lemma D.2/3b").uninformative(n == 1).the_one(block(j3))
    D3["2.ii"] = c_exp[j0, i0] <= t / n * b * sqrt(log(n)), i0.isin(block_columns), i0 != block(j3)
    D3["2.ii"].uses("Lemma D.2/3b")
    D3["3"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
with D3.where(j0 != j3):
    D3["4"] = c_exp[j0, i0] <= a1 * sqrt(log(n)) / n ** (1 - a1), i0 == 1
    D3["4"].uses("Lemma D.2/4a").uninformative(a1 >= 1)
    D3["4"].note("Says nothing for a1 >= 1; Part 2 of Lemma D.4, which rests on it, is false there.")
    EXACT = "an equality where Lemma D.4 needs to know how large the entry is; nothing bounds a1 from above"
    D3_4_IN_FULL = D3["4"].repair(
        claim=c_exp[j0, i0] == a1 * n**a1 / (n**a1 + n - 1) * sqrt(log(n)), label="4 in full", why=EXACT, provenance="own"
    )
    D3["5"] = c_exp[j0, i0] <= t / n * b * sqrt(log(n)), i0.isin(block_columns)
    D3["5"].uses("Lemma D.2/4a", "Lemma D.2/4b").uninformative(d == 3)
    D3["5"].refuted("n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=2")
    D3["5"].note("The column with j3's block entry collects f(j0, j3) > 1/n: (n^a1 + t-1)/(n^a1 + n-1) > t/n if d > 3.")
    larger = c_exp[j0, i0] <= (1 / n ** (1 - a1) + (t - 1) / n) * b * sqrt(log(n))
    like_d7 = "j3's column alone, and it gets the bound that Lemma D.7 gives it, 1/n^(1-a1) + (t-1)/n in place of t/n"
    D3_5_OWN = D3["5"].repair(i0 == block(j3), label="5.i", claim=larger, why=like_d7)
    D3_5_OWN.uninformative(n**a1 >= n - t + 1, "n^a1 ≥ n-t+1, so wherever a1 ≥ 1 or d = 3")
    D3_5_OTHERS = D3["5"].repair(i0 != block(j3), label="5.ii", why="the bound is claimed for the other columns only")
    D3_5_OTHERS.uses("Lemma D.2/4b")
    D3["6"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d

STATEMENTS = (D2, D3)
