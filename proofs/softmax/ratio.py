"""Softmax is neither a ratio of scores nor its own softmax, with two exceptions."""

import numpy as np
import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.softmax.floats import floats
from proofs.softmax.weights import x
from theory.softmax import ratio, weight
from theory.symbols import at, family, i, n, nonnegative, positive, real


@counterexample("softmax.ratio-of-scores")
def ratio_is_not_softmax():
    f = {x[1]: 0, x[2]: 1}
    return Witness(
        given={"f": "(0, 1)"},
        claimed="softmax(f)_1 = f_1 / (f_1 + f_2)",
        left=softmax_of(symbols.array([0, 1])).tolist()[0],
        op="=",
        right=at(ratio(x, i), n=2, i=1).subs(f),
        ours=softmax_of(symbols.array([0, 1])).tolist(),
        instead="softmax(f); the ratio as printed is (0, 1)",
    )


positives = family("f", positive=True)


@derivation("softmax.ratio-is-softmax-of-logarithms")
def ratio_is_softmax_of_logarithms():
    return Chain(as_written(lambda: weight(lambda index: sp.log(positives[index]), i))).equals(
        ratio(positives, i), "the exponential undoes the logarithm"
    )


refuses(
    ratio_is_softmax_of_logarithms,
    lambda: Chain(ratio(positives, i)).equals(weight(positives, i), "without the logarithm"),
)


@necessity("softmax.ratio-is-softmax-of-logarithms", "positive-scores")
def a_negative_score_has_no_logarithm():
    with np.errstate(invalid="ignore"):
        of_logarithms = softmax_of(np.log(floats([-1.0, 2.0]))).tolist()
    return Witness(
        given={"f": "(-1, 2)"},
        claimed="softmax(log f)_1 = f_1 / (f_1 + f_2)",
        left=sp.sympify(of_logarithms[0]),
        op="=",
        right=at(ratio(x, i), n=2, i=1).subs({x[1]: -1, x[2]: 2}),
        ours=of_logarithms,
        instead="log(-1) is not a real number",
    )


@counterexample("softmax.of-its-own-weights")
def weights_are_not_their_own_softmax():
    weights = softmax_of(symbols.array([0, 1]))
    return Witness(
        given={"scores": "(0, 1)", "α": weights.tolist()},
        claimed="α_1 = softmax(α)_1",
        left=weights.tolist()[0],
        op="=",
        right=softmax_of(weights).tolist()[0],
        ours=softmax_of(weights).tolist(),
        instead="softmax(α)",
    )


@derivation("softmax.fixed-point-is-uniform")
def a_fixed_point_has_no_two_different_weights():
    # Two weights b = a·exp(-s) < a ≤ 1 of a fixed point would have log-odds a - b, by
    # softmax.log-odds. Their logarithm says more.
    s, slack = positive("s"), nonnegative("r")
    larger = sp.exp(-slack)  # a number in (0, 1]
    smaller = larger * sp.exp(-s)
    return (
        Chain(sp.log(larger / smaller) - (larger - smaller))
        .equals(s - larger * (1 - sp.exp(-s)), "log(exp(s)) = s")
        .at_least(s - (1 - sp.exp(-s)), "the larger weight is at most 1")
        .above(0, "exp lies above its tangent, so no two weights differ")
    )


refuses(
    a_fixed_point_has_no_two_different_weights,
    lambda: Chain(sp.log(sp.exp(real("s")))).above(0, "for a gap of any sign"),
)


@derivation("softmax.fixed-point-is-uniform")
def even_weights_are_a_fixed_point():
    return Chain(weight(lambda index: 1 / n, i)).equals(1 / n, "n equal exponentials")


refuses(
    even_weights_are_a_fixed_point,
    lambda: Chain(weight(lambda q: sp.Integer(1), i)).equals(1, "n ones are no weights"),
)
