"""The summaries of parts form a monoid: at one shift, masses and outputs are added up."""

from proofs.engine.evidence import derivation
from proofs.rules import reindex
from theory.fold.words import m_1, m_3, s_1, s_3
from theory.letters import j
from theory.softmax.words import kappa
from theory.stating.operations import exp

ONE_SHIFT = "exponentials of the shifts are multiplied: those in between cancel"


@derivation("fold.merge-is-commutative")
def parts_may_change_places(chain):
    return chain.closes("a sum of two terms")


@derivation("fold.merge-is-associative")
def parts_may_be_grouped(chain):
    return chain.closes(ONE_SHIFT)


@derivation("fold.unit")
def nothing_changes_nothing(chain):
    return chain.closes("exp(0) = 1, and 0 is added")


@derivation("fold.unit", duty=1)
def a_masked_part_has_no_mass(chain):
    return chain.given("", kappa[j], 0, "nothing is kept").closes("exp(0) = 1, and 0 is added")


@derivation("fold.unit", duty=2)
def a_masked_part_has_no_output(chain):
    return chain.given("", kappa[j], 0, "nothing is kept").closes("exp(0) = 1, and 0 is added")


@derivation("fold.any-shift")
def a_merge_adds_up_what_its_parts_mean(chain):
    return chain.closes("exp(m - c) exp(c) = exp(m)")


@derivation("fold.any-shift", duty=1)
def the_shift_cancels_in_the_quotient(chain):
    return chain.closes("the factor exp(h - c) above and below")


@derivation("fold.equal-meanings-merge-alike", let={s_1: s_3 * exp(m_3 - m_1)})
def only_the_meaning_counts(chain):
    return chain.closes(ONE_SHIFT)


@derivation("fold.order-of-parts-is-irrelevant")
def a_sum_in_any_order(chain):
    return chain.by(reindex, "sums over all parts, in another order").closes("the same sum")
