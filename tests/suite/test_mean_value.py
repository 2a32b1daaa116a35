"""What rises nowhere faster than c: what is shown of its rise, and what is refused."""

import pytest

from proofs.engine.binding import begin
from proofs.engine.derivation import StepError
from proofs.engine.substitution import BindingError
from theory.letters import j, n
from theory.stating.families import numbers, total
from theory.stating.operations import exp, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive, real

r, s, h, u, T = real("r"), real("s"), nonnegative("h"), real("u"), positive("T")
x = numbers("x", n)
SLOW = line(slope(-exp(-r), r), "≤", exp(-r)), line(slope(-exp(r), r), "≤", 0)


def climbing(*said, given=(), number=0, low=r, high=r + h):
    """Return the chain of the last relation, after it has used an earlier one on a slope."""
    chain = begin(states(*said, given=given), len(said) - 1)
    return chain.climbs(number, low, high, "it rises nowhere")


def test_what_rises_slowly_has_risen_by_little():
    falls = line(-exp(r + h) + exp(r), "≤", 0)
    climbing(*SLOW, falls, number=1).closes("no way is long enough").check()
    one = line(-exp(T) + exp(0 * T), "≤", 0 * T)
    climbing(*SLOW, one, number=1, low=0 * T, high=T).closes("from 0 to T").check()


@pytest.mark.parametrize(
    ("number", "low", "high", "says"),
    [
        (1, r + h, r, "the line is not"),  # the other way round
        (1, r, r + 2 * h, "the line is not"),
        (2, r, r + h, "does not come before"),
        (-1, r, r + h, "does not come before"),
        (0, r, r + h, "moves with r"),  # e^{-r} is the largest slope at r alone
        (1, x[j], r + h, "bind the place"),
    ],
)
def test_what_is_no_rise_from_one_end_to_the_other_is_refused(number, low, high, says):
    falls = line(-exp(r + h) + exp(r), "≤", 0)
    with pytest.raises(AssertionError, match=says):
        climbing(*SLOW, falls, number=number, low=low, high=high)


def test_a_way_back_is_refused():
    back = line(-exp(r - u) + exp(r), "≤", 0)  # false for u > 0
    with pytest.raises(StepError, match="nothing shows that"):
        climbing(SLOW[1], back, high=r - u)


@pytest.mark.parametrize(
    ("rate", "given", "says"),
    [
        (line(slope(exp(r), r), "≤", exp(s)), line(r, "≤", s), "moves with r"),
        (line(slope(exp(r), r), "≤", 1, when=equal(r, 0)), (), "of every value"),
        (line(slope(exp(r), r), "≥", 0), (), "of every value"),
        (equal(slope(exp(r), r), exp(r)), (), "of every value"),
        (line(-exp(r), "≤", 0), (), "bounds no slope"),
        (line(slope(slope(-exp(r), r), r), "≤", 0), (), "bounds no slope"),
        (line(slope(-exp(r), r, r), "≤", 0), (), "by one number"),
        (line(slope(-exp(T), T), "≤", 0), (), "by one number"),  # a gap may lie below 0
        (line(slope(-total(x.map(exp)), x[j]), "≤", 0), (), "by one number"),
    ],
)
def test_what_says_nothing_of_a_slope_everywhere_is_refused(rate, given, says):
    with pytest.raises(BindingError, match=says):
        climbing(rate, line(-exp(r + h) + exp(r), "≤", 0), given=given)
