"""How far attention by distances moves: H. Kim, G. Papamakarios and A. Mnih, "The Lipschitz
constant of self-attention" (2021), arXiv:2006.04710, theorem 3.2.
"""

from theory.claim import Claim
from theory.letters import a, d, j, n
from theory.shared_words import dot, length_squared
from theory.stating.existence import some
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive, real
from theory.stating.vocabulary import word


def nearness(y: Family, x: Family, beta):
    """The Gaussian kernel of a row y with each of the rows x."""
    return every(j, entry=exp(-(beta**2) * total(every(a, entry=(x[j, a] - y[a]) ** 2)) / 2))


@word(r"\operatorname{{near}}_{{{beta}}}({y}, {x})_{{{b}}}", b="y")
def by_distances(y: Family, x: Family, beta, b):
    """A row y attends to itself and to the rows x; its scores are minus squared distances."""
    near = nearness(y, x, beta)
    return (y[b] + total(near * every(j, entry=x[j, b]))) / (1 + total(near))


@word(r"\operatorname{{between}}_{{{r}}}({z})")
def without_itself(z, r):
    """A row z attends to rows of width 1 at r and at -r, and not to itself."""
    far, near = exp(-((r + z) ** 2) / 2), exp(-((r - z) ** 2) / 2)
    return (near * r - far * r) / (near + far)


z, r, C = real("z"), real("r"), positive("C")
t, beta, R, L, rho = real("t"), real("beta"), real("R"), nonnegative("L"), real("rho")
squares = numbers("s", n)
weight = (-squares).map(exp)
# The rows y and x move at the rates h and g; c is a direction in which we look.
y, h, c = (numbers(name, d) for name in "yhc")
x, g = (numbers(name, n, d) for name in "xg")
eta, zeta, gamma = real("eta"), real("zeta"), numbers("gamma", n)
enough = line(n / exp(1 + R), "=", rho), line(rho, "≤", R)
no_longer_than_one = (
    line(length_squared(c), "=", zeta),
    line(length_squared(h), "=", eta),
    line(length_squared(g[j]), "=", gamma[j]),
    line(zeta, "≤", 1),
    line(eta, "≤", 1),
    line(gamma[j], "≤", 1),
)

CLAIMS = (
    Claim(
        id="heads.weighted-distances-are-bounded",
        states=states(
            line(total(weight * squares) / (1 + total(weight)), "≤", R, when=enough),
            line(n / exp(1 + L), "≤", L, when=equal(n, exp(L) - 1)),
        ),
        says="A row gives itself the weight exp(0) and n others the weights exp(-s), where s is a "
        "square of a distance. Then the mean of these squares under the weights is at most R, "
        "where n ≤ R exp(R + 1). The logarithm of n + 1 is large enough for R.",
        note="The least such R is the φ⁻¹(n) of Kim et al. 2021, theorem 3.2, with "
        "φ(R) = R exp(R + 1); the mean reaches it where all others are at the square R + 1.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="heads.attention-by-distances-is-lipschitz",
        states=states(
            line(
                slope(dot(c, by_distances(y + t * h, x + t * g, beta)), t),
                "≤",
                1 + 4 * R,
                when=line(t, "=", 0),
            ),
            given=(*enough, *no_longer_than_one),
        ),
        says="A row of any width attends to itself and to n others by the Gaussian kernel, and the "
        "rows are the values. Where no row moves faster than at rate 1, the output moves in "
        "no direction faster than at the rate 1 + 4R, where n ≤ R exp(R + 1), whatever β is.",
        note="R = log(n + 1) is large enough: heads.weighted-distances-are-bounded. Kim et al. "
        "2021, theorem 3.2, have this 4R, and factors for the norm and for their projections, "
        "which are one for queries and keys, and make the values, too. With two the row is not at "
        "distance 0 from itself, and nothing bounds the denominator from below, as in "
        "heads.distances-without-the-row-itself-are-not-lipschitz. With other values, of which the "
        "projection may forget a part, weights move large values.",
        builds_on=("heads.weighted-distances-are-bounded", "kernel.regression"),
    ),
    Claim(
        id="heads.distances-without-the-row-itself-are-not-lipschitz",
        states=states(
            equal(slope(without_itself(z, r), z), r**2, when=line(z, "=", 0)),
            some(r, holds=line(r**2, ">", C)),
        ),
        says="Attention from a row to others by the Gaussian kernel with β = 1, without the row "
        "itself, is not Lipschitz: between two others of width 1, at r and at -r, the output of a "
        "row at 0 moves r² times as fast as the row, which exceeds any given constant if r is "
        "large enough.",
        note="So a mask of the diagonal costs what distances give.",
        builds_on=("heads.attention-by-distances-is-lipschitz",),
    ),
)
