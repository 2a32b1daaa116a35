"""A statement is written once: how it prints, what it is worth at exact values, what it is not."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.encoder.blocks import block
from theory.encoder.blocks import x as rows
from theory.stating.exact import Case, UndefinedError
from theory.stating.families import Family, every, numbers, total
from theory.stating.known_digits import CaseError, compare
from theory.stating.latex import latex
from theory.stating.operations import exp, larger, log, odd, slope, sqrt
from theory.stating.printed import definitions, printed
from theory.stating.relations import INFINITY, equal, exactly, line, sized, to, variables, without
from theory.stating.statements import Hypothesis, states
from theory.stating.symbolic import symbolic
from theory.stating.terms import Permuted, TermError, Variable, canonical
from theory.stating.unfolding import unfolded
from theory.stating.variables import index, positive, real, size
from theory.stating.vocabulary import letter, matrix, word

n, d = size("n"), size("d")
i, j, k = (index(name, n) for name in "ijk")
x, f, v = (numbers(name, n) for name in "xfv")
q, K = numbers("q", d), numbers("K", n, d)
T, R = positive("T"), real("R")


@word(r"\operatorname{{softmax}}({x})_{{{i}}}", i="x")
def softmax(x: Family, i):
    return exp(x[i]) / total(exp(x))


@word(r"{q} \cdot {k}")
def dot(q: Family, k: Family):
    return total(q * k)


@word(r"\mathrm{{E}}_{{{w}}}[{f}]")
def mean(w: Family, f: Family):
    return total(w * f)


p = letter("p", softmax(x))
random_row = numbers("q", d, n)  # each coordinate a random variable, with n outcomes


def dots(row):
    return every(j, entry=dot(row.transposed()[j], row.transposed()[j]))


@pytest.mark.parametrize(
    "statement, formula",
    [
        (
            states(equal(log(p[i] / p[k]), x[i] - x[k])),
            r"\log \frac{p_{i}}{p_{k}} = x_{i} - x_{k},"
            r"\quad \text{where }p_{i} = \operatorname{softmax}(x)_{i}",
        ),
        (
            states(
                line(exp(-R / T) / n, "≤", softmax(x / T)[i], to(T, INFINITY), 1 / n),
                given=line(x[j] - x[k], "≤", R),
            ),
            r"\frac{e^{-R/T}}{n} \le \operatorname{softmax}(x/T)_{i} \to \frac{1}{n}"
            r"\ \ (T \to \infty),\quad \text{where }x_{j} - x_{k} \le R,\quad T > 0",
        ),
        (
            states(exactly(line(x[i], ">", x[k]), line(f[i], ">", f[k]))),
            r"x_{i} > x_{k} \iff f_{i} > f_{k}",
        ),
        (
            states(equal(softmax(x.permuted())[i], softmax(x)[Permuted("sigma", i, n)])),
            r"\operatorname{softmax}(\left(x_{\sigma(j)}\right)_{j})_{i} = "
            r"\operatorname{softmax}(x)_{\sigma(i)}"
            r",\quad \text{where }\sigma \text{ permutes } 1, \dots, n",
        ),
        (
            states(equal(total(every(j, entry=dot(q, K[j]) / sqrt(d))), 0)),
            r"\sum_{j=1}^{n} \frac{q \cdot K_{j}}{\sqrt{d}} = 0",
        ),
        (
            states(equal(mean(x, dots(random_row) ** 2), mean(x, random_row[index("a", d)]))),
            r"\mathrm{E}_{x}[\left(q \cdot q\right)^{2}] = \mathrm{E}_{x}[q_{a}]",
        ),
        (
            states(line(0, "<", f[i]), hypotheses={"h": Hypothesis("", (line(f[j], ">", 0),))}),
            r"0 < f_{i},\quad \text{where }f_{j} > 0",
        ),
        (
            states(without(softmax(x)[i], x)),
            r"\operatorname{softmax}(x)_{i} = \operatorname{softmax}(x')_{i}",
        ),
    ],
)
def test_a_statement_prints_as_it_was_written(statement, formula):
    assert printed(statement) == formula


def test_a_name_with_a_number_below_has_its_places_beside_it():
    assert printed(states(line(numbers("S_0", d)[1], ">", 0))) == "S_{0,1} > 0"


def test_a_family_of_a_given_size_is_said_to_have_it():
    bits, many = numbers("b", 3, n, domain="bit"), numbers("c", n, domain="bit")
    positives = numbers("s", 2, domain="positive")
    assert printed(states(line(bits[1, i] + many[i] + positives[1], ">", 0))) == (
        r"b_{1i} + c_{i} + s_{1} > 0,\quad \text{where }b \in \{0, 1\}^{3 \times n},"
        r"\quad c_{j} \in \{0, 1\},\quad s_{j} > 0,\quad s \in \mathbb R^{2}"
    )


def test_a_domain_has_the_letters_of_the_lines_but_none_that_means_one_place():
    table = numbers("P", n, n, domain="nonnegative")
    all_of_it = total(every(j, entry=total(every(i, entry=table[j, i]))))
    assert printed(states(line(all_of_it, ">", 0))) == (
        r"\sum_{j=1}^{n} \sum_{i=1}^{n} P_{ji} > 0,\quad \text{where }P_{ji} \ge 0"
    )
    row = total(every(j, entry=table[i, j]))
    assert printed(states(line(row, ">", 0))) == (
        r"\sum_{j=1}^{n} P_{ij} > 0,\quad \text{where }P_{jk} \ge 0"
    )


def test_terms_are_alike_whatever_their_bound_indices_are_called():
    assert canonical(total(every(j, entry=x[j]))) == canonical(total(every(k, entry=x[k])))
    assert canonical(total(every(j, entry=x[j]))) != canonical(total(every(j, entry=x[k])))


def test_writing_a_word_out_captures_no_index():
    # Σ_j softmax(q_j v)_i has a sum inside a sum over j, which must keep its own index.
    outer = total(every(j, entry=softmax(every(k, entry=f[j] * v[k]))[i]))
    case = Case({f: (1, 2), v: (0, 1), i: 1})
    first, second = 1 / (1 + sp.E), 1 / (1 + sp.E**2)
    assert compare(case.value(outer), "=", first + second)
    sums = symbolic(outer).subs(sp.Symbol("n", integer=True, positive=True), 2).doit()
    places = {str(each) for each in sums.atoms(sp.Indexed)}
    assert places == {"f[1]", "f[2]", "v[1]", "v[2]", "v[i]"}
    assert variables(unfolded(outer)) == variables(outer)


def test_a_letter_stands_for_a_function_and_a_matrix_for_its_numbers():
    square = letter("g", lambda y: y**2)
    given = matrix("A", ((1, Fraction(1, 2)), (0, 1)))
    statement = states(line(square(R) + given[1, 2], ">", 0))
    assert printed(statement) == (
        r"g_{R} + A_{12} > 0,\quad \text{where }g_{y} = y^{2},"
        r"\quad A_{ij} = \begin{pmatrix} 1 & 0.5 \\ 0 & 1 \end{pmatrix}_{i j}"
    )
    assert Case({R: 3}).value(square(R) + given[1, 2]) == sp.Rational(19, 2)
    with pytest.raises(TermError, match="no short decimal"):
        matrix("A", ((Fraction(1, 3),),))


def test_an_odd_number_leaves_one():
    natural = Variable("c", "natural")
    assert [Case({natural: c}).value(odd(natural)) for c in (0, 1, 2, 3)] == [0, 1, 0, 1]
    assert symbolic(odd(2 * natural + 1)) == 1
    with pytest.raises(CaseError, match="c is natural; -1 is not"):
        Case({natural: -1})


def test_values_are_computed_from_the_inside_out():
    assert Case({x: (0, 1), i: 1}).value(softmax(x)[i]) == 1 / (1 + sp.E)
    with pytest.raises(UndefinedError, match="/0"):
        Case({f: (-1, 1), i: 1}).value(f[i] / total(f) * total(f))
    with pytest.raises(UndefinedError, match=r"log\(-1\)"):
        Case({R: -1}).value(exp(log(R)))


def test_a_slope_has_a_value_where_nothing_bends():
    case = Case({x: (0, 1, 0), i: 1, k: 2})
    assert compare(case.value(slope(softmax(x)[i], x[k])), "=", case.value(-p[i] * p[k]))
    with pytest.raises(CaseError, match="bend"):
        Case({R: 0}).value(slope(abs(R), R))


@pytest.mark.parametrize(
    "values, words",
    [
        ({T: -1}, "T is positive; -1 is not"),
        ({T: 0.5}, "is rounded; give an exact number"),
        ({x: (0, 1), f: (0, 1, 2)}, "f has 3 places"),
    ],
)
def test_a_case_that_does_not_fit_is_refused(values, words):
    with pytest.raises(CaseError, match=words):
        Case(values)


def test_what_is_no_term_or_no_line_is_refused():
    with pytest.raises(TermError, match="expected a term or an exact number"):
        line(0.5, "<", R)
    with pytest.raises(TermError, match="the sign '=='"):
        line(R, "==", 0)
    with pytest.raises(TermError, match="expected '\\+' or '-'"):
        to(T, 0)
    with pytest.raises(TermError, match="expected variables"):
        without(R, R * Fraction(1, 2))
    with pytest.raises(TermError, match="the limit speaks of"):
        line(real("r"), to(real("r"), 0, "+"), real("r"))
    with pytest.raises(TermError, match="a condition has a condition"):
        states(equal(R, T), given=equal(R, T, when=line(T, ">", 0)))


@pytest.mark.parametrize(
    "term, formula",
    [
        (x[i] / total(every(i, entry=x[i])), r"\frac{x_{i}}{\sum_{j=1}^{n} x_{j}}"),
        (exp(-(R**2) * T / 2), "e^{-R^{2} T/2}"),
        (dot(q, K[i] + K[k]) / exp(1), r"\frac{q \cdot \left(K_{i} + K_{k}\right)}{e}"),
    ],
)
def test_a_term_is_printed_as_a_person_would(term, formula):
    assert latex(term) == formula


m = size("m")
a = index("a", d)
X, W = numbers("X", n, d), numbers("W", d, m)


@word(r"({X} {W})_{{{i}{c}}}", whole="{X} {W}", i="X", c=lambda W: W.lasts[1])
def product(X: Family, W: Family, i, c):
    return total(X[i] * W.transposed()[c])


@pytest.mark.parametrize(
    "whole, formula",
    [
        (product(X, W), r"X W \in \mathbb R^{n \times m}"),
        (product(X, W)[i], r"(X W)_{i} \in \mathbb R^{m}"),
        (product(X, product(W, W.transposed())), None),
        (
            product(X, W + W),
            r"X \left(W + W\right) \in \mathbb R^{n \times m}",
        ),
    ],
)
def test_a_word_runs_to_what_its_arguments_say(whole, formula):
    said, *_ = printed(states(sized(whole, *whole.lasts))).split(r",\quad")
    assert said == (formula or r"X (W \left(W_{kj}\right)_{jk}) \in \mathbb R^{n \times d}")


def test_a_word_captures_no_index_of_its_arguments():
    @word(r"t({f})_{{{k}}}", k="f")
    def with_all(f: Family, k):
        return total(every(i, entry=f[i] * f[k]))

    case = Case({f: (1, 2), i: 1})
    assert case.value(with_all(f)[i]) == 3  # f_1 (f_1 + f_2), and not f_1² + f_2²
    assert canonical(unfolded(with_all(f)[i])) == canonical(total(every(j, entry=f[j] * f[i])))


def test_a_sum_of_words_is_an_argument_without_its_indices():
    sharper = states(equal(softmax(x + softmax(f))[i], 0))
    assert printed(sharper) == (r"\operatorname{softmax}(x + \operatorname{softmax}(f))_{i} = 0")


def test_the_larger_of_two_numbers_waits_until_its_sums_are_known():
    bent = symbolic(larger(0, total(x)))
    assert not isinstance(bent, sp.Max)
    assert bent.is_nonnegative
    assert symbolic(larger(total(x), 0)) == bent
    assert Case({x: (1, -3)}).expression(larger(0, total(x))) == 0


def test_a_letter_inside_of_a_word_is_explained_too():
    explained = definitions(states(equal(block(rows)[1, 1], 0)))
    assert any(each.startswith("z_{1c} =") for each in explained)
