"""What is proved of some values, cited at others: false statements that once came through."""

import pytest

from proofs.engine.binding import begin
from proofs.engine.by_induction import halves
from proofs.engine.stated import saying
from tests.suite.test_adversary import refused
from theory.letters import j, k, l, m, n
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log, slope, sqrt
from theory.stating.relations import equal, line, without
from theory.stating.statements import states
from theory.stating.terms import Variable, term
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import letter

LEMMA = "softmax.rows-sum-to-one"  # a name by which a test cites what it takes as known
u, v, T = real("u"), real("v"), positive("T")
X, Y, P = numbers("x", n), numbers("y", n), numbers("p", n, domain="positive")
ALL = line(total(X), ">", 0)


def cited(known, said, at=None, **view):
    """Return the chain of a statement that begins by citing another one."""
    with saying(LEMMA, known):
        return begin(said, **view).cites(LEMMA, "", at)


@pytest.mark.parametrize(
    ("known", "value", "sign"),
    [
        (line(exp(u), ">", 0), log, ">"),
        (line(u**2, "≥", 0), sqrt, "≥"),
    ],
)
def test_a_lemma_has_no_say_at_values_that_are_undefined(known, value, sign):
    refused(lambda: cited(states(known), states(line(v, sign, 0)), {u: value(v)}))
    cited(states(known), states(line(T, sign, 0)), {u: value(T)}).check()


def test_a_lemma_has_no_say_of_families_that_are_undefined():
    known = states(line(total(X.map(exp)), ">", 0))
    refused(lambda: cited(known, states(line(total(Y), ">", 0)), {X: Y.map(log)}))
    cited(known, states(line(total(P), ">", 0)), {X: P.map(log)}).check()


def test_a_lemma_is_no_fact_at_values_that_are_undefined():
    def chain(x):
        other = "softmax.half-lipschitz"
        with (
            saying(LEMMA, states(line(exp(u), ">", 0))),
            saying(other, states(equal(abs(u), u), given=line(u, ">", 0))),
        ):
            begun = begin(states(equal(abs(x), x))).knows(LEMMA, {u: log(x)})
            return begun.cites(other, "", {u: x}).closes("")

    refused(lambda: chain(v))
    chain(total(P)).check()


def test_what_does_not_depend_on_a_variable_is_one_at_any_two_values():
    refused(lambda: begin(states(without(u**2, u)), let={u: Variable("u'") * 1}).closes(""))
    begin(states(without(u - u + v, u))).closes("").check()


def test_a_condition_on_every_place_is_not_met_at_the_place_that_is_chosen():
    known = states(ALL, given=line(X[j], ">", 0))
    refused(lambda: cited(known, states(ALL, given=line(X[1], ">", 0)), {j: 1}))
    cited(known, known).check()
    square = lambda place: states(line(X[place] ** 2, ">", 0), given=line(X[place], ">", 0))
    cited(square(j), square(1), {j: 1}).check()


def test_a_condition_on_every_place_is_one_where_a_letter_hides_the_place():
    known = states(line(total(X), "≥", 0), given=line(letter("E", X[j]) + j - j, "≥", 0))
    said = states(line(total(X) + X[j] - X[j], "≥", 0), given=line(X[j], "≥", 0))
    refused(lambda: cited(known, said))
    cited(known, states(line(total(X), "≥", 0), given=line(X[j], "≥", 0))).check()


def test_a_slope_is_cited_at_no_variable_that_it_is_by():
    known = states(equal(slope(u * v, u), v))
    refused(lambda: cited(known, states(equal(slope(u * u, u), u)), {v: u}))
    cited(known, states(equal(slope(u * T, u), T)), {v: T}).check()


def test_a_condition_on_the_places_of_an_empty_range_says_nothing():
    said = lambda place: states(equal(v, 0), given=equal(v + place - place, 0))
    fewer = index("j", n - 1)
    refused(lambda: begin(said(fewer)).given("", v + fewer - fewer, 0, ""))
    begin(said(j)).given("", v + j - j, 0, "").check()


@pytest.mark.parametrize("last", [Variable("K", "natural"), n])
def test_a_value_has_no_place_of_an_empty_range(last):
    place, other = index("i", last), index("j", last)
    picked = total(every(other, entry=delta(place, other)))
    said = states(line(total(every(other, entry=term(1))) + v - v, "≥", 1))
    let = {v: real("w") + place - place}
    chain = lambda: begin(said, let=let).at_least(picked, "").closes("")
    if last == n:
        chain().check()
    else:
        refused(chain)


@pytest.mark.parametrize("values", [{u: X[j], v: X[k]}, {u: T, v: letter("E", T)}])
def test_a_slope_is_cited_at_values_that_move_apart(values):
    """There may be one place for both, and E may be T."""
    known = states(equal(slope(u * v, u), v))
    one, other = values.values()
    refused(lambda: cited(known, states(equal(slope(one * other, one), other)), values))
    cited(known, states(equal(slope(X[j] * T, X[j]), T)), {u: X[j], v: T}).check()


def test_induction_moves_a_place_that_a_letter_hides():
    layers, C = numbers("a", m + 1, n), numbers("c", n)
    over, before = index("i", m + 1), index("b", m)
    step = total(every(j, entry=layers[before, j])) / n
    given = (equal(layers[1, l], C[l]), equal(layers[before + 1, l], step))

    def then(last):
        _, chain = halves(states(equal(layers[over, k], last), given=given), 0, over, before)
        chain.given("", layers[before + 1, l], step, "")
        return chain.given("", layers[before, index("r", n)], last, "").closes("")

    refused(lambda: then(C[k]))
    refused(lambda: then(letter("E", C[k])))
