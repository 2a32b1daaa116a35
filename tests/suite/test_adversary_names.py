"""Two things of one name, and names of the engine's own: false statements that came through."""

import pytest

from proofs.engine.at_case import fails_at
from proofs.engine.binding import begin
from proofs.rules import some_kept
from tests.suite.test_adversary import REFUSED, refused
from tests.suite.test_adversary_lemmas import cited
from theory.letters import i, j, k, m, n
from theory.stating.existence import some
from theory.stating.families import Family, every, numbers, total
from theory.stating.names import printed_alike
from theory.stating.operations import delta
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Applied, Index, Word, term
from theory.stating.variables import index, positive, real, size
from theory.stating.vocabulary import letter, word

u, v, T = real("u"), real("v"), positive("T")
X, bits = numbers("x", n), numbers("b", n, domain="bit")


def times(number):
    """Return a word f: so many times its argument."""

    @word(r"f({t})")
    def f(t):
        return number * t

    return f


once, twice = times(1), times(2)


def test_two_words_in_one_side_have_two_names():
    """A reader sees f(u) - 2 f(u) = 0."""
    refused(lambda: begin(states(equal(twice(u) - 2 * once(u), 0))).closes(""))
    begin(states(equal(twice(u) - 2 * twice(u), -2 * u))).closes("").check()


def test_a_case_refutes_nothing_of_two_words_of_one_name():
    with pytest.raises(REFUSED):
        fails_at(states(equal(twice(u), 2 * once(u))), {u: 1})
    assert fails_at(states(equal(twice(u), 2 * twice(u))), {u: 1})["right"] == "4"


def test_a_lemma_on_one_word_says_nothing_of_another_of_its_name():
    said = states(equal(twice(u), u))
    refused(lambda: cited(states(equal(once(u), u)), said, closed=("f",)))
    cited(states(equal(once(u), u)), states(equal(once(u), u)), closed=("f",)).check()


def test_an_earlier_relation_on_one_word_says_nothing_of_another_of_its_name():
    said = lambda f: states(equal(once(v), v), equal(f(u), u))
    refused(lambda: begin(said(twice), 1, closed=("f",)).earlier(0, "", {v: u}))
    begin(said(once), 1, closed=("f",)).earlier(0, "", {v: u}).check()


def test_a_lemma_on_one_letter_says_nothing_of_another_of_its_name():
    known, other = states(equal(2 * letter("E", u), u + u)), 2 * letter("E", 2 * u)
    refused(lambda: cited(known, states(equal(other, u + u)), closed=("E",)))
    cited(known, known, closed=("E",)).check()


def test_a_condition_on_one_word_says_nothing_of_another_of_its_name():
    said = lambda f: states(equal(f(u), u), given=equal(once(u), u))
    refused(lambda: begin(said(twice), closed=("f",)).given("", twice(u), u, ""))
    begin(said(once), closed=("f",)).given("", once(u), u, "").check()


def test_a_closed_letter_stands_for_no_number_that_is_chosen():
    def chain(meaning):
        held = letter("g", meaning)
        said = states(some(u, holds=line(held, "≠", u)))
        return begin(said, let={u: held + 1}, closed=("g",)).below(u, "")

    refused(lambda: chain(u))
    chain(v).check()


def test_a_closed_letter_hides_no_place_of_which_a_lemma_is_cited_elsewhere():
    hidden = 2 * letter("E", X[k])
    known = states(equal(hidden, 2 * X[k]))
    refused(lambda: cited(known, states(equal(hidden, 2 * X[1])), {k: 1}, closed=("E",)))
    cited(known, known, closed=("E",)).check()


def test_a_word_is_not_called_like_a_word_of_a_rule():
    def chain():
        @word(r"s({r})")
        def some_there(r: Family):
            return 5 + 0 * total(r)

        said = states(equal(some_there(bits) * total(bits), total(bits)))
        return begin(said, closed=("some_there",)).by(some_kept, "").closes("")

    refused(chain)


def test_a_letter_is_not_called_like_a_word_of_the_engine():
    def chain():
        said = states(equal(letter("_guarded", lambda t: t + 5)(T), T))
        return begin(said, closed=("_guarded",)).decides("").closes("")

    refused(chain)


def test_a_closed_word_has_no_sign_that_its_formula_does_not_have():
    def chain():
        below = Word("f", r"f({t})", {"t": "number"}, lambda t: t - 1 - t, domain="positive")
        return begin(states(line(Applied(below, (u,)), ">", 0)), closed=("f",)).closes("")

    refused(chain)


def test_a_place_called_like_one_of_the_engine_is_not_every_place():
    every_one = numbers("v", n, domain="positive")
    known = states(line(total(every_one), ">", 0))

    def chain():
        one = index("place0", n)
        said = states(line(total(X), ">", X[one] - X[one]), given=line(X[one], ">", 0))
        return cited(known, said, {every_one: X})

    refused(chain)
    cited(known, states(line(total(X), ">", 0), given=line(X[j], ">", 0)), {every_one: X}).check()


def test_a_value_of_a_lemma_is_not_bound_by_a_sum():
    """There it would be Σ_j 1 = 1."""
    picked = lambda place: equal(total(every(j, entry=delta(place, j))), 1)
    said = states(equal(total(every(j, entry=term(1))), 1))
    refused(lambda: cited(states(picked(k)), said, {k: Index("_s1", n)}))
    cited(states(picked(k)), states(picked(i)), {k: i}).check()


@pytest.mark.parametrize("other", [i, size("i")])
def test_two_places_of_one_name_end_alike(other):
    within, place = index("l", m), index("i", m)
    picked = lambda one: total(every(within, entry=delta(one, within)))
    known = states(equal(picked(place), 1))
    beside = X[i] - X[i] if other == i else 0
    refused(lambda: cited(known, states(equal(picked(other) + beside, 1))))
    fewer = numbers("y", m)[place]
    cited(known, states(equal(picked(place) + fewer - fewer, 1))).check()


def test_what_is_said_of_one_place_is_not_said_of_another_place_of_its_name():
    said = states(equal(total(X) + X[i], 0), given=equal(X[i], 0))
    other = Index("i", n * 1)
    refused(lambda: begin(said).given("", X[other], 0, "").equals(0, ""))
    said = states(equal(total(X) + X[i], total(X)), given=equal(X[i], 0))
    begin(said).given("", X[i], 0, "").check()


def test_a_case_tells_two_letters_of_one_name_apart():
    @word(r"g({t})")
    def g(t):
        return 0 * t + letter("E", 2 * t)

    with pytest.raises(REFUSED):
        fails_at(states(equal(g(u) + g(2 * u), 6 * u)), {u: 1})
    assert fails_at(states(equal(g(u) + g(2 * u), 4 * u)), {u: 1})["left"] == "6"


def test_two_words_of_one_name_are_printed_alike():
    """Whatever the evidence is, a run on examples, too."""
    said = states(equal(once(term(3)), 3), equal(twice(term(3)), 6))
    assert printed_alike(said) == ["f"]
    assert not printed_alike(states(equal(once(term(3)), 3), equal(once(u), u)))


def test_a_free_place_has_no_mark():
    one, other = Index("i", n, 5), Index("i", n, 6)
    with pytest.raises(REFUSED):
        states(equal(total(X) + X[one], 0), given=equal(X[other], 0))
    states(equal(total(X) + X[i], 0), given=equal(X[i], 0))


def test_a_number_is_no_family_of_its_name():
    x, y, Y = real("x"), real("y"), numbers("y", n)
    said = states(equal(X[i], Y[i]), given=equal(x, y))
    refused(lambda: begin(said).given("", x, y, "").closes(""))
    said = states(equal(X[i] + x, X[i] + y), given=equal(x, y))
    begin(said).given("", x, y, "").closes("").check()
