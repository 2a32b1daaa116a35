"""What is claimed of merged parts: cases that meet the hypotheses, and why each is needed."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import met_by, necessity
from theory.floats.merged_parts import (
    S_1,
    S_2,
    A,
    B,
    a_lost,
    a_size,
    a_values,
    b_lost,
    b_size,
    b_values,
    d,
    d_1,
    d_2,
    d_hat,
    f_1,
    f_2,
    mass,
    mu,
    o_hat,
    output,
    r_hat,
    s,
    shift,
    step,
    t_1,
    t_2,
    top,
    v,
    w,
    x,
)
from theory.rounding.attention_terms import c, eta, h, u
from theory.rounding.fold_terms import level, merges

FORMAT = {u: Fraction(1, 64), eta: Fraction(1, 1024), level: 0}
SHIFTS = {x: 0, top: 0, shift: 0, d: 0, step: 0, **FORMAT}
ONES = dict.fromkeys((A, B, a_size, b_size, a_values, b_values, S_1, S_2, f_1, f_2, t_1, t_2, c), 1)
MERGE = {**ONES, a_lost: 0, b_lost: 0, d_1: 0, d_2: 0, r_hat: 2, h: 0, **FORMAT}
FOLD = {s: (0,), v: (1,), d_hat: (0,), w: (0,), mu: 1, mass: 1, output: 1, o_hat: 1, top: 0, c: 1,
        h: 0, merges: 0, **FORMAT}  # fmt: skip


@met_by("floats.shifts-add-up")
def a_shift_that_stays():
    return SHIFTS


@necessity("floats.shifts-add-up", "ieee-operations")
def a_number_less_itself_is_not_three():
    return At({**SHIFTS, step: 3})


@met_by("floats.merge")
def two_parts_of_one_pair():
    return MERGE


@necessity("floats.merge", "ieee-operations")
def one_and_one_are_not_four():
    return At({**MERGE, r_hat: 4})


@necessity("floats.merge", "exp-within-c")
def a_factor_of_three_where_no_shift_changes():
    return At({**MERGE, f_1: 3, t_1: 3, r_hat: 4})


@met_by("floats.fold")
def attention_to_one_pair():
    return FOLD


@necessity("floats.fold", "ieee-operations")
def a_quotient_of_ones_that_is_three():
    return At({**FOLD, o_hat: 3})


@necessity("floats.fold", "merged-parts")
def an_output_of_one_that_is_three():
    return At({**FOLD, output: 3, o_hat: 3})
