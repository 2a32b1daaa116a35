"""Alike scores make alike rows, layer after layer."""

from proofs.engine.evidence import closes, derivation
from theory.encoder.collapse import bilinear
from theory.encoder.spread import (
    PARTS,
    D,
    N,
    P,
    R,
    S,
    X,
    band,
    before,
    beta,
    c,
    far,
    g,
    gamma,
    gap,
    h,
    head,
    heavy,
    light,
    lowered,
    minus,
    most,
    moving,
    omega,
    p,
    plus,
    q,
    r,
    raised,
    reach,
    span,
    steep,
    t,
    u,
    v,
    value,
    x,
)
from theory.letters import a, b, i, j, k, l, n, o
from theory.letters import h as heads
from theory.shared_words import covariance, mean
from theory.softmax.words import softmax
from theory.stating.families import every, numbers, total
from theory.stating.terms import term
from theory.stating.variables import index, nonnegative

WEIGHTS = "encoder.alike-scores-have-alike-weights"
OUTPUTS = "encoder.alike-scores-have-alike-outputs"
QUARTER = "encoder.a-covariance-is-at-most-a-quarter"
SUM, SQUARE = "encoder.a-sum-of-parts-is-bounded", "encoder.scores-differ-by-a-square"
SPREAD = "encoder.rows-lose-their-spread"
less, room = numbers("s", n, domain="nonnegative"), numbers("r", n, n, domain="nonnegative")
spare = nonnegative("e")

closes(WEIGHTS, "exp(t_l - t_j) is at most exp(δ)", let={t[l]: t[j] + band - less[l]})
closes(SUM, "no weight is negative", let={u[j, k]: most - room[j, k]})


@derivation(QUARTER)
def squares_weigh_pairs(chain):
    """Weigh pairs by (t_j - m + δ/2)² (t_k - m - δ/2)²: their differences sum to covariances."""
    off, half = t - mean(before, t), span / 2
    both = total(before * (off**2 + half**2))  # each of the squares has this mean
    up, down = before * (off + half) ** 2 / (2 * span * both), before * (off - half) ** 2
    more = gap / span * up
    values = every(j, k, entry=v[j] - v[k])
    spare = span - span**3 / (2 * both)
    moves = every(j, k, entry=t[j] - t[k] - spare)
    pairs = lambda heavy, of: total(every(j, k, entry=heavy[j] * down[k] * of[j, k]))
    return (
        chain.equals(pairs(up, values), "deviations average to 0")
        .cites(SUM, "no value exceeds another by more than M",
               {heavy: up, light: down, u: values, most: gap})
        .equals(pairs(more, moves), "t is a value, too, and covaries with itself")
        .cites(SUM, "no t exceeds another by more than δ",
               {heavy: more, light: down, u: moves, most: span - spare})
        .closes("the variance of t cancels")
    )  # fmt: skip


@derivation(OUTPUTS)
def a_mean_rises_by_a_covariance(chain):
    return chain.equals(covariance(moving, t, v), "the quotient rule").cites(
        QUARTER, "scores and values are alike", {x: x + r * t}
    )


@derivation(OUTPUTS, duty=1)
def a_mean_rises_no_faster(chain):
    return chain.climbs(0, 0, 1, "the mean value theorem, from x to x + t").closes("the way is 1")


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
    """Return the scores of a row with all rows, in a head."""
    return every(j, entry=bilinear(X[row], P[head] - N[head], X[j]))


@derivation(SPREAD, let={gamma: total(steep * reach) + spare})
def a_layer_leaves_a_cube(chain):
    between, beyond = apart(X[i], X[k]), apart(X[j], X[l])
    here = dict(zip((plus, minus, raised, lowered), (each[head] for each in PARTS), strict=True))
    here |= {beta: steep[head], omega: reach[head], D: far}
    rows = lambda one: here | {p: far - one, q: far + one, g: far - beyond, h: far + beyond}
    chain.knows(SQUARE, rows(between)).knows(SQUARE, rows(beyond), 1)
    values = every(j, entry=value(X[j], R[head], S[head], c))
    lifted = every(j, entry=scores(i)[j] - scores(k)[j])
    at = {x: scores(k), t: lifted, v: values, span: steep[head] * far**2, gap: reach[head] * far}
    chain.knows(OUTPUTS, at, 1)
    other = index("q", heads)
    rise = total(softmax(scores(i)) * values) - total(softmax(scores(k)) * values)
    most_of_a_head = steep[head] * reach[head] * far**3 / 4
    parts = {heavy: every(head, entry=term(1)), light: every(head, entry=1 / heads), most: 0}
    parts |= {u: every(head, other, entry=rise - most_of_a_head), j: head, k: other}
    return chain.cites(
        SUM,
        "in each head scores differ by a product of differences",
        parts,
        beside=total(every(head, entry=most_of_a_head)),
    ).closes("add")
