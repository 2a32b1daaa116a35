"""Large scores make one weight large, and the gradient of softmax small."""

from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation
from theory.letters import i, j, k, n
from theory.scaling.dilution import lead, others
from theory.scaling.saturation import D, one, other
from theory.softmax.words import p, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp

s = numbers("r", n, domain="nonnegative")


@counterexample("scaling.large-scores-make-small-weights")
def a_large_score_makes_a_large_weight():
    weights = softmax(expressions.array([200, 100])).tolist()
    return At({x: (200, 100)}, weights, "the first is near 1")


CERTAIN = "scaling.gradient-vanishes-where-softmax-is-certain"


@derivation(CERTAIN)
def derivatives_sum_to_twice_the_variance(chain):
    return chain.cites("softmax.half-lipschitz", "softmax.half-lipschitz").closes("as printed")


REST = total(every(j, entry=(1 - delta(i, j)) * exp(x[j]))) / total(x.map(exp))  # 1 - p_i


@derivation(CERTAIN, duty=1, apart=True)
def the_largest_weight_bounds_its_own_row(chain):
    return chain.equals(2 * REST**2, "1 - p_i is what the others weigh").closes(
        "a square is not negative"
    )


@derivation(CERTAIN, duty=2, apart=True)
def the_largest_weight_bounds_the_other_rows(chain):
    neither = every(j, entry=(1 - delta(i, j)) * (1 - delta(j, k)) * p[j])
    return (
        chain.equals(
            2 * p[i] ** 2 + 2 * total(neither) - 2 * delta(i, k) * p[i],
            "what is neither p_i nor p_k remains",
        )
        .given("", delta(i, k), 0, "k is another than i")
        .closes("p_i² is positive, and the other weights are not negative")
    )


@derivation(CERTAIN, duty=3, let={others[j]: lead - D - s[j]})
def a_leading_weight_is_near_one(chain):
    rest = total(every(j, entry=exp(-D - s[j])))
    return (
        chain.equals(rest - rest**2 / (1 + rest), "divide by exp(s_0); y/(1 + y) = y - y²/(1 + y)")
        .at_most(rest, "what is subtracted is not negative")
        .closes("each of the n terms is at most exp(-D)")
    )


@counterexample("scaling.softmax-of-one-score-tells")
def one_key_has_all_the_weight():
    weights = [softmax(expressions.array([score])).tolist()[0] for score in (0, 100)]
    return At(
        {one: (0,), other: (100,)},
        weights,
        "the weight of the only key; with K instead of k there are others to compare",
    )
