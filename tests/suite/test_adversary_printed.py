"""Statements that once printed as others, one test for a class."""

import pytest

from proofs.engine.normal_form import is_zero
from theory.heads.multi_head import product
from theory.letters import i, k, m, n
from theory.softmax.words import softmax
from theory.stating.families import Family, numbers, total
from theory.stating.names import printed_alike
from theory.stating.operations import exp, slope
from theory.stating.printed import definitions, printed
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.symbolic import symbolic
from theory.stating.terms import Entry, Operation, Variable
from theory.stating.uniform import depends_on_form
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter, word

x, y, X = real("x"), real("y"), numbers("x", n)

one, first, long = index("i", 1), index("i", 2), numbers("x", n, domain="nonnegative")


@word(r"g({t})")
def of_letters(t):
    return t if isinstance(t, Variable) else t + 1


@word(r"f({x})_{{{i}}}", i="x")
def of_bare_rows(x: Family, i):
    return x[i] if x[i] == X[i] else 2 * x[i]


@word(r"h({x})")
def of_long_sums(x: Family):
    return total(x) if isinstance(x[i], Entry) else Operation("abs", (total(x),))


@pytest.mark.parametrize(
    ("of_one", "of_another"),
    [
        (equal(of_letters(x), x), equal(of_letters(2 * y), 2 * y + 1)),
        (equal(of_bare_rows(X)[i], X[i]), equal(of_bare_rows(-X)[i], -2 * X[i])),
        (equal(of_long_sums(X), total(X)), equal(of_long_sums(-X), abs(total(-X)))),
    ],
)
def test_a_word_means_one_thing_whatever_it_is_applied_to(of_one, of_another):
    """The page has the first definition alone, by which the other relation is false."""
    said = states(of_one, of_another)
    assert all(is_zero(symbolic(e.left - e.right)) for each in said.said for e in each.links)
    assert len(definitions(said)) <= 1 and len(depends_on_form(said)) == 1


def test_words_of_any_arguments_do():
    f = letter("f", lambda t: t**2)
    total_of = letter("T", X.map(lambda entry: entry + 1))

    @word(r"m({x})")
    def mean(x: Family):
        return total(x) / x.lasts[0]

    said = states(equal(f(x + y), f(y + x)), equal(mean(total_of * X), mean(-X)))
    assert not depends_on_form(said)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (states(equal(softmax(X)[one], exp(X[1]) / total(exp(X)))), r"1 \le i \le 1"),
        (states(line(long[first], "≤", long[1] + long[2])), r"1 \le i \le 2"),
        (states(line(first, "≤", 2)), r"1 \le i \le 2"),
    ],
)
def test_how_far_a_place_runs_is_seen(said, shown):
    """Of all places these are false, and nothing else tells a reader that some are meant."""
    assert printed(said).endswith(shown)


def test_a_place_that_runs_as_far_as_its_family_needs_no_word():
    later = numbers("Y", n + 1)
    for said in (
        states(equal(X[i], 0)),
        states(equal(softmax(X)[i], 0)),
        states(equal(letter("p", X * X)[i], 0)),
        states(equal(later[i + 1], later[i])),
        states(equal(X.permuted()[i], 0)),
    ):
        assert "le i" not in printed(said)


def test_two_places_of_one_name_are_seen():
    assert printed_alike(states(equal(X[i], X[i]), line(first, "≤", 2))) == ["i"]


def test_what_is_done_entry_by_entry_is_not_printed_as_of_matrices():
    """B C, B^2 and e^B are something else of matrices; sums and multiples are the same."""
    A, B, C, row = numbers("A", m, n), numbers("B", n, n), numbers("C", n, n), index("r", m)
    for family in (B * C, B**2, 1 / B, B.map(exp)):
        assert "_{jl}" in printed(states(equal(product(A, family)[row, k], 0)))
    for family in (B + C, 2 * B, B / 2):
        assert "_{jl}" not in printed(states(equal(product(A, family)[row, k], 0)))


@word(r"\lVert {x} \rVert^2")
def squared_length(x: Family):
    return total(x * x)


@word(r"{x} \cdot {y}")
def inner(x: Family, y: Family):
    return total(x * y)


def test_a_word_that_ends_raised_is_raised_in_brackets():
    assert r"\left(\lVert x \rVert^2\right)^{2}" in printed(
        states(equal(squared_length(X) ** 2, 0))
    )


def test_the_slope_of_a_word_between_its_arguments_has_brackets():
    said = printed(states(equal(slope(inner(X, X), X[i]), 0)))
    assert r"\partial \left(x \cdot x\right)" in said
