"""What is claimed of computed LayerNorm: cases that meet the hypotheses, and why each is needed."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import met_by, necessity
from theory.floats.normalising import (
    S_hat,
    W_hat,
    a_hat,
    b,
    bias,
    e_hat,
    ell,
    epsilon,
    gain,
    m_hat,
    n_hat,
    off,
    r_hat,
    s_hat,
    x,
    x_hat,
    y,
    y_hat,
)
from theory.normalization.words import i
from theory.rounding.attention_terms import eta, h, u
from theory.rounding.norm_terms import A, q, r, rho, tau, theta, zeta

FORMAT = {u: Fraction(1, 256), eta: Fraction(1, 4096)}
DEVIATION = {x: (1, -1), x_hat: (1, -1), A: 1, tau: 1, S_hat: 0, m_hat: 0, a_hat: 1, h: 1, i: 1,
             **FORMAT}  # fmt: skip
KNOWN = {A: 1, q: 1, rho: 1, tau: 1, zeta: 1, r: Fraction(1, 4), theta: Fraction(1, 11)}
NORM = {x: (1, -1), epsilon: 0, b: (1, -1), ell: 1, e_hat: 0, W_hat: 1, s_hat: 1, n_hat: 1,
        y_hat: 1, h: 1, i: 1, **KNOWN, **FORMAT}  # fmt: skip
AFFINE = {y: 1, y_hat: 1, off: 0, gain: 2, bias: 3, n_hat: 2, r_hat: 5, **FORMAT}


@met_by("floats.deviation")
def entries_whose_mean_is_nought():
    return DEVIATION


@necessity("floats.deviation", "ieee-operations")
def a_deviation_of_one_that_is_three():
    return At({**DEVIATION, a_hat: 3})


@met_by("floats.layer-norm")
def entries_that_are_normal_already():
    return NORM


@necessity("floats.layer-norm", "ieee-operations")
def a_quotient_of_one_that_is_three():
    return At({**NORM, y_hat: 3})


@met_by("floats.gain-and-bias")
def twice_one_and_three():
    return AFFINE


@necessity("floats.gain-and-bias", "ieee-operations")
def twice_one_and_three_are_not_seven():
    return At({**AFFINE, r_hat: 7})
