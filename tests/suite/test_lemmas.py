"""A proved claim is used where its conditions hold, a condition under a sum, a limit by bounds."""

import pytest

from proofs.engine.binding import begin
from proofs.engine.derivation import StepError
from proofs.engine.squeezing import bounds
from proofs.engine.substitution import BindingError
from tests.suite.test_stating import T, f, i, j, n, x
from theory.softmax.words import softmax
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, slope
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.variables import positive, real

y, c = numbers("y", n), real("c")
P, X = numbers("P", n, domain="nonnegative"), numbers("X", n, n)


def test_a_claim_is_cited_at_other_values():
    twice = states(equal(2 * total(softmax(x + y)), 2))
    from theory.softmax.words import x as scores

    chain = begin(twice).cites("softmax.rows-sum-to-one", "they sum to one", {scores: x + y})
    chain.closes("once more").check()
    assert chain.cited == ["softmax.rows-sum-to-one"]


def test_a_bound_is_cited_where_the_line_is_its_side():
    from theory.softmax.words import x as scores

    weight = states(line(softmax(y)[i], "≤", 1))
    begin(weight).cites("softmax.positive-and-at-most-one", "", {scores: y}, duty=1).check()
    twice = states(line(2 * softmax(y)[i], "≤", 1))
    with pytest.raises(StepError, match="no side of"):
        begin(twice).cites("softmax.positive-and-at-most-one", "", {scores: y}, duty=1)


def test_a_bound_is_cited_beside_what_else_the_line_has():
    from theory.softmax.words import x as scores

    most, at = "softmax.positive-and-at-most-one", {scores: y}
    less = states(line(softmax(y)[i] - c, "≤", 1 - c))
    begin(less).cites(most, "", at, duty=1, beside=-c).closes("").check()
    with pytest.raises(StepError, match="no side of"):
        begin(less).cites(most, "", at, duty=1, beside=c)
    more = states(line(c - softmax(y)[i], "≤", c - 1))  # false: the sign turns with the side
    with pytest.raises(StepError, match="no side of"):
        begin(more).cites(most, "", at, duty=1, beside=c)


def test_what_a_claim_says_meets_the_condition_of_another():
    from theory.encoder.spread import band, before, heavy, light, most, moved, t, u

    low, told = "encoder.alike-scores-have-alike-weights", "encoder.a-sum-of-parts-is-bounded"
    more = moved - exp(-band) * before
    sums = total(every(i, j, entry=more[i] * before[j] * X[i, j]))
    given = (line(t[i] - t[j], "≤", band), line(X[i, j], "≤", most))
    bound = most * total(more) * total(before)
    statement = states(line(sums, "≤", bound), given=given)
    at = {heavy: more, light: before, u: X}
    with pytest.raises(BindingError, match="nothing shows"):
        begin(statement).cites(told, "a sum of parts", at)
    chain = begin(statement).knows(low).cites(told, "a sum of parts", at)
    chain.check()
    assert chain.cited == [low, told]


def test_a_fact_is_not_known_where_its_condition_is_not_shown():
    from theory.encoder.spread import band, t

    statement = states(equal(x[i] + 0, x[i]), given=line(y[j] - y[i], "≤", band))
    with pytest.raises(BindingError, match="nothing shows"):  # of every place, not of i alone
        begin(statement).knows("encoder.alike-scores-have-alike-weights", {t: y})


def test_a_claim_is_not_cited_where_its_condition_is_not_shown():
    from theory.softmax.words import f as scores

    share = f[i] / total(f)
    statement = states(line(share, "≤", 1), given=line(total(f), ">", 0))
    with pytest.raises(BindingError, match="nothing shows"):
        begin(statement).cites("softmax.ratio-is-softmax-of-logarithms", "", {scores: f})


def test_a_condition_on_every_place_is_used_under_a_sum():
    mean = total(every(j, entry=P[j] * X[j, i]))
    zero = line(mean, "=", 0)
    whole = total(every(i, entry=y[i] * mean))
    chain = begin(states(equal(whole, 0), given=zero))
    chain.given("", mean, 0, "every mean is zero").closes("a sum of zeros").check()


def test_a_condition_on_one_place_is_not_used_under_a_sum():
    mean = total(every(j, entry=P[j] * X[j, i]))
    whole = total(every(i, entry=y[i] * mean))
    statement = states(equal(whole + mean - mean, y[i] * 0), given=line(mean, "=", 0))
    chain = begin(statement).given("", mean, 0, "this mean is zero").closes("no")
    with pytest.raises(StepError, match="does not follow"):
        chain.check()


def test_what_lies_between_two_bounds_has_their_limit():
    g = positive("g")
    middle = exp(-g / T) / 2
    held = states(line(0, "≤", middle, "≤", exp(-g / T)), line(middle, to(T, 0, "+"), 0))
    low, high = bounds(held, 2, (0, 1))
    assert low is None
    high.closes("it vanishes").check()
    with pytest.raises(BindingError, match="no bound from below"):
        bounds(held, 2, (1, 1))
    apart = states(line(-1, "≤", middle, "≤", 1), line(middle, to(T, INFINITY), 0))
    with pytest.raises(StepError):
        bounds(apart, 2, (0, 1))[0].closes("no").check()


def test_what_holds_for_some_values_is_not_cited_in_a_slope_by_them():
    from theory.letters import k
    from theory.softmax.words import alpha

    flat = "softmax.fixed-point-is-uniform"
    even = line(alpha[j], "=", 1 / n)
    given = (line(alpha[j], ">", 0), line(alpha[j], "≤", 1), even)
    moved = states(equal(slope(softmax(alpha)[i], alpha[k]), 0), given=given)
    with pytest.raises(StepError, match="still to be taken"):
        begin(moved).cites(flat, "they are even", duty=1)
    still = states(equal(slope(c + softmax(alpha)[i], c), 1), given=given)
    begin(still).cites(flat, "they are even", duty=1).closes("c has slope 1").check()
