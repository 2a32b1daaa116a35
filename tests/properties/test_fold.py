"""The fold: the claims, on numbers."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import data, masked_tables, orders, tables
from tests.properties.test_heads import SPIKES, booleans, triples
from theory.fifty_digits import mp
from theory.rounding.bounds import UNIT, bound_scaled_dot, moved_scores
from theory.rounding.fold_bounds import (
    bound_fold,
    bound_folded_attention,
    bound_folded_regression,
    bound_merged,
)

TILES = st.integers(1, 7)
MILD = ("ties", "moderate")


@remembered
def exact_attention(q, k, v, tile, kept=None, scale=None, bounded=bound_folded_attention):
    """Return the exact output, row by row, and its bounds as a fold."""
    dtype, merges = q.dtype.name, -(-len(k) // tile)
    factor = 1 / mp.sqrt(q.shape[-1]) if scale is None else mp.mpf(scale)
    outputs, bounds = [], []
    for place, row in enumerate(map(oracle.exact, q)):
        seen = [j for j in range(len(k)) if kept is None or kept[place][j]]
        keys = [oracle.exact(k[j]) for j in seen]
        scores = [factor * oracle.mean(row, key) for key in keys]
        sizes = [oracle.mean(map(abs, row), map(abs, key)) for key in keys]
        off = [
            bound_scaled_dot(abs(factor) * size, sum(map(abs, key)), len(row), dtype)
            for size, key in zip(sizes, keys, strict=True)
        ]
        p = oracle.softmax(scores)
        for column in v.T:
            values = oracle.exact(column[seen])
            outputs.append(oracle.mean(p, values))
            bounds.append(bounded(scores, off, p, values, merges, dtype) if p else mp.zero)
    return outputs, bounds


def assert_is_attention(subject, q, k, v, tile, kept=None, scale=None, **options):
    output = subject.folded_attention(q, k, v, scale=scale, tile=tile, **options)
    assert output.dtype == q.dtype
    exact = exact_attention(q, k, v, tile, kept, scale)
    within(np.asarray(output).reshape(-1), *exact, "attention as a fold")


@st.composite
def many_keys(draw):
    """Draw two queries and wide keys, for more tiles than a table of them may have room for."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    dtype = draw(st.sampled_from(["float64", "float32"]))
    return [random.normal(size=shape).astype(dtype) for shape in ((2, 17), (66, 17), (66, 2))]


@holds("fold.computed", "fold.attention-is-a-merge", "floats.fold",
       triple=triples() | SPIKES | many_keys(), tile=TILES,
       scale=st.sampled_from([None, 0.5, 2.0]))  # fmt: skip
def test_a_fold_over_tiles_is_attention_up_to_rounding(subject, triple, tile, scale):
    assert_is_attention(subject, *triple, tile, scale=scale)


@holds("fold.masks", "fold.nothing-to-attend-to", triple=triples(), tile=TILES, case=st.data())
def test_each_tile_has_its_piece_of_the_mask(subject, triple, tile, case):
    q, k, _ = triple
    mask = booleans(case.draw, len(q), len(k))
    mask[0] &= case.draw(st.booleans())
    assert_is_attention(subject, *triple, tile, kept=mask, mask=mask)
    added = np.where(mask, 0, -np.inf).astype(q.dtype)
    assert_is_attention(subject, *triple, tile, kept=mask, mask=added)


@holds("fold.masks", triple=triples(square=True), tile=TILES)
def test_causal_order_counts_places_in_the_whole(subject, triple, tile):
    kept = np.tril(np.ones((len(triple[0]),) * 2, dtype=bool))
    assert_is_attention(subject, *triple, tile, kept=kept, is_causal=True)


def assert_is_regression(compute, case, tile, bounded):
    x_query, x, y, beta = case
    got = compute(*case, tile=tile)
    assert got.dtype == x.dtype
    points, targets, merges = [oracle.exact(p) for p in x], oracle.exact(y), -(-len(x) // tile)
    exact, bounds = [], []
    for query in map(oracle.exact, x_query):
        scores = oracle.log_kernels(query, points, mp.mpf(beta))
        p = oracle.softmax(scores)
        exact.append(oracle.mean(p, targets))
        of_row = (mp.mpf(beta), x.shape[-1], merges, x.dtype.name)
        bounds.append(bounded(scores, p, targets, *of_row))
    within(got, exact, bounds, "kernel regression in tiles")


@holds("fold.computed", "fold.attention-over-any-partition", case=data(), tile=TILES)
def test_kernel_regression_as_a_fold_is_the_printed_ratio(subject, case, tile):
    assert_is_regression(subject.folded_regression, case, tile, bound_folded_regression)


def cut(draw, n):
    """Draw where to cut n pairs: into parts of one each, or into one to four, empty ones too."""
    if n and draw(st.booleans()):
        return [slice(place, place + 1) for place in range(n)]
    count = draw(st.integers(0, 3))
    ends = sorted(draw(st.lists(st.integers(0, n), min_size=count, max_size=count)))
    return [slice(*pair) for pair in pairwise([0, *ends, n])]


def in_a_tree(draw, merge, parts):
    """Merge parts in a tree that is drawn, in an order that is drawn."""
    parts = [parts[place] for place in draw(st.permutations(range(len(parts))))]
    while len(parts) > 1:
        at = draw(st.integers(0, len(parts) - 2))
        parts[at : at + 2] = [merge(parts[at], parts[at + 1])]
    return parts[0]


@holds("fold.any-partition", "fold.attention-over-any-partition", "floats.fold",
       "fold.order-of-parts-is-irrelevant", table=masked_tables(), case=st.data())  # fmt: skip
def test_any_parts_in_any_tree_are_attention_over_the_whole(subject, table, case):
    scores, values, mask = table
    order = case.draw(orders(scores))
    parts = [order[each] for each in cut(case.draw, len(order))]
    summaries = [subject.summary(scores[:, of], values[of], mask=mask[:, of]) for of in parts]
    got = subject.mean(in_a_tree(case.draw, subject.merge, summaries))
    assert got.dtype == scores.dtype
    exact, bounds = [], []
    for row, kept in zip(scores, mask, strict=True):
        x = oracle.exact(row[kept])
        p = oracle.softmax(x)
        for column in values[kept].T:
            v = oracle.exact(column)
            exact.append(oracle.mean(p, v))
            bounds.append(_bound(x, p, v, len(parts), scores.dtype.name) if p else mp.zero)
    within(np.asarray(got).reshape(-1), exact, bounds, "attention over parts")


def _bound(x, p, values, merges, dtype):
    """Bound attention from exact scores."""
    off = [mp.zero for _ in x]
    return bound_folded_attention(x, off, p, values, merges, dtype)


@st.composite
def three_parts(draw):
    """Draw three parts of one table, at fifty digits."""
    scores, values = draw(tables(kinds=MILD, dtypes=("float64",), least=3))
    ends = [0, *sorted(draw(st.permutations(range(1, scores.shape[-1])))[:2]), scores.shape[-1]]
    return [(scores[:, a:b], values[a:b]) for a, b in pairwise(ends)]


def read(parts, dtype):
    """Return the parts as floats, or at fifty digits."""
    return [tuple(map(digits.array, part)) for part in parts] if dtype == "digits" else parts


def extent(parts):
    """Return how many pairs there are, how far scores lie apart, and the largest value."""
    scores, values = np.hstack([x for x, _ in parts]), np.vstack([v for _, v in parts])
    return len(values), mp.mpf(float(np.ptp(scores))), mp.mpf(float(np.abs(values).max()))


READINGS = st.sampled_from(["float64", "digits"])


@holds("fold.merge-is-commutative", table=tables(kinds=MILD))
def test_two_parts_may_be_merged_in_either_order(subject, table):
    scores, values = table
    half = scores.shape[-1] // 2
    one, other = (
        subject.summary(scores[:, of], values[of]) for of in (slice(half), slice(half, None))
    )
    for got, want in zip(subject.merge(one, other), subject.merge(other, one), strict=True):
        assert (got == want).all()


@holds("fold.merge-is-associative", parts=three_parts(), dtype=READINGS)
def test_three_parts_may_be_merged_either_way(subject, parts, dtype):
    one, two, three = (subject.summary(*part) for part in read(parts, dtype))
    left = subject.merge(subject.merge(one, two), three)
    right = subject.merge(one, subject.merge(two, three))
    n, reach, most = extent(parts)
    for name, size in (("mass", n), ("output", n * most)):
        got, want = getattr(left, name), getattr(right, name)
        bound = 2 * bound_merged(reach, size, n, 3, dtype)
        within(got, want, np.full(want.shape, bound).tolist(), name)


@holds("floats.merge", "floats.shifts-add-up", parts=three_parts())
def test_merged_masses_and_outputs_are_within_their_bounds(subject, parts):
    one, two, three = (subject.summary(*part) for part in parts)
    whole = subject.merge(one, subject.merge(two, three))
    scores, values = np.hstack([x for x, _ in parts]), np.vstack([v for _, v in parts])
    n, reach, most = extent(parts)
    for row, shift, mass, output in zip(scores, *whole, strict=True):
        (top,) = oracle.exact(shift)
        e = [mp.exp(x - top) for x in oracle.exact(row)]
        within(mass, [sum(e)], [bound_merged(reach, n, n, 3, "float64")], "the mass")
        exact = [oracle.mean(e, oracle.exact(column)) for column in values.T]
        bound = bound_merged(reach, n * most, n, 3, "float64")
        within(output, exact, [bound] * len(exact), "the output")


@holds("fold.unit", table=tables(kinds=MILD), empty=st.booleans())
def test_a_part_of_nothing_changes_nothing(subject, table, empty):
    scores, values = table
    own = subject.summary(scores, values)
    if empty:
        nothing = subject.summary(scores[:, :0], values[:0])
    else:
        nothing = subject.summary(scores, values, mask=np.zeros(scores.shape, dtype=bool))
    for merged in (subject.merge(own, nothing), subject.merge(nothing, own)):
        for got, want in zip(merged, own, strict=True):
            assert (got == want).all()


@holds("fold.any-shift", "fold.equal-meanings-merge-alike", parts=three_parts(), dtype=READINGS,
       t=st.integers(-8, 8))  # fmt: skip
def test_the_shift_of_a_part_does_not_matter(subject, parts, dtype, t):
    one, two, three = (subject.summary(*part) for part in read(parts, dtype))
    shift = one.shift + t
    less = (digits.xp if dtype == "digits" else np).exp(one.shift - shift)
    moved = type(one)(shift, one.mass * less, one.output * less)
    got = subject.mean(subject.merge(subject.merge(moved, two), three))
    scores, values = np.hstack([x for x, _ in parts]), np.vstack([v for _, v in parts])
    exact, bounds, least = [], [], mp.exp(-max(t, 0))  # beside a shift above all scores
    for x in map(oracle.exact, scores):
        p = oracle.softmax(x)
        off = [UNIT[dtype] * (max(map(abs, x)) + abs(t))] * len(x)  # the shift is rounded as well
        for v in map(oracle.exact, values.T):
            exact.append(oracle.mean(p, v))
            bounds.append(bound_fold(p, moved_scores(x, off, dtype), v, 4, dtype, least))
    within(got, exact, bounds, "with another shift")
