"""Sums, signs, limits, picks and sizes that once had a value they do not have; a test a class."""

from fractions import Fraction

import pytest

from proofs.engine import evidence
from proofs.engine.at_case import fails_at
from proofs.engine.binding import begin
from proofs.engine.exchanging import exchange
from proofs.engine.squeezing import bounds
from proofs.engine.stated import saying
from proofs.rules import by_sign
from tests.suite.test_adversary import REFUSED, refused
from theory.letters import j, k, n
from theory.stating.existence import some
from theory.stating.families import every, numbers, total
from theory.stating.operations import (
    bracket,
    cos,
    delta,
    erf,
    exp,
    log,
    odd,
    pi,
    sin,
    slope,
    sqrt,
    tanh,
)
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import Permuted, Variable, term
from theory.stating.variables import index, positive, real, size

u, v, T = real("u"), real("v"), positive("T")
X, A, whole = numbers("x", n), numbers("a", n, n), numbers("t", n, domain="integer")
ZERO = cos(2 * pi / 7) + cos(4 * pi / 7) + cos(6 * pi / 7) + Fraction(1, 2)


def closes(said):
    begin(said).closes("").check()


def ran(said, cases):
    """Run an example on cases, with no code."""
    name, known = "decoder.worked-table", len(evidence.REGISTRY)
    evidence.exact_run(name, {}, at_numbers=True)(lambda: cases)
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == known
    with saying(name, said):
        return piece.run()


@pytest.mark.parametrize("divisor", [2, T])
def test_what_is_exchanged_keeps_what_it_is_divided_by(divisor):
    refused(lambda: begin(states(equal(u / divisor, u))).by(exchange, "").closes(""))
    rows, columns = total(every(j, k, entry=A[j, k])), total(every(k, j, entry=A[j, k]))
    begin(states(equal(rows / divisor, columns / divisor)), apart=True).by(exchange, "").closes(
        ""
    ).check()


def test_a_case_of_a_sign_does_not_hold_for_a_whole_sum():
    ones = total(every(j, entry=bracket(X[j], ">", 0)))
    said = states(equal((ones - n / term(2)) ** 2, n**2 / 4))
    refused(lambda: begin(said).by(by_sign, "").closes(""))
    one = bracket(u, ">", 0)
    said = states(equal((one - term(1) / 2) ** 2, term(1) / 4))
    begin(said).by(by_sign, "").closes("").check()


def test_a_bound_for_some_value_squeezes_nothing():
    def squeezed(said):
        for each in filter(None, bounds(said, 2, (0, 1))):
            each.closes("").check()

    limit = line(term(1), to(T, INFINITY), 0)
    chosen = states(line(0, "≤", term(1)), some(v, holds=line(term(1), "≤", v / T)), limit)
    with pytest.raises(REFUSED):
        squeezed(chosen)
    within = 1 / (1 + T)
    limit = line(within, to(T, INFINITY), 0)
    squeezed(states(line(0, "≤", within), line(within, "≤", 1 / T), limit))


def test_a_sum_picks_a_place_that_is_none_of_its_own():
    picked = lambda place, at: states(
        equal(total(every(j, entry=delta(j, place))), 1), given=line(1, "≤", whole[at], "≤", n)
    )
    refused(lambda: begin(picked(whole[j], k)).picks(""))
    begin(picked(whole[k], k)).picks("").check()


def test_a_sum_to_a_negative_number_is_empty():
    def said(domain):
        last = Variable("K", domain)
        return states(line(total(every(index("j", last), entry=exp(u * index("j", last)))) + last,
                           "≥", 0))  # fmt: skip

    refused(lambda: begin(said("integer"), turned=True).closes(""))
    begin(said("natural"), turned=True).closes("").check()


def test_a_slope_of_an_empty_sum_is_refuted_by_no_case():
    within = index("j", n - 2)
    summed = lambda entry: total(every(within, entry=entry))
    said = states(equal(slope(summed(u), u), summed(term(1))))
    with pytest.raises(REFUSED):
        fails_at(said, {n: 1, u: 0})
    wrong = states(equal(slope(summed(u), u), summed(term(2))))
    assert fails_at(wrong, {n: 4, u: 0})["left"] == "2"


def test_a_limit_of_an_empty_sum_is_refuted_by_no_case():
    within = index("j", n - 2)
    summed = lambda entry: total(every(within, entry=entry))
    with pytest.raises(REFUSED):
        fails_at(states(line(summed(1 + T), to(T, 0, "+"), summed(term(1)))), {n: 1})
    wrong = states(line(summed(1 + T), to(T, 0, "+"), summed(term(2))))
    assert fails_at(wrong, {n: 4})["left"] == "2"


def test_a_permutation_in_a_case_moves_the_places_that_there_are():
    moved = lambda factor: states(
        equal(total(every(j, entry=Permuted("sigma", j, n))), total(every(j, entry=factor * j)))
    )
    with pytest.raises(REFUSED):
        fails_at(moved(1), {n: 2, "sigma": (3, 1, 2)})
    assert fails_at(moved(2), {n: 2, "sigma": (2, 1)})["left"] == "3"


@pytest.mark.parametrize(
    ("jumps", "sign", "value"),
    [
        (odd(n) / n, to(n, INFINITY), 1),
        (delta(1 / T, u), to(T, INFINITY), delta(0, u)),
        (delta(T, u), to(T, 0, "+"), delta(0, u)),
    ],
)
def test_what_jumps_has_no_limit_that_is_its_value_there(jumps, sign, value):
    refused(lambda: begin(states(line(jumps, sign, value))).closes(""))


def test_what_jumps_elsewhere_stays_as_it_is_in_a_limit():
    closes(states(line(delta(u, v) + 1 / T, to(T, INFINITY), delta(u, v))))


@pytest.mark.parametrize("bent", [tanh, erf, sin])
@pytest.mark.parametrize("sign", ["<", ">"])
def test_what_is_zero_in_disguise_has_no_sign(bent, sign):
    refused(lambda: begin(states(line(bent(ZERO), sign, 0))).closes(""))
    beside = Fraction(1, 1000) if sign == ">" else -Fraction(1, 1000)
    closes(states(line(bent(term(beside)), sign, 0)))


@pytest.mark.parametrize("bent", [tanh, erf, sin])
def test_what_is_zero_in_disguise_is_not_refuted(bent):
    with pytest.raises(REFUSED):
        fails_at(states(equal(bent(ZERO), 0)), {})
    assert fails_at(states(equal(bent(term(Fraction(1, 1000))), 0)), {})["op"] == "="


@pytest.mark.parametrize(
    ("moves", "point", "value"),
    [
        (lambda x: exp(v), log, u),
        (lambda x: v * x, lambda x: 1 / x, 1),
        (lambda x: v**2, sqrt, u),
    ],
)
def test_a_limit_is_at_a_point_that_is_a_number(moves, point, value):
    said = lambda x: states(line(moves(x), to(v, point(x), "+"), x if value == u else value))
    refused(lambda: begin(said(u)).closes(""))
    closes(said(T))


@pytest.mark.parametrize("name", ["-1", "n - 1"])
def test_a_size_has_the_name_of_no_number_and_no_sum(name):
    refused(lambda: begin(states(line(size(name), "≥", 1))).closes(""))


def test_an_example_of_every_place_is_run_at_every_place():
    place = index("i", 3)
    first = equal(delta(place, 1), 1)
    with pytest.raises(REFUSED):
        ran(states(first), [{place: 1}])
    each = sum((delta(place, number) for number in (2, 3)), delta(place, 1))
    assert ran(states(equal(each, 1)), [{}]).entries == 3


@pytest.mark.parametrize(
    ("lead", "rest", "sign"),
    [
        (lambda c: c**2, 1 / T, to(T, INFINITY)),
        (abs, 1 / T, to(T, INFINITY)),
        (lambda c: sin(c * T) ** 2, T**4, to(T, 0, "+")),
        (lambda c: tanh(c * T) ** 2, T**4, to(T, 0, "+")),
        (lambda c: sin(c / T) ** 2, 1 / T**4, to(T, INFINITY)),
    ],
)
def test_what_may_be_zero_does_not_lead_in_a_limit(lead, rest, sign):
    share = lambda c: line(lead(c) / (lead(c) + rest), sign, 1)
    refused(lambda: begin(states(share(u))).closes(""))
    closes(states(share(positive("c"))))
