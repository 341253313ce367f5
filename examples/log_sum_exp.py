"""Log-sum-exp and softmax: the properties that every text on them lists, refereed in one file.

The lines follow Boyd and Vandenberghe, Convex Optimization, 3.1.5 (Cambridge 2004), and Gao and Pavel, On the properties of
the softmax function with application in game theory and reinforcement learning (arXiv 1704.00805), sections 2 to 4, with
lse(x) = log Σ exp(x_i) and σ(x) = softmax(x). Lines that are often quoted in a sharper form than is true stand here, too,
and are marked.

``theorem-referee report --paper examples/log_sum_exp.py`` judges it; the expected verdicts stand beside it.
"""

from theorems.own import *

PAPER = Paper("log_sum_exp", "Log-sum-exp and softmax")
n = size("n", most=12)
i, j = indices("i j")
x, y = vectors("x y", n)
u, v = reals("u v")
c = real("c")
t = real("t", 0, 1)
r = real("r", above=0)
p = probability_vector("p", n)

BOUNDS = PAPER.lemma("1", "Boyd, Vandenberghe, p. 72", "log-sum-exp is a soft maximum")
BOUNDS["below"] = maximum(x) <= logsumexp(x)
BOUNDS["above"] = logsumexp(x) <= maximum(x) + log(n)
BOUNDS["mean"] = logsumexp(x) >= total(x) / n + log(n)
BOUNDS["strictly"] = maximum(x) < logsumexp(x)  # false for n = 1, where both are x_1
BOUNDS["strictly"].refuted("n=1 x=0")
BOUNDS["strictly"].repair(n >= 2, why="of one number the maximum and log-sum-exp are the same")
BOUNDS["sharper"] = logsumexp(r * x) / r <= maximum(x) + log(n) / r

MONOTONE = PAPER.lemma("2", "Gao, Pavel, Lemma 1", "monotone, and moved by constants")
MONOTONE["shift"] = logsumexp(x) >= minimum(x) + log(n)
MONOTONE["1-Lipschitz"] = abs(logsumexp(x) - logsumexp(y)) <= norm(x - y, "∞")
MONOTONE["Lipschitz in the Euclidean norm"] = abs(logsumexp(x) - logsumexp(y)) <= norm(x - y)

CONVEX = PAPER.lemma("3", "Boyd, Vandenberghe, p. 74", "log-sum-exp is convex")
CONVEX["midpoint"] = logsumexp((x + y) / 2) <= (logsumexp(x) + logsumexp(y)) / 2
CONVEX["chords"] = logsumexp(t * x + (1 - t) * y) <= t * logsumexp(x) + (1 - t) * logsumexp(y)
CONVEX["gradient"] = logsumexp(y) >= logsumexp(x) + dot(softmax(x), y - x)
CONVEX["strictly"] = Implies(norm(x - y) > 0, logsumexp((x + y) / 2) < (logsumexp(x) + logsumexp(y)) / 2)
# along the line of all ones it is affine: y = x + c (1, ..., 1)
CONVEX["strictly"].refuted("n=1 x=0 y=1")

CONJUGATE = PAPER.lemma("4", "Gao, Pavel, Lemma 2", "the conjugate of log-sum-exp is the negative entropy")
CONJUGATE["Fenchel"] = dot(p, x) + entropy(p) <= logsumexp(x)
CONJUGATE["attained"] = dot(softmax(x), x) + entropy(softmax(x)) >= logsumexp(x)
CONJUGATE["attained"].note("equality: only the inequality that Fenchel's does not give is stated")
CONJUGATE["entropy"] = chain(0, "<=", entropy(p), "<=", log(n))

LIPSCHITZ = PAPER.lemma("5", "Gao, Pavel, Proposition 4", "softmax is Lipschitz")
LIPSCHITZ["printed"] = norm(softmax(x) - softmax(y)) <= norm(x - y)
LIPSCHITZ["half"] = norm(softmax(x) - softmax(y)) <= norm(x - y) / 2
LIPSCHITZ["a third"] = norm(softmax(x) - softmax(y)) <= norm(x - y) / 3  # often hoped for
LIPSCHITZ["a third"].repair(
    claim=norm(softmax(x) - softmax(y)) <= norm(x - y) / 2, why="the Jacobian diag(σ) - σσ⊤ has the norm 1/2 at σ = (1/2, 1/2)"
)
LIPSCHITZ["with temperature"] = norm(softmax(r * x) - softmax(r * y)) <= r * norm(x - y)
LIPSCHITZ["in the 1-norm"] = norm(softmax(x) - softmax(y), 1) <= norm(x - y, "∞")

COCOERCIVE = PAPER.lemma("6", "Gao, Pavel, Proposition 3", "softmax is monotone and cocoercive")
COCOERCIVE["monotone"] = dot(softmax(x) - softmax(y), x - y) >= 0
COCOERCIVE["printed"] = dot(softmax(x) - softmax(y), x - y) >= norm(softmax(x) - softmax(y)) ** 2
COCOERCIVE["twice"] = dot(softmax(x) - softmax(y), x - y) >= 2 * norm(softmax(x) - softmax(y)) ** 2
COCOERCIVE["strictly"] = Implies(norm(x - y) > 0, dot(softmax(x) - softmax(y), x - y) > 0)  # not along (1, ..., 1)
COCOERCIVE["strictly"].refuted("n=1 x=0 y=1")

TWO = PAPER.lemma("7", "Boyd, Vandenberghe, exercise 3.49", "two terms: the logistic function")
s = let("s", u, 1 / (1 + exp(-u)))
TWO["softplus"] = chain(largest(u, 0), "<=", log(1 + exp(u)), "<=", largest(u, 0) + log(2))
TWO["logistic"] = chain(0, "<", s(u), "<", 1)
TWO["symmetric"] = s(u) + s(-u) == 1
TWO["log-concave"] = -log(s(u)) <= largest(-u, 0) + log(2)
TWO["slope"] = s(u) * (1 - s(u)) <= Q(1, 4)
TWO["quadratic bound"] = log(1 + exp(u)) <= log(2) + u / 2 + u**2 / 8
TWO["Lipschitz"] = abs(s(u) - s(v)) <= abs(u - v) / 4
TWO["tanh"] = s(2 * u) == (1 + tanh(u)) / 2
