"""One place for all, one order for two, a name for an operation: false statements came through."""

import pytest
from sympy.printing.latex import modifier_dict

from proofs.engine.at_case import fails_at
from proofs.engine.binding import begin
from proofs.engine.enough_cases import all_cases_must_be_run
from proofs.rules import reindex
from tests.suite.test_adversary import REFUSED, refused
from tests.suite.test_adversary_lemmas import cited
from theory.letters import i, j, k, m, n
from theory.stating.existence import some
from theory.stating.families import Family, every, numbers, total
from theory.stating.in_range import out_of_range
from theory.stating.latex import latex
from theory.stating.named import MARKS
from theory.stating.names import printed_alike
from theory.stating.operations import delta, exp, larger
from theory.stating.printed import printed
from theory.stating.relations import INFINITY, equal, line, to, without
from theory.stating.statements import Hypothesis, states
from theory.stating.terms import Permuted, TermError, Variable, term
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import letter, word

a, b, u, T = real("a"), real("b"), real("u"), positive("T")
V, X, Y = numbers("v", n), numbers("x", n), numbers("y", n)
tokens, of_m = numbers("t", n, domain="integer"), index("c", m)


def test_one_place_is_not_given_two_values():
    """Where k is i, v_i would be 1 and 0."""
    small = states(some(V, holds=line(total(V**2), "<", V[i] ** 2)))
    refused(lambda: begin(small, let={V[i]: 1, V[k]: 0}))
    two = states(some(V, holds=equal(V[2] - V[1], 1)))
    begin(two, let={V[1]: 0, V[2]: 1}).closes("").check()


def test_a_token_of_a_vocabulary_says_nothing_of_the_others():
    picks = lambda **given: begin(
        states(equal(total(every(j, of_m, entry=delta(tokens[j], of_m))), n), **given)
    ).picks("")
    refused(lambda: picks(given=line(1, "≤", tokens[1], "≤", m)).closes(""))
    picks(given=line(1, "≤", tokens[k], "≤", m)).closes("").check()


def test_an_order_of_all_is_none_of_the_first():
    """At n = 2 and m = 1 the two places may be exchanged."""
    known, first = states(equal(total(X.permuted()), total(X))), index("j", m)
    of = lambda last: states(
        equal(total(every(first, entry=Y[Permuted("sigma", first, last)])),
              total(every(first, entry=Y[first]))),
        given=line(m, "≤", n),
    )  # fmt: skip
    at = {X: every(first, entry=Y[first])}
    refused(lambda: cited(known, of(n), at).closes(""))
    cited(known, of(m), at).closes("").check()


def test_two_orders_have_two_names():
    other = numbers("z", m)
    said = lambda name: states(
        equal(total(X.permuted()) + 0 * other[Permuted(name, index("r", m), m)], total(X))
    )
    assert printed_alike(said("sigma")) == [r"\sigma"]
    assert not printed_alike(said("tau"))
    begin(said("tau")).by(reindex, "").closes("").check()


def test_a_number_is_not_called_as_an_order_is():
    assert printed_alike(states(equal(total(X.permuted("f")) * real("f"), 0))) == ["f"]


def test_a_limit_where_something_bends_is_left_alone():
    """SymPy says that max(T - 1, 0)/(T - 1) comes near 1 from below."""
    bends = larger(T - 1, 0) / (T - 1)
    to_one = lambda value: states(line(bends, to(T, 1, "-"), value), given=line(T, "≠", 1))
    refused(lambda: begin(to_one(1)).closes(""))
    with pytest.raises(REFUSED):
        fails_at(to_one(0), {})


def test_a_limit_over_a_size_moves_no_place_and_no_family():
    for whole in (exp(i - n), X[i] / n, total(X) / n, letter("S", total(X)) / n):
        with pytest.raises(TermError, match="in a limit over n"):
            states(line(whole, to(n, INFINITY), 0))
    states(line(u / n, to(n, INFINITY), 0))


def test_endings_that_print_as_signs_are_no_names():
    assert {*MARKS} == {*modifier_dict} - {"hat"}


@pytest.mark.parametrize("name", ["x^2", "x^2_1", "xabs", "xnorm_1", "xprime", "Wbar"])
def test_a_name_is_printed_as_a_name(name):
    with pytest.raises(TermError):
        states(equal(Variable(name), 0))


@pytest.mark.parametrize(
    "whole",
    [
        Variable("e^x"),
        Variable("q^n") * n,
        Variable("x^T") * T,
        numbers("x^T", n)[i] * T,
        Variable("ab") - a * b,
    ],
    ids=latex,
)
def test_a_name_is_no_operation(whole):
    assert printed_alike(states(equal(whole, 0)))


def test_a_name_may_have_letters_and_indices():
    for each in (Variable("d_ff"), Variable("PE"), numbers("W^Q", n)[i], Variable("xhat")):
        assert not printed_alike(states(equal(each, a * b)))


@pytest.mark.parametrize("tex", ["{x} - {y}", "-{x}", "{x} + 1", "{x} = {y}"])
def test_a_notation_holds_together(tex):
    """2 (u - p), printed 2 u - p, would be said of another number."""
    with pytest.raises(TermError, match="outside of brackets"):
        word(tex)
    for kept in (rf"\left({tex}\right)", rf"\lVert {tex} \rVert", r"\varphi_+({x})", "e^{{-{x}}}"):
        word(kept)


def test_a_condition_is_one_on_either_value_of_what_nothing_depends_on():
    """Where the sum is 1, it depends on nothing."""
    said = states(without(total(X), X), given=equal(total(X), 1))
    assert printed(said).count("= 1") == 2
    with pytest.raises(REFUSED):
        fails_at(said, {X: (1, 0), numbers("x'", n): (2, 0)})
    assert "T' > 0" in printed(states(without(T, T)))
    with pytest.raises(TermError, match="a hypothesis on what"):
        states(without(total(X), X), hypotheses={"one": Hypothesis("it is 1", equal(total(X), 1))})


def test_a_place_that_one_condition_keeps_in_range_keeps_no_other():
    E = numbers("E", m)
    at = lambda place: line(1, "≤", tokens[place], "≤", m)
    everywhere = total(every(j, entry=E[tokens[j]])) + X[i]
    assert out_of_range(states(equal(everywhere, 0), given=at(i)))
    assert not out_of_range(states(equal(everywhere, 0), given=at(k)))
    assert not out_of_range(states(equal(E[tokens[i]], 0), given=at(i)))


def test_an_example_hides_no_order_in_a_letter():
    two = term(2)
    hidden = letter("X", Family(lambda place: Permuted("sigma", place, two), (two,), ("i",)))
    said = states(equal(hidden[index("r", two)], 1))
    with pytest.raises(REFUSED, match="an order of places"):
        all_cases_must_be_run(said, 0, [{}])
