"""What stands in a run is what the code gives: numbers and sizes that are typed in are refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from impl.alibi import slopes_of_heads
from impl.decoder import decoder_block
from impl.feedforward import feed_forward
from impl.gated import silu
from impl.heads import scaled_dot_product_attention
from impl.retrieval import cat_score
from impl.scores import dot, scaled_dot
from impl.softmax import hardmax, softmax
from proofs.arrays import cost, expressions, shapes
from proofs.arrays.entries.family_arrays import array
from proofs.arrays.heard import heard
from proofs.decoder.code import of_parameters
from proofs.engine import exact_runs, general, size_runs
from proofs.engine.called import called
from proofs.engine.passed_on import passing_on, summed
from proofs.engine.stated import saying, stated
from proofs.engine.witness import EvidenceError
from proofs.scores import code as scores_code  # noqa: F401 (a general run of dot)
from theory.letters import d_k, h, i, j, m, n
from theory.lookup.hard import hard as said_hard
from theory.shared_words import dot as said_dot
from theory.softmax.words import f
from theory.softmax.words import softmax as said_softmax
from theory.stating.families import every, numbers, table, total
from theory.stating.operations import exp
from theory.stating.relations import equal, sized
from theory.stating.statements import states
from theory.stating.symbolic import symbolic
from theory.stating.terms import Variable
from theory.stating.variables import index
from theory.symbols import positive, real

x, lead = real("x"), positive("a")
CASES = [{f: [x]}, {f: [x, x + lead]}, {f: [x + lead, x]}]
Q, K = numbers("Q", m, d_k), numbers("K", n, d_k)
HARD, COSTS = "lookup.hard-attention", "encoder.costs"
ATTENTION = "heads.scaled-dot-product-attention"


PLAIN = {"w_1": np.eye(2), "b_1": np.zeros(2), "w_2": np.eye(2), "b_2": np.zeros(2)}


def exact(code, cases=CASES, word="hard"):
    return exact_runs.run(HARD, 0, {word: code}, cases, False)


def test_a_run_says_which_functions_it_called():
    assert exact(hardmax).calls == ["impl.softmax.hardmax"]
    of = {"attention": scaled_dot_product_attention}
    assert size_runs.run(COSTS, 0, of).calls == ["impl.heads.scaled_dot_product_attention"]


def test_typed_numbers_are_refused():
    typed = {1: [1], 2: [0, 1]}
    with pytest.raises(EvidenceError, match="no function of impl was called"):
        exact(lambda scores: typed[scores.shape[0]], CASES[:2])


def test_the_code_on_other_numbers_than_those_of_the_case_is_refused():
    with pytest.raises(EvidenceError, match="code gives"):
        exact(lambda scores: hardmax(expressions.array([0] * (scores.shape[0] - 1) + [1])))


def test_a_word_that_is_not_in_the_relation_is_not_run():
    with pytest.raises(EvidenceError, match="no word softmax"):
        exact_runs.run(HARD, 0, {"hard": hardmax, "softmax": softmax}, CASES, False)


def test_a_case_has_a_value_for_all_that_the_word_is_given():
    with pytest.raises(EvidenceError, match="has no value in this case"):
        exact(hardmax, [{n: 2}])


def test_the_printed_side_is_written_out_by_the_theory():
    same = states(equal(said_hard(f)[i], said_hard(f)[i] + 1))
    with saying(HARD, same), pytest.raises(EvidenceError, match="is not"):
        exact(hardmax)


def test_typed_sizes_are_refused():
    of = {"attention": lambda q, k, v: q}
    with pytest.raises(EvidenceError, match="no function of impl was called"):
        size_runs.run(COSTS, 0, of)


def test_each_word_is_computed_by_the_code():
    of = {"block": lambda rows: rows, "cat": cat_score}
    with pytest.raises(EvidenceError, match="no function of impl was called"):
        size_runs.run("retrieval.costs", 0, of)


@pytest.mark.parametrize(
    "code",
    [
        lambda q, k, v: scaled_dot_product_attention(q, k, v)[..., 0],
        lambda q, k, v: scaled_dot_product_attention(q[0, ...], k[0, ...], v[0, ...]),
        lambda q, k, v: scaled_dot_product_attention(k.mT, k.mT, v.mT),
    ],
)
def test_code_of_other_sizes_is_refused(code):
    with pytest.raises(EvidenceError, match="the code gives attention"):
        size_runs.run(COSTS, 0, {"attention": code})


def test_what_costs_more_than_is_said_is_refused():
    twice = lambda q, k, v: scaled_dot_product_attention(
        q, k, scaled_dot_product_attention(q, k, v)
    )
    with pytest.raises(EvidenceError, match="multiplications, not"):
        size_runs.run(COSTS, 0, {"attention": twice})


def test_all_rows_again_are_not_the_newest_alone():
    last = lambda *given, **eps: decoder_block(*given, **eps)[-1]
    with pytest.raises(EvidenceError, match="multiplications, not"):
        size_runs.run("decoder.cache-makes-a-step-linear", 0, {"newest_row": of_parameters(last)})


@pytest.mark.parametrize(
    ("count", "code"),
    [
        (
            2 * n * h * d_k,
            lambda q, k, v: scaled_dot_product_attention(q[..., :1, :], k, v) + 0 * v,
        ),
        (2 * n**2 * h * d_k, lambda q, k, v: dot(q, k) @ v),
    ],
)
def test_what_other_code_multiplies_is_not_counted(count, code, monkeypatch):
    said = replace(stated(COSTS).said[0], counts=(("multiplications", count),))
    monkeypatch.setattr(size_runs, "stated", lambda claim: states(said))
    with pytest.raises(EvidenceError, match="not seen to compute the formula"):
        size_runs.run(COSTS, 0, {"attention": code})


def test_a_product_of_a_formula_counts_once_for_each_of_its_places():
    query = index("i", m)
    products = every(query, j, entry=said_dot(Q[query], K[j]))
    for count, holds in ((m * n * d_k, True), (m * n, False)):
        said = states(sized(products, m, n, multiplications=count))
        with saying("encoder.costs", said):
            if holds:
                assert not size_runs.run(COSTS, 0, {}).calls
                assert size_runs.run(COSTS, 0, {"dot": dot}).calls
            else:
                with pytest.raises(EvidenceError, match="multiplications, not"):
                    size_runs.run(COSTS, 0, {})


def test_an_index_runs_as_far_as_the_family_whose_place_it_is():
    unequal = states(sized(every(j, entry=total(numbers("x", n) * numbers("y", m)) + K[j, 1]), n))
    with saying(COSTS, unequal), pytest.raises(EvidenceError, match="places, and not"):
        size_runs.run(COSTS, 0, {})


def test_a_word_that_only_a_library_computes_has_no_sizes_of_its_own():
    with pytest.raises(EvidenceError, match="say what runs it"):
        size_runs.run("retrieval.late-interaction-costs", 0, {})


@pytest.mark.parametrize(
    ("attention", "why"),
    [
        (lambda q, k, v: scaled_dot_product_attention(2 * q, k / 2, v), "is given"),
        (lambda q, k, v: scaled_dot_product_attention(q, k, -v), "is given"),
        (lambda q, k, v: -scaled_dot_product_attention(q, k, v), "not all of this is what"),
    ],
)
def test_what_stands_between_a_word_and_its_code_computes_nothing(attention, why):
    """Also where it undoes itself, as the first does: the code alone computes the formula."""
    of_values = lambda q, k, v: scaled_dot_product_attention(q, k[::-1, :], v[::-1, :])
    closes = lambda chain: chain.closes("the largest score of a row cancels")
    with pytest.raises(EvidenceError, match=why):
        general.run(ATTENTION, 0, {"attention": attention}, closes, {})
    assert general.run(ATTENTION, 0, {"attention": scaled_dot_product_attention}, closes, {}).calls
    passed = passing_on("attention", of_values)(*np.ones((3, 2, 2)))
    assert (passed == 1).all()  # other places are no other numbers


@pytest.mark.parametrize(
    "chosen",
    [
        lambda one, other: np.where(softmax(one) > softmax(other), softmax(one), softmax(other)),
        lambda one, other: softmax(np.where(one[0] > other[0], one, other)),
        lambda one, other: softmax(one) if one[0] > other[0] else softmax(softmax(one)),
        lambda one, other: np.sort(softmax(one)),
    ],
    ids=["what is given back", "what is given", "what is called", "in order"],
)
def test_which_number_goes_where_depends_on_no_number(chosen):
    larger, smaller = np.asarray([1.5, -2.0]), np.asarray([-0.5, 3.0])
    code = passing_on("w", chosen)
    with pytest.raises(EvidenceError, match="which number goes where depends on the numbers"):
        for one, other in ((larger, smaller), (smaller, larger)):
            assert np.array_equal(code(one, other), chosen(one, other))


def test_which_number_goes_where_depends_on_none_beside_bits():
    """No two samples need have the same bits: the code is run on other numbers beside them."""
    chosen = lambda there, one, other: dot(np.where(one > other, one, other), there[None] * 1.0)
    there, ones = np.asarray([True, False, True]), np.asarray([2.5, -1.5, 0.5])
    with pytest.raises(EvidenceError, match="which number goes where depends on the numbers"):
        passing_on("w", chosen)(there, ones, ones[::-1] - 0.25)
    honest = lambda there, one: dot(one, there[None] * 1.0)
    assert passing_on("w", honest)(there, ones) == 3


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (lambda q, k: scaled_dot(q, k, scale=Fraction(2)), "is given"),
        (lambda q, k: scaled_dot(q, k, scale=-1), "is given -1"),
        (lambda q, k: scaled_dot(q, k, np.longdouble(2)), "is given"),
        (lambda q, k: feed_forward(q, PLAIN, activation=lambda row: row / 7), "is given <function"),
        (lambda q, k: dot(np.concat([q, q]), np.concat([k, k])), "too often"),
        (lambda q, k: scaled_dot(q, k, scale=slopes_of_heads(8)[0]), "nothing of the word"),
        (lambda q, k: scaled_dot(q, k, scale=softmax(np.zeros(4))[0]), "nothing of the word"),
    ],
    ids=[
        "a fraction",
        "a whole number for a real one",
        "a long double",
        "a function",
        "twice",
        "of another size",
        "of nothing",
    ],
)
def test_what_computes_by_another_name_is_no_number_that_is_handed_on(code, why):
    with pytest.raises(EvidenceError, match=why):
        passing_on("w", code)(np.asarray([[0.5, 1.5]]), np.asarray([[2.5, -1.5]]))
    with heard(), pytest.raises(EvidenceError, match="is given -1"):  # by its place, too
        passing_on("w", lambda q, k: scaled_dot(q, k, -1))(*np.full((2, 1, 2), 0.5))
    public = passing_on("w", lambda q: feed_forward(q, PLAIN, activation=silu))
    assert public(np.asarray([[0.5, 1.5]])).shape == (1, 2)


def test_which_number_goes_where_may_depend_on_sizes_and_bits():
    chosen = lambda there, row: softmax(row) if there[0] else np.flip(softmax(row))
    code, row = passing_on("w", chosen), np.asarray([1.5, -2.0])
    for there in (np.asarray([True]), np.asarray([False]), np.asarray([False, True])):
        assert np.array_equal(code(there, row), chosen(there, row))
    assert np.array_equal(code(there, row * 0), chosen(there, row * 0))  # either, or both


def test_the_engine_adds_up_what_the_code_gives_and_no_other_numbers():
    rows, first = np.asarray([[0.0, 1.5], [2.5, 0.5]]), lambda rows, k: softmax(rows[k])[0]
    of_all = passing_on("w", lambda rows: summed(2, lambda k: first(rows, k)))
    assert of_all(rows) == first(rows, 0) + first(rows, 1)
    doubled = passing_on("w", lambda rows: summed(2, lambda k: 2 * first(rows, k)))
    with pytest.raises(EvidenceError, match="not all of this is what"):
        doubled(rows)
    with pytest.raises(EvidenceError, match="the same each time"):
        summed(symbolic(n), lambda k: softmax(array(table(numbers("x", n))))[0])


def test_a_formula_in_the_place_of_the_code_is_no_general_run():
    def typed(scores):
        powers = scores.__array_namespace__().exp(scores)
        return powers / scores.__array_namespace__().sum(powers)

    with pytest.raises(EvidenceError, match="no function of impl computes"):
        general.run("softmax.definition", 0, {"softmax": typed}, lambda c: c.closes(""), {})


def test_helpers_of_the_code_are_no_functions_that_a_run_calls():
    with called() as names:
        softmax(expressions.array([sp.S.Zero]))
    assert [*names] == ["impl.softmax.softmax"]
    with pytest.raises(EvidenceError, match="no function of impl"), called():
        shapes.array(n)


def grows(row):
    xp = row.__array_namespace__()
    return xp.concat([row, row]) if bool(xp.any(row > 0)) else row + 0


def grows_alone(row):
    return row.__array_namespace__().concat([row, row]) if row.shape[0] == 1 else row + 0


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (grows, r"\(n,\) or \(2\*n,\), as the numbers are"),
        (grows_alone, "where all sizes are 1, the code gives softmax the sizes"),
    ],
)
def test_sizes_are_those_of_every_way_that_the_code_takes(code, message):
    said = states(sized(every(i, entry=said_softmax(f)[i]), n))
    with saying(COSTS, said):
        assert size_runs.run(COSTS, 0, {"softmax": softmax}).calls
        with pytest.raises(EvidenceError, match=message):
            size_runs.run(COSTS, 0, {"softmax": lambda row: code(softmax(row))})


def test_a_row_that_may_not_be_there_has_no_size():
    said = states(sized(every(i, entry=said_softmax(f)[i]), n))
    with saying(COSTS, said), pytest.raises(NotImplementedError, match=r"not shown that 6 ≤ n"):
        size_runs.run(COSTS, 0, {"softmax": lambda row: softmax(row) + row[5]})


def test_a_product_of_matrices_by_hand_is_counted_as_one():
    p, q, r = sp.symbols("p q r", integer=True, positive=True)
    rows, columns = shapes.array(p, 1, r), shapes.array(1, q, r)
    with cost.counting() as spent:
        assert (rows * columns).sizes == (p, q, r)
        assert (rows * rows).sizes == (p, 1, r)
    assert spent.multiply_adds == p * q * r


def test_a_power_hides_multiplications():
    squares = every(j, entry=numbers("x", n)[j] ** 2)
    assert not run_on_sizes(states(sized(squares, n)))
    with pytest.raises(EvidenceError, match="a power is counted as its products are"):
        run_on_sizes(states(sized(squares, n, multiplications=0 * n)))


def run_on_sizes(said):
    with saying(COSTS, said):
        return size_runs.run(COSTS, 0, {}).calls


def test_one_size_does_not_stand_for_all():
    """Of two numbers the first and the last are all."""
    ends = exp(numbers("x", n)[1]) + exp(numbers("x", n)[n])
    said = states(equal(said_softmax(numbers("x", n))[i], exp(numbers("x", n)[i]) / ends))
    first, second, third = (real(name) for name in "abc")
    cases = [{numbers("x", n): [first, second]}]
    with saying(HARD, said), pytest.raises(EvidenceError, match="is not"):
        exact_runs.run(HARD, 0, {"softmax": softmax}, cases, False)
    whole = states(equal(said_softmax(f)[i], exp(f[i]) / total(f.map(exp))))
    cases = [{f: [first, second]}, {f: [first, second, third]}]
    with saying(HARD, whole):
        assert exact_runs.run(HARD, 0, {"softmax": softmax}, cases, False).calls


def test_two_whole_numbers_do_not_stand_for_all():
    """Of 0 and 1 each is its own square."""
    z = Variable("z", "integer")
    one = every(j, entry=z)
    said = states(equal(said_dot(one, one), n * z))
    reals = lambda numbers: expressions.array(numbers.tolist())
    squares = lambda p, q: dot(reals(p), reals(q)[None, :])[0]
    cases = lambda *values: [{z: k, n: size} for k in values for size in (1, 2)]
    with saying(HARD, said), pytest.raises(EvidenceError, match="is not n z"):
        exact_runs.run(HARD, 0, {"dot": squares}, cases(0, 1), False)
    with saying(HARD, said), pytest.raises(EvidenceError, match="is not n z"):
        exact_runs.run(HARD, 0, {"dot": squares}, cases(0, 1, 2), False)


def test_a_program_is_run_for_an_example_alone():
    with pytest.raises(EvidenceError, match="is no example: run the code, and no program"):
        exact_runs.run(HARD, 0, {"hard": hardmax}, CASES, False, of_program=True)
