"""As the temperature falls, soft attention tends to hard attention, and ties share."""

from impl.lookup import attention as attend
from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity, squeezed
from proofs.rules import cases
from theory.letters import i, j, k, n
from theory.lookup.hard import D, T, g, x_0
from theory.lookup.words import r
from theory.softmax.words import v, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp

s, w = numbers("s", n, domain="nonnegative"), numbers("w", n, domain="nonnegative")
apart = lambda entry: total(every(j, entry=(1 - delta(j, k)) * entry))  # all but score k
BELOW = {x[j]: x[k] - (1 - delta(j, k)) * (g + s[j])}
lag = exp(-(g + s[j]) / T)
others, most = apart(lag), apart(exp(-g / T))
masses = (x / T).map(exp)
mean_error = total(every(j, entry=masses[j] * (v[j] - v[k]))) / total(masses)
error = (D * others - apart(lag * w[j])) / (1 + others)
FARTHER = (1 - delta(j, k)) * (D - w[j])  # how far each value is from the wanted one
BEHIND, lags = {x[j]: x_0 - g - s[j]}, every(j, entry=lag)
FAR = "each other score lies at least g below"


@derivation("lookup.soft-tends-to-hard", let=BELOW, turned=True)
def soft_tends_to_hard(chain):
    return (
        chain.by(cases, "score k is the largest; another lies below")
        .equals(1 - others / (1 + others), "the total weight of the others")
        .at_least(1 - others, "the denominator is at least 1")
        .at_least(1 - most, FAR)
        .closes("there are n - 1 others")
    )


@derivation("lookup.soft-tends-to-hard", duty=1)
def the_largest_weight_is_at_most_one(chain):
    return chain.cites(
        "softmax.positive-and-at-most-one", "no weight exceeds 1", {x: x / T, i: k}, 1
    )


@squeezed("lookup.soft-tends-to-hard", duty=2, between=(0, 1))
def the_largest_weight_tends_to_one(low, high):
    return low.closes("exp(-g/T) tends to 0"), high


@necessity("lookup.soft-tends-to-hard", "unique-maximum")
def a_tie_stays_shared():
    weights = softmax_of(expressions.array([0, 0])).tolist()
    return At({x: (0, 0), k: 1, g: 1, T: 1}, weights, "the weights at every temperature")


@derivation("lookup.ties-share", let=BEHIND, turned=True)
def ties_share(chain):
    return (
        chain.equals(1 / (r + total(lags)), "divide by the numerator")
        .equals(1 / r - total(lags) / (r * (r + total(lags))), "a common denominator")
        .at_least(1 / r - total(lags) / r**2, "the denominator is at least r²")
        .closes(FAR)
    )


@derivation("lookup.ties-share", duty=1, let=BEHIND)
def a_tied_weight_is_at_most_its_share(chain):
    return chain.equals(1 / (r + total(lags)), "divide by the numerator").closes(
        "the larger the denominator, the smaller the fraction"
    )


@squeezed("lookup.ties-share", duty=2, between=(0, 1))
def each_tends_to_its_share(low, high):
    return low.closes("exp(-g/T) tends to 0"), high


@derivation("lookup.retrieval-precision", let={**BELOW, v[j]: v[k] - FARTHER}, turned=True)
def retrieval_errs_by_little_downwards(chain):
    return (
        chain.equals(mean_error, "the weights sum to one")
        .by(cases, "score k is the largest; another lies below")
        .equals(-error, "divide by the numerator of the largest weight")
        .at_least(-D * others / (1 + others), "each value differs from the wanted one by at most D")
        .at_least(-D * others, "the denominator is at least 1")
        .at_least(-D * most, FAR)
        .closes("there are n - 1 others")
    )


@derivation("lookup.retrieval-precision", duty=1, let={**BELOW, v[j]: v[k] + FARTHER})
def retrieval_errs_by_little_upwards(chain):
    return (
        chain.equals(mean_error, "the weights sum to one")
        .by(cases, "score k is the largest; another lies below")
        .equals(error, "divide by the numerator of the largest weight")
        .at_most(D * others / (1 + others), "each value differs from the wanted one by at most D")
        .at_most(D * others, "the denominator is at least 1")
        .at_most(D * most, FAR)
        .closes("there are n - 1 others")
    )


@squeezed("lookup.retrieval-precision", duty=2, between=(0, 1))
def the_error_vanishes(low, high):
    return low.closes("exp(-g/T) tends to 0"), high.closes("exp(-g/T) tends to 0")


closes("lookup.retrieval-precision", "exp(-log 2) is a half", duty=3)


@necessity("lookup.retrieval-precision", "unique-maximum")
def a_tie_returns_the_middle():
    output = attend(expressions.array([0, 0]), expressions.array([[0], [1]])).tolist()
    case = {x: (0, 0), v: (0, 1), k: 1, g: 1, T: 1, D: 1}
    return At(case, output, "the output at every temperature")
