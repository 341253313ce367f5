"""Linear attention on the datasets (superiority v1, Appendices D.4, D.5, pp. 26-34): Lemmas D.10, D.11, D.14, D.15.

Row sums ``1 + a`` (row j3) and ``1`` in units of sqrt(log n) make ``f_lin`` the same for every query: ``(1+a)/(n+a)`` at
j1 = j3 and ``1/(n+a)`` elsewhere. The two appendices print the same lines for a1 and a0; here each line stands once.
``log n`` divides, so n >= 2 is understood throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Content, Domain, Statement
from theorems.superiority.accounts import BLOCK_MEAN, FIRST_MEAN, WEIGHT, accounted
from theorems.superiority.self_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_OTHER,
    J0_SPECIAL,
    J1_OTHER,
    J1_SPECIAL,
    LAST_COLUMN,
    SelfAttention,
    Weights,
    self_attention,
)
from theorems.vocabulary import Comparison, Reading, at_most, equals

PAPER = "superiority"
RATIONAL = Positivity()
Claim = Callable[[SelfAttention], Comparison]


def few_rows(content: Content, a: str) -> Content:
    """The range of the bound (1+a)/n of a weight, or of that share of the first column: on D0 1+a0 < 2 <= n."""
    return content.silent_for(f"n ≤ 1+{a}", lambda i: i.n <= 1 + i[a]) if a == "a1" else content


def few_blocks(a: str) -> Content:
    """The range of the share (1+a) t/n = (1+a)/(d-2) of a block column."""
    return BLOCK_MEAN.silent_for("d ≤ 3+a1" if a == "a1" else "d = 3, since a0 < 1", lambda i: i.d <= 3 + i[a])


def square(x: SelfAttention) -> Comparison:
    return equals(x.u_lin, (1 + x.a) * (1 + x.a) * x.log_n)


def mixed(x: SelfAttention) -> Comparison:
    return equals(x.u_lin, (1 + x.a) * x.log_n)


def plain(x: SelfAttention) -> Comparison:
    return equals(x.u_lin, x.log_n)


def at_special(x: SelfAttention) -> Comparison:
    return at_most(x.f_lin, (1 + x.a) / x.n)


def elsewhere(x: SelfAttention) -> Comparison:
    return at_most(x.f_lin, 1 / x.n)


def entry_lines(a: str) -> dict[str, tuple[Claim, str, Sequence[Condition]]]:
    """The eight printed lines on u_lin and f_lin, ``a`` being "a0" or "a1": label -> (claim, words, index set)."""
    u, f = "u_lin(A,x)_{j0,j1}", "f_lin(A,x)_{j0,j1}"
    return {
        "1a": (square, f"{u} = (1+{a})^2 log n for j0 = j3, j1 = j3", [J0_SPECIAL, J1_SPECIAL]),
        "1b": (mixed, f"{u} = (1+{a}) log n for j0 = j3, j1 ≠ j3", [J0_SPECIAL, J1_OTHER]),
        "2a": (mixed, f"{u} = (1+{a}) log n for j0 ≠ j3, j1 = j3", [J0_OTHER, J1_SPECIAL]),
        "2b": (plain, f"{u} = log n for j0 ≠ j3, j1 ≠ j3", [J0_OTHER, J1_OTHER]),
        "3a": (at_special, f"{f} ≤ (1+{a})/n for j0 = j3, j1 = j3", [J0_SPECIAL, J1_SPECIAL]),
        "3b": (elsewhere, f"{f} ≤ 1/n for j0 = j3, j1 ≠ j3", [J0_SPECIAL, J1_OTHER]),
        "4a": (at_special, f"{f} ≤ (1+{a})/n for j0 ≠ j3, j1 = j3", [J0_OTHER, J1_SPECIAL]),
        "4b": (elsewhere, f"{f} ≤ 1/n for j0 ≠ j3 (and any j1, as printed)", [J0_OTHER]),
    }


def linear_entries(statement: Statement, a: str, witnesses: dict[str, str], repaired: Domain, changed: str) -> None:
    """The eight parts as printed; where a witness breaks one, its intended reading on ``repaired``.

    Part 4b repeats j0 ≠ j3 where j1 ≠ j3 is meant: at j1 = j3 the entry (1+a)/(n+a) exceeds 1/n.
    """
    for label, (claim, words, where) in entry_lines(a).items():
        witness = witnesses.get(label)
        content = few_rows(WEIGHT, a) if claim is at_special else WEIGHT
        statement.add(
            label, claim, says=words, where=where, witness=witness, proof=None if witness else RATIONAL, content=content
        )
        if witness is None:
            continue
        repairs = [changed] if changed else []
        if label == "4b":
            words = words.replace(" (and any j1, as printed)", ", j1 ≠ j3")
            where = [J0_OTHER, J1_OTHER]
            repairs.append("the repeated j0 ≠ j3 reads j1 ≠ j3")
        statement.add(
            label,
            claim,
            says=words,
            where=where,
            given=repaired,
            reading=Reading.INTENDED,
            changed="; ".join(repairs),
            proof=RATIONAL,
            content=content,
        )


def linear_outputs(statement: Statement, a: str, entries: str) -> None:
    """The six printed lines on c_lin; they rest on Parts 3 and 4 of the lemma ``entries``."""
    for special, labels in ((J0_SPECIAL, "123"), (J0_OTHER, "456")):
        block = 3 if special is J0_SPECIAL else 4
        rests_on = [f"{entries}/{block}a", f"{entries}/{block}b"]
        c = "c_lin(A,x)_{j0,i0}"
        statement.add(
            labels[0],
            lambda x: at_most(x.c_lin, (1 + x.a) / x.n * x.a * x.sqrt_log_n),
            says=f"{c} ≤ ((1+{a})/n) {a} √(log n) for {special.text}, i0 = 1",
            where=[special, FIRST_COLUMN],
            proof=RATIONAL,
            content=few_rows(FIRST_MEAN, a),
            depends_on=rests_on,
        )
        statement.add(
            labels[1],
            lambda x: at_most(x.c_lin, (1 + x.a) / x.n * x.t * x.b * x.sqrt_log_n),
            says=f"{c} ≤ ((1+{a})/n) t b √(log n) for {special.text}, i0 in {{2, ..., d-1}}",
            where=[special, BLOCK_COLUMN],
            proof=RATIONAL,
            content=few_blocks(a),
            depends_on=rests_on,
        )
        statement.add(
            labels[2],
            lambda x: equals(x.c_lin, x.c * x.sqrt_log_n),
            says=f"{c} = c √(log n) for {special.text}, i0 = d",
            where=[special, LAST_COLUMN],
            proof=RATIONAL,
            depends_on=rests_on,
        )


D10 = Statement(
    PAPER,
    "Lemma D.10",
    source="Appendix D.4.1, p. 26",
    title="entries of u_lin and f_lin on D1",
    given=self_attention(1, Weights.ONES, ("j0", "j1"), linear=True),
    depends_on=["superiority/Definition D.1"],
)
linear_entries(
    D10,
    "a1",
    {"4b": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1"},
    repaired=self_attention(1, Weights.ONES, ("j0", "j1"), linear=True),
    changed="",
)

D11 = Statement(
    PAPER,
    "Lemma D.11",
    source="Appendix D.4.2, p. 28",
    title="entries of c_lin on D1",
    given=self_attention(1, Weights.ONES, ("j0", "i0"), linear=True),
)
linear_outputs(D11, "a1", "superiority/Lemma D.10")

D14 = Statement(
    PAPER,
    "Lemma D.14",
    source="Appendix D.5.1, p. 30",
    title="entries of u_lin and f_lin on D0",
    given=self_attention(0, Weights.IDENTITY, ("j0", "j1"), linear=True),
    depends_on=["superiority/Definition D.1"],
)
PAIR = "n=2 d=3 t=2 j3=1 a0=1/11 b=1/2 c=1/2"
PAIR_APART = "n=2 d=4 t=1 j3=1 a0=1/11 b=1/2 c=1/2"
TWINS = "n=4 d=4 t=2 j3=1 a0=1/11 b=1/2 c=1/2"
linear_entries(
    D14,
    "a0",
    {
        "1a": f"{PAIR} j0=1 j1=1",
        "1b": f"{PAIR} j0=1 j1=2",
        "2a": f"{PAIR} j0=2 j1=1",
        "2b": f"{PAIR} j0=2 j1=2",
        "3a": f"{PAIR_APART} j0=1 j1=1",
        "3b": f"{TWINS} j0=1 j1=3",
        "4a": f"{TWINS} j0=3 j1=1",
        "4b": f"{PAIR_APART} j0=2 j1=2",
    },
    repaired=self_attention(0, Weights.ONES, ("j0", "j1"), linear=True),
    changed="QKᵀ = 1_{d×d}, as everywhere in Section D, instead of QKᵀ = I_d",
)

D15 = Statement(
    PAPER,
    "Lemma D.15",
    source="Appendix D.5.2, p. 32",
    title="entries of c_lin on D0",
    given=self_attention(0, Weights.ONES, ("j0", "i0"), linear=True),
)
linear_outputs(D15, "a0", "superiority/Lemma D.14")

STATEMENTS = accounted(D10, D11, D14, D15)
