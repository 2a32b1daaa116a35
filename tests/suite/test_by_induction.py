"""Induction over a place: what it shows, and what it refuses."""

import pytest

from proofs.engine.binding import BindingError, begin
from proofs.engine.by_induction import halves
from proofs.engine.derivation import StepError
from theory.letters import N, i, n
from theory.stating.families import Family, numbers, total
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import word

X, Y, x = numbers("X", N + 1), numbers("Y", N + 1), numbers("x", n)
r, s, t = index("r", N), index("s", N + 1), index("t", N + 1)


def doubling(*said, given=()):
    """Return a statement on a sequence in which each number is twice the one before."""
    return states(*said, given=(equal(X[r + 1], 2 * X[r]), *given))


POSITIVE = doubling(line(X[s], ">", 0), given=(line(X[1], ">", 0),))
TWICE = {X[r + 1]: 2 * X[r]}


def test_the_next_place_follows_from_the_one_before():
    statement = doubling(
        equal(Y[s], 3 * X[s]), given=(equal(Y[r + 1], 2 * Y[r]), equal(Y[1], 3 * X[1]))
    )
    start, after = halves(statement, 0, s, r, ({}, TWICE))
    start.given("", Y[1], 3 * X[1], "is said").equals(X[1] + 2 * X[1], "").closes("").check()
    after.given("", Y[r + 1], 2 * Y[r], "is said").given("", Y[r], 3 * X[r], "is supposed")
    after.closes("six times is six times").check()


def test_a_wrong_start_is_refused():
    start, _ = halves(doubling(line(X[s], ">", 1), given=(line(X[1], ">", 0),)), 0, s, r)
    with pytest.raises(StepError):
        start.closes("nothing says that it is more").check()


def test_a_wrong_step_is_refused():
    falling = doubling(line(X[s], "<", 1), given=(line(X[1], "<", 1),))
    _, after = halves(falling, 0, s, r, ({}, TWICE))
    with pytest.raises(StepError):
        after.closes("twice as much may be more").check()


@pytest.mark.parametrize(
    ("statement", "over", "before", "says"),
    [
        (POSITIVE, s, index("q", N + 1), "one place more"),
        (POSITIVE, s, s, "one place more"),
        (doubling(line(X[s], ">", 0), given=(line(X[s], ">", 0),)), s, r, "speaks of s"),
        (doubling(line(X[s], ">", 0, when=line(X[s], ">", 1))), s, r, "speaks of s"),
    ],
)
def test_what_is_no_induction_is_refused(statement, over, before, says):
    with pytest.raises(BindingError, match=says):
        halves(statement, 0, over, before)


def test_the_relation_is_supposed_at_the_place_before_only():
    _, after = halves(POSITIVE, 0, s, r)
    with pytest.raises(StepError):
        after.closes("as it is what was supposed").check()  # that was X_r > 0
    _, after = halves(POSITIVE, 0, s, r)
    with pytest.raises(StepError, match="does not say"):
        after.given("", X[r + 1], X[r], "they are the same")


@word(r"\operatorname{{root}}({x})_{{{i}}}", i="x")
def root(x: Family, i):
    """A word that needs something."""
    return x[i] / total(x)


def test_a_closed_word_still_needs_what_it_is_made_of():
    statement = states(equal(root(x)[i] + 1, 1 + root(x)[i]))
    with pytest.raises(StepError, match="nothing shows"):
        begin(statement, closed=("root",)).equals(1 + root(x)[i], "the sum, turned").check()
    fit = states(equal(root(x)[i] + 1, 1 + root(x)[i]), given=line(total(x), ">", 0))
    assert begin(fit, closed=("root",)).start


def test_nothing_is_known_of_a_closed_word():
    statement = states(equal(total(root(x)), 1), given=line(total(x), ">", 0))
    with pytest.raises(StepError):
        begin(statement, closed=("root",)).closes("its sum is 1").check()


def test_a_value_for_some_places_is_none_for_all():
    statement = states(equal(X[s] + 0, 0), given=(equal(X[r], 0),))
    with pytest.raises(StepError):
        begin(statement, let={X[r]: 0}).closes("X_{N + 1} is left").check()


def test_an_earlier_relation_comes_before():
    statement = states(equal(x[i] + x[i], 2 * x[i]), equal(4 * x[i], 2 * x[i] + 2 * x[i]))
    with pytest.raises(StepError, match="does not come before"):
        begin(statement, 0).earlier(1, "that is shown later")
