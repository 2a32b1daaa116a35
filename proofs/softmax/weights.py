"""Softmax: its weights are positive, sum to 1 and keep the order of the scores.

Method of the chapter: derivations for all n; general runs of `impl`; witnesses in exact
numbers, and in floats for the claims on floats.
"""

from proofs.engine.evidence import closes, derivation, met_by
from theory.letters import i, j, k
from theory.softmax.words import p, x
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log
from theory.stating.variables import nonnegative, positive

s, r = positive("s"), nonnegative("r")


@derivation("softmax.rows-sum-to-one")
def rows_sum_to_one(chain):
    whole = total(x.map(exp))
    return (
        chain.equals(total(every(i, entry=exp(x[i]) / whole)), "softmax, written out")
        .equals(whole / whole, "one denominator for all terms")
        .closes("the sum of the exponentials is positive, and cancels")
    )


closes("softmax.positive-and-at-most-one", "exponentials are positive", turned=True)


@derivation("softmax.positive-and-at-most-one", duty=1)
def weights_are_at_most_one(chain):
    others = total(every(j, entry=(1 - delta(i, j)) * exp(x[j])))
    return chain.equals(
        1 - others / total(x.map(exp)), "the numerator is the sum minus the other terms"
    ).closes("the other terms are not negative")


@derivation("softmax.positive-and-at-most-one", duty=2, apart=True)
def two_weights_leave_the_rest(chain):
    neither = total(every(j, entry=(1 - delta(i, j)) * (1 - delta(j, k)) * exp(x[j])))
    return (
        chain.equals(
            (neither - delta(i, k) * exp(x[i])) / total(x.map(exp)),
            "what is neither p_i nor p_k remains",
        )
        .given("", delta(i, k), 0, "k is another than i")
        .closes("the other terms are not negative")
    )


closes("softmax.positive-and-at-most-one", "exponentials are positive", duty=3)


@met_by("softmax.positive-and-at-most-one", supposed_by=1)
def two_scores():
    return {x: (0, 0), i: 1, k: 2}


@derivation("softmax.log-odds")
def log_odds(chain):
    return chain.equals(
        log(exp(x[i]) / exp(x[k])), "both weights have the same denominator"
    ).closes("the logarithm undoes the exponential")


@derivation("softmax.keeps-order", let={x[i]: x[k] + s}, turned=True, apart=True)
def larger_score_larger_weight(chain):
    return (
        chain.equals(p[k] * (exp(s) - 1), "x_i = x_k + s with s > 0")
        .at_least(p[k] * s, "exp(s) ≥ 1 + s")
        .closes("s > 0")
    )


@derivation("softmax.keeps-order", duty=1, let={x[k]: x[i] + r}, apart=True)
def no_larger_score_no_larger_weight(chain):
    return (
        chain.equals(p[i] * (exp(r) - 1), "x_k = x_i + r with r ≥ 0")
        .at_least(p[i] * r, "exp(r) ≥ 1 + r")
        .closes("r ≥ 0")
    )
