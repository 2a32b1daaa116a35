"""What moves, and what is bound: false statements came through, and true ones were refuted."""

import pytest

from proofs.engine.at_case import fails_at
from proofs.engine.binding import begin
from proofs.engine.exchanging import exchange
from proofs.engine.inhabited import example
from proofs.rules import differentiate, unsigned
from tests.suite.test_adversary import REFUSED, refused
from theory.letters import i, k, m, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.latex import latex
from theory.stating.names import printed_alike
from theory.stating.operations import delta, exp, log, slope
from theory.stating.printed import printed
from theory.stating.relations import equal, exactly, line, sized, to
from theory.stating.statements import Hypothesis, states
from theory.stating.terms import Variable, term
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word

u, x, y, c, T = real("u"), real("x"), real("y"), real("c"), positive("T")
nonzero = Variable("z", "nonzero")
X, Y, W = numbers("x", n), numbers("y", n), numbers("w", n)
of_m = index("j", m)
first = every(of_m, entry=X[of_m])  # the first m of x


def test_a_slope_stays_under_the_sum_that_binds_its_variable():
    """At w = (1, 1) the left side is 4, and 2 (Σ w)² is 8."""
    slopes = total(every(k, entry=W[k] * slope(total(W**2), W[k])))
    summed = lambda right: (
        begin(states(equal(slopes, right))).by(exchange, "").by(differentiate, "").by(exchange, "")
    )
    refused(lambda: summed(2 * total(W) ** 2).closes(""))
    summed(2 * total(W**2)).closes("").check()


def test_no_limit_is_taken_where_a_bar_may_bend():
    """z/|z| tends to 1 at c > 0, and to -1 at c < 0."""
    at = lambda whole, point, end: begin(states(line(whole, to(nonzero, point, "+"), end)))
    refused(lambda: at(nonzero / abs(nonzero), c, 1).closes(""))
    refused(lambda: at(nonzero**2 / abs(nonzero), c, c).closes(""))
    at(nonzero / abs(nonzero), 0, 1).closes("").check()
    at(nonzero / abs(nonzero), T, 1).closes("").check()


def test_of_a_place_in_two_ranges_nothing_is_known():
    """At n = 2 and m = 1 the left side is e² - e, and the right one e - e²."""
    part = lambda place: exp(u * place)
    whole, a = total(every(of_m, entry=part(of_m))), numbers("a", m)
    left = total(a) + total(every(k, entry=abs(whole - part(k))))
    right = total(a) + n * whole - total(every(k, entry=part(k)))
    refused(lambda: begin(states(equal(left, right))).by(exchange, "").by(unsigned, "").closes(""))


def test_a_condition_on_what_moves_is_met_in_its_limit_alone():
    """x² > 0 for x ≠ 0, though x² tends to 0 there."""
    limit = line(x**2, to(x, 0, "+"), 0)
    both = states(line(x**2, ">", 0), limit, given=line(x, "≠", 0))
    with pytest.raises(REFUSED):
        fails_at(both, {x: 0})
    alone = states(line(x**2, ">", 0, when=line(x, "≠", 0)), limit)
    with pytest.raises(REFUSED):
        fails_at(alone, {x: 0})
    needless = {"y": Hypothesis("y is not negative", line(y, "≥", 0))}
    of_two = states(line(x**2, ">", 0), limit, given=line(x, "≠", 0), hypotheses=needless)
    with pytest.raises(REFUSED):
        fails_at(of_two, {x: 0, y: -1}, "y")
    never = states(equal(term(0), 1, when=equal(x, x + 1)), limit)
    assert example(never, 0) is None


def test_a_place_of_a_point_or_of_an_equivalence_is_one_place():
    """At y = (1, -5) with i = 1 the limit is 4, and the sum -4."""
    at_a_point = states(line(abs(total(Y)), to(x, Y[i], "+"), total(Y)), given=line(Y[i], "≥", 0))
    refused(lambda: begin(at_a_point).closes(""))
    where = exactly(line(y + X[i] - X[i], ">", 0), line(y, ">", 0))
    of_an_equivalence = states(where, line(total(X), "≥", 0), given=line(X[i], "≥", 0))
    refused(lambda: begin(of_an_equivalence, 2).closes(""))


def test_a_delta_of_numbers_has_no_slope_where_they_are_equal():
    jump = slope(delta(x, y), x)
    refused(lambda: begin(states(equal(jump - jump, 0))).closes(""))
    begin(states(equal(jump - jump, 0), given=line(x - y, "≠", 0))).closes("").check()


def test_the_logarithm_of_a_power_has_brackets():
    assert latex(log((1 + T) ** 2)) == r"\log \left(\left(1 + T\right)^{2}\right)"
    assert latex(log(T**2)) == r"\log T^{2}"


@word(r"g({t})")
def summed(t: Family):
    return total(t)


def test_a_part_of_a_family_is_not_printed_as_the_whole():
    said = printed(states(line(total(X) - summed(first), ">", 0), given=line(m, "<", n)))
    assert r"g(\left(x_{j}\right)_{j \le m})" in said
    assert r"\left(x_{j}\right)_{j \le m} \in \mathbb R^{m}" in printed(states(sized(first, m)))
    assert r"g(x)" in printed(states(line(summed(X), ">", 0)))


@word(r"2 {t}")
def twice(t):
    return 2 * t


@word(r"\sum_k {t}_k")
def all_of(t: Family):
    return total(t)


@word(r"\sqrt{{{t}}}")
def itself(t):
    return t


def test_a_word_that_ends_open_has_brackets_and_none_is_an_operation():
    assert latex(twice(x) ** 2) == r"\left(2 x\right)^{2}"
    assert latex(all_of(X) * y) == r"\left(\sum_k x_k\right) y"
    assert printed_alike(states(equal(itself(x), x)))
    assert not printed_alike(states(equal(twice(x), x)))


def test_a_point_that_is_a_power_or_a_sum_has_its_side_outside():
    near = lambda point: printed(states(line(x, to(x, point, "+"), point)))
    assert r"x \to {c^{2}}^{+}" in near(c**2)
    assert r"x \to \left(c + 1\right)^{+}" in near(c + 1)
