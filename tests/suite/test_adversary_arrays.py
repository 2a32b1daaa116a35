"""False statements about code that reads arrays otherwise than NumPy: one test for a class."""

from fractions import Fraction

import numpy as np
import pytest

from impl.embedding import embed
from proofs.arrays.entries.argmax import is_first_largest
from proofs.engine.derivation import StepError
from proofs.engine.path_conditions import taken
from proofs.engine.witness import EvidenceError
from tests.suite.test_adversary_code import NEW, i, j, library, new, ran, t, x, y
from theory.heads.multi_head import at_most
from theory.letters import m, n
from theory.stating.families import every, numbers, table, total
from theory.stating.operations import bracket, delta, exp, sqrt
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.terms import TermError, Variable, term
from theory.stating.variables import index, positive, real

REFUSED = NotImplementedError, StepError, EvidenceError, AssertionError
z = Variable("z", "integer")
OF = new(t="number")


def of(number, says):
    return states(equal(OF(number), says))


def refuses(said, code, why=None):
    with pytest.raises(REFUSED, match=why):
        ran(said, {"new": code})


def zeros(k):
    return k * (k - 1) * (k - 2) * (k - 3)


def one_where(t, here, one=1):
    return library(t).where(here, t * 0 + one, t * 0)


@pytest.mark.parametrize(
    ("number", "says", "code"),
    [
        (t, 2 * bracket(t, ">", 100), lambda t: (t > 100) + (t > 100)),  # NumPy's + is "or"
        (t, t * t * bracket(t, ">", 100), lambda t: _of_numbers(t)),
        (z, zeros(z), lambda k: library(k).astype(zeros(k), library(k).bool)),
        (z, zeros(z), lambda k: library(k).astype(library(k).any(zeros(k)), library(k).int64)),
        (z, zeros(z), lambda k: zeros(k) & (k * 0 + 1)),
    ],
)
def test_a_number_is_no_truth_and_a_truth_no_number(number, says, code):
    refuses(of(number, says), code, "truth|condition")


def _of_numbers(t):
    xp = library(t)
    return xp.where(xp.where(t > 100, t, 0 * t), t, 0 * t)


def test_truths_count_once_they_are_numbers():
    def twice(t):
        over = library(t).astype(t > 1, library(t).int64)
        return over + over

    assert ran(of(t, 2 * bracket(t, ">", 1)), {"new": twice})


def test_a_sum_of_truths_is_a_number_which_is_no_truth():
    counted = lambda t: library(t).sum((t > 100)[None])
    assert ran(of(t, bracket(t, ">", 100)), {"new": counted})
    refuses(of(t, bracket(t, ">", 100)), lambda t: one_where(t, counted(t)), "condition")


def test_a_truth_is_no_place():
    refuses(states(equal(NEW(x, i), x[1])), lambda x: x * 0 + x[x[0] > 100], "is no place")


def test_a_number_that_is_asked_for_its_truth_is_not_0():
    """Where it is 0, the code goes the other way."""
    u = real("u")
    pair = new(t="number", u="number")(t, u)
    assert ran(states(equal(pair, t)), {"new": lambda t, u: t * 1 if bool(t - u) else t + 0 * u})
    refuses(states(equal(pair, t)), lambda t, u: t * 1 if bool(t - u) else t + 1)


HALF = Fraction(9, 2)


@pytest.mark.parametrize(
    ("says", "code", "means"),
    [
        (at_most(sqrt(abs(z)), 2), lambda k: library(k).sqrt(abs(k)) < 3, (sqrt(abs(z)), 3)),
        (at_most(z + 1, term(HALF)), lambda k: k < HALF, (z, term(HALF))),
    ],
)
def test_only_between_whole_numbers_less_is_at_most_one_less(says, code, means):
    counted = lambda k: library(k).astype(code(k), library(k).int64)
    with pytest.raises(TermError, match="may be no whole number"):
        ran(of(z, says), {"new": counted})
    assert ran(of(z, bracket(means[0], "<", means[1])), {"new": counted})
    assert ran(of(z, at_most(z, 2)), {"new": lambda k: library(k).astype(k < 3, library(k).int64)})


def test_the_largest_of_whole_numbers_is_compared_as_it_stands():
    whole = numbers("t", n, domain="integer")
    least = lambda x: library(x).astype(library(x).max(x, axis=-1) < x, library(x).int64)
    assert ran(states(equal(NEW(whole, i), 0)), {"new": lambda x: least(x) * 0})
    refuses(states(equal(NEW(whole, i), 1)), least)


def _ends_at(k):
    """What x and y, one after the other, hold at a place that may be none."""
    own, other = index("p", n), index("q", n)
    first = total(every(own, entry=delta(k, own) * x[own]))
    return first + total(every(other, entry=delta(k, n + other) * y[other]))


def test_a_place_from_the_end_on_is_no_place():
    """NumPy gives the last entry at -1, and a formula that goes on to there gives another."""
    joined = lambda x, y, k: library(x).concat([x, y], axis=0)[k]
    at = new(x="family", y="family", k="number")
    refuses(states(equal(at(x, y, z), _ends_at(z + 1))), joined, "lies from 1 to")
    assert ran(
        states(equal(at(x, y, i), _ends_at(i))), {"new": lambda x, y, k: joined(x, y, k - 1)}
    )


def test_a_row_that_is_taken_is_there():
    rows = numbers("t", m, domain="integer")
    taken = new(x="family", t="family", i="index")
    row, halves = index("i", m), every(j, entry=j / 2)
    code = lambda x, t: library(x).take(x, t, axis=0)
    refuses(states(equal(taken(halves, rows, row), (rows[row] + 1) / 2)), code, "lies from 1 to")
    checked = lambda x, t: embed(t - 1, x[:, None])[:, 0]
    assert ran(states(equal(taken(halves, rows, row), rows[row] / 2)), {"new": checked})
    there = lambda x, t: code(x, library(t).arange(t.shape[0]) * 0 + library(t).arange(1)[0])
    assert ran(states(equal(taken(halves, rows, row), term(1) / 2)), {"new": there})


def test_before_the_first_place_stands_no_largest_one():
    def first(x):
        xp = library(x)
        best = xp.argmax(-xp.arange(x.shape[0]), axis=-1)
        return xp.where(best * 0 - 1 == best, x * 0 + 1, x * 0)

    downwards = table(every(j, entry=-(j - 1)))
    said = equal(NEW(x, i), is_first_largest(term(0), downwards))
    refuses(states(said), first, "place of a row")


def test_a_difference_is_no_opposite_of_a_truth():
    """What is taken turns round at 1 - κ alone."""
    assert not [*taken(t - z, False)]
    assert [*taken(1 - bracket(t, "<", z), False)] == [*taken(bracket(t, "<", z), True)]


def test_code_may_count_with_powers_of_sizes():
    said = states(equal(NEW(x, i), x[i] + n**4 - n))
    fourth = lambda size: size * size * size * size
    assert ran(said, {"new": lambda x: x + (fourth(x.shape[0]) - x.shape[0])})
    refuses(said, lambda x: x + fourth(x.shape[0]))


@pytest.mark.parametrize(
    ("number", "over", "says"),
    [
        (t, lambda t: t > 100, bracket(t, ">", 100)),
        (t, lambda t: t + 7 < -50, bracket(t + 7, "<", -50)),
        (z, lambda k: k > 40, at_most(41, z)),
    ],
)
def test_numbers_are_drawn_where_the_reading_turns(number, over, says):
    at_last = lambda t: one_where(t, over(t), 2 if isinstance(t, np.ndarray) else 1)
    refuses(of(number, says), at_last, "the reading")
    assert ran(of(number, says), {"new": lambda t: one_where(t, over(t))})


def test_numbers_are_drawn_where_a_path_parts():
    def asks(t):
        far = bool(t > 100)
        return t * (2 if far and isinstance(t, np.ndarray) else 1)

    refuses(of(t, t), asks, "the reading")


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (0, lambda t: one_where(t, library(t).isnan((t - 5) / (t - 5)))),
        (1, lambda t: one_where(t, library(t).isfinite(1 / (t - 5)))),
        (0, lambda t: one_where(t, library(t).isinf(1 / (t - 5)))),
        (0, lambda t: 0 * (1 / (t - 5))),
        (0, lambda t: 1 / (t - 5) - 1 / (t - 5)),
        (1, lambda t: one_where(t, library(t).log(abs(t)) == library(t).log(abs(t)))),
        (1, lambda t: one_where(t, (t - 5) / (t - 5) > 0)),
        (1, lambda t: t * 0 + 1 if bool(library(t).isfinite(1 / (t - 5))) else t * 0),
        (1, lambda t: t * 0 + 1 if bool(1 / (t - 5) > 0) else 1 + 0 * t),
    ],
)
def test_what_is_thrown_away_has_a_value(says, code):
    refuses(of(t, says), code)
    s = positive("t")
    fit = lambda t: code(t + 5)
    assert ran(of(s, says), {"new": fit})


def test_what_is_never_seen_both_ways_is_refused():
    """Where t exp(-t²) > 2 is 1, which is nowhere, nothing would be compared with NumPy."""
    bump = t * exp(-t * t)
    code = lambda t, least: one_where(t, t * library(t).exp(-t * t) > least)
    refuses(of(t, bracket(bump, ">", 2)), lambda t: code(t, 2), "was 0 at all random numbers")
    least = Fraction(1, 4)
    assert ran(of(t, bracket(bump, ">", term(least))), {"new": lambda t: code(t, least)})


def _clipped(x):
    y = x
    y += library(x).where(x > 6, 6 - x, 0 * x)
    return x * 1


def test_what_changes_in_place_is_not_read():
    refuses(states(equal(NEW(x, i), x[i])), _clipped, "in place")
    assert ran(states(equal(NEW(x, i), x[i])), {"new": lambda x: x * 1})


def test_what_numpy_is_given_stays_as_it_is():
    def changed(x):
        if isinstance(x, np.ndarray):
            x *= 2
        return x * 1

    with pytest.raises(ValueError, match="read-only"):
        ran(states(equal(NEW(x, i), x[i])), {"new": changed})
