"""Of which place a supposition speaks: false statements that once came through, a test a class."""

import pytest
from sympy import Rational

from proofs.engine import lemma
from proofs.engine.binding import BindingError, begin
from proofs.engine.cases import failure
from proofs.engine.derivation import StepError
from proofs.engine.duties import duties, relation
from proofs.engine.inhabited import alike
from proofs.engine.squeezing import bounds
from theory.letters import i, j, k, m, n
from theory.softmax.words import computed_softmax
from theory.stating.exact import Case, UndefinedError
from theory.stating.existence import some
from theory.stating.families import every, numbers, total
from theory.stating.in_range import out_of_range
from theory.stating.known_digits import CaseError
from theory.stating.operations import bracket, delta
from theory.stating.printed import said as printed_line
from theory.stating.relations import INFINITY, equal, exactly, line, to
from theory.stating.statements import states
from theory.stating.terms import Permuted
from theory.stating.variables import index, positive, real

X, T, U = numbers("x", n), positive("T"), real("u")
SOFT = computed_softmax(X)
EVERYWHERE = r"\left(\forall\, j:\ x_{j} > 0\right) \implies"


def test_what_a_lemma_supposes_everywhere_is_not_met_at_one_place(monkeypatch):
    """Its statement speaks of a place j, too, but not in the relation that supposes something."""
    true = states(line(X[j] ** 2, "≥", 0), line(total(X), ">", 0, when=line(X[j], ">", 0)))
    monkeypatch.setattr(lemma, "stated", lambda name: true)
    false = states(line(total(X) + X[j] - X[j], ">", 0), given=line(X[j], ">", 0))
    assert failure(false, {X: (1, -5), j: 1})
    with pytest.raises(BindingError, match="nothing shows"):
        begin(false).cites("", "here one is positive", duty=1)


def test_relations_of_a_line_suppose_something_of_the_same_places():
    false = states(line(0 * X[j], "=", 0, "<", total(X), when=line(X[j], ">", 0)))
    assert failure(false, {X: (1, -5), j: 1}).link.sign == "<"
    with pytest.raises(StepError):
        begin(false, 1).closes("all are positive").check()
    with pytest.raises(CaseError, match="holds at this case"):
        failure(states(line(total(X), ">", 0, when=line(X[j], ">", 0))), {X: (1, -5), j: 1})


def test_what_is_met_at_one_place_is_not_met_everywhere():
    sign, below = line(X[j], ">", 0), line(total(X), "<", 0)
    said = states(line(X[j] ** 2, ">", 0, when=(sign, below)),
                  line(total(X), ">", 17, when=(sign, below)))  # fmt: skip
    assert alike(said, 0) == (0,) and alike(said, 1) == (1,)


def test_a_bound_supposes_what_the_limit_does():
    when = line(X[j], ">", 0)
    said = states(
        line(X[j] - X[j] + total(X) / T, to(T, INFINITY), X[j] - X[j], when=when),
        line(0, "≤", total(X) / T, when=when),
        line(total(X) / T, to(T, INFINITY), X[j] - X[j], when=when),
    )
    with pytest.raises(BindingError):
        bounds(said, 2, (1, 1))
    assert duties(said)[1].supposes != duties(said)[2].supposes


@pytest.mark.parametrize(
    ("each", "begins"),
    [
        (line(total(X), ">", 0, when=line(X[j], ">", 0)), EVERYWHERE),
        (some(T, holds=line(total(X), ">", T, when=line(X[j], ">", 0))), EVERYWHERE),
        (line(X[j], ">", T, when=line(X[j], ">", 0)), r"x_{j} > 0 \implies"),
        (line(X[k], ">", 0, "<", X[j], when=line(X[j], ">", 0)), r"x_{j} > 0 \implies"),
    ],
)
def test_what_is_supposed_everywhere_is_printed_so(each, begins):
    """x_j > 0 ⟹ Σ x > 0 is read of each j alone, and false of it."""
    assert printed_line(each).startswith(begins)


def test_a_relation_is_printed_with_the_places_that_it_supposes():
    left, _ = duties(states(exactly(line(X[j], ">", 0), line(total(X), ">", 0))))
    assert relation(left).startswith(r"x_{j} > 0 \implies")
    first, second = duties(states(line(X[j], "=", 0, "<", total(X), when=equal(X[j], 1))))
    assert relation(first).startswith("x_{j} = 1") and relation(second).startswith("x_{j} = 1")


row = index("i", m)
ONES = total(every(j, entry=delta(row, j)))  # 1 where i ≤ n, else 0
t, u, Y = real("t"), real("u"), numbers("Y", m)


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        (states(equal(ONES, 1)), lambda chain: chain.cites("", "", {t: ONES, u: 1})),
        (
            states(equal(t * Y[row], Y[row]), given=equal(t, ONES)),
            lambda chain: chain.given("", t, 1, "x"),
        ),
        (states(equal(bracket(ONES, "=", 1) * Y[row], Y[row])), lambda chain: chain.decides("")),
        (states(equal(t / t * Y[row], Y[row]), given=line(t, "≥", ONES)), lambda chain: chain),
    ],
    ids=["cites", "given", "decides", "divides"],
)
def test_an_index_runs_no_farther_than_the_statement_says(said, steps, monkeypatch):
    """i ends at m, whatever another chapter's i does: the sum over j ≤ n of δ_ij may be 0."""
    true = states(equal(t, u), given=equal(t, u))
    monkeypatch.setattr(lemma, "stated", lambda name: true)
    with pytest.raises((BindingError, StepError)):
        steps(begin(said)).closes("").check()


@pytest.mark.parametrize(
    "place", [Permuted("sigma", i - 1, n), X[Permuted("sigma", i + 1, n)], X[U], SOFT[i + 1]]
)
def test_a_place_that_may_be_none_is_named(place):
    said = states(line(place, "≠", Permuted("sigma", n, n)), given=line(1, "≤", U, "≤", n))
    assert out_of_range(said)


@pytest.mark.parametrize("where", [0, 3, Rational(3, 2)])
def test_beyond_the_ends_and_between_places_nothing_has_a_value(where):
    """Python's last entry stands at -1, and `int` makes 3/2 a whole number."""
    case = Case({n: 2, U: where, "sigma": (1, 2), X: (1, 2)})
    for term in (Permuted("sigma", U, n), X[U]):
        with pytest.raises((CaseError, UndefinedError), match=f"place {where}|has no value"):
            case.value(term)
    with pytest.raises(UndefinedError, match="place"):
        Case({n: 2, U: where, X: (1, 2)}, {"computed_softmax": lambda x: x}).value(SOFT[U])
    assert case.value(Permuted("sigma", n, n)) == 2
