"""Division keeps no score in a fixed range: normalised rows reach the root of the width."""

import sympy as sp

from impl.scores import scaled_dot
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory.symbols import a, d, family, sum_over

q_, k_ = family("q"), family("k")


@counterexample("scaling.division-keeps-scores-in-range")
def equal_rows_leave_every_range():
    limit = sp.Symbol("C", integer=True, positive=True)
    ones = [1] * (3 + 1) ** 2
    return Witness(
        given={"q = k": "(1, ..., 1), of mean square 1", "d": "(C + 1)²"},
        claimed="q kᵀ/√d = d/√d is at most C",
        left=sp.sqrt((limit + 1) ** 2),
        op="≤",
        right=limit,
        ours=scaled_dot(symbols.array(ones), symbols.array([ones])).tolist()[0],
        instead="the score for C = 3, d = 16",
    )


def _scaled_sum(first, second):
    return sum_over(a, first[a] * second[a]) / sp.sqrt(d)


@derivation("scaling.scores-of-normalised-rows-reach-the-root-of-the-width")
def no_score_exceeds_the_root():
    lengths = [sum_over(a, each[a] ** 2) for each in (q_, k_)]
    return (
        Chain(_scaled_sum(q_, k_))
        .at_most(sum_over(a, (q_[a] ** 2 + k_[a] ** 2) / 2) / sp.sqrt(d), "(q_a - k_a)² ≥ 0")
        .equals((lengths[0] + lengths[1]) / (2 * sp.sqrt(d)), "split into two sums")
        .given("normalised", lengths[0], d, "q has mean square 1")
        .given("normalised", lengths[1], d, "k has mean square 1")
        .equals(sp.sqrt(d), "2d/(2√d) = √d")
    )


refuses(
    no_score_exceeds_the_root, lambda: Chain(_scaled_sum(q_, k_)).at_most(0, "scores are negative")
)


@derivation("scaling.scores-of-normalised-rows-reach-the-root-of-the-width")
def a_row_reaches_the_root_with_itself():
    return (
        Chain(_scaled_sum(q_, q_))
        .given("normalised", sum_over(a, q_[a] ** 2), d, "q has mean square 1")
        .equals(sp.sqrt(d), "d/√d = √d")
    )


refuses(
    a_row_reaches_the_root_with_itself,
    lambda: Chain(_scaled_sum(q_, q_)).equals(sp.sqrt(d), "for any row"),
)


@necessity("scaling.scores-of-normalised-rows-reach-the-root-of-the-width", "normalised")
def a_long_row_exceeds_the_root():
    return Witness(
        given={"q = k": "(2)", "d": "1"},
        claimed="the score is at most √d",
        left=scaled_dot(symbols.array([2]), symbols.array([[2]])).tolist()[0],
        op="≤",
        right=1,
    )
