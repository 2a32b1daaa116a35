"""More false statements about code that once came through, each refused now: one test a class."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
import sympy as sp

import proofs.bert.code
from impl.bert import next_sentence_probability
from impl.feedforward import relu
from impl.softmax import softmax
from proofs.arrays.entries.family_arrays import family_of
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.sublayers import Box, Stands
from proofs.arrays.many import WhichNumberError
from proofs.engine import code_definitions, exact_runs, general
from proofs.engine.at_case import At, fails_at
from proofs.engine.binding import BindingError, begin
from proofs.engine.exhausting import Measure, measured
from proofs.engine.stated import saying, stated
from proofs.engine.witness import EvidenceError
from tests.suite.test_adversary_code import (
    DEFINITION,
    THEOREM,
    X,
    library,
    new,
    of_impl,
    r,
    ran,
    same,
    t,
    x,
)
from theory.bert import said as bert
from theory.bert.words import L_1, L_2, next_sentence, place, segment, w
from theory.floats.words import computed_sqrt
from theory.floats.words import t as number
from theory.letters import i
from theory.softmax.words import computed_softmax
from theory.softmax.words import softmax as said_softmax
from theory.stating.families import every, total
from theory.stating.names import printed_alike
from theory.stating.operations import sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Variable, term
from theory.stating.variables import index

EXAMPLE = "position.worked-sum-at-one-tenth"
NEW, OF = new(x="family", i="index"), new(t="number")
SAME = states(equal(NEW(x, i), x[i]))


def _caught(size):
    try:
        return size > 3
    except TypeError:
        return False


ASKS = {
    "in a table": lambda size: size in {4: 2},
    "in a set": lambda size: size in {4, 8},
    "beside a float": lambda size: size == 4.0,
    "of a part": lambda size: size / 4 == 1,
    "and catches the error": _caught,
}


@pytest.mark.parametrize("asks", ASKS.values(), ids=ASKS)
def test_code_does_not_learn_which_number_a_size_is(asks):
    with pytest.raises(WhichNumberError, match=r"the code (asks|looks)"):
        ran(SAME, {"new": lambda x: x * 2 if asks(x.shape[0]) else x * 1})


def test_a_size_beside_the_arguments_is_no_number_either():
    with pytest.raises(WhichNumberError, match="the code asks whether"):
        ran(states(equal(OF(x.lasts[0]), x.lasts[0])), {"new": lambda n: n * (1 + (n == 4))})


def test_one_word_is_one_code_in_all_relations_of_a_claim(monkeypatch):
    both = states(equal(NEW(x, i), x[i]), equal(NEW(x, i), abs(x[i])))
    one, other = of_impl(lambda x: x + 0), of_impl(abs)
    monkeypatch.setitem(code_definitions.RUNS, (DEFINITION, 0), {"new": one})
    with saying(DEFINITION, both), pytest.raises(EvidenceError, match="one word for two functions"):
        general.run(DEFINITION, 1, {"new": other}, lambda chain: chain.closes(""), {})


OF_ROWS = new(X="family", r="index", i="index")
SHORT = {
    "one sum": (equal(NEW(x, i), total(x)), lambda x: library(x).sum(x, axis=-1, keepdims=True)),
    "the first row": (equal(OF_ROWS(X, r, i), X[1, i]), lambda X: X[:1, :] * 1),
}


@pytest.mark.parametrize("what", SHORT)
def test_what_code_gives_has_as_many_places_as_the_word(what):
    said, code = SHORT[what]
    with pytest.raises(AssertionError, match="the code gives 1 places; expected"):
        ran(states(said), {"new": code}, claim=DEFINITION)


def test_an_axis_of_one_place_has_no_other():
    k = Variable("k", "integer")
    said = states(equal(new(x="family", k="number", i="index")(x, k, i), x[i]))
    with pytest.raises(NotReadError, match="nothing shows that"):
        ran(said, {"new": lambda x, k: x[None][k] * 1}, claim=DEFINITION)


def test_code_that_fails_does_not_say_nothing():
    fails = lambda t: np.zeros(1)[1] if isinstance(t, np.ndarray) and t > 0 else t * 1
    with pytest.raises(AssertionError, match="the code of new fails"):
        ran(states(equal(OF(t), t)), {"new": fails}, claim=DEFINITION)


def test_a_citation_chooses_no_letter_that_the_word_hides():
    assert proofs.bert.code  # where the segment's code is given both lengths
    said = states(line(0, "=", segment(term(4)), "=", 1))
    with saying(THEOREM, said), pytest.raises(BindingError, match="L_1, L_2, which it hides"):
        begin(said, 0, turned=True).cites(
            "bert.segments", "", at={L_1: 5, L_2: 4, place: term(4)}, duty=0
        )


def test_a_word_without_a_definition_hides_letters_alone():
    assert printed_alike(states(equal(next_sentence(bert.X, 2 * w), 1)))
    assert not printed_alike(states(equal(next_sentence(bert.X, w), 1)))


def test_words_of_floats_are_not_read_over_the_reals():
    said = states(equal(computed_softmax(x)[i], said_softmax(x)[i]))
    with saying(DEFINITION, said), pytest.raises(EvidenceError, match="a number in floats"):
        general.run(DEFINITION, 0, {"computed_softmax": softmax}, lambda c: c.closes(""), {})


def test_words_of_reals_are_not_refuted_by_rounding():
    floats = lambda given: np.asarray(given, dtype=float)
    run = lambda X, w: float(next_sentence_probability(floats(X), floats(w)))
    case = At({bert.X: ((1,),), w: (1,)}, runs={"next_sentence": run})
    with pytest.raises(EvidenceError, match="is read over the reals"):
        fails_at(stated("bert.next-sentence"), case)


def test_an_exact_run_is_of_the_words_own_code():
    row = every(index("r", term(1)), index("c", term(2)), entry=term(3))
    own = every(index("c", term(2)), entry=term(1))
    said = states(equal(next_sentence(row, own), 3))
    with saying(EXAMPLE, said), pytest.raises(EvidenceError, match="a general run says what"):
        exact_runs.run(EXAMPLE, 0, {"next_sentence": lambda X, w: relu(X)[0, 1]}, [{}], False)


def test_an_exact_run_of_an_inner_word_gives_what_its_formula_is():
    half = every(index("c", term(2)), entry=index("c", term(2)) / 2)
    where = index("k", term(2))
    said = states(equal(computed_softmax(said_softmax(half))[where], where / term(2)))
    with saying(EXAMPLE, said), pytest.raises(EvidenceError):
        exact_runs.run(EXAMPLE, 0, {"computed_softmax": softmax, "softmax": relu}, [{}], False)


def test_a_box_stands_for_the_function_of_which_it_is_the_word():
    module, inner = ModuleType("layers"), of_impl(lambda x: library(x).where(x > 1000, 2 * x, x))
    inner.__name__, module.inner = "inner", inner
    stands = Stands(same(x)[i], of_impl(lambda x: x * 1), lambda chain: chain.closes(""))
    box = Box(inner, (module,), lambda x: same(family_of(x)), (stands,))
    with pytest.raises(EvidenceError, match="other code than inner"):
        ran(SAME, {"new": lambda x: module.inner(x)}, claim=DEFINITION, boxes=(box,))


def test_errors_that_were_searched_are_of_the_function_that_is_said():
    u, eta = term(2) ** -24, term(2) ** -149
    exact = sqrt(number) + number**4
    said = states(line(abs(computed_sqrt(24, number) - exact), "≤", u * abs(exact) + eta),
                  given=line(number, "≥", 0))  # fmt: skip
    found = Measure("float32", [({number: 2.0**-100}, 2.0**-50)], 24, {})
    assert measured(said, "computed_sqrt", [found])
    with pytest.raises(EvidenceError, match="the exact value is"):
        measured(said, "computed_sqrt", [replace(found, exact=lambda at: sp.sqrt(at))])
