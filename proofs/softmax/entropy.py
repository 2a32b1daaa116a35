"""Softmax and entropy: even when hot, sharper as it cools, and the best trade with the scores."""

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from theory.letters import i, j, k, n
from theory.softmax.words import R, T, beta, cooled, p, phi, q, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, log

s, lead = numbers("s", n, domain="nonnegative"), numbers("t", n)
OFF = {q[j]: p[j] * exp(lead[j])}  # how far each weight is off softmax's


@derivation("softmax.hot-limit", let={x[j]: x[i] + R - s[j]}, turned=True)
def hot_limit_from_below(chain):
    return chain.equals(
        1 / total(every(j, entry=exp((R - s[j]) / T))), "divide by the numerator"
    ).closes("each of the n terms is at most exp(R/T)")


@derivation("softmax.hot-limit", duty=1, let={x[j]: x[i] - R + s[j]})
def hot_limit_from_above(chain):
    return chain.equals(
        1 / total(every(j, entry=exp((s[j] - R) / T))), "divide by the numerator"
    ).closes("each of the n terms is at least exp(-R/T)")


closes("softmax.entropy-falls-as-it-cools", "differentiate, and collect the moments of x")


@derivation("softmax.entropy-falls-as-it-cools", duty=1)
def a_variance_is_not_negative(chain):
    pairs = every(i, k, entry=cooled[i] * cooled[k] * (x[i] - x[k]) ** 2)
    return chain.equals(-beta * total(pairs) / 2, "the variance, pair by pair").closes(
        "squares are not negative"
    )


@derivation("softmax.maximises-score-plus-entropy", let=OFF)
def the_gap_is_a_divergence(chain):
    return (
        chain.equals(
            total(every(j, entry=p[j] * phi(log(q[j] / p[j]))))
            + (total(q) - 1) * (1 - log(total(x.map(exp)))),
            "log p_j = x_j - log Σ exp(x_k); add and subtract Σ q; Σ p = 1",
        )
        .given("weights-sum-to-one", total(q), 1, "the weights q sum to one")
        .closes("what is left")
    )


closes("softmax.maximises-score-plus-entropy", "exp lies above its tangent", duty=1, let=OFF)


closes(
    "softmax.maximises-score-plus-entropy",
    "exp lies above its tangent, for t ≠ 0",
    duty=2,
    turned=True,
)


@necessity("softmax.maximises-score-plus-entropy", "weights-sum-to-one")
def two_units_of_weight():
    weights = softmax_of(expressions.array([2])).tolist()
    return At({x: (2,), q: (2,)}, weights, "softmax(x), the only weights with sum one")
