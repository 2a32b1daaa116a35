"""Why the loss bounds mutual information from below.

Method: a derivation for any finite number of equally or unequally likely bags of candidates, with E
as a sum over bags and places; exact mean losses where negatives are not drawn fairly.
"""

from proofs.engine.evidence import derivation
from theory.contrastive import (
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
from theory.softmax import softmax
from theory.stating.families import every, exp, log, numbers, total

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
            "the positive is drawn given x, the negatives are not",
        )
        .given(
            "independent-of-each-other",
            bag_together[z, a],
            product_of_others(bag_drawn[z])[a],
            "the negatives are drawn one by one",
        )
        .given("same-distribution", bag_drawn[z, a], bag_alone[z, a], "as positives are, without x")
        .given(
            "",
            bag_of_x[z, a],
            allowed[z, a] * bag_alone[z, a] * exp(ratio[z, a]),
            "what is possible given x has the density ratio ρ",
        )
        .equals(total(apart) - kept - 1, "a bag's weights sum to 1")
        .at_most(total(apart) - 1, "what is impossible given x counts for nothing")
        .given("", total(apart), 1, "drawn apart, all bags have total probability 1")
        .closes("1 - 1 = 0")
    )
