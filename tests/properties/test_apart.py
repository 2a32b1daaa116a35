"""The fold over parts that lie apart: the claims of the fold, on numbers."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from hypothesis import strategies as st

from impl import fold
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import data
from tests.properties.test_fold import TILES, cut, exact_attention
from tests.properties.test_heads import SPIKES, booleans, triples
from theory.fifty_digits import mp
from theory.rounding.fold_bounds import bound_folded_attention, bound_folded_regression

RUN = st.booleans()  # whether by an executor


@cache
def threads():
    return ThreadPoolExecutor(2)


os.register_at_fork(after_in_child=threads.cache_clear)  # a copy has none of the threads


def given(arrays):
    return lambda: arrays


def bounded(parts, tile):
    """Return the bound of a fold that merges the tiles of each part, and then the parts."""
    merges = len(parts) + sum(-(-(each.stop - each.start) // tile) for each in parts)
    return lambda scores, off, p, values, _, dtype: bound_folded_attention(
        scores, off, p, values, merges, dtype
    )


@holds("fold.computed", "fold.attention-over-any-partition", "fold.any-partition",
       triple=triples() | SPIKES, tile=TILES, case=st.data(), run=RUN)  # fmt: skip
def test_parts_that_lie_apart_are_attention_over_the_whole(subject, triple, tile, case, run):
    q, k, v = triple
    parts = cut(case.draw, len(k))
    arrays = [given((k[of], v[of])) for of in parts]
    output = subject.attention_apart(q, arrays, threads() if run else None, tile=tile)
    assert output.dtype == q.dtype
    exact = exact_attention(q, k, v, tile, bounded=bounded(parts, tile))
    within(np.asarray(output).reshape(-1), *exact, "attention over parts that lie apart")


@holds("fold.masks", "fold.nothing-to-attend-to", triple=triples(), tile=TILES, case=st.data())
def test_a_part_brings_its_piece_of_the_mask(subject, triple, tile, case):
    q, k, v = triple
    mask = booleans(case.draw, len(q), len(k))
    mask[0] &= case.draw(st.booleans())
    parts = cut(case.draw, len(k))
    arrays = [given((k[of], v[of], mask[:, of])) for of in parts]
    output = subject.attention_apart(q, arrays, tile=tile)
    exact = exact_attention(q, k, v, tile, mask, bounded=bounded(parts, tile))
    within(np.asarray(output).reshape(-1), *exact, "attention over masked parts")


@holds("fold.computed", "fold.attention-over-any-partition", case=data(), tile=TILES,
       at=st.floats(0, 1), several=st.booleans(), run=RUN)  # fmt: skip
def test_regression_over_parts_is_the_printed_ratio(subject, case, tile, at, several, run):
    x_query, x, y, beta = case
    middle = min(len(x) - 1, 1 + int(at * len(x)))
    parts = [each for each in (slice(0, middle), slice(middle, len(x))) if each.stop > each.start]
    values = np.stack([y, y], -1) if several else y
    arrays = [given((x[of], values[of])) for of in parts]
    got = subject.regression_apart(x_query, arrays, beta, threads() if run else None, tile=tile)
    assert got.dtype == x.dtype and got.shape == (len(x_query), *values.shape[1:])
    points, targets = [oracle.exact(p) for p in x], oracle.exact(y)
    merges = -(-len(x) // tile) + 2 * len(parts)
    exact, bounds = [], []
    for query in map(oracle.exact, x_query):
        scores = oracle.log_kernels(query, points, mp.mpf(beta))
        p = oracle.softmax(scores)
        exact.append(oracle.mean(p, targets))
        bounds.append(
            bound_folded_regression(
                scores, p, targets, mp.mpf(beta), x.shape[-1], merges, x.dtype.name
            )
        )
    for column in got.T if several else [got]:
        within(column, exact, bounds, "regression over parts that lie apart")


@pytest.mark.parametrize("name", ["attention_apart", "regression_apart"])
def test_an_executor_that_is_given_sums_up_each_part(subject, name):
    class Asked:
        def map(self, function, places, parts):
            self.places = [*places]
            return map(function, self.places, parts)

    one, asked = np.ones((1, 1)), Asked()
    parts = [given((one, one[0])) if "regression" in name else given((one, one))] * 3
    options = {"beta": 1.0} if "regression" in name else {}
    assert getattr(subject, name)(one, parts, executor=asked, **options) == 1
    assert asked.places == [0, 1, 2]


def test_parts_have_the_scale_that_is_given(subject):
    keys, values = np.asarray([[0.0], [50.0]]), np.asarray([[1.0], [3.0]])
    assert subject.attention_apart(np.ones((1, 1)), [given((keys, values))] * 2, scale=0.0) == 2


def test_neighbours_of_as_many_parts_are_merged_first(subject):
    random = np.random.default_rng(3)
    q, *pairs = (random.normal(size=(5, 4)) for _ in range(15))
    parts = [*zip(pairs[:7], pairs[7:], strict=True)]
    a, b, c, d, e, f, g = (fold.attention_summary(q, k, v) for k, v in parts)
    both = fold.merge
    tree = both(both(both(a, b), both(c, d)), both(both(e, f), g))
    in_a_row = both(both(both(both(both(both(a, b), c), d), e), f), g)
    assert not np.array_equal(fold.mean(tree), fold.mean(in_a_row))
    found = subject.attention_apart(q, list(map(given, parts)))
    assert np.array_equal(found, fold.mean(tree))
