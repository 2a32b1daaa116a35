"""Division keeps no score in a fixed range: normalised rows reach the root of the width."""

from impl.scores import scaled_dot
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, necessity
from theory.letters import d
from theory.scaling.words import C, plain_k, plain_q
from theory.shared_words import length_squared
from theory.stating.families import total
from theory.stating.operations import sqrt
from theory.stating.variables import positive

g = positive("g")


@counterexample("scaling.division-keeps-scores-in-range")
def equal_rows_leave_every_range():
    ones = (1,) * (3 + 1) ** 2
    score = scaled_dot(expressions.array(ones), expressions.array([ones])).tolist()
    return At({plain_q: ones, plain_k: ones, C: 3}, score, "√d; so it is above C for d = (C + 1)²")


REACH = "scaling.scores-of-normalised-rows-reach-the-root-of-the-width"


HALVES = total((plain_q**2 + plain_k**2) / 2) / sqrt(d)


def normalised(chain, sign):
    """Take both rows' squares, halved and divided, for √d."""
    lengths = length_squared(plain_q), length_squared(plain_k)
    return (
        chain.equals(sign * (lengths[0] + lengths[1]) / (2 * sqrt(d)), "split into two sums")
        .given("normalised", lengths[0], d, "q has mean square 1")
        .given("normalised", lengths[1], d, "k has mean square 1; 2d/(2√d) = √d")
    )


@derivation(REACH, turned=True)
def no_score_is_below_the_opposite(chain):
    return normalised(chain.at_least(-HALVES, "(q_a + k_a)² ≥ 0"), -1)


@derivation(REACH, duty=1)
def no_score_exceeds_the_root(chain):
    return normalised(chain.at_most(HALVES, "(q_a - k_a)² ≥ 0"), 1)


def with_itself(chain):
    """Take the score of a row with itself."""
    return chain.given("normalised", length_squared(plain_q), d, "q has mean square 1")


@derivation(REACH, duty=2)
def a_row_reaches_the_root_with_itself(chain):
    return with_itself(chain).closes("d/√d = √d")


@derivation(REACH, duty=3, let={C: sqrt(d) - g})
def a_row_leaves_every_range_with_itself(chain):
    return with_itself(chain).closes("√d exceeds C")


@necessity(REACH, "normalised")
def a_long_row_exceeds_the_root():
    score = scaled_dot(expressions.array([2]), expressions.array([[2]])).tolist()
    return At({plain_q: (2,), plain_k: (2,), C: 0}, score, "the score of (2) with itself")
