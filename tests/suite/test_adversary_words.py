"""What a word or a place stands for where no formula says it: false statements are refused."""

import numpy as np
import pytest

from impl.feedforward import relu
from impl.softmax import softmax
from proofs.engine import general
from proofs.engine.duties import duties
from proofs.engine.passed_on import own_code
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from theory.letters import n
from theory.stating.families import numbers
from theory.stating.gallina_statements import said
from theory.stating.gallina_terms import UnsaidError
from theory.stating.operations import larger
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.terms import Applied, TermError, Word
from theory.stating.variables import index, real

t, x = real("t"), numbers("x", n)
THEOREM, CODE = "softmax.shift-invariance", "lookup.first-of-equals"
RECTIFIED = Applied(Word("rectified", r"r({t})", {"t": "number"}, None), (t,))


def run(statement, runs, claim=CODE):
    with saying(claim, statement):
        return general.run(claim, 0, runs, lambda chain: chain.closes(""), {}, ())


def test_a_computed_word_is_what_the_function_of_its_name_computes():
    with pytest.raises(EvidenceError, match="softmax of impl was not called"):
        own_code("computed_softmax", relu)(np.asarray([1.0, 2.0]))
    assert own_code("computed_softmax", softmax)(np.asarray([1.0, 2.0])).sum()


def test_what_computes_a_word_passes_on_what_the_function_of_its_name_gives():
    """Nine times as much stands here; that softmax was called, and matters, is not enough."""
    with pytest.raises(EvidenceError, match=r"not all of this is what impl.softmax.softmax gives"):
        own_code("computed_softmax", lambda row: 9 * softmax(row))(np.asarray([1.0, 2.0]))
    backwards = own_code("computed_softmax", lambda row: softmax(row)[::-1])
    assert backwards(np.asarray([0.0, 0.0])).tolist() == [0.5, 0.5]


def test_a_theorem_on_a_word_without_a_formula_rests_on_a_definition():
    same = states(equal(RECTIFIED, larger(0, t)))
    with pytest.raises(EvidenceError, match="no definition says what rectified is"):
        run(same, {"rectified": relu}, claim=THEOREM)
    assert run(same, {"rectified": relu}).compared


def test_a_place_called_first_is_not_the_first_place():
    def generated(name):
        statement = states(equal(x[index(name, n)], x[1]))
        asked = duties(statement)[0]
        return said(statement, asked.link, asked.when, asked.own).text

    with pytest.raises(UnsaidError, match="a place called first"):
        generated("first")
    assert "x 0 k = x 0 first" in generated("k")


@pytest.mark.parametrize("make", [lambda: index("i", 0), lambda: numbers("x", 0)])
def test_no_place_is_not_every_place(make):
    """Whatever is said of each of no numbers is so."""
    with pytest.raises(TermError, match="1 or more"):
        make()
