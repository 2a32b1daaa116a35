"""Formulas that once could be read as others: brackets, places, and names; one test for a class."""

from fractions import Fraction

import pytest

from theory.letters import d, i, j, k, m, n
from theory.shared_words import dot
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.latex import latex
from theory.stating.names import printed_alike
from theory.stating.operations import exp, log, odd, sin, slope
from theory.stating.printed import printed
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Number, Variable, term
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word

x, y, z = real("x"), real("y"), real("z")
X, Y, K = numbers("X", n), numbers("Y", n), numbers("K", n, n)
b, half = Variable("b", "natural"), Number(Fraction(1, 2))
x_, nonnegative = numbers("x", n), numbers("x", n, domain="nonnegative")


@word(r"S({x} - {t})_1")
def moved(x: Family, t):
    return x[1] - t


@pytest.mark.parametrize(
    ("whole", "shown"),
    [
        (exp(x / 2 * y), r"e^{\left(x/2\right) y}"),
        (exp(half * x * y), r"e^{\left(1/2\right) x y}"),
        ((z * slope(x**2, x)) * x, r"\left(z \frac{\partial}{\partial x} x^{2}\right) x"),
        (slope(x**2 * x, x), r"\frac{\partial}{\partial x} \left(x^{2} x\right)"),
        (y * odd(b), r"y (b \bmod 2)"),
        (y + odd(b + 1), r"y + (\left(b + 1\right) \bmod 2)"),
        (term(2) * half, r"2 \cdot \tfrac{1}{2}"),
        (term(2) * (term(1) / 2), r"2 \cdot \frac{1}{2}"),
        (dot(X * Y, X), r"\left(X Y\right) \cdot X"),
        (dot(x * Y, X), r"x Y \cdot X"),
        (dot(X, Y) * dot(X, X), r"\left(X \cdot Y\right) X \cdot X"),
        (moved(X, y - z), r"S(X - \left(y - z\right))_1"),
    ],
)
def test_what_stands_beside_a_term_is_no_part_of_it(whole, shown):
    """Without these brackets each is another number: x/2 y, y b mod 2, the mixed number 2 1/2."""
    assert latex(whole) == shown


def test_a_diagonal_is_no_row():
    assert latex(softmax(every(i, entry=K[i, i]))[k]) == (
        r"\operatorname{softmax}(\left(K_{ii}\right)_{i})_{k}"
    )
    assert latex(softmax(K[i])[k]) == r"\operatorname{softmax}(K_{i})_{k}"


def test_one_place_is_not_printed_like_two():
    assert latex(numbers("x", n)[i * j]) == r"x_{\left(i j\right)}"
    assert latex(K[i, j]) == "K_{ij}" and latex(numbers("x", n)[2 * i]) == "x_{2 i}"


def test_what_is_known_of_all_places_is_not_said_of_one():
    """Of x_j >= 0 at the place j alone the line would be false."""
    everywhere = states(line(nonnegative[j], "≤", total(nonnegative)))
    at_one = states(line(x_[j], "≤", total(x_)), given=line(x_[j], "≥", 0))
    assert printed(everywhere).endswith(r"x_{k} \ge 0") and printed(at_one).endswith(r"x_{j} \ge 0")


def test_a_sum_runs_over_no_letter_that_is_a_part_of_a_name():
    whole = total(every(i, entry=X[i] * real("y_i")))
    assert latex(whole) == r"\sum_{j=1}^{n} X_{j} y_{i}"
    over_e = total(every(index("e", n), entry=exp(X[index("e", n)])))
    assert latex(over_e).startswith(r"\sum_{j=1}^{n}")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (equal(softmax(X - real("X"))[k], softmax(X)[k]), "X"),
        (equal(log(positive("e") ** x), x), "e"),
        (equal(sin(real("pi")), 0), r"\pi"),
        (equal(real("y_i"), X[i]), "y_{i}"),
        (equal(X[11], numbers("X", n, m)[1, 1]), "X_{11}"),
        (equal(softmax(K[i])[k], numbers("K", n)[i]), "K"),
    ],
)
def test_a_name_that_is_read_as_another_thing_is_seen(said, name):
    assert name in printed_alike(states(said))


def test_names_that_nobody_confuses_do():
    size = numbers("X", n, d)
    assert not printed_alike(states(equal(total(size) / real("X_0"), dot(X, Y))))
    assert not printed_alike(states(equal(softmax(numbers("e", n))[k], exp(x))))


def test_what_is_supposed_is_printed_apart_from_what_is_asserted():
    """Under y > 0 nothing is shown of y, and x > 0 under x > 0 is not x > 0."""
    asserted, above = states(equal(x, x), line(y, ">", 0)), line(x, ">", 0)
    supposed = states(equal(x, x), given=line(y, ">", 0))
    assert printed(asserted) == r"x = x,\quad y > 0"
    assert printed(supposed) == r"x = x,\quad \text{where }y > 0"
    assert printed(states(above, given=above)) == r"x > 0,\quad \text{where }x > 0"
