"""Softmax and entropy: even when hot, sharper as it cools, and the best trade with the scores."""

import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.softmax.weights import p, x
from theory.softmax import weighed, weight
from theory.symbols import family, i, j, k, n, nonnegative, positive, real, sum_over

t, beta = family("t"), positive("beta")


@derivation("softmax.hot-limit")
def hot_limit():
    R, T = nonnegative("R"), positive("T")
    return (
        Chain(_hot_weight())
        .at_most(sp.exp(R / T) / n, "each of the n terms is at least exp(-R/T)")
        .tends(T, sp.oo, 1 / n, "exp(R/T) tends to 1", side="-")
    )


refuses(hot_limit, lambda: Chain(_hot_weight()).at_most(1 / n, "without the factor exp(R/T)"))


@derivation("softmax.hot-limit")
def hot_limit_from_below():
    return Chain(_hot_weight(-1)).at_least(
        sp.exp(-nonnegative("R") / positive("T")) / n, "each of the n terms is at most exp(R/T)"
    )


refuses(
    hot_limit_from_below,
    lambda: Chain(_hot_weight(-1)).at_least(1 / n, "without the factor exp(-R/T)"),
)


def _hot_weight(sign=1):
    """Return 1 / Σ_j exp((x_j - x_i)/T), every difference being ±(s_j - R) with s_j ≥ 0."""
    s, R, T = family("s", nonnegative=True), nonnegative("R"), positive("T")
    return 1 / sum_over(j, sp.exp(sign * (s[j] - R) / T))


@derivation("softmax.entropy-falls-as-it-cools")
def entropy_falls():
    return (
        Chain(sp.Derivative(_entropy(), beta))
        .equals(-beta * _variance(), "differentiate, and collect the moments of x")
        .at_most(0, "a variance is not negative")
    )


refuses(
    entropy_falls, lambda: Chain(sp.Derivative(_entropy(), beta)).equals(-_variance(), "without β")
)


def _cooled(index):
    return weight(lambda q: beta * x[q], index)


def _entropy():
    return -sum_over(i, _cooled(i) * sp.log(_cooled(i)))


def _variance():
    """Return Var(x) in the form that shows its sign (softmax.jacobian-is-a-variance)."""
    return sum_over(i, sum_over(k, _cooled(i) * _cooled(k) * (x[i] - x[k]) ** 2)) / 2


@derivation("softmax.maximises-score-plus-entropy")
def maximises_score_plus_entropy():
    return (
        Chain(sp.log(sum_over(j, sp.exp(x[j]))) * sum_over(i, _q(i)) - _score_plus_entropy())
        .equals(_divergence(), "the gap is the divergence of q from softmax")
        .equals(
            sum_over(i, p(i) * (sp.exp(t[i]) * t[i] - sp.exp(t[i]) + 1)) + sum_over(i, _q(i)) - 1,
            "add and subtract Σ q and Σ p = 1",
        )
        .given("weights-sum-to-one", sum_over(i, _q(i)), 1, "the weights q sum to one")
        .at_least(0, "exp lies above its tangent")
    )


refuses(
    maximises_score_plus_entropy,
    lambda: Chain(_divergence()).at_least(sp.Rational(1, 100), "a positive distance"),
)


@derivation("softmax.maximises-score-plus-entropy")
def no_other_weights_reach_it():
    return Chain(_cost(sp.Symbol("t", real=True, nonzero=True))).above(
        0, "exp lies above its tangent, for t ≠ 0"
    )


refuses(
    no_other_weights_reach_it, lambda: Chain(_cost(real("t"))).above(0, "for equal weights as well")
)


def _cost(lead):
    return lead * sp.exp(lead) - sp.exp(lead) + 1


def _q(index):
    return weighed(x, t, index)


def _score_plus_entropy():
    return sum_over(i, _q(i) * x[i] - _q(i) * sp.log(_q(i)))


def _divergence():
    return sum_over(i, _q(i) * t[i])


@necessity("softmax.maximises-score-plus-entropy", "weights-sum-to-one")
def two_units_of_weight():
    q = sp.Integer(2)
    return Witness(
        given={"x": "(2), so log(Σ exp(x_j)) = 2", "q": "(2)"},
        claimed="q_1 x_1 - q_1 log(q_1) ≤ 2",
        left=q * 2 - q * sp.log(q),
        op="≤",
        right=2,
        ours=softmax_of(symbols.array([2])).tolist(),
        instead="softmax(x), the only weights with sum one",
    )
