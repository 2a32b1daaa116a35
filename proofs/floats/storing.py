"""What is claimed of a result that is stored: a case that meets the hypothesis, and its need."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import met_by, necessity
from theory.floats.storing import off, r_hat, y, y_hat
from theory.rounding.attention_terms import eta, u

STORED = {y: 1, y_hat: 1, off: 0, r_hat: 1, u: Fraction(1, 64), eta: Fraction(1, 1024)}


@met_by("floats.stored-once")
def one_is_held_by_the_format():
    return STORED


@necessity("floats.stored-once", "ieee-operations")
def one_is_not_stored_as_two():
    return At({**STORED, r_hat: 2})
