"""Softmax: its weights are positive, sum to 1 and keep the order of the scores.

Method of the chapter: derivations for all n; exact runs of `impl` at n = 1, 2, 3; witnesses in
exact numbers, and in floats for the claims on floats.
"""

import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import derivation, exact_run, refuses
from theory.softmax import weight
from theory.symbols import at, family, i, j, k, positive, real, sum_over

x = family("x")
p = lambda index: weight(x, index)


@exact_run("softmax.definition")
def softmax_is_the_printed_formula():
    for size in (1, 2, 3):
        ours = softmax_of(symbols.entries(x, size)).tolist()
        yield f"n = {size}", ours, [at(p(i), n=size, i=place + 1) for place in range(size)]
    rows = family("X")
    ours = softmax_of(symbols.entries(rows, 2, 2)).flat()
    printed = [
        at(weight(lambda col, row=row: rows[row, col], i), n=2, i=col)
        for row in (1, 2)
        for col in (1, 2)
    ]
    yield "2 rows of n = 2", ours, printed


@derivation("softmax.rows-sum-to-one")
def rows_sum_to_one():
    total = sum_over(j, sp.exp(x[j]))
    return (
        Chain(sum_over(i, p(i)))
        .equals(sum_over(i, sp.exp(x[i])) / total, "the denominator does not depend on i")
        .equals(1, "numerator and denominator are the same sum")
    )


refuses(rows_sum_to_one, lambda: Chain(sum_over(i, p(i) ** 2)).equals(1, "squares of weights"))


@derivation("softmax.positive-and-at-most-one")
def weights_are_positive():
    return Chain(p(i)).above(0, "exponentials are positive")


refuses(
    weights_are_positive, lambda: Chain(p(i)).above(sp.Rational(1, 2), "a weight exceeds one half")
)


@derivation("softmax.positive-and-at-most-one")
def weights_are_at_most_one():
    total = sum_over(j, sp.exp(x[j]))
    others = sum_over(j, sp.exp(x[j]) * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(p(i))
        .equals(1 - others / total, "the numerator is the sum minus the other terms")
        .at_most(1, "the other terms are not negative")
    )


refuses(
    weights_are_at_most_one,
    lambda: Chain(p(i)).at_most(sp.Rational(1, 2), "no weight exceeds one half"),
)


@derivation("softmax.log-odds")
def log_odds():
    return (
        Chain(as_written(lambda: sp.log(p(i) / p(k))))
        .equals(sp.log(sp.exp(x[i]) / sp.exp(x[k])), "both weights have the same denominator")
        .equals(x[i] - x[k], "the logarithm undoes the exponential")
    )


refuses(log_odds, lambda: Chain(sp.log(p(i) / p(k))).equals(x[i] / x[k], "a ratio of scores"))


@derivation("softmax.keeps-order")
def larger_score_larger_weight():
    gap = positive("s")
    total = sum_over(j, sp.exp(x[j]))
    return (
        Chain(sp.exp(x[k] + gap) / total - p(k))
        .equals(sp.exp(x[k]) / total * (sp.exp(gap) - 1), "x_i = x_k + s with s > 0")
        .at_least(sp.exp(x[k]) / total * gap, "exp(s) ≥ 1 + s")
        .above(0, "s > 0")
    )


refuses(larger_score_larger_weight, lambda: Chain(p(i)).below(p(k), "for any two scores"))


@derivation("softmax.keeps-order")
def the_difference_has_the_sign_of_the_scores():
    return Chain(p(i) - p(k)).equals(
        p(k) * (sp.exp(x[i] - x[k]) - 1), "factor out p_k > 0; the rest is 0 only for x_i = x_k"
    )


refuses(
    the_difference_has_the_sign_of_the_scores,
    lambda: Chain(p(i) - p(k)).equals(x[i] - x[k], "the difference of the scores"),
)


@derivation("softmax.keeps-order")
def smaller_score_smaller_weight():
    return Chain(sp.exp(-positive("s")) - 1).below(0, "x_i = x_k - s with s > 0")


refuses(
    smaller_score_smaller_weight,
    lambda: Chain(sp.exp(-real("s")) - 1).below(0, "for a gap of any sign"),
)
