"""The summaries of parts form a monoid: at one shift, masses and outputs are added up."""

from proofs.engine.evidence import closes, derivation
from proofs.rules import reindex
from theory.fold.words import m_1, m_3, s_1, s_3
from theory.letters import j
from theory.softmax.words import kappa
from theory.stating.operations import exp

ONE_SHIFT = "exponentials of the shifts are multiplied: those in between cancel"

closes("fold.merge-is-commutative", "a sum of two terms")
closes("fold.merge-is-associative", ONE_SHIFT)
closes("fold.unit", "exp(0) = 1, and 0 is added")


@derivation("fold.unit", duty=1)
def a_masked_part_has_no_mass(chain):
    return chain.given("", kappa[j], 0, "nothing is kept").closes("exp(0) = 1, and 0 is added")


@derivation("fold.unit", duty=2)
def a_masked_part_has_no_output(chain):
    return chain.given("", kappa[j], 0, "nothing is kept").closes("exp(0) = 1, and 0 is added")


closes("fold.any-shift", "exp(m - c) exp(c) = exp(m)", "the factor exp(h - c) above and below")
closes("fold.equal-meanings-merge-alike", ONE_SHIFT, let={s_1: s_3 * exp(m_3 - m_1)})


@derivation("fold.order-of-parts-is-irrelevant")
def a_sum_in_any_order(chain):
    return chain.by(reindex, "sums over all parts, in another order").closes("the same sum")
