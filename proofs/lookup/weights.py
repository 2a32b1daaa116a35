"""What a weight depends on, and how the output depends on a weight."""

import sympy as sp

from impl.lookup import attention
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, refuses
from proofs.lookup.mean import p, v, x
from theory.lookup import output
from theory.softmax import weight
from theory.symbols import family, i, index, k, l, n, positive, real, sum_over

s = family("s", nonnegative=True)


@counterexample("lookup.weight-depends-on-one-key")
def another_key_changes_the_weight():
    before = softmax(symbols.array([0, 0])).tolist()
    after = softmax(symbols.array([0, sp.log(3)])).tolist()
    return Witness(
        given={"f(q, k_1)": "0", "f(q, k_2)": "0, then log(3)"},
        claimed="α_1 stays the same when only k_2 changes",
        left=after[0],
        op="=",
        right=before[0],
        ours=after,
        instead="the weights after the change",
    )


@derivation("lookup.output-is-between-the-values")
def output_is_at_least_the_smallest_value():
    smallest = real("L")
    return (
        Chain(output(x, lambda place: smallest + s[place]))
        .equals(smallest + output(x, s), "the weights sum to one; v_i = L + s_i with s_i ≥ 0")
        .at_least(smallest, "weights are positive")
    )


refuses(
    output_is_at_least_the_smallest_value,
    lambda: Chain(output(x, lambda q: real("L") + s[q])).above(real("L"), "strictly"),
)


@derivation("lookup.even-only-if-scores-are-equal")
def equal_scores_share():
    return Chain(weight(lambda place: real("c"), i)).equals(1 / n, "n equal terms")


refuses(
    equal_scores_share, lambda: Chain(weight(lambda q: x[q], i)).equals(1 / n, "for any scores")
)


@derivation("lookup.even-only-if-scores-are-equal")
def equal_weights_have_equal_scores():
    return Chain(x[i] - x[k]).equals(sp.log(p(i) / p(k)), "these are the log-odds, and log(1) = 0")


refuses(
    equal_weights_have_equal_scores,
    lambda: Chain(x[i] - x[k]).equals(p(i) - p(k), "differences instead of log-odds"),
)


@counterexample("lookup.weights-follow-the-values")
def other_values_same_weights():
    scores = symbols.array([real("s"), real("t")])
    moved = [
        attention(scores, symbols.array([[value], [0]])).tolist()[0] / value
        for value in (positive("a"), positive("b"))
    ]
    return Witness(
        given={"scores": "(s, t), any", "v": "(a, 0), then (b, 0)"},
        claimed="the weight of the first element differs between some a and b",
        left=sp.simplify(moved[0] - moved[1]),
        op="≠",
        right=0,
        ours=sp.simplify(moved[0]),
        instead="the weight in both cases, read off the output",
    )


@derivation("lookup.slope-by-a-value-is-its-weight")
def slope_by_a_value():
    return (
        Chain(sp.Derivative(output(x, v), v[k]))
        .equals(
            sum_over(i, p(i) * sp.KroneckerDelta(i, k)), "the weights do not depend on the values"
        )
        .equals(p(k), "δ picks term k")
    )


refuses(
    slope_by_a_value,
    lambda: Chain(sp.Derivative(output(x, v), v[k])).equals(1 / n, "an even share"),
)


@derivation("lookup.queries-do-not-mix")
def queries_do_not_mix():
    row, other = index("r"), index("s")
    same_row, same_column = sp.KroneckerDelta(row, other), sp.KroneckerDelta(k, l)
    return Chain(_slope_of_row(row, other)).equals(
        same_row * _row(row, k) * (same_column - _row(row, l)),
        "the sum for one query has no score of another query",
    )


refuses(
    queries_do_not_mix,
    lambda: Chain(_slope_of_row(index("r"), index("s"))).equals(
        _row(index("r"), k) * (sp.KroneckerDelta(k, l) - _row(index("r"), l)), "every row alike"
    ),
)


def _row(row, column):
    F = family("F")
    return weight(lambda place: F[row, place], column)


def _slope_of_row(row, other):
    return sp.Derivative(_row(row, k), family("F")[other, l])


@derivation("lookup.output-is-between-the-values")
def output_is_at_most_the_largest_value():
    largest = real("H")
    return (
        Chain(output(x, lambda place: largest - s[place]))
        .equals(largest - output(x, s), "the weights sum to one; v_i = H - s_i with s_i ≥ 0")
        .at_most(largest, "weights are positive")
    )


refuses(
    output_is_at_most_the_largest_value,
    lambda: Chain(output(x, lambda q: real("H") - s[q])).below(real("H"), "strictly"),
)
