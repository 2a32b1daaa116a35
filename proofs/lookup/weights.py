"""What a weight depends on, and how the output depends on a weight."""

import sympy as sp

from impl.lookup import attention as attend
from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from theory.letters import i, j, k, n
from theory.lookup.attending import attention
from theory.lookup.words import high, low, u, y
from theory.softmax.words import p, v, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp
from theory.stating.variables import positive

s, lead = numbers("s", n, domain="nonnegative"), positive("t")


@counterexample("lookup.weight-depends-on-one-key")
def another_key_changes_the_weight():
    after = softmax_of(expressions.array([0, sp.log(3)])).tolist()
    return At({x: (0, 0), y: (0, sp.log(3)), i: 1}, after, "the weights after the change")


@derivation("lookup.output-is-between-the-values", let={v[j]: low + s[j]}, turned=True)
def output_is_at_least_the_smallest_value(chain):
    return chain.equals(
        low + attention(x, s), "the weights sum to one; v_i = L + s_i with s_i ≥ 0"
    ).closes("weights are positive")


@derivation("lookup.output-is-between-the-values", duty=1, let={v[j]: high - s[j]})
def output_is_at_most_the_largest_value(chain):
    return chain.equals(
        high - attention(x, s), "the weights sum to one; v_i = H - s_i with s_i ≥ 0"
    ).closes("weights are positive")


closes("lookup.even-only-if-scores-are-equal", "n equal terms", let={x[j]: x[i]})


@derivation(
    "lookup.even-only-if-scores-are-equal", duty=1, let={x[i]: x[k] + lead}, turned=True, apart=True
)
def weights_of_different_scores_differ(chain):
    return (
        chain.equals(p[k] * (exp(lead) - 1), "x_i = x_k + t with t > 0")
        .at_least(p[k] * lead, "exp(t) ≥ 1 + t")
        .closes("t > 0")
    )


@counterexample("lookup.score-is-its-weight")
def equal_scores_that_are_no_halves():
    return At({x: (0, 0), i: 1}, softmax_of(expressions.array([0, 0])).tolist(), "the weights")


@counterexample("lookup.weights-follow-the-values")
def other_values_same_weights():
    outputs = [
        attend(expressions.array([0, 0]), expressions.array([[e], [0]])).tolist() for e in (1, 2)
    ]
    return At({x: (0, 0), u: (1, 0), v: (2, 0), i: 1}, outputs, "the outputs in both cases")


closes("lookup.slope-by-a-value-is-its-weight", "a sum of products, by the same weights")


@derivation("lookup.slope-by-a-value-is-its-weight", duty=1)
def slope_by_a_value(chain):
    return chain.equals(
        total(every(i, entry=p[i] * delta(i, k))), "the weights do not depend on the values"
    ).closes("δ picks term k")


@derivation("lookup.slope-by-a-value-is-its-weight", duty=2)
def no_value_changes_a_weight(chain):
    return chain.equals(p[k], "the slope is the weight").closes("so it is with other values")


closes("lookup.queries-do-not-mix", "the sum for one query has no score of another query")
