"""Softmax with one more in its denominator is softmax beside one more score."""

from impl.sinks import softmax_one
from proofs.engine.evidence import derivation, general_run

EXTRA = "softmax.one-more-is-an-extra-score"


@general_run("softmax.one-more", {"softmax_one": softmax_one})
def softmax_one_is_the_quotient(chain):
    return chain.closes("the largest of the scores and 0 cancels, whatever it is")


@derivation(EXTRA)
def the_extra_score_is_zero(chain):
    return chain.closes("exp(0) = 1")


@derivation(EXTRA, duty=1)
def another_score_is_a_shift(chain):
    return chain.closes("multiply above and below by exp(s)")


@derivation(EXTRA, duty=2)
def the_weights_lack_that_of_the_extra_score(chain):
    return chain.closes("a common denominator")


@derivation(EXTRA, duty=3)
def the_weights_sum_to_less_than_one(chain):
    return chain.closes("exponentials are positive")
