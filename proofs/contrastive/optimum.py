"""Why the scores that lose least are logarithms of density ratios.

Method: Bayes, and the gap of the mean loss, for any number of candidates; where negatives are not
drawn fairly, the posterior is another.
"""

from fractions import Fraction

import sympy as sp

from proofs.contrastive.loss import mean_loss
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from theory.contrastive.words import (
    alone,
    c,
    chance,
    drawn,
    f,
    of_x,
    posterior,
    product_of_others,
    together,
)
from theory.letters import j, k, n
from theory.softmax.words import phi, share, softmax
from theory.stating.families import numbers, total
from theory.stating.operations import exp

t, p = numbers("t", n), softmax(f)
CLAIM = "contrastive.optimum-is-the-posterior"
DRAWN = "the positive is drawn given x, the negatives are not"
ONE_BY_ONE, FAIR = (
    "the negatives are drawn independently of each other",
    "as positives are, without x",
)


@derivation(CLAIM)
def the_posterior_is_a_ratio_of_density_ratios(chain):
    return (
        chain.given("", posterior[j], share(chance)[j], "Bayes: the chance of each place")
        .given("independent-of-the-pair", chance[j], of_x[j] * together[j] / n, DRAWN)
        .given("independent-of-each-other", together[j], product_of_others(drawn)[j], ONE_BY_ONE)
        .given("same-distribution", drawn[j], alone[j], FAIR)
        .closes("what all candidates share cancels")
    )


closes(CLAIM, "exp(log ρ + c), and c cancels", duty=1)


@derivation(CLAIM, duty=2)
def the_slope_is_the_weight_less_the_posterior(chain):
    return (
        chain.equals(total(posterior) * p[k] - posterior[k], "the slope of log Σ exp is softmax")
        .given("", total(posterior), 1, "posterior probabilities sum to 1")
        .closes("the weight less the posterior")
    )


@derivation(CLAIM, duty=3, let={posterior[j]: p[j] * exp(t[j])}, apart=True, turned=True)
def no_scores_lose_less(chain):
    return (
        chain.equals(total(p * t.map(exp) * t), "each posterior is exp(t) times its weight")
        .equals(
            total(p * t.map(phi)) + total(posterior) - 1,
            "add and subtract Σ π and Σ softmax(f) = 1",
        )
        .given("", total(posterior), 1, "posterior probabilities sum to 1")
        .closes("exp lies above its tangent")
    )


@necessity(CLAIM, "same-distribution")
def negatives_of_another_kind_are_told_by_their_kind():
    # y is 1 with probability 9/10, whatever x, and a negative with 1/10; the candidates are 1, 0
    most, least = Fraction(9, 10), Fraction(1, 10)
    return unfair((most, least), (most, least), (least, most), (most, least))


@necessity(CLAIM, "independent-of-the-pair")
def negatives_that_avoid_the_anchor_are_told_by_it():
    # x and y are fair coins, a negative is 1 - x with probability 3/4; the candidates are x, 1 - x
    half = (Fraction(1, 2),) * 2
    return unfair(half, half, half, half, chances=(Fraction(3, 16), Fraction(1, 16)))


@necessity(CLAIM, "independent-of-each-other")
def copies_of_one_negative_are_told_by_being_copies():
    # x is a fair coin and y = x with probability 9/10; in half of the bags the two negatives are
    # copies of one fair coin; the candidates are x, 1 - x, 1 - x
    given, half = (Fraction(9, 10), Fraction(1, 10), Fraction(1, 10)), (Fraction(1, 2),) * 3
    return unfair(given, half, half, (Fraction(3, 8), Fraction(1, 8), Fraction(1, 8)))


def unfair(given, marginal, negatives, bag, chances=()):
    """Return a bag whose posterior is another, and what the logarithms of its ratios lose there."""
    chances = chances or [one * others / len(given) for one, others in zip(given, bag, strict=True)]
    posteriors = [each / sum(chances) for each in chances]
    scores = [sp.log(one / other) for one, other in zip(given, marginal, strict=True)]
    values = {of_x: given, alone: marginal, drawn: negatives, together: bag, chance: chances}
    ours = sp.N(mean_loss(posteriors, scores), 6)
    return At({**values, posterior: posteriors, c: 0}, ours, "the mean loss of f = log ρ")
