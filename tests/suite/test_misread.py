"""What is printed is read as what is meant: attempts to prove one thing and to print another."""

import pytest

from theory.letters import i, j, k, n
from theory.stating.existence import some
from theory.stating.families import every, numbers, total
from theory.stating.in_range import out_of_range
from theory.stating.latex import latex
from theory.stating.names import printed_alike
from theory.stating.operations import cos, exp, log, odd, pi
from theory.stating.printed import printed
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import letter, word

X, x, y = numbers("x", n), real("x"), real("y")


@word(r"f({t})")
def one(t):
    return t + 1


@word(r"f({t})")
def other(t):
    return t + 2


@pytest.mark.parametrize(
    ("name", "beside", "printed_as"),
    [
        ("e", exp(1), "e"),
        ("pi", pi, r"\pi"),
        ("n", n, "n"),
        ("i", i, "i"),
        ("x", total(X), "x"),
        ("x_1", X[1], "x_{1}"),
        ("x_i", X[i], "x_{i}"),
        ("c", letter("c", y + 1), "c"),
    ],
)
def test_a_statement_in_which_two_things_are_printed_alike_is_named(name, beside, printed_as):
    chosen = real(name)
    assert printed_alike(states(some(chosen, holds=line(chosen, ">", beside)))) == [printed_as]


def test_a_number_may_be_called_like_the_entries_that_are_all_that_number():
    assert printed_alike(states(equal(total(X), n * x), given=line(X[j], "=", x))) == []


def test_a_sum_does_not_run_over_a_place_that_a_letter_stands_for():
    entry = letter("E", X[j])
    whole = total(every(index("j", n), entry=entry + 0 * j))
    assert latex(whole).startswith(r"\sum_{k=1}^{n}")


def test_a_letter_with_places_is_explained_at_places_that_it_does_not_mean():
    apart = letter("Z", every(k, entry=X[k] - X[i]))
    assert "Z_{k} = x_{k} - x_{i}" in printed(states(equal(apart[k], X[k] - X[i])))
    assert "Z_{j} = x_{j} - x_{i}" in printed(states(equal(apart[i], 0)))


def test_a_letter_is_explained_at_the_places_of_the_statement_or_at_others():
    table = letter("Z", every(j, k, entry=X[j] - X[k]))
    assert "Z_{ik} = x_{i} - x_{k}" in printed(states(equal(table[i, k], 0)))
    assert "Z_{ij} = x_{i} - x_{j}" in printed(states(equal(table[i, i], 0)))


@pytest.mark.parametrize(
    ("whole", "text"),
    [
        (log(x) * y, r"\left(\log x\right) y"),
        (x * log(x) * y, r"\left(x \log x\right) y"),
        (odd(n) * cos(x), r"(n \bmod 2) \cos(x)"),
        (x ** (log(x) / y), r"x^{\left(\log x\right)/y}"),
        (x * log(y), r"x \log y"),
    ],
)
def test_what_follows_a_logarithm_is_no_part_of_it(whole, text):
    assert latex(whole) == text


def test_two_words_are_not_printed_alike():
    assert printed_alike(states(equal(one(x), other(y)))) == ["f({t})"]


@word(r"g({t})")
def hiding(t, shift):
    return t + shift


def test_a_word_prints_what_tells_it_from_another_one():
    assert printed_alike(states(equal(hiding(x, 1) + hiding(x, 2), y))) == ["g(x)", "hiding"]
    assert printed_alike(states(equal(hiding(x, 1) + hiding(x, 1), y))) == []


V = size("V")
E, t, w = numbers("E", V), numbers("t", n, domain="integer"), numbers("w", n, domain="bit")
PAIR = numbers("p", 2)


@pytest.mark.parametrize(
    ("given", "lost"),
    [
        ((), ["E_{t_{i}}"]),
        (line(1, "≤", t[i]), ["E_{t_{i}}"]),
        (line(t[i], "≤", V), ["E_{t_{i}}"]),
        (line(0, "≤", t[i], "≤", V), ["E_{t_{i}}"]),
        (line(1, "≤", t[1], "≤", V), ["E_{t_{i}}"]),
        (line(1, "≤", t[j], "≤", V), []),
        ((line(t[j], "≥", 1), line(V, "≥", t[j])), []),
    ],
)
def test_an_entry_at_a_value_needs_a_condition_that_keeps_it_in_its_family(given, lost):
    assert out_of_range(states(equal(E[t[i]], y), given=given)) == lost
    assert out_of_range(states(equal(total(every(i, entry=E[t[i]])), y), given=given)) == lost


def test_a_bit_is_0_or_1_and_a_second_entry_needs_two():
    assert out_of_range(states(equal(PAIR[w[i] + 1], y))) == []
    assert out_of_range(states(equal(PAIR[w[i]], y))) == ["p_{w_{i}}"]
    assert out_of_range(states(equal(PAIR[w[i] + 2], y))) == ["p_{w_{i} + 2}"]
    assert out_of_range(states(equal(E[2], y))) == ["E_{2}"]
    assert out_of_range(states(equal(E[2], y), given=line(V, "≥", 2))) == []


m, d = size("m"), size("d")
F = numbers("f", m * d)
k_n, r_m, c_d = index("k", n), index("r", m), index("c", d)
LONGER = numbers("u", n + 1)


@pytest.mark.parametrize(
    ("at", "given", "lost"),
    [
        (E[index("k", V) + 5], (), ["E_{k + 5}"]),
        (E[index("k", V) + 1], (), ["E_{k + 1}"]),
        (E[index("k", n)], (), ["E_{k}"]),
        (E[index("k", n)], line(n, "≤", V), []),
        (LONGER[k_n + 1], (), []),
        (LONGER[k_n + 2], (), ["u_{k + 2}"]),
        (LONGER[k_n - 1], (), ["u_{k - 1}"]),
        (LONGER[n + 1 - k_n], (), []),
        (F[(r_m - 1) * d + c_d], (), []),
        (F[r_m * d + c_d], (), [r"f_{r d + c}"]),
        (F[(r_m - 1) * m + c_d], (), [r"f_{\left(r - 1\right) m + c}"]),
        (F[m + d], (), ["f_{m + d}"]),
    ],
)
def test_a_place_that_is_a_sum_or_product_runs_from_its_least_to_its_largest(at, given, lost):
    assert out_of_range(states(equal(at, y), given=given)) == lost


@word(r"f({t})")
def shifted(t, by):
    return t + by


def test_a_word_that_hides_an_argument_has_one_of_it():
    twice = states(line(shifted(x, y), "≤", shifted(x + 1, y)))
    assert printed_alike(twice) == []
    assert printed_alike(states(line(shifted(x, y), "≤", shifted(x + 1, 2 * y)))) == ["shifted"]


def test_a_word_may_hide_what_differs_in_the_names_of_places_alone():
    each = lambda at: shifted(X[at], X[at])
    assert printed_alike(states(line(each(j), "≤", total(every(k, entry=each(k)))))) == []


def test_letters_of_one_name_are_explained_each_by_its_own_meaning():
    named = lambda meaning: printed(states(line(letter("c", meaning), ">", 0)))
    assert named(y + 1).endswith("c = y + 1")
    assert named(y + 2).endswith("c = y + 2")


def test_a_letter_stands_for_one_thing():
    assert printed_alike(states(line(letter("c", y + 1), "<", letter("c", y + 2)))) == ["c"]
    assert printed_alike(states(line(letter("c", y + 1), "=", letter("c", y + 1)))) == []
