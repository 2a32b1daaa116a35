"""What parameters, zeros in disguise and other chains hide: false statements once came through."""

import pytest
import sympy as sp

from impl.softmax import softmax
from proofs.engine import exact_runs
from proofs.engine.at_case import At, fails_at
from proofs.engine.binding import begin
from proofs.engine.contrary import Never, refuted
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from tests.suite.test_adversary import REFUSED, refused
from theory.letters import i, m, n
from theory.softmax.words import computed_softmax, x
from theory.softmax.words import softmax as said_softmax
from theory.stating.existence import some
from theory.stating.families import every, total
from theory.stating.operations import bracket, cos, delta, exp, log, sin, sqrt, tanh
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import TermError, term
from theory.stating.variables import index, positive, real

a, b, s, T = positive("a"), positive("b"), positive("s"), positive("T")
c, t, p, r = real("c"), real("t"), real("p"), real("r")
ZERO = log(term(4)) - 2 * log(term(2))  # a zero in disguise
LEMMA, EXAMPLE = "softmax.rows-sum-to-one", "softmax.definition"


def limit(whole, point, end, side="+"):
    return begin(states(line(whole, to(*point, *([] if point[1] == INFINITY else [side])), end)))


@pytest.mark.parametrize(
    ("whole", "point", "end"),
    [
        (exp(s * a) / (exp(s * a) + exp(s * b)), (s, INFINITY), 0),  # 1/2 at a = b
        (exp(p / T) / (exp(p / T) + exp(r / T)), (T, 0), 0),
        (T * log(exp(p / T) + exp(r / T)), (T, 0), r),
        (T**p / (T + T**p), (T, INFINITY), 0),
        (exp(T * n) / (exp(T * m) + exp(T * n)), (T, INFINITY), 1),
        (exp(exp(T * r) / 2) * exp(-exp(T * p)), (T, INFINITY), 0),
    ],
)
def test_of_two_terms_neither_is_taken_to_lead(whole, point, end):
    refused(lambda: limit(whole, point, end).closes(""))


@pytest.mark.parametrize(
    "u", [(exp(t * s) - 1) ** 2, (cos(t * s) - 1) ** 2, (exp(t * s) - exp(-t * s)) ** 2]
)
def test_a_factor_of_terms_that_cancel_may_be_0(u):
    """Where t = 0, u is 0, and not of the order of s²."""
    refused(lambda: limit(u / (s**5 + u), (s, 0), 1).closes(""))


def test_a_limit_in_which_it_is_known_what_leads_is_taken():
    limit(exp(s * a) / (exp(s * a) + exp(2 * s * a)), (s, INFINITY), 0).closes("").check()
    limit(exp(-a / T) / (1 + exp(-a / T)), (T, 0), 0).closes("").check()
    limit((exp(a * s) - 1) / s, (s, 0), a).closes("").check()


def test_a_lemma_has_no_say_where_its_condition_has_no_value():
    known = states(equal(bracket(c, ">", 0), 1), given=line(sqrt(c), "≠", 0))
    with saying(LEMMA, known):
        said = states(equal(bracket(-1 - t**2, ">", 0), 1))
        refused(lambda: begin(said).cites(LEMMA, "", {c: -1 - t**2}))


@pytest.mark.parametrize(
    "said",
    [
        lambda: equal(bracket(sin(ZERO), "<", 0), 1),
        lambda: equal(delta(sin(ZERO), 0), 0),
        lambda: equal(bracket(tanh(ZERO), "=", 0), 0),
        lambda: line(s ** sin(ZERO), to(s, INFINITY), 0),
        lambda: line(tanh(-T * sin(ZERO)), to(T, INFINITY), 1),
    ],
)
def test_nothing_is_decided_by_a_zero_in_disguise(said):
    with pytest.raises((*REFUSED, TermError)):
        begin(states(said())).closes("").check()


@pytest.mark.parametrize(
    "said",
    [
        lambda: line(s ** sin(ZERO), to(s, INFINITY), 1),
        lambda: line(tanh(T * sin(ZERO)), to(T, INFINITY), 0),
    ],
)
def test_nothing_is_refuted_by_a_zero_in_disguise(said):
    with pytest.raises(EvidenceError):
        fails_at(states(said()), At({}))


def test_a_case_tells_a_zero_in_disguise_from_a_number():
    holds = states(equal(delta(sin(t), 0), 1), given=equal(t, 0))
    for zero in (0, sp.log(4) - 2 * sp.log(2)):
        with pytest.raises(EvidenceError):
            fails_at(holds, At({t: zero}))


def test_the_opposite_is_shown_by_the_chain_that_was_given():
    other = states(line(t**2, "≥", 0))
    there = states(some(t, holds=line(t, ">", 0)))
    with pytest.raises(EvidenceError, match="another chain"):
        refuted(there, Never(lambda chain: begin(other).closes("a square")))


def run(claim, said, code, cases):
    with saying(claim, states(said)):
        return exact_runs.run(claim, 0, code, cases, False)


def test_a_few_sizes_define_no_word_that_has_a_formula():
    few = (1 + (n - 2) * (n - 3)) * exp(x[i]) / total(x.map(exp))  # softmax for n = 2 and n = 3
    cases = [{x: [1, 2]}, {x: [1, 3, 2]}]
    with pytest.raises(EvidenceError, match="is not"):
        run(EXAMPLE, equal(said_softmax(x)[i], few), {"softmax": softmax}, cases)


def test_an_exact_run_is_of_no_number_in_floats():
    halves = every(index("j", term(2)), entry=term(1) / 2)
    for said, code in (
        (equal(computed_softmax(x)[i], said_softmax(x)[i]), softmax),
        (equal(computed_softmax(halves)[1], term(9) / 2), lambda row: 9 * softmax(row)),
    ):
        with pytest.raises(EvidenceError, match="a number in floats"):
            run(EXAMPLE, said, {"computed_softmax": code}, [{x: [1, 2]}, {x: [1, 3, 2]}])
