"""What is claimed of computed attention: cases that meet the hypotheses, and why each is needed."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import met_by, necessity
from theory.floats.computed_attention import (
    S_1,
    S_2,
    A,
    B,
    L_hat,
    S_hat,
    a_size,
    b_size,
    d_hat,
    e_hat,
    f,
    k,
    m,
    mixed,
    o_hat,
    p_hat,
    q,
    q_hat,
    r,
    r_hat,
    s,
    s_hat,
    v,
    w,
    x,
    y_of,
)
from theory.letters import i
from theory.rounding.attention_terms import c, c_log, eta, g, h, u

FORMAT = {u: Fraction(1, 64), eta: Fraction(1, 1024), h: 1}
HALVES = (Fraction(1, 2), Fraction(1, 2))
EVEN = {x: (0, 0), m: 0, d_hat: (0, 0), e_hat: (1, 1), S_hat: 2, c: 1, **FORMAT}
UNEVEN = {**EVEN, e_hat: (1, 3), S_hat: 4}

SUM = {A: 1, B: 1, a_size: 1, b_size: 1, S_1: 1, S_2: 1, r_hat: 2, u: FORMAT[u], h: 0}
DOT = {q: (1,), k: (1,), y_of: (1,), r_hat: 1, **FORMAT}
TWO_SUMS = {x: (1,), S_1: 1, S_2: 1, u: FORMAT[u], g: 0, h: 0}
TWO_DOTS = {q: (1,), k: (1,), S_1: 1, S_2: 1, **FORMAT, g: 1}
SCORE = {q: (1,), k: (1,), f: 1, q_hat: (1,), r_hat: 1, **FORMAT}
SOFTMAX = {**EVEN, p_hat: HALVES, i: 1}
ONE = {x: (0,), m: 0, d_hat: (0,), e_hat: (1,), S_hat: 1, c: 1, **FORMAT}
THREE = {e_hat: (3,), S_hat: 3, L_hat: Fraction(11, 10)}  # within u of the logarithm of 3
LOGSUMEXP = {**ONE, L_hat: 0, c_log: 1, r_hat: 0}
LOG_SOFTMAX = {**LOGSUMEXP, i: 1}
MEAN = {mixed: (1,), p_hat: (1,), v: (1,), w: (0,), g: 0, o_hat: 1, u: FORMAT[u], eta: FORMAT[eta]}
SCORED = {s: (0, 0), s_hat: (0, 0), w: (0, 0), r: (0, 0), v: (1, 0), g: 1}
ATTENTION = {**{key: EVEN[key] for key in EVEN if key is not x}, **SCORED, p_hat: HALVES,
             o_hat: HALVES[0]}  # fmt: skip


@met_by("floats.sum-in-any-order")
def one_and_one():
    return SUM


@necessity("floats.sum-in-any-order", "ieee-operations")
def one_and_one_are_not_three():
    return At({**SUM, r_hat: 3})


@met_by("floats.dot-product")
def one_product():
    return DOT


@necessity("floats.dot-product", "ieee-operations")
def one_times_one_is_not_two():
    return At({**DOT, r_hat: 2})


@met_by("floats.two-orders-of-a-sum")
def one_number_twice():
    return TWO_SUMS


@necessity("floats.two-orders-of-a-sum", "ieee-operations")
def a_sum_of_one_is_not_two():
    return At({**TWO_SUMS, S_2: 2})


@met_by("floats.two-orders-of-a-dot-product")
def one_product_twice():
    return TWO_DOTS


@necessity("floats.two-orders-of-a-dot-product", "ieee-operations")
def a_product_of_one_is_not_two():
    return At({**TWO_DOTS, S_2: 2})


@met_by("floats.scaled-score")
def one_scaled_product():
    return SCORE


@necessity("floats.scaled-score", "ieee-operations")
def a_score_of_one_is_not_two():
    return At({**SCORE, r_hat: 2})


@met_by("floats.softmax")
def two_equal_scores():
    return SOFTMAX


@necessity("floats.softmax", "ieee-operations")
def a_quotient_that_is_not_rounded_to_nearest():
    return At({**SOFTMAX, p_hat: (1, Fraction(1, 2))})


@necessity("floats.softmax", "exp-within-c")
def an_exponential_of_nought_that_is_three():
    return At({**UNEVEN, p_hat: (Fraction(1, 4), Fraction(3, 4)), i: 1})


@met_by("floats.logsumexp")
def the_logarithm_of_one():
    return LOGSUMEXP


@necessity("floats.logsumexp", "ieee-operations")
def a_sum_that_is_not_rounded_to_nearest():
    return At({**LOGSUMEXP, r_hat: 2})


@necessity("floats.logsumexp", "exp-within-c")
def the_logarithm_of_an_exponential_of_three():
    return At({**LOGSUMEXP, **THREE, r_hat: THREE[L_hat]})


@necessity("floats.logsumexp", "log-within-c")
def a_logarithm_of_one_that_is_two():
    return At({**LOGSUMEXP, L_hat: 2, r_hat: 2})


@met_by("floats.log-softmax")
def the_logarithm_of_a_weight_of_one():
    return LOG_SOFTMAX


@necessity("floats.log-softmax", "ieee-operations")
def a_difference_that_is_not_rounded_to_nearest():
    return At({**LOG_SOFTMAX, r_hat: -2})


@necessity("floats.log-softmax", "exp-within-c")
def a_weight_of_one_among_three():
    return At({**LOG_SOFTMAX, **THREE, r_hat: -THREE[L_hat]})


@necessity("floats.log-softmax", "log-within-c")
def a_weight_of_one_whose_logarithm_is_two():
    return At({**LOG_SOFTMAX, L_hat: 2, r_hat: -2})


@met_by("floats.weighted-mean")
def the_mean_of_one_value():
    return MEAN


@necessity("floats.weighted-mean", "ieee-operations")
def a_mean_of_one_that_is_two():
    return At({**MEAN, o_hat: 2})


@met_by("floats.attention")
def two_keys_with_equal_scores():
    return ATTENTION


@necessity("floats.attention", "ieee-operations")
def an_output_beyond_the_values():
    return At({**ATTENTION, o_hat: 2})


@necessity("floats.attention", "exp-within-c")
def weights_of_three_to_one():
    uneven = {e_hat: (3, 1), S_hat: 4, p_hat: (Fraction(3, 4), Fraction(1, 4))}
    return At({**ATTENTION, **uneven, o_hat: Fraction(3, 4)})
