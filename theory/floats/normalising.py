"""What is claimed of computed LayerNorm, in whatever order its sums are added."""

from fractions import Fraction

from theory.claim import Claim, Hypothesis
from theory.floats.computed_attention import IEEE, ROUNDED
from theory.letters import d
from theory.normalization.layer_norm import average
from theory.normalization.words import i, j
from theory.rounding.attention_terms import eta, h, sum_grows, u
from theory.rounding.norm_terms import (
    MOST_LOST,
    MOST_MOVED,
    ROW,
    A,
    affine_off,
    q,
    r,
    rho,
    tau,
    theta,
    zeta,
)
from theory.stating.families import every, numbers, total
from theory.stating.operations import sqrt
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive, real
from theory.stating.vocabulary import letter

x, x_hat, b = numbers("x", d), numbers("xhat", d), numbers("b", d)
epsilon, ell = nonnegative("epsilon"), positive("ell")
S_hat, m_hat, a_hat, e_hat, W_hat, s_hat, n_hat, y_hat, r_hat = (
    real(name)
    for name in ("Shat", "muhat", "ahat", "ehat", "What", "sigmahat", "nhat", "yhat", "rhat")
)
y, gain, bias, off = real("y"), real("g"), real("b"), nonnegative("delta")

mu = letter("mu", average(x))
deviation = letter("D", every(j, entry=x[j] - mu))
SIZE = line(A, "=", average(x.map(abs)))
SIZES = (
    SIZE,
    line(q**2, "=", average(x**2)),
    line(rho**2, "=", average(deviation**2) + epsilon),
    line(ROW.moved, "≤", r),
    line(ROW.lost, "≤", theta),
    line(u, "≤", Fraction(1, 11)),
    line(r, "≤", MOST_MOVED),
    line(theta, "≤", MOST_LOST),
    line(ell, "≤", zeta * rho),
)
square = letter("Z", average(b**2) + e_hat**2)


def near(computed, exact, roundings: int = 1):
    """Return that a product or quotient is off by so many roundings, and by half of η."""
    grown = u if roundings == 1 else sum_grows(roundings)
    return line(abs(computed - exact), "≤", grown * abs(exact) + eta / 2)


CLAIMS = (
    Claim(
        id="floats.deviation",
        states=states(
            line(abs(tau * a_hat - (x[i] - mu)), "≤", ROW.deviation_off(abs(x[i]))),
            given=SIZE,
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        near(x_hat[j], x[j] / tau),
                        line(abs(S_hat - total(x_hat)), "≤", sum_grows(h) * total(x_hat.map(abs))),
                        near(m_hat, S_hat / d, 3),
                        line(abs(a_hat - (x_hat[i] - m_hat)), "≤", u * abs(x_hat[i] - m_hat)),
                    ),
                )
            },
        ),
        scope="floats",
        says="A computed deviation from the computed mean of a row, whose entries may be divided "
        "by a number τ first, is multiplied by τ again. Then it is off by at most two roundings "
        "of its entry, h + 5 of the mean absolute value, and what underflows. So where the mean "
        "is large beside the deviations, most of their digits can be lost.",
        note="A is the mean absolute value of the row, h the height of its sum; u and η are as in "
        "floats.softmax.",
        builds_on=("floats.sum-in-any-order",),
    ),
    Claim(
        id="floats.layer-norm",
        states=states(
            line(
                abs(y_hat - deviation[i] / rho),
                "≤",
                ROW.normalised_off(abs(x[i]), abs(deviation[i]) / rho, r, theta),
            ),
            given=SIZES,
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        line(
                            abs(ell * b[j] - deviation[j]),
                            "≤",
                            ROW.part_off(abs(x[j])) + sum_grows(3) * abs(deviation[j]),
                        ),
                        line(
                            abs(ell * e_hat - sqrt(epsilon)),
                            "≤",
                            sum_grows(3) * sqrt(epsilon) + ROW.unit_lost,
                        ),
                        line(
                            (1 - u) ** (h + 7) * square - 3 * eta,
                            "≤",
                            W_hat,
                            "≤",
                            (1 + u) ** (h + 7) * (square + 3 * eta),
                        ),
                        line(abs(s_hat - sqrt(W_hat)), "≤", u * sqrt(W_hat)),
                        near(n_hat, b[i]),
                        near(y_hat, n_hat / s_hat, 2),
                    ),
                )
            },
        ),
        scope="floats",
        says="A computed entry of LayerNorm, with or without epsilon, is off by at most what the "
        "deviations of its row are off beside √(σ² + ε), by the roundings of squares, sum, root "
        "and quotient, and by what underflows. It holds for every number of entries, every order "
        "of summation and every format with u at most 1/11, where √(σ² + ε) is above 0, the bound "
        "on the errors of the computed deviations is at most a quarter of it, and what underflows "
        "is small beside the squares.",
        note="A is the mean absolute value of the row, q its root mean square, ρ is √(σ² + ε). "
        "Deviations b_j are computed in units of ℓ ≤ ζ ρ, as is ê for √ε; entries were divided by "
        "τ before. r says what part of ρ deviations may be off by, θ what part of the squares "
        "underflows; Z is the mean of their squares and ê², Ŵ the computed one. u, η, h and hats "
        "are as in floats.softmax.",
        builds_on=("floats.deviation", "floats.dot-product"),
    ),
    Claim(
        id="floats.gain-and-bias",
        states=states(
            line(
                abs(r_hat - (gain * y + bias)), "≤", affine_off(abs(y), off, abs(gain), abs(bias))
            ),
            given=(line(u, "≤", 1), line(abs(y_hat - y), "≤", off)),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        near(n_hat, gain * y_hat),
                        line(abs(r_hat - (n_hat + bias)), "≤", u * abs(n_hat + bias)),
                    ),
                )
            },
        ),
        scope="floats",
        says="A gain and a bias turn an entry that is off into one that is off by at most the "
        "absolute gain times as much, two roundings of the product, one of the bias, and what "
        "underflows.",
        builds_on=("floats.layer-norm",),
    ),
)
