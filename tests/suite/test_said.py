"""A theorem of `said_CHAPTER.v` says what its claim says: its statement is the generated one."""

import re

import pytest

from atensi.formal.proof_tables import ROCQ, table
from atensi.formal.word_for_word import differs, statement, with_variables
from theory.letters import i, j, m, n
from theory.softmax.words import T, c, f, softmax, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.gallina_statements import said
from theory.stating.gallina_terms import UnsaidError
from theory.stating.operations import bracket, delta, exp, odd, sin, slope
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, real

which, column = index("k", 2), index("b", m)
pair, long = numbers("pair", 2), numbers("long", n * m)
so_far = Family(lambda place: x[place], (i,))
ROWS = [each for each in table() if each.duties]


@pytest.mark.parametrize("theorem", ROWS, ids=lambda each: each.key)
def test_the_theorem_states_its_claim_word_for_word(theorem):
    assert not differs(theorem, ROCQ)


def test_a_statement_is_shown_after_what_its_letters_are():
    there = lambda letter, text: re.search(rf"\b{letter}\b", text)
    for theorem in ROWS:
        text = statement(theorem)
        before = with_variables(theorem, text, ROCQ).removesuffix(text)
        used = [letter for letter in ("R", "e", "circ") if there(letter, text)]
        assert used and all(there(letter, before) for letter in used), theorem


def test_conditions_domains_and_open_places_are_said():
    positive = numbers("f", n, domain="positive")
    statement = states(equal(total(positive), x[i]), given=line(x[j], "≤", x[i]))
    text = said(statement, statement.said[0].links[0]).text
    for part in (
        "forall n : nat, (0 < n)%N ->",
        "forall i : 'I_n,",
        "(forall (at0 : 'I_n), 0 < f 0 at0) ->",
        "(forall (j : 'I_n), x 0 j <= x 0 i) ->",
        "\\sum_(s1 < n) (f 0 s1) = x 0 i :> R",
    ):
        assert part in text


def test_words_are_written_out():
    statement = states(equal(softmax(f)[i], 1))
    assert "softmax" not in said(statement, statement.said[0].links[0]).text


def text_of(line, **conditions):
    statement = states(line, **conditions)
    return said(statement, statement.said[0].links[0]).text


def test_a_limit_is_said_by_its_eps():
    text = text_of(line(x[i] / T, to(T, 0, "+"), 1), given=line(T, "<", c))
    assert " ".join(text.split("(0 < eps) ->")[1].split()) == (
        "exists2 gap : R, 0 < gap & forall T : R, (0 < T) -> (T < gap) -> (T < c) ->"
        " `|((x 0 i) / T) - 1| < eps"
    )
    assert "forall T" not in text.split("eps")[0]
    assert "exists low : R, forall T : R,\n  (low < T) ->" in text_of(line(1, to(T, INFINITY), 0))
    assert "(2%:R - gap < T) ->\n  (T < 2%:R) ->" in text_of(line(1, to(T, 2, "-"), 0))


def test_a_derivative_is_said_by_difference_quotients():
    text = text_of(equal(slope(total(x), x[i]), c))
    assert " ".join(text.split("(`|step| < gap) ->")[1].split()) == (
        "`|((\\sum_(s1 < n) ((x 0 s1) + (step * ((s1 == i)%:R))))"
        " - (\\sum_(s1 < n) (x 0 s1))) / step - c| < eps"
    )
    assert "`|((T + step) - T) / step - 1| < eps" in text_of(equal(slope(T, T), 1))
    of_two = text_of(equal(slope(pair[1] - pair[2], pair[1]), 1))
    assert "isT)) + (step * 1)) - ((pair 0 (@Ordinal 2 1 isT)) + (step * 0))" in of_two
    both = text_of(equal(slope(T, T), slope(c, c)))
    assert "exists2 value : R," in both
    assert both.count("- value| < eps") == 2


def test_what_is_said_of_derivatives_is_said_of_a_table_of_them():
    each = every(j, entry=slope(total(x * x), x[j]) * x[j])
    text = " ".join(text_of(line(total(each), ">", 0)).split())
    assert "exists2 slope : 'rV[R]_n, (forall (at0 : 'I_n), forall eps : R, (0 < eps) ->" in text
    assert text.endswith("- (slope 0 at0)| < eps) & \\sum_(s1 < n) ((slope 0 s1) * (x 0 s1)) > 0")
    assert "exists2 slope : R, (forall eps" in text_of(line(2 * slope(T, T), ">", 0)).replace(
        "\n ", ""
    )


@pytest.mark.parametrize(
    ("said_of", "text"),
    [
        (bracket(x[i], "<", x[j]), "((x 0 i) < (x 0 j) :> R)%R%:R"),
        (sin(T), "sine circ T"),
        (term(3) ** (T / 2), "e ((T / 2%:R) * (ln e 3%:R))"),
        (odd(i - 1) + i, "((odd i%N)%:R) + (i.+1%:R)"),
        (numbers("f^+", n)[i], "f_plus 0 i"),
    ],
)
def test_words_of_numbers(said_of, text):
    assert text_of(equal(said_of, 7)).splitlines()[-1].strip() == f"{text} = 7%:R :> R"


def test_whole_numbers_alone_are_real():
    assert text_of(line(1, "≤", n)).endswith("1 <= n%:R :> R")


@pytest.mark.parametrize(
    ("relation", "part"),
    [
        (equal(x[1], c), "(first = 0%N :> nat) ->\n  x 0 first = c :> R"),
        (equal(pair[2], c), "pair 0 (@Ordinal 2 1 isT) = c :> R"),
        (equal(delta(which, 2), c), "(k == (@Ordinal 2 1 isT))%:R = c :> R"),
        (equal(long[(i - 1) * m + column], c), "long 0 (mxvec_index i b) = c :> R"),
        (equal(total(so_far), c), "\\sum_(s1 < n | (s1 <= i)%N) (x 0 s1) = c :> R"),
        (equal(i + 0, c), "(i.+1%:R) + 0 = c :> R"),
        (equal(c ** (term(1) - 1), c), "c ^+ 0 = c :> R"),
        (equal(x[i], real("x")), "forall x_ : R,\n  forall i : 'I_n,\n  x 0 i = x_ :> R"),
    ],
)
def test_places_are_said(relation, part):
    statement = states(relation)
    assert part in said(statement, statement.said[0].links[0]).text


@pytest.mark.parametrize(
    "statement",
    [
        states(line(1 / n, to(n, INFINITY), 0)),
        states(equal(slope(exp(x[i]), x[i], x[i]), 1)),
        states(equal(slope(exp(x[i]), x[i]) + slope(exp(x[j]), x[j]), 1)),
        states(equal(numbers("i", n)[i], 1)),
        states(equal(odd(x[i]), 1)),
        states(equal(term(-2) ** T, 1)),
        states(equal(x[i + 1], 1)),
        states(equal(x[2], 1)),
        states(equal(pair[3], 1)),
        states(equal(long[(i - 1) * m + i], 1)),
        states(equal(long[i * m + column], 1)),
    ],
)
def test_what_has_no_word_is_not_said(statement):
    with pytest.raises(UnsaidError):
        said(statement, statement.said[0].links[0])


def test_the_place_1_of_a_condition_is_the_first_and_not_every_place():
    for conditions in ({"given": line(x[1], "≤", 0)}, {"given": line(x[1] + x[j], "≤", c)}):
        text = text_of(line(total(x), "≤", 0), **conditions)
        assert "forall first : 'I_n," in text and "(first = 0%N :> nat) ->" in text
        assert "(forall (first" not in text
    text = text_of(line(x[i], "≤", 0), given=(line(x[i], "≤", c), line(x[1], "≤", c)))
    assert "(first = 0%N :> nat) ->" in text and "(x 0 first <= c) ->" in text
    with pytest.raises(UnsaidError, match="two things called first"):
        text_of(line(x[1], "≤", 0), given=line(numbers("z", m)[1], "≤", 0))
