"""Without a bend the net is affine; with one, two units compute |x|."""

from impl.feedforward import feed_forward
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from proofs.rules import maximum
from theory.feedforward.words import W_1, W_2, b_1, b_2, t, x
from theory.letters import n

closes(
    "feedforward.affine-without-a-bend", "open the brackets, and sum over the hidden units first"
)


@counterexample("feedforward.linear-without-a-bend")
def the_bias_stands_once():
    params = {"w_1": [[1]], "b_1": [0], "w_2": [[1]], "b_2": [1]}
    arrays = {name: expressions.array(value) for name, value in params.items()}
    ours = feed_forward(expressions.array([[1], [2], [3]]), arrays, lambda t: t).tolist()
    values = {W_1: [[1]], b_1: [0], W_2: [[1]], b_2: [1], x: [1], t: [2]}
    return At(
        values,
        ours,
        "the outputs of 1, 2 and 3",
        words="with the bias 1 the net gives 2 and 3 of 1 and 2, and 4 of their sum, not 5",
    )


closes("feedforward.an-affine-map-keeps-midpoints", "the terms in t cancel", "|-u| = |u|", "u ≠ 0")


@derivation("feedforward.absolute-value")
def two_units_compute_the_absolute_value(chain):
    return chain.by(maximum, "max(0, x) = (x + |x|)/2, and x cancels")


closes(
    "feedforward.attention-alone-is-linear-for-one-row",
    "the only weight is exp(s)/exp(s) = 1",
    let={n: 1},
)
