"""What is claimed of computed attention, in whatever order its sums are added."""

from fractions import Fraction

from theory.claim import Claim, Hypothesis
from theory.letters import a, d, i, j, n
from theory.rounding.attention_terms import (
    c,
    c_log,
    difference_moves,
    dot_off,
    eta,
    g,
    h,
    log_softmax_off,
    logsumexp_off,
    mean_off,
    scaled_dot_off,
    score_moves,
    sum_grows,
    u,
    weights_off,
)
from theory.softmax.words import softmax
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, log
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, real
from theory.stating.vocabulary import letter

IEEE = "ieee-operations"
ROUNDED = (
    "operations round to nearest, and none overflows: each is off by u as a part of its result, "
    "a product or quotient that underflows by η/2 besides; a number less itself is 0; sums are "
    "trees of these heights"
)

x, v, s = (numbers(name, n) for name in "xvs")
d_hat, y_hat, s_hat = (numbers(f"{name}hat", n) for name in "dys")
e_hat = numbers("ehat", n, domain="nonnegative")
p_hat, w, r = numbers("phat", n), *(numbers(name, n, domain="nonnegative") for name in "wr")
m, S_hat, L_hat, r_hat, o_hat = (real(name) for name in ("m", "Shat", "Lhat", "rhat", "ohat"))
p, shares = letter("p", softmax(x)), letter("p", softmax(s))
mixed = numbers("p", n, domain="nonnegative")
normaliser = letter("ell", log(total(x.map(exp))))

moved = letter("a", every(j, entry=difference_moves(abs(x[j] - m))))
scores_moved = letter("a", every(j, entry=score_moves(r[j], w[j])))
shares_off = letter("delta", weights_off(shares, scores_moved))

FINE = (line(u, "≤", Fraction(1, 11)), line(c * u + n * eta, "≤", Fraction(1, 11)))
EXP = Hypothesis(
    "the computed exponential is within c u, and η where it underflows",
    line(abs(e_hat[j] - exp(d_hat[j])), "≤", c * u * exp(d_hat[j]) + eta),
    ground="floats.exp-within-c",
)
LOG = Hypothesis(
    "the computed sum is at least 1, and its computed logarithm is within c u of the exact one, "
    "and η where it underflows",
    (
        line(1, "≤", S_hat),
        line(abs(L_hat - log(S_hat)), "≤", c_log * u * abs(log(S_hat)) + eta),
    ),
    ground="floats.log-within-c",
)


def subtracted(scores):
    """Return what is known of the differences from the largest score, which include a 0."""
    return (
        line(abs(d_hat[j] - (scores[j] - m)), "≤", difference_moves(abs(scores[j] - m))),
        line(1, "≤", total(d_hat.map(exp))),
    )


ADDED = line((1 - u) ** h * total(e_hat), "≤", S_hat, "≤", (1 + u) ** h * total(e_hat))


def divided(place):
    """Return what is known of a quotient of an exponential by their sum."""
    quotient = e_hat[place] / S_hat
    return line(abs(p_hat[place] - quotient), "≤", u * quotient + eta / 2)


def multiplied_out(one, other, height, count, result):
    """Return what is known of a dot product of computed numbers."""
    exact = total(one * other)
    return line(abs(result - exact), "≤", dot_off(total((one * other).map(abs)), height, count))


A, B, a_size, b_size = real("A"), real("B"), nonnegative("alpha"), nonnegative("beta")
S_1, S_2 = real("Shat_1"), real("Shat_2")
q, k = numbers("q", d), numbers("k", d)
y_of, q_hat = numbers("yhat", d), numbers("qhat", d)
size, products = total(x.map(abs)), total((q * k).map(abs))
f = nonnegative("f")  # 1/√d, or another factor

CLAIMS = (
    Claim(
        id="floats.sum-in-any-order",
        states=states(
            line(abs(r_hat - (A + B)), "≤", sum_grows(h + 1) * (a_size + b_size)),
            given=(
                line(abs(A), "≤", a_size),
                line(abs(B), "≤", b_size),
                line(abs(S_1 - A), "≤", sum_grows(h) * a_size),
                line(abs(S_2 - B), "≤", sum_grows(h) * b_size),
            ),
            hypotheses={
                IEEE: Hypothesis(ROUNDED, line(abs(r_hat - (S_1 + S_2)), "≤", u * abs(S_1 + S_2)))
            },
        ),
        scope="floats",
        says="Two computed sums may be off by (1 + u)^h - 1 times the sum of the absolute values "
        "that they add. Then their computed sum is off by at most (1 + u)^(h + 1) - 1 times the "
        "sum of all these absolute values.",
        note="So each level of the tree of a sum, in any order, brings one factor 1 + u.",
    ),
    Claim(
        id="floats.dot-product",
        states=states(
            line(abs(r_hat - total(q * k)), "≤", dot_off(total((q * k).map(abs)), h, d)),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        line(abs(y_of[a] - q[a] * k[a]), "≤", u * abs(q[a] * k[a]) + eta / 2),
                        line(abs(r_hat - total(y_of)), "≤", sum_grows(h) * total(y_of.map(abs))),
                    ),
                )
            },
        ),
        scope="floats",
        says="A computed dot product of d products, added in any order of height h, is off by "
        "at most (1 + u)^(h + 1) - 1 times the sum of their absolute values, and by d times "
        "(1 + u)^h η/2 where products underflow.",
        builds_on=("floats.sum-in-any-order",),
    ),
    Claim(
        id="floats.two-orders-of-a-sum",
        states=states(
            line(abs(S_1 - S_2), "≤", (sum_grows(g) + sum_grows(h)) * size),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        line(abs(S_1 - total(x)), "≤", sum_grows(g) * size),
                        line(abs(S_2 - total(x)), "≤", sum_grows(h) * size),
                    ),
                )
            },
        ),
        scope="floats",
        says="The same numbers, added in two orders of heights g and h, may give two results. They "
        "differ by at most both bounds together, so by at most twice the bound where the heights "
        "are equal. A row that another batch or more padding adds in another order is such a sum.",
        builds_on=("floats.sum-in-any-order",),
        repairs=("floats.order-keeps-bits", "floats.padding-keeps-bits"),
    ),
    Claim(
        id="floats.two-orders-of-a-dot-product",
        states=states(
            line(abs(S_1 - S_2), "≤", dot_off(products, g, d) + dot_off(products, h, d)),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (multiplied_out(q, k, g, d, S_1), multiplied_out(q, k, h, d, S_2)),
                )
            },
        ),
        scope="floats",
        says="Two computed dot products of the same vectors, added in two orders of heights g and "
        "h, differ by at most both bounds together, as each is within its own.",
        builds_on=("floats.dot-product",),
    ),
    Claim(
        id="floats.scaled-score",
        states=states(
            line(
                abs(r_hat - f * total(q * k)),
                "≤",
                scaled_dot_off(f * total((q * k).map(abs)), total(k.map(abs)), h, d),
            ),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        line(
                            abs(q_hat[a] - f * q[a]),
                            "≤",
                            sum_grows(3) * (f * abs(q[a])) + eta / 2,
                        ),
                        multiplied_out(q_hat, k, h, d, r_hat),
                    ),
                )
            },
        ),
        scope="floats",
        says="A scaled score f q · k, with f not negative, as f = 1/√d, is computed from a query "
        "whose scaled entries carry three roundings. It is off by at most (1 + u)^(h + 4) - 1 "
        "times f Σ |q k|, and by what underflows.",
        builds_on=("floats.dot-product",),
    ),
    Claim(
        id="floats.softmax",
        states=states(
            line(abs(p_hat[i] - p[i]), "≤", weights_off(p, moved)[i]),
            given=FINE,
            hypotheses={
                IEEE: Hypothesis(ROUNDED, (*subtracted(x), ADDED, divided(i))),
                "exp-within-c": EXP,
            },
        ),
        scope="floats",
        says="A computed weight is off by at most a multiple of the unit roundoff that grows with "
        "the spread of the scores, as the exponential amplifies the rounding of x - m, m being "
        "the largest score, and by what underflows. It holds for every number of scores, every "
        "order of summation, whose height h counts, and every format in which u and c u + n η are "
        "at most 1/11.",
        note="u is the unit roundoff of the format, η the spacing of its subnormal numbers; exp "
        "is within c u. The height h of a sum is the most additions that a number in it goes "
        "through. Letters with a hat are computed.",
        builds_on=("floats.sum-in-any-order", "softmax.shifted-sum-is-safe"),
    ),
    Claim(
        id="floats.logsumexp",
        states=states(
            line(
                abs(r_hat - normaliser),
                "≤",
                logsumexp_off(p, moved, normaliser, m),
            ),
            given=FINE,
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        *subtracted(x),
                        ADDED,
                        line(abs(r_hat - (m + L_hat)), "≤", u * abs(m + L_hat)),
                    ),
                ),
                "exp-within-c": EXP,
                "log-within-c": LOG,
            },
        ),
        scope="floats",
        says="The computed logarithm of a sum of exponentials is off by at most what the sum is "
        "off in proportion, by the error of the logarithm, and by the rounding of the last "
        "addition. It holds where u and c u + n η are at most 1/11.",
        builds_on=("floats.softmax",),
    ),
    Claim(
        id="floats.log-softmax",
        states=states(
            line(
                abs(r_hat - (x[i] - normaliser)),
                "≤",
                log_softmax_off(p, moved, abs(normaliser - m), x[i] - normaliser, i),
            ),
            given=FINE,
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        *subtracted(x),
                        ADDED,
                        line(abs(r_hat - (d_hat[i] - L_hat)), "≤", u * abs(d_hat[i] - L_hat)),
                    ),
                ),
                "exp-within-c": EXP,
                "log-within-c": LOG,
            },
        ),
        scope="floats",
        says="The logarithm of a weight, computed without forming the weight, is off by at most "
        "what the difference of its score from the largest is off, by what the logarithm of the "
        "sum is off, and by the rounding of the last subtraction. It holds where u and c u + n η "
        "are at most 1/11.",
        builds_on=("floats.logsumexp",),
    ),
    Claim(
        id="floats.weighted-mean",
        states=states(
            line(abs(o_hat - total(mixed * v)), "≤", mean_off(mixed, w, v)),
            given=line(abs(p_hat[j] - mixed[j]), "≤", w[j]),
            hypotheses={IEEE: Hypothesis(ROUNDED, multiplied_out(p_hat, v, g, n, o_hat))},
        ),
        scope="floats",
        says="A computed mean of values, by weights that are off, is off by at most the sum of "
        "the absolute values, each times what its weight is off, and by the rounding of the "
        "products and their sum.",
        builds_on=("floats.dot-product",),
    ),
    Claim(
        id="floats.attention",
        states=states(
            line(
                abs(o_hat - total(shares * v)),
                "≤",
                mean_off(shares, shares_off, v),
            ),
            given=(
                *FINE,
                line(abs(s_hat[j] - s[j]), "≤", w[j]),
                line(abs(s[j] - m), "≤", r[j]),
            ),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        *subtracted(s_hat),
                        ADDED,
                        divided(j),
                        multiplied_out(p_hat, v, g, n, o_hat),
                    ),
                ),
                "exp-within-c": EXP,
            },
        ),
        scope="floats",
        says="Computed attention is off by at most the sum of the absolute values, each times "
        "what its weight is off by its score and by softmax, and by the rounding of the mean. It "
        "holds for every number of keys, every order of summation and every format in which u and "
        "c u + n η are at most 1/11.",
        note="Letters are those of floats.softmax. A score is off by w_j at most, and at most r_j "
        "from m, which is subtracted; g is the height of the sum over values.",
        builds_on=("floats.softmax", "floats.weighted-mean", "floats.scaled-score"),
    ),
)
