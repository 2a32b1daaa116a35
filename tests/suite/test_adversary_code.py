"""False statements about code that once came through, each refused now: one test for a class."""

import sys
from itertools import count
from types import ModuleType

import numpy as np
import pytest
import sympy as sp

from impl.feedforward import relu
from impl.refusals import ArgumentValueError
from impl.scores import dot
from impl.softmax import softmax
from proofs.arrays.entries.family_arrays import family_of
from proofs.arrays.entries.sublayers import Box, Stands
from proofs.engine import code_definitions, evidence, general
from proofs.engine.at_case import At, fails_at
from proofs.engine.binding import BindingError
from proofs.engine.derivation import StepError
from proofs.engine.elsewhere import ELSEWHERE
from proofs.engine.passed_on import own_code
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from theory.letters import d_k, i, j, k, m, n
from theory.softmax import words as words
from theory.stating.families import Family, every, numbers, table, total
from theory.stating.operations import larger
from theory.stating.relations import equal, exactly, line
from theory.stating.statements import states
from theory.stating.terms import Applied, Word
from theory.stating.variables import index, nonnegative, real
from theory.stating.vocabulary import word

THEOREM, DEFINITION, CODE = (
    "softmax.shift-invariance",
    "softmax.definition",
    "lookup.first-of-equals",
)
t, x, y = real("t"), numbers("x", n), numbers("y", n)
X = numbers("X", m, n)
r, s = index("r", m), index("s", m)


@word(r"h({t})")
def size(t):
    return abs(t)


@word(r"h({x})_{{{i}}}", i="x")
def sizes(x: Family, i):
    return abs(x[i])


@word(r"f({x})_{{{i}}}", i="x")
def same(x: Family, i):
    return x[i]


@word(r"g({x},{y})_{{{i}}}", i="x")
def gap(x: Family, y: Family, i):
    return x[i] - y[i]


def new(**kinds):
    """Return a word without a formula, of things of these kinds."""
    made = Word("new", "new", kinds, None)
    held = lambda each: table(each) if isinstance(each, Family) else each
    return lambda *given: Applied(made, tuple(map(held, given)))


TRIED = count()
NEW = new(x="family", i="index")
NEAR = new(s="number", x="family", i="index")  # something happens at a place s


def of_impl(code):
    """Return code as if it stood in `impl`, as code of a general run must."""
    module = ModuleType(f"impl.tried_{next(TRIED)}")
    module.code = code
    exec("def answer(*given): return code(*given)", vars(module))
    sys.modules[module.__name__] = module
    return module.answer


def ran(said, runs, steps=lambda chain: chain.closes(""), claim=CODE, boxes=()):
    runs = {name: of_impl(code) for name, code in runs.items()}
    with saying(claim, said):
        return general.run(claim, 0, runs, steps, {}, boxes)


def refused(said, runs, **how):
    with pytest.raises((StepError, EvidenceError)):
        ran(said, runs, **how)


def library(x):
    return x.__array_namespace__()


def _of_no_negatives(x):
    if bool(library(x).any(x < 0)):
        raise ArgumentValueError("sizes", x="has negative numbers")
    return abs(x)


def test_what_code_refuses_is_no_condition():
    refused(states(equal(size(t), t)), {"size": _of_no_negatives})
    refused(states(equal(sizes(x)[i], x[i])), {"sizes": _of_no_negatives})
    assert ran(states(equal(sizes(x)[i], abs(x[i]))), {"sizes": _of_no_negatives}).refuses


def test_a_definition_that_refuses_is_no_word_for_all_arguments(monkeypatch):
    runs, said = {"new": of_impl(_of_no_negatives)}, states(equal(NEW(x, i), x[i]))
    with saying(DEFINITION, said):
        assert general.run(DEFINITION, 0, runs, lambda c: c.closes(""), {}).refuses
        monkeypatch.setitem(code_definitions.RUNS, (DEFINITION, 0), runs)
        stands = Stands(NEW(x, i), runs["new"], None, DEFINITION)
        with pytest.raises(EvidenceError, match="does not refuse"):
            general._answers_always(stands)


def test_what_a_path_takes_of_one_place_it_takes_of_no_other():
    kept = lambda s, x: x if bool(x[s - 1] < 0) else abs(x)
    refused(states(equal(NEAR(j, x, i), x[i])), {"new": kept})

    def unguarded(s, x):
        top = library(x).max(abs(x) + abs(x * x + 1) - 1, axis=-1)
        return library(x).zeros_like(top) + 1 if bool(top[s - 1] == 0) else top / top

    refused(states(equal(NEAR(s, X, r), 1)), {"new": unguarded})


def test_a_number_of_another_name_is_no_operation():
    u = real("abs")  # 0 in the place of u says nothing of |t|
    said = states(equal(new(t="number", u="number")(t, u), 0), given=equal(u, 0))
    with saying(CODE, said), pytest.raises(StepError):
        code = of_impl(lambda t, u: 0 * t if bool(abs(t) == 0) else t)
        general.run(CODE, 0, {"new": code}, lambda c: c.closes(""), {"let": {u: 0}})


def test_what_stands_in_the_place_of_a_number_may_be_equal_to_another():
    slack = nonnegative("s")
    code = of_impl(lambda t: 0 * t if bool(t == 0) else 0 * t + 1)
    for least in (0, -1):
        said = states(equal(new(t="number")(t), 1), given=line(t, "≥", least))
        with saying(CODE, said), pytest.raises(StepError):
            view = {"let": {t: slack + least}}
            general.run(CODE, 0, {"new": code}, lambda c: c.closes(""), view)


def test_what_one_side_of_an_equivalence_supposes_it_supposes_of_one_place():
    refused(states(exactly(line(x[k], "≥", 0), equal(sizes(x)[i], x[i]))), {"sizes": abs})


def test_rows_in_two_orders_are_not_any_rows():
    nothing = lambda x, y: 0 * x
    refused(states(equal(gap(x.permuted(), x)[i], 0)), {"gap": nothing})
    assert ran(states(equal(gap(x.permuted(), x.permuted())[i], 0)), {"gap": nothing}).compared


def test_a_word_of_a_definition_is_computed_by_its_own_code():
    nothing = {"new": lambda x: 0 * x, "softmax": lambda x: 0 * x}
    refused(states(equal(NEW(x, i), words.softmax(x)[i])), nothing, claim=DEFINITION)


@pytest.mark.parametrize("argument", [lambda x: -x, lambda x: x])
def test_a_box_is_used_where_what_shows_it_holds(argument):
    module = ModuleType("layers")
    module.answer = inner = of_impl(abs)
    box = Box(inner, (module,), lambda x: same(family_of(x)),
              (Stands(same(x)[i], inner, lambda chain: chain.closes("")),))  # fmt: skip
    said = states(equal(NEW(x, i), same(argument(x))[i]), given=line(x[j], ">", 0))
    given = said, {"new": lambda x: module.answer(argument(x))}
    if argument(1) == 1:
        assert ran(*given, claim=DEFINITION, boxes=(box,)).compared
    else:
        refused(*given, claim=DEFINITION, boxes=(box,))


def _of_one_name():
    @word(r"f({x})_{{{i}}}", i="x")
    def softmax(x: Family, i):
        return abs(x[i])

    return softmax


def test_a_box_has_no_other_word_of_the_same_name():
    module, other = ModuleType("layers"), _of_one_name()
    module.inner = inner = of_impl(abs)
    inner.__name__ = "inner"
    box = Box(inner, (module,), lambda x: other(family_of(x)),
              (Stands(other(x)[i], inner, lambda chain: chain.closes("")),))  # fmt: skip
    said = states(equal(NEW(x, i), words.softmax(x)[i]))
    with pytest.raises(BindingError, match="a word for two things"):
        ran(said, {"new": lambda x: module.inner(x)}, claim=DEFINITION, boxes=(box,))


def test_code_of_a_general_run_is_code_of_impl():
    said = states(equal(sizes(x)[i], abs(x[i])))
    alone = lambda x: np.abs(x) if isinstance(x, np.ndarray) else abs(x)
    with saying(THEOREM, said), pytest.raises(EvidenceError, match="no function of impl"):
        general.run(THEOREM, 0, {"sizes": alone}, lambda chain: chain.closes(""), {})
    (name,) = ran(said, {"sizes": abs}).calls
    assert name.startswith("impl.tried")


def test_a_witness_about_code_runs_that_code():
    """A typed number in its place refuted that computed weights are at most 1."""
    said = states(line(words.computed_softmax(x)[i], "≤", 1))
    typed = {"computed_softmax": lambda row: [5.0 for _ in row]}
    with pytest.raises(EvidenceError, match="softmax of impl was not called"):
        fails_at(said, At({x: (1, 2), i: 1}, runs=typed))
    runs = {"computed_softmax": lambda row: softmax(np.asarray(row)).tolist()}
    with pytest.raises(EvidenceError, match="holds at this case"):
        fails_at(said, At({x: (1, 2), i: 1}, runs=runs))


def test_a_word_that_a_general_run_is_of_is_computed_by_impl_in_a_witness(monkeypatch):
    typed = lambda row: 3
    monkeypatch.setitem(ELSEWHERE, "told", sum)
    assert own_code("told", sum)([1.0, 2.0]) == 3  # of another library
    monkeypatch.setitem(ELSEWHERE, "told", typed)
    with pytest.raises(EvidenceError, match="told: this is 3 whatever is given: it is typed in"):
        own_code("told", typed)([1.0, 2.0])
    monkeypatch.setitem(code_definitions.RUNS, (CODE, 0), {"told": softmax})
    with pytest.raises(EvidenceError, match="was not called"):
        own_code("told", sum)([1.0, 2.0])


@pytest.mark.parametrize(
    "right",
    [
        lambda of: 1 * of(x)[i],
        lambda of: of(x)[i] + 0 * t,
        lambda of: of(x + t)[i],
        lambda of: of(x)[i] * 2 - of(x + t)[i],
    ],
)
def test_a_definition_by_the_word_itself_defines_nothing(right):
    """Of twice the softmax it would be as true, and carry theorems."""
    twice = of_impl(lambda row: softmax(row) * 2)
    said = states(equal(words.softmax(x)[i], right(words.softmax)))
    with saying(DEFINITION, said), pytest.raises(EvidenceError, match="defined by itself"):
        general.run(DEFINITION, 0, {"softmax": twice}, lambda chain: chain.closes(""), {})


@pytest.mark.parametrize("ones", [(True, True, False), (True, False, False), (True, False, True)])
def test_code_may_not_differ_where_some_sizes_are_1(ones):
    """The reading takes no size for 1; NumPy's run is of 1 and more in all ways."""

    def code(q, k):
        found = dot(q, k)
        sizes = (k.shape[0], q.shape[0], k.shape[1])
        if all((size == 1) == is_one for size, is_one in zip(sizes, ones, strict=True)):
            return found * 2
        return found

    Q, K, c = numbers("Q", m, d_k), numbers("K", n, d_k), index("c", d_k)
    scores = new(Q="family", K="family", r="index", j="index")
    said = states(equal(scores(Q, K, r, j), total(every(c, entry=Q[r, c] * K[j, c]))))
    closes = lambda chain: chain.closes("")
    with saying(DEFINITION, said):
        assert general.run(DEFINITION, 0, {"new": of_impl(dot)}, closes, {})
        with pytest.raises(AssertionError, match="the code gives"):
            general.run(DEFINITION, 0, {"new": of_impl(code)}, closes, {})


@pytest.mark.parametrize("at_numbers", [False, True])
@pytest.mark.parametrize(
    "values",
    [
        ({t: sp.Symbol("a", positive=True)}, {t: sp.Symbol("b", positive=True)}),
        ({t: sp.Symbol("a", real=True) ** 2}, {t: sp.Symbol("b", real=True) ** 4}),
        ({t: 1}, {t: 3}),
    ],
)
def test_a_definition_is_run_at_any_numbers(values, at_numbers):
    """relu is the identity of what is not negative; that one symbol is two numbers says as much."""
    known = len(evidence.REGISTRY)
    evidence.exact_run(DEFINITION, {"new": relu}, at_numbers=at_numbers)(lambda: values)
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == known
    said = states(equal(new(t="number")(t), t))
    with saying(DEFINITION, said), pytest.raises(EvidenceError, match="run the code on symbols"):
        piece.run()


def test_one_symbol_is_one_number():
    known, u, a = len(evidence.REGISTRY), real("u"), sp.Symbol("a", real=True)
    evidence.exact_run(DEFINITION, {"new": lambda t, u: relu(t) + 0 * u})(lambda: [{t: a, u: a}])
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == known
    said = states(equal(new(t="number", u="number")(t, u), larger(u, 0)))
    with saying(DEFINITION, said), pytest.raises(EvidenceError, match="stands for two numbers"):
        piece.run()


def test_a_word_without_a_formula_is_one_function(monkeypatch):
    """Two conventions, each of code of its own, would together say that f is 1 and that f is 2."""
    one, other = states(equal(NEW(x, i), x[i])), states(equal(NEW(x, i), abs(x[i])))
    told = {name: of_impl(code) for name, code in [("one", lambda x: x + 0), ("other", abs)]}
    with saying(DEFINITION, one), saying(CODE, other):
        monkeypatch.setitem(code_definitions.RUNS, (DEFINITION, 0), {"new": told["one"]})
        with pytest.raises(EvidenceError, match=f"other code in {DEFINITION}"):
            general.run(CODE, 0, {"new": told["other"]}, lambda chain: chain.closes(""), {})
        monkeypatch.setitem(code_definitions.RUNS, (DEFINITION, 0), {"new": told["other"]})
        assert general.run(CODE, 0, {"new": told["other"]}, lambda chain: chain.closes(""), {})
