"""Floats of bfloat16 beside balls: each operation rounds to it, or sums are kept in float32.

The balls come from `impl` on intervals, as in `test_balls.py`. Code that is written in NumPy takes
the arrays of ml_dtypes as they are; what is written over the array API, the brief reading of them.
"""

import numpy as np
import pytest

pytest.importorskip("flint", reason="python-flint is not installed")
pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")


from impl.heads import scaled_dot_product_attention
from impl.scores import dot
from impl.softmax import log_softmax, logsumexp, softmax
from proofs.arrays import balls, brief
from tests.helpers import oracle
from tests.helpers.accumulated import HALVES, accumulated
from tests.helpers.enclosure import within_balls
from tests.helpers.holds import holds
from tests.helpers.strategies import hard_triples, logits, long_rows
from tests.properties.test_balls import KINDS, shaped
from tests.properties.test_heads import exact_attention
from theory.rounding.bounds import bound_dot, bound_log_softmax, bound_logsumexp, bound_softmax
from theory.rounding.stored_bounds import bound_stored

BRIEF = ("bfloat16",)
EVERY = (*KINDS, "dominant")


def run(function, *arrays):
    """Return what a function computes of bfloat16, as float64."""
    try:
        found = function(*map(brief.array, arrays))
    except (AttributeError, TypeError):  # it is written in NumPy
        with np.errstate(all="ignore"):
            found = function(*arrays)
    return brief.floats(found)


def enclosed(x):
    """Return floats as balls without a radius."""
    return balls.array(brief.floats(x))


@holds("floats.softmax", "floats.logsumexp", "floats.log-softmax",
       x=logits(kinds=EVERY, dtypes=BRIEF, batch=False))  # fmt: skip
def test_weights_of_bfloat16_and_their_logarithms_lie_in_their_balls(subject, x):
    row, within = oracle.exact(x), enclosed(x)
    p, whole = oracle.softmax(row), oracle.logsumexp(row)
    off = bound_softmax(row, p, "bfloat16")
    within_balls(run(subject.softmax, x), softmax(within), off, "softmax")
    off = bound_log_softmax(row, p, [score - whole for score in row], "bfloat16")
    within_balls(run(subject.log_softmax, x), log_softmax(within), off, "log-softmax")
    off = bound_logsumexp(row, p, whole, "bfloat16")
    exact = balls.array([logsumexp(within).data.item()])
    within_balls(run(subject.logsumexp, x).reshape(1), exact, off, "logsumexp")


@holds("floats.softmax", x=long_rows(BRIEF))
def test_a_sum_of_bfloat16_that_stands_still_is_within_its_bound(subject, x):
    row = oracle.exact(x)
    off = bound_softmax(row, oracle.softmax(row), "bfloat16")
    within_balls(run(subject.softmax, x), softmax(enclosed(x)), off, "softmax of a long row")


@holds("floats.dot-product", triple=hard_triples(BRIEF))
def test_dot_products_of_bfloat16_lie_in_their_balls(subject, triple):
    q, k, _ = triple
    bounds = bound_dots(q, k, "bfloat16")
    within_balls(run(subject.dot, q, k), dot(enclosed(q), enclosed(k)), bounds, "dot products")


@holds("floats.attention", triple=hard_triples(BRIEF))
def test_attention_of_bfloat16_lies_in_its_balls(subject, triple):
    computed = run(subject.scaled_dot_product_attention, *triple)
    exact = scaled_dot_product_attention(*map(enclosed, triple))
    _, bounds = exact_attention(*triple)
    within_balls(computed, exact, shaped(bounds, computed), "attention")


@holds("floats.stored-once", "floats.dot-product", triple=hard_triples(HALVES))
def test_dot_products_of_halves_that_sum_in_float32_lie_in_their_balls(subject, triple):
    q, k, _ = triple
    assert_stored(subject.dot, (q, k), dot, bound_dots(q, k, "float32"))


@holds("floats.stored-once", "floats.softmax", x=logits(kinds=EVERY, dtypes=HALVES, batch=False)
       | long_rows())  # fmt: skip
def test_softmax_of_halves_that_sums_in_float32_lies_in_its_balls(subject, x):
    row = oracle.exact(x)
    assert_stored(subject.softmax, (x,), softmax,
                  bound_softmax(row, oracle.softmax(row), "float32"))  # fmt: skip


def assert_stored(function, arrays, exactly, off):
    """Assert that halves come out that are within their bound of balls, sums being in float32."""
    found = accumulated(function)(*arrays)
    assert found.dtype == arrays[0].dtype
    balled = exactly(*map(enclosed, arrays))
    middle = oracle.exact([float(ball.mid()) for ball in balled.data.ravel()])
    bounds = bound_stored(middle, np.ravel(off).tolist(), found.dtype.name)
    within_balls(brief.floats(found), balled, shaped(bounds, found), "halves")


def bound_dots(q, k, dtype):
    """Bound the dot products of queries and keys."""
    sizes = [[oracle.mean(map(abs, a), map(abs, b)) for b in exact_rows(k)] for a in exact_rows(q)]
    return [[bound_dot(size, q.shape[-1], dtype) for size in row] for row in sizes]


def exact_rows(x):
    """Return the rows of floats, at fifty digits."""
    return [oracle.exact(row) for row in x]
