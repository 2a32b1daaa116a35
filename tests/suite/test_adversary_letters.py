"""What stands for what: values of more than a letter, and places of a sum outside of it."""

import ast

import pytest
from sympy import Rational

from atensi.judging.hands_off import reached_into
from proofs.engine import correction as corrections
from proofs.engine.binding import BindingError, begin
from proofs.engine.by_induction import halves
from proofs.engine.comparing import Notation, compared
from proofs.engine.size_runs import Read
from proofs.engine.witness import EvidenceError
from theory.letters import j, n
from theory.softmax.words import softmax
from theory.softmax.words import x as scores
from theory.stating.exact import Case
from theory.stating.families import every, numbers, total
from theory.stating.known_digits import CaseError
from theory.stating.operations import slope, sqrt
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import ONE, TermError, Total, Variable, bound, term
from theory.stating.variables import index, positive, real

pytestmark = pytest.mark.meta

U, V, W, T = real("u"), real("v"), real("w"), positive("T")
X, Y, K = numbers("x", n), numbers("y", n), Variable("K", "natural")
SPREAD = total(every(j, entry=2 * X[j] * (Y[j] - total(Y) / n)))
MOVES = {  # of what a term stands for, nothing would be seen to move
    "with a slope": (equal(slope(U * V, U), 0), {U * V: W}),
    "with a limit": (line((T * V) ** 2 / T, to(T, INFINITY), 0), {T * V: W}),
    "with a limit, beside a number": (line((T + 1) / T, to(T, INFINITY), 0), {T + 1: W}),
    "with a sum": (equal(SPREAD, 0), {SPREAD.body.given[0]: W}),
}


@pytest.mark.parametrize("name", MOVES)
def test_nothing_stands_for_more_than_a_letter(name):
    false, let = MOVES[name]
    with pytest.raises(BindingError, match="is no letter"):
        begin(states(false), let=let)


def test_no_value_speaks_of_a_place_that_a_sum_binds():
    summed = total(every(j, entry=X[j] * Y[j]))
    false = states(equal(summed, V * total(Y)))
    with pytest.raises(BindingError, match="a place that a sum binds"):
        begin(false, let={V: X[summed.bound]})


def test_no_lemma_is_cited_at_a_place_that_a_sum_binds():
    false = states(equal(SPREAD, 0))
    with pytest.raises(BindingError, match="a place that a sum binds"):
        begin(false).cites(
            "softmax.rows-sum-to-one", "so", at={scores: every(j, entry=X[SPREAD.bound])}
        )


def test_no_induction_runs_over_a_place_that_a_sum_binds():
    summed = total(every(index("q", n + 1), entry=ONE))
    before = index("p", n)
    with pytest.raises(BindingError, match="bound by a sum"):
        halves(states(equal(summed, n + 1)), 0, summed.bound, before)


@pytest.mark.parametrize(
    "values", [{U: 1, V: 2, U * V: 7}, {U: 1, X: (2, 3), X[1]: 9}, {sqrt(2): Rational(1, 2)}]
)
def test_a_case_gives_values_to_letters_alone(values):
    with pytest.raises(CaseError, match="no letter"):
        Case(values)


def test_a_family_and_its_length_are_told_once():
    assert Case({X: (2, 3), n: 2}).values[n] == 2
    with pytest.raises(CaseError, match="n is 3"):
        Case({X: (2, 3), n: 3})


def test_a_sum_stands_in_no_sum_over_the_same_place():
    b = bound("b", n)
    with pytest.raises(TermError, match="the same place"):
        states(equal(Total(b, X[b] * Total(b, X[b])), 0))


def test_a_place_of_a_sum_stands_in_it_alone():
    with pytest.raises(TermError, match="outside of it"):
        states(equal(X[total(X).bound], 0))


@pytest.mark.parametrize("last", [K + 1, K + 2])
def test_no_place_runs_as_far_as_what_moves(last):
    place = index("i", last)
    with pytest.raises(TermError, match="no such end"):
        states(line(place / (K + 1), to(K, INFINITY), 0))


def test_products_in_a_slope_are_not_counted_as_none():
    with pytest.raises(EvidenceError, match="is not read"):
        Read({}, {}, counting=True).axes(slope(total(every(j, entry=U * X[j])), U), ())


def test_a_correction_has_no_slips():
    with pytest.raises(EvidenceError, match="as it stands"):
        corrections.correction("001:48", "softmax.rows-sum-to-one", {}, but={"= 2": "= 1"})


@pytest.mark.parametrize(
    ("printed", "claim", "letters", "instance"),
    [
        ("\\sum \\alpha = 2", equal(total(softmax(scores)), 1), {}, {ONE: term(2)}),
        (r"\sqrt{u^2} = u", equal(sqrt(T**2), T), {"u": U}, {T: U}),
        (r"u n = u n", equal(U * n, U * n), {"u": U, "n": n}, {n: U}),
    ],
)
def test_a_letter_stands_for_what_its_domain_has(printed, claim, letters, instance):
    with pytest.raises(EvidenceError, match=r"no letter|nothing shows"):
        compared(printed, states(claim), 0, letters, Notation(instance=instance))


@pytest.mark.parametrize(
    "source",
    [
        "from theory.stating.relations import Line\nmade = Line(links, when=so)",
        "from theory.stating.terms import Word as W\nmade = W('f', domain='positive')",
        "import theory.stating.terms as terms\nmade = terms.Index('j', T)",
    ],
)
def test_a_chapter_makes_no_statement_by_hand(source):
    assert list(reached_into([*ast.walk(ast.parse(source))]))
