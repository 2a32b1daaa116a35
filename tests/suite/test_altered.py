"""What the code gives must matter: evidence that calls it and then types its own is refused."""

from collections import namedtuple

import numpy as np
import pytest

from impl import softmax as module
from impl.heads import scaled_dot_product_attention
from impl.scores import dot
from impl.softmax import hardmax, log_softmax, softmax
from proofs.arrays import expressions, shapes
from proofs.arrays.altered import altered, other
from proofs.engine import exact_runs, general, size_runs
from proofs.engine.passed_on import own_code
from proofs.engine.witness import EvidenceError
from theory.letters import n
from theory.softmax.words import f
from theory.symbols import positive, real

x, lead = real("x"), positive("a")
SCORES = np.asarray([0.0, 1.0, 3.0])
THROWN = "is thrown away"
NOT_ALL = "not all of this is what impl.softmax.softmax gives"


def powers(scores):
    """Return what softmax gives, by other lines."""
    xp = scores.__array_namespace__()
    found = xp.exp(scores)
    return found / xp.sum(found)


def test_numbers_are_altered_where_they_leave_the_code_and_under_every_name():
    before, within = softmax(SCORES), log_softmax(SCORES)
    with altered("impl.softmax.softmax"):
        assert not np.array_equal(softmax(SCORES), before)
        assert not np.array_equal(module.softmax(x=SCORES, axis=-1), before)
        assert np.array_equal(log_softmax(SCORES), within)
        alone = scaled_dot_product_attention(np.eye(3), np.eye(3), np.eye(3))
    assert np.array_equal(softmax(SCORES), before)
    assert np.array_equal(alone, scaled_dot_product_attention(np.eye(3), np.eye(3), np.eye(3)))


def test_the_code_is_itself_again_after_an_error():
    before, names = softmax.__code__, {*softmax.__globals__}
    with pytest.raises(ZeroDivisionError), altered("impl.softmax.softmax"):
        raise ZeroDivisionError
    assert softmax.__code__ is before
    assert {*softmax.__globals__} == names


@pytest.mark.parametrize(
    "found",
    [
        1, 0.5, True, "", None, np.float32(2), np.zeros(2, dtype=bool), np.zeros((2, 3)), [1, 2],
        {"w": 1.0}, (1, np.zeros(1)), namedtuple("Pair", "left right")(1, 2.0),
        expressions.array([x, lead]), shapes.array(n, 2),
    ],
    ids=repr,
)  # fmt: skip
def test_every_form_of_an_answer_can_be_altered(found):
    changed = other(found)
    assert type(changed) in (type(found), str) or isinstance(found, np.generic)
    assert repr(changed) != repr(found)


def test_a_general_run_that_throws_the_code_s_result_away_is_refused():
    def thrown(scores):
        return (softmax(scores), powers(scores))[1]

    with pytest.raises(EvidenceError, match=NOT_ALL):
        general.run("softmax.definition", 0, {"softmax": thrown}, lambda c: c.closes(""), {})


@pytest.mark.parametrize(
    "own",
    [lambda scores: 0 * softmax(scores), lambda scores: softmax(scores) - softmax(scores)],
    ids=["times nothing", "less itself"],
)
def test_a_result_of_which_nothing_is_left_is_thrown_away_too(own):
    code = lambda scores: own(scores) + powers(scores)
    with pytest.raises(EvidenceError, match=NOT_ALL):
        general.run("softmax.definition", 0, {"softmax": code}, lambda c: c.closes(""), {})


def test_a_run_names_no_function_whose_result_it_throws_away():
    def both(scores):
        log_softmax(scores)
        return softmax(scores)

    found = general.run("softmax.definition", 0, {"softmax": both}, lambda c: c.closes(""), {})
    assert found.calls == ["impl.softmax.softmax"]


def test_an_exact_run_that_throws_the_code_s_result_away_is_refused():
    def typed(scores):
        hardmax(scores)
        return [1] if scores.shape[0] == 1 else [0, 1]

    cases = [{f: [x]}, {f: [x, x + lead]}]
    with pytest.raises(EvidenceError, match=f"hard: what impl.softmax.hardmax gives {THROWN}"):
        exact_runs.run("lookup.hard-attention", 0, {"hard": typed}, cases, False)
    assert exact_runs.run("lookup.hard-attention", 0, {"hard": hardmax}, cases, False).calls


def test_sizes_that_are_not_those_of_what_the_code_gives_are_refused():
    def typed(q, k, v):
        scaled_dot_product_attention(q, k, v)
        return shapes.array(*q.shape[:-1], v.shape[-1])

    with pytest.raises(EvidenceError, match=f"attention: what .* gives {THROWN}"):
        size_runs.run("encoder.costs", 0, {"attention": typed})


def test_a_number_of_a_witness_is_what_the_code_gives():
    def typed(left, right):
        dot(left, right)
        return np.asarray([2.0])

    ones = np.ones(2), np.ones((1, 2))
    assert own_code("computed_dot", dot)(*ones) == [2]
    with pytest.raises(EvidenceError, match=f"computed_dot: what impl.scores.dot gives {THROWN}"):
        own_code("computed_dot", typed)(*ones)
