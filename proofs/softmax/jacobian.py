"""The derivatives of softmax: their quadratic form is a variance, and they are at most 1/2."""

from fractions import Fraction

from proofs.engine.evidence import derivation
from proofs.rules import cases, differentiate, unsigned
from theory.letters import i, j, k, l
from theory.softmax.words import p, v, x, y
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log


@derivation("softmax.jacobian")
def jacobian(chain):
    whole = total(x.map(exp))
    return chain.equals(
        (delta(i, k) * exp(x[i]) * whole - exp(x[i]) * exp(x[k])) / whole**2,
        "quotient rule; only term k of the sum depends on x_k",
    ).closes("divide by the sum twice")


@derivation("softmax.jacobian-is-a-variance")
def jacobian_is_a_variance(chain):
    return (
        chain.equals(
            total(every(i, k, entry=v[i] * p[i] * (delta(i, k) - p[k]) * v[k])),
            "the derivative of softmax",
        )
        .equals(total(p * v**2) - total(p * v) ** 2, "δ picks the diagonal")
        .closes("open the square; the weights sum to one")
    )


@derivation("softmax.jacobian-is-a-variance", duty=1)
def no_pair_cancels_another(chain):
    """Go down from the variance to the part of the pair (l, j), in both of its orders."""
    term = lambda one, other: p[one] * p[other] * (v[one] - v[other]) ** 2 / 2
    one_row = total(every(k, entry=term(l, k)))
    one_column = total(every(i, entry=(1 - delta(i, l)) * term(i, l)))
    beside = every(i, k, entry=(1 - delta(i, l)) * (1 - delta(k, l)) * term(i, k))
    return (
        chain.equals(
            one_row + one_column + total(beside), "set row l apart, and column l of the other rows"
        )
        .at_least(one_row + one_column, "the rest is not negative")
        .equals(2 * one_row, "column l equals row l, and term (l, l) is 0")
        .equals(
            2 * term(l, j) + 2 * total(every(k, entry=(1 - delta(k, j)) * term(l, k))),
            "set pair (l, j) apart",
        )
        .closes("either order of the pair gives half of it; the other terms are not negative")
    )


@derivation("softmax.half-lipschitz")
def both_signs_weigh_the_same(chain):
    return (
        chain.by(differentiate, "quotient rule")
        .by(cases, "k is i, or another, where the slope is -p_i p_k")
        .by(unsigned, "p_i (1 - p_i) ≥ 0 for k = i")
        .closes("the other weights sum to 1 - p_i")
    )


@derivation("softmax.half-lipschitz", duty=1)
def at_most_a_half(chain):
    half = Fraction(1, 2)
    return chain.equals(half - 2 * (p[i] - half) ** 2, "complete the square").closes(
        "a square is not negative"
    )


@derivation("softmax.normaliser-is-convex", turned=True, apart=True)
def the_normaliser_lies_above_its_tangents(chain):
    lead = y - x - total(p * (y - x))  # of each score's change, over their mean
    above = total(every(j, entry=p[j] * (exp(lead[j]) - 1 - lead[j])))
    return chain.equals(
        log(1 + above), "the weights sum to one, and the deviations from the mean average to zero"
    ).closes("exp lies above its tangent, and log u ≥ 0 for u ≥ 1")
