"""The derivatives of softmax: their quadratic form is a variance, and they are at most 1/2."""

import sympy as sp

from proofs.engine.derivation import Chain
from proofs.engine.evidence import derivation, refuses
from proofs.softmax.weights import p, x
from theory.symbols import family, i, j, k, l, real, sum_over

v = family("v")


@derivation("softmax.jacobian")
def jacobian():
    total, same = sum_over(j, sp.exp(x[j])), sp.KroneckerDelta(i, k)
    return (
        Chain(sp.Derivative(p(i), x[k]))
        .equals(
            (same * sp.exp(x[i]) * total - sp.exp(x[i]) * sp.exp(x[k])) / total**2,
            "quotient rule; only term k of the sum depends on x_k",
        )
        .equals(p(i) * (same - p(k)), "divide by the sum twice")
    )


refuses(
    jacobian, lambda: Chain(sp.Derivative(p(i), x[k])).equals(-p(i) * p(k), "without the diagonal")
)


@derivation("softmax.jacobian-is-a-variance")
def jacobian_is_a_variance():
    mean = sum_over(k, p(k) * v[k])
    return (
        Chain(_quadratic_form())
        .equals(sum_over(i, p(i) * v[i] ** 2) - mean**2, "δ picks the diagonal")
        .equals(
            sum_over(i, sum_over(k, p(i) * p(k) * (v[i] - v[k]) ** 2)) / 2,
            "open the square; the weights sum to one",
        )
        .at_least(0, "weights are positive, squares are not negative")
    )


refuses(
    jacobian_is_a_variance,
    lambda: Chain(_quadratic_form()).equals(sum_over(i, p(i) * v[i] ** 2), "second moment"),
)


@derivation("softmax.jacobian-is-a-variance")
def no_pair_cancels_another():
    return _down_to(2 * _term(l, j), "the other terms are not negative")


refuses(
    no_pair_cancels_another,
    lambda: _down_to(4 * _term(l, j), "either order of a pair gives p_l p_j (v_l - v_j)²"),
)


def _down_to(bound, reason):
    """Go down from the variance to the part of the pair (l, j), in both of its orders."""
    apart = lambda one, other: 1 - sp.KroneckerDelta(one, other)
    one_row = sum_over(k, _term(l, k))
    one_column = sum_over(i, apart(i, l) * _term(i, l))
    beside = lambda i: sum_over(k, apart(k, l) * _term(i, k))
    return (
        Chain(sum_over(i, sum_over(k, _term(i, k))))
        .equals(
            one_row + one_column + sum_over(i, apart(i, l) * beside(i)),
            "set row l apart, and column l of the other rows",
        )
        .at_least(one_row + one_column, "the rest is not negative")
        .equals(2 * one_row, "column l equals row l, and term (l, l) is 0")
        .equals(
            2 * _term(l, j) + 2 * sum_over(k, apart(k, j) * _term(l, k)), "set pair (l, j) apart"
        )
        .at_least(bound, reason)
    )


def _term(one, other):
    return p(one) * p(other) * (v[one] - v[other]) ** 2 / 2


def _quadratic_form():
    entry = p(i) * (sp.KroneckerDelta(i, k) - p(k))
    return sum_over(i, sum_over(k, entry * v[i] * v[k]))


@derivation("softmax.half-lipschitz")
def half_lipschitz():
    # |p_i δ_ik - p_i p_k| is p_i (1 - p_i) for k = i, and p_i p_k for the others.
    same = sp.KroneckerDelta(i, k)
    entries = sum_over(k, same * p(i) * (1 - p(i)) + (1 - same) * p(i) * p(k))
    return (
        Chain(entries)
        .equals(2 * p(i) * (1 - p(i)), "the other weights sum to 1 - p_i")
        .equals(sp.Rational(1, 2) - 2 * (p(i) - sp.Rational(1, 2)) ** 2, "complete the square")
        .at_most(sp.Rational(1, 2), "a square is not negative")
    )


refuses(
    half_lipschitz,
    lambda: Chain(2 * real("p") * (1 - real("p"))).at_most(sp.Rational(1, 3), "a smaller constant"),
)
