"""Gradient descent on L-smooth convex functions of one variable: Nesterov's estimates, refereed in one file.

Nesterov, Introductory Lectures on Convex Optimization (2004): Theorem 2.1.5, the gradient step, Theorem 2.1.14, its corollary
2.1.2; the tight rate is Drori and Teboulle's (Mathematical Programming 145, 2014). A function stands in it by its values f, h
and its slopes g, k at two points x, y: what every L-smooth convex function satisfies is (2.1.10), and whatever satisfies it at
two points belongs to one. By hand:

- the step 2/L decreases nothing: f(x) = x²/2 goes from 1 to -1, where it has the same value;
- the rate L R²/(4 n + 2) is attained by Huber's function with the corner 1/(2 n + 1): no 4 n + 3 serves.
"""

from theorems.own import *
from theorems.textbook.elementary import SQUARE

PAPER = Paper("gradient_descent", "Gradient descent on L-smooth convex functions")
L = real("L", above=0)
x, y, f, h, g, k = reals("x y f h g k")
here = f + g * (y - x) + (g - k) ** 2 / (2 * L) <= h  # (2.1.10) from x to y,
there = h + k * (x - y) + (g - k) ** 2 / (2 * L) <= f  # and from y to x

SMOOTH = PAPER.lemma("2.1.5", "2.1.1", "what L-smooth convex functions satisfy", here, there)
SMOOTH["2.1.9 left"] = f + g * (y - x) <= h
SMOOTH["2.1.9 left"].proved(Calculation(by(SQUARE(g - k))))
SMOOTH["2.1.9 right"] = h <= f + g * (y - x) + L / 2 * (y - x) ** 2
SMOOTH["2.1.9 right"].proved(Calculation(by(SQUARE(L * (y - x) - (k - g)))))
SMOOTH["2.1.11"] = (g - k) ** 2 / L <= (g - k) * (x - y)
SMOOTH["2.1.12 left"] = (g - k) * (x - y) >= 0
SMOOTH["2.1.12 left"].proved(Calculation(by(SQUARE(g - k))))
SMOOTH["2.1.12 right"] = (g - k) * (x - y) <= L * (x - y) ** 2
SMOOTH["2.1.12 right"].proved(Calculation(by(SQUARE(L * (x - y) - (g - k)))))
SMOOTH["a half"] = (g - k) * (x - y) <= L * (x - y) ** 2 / 2
SMOOTH["a half"].refuted("L=1 x=1 y=0 f=1/2 h=0 g=1 k=0")

STEP = PAPER.lemma("step", "2.1.5", "one step of length 1/L")
upper = h <= f + g * (y - x) + L / 2 * (y - x) ** 2
STEP["1/L"] = Implies((y == x - g / L) & upper, h <= f - g**2 / (2 * L))
STEP["2/L"] = Implies((y == x - 2 * g / L) & here & there, h <= f - g**2 / (2 * L))
STEP["2/L"].refuted("L=1 x=1 y=-1 f=1/2 h=1/2 g=1 k=-1")

D, E_, w = real("D", above=0), real("E_", above=0), real("w", above=0)
RATE = PAPER.lemma("2.1.14", "2.1.5", "what decreases by its square decreases like 1/n", E_ <= D - w * D**2)
RATE["one step"] = 1 / E_ >= 1 / D + w
RATE["too much"] = 1 / E_ >= 1 / D + 2 * w

n = integer("n", 1)
TIGHT = PAPER.lemma("rate", "Drori, Teboulle 2014", "n steps from R = 1 on Huber's function with L = 1")
e = let("e", 1 / (2 * n + 1))  # the corner; the slope beyond it, too
last = let("x_n", 1 - n * e)  # each of the n steps goes e towards 0, and stays beyond the corner
value = let("H", e * last - e**2 / 2)
TIGHT["beyond the corner"] = last >= e
TIGHT["attained"] = value == 1 / (4 * n + 2)
TIGHT["corollary 2.1.2"] = value <= 2 / (n + 4)
TIGHT["sharper"] = value <= 1 / (4 * n + 3)
