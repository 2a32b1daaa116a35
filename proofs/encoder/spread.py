"""Alike scores make alike rows, layer after layer."""

from proofs.engine.evidence import closes, derivation
from theory.encoder.collapse import bilinear
from theory.encoder.spread import (
    D,
    X,
    band,
    before,
    beta,
    c,
    g,
    gap,
    h,
    heavy,
    lowered,
    minus,
    most,
    moved,
    omega,
    p,
    plus,
    q,
    raised,
    t,
    u,
    v,
    value,
    x,
)
from theory.letters import a, b, i, j, k, l, n, o
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp
from theory.stating.variables import nonnegative

WEIGHTS = "encoder.alike-scores-have-alike-weights"
OUTPUTS = "encoder.alike-scores-have-alike-outputs"
SUM, SQUARE = "encoder.a-sum-of-parts-is-bounded", "encoder.scores-differ-by-a-square"
SPREAD = "encoder.rows-lose-their-spread"
less, room = numbers("y", n, domain="nonnegative"), numbers("z", n, n, domain="nonnegative")
spare = nonnegative("e")

closes(WEIGHTS, "exp(t_l - t_j) is at most exp(δ)", let={t[l]: t[j] + band - less[l]})
closes(SUM, "the weights of a softmax sum to 1", let={u[j, k]: most - room[j, k]})


kept = moved - exp(-band) * before  # what of the new weights is no part of the old ones


@derivation(OUTPUTS)
def old_weights_are_a_part_of_the_new(chain):
    chain.knows(WEIGHTS)
    pairs = total(every(j, k, entry=kept[j] * before[k] * (v[j] - v[k])))
    at = {heavy: kept, x: x, u: every(j, k, entry=v[j] - v[k]), most: gap}
    return (
        chain.equals(pairs, "differences of all pairs cancel with equal weights")
        .cites(
            SUM,
            "no difference exceeds M, and no weight is negative "
            "(encoder.alike-scores-have-alike-weights)",
            at,
        )
        .closes("both kinds of weights sum to 1")
    )


closes(OUTPUTS, "exp(-δ) is at least 1 - δ", duty=1)


def beside(kind, ends):
    """Return what each entry of a part of the matrix leaves of D², from what is left of D."""
    (first, other), (second, rest) = ends, (g, 2 * D - g)
    return total(every(a, b, entry=kind[a, b] * (first[a] * rest[b] + other[a] * second[b]) / 2))


@derivation(SQUARE, let={beta: total(plus + minus) + spare})
def products_of_two_are_at_most_a_square(chain):
    ends = (p, 2 * D - p)
    return (
        chain.equals(
            D**2 * total(plus + minus) - beside(plus, ends) - beside(minus, ends[::-1]),
            "open the brackets",
        )
        .given("", 2 * D - p[a], q[a], "what is left of 2D")
        .given("", 2 * D - g[b], h[b], "what is left of 2D")
        .closes("nothing that is subtracted is negative, and the entries of P + N sum to at most β")
    )


@derivation(
    SQUARE, duty=1, let={omega: total(every(o, entry=raised[o, c] + lowered[o, c])) + spare}
)
def a_product_is_at_most_as_large(chain):
    of = lambda kind, left: total(every(o, entry=kind[o, c] * left[o]))
    return (
        chain.equals(
            D * total(every(o, entry=raised[o, c] + lowered[o, c]))
            - of(raised, p)
            - of(lowered, 2 * D - p),
            "open the brackets",
        )
        .given("", 2 * D - p[o], q[o], "what is left of 2D")
        .closes(
            "nothing that is subtracted is negative, and the entries of this column of R + S "
            "sum to at most ω"
        )
    )


def apart(one, other):
    """Return how far each entry of a row lies above that of another one."""
    return every(o, entry=one[o] - other[o])


def scores(row):
    """Return the scores of a row with all rows."""
    return every(j, entry=bilinear(X[row], plus - minus, X[j]))


@derivation(SPREAD)
def a_layer_leaves_a_cube(chain):
    between, beyond = apart(X[i], X[k]), apart(X[j], X[l])
    values = every(j, entry=value(X[j], raised, lowered, c))
    at = {p: D - between, q: D + between, g: D - beyond, h: D + beyond}
    chain.knows(SQUARE, at).knows(
        SQUARE, {p: D - beyond, q: D + beyond, g: D - beyond, h: D + beyond}, 1
    )
    lifted = every(j, entry=scores(i)[j] - scores(k)[j])
    at = {x: scores(k), t: lifted, v: values, band: beta * D**2, gap: omega * D}
    chain.cites(OUTPUTS, "scores differ by a product of differences", at)
    chain.cites(OUTPUTS, "exp(-δ) is at least 1 - δ, with δ = βD²", at, 1)
    return chain.closes("multiply")
