"""The contrastive loss on the sphere."""

from proofs.engine.evidence import derivation
from theory.contrastive_geometry import T, chances, e, e_minus, e_plus, lost, met, o
from theory.letters import j, n
from theory.stating.families import every, exp, log, total
from theory.words import dot, length_squared

MANY, REACHED = "contrastive.many-negatives", "contrastive.logarithm-is-reached"
WIDTH = "contrastive.temperature-is-a-width"


@derivation("contrastive.nearness-and-spread")
def a_share_is_a_score_beside_a_mean(chain):
    return chain.closes("the logarithm of a quotient")


@derivation(WIDTH, turned=True)
def kernels_of_one_length_are_products(chain):
    opened = lambda x: exp((2 * dot(e, x) - length_squared(e) - length_squared(x)) / (2 * T))
    near, others = opened(e_plus), total(every(j, entry=opened(e_minus[j])))
    return (
        chain.equals(-log(near / (near + others)), "open the squares of the differences")
        .given("", length_squared(e_plus), length_squared(e), "all have one length")
        .given("", length_squared(e_minus[j]), length_squared(e), "all have one length")
        .closes("the lengths are common to all, and cancel")
    )


@derivation(MANY)
def copies_count_as_often(chain):
    return chain.closes("the positive counts once, each negative N times")


@derivation(REACHED)
def a_logarithm_lies_below_its_tangent(chain):
    alike = total(chances * every(o, entry=exp(lost[o]) - 1))
    return chain.at_most(alike, "exp(ℓ) ≥ 1 + ℓ").given(
        "", alike, n * met, "the mean number of alike negatives"
    )
