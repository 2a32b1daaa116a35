"""With one more in the denominator a row may abstain; with softmax it can not."""

from impl.lookup import attention as attend
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, squeezed
from theory.letters import j, n
from theory.lookup.abstaining import C, D, t
from theory.softmax.one_more import s
from theory.softmax.words import v, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp

low, lack = numbers("r", n, domain="nonnegative"), numbers("w", n, domain="nonnegative")
FALLING = {x[j]: C - low[j]}
masses = (C - t - low).map(exp)


@counterexample("lookup.low-scores-fetch-nothing")
def one_value_is_fetched_by_any_score():
    ours = attend(expressions.array([-1000]), expressions.array([[1]])).tolist()
    return At({x: (0,), v: (1,)}, ours, "the output where the one score is -1000")


ABSTAIN = "lookup.one-more-lets-a-row-abstain"


@derivation(ABSTAIN, let={**FALLING, v[j]: -D + lack[j]}, turned=True)
def little_is_fetched_from_below(chain):
    return (
        chain.at_least(-D * total(masses) / (1 + total(masses)), "no value is below -D")
        .at_least(-D * total(masses), "the denominator is at least 1")
        .closes("each of the n exponentials is at most exp(C - t)")
    )


@derivation(ABSTAIN, duty=1, let={**FALLING, v[j]: D - lack[j]})
def little_is_fetched_from_above(chain):
    return (
        chain.at_most(D * total(masses) / (1 + total(masses)), "no value exceeds D")
        .at_most(D * total(masses), "the denominator is at least 1")
        .closes("each of the n exponentials is at most exp(C - t)")
    )


@squeezed(ABSTAIN, duty=2, between=(0, 1))
def nothing_is_fetched_in_the_limit(low, high):
    return low.closes("exp(-t) tends to 0"), high.closes("exp(-t) tends to 0")


SINK = "lookup.sink-is-one-more-pair"


@derivation(SINK)
def a_sink_of_value_zero(chain):
    lower = every(j, entry=exp(x[j] - s))
    return chain.equals(
        total(lower * v) / (1 + total(lower)), "one denominator for all terms"
    ).closes("multiply above and below by exp(s)")


closes(SINK, "multiply above and below by exp(-s)", duty=1)
