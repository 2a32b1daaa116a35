"""Why the loss bounds mutual information from below.

Method: a derivation for any finite number of equally or unequally likely bags of candidates, with E
as a sum over bags and places; exact mean losses where negatives are not drawn fairly.
"""

from fractions import Fraction
from itertools import product as product_of

import sympy as sp

from proofs.contrastive.loss import mean_loss
from proofs.contrastive.optimum import DRAWN, FAIR, ONE_BY_ONE
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, met_by, necessity
from theory.contrastive.words import (
    a,
    allowed,
    bag_alone,
    bag_chance,
    bag_drawn,
    bag_of_x,
    bag_scores,
    bag_together,
    of_anchor,
    product,
    product_of_others,
    ratio,
    z,
)
from theory.letters import m, n
from theory.softmax.words import softmax
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log
from theory.stating.variables import index

CLAIM = "contrastive.bounds-mutual-information"
t, r = numbers("t", m, n + 1), numbers("s", m, n + 1, domain="nonnegative")
weight = every(z, a, entry=softmax(bag_scores[z])[a])
apart = every(z, entry=of_anchor[z] * product(bag_alone[z]))
LEAD = {ratio[z, a]: log(n + 1) + log(weight[z, a]) - t[z, a], allowed[z, a]: 1 - r[z, a]}


def mean(of):
    """The mean over bags and places of the positive."""
    return total(every(z, a, entry=bag_chance[z, a] * of))


@derivation(CLAIM, let=LEAD, apart=True, turned=True)
def the_estimate_stays_below_the_information(chain):
    lead = t[z, a]
    kept = total(every(z, a, entry=apart[z] * r[z, a] * weight[z, a]))
    return (
        chain.equals(mean(lead) + log(n + 1) * (1 - total(bag_chance)), "log((n + 1) w/ρ) = t")
        .given("", total(bag_chance), 1, "some bag is drawn, with its positive at some place")
        .equals(mean(exp(lead) - 1) - mean(exp(lead) - 1 - lead), "add and subtract")
        .at_most(mean(exp(lead) - 1), "t ≤ exp(t) - 1")
        .equals(mean(exp(lead)) - total(bag_chance), "split into two sums")
        .given("", total(bag_chance), 1, "some bag is drawn, with its positive at some place")
        .given(
            "independent-of-the-pair",
            bag_chance[z, a],
            of_anchor[z] * bag_of_x[z, a] * bag_together[z, a] / (n + 1),
            DRAWN,
        )
        .given(
            "independent-of-each-other",
            bag_together[z, a],
            product_of_others(bag_drawn[z])[a],
            ONE_BY_ONE,
        )
        .given("same-distribution", bag_drawn[z, a], bag_alone[z, a], FAIR)
        .given(
            "",
            bag_of_x[z, a],
            allowed[z, a] * bag_alone[z, a] * exp(ratio[z, a]),
            "what is possible given x has the density ratio ρ",
        )
        .equals(total(apart) - kept - 1, "a bag's weights sum to 1")
        .at_most(total(apart) - 1, "what is impossible given x counts for nothing")
        .given("", total(apart), 1, "drawn apart, all bags have total probability 1: 1 - 1 = 0")
    )


@derivation(CLAIM, duty=1)
def a_mean_loss_is_not_negative(chain):
    other = index("l", n + 1)
    ahead = lambda b: (1 - delta(a, b)) * exp(bag_scores[z, b] - bag_scores[z, a])
    return chain.equals(
        mean(log(1 + total(every(other, entry=ahead(other))))), "contrastive.cross-entropy"
    ).closes("a logarithm of at least 1 is not negative")


def case(given, alone, drawn, score, together=None, chance=None, negatives=1):
    """Return all bags of a case: each candidate is like the anchor (1) or not (0).

    given: the chance of the positive to be like it; alone: of any candidate; drawn: of a negative.
    together and chance: of the negatives, alone and beside the positive; products if not given.
    """
    of = lambda p, y: sp.sympify(p if y else 1 - p)
    together = together or (lambda others: sp.prod(of(drawn, y) for y in others))
    chance = chance or together
    bags = list(product_of(*[(1, 0)] * (negatives + 1)))
    rows = lambda entry: [
        [entry(y, bag[:k] + bag[k + 1 :]) for k, y in enumerate(bag)] for bag in bags
    ]
    return {
        n: negatives,
        of_anchor: [1] * len(bags),
        bag_of_x: rows(lambda y, _: of(given, y)),
        bag_alone: rows(lambda y, _: of(alone, y)),
        bag_drawn: rows(lambda y, _: of(drawn, y)),
        bag_together: rows(lambda _, others: together(others)),
        bag_chance: rows(lambda y, others: of(given, y) * chance(others) / (negatives + 1)),
        bag_scores: rows(lambda y, _: y * score),
        allowed: rows(lambda y, _: int(of(given, y) != 0)),
        ratio: rows(lambda y, _: sp.log(of(given, y) / of(alone, y)) if of(given, y) else 0),
    }


def refuting(values):
    """Return a case, and the mean loss of `impl` over its bags."""
    bags = zip(values[bag_chance], values[bag_scores], strict=True)
    mean = sum(mean_loss(chances, scores) for chances, scores in bags)
    return At(values, sp.N(mean, 6), "the mean loss")


HALF, MOST = Fraction(1, 2), Fraction(9, 10)


@met_by(CLAIM)
def a_positive_that_is_always_like_its_anchor():
    return case(given=1, alone=HALF, drawn=HALF, score=sp.log(9))


@necessity(CLAIM, "same-distribution")
def negatives_of_another_kind_give_the_positive_away():
    return refuting(case(given=MOST, alone=MOST, drawn=1 - MOST, score=sp.log(9)))


@necessity(CLAIM, "independent-of-the-pair")
def negatives_that_avoid_the_anchor_give_the_positive_away():
    avoiding = lambda others: Fraction(1, 4) if others[0] else Fraction(3, 4)
    return refuting(case(HALF, HALF, HALF, score=sp.log(3), chance=avoiding))


@necessity(CLAIM, "independent-of-each-other")
def copies_of_one_negative_give_the_positive_away():
    copies = lambda others: HALF if len(set(others)) == 1 else 0
    return refuting(case(MOST, HALF, HALF, sp.log(27), together=copies, negatives=3))
