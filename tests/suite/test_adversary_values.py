"""Slopes, limits and means that once had a value where they have none, one test for a class."""

import math
from fractions import Fraction

import pytest
import sympy as sp

from proofs.engine.at_case import At, fails_at
from proofs.engine.binding import BindingError, begin
from proofs.engine.derivation import StepError
from proofs.engine.duty_view import has_values
from proofs.engine.enough_cases import all_cases_must_be_run
from proofs.engine.witness import EvidenceError
from tests.helpers.means import Mean, at_most
from theory.letters import j, m, n
from theory.stating.families import every, numbers, total
from theory.stating.operations import fl, log, slope, sqrt
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import Hypothesis, states
from theory.stating.terms import TermError, Variable, bound, term
from theory.stating.variables import index, nonnegative, positive, real

x, s, T = real("x"), nonnegative("s"), positive("T")
WHOLE = ["bit", "integer", "natural", "shift"]


@pytest.mark.parametrize(
    "said",
    [
        states(equal(slope(sqrt(s), s) * sqrt(s) * 2, 1)),  # at s = 0 it is steep
        states(equal(slope(s ** Fraction(1, 2), s) * sqrt(s) * 2, 1)),
        states(equal(slope(abs(x), x), 1), given=line(x, "≥", 0)),  # a bend is where x = 0
        states(equal(slope(abs(s), s), 1)),
        states(equal(slope(fl(x), x) - slope(fl(x), x) + 1, 1)),
    ],
)
def test_a_slope_at_a_bend_shows_nothing(said):
    with pytest.raises(StepError, match="which the claim needs"):
        begin(said).closes("").check()
    assert not has_values(said, 0)


def test_a_slope_away_from_the_bend_shows_something():
    begin(states(equal(slope(abs(x), x), 1), given=line(x, ">", 0))).closes("").check()
    begin(states(equal(slope(sqrt(T), T) * sqrt(T) * 2, 1))).closes("").check()


def test_a_slope_at_a_bend_refutes_nothing():
    for root in (sqrt(x**2), (x**2) ** Fraction(1, 2)):  # |x|, to which SymPy gives the slope 0
        with pytest.raises(EvidenceError, match="a root of 0"):
            fails_at(states(line(slope(root, x), "≠", 0)), {x: 0})


@pytest.mark.parametrize("by", [*(Variable("k", each) for each in WHOLE), index("i", n), n])
def test_what_takes_whole_numbers_alone_has_no_slope(by):
    with pytest.raises(TermError, match="expected a real variable"):
        slope(by * x, by)
    with pytest.raises(TermError, match="never comes near"):
        to(by, Fraction(1, 2), "+")


def test_a_bit_does_not_run_to_infinity():
    with pytest.raises(TermError, match="never comes near"):
        to(Variable("b", "bit"), INFINITY)


@pytest.mark.parametrize(("point", "side"), [(0, "-"), (-1, "+"), (-1, "-"), (x, "+")])
def test_a_limit_that_nothing_comes_near_shows_and_refutes_nothing(point, side):
    said = states(line(T, to(T, point, side), 5))
    with pytest.raises(BindingError, match="may never come near the point"):
        begin(said)
    with pytest.raises(BindingError, match="may never come near"):
        has_values(said, 0)  # of a theorem, whose premises contradict each other there
    with pytest.raises(EvidenceError, match="never comes near"):
        fails_at(said, {x: -1})


@pytest.mark.parametrize(
    "whole", [sqrt(x), x * log(x), x / (x - x), x * log(abs(x) - Fraction(1, 10**30))]
)
def test_a_limit_of_what_has_no_value_on_the_way_refutes_nothing(whole):
    with pytest.raises(EvidenceError, match="has no value"):
        fails_at(states(line(whole, to(x, 0, "-"), 5)), {})


def test_a_limit_of_what_has_values_refutes_another_one():
    row = numbers("x", n)
    said = states(line(row[1] * T * log(T), to(T, 0, "+"), 1))
    assert fails_at(said, {row: (sp.Integer(3),)})["left"] == "0"


@pytest.mark.parametrize(
    "ends", [(0, 0.5, -0.4), (0, 0.5, 0), (0.6, 0.5, 0.1), (0.5, 1.2, 0.1), (0, math.nan, 0.1)]
)
def test_a_mean_is_not_turned_around(ends):
    """With a margin below 0, a mean far above the claimed one would uphold the claim."""
    with pytest.raises(ValueError, match="expected"):
        Mean(*ends)
    assert at_most(0.5, 0.4).sides()


@pytest.mark.parametrize("last", [n / 2, Fraction(3, 2), x, T, sqrt(n), n ** term(-1)])
def test_an_index_runs_to_a_whole_number(last):
    """A sum of n/2 ones was n/2 for odd n, too."""
    with pytest.raises(TermError, match="expected a whole number"):
        index("i", last)
    summed = total(every(bound("i", term(last)), entry=x))
    with pytest.raises(BindingError, match="ends at a whole number"):
        begin(states(equal(summed, last * x)))


AT_LEAST = {"two": Hypothesis("n is at least 2", line(n, "≥", 2))}


@pytest.mark.parametrize(
    ("said", "at"),
    [
        (states(equal(total(every(j, entry=term(1) * 1)) / n, 1), hypotheses=AT_LEAST),
         At({n: 0}, undefined=True)),
        (states(line(total(numbers("x", n) ** 2) + n, ">", 0), hypotheses=AT_LEAST),
         At({numbers("x", n): ()})),
    ],
)  # fmt: skip
def test_a_size_of_0_needs_a_hypothesis_only_that_it_is_not_0(said, at):
    """Where 2 or more is asked, 1 must be the case that fails."""
    with pytest.raises(EvidenceError, match="expected a whole number from 1"):
        fails_at(said, at, "two")


def test_where_one_size_may_be_0_no_other_is():
    rows = {"some": Hypothesis("there is a key", line(n, "≥", 1))}
    said = states(line(term(n) * m, ">", 0), hypotheses=rows)
    assert fails_at(said, At({n: 0, m: 2}), "some")
    with pytest.raises(EvidenceError, match="m is 0"):
        fails_at(said, At({n: 0, m: 0}), "some")


def test_an_example_is_of_no_order_of_places():
    said = states(equal(total(numbers("x", n).permuted()), 1))
    with pytest.raises(EvidenceError, match="more than one case"):
        all_cases_must_be_run(said, 0, [])
