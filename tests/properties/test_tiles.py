"""Attention in tiles and regression from near points: the claims of the fold, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import data
from tests.properties.test_fold import TILES, exact_attention
from tests.properties.test_heads import SPIKES, booleans, triples
from theory.fifty_digits import mp
from theory.rounding.fold_bounds import bound_nearby_regression, bound_tiled_attention

FAST = ("float32", "float64")
PLAIN = st.one_of(triples(), SPIKES)


def assert_is_attention(subject, q, k, v, tile, kept=None, scale=None, **options):
    output = subject.tiled_attention(q, k, v, scale=scale, tile=tile, **options)
    assert output.dtype == q.dtype
    exact = exact_attention(q, k, v, tile, kept, scale, bounded=bound_tiled_attention)
    within(np.asarray(output).reshape(-1), *exact, "attention in tiles")


@holds("fold.computed", "fold.scores-within-reach", triple=PLAIN, tile=TILES,
       scale=st.sampled_from([None, 0.5, 2.0, -60.0]))  # fmt: skip
def test_tiles_are_attention_whether_a_shift_is_needed_or_not(subject, triple, tile, scale):
    assert_is_attention(subject, *triple, tile, scale=scale)


@holds("fold.masks", "fold.nothing-to-attend-to", triple=triples(), tile=TILES, case=st.data(),
       scale=st.sampled_from([None, 60.0]))  # fmt: skip
def test_a_tile_has_its_piece_of_the_mask(subject, triple, tile, case, scale):
    q, k, _ = triple
    mask = booleans(case.draw, len(q), len(k))
    mask[0] &= case.draw(st.booleans())
    assert_is_attention(subject, *triple, tile, kept=mask, scale=scale, mask=mask)
    added = np.where(mask, 0, -np.inf).astype(q.dtype)
    assert_is_attention(subject, *triple, tile, kept=mask, scale=scale, mask=added)


@holds("fold.masks", triple=triples(square=True), tile=TILES)
def test_tiles_are_causal_in_the_whole(subject, triple, tile):
    kept = np.tril(np.ones((len(triple[0]),) * 2, dtype=bool))
    assert_is_attention(subject, *triple, tile, kept=kept, is_causal=True)


@holds("fold.attention-over-any-partition", seed=st.integers(0, 2**32), dtype=st.sampled_from(FAST),
       n=st.sampled_from([511, 513, 600]), lead=st.sampled_from([(), (2,)]),
       masked=st.booleans(), is_causal=st.booleans(), spread=st.sampled_from([1, 9]),
       row=st.sampled_from([0, -1, -1]))  # fmt: skip
def test_blocks_of_queries_are_computed_side_by_side(
    subject, seed, dtype, n, lead, masked, is_causal, spread, row
):
    """The first or the last row is compared, of the last batch: keys are shared by batches.

    Of 600 keys, those beyond a full block of queries weigh enough to be missed.
    """
    random = np.random.default_rng(seed)
    drawn = lambda *shape: (random.normal(size=shape) * spread).astype(dtype)
    q, k, v = drawn(*lead, n, 3), drawn(n, 3), drawn(n, 1)
    kept = random.random((n, n)) < (0.5 if masked else 2)
    mask = kept if masked else None
    output = subject.tiled_attention(q, k, v, mask=mask, is_causal=is_causal, tile=128)
    kept = np.tril(kept) if is_causal else kept
    last = q.reshape(-1, n, 3)[-1][[row]]
    exact = exact_attention(last, k, v, 128, kept[[row]], bounded=bound_tiled_attention)
    within(output.reshape(-1, n, 1)[-1][[row]].reshape(-1), *exact, "attention in blocks")


def assert_is_regression(subject, x_query, x, y, beta, tile):
    got = subject.tiled_regression(x_query, x, y, beta, tile=tile)
    assert got.dtype == x.dtype
    points, targets, merges = [oracle.exact(p) for p in x], oracle.exact(y), -(-len(x) // tile)
    exact, bounds = [], []
    for query in map(oracle.exact, x_query):
        scores = oracle.log_kernels(query, points, mp.mpf(beta))
        p = oracle.softmax(scores)
        exact.append(oracle.mean(p, targets))
        bound = bound_nearby_regression(
            scores, p, targets, mp.mpf(beta), x.shape[-1], merges, x.dtype.name
        )
        bounds.append(bound)
    within(got, exact, bounds, "kernel regression from near points")


@holds("fold.computed", "fold.attention-over-any-partition", case=data(), tile=TILES)
def test_regression_from_near_points_is_the_printed_ratio(subject, case, tile):
    assert_is_regression(subject, *case, tile)


@holds("fold.far-pairs-weigh-little", seed=st.integers(0, 2**32), dtype=st.sampled_from(FAST),
       beta=st.sampled_from([0.5, 3.0, 20.0]), d=st.sampled_from([1, 2, 9]),
       far=st.sampled_from([0, 30, 1000]), tile=st.sampled_from([5, 64]))  # fmt: skip
def test_far_points_may_be_left_out(subject, seed, dtype, beta, d, far, tile):
    random = np.random.default_rng(seed)
    x = (random.random((70, d)) * 40).astype(dtype)
    x_query = (random.random((5, d)) * 40).astype(dtype)
    x_query[0] += far
    y = random.normal(size=70).astype(dtype) * np.where(random.random(70) < 0.1, 1000, 1)
    assert_is_regression(subject, x_query, x, y.astype(dtype), beta, tile)


def test_points_without_coordinates_are_all_as_near(subject):
    queries, points = np.ones((2, 0)), np.ones((3, 0))
    found = subject.tiled_regression(queries, points, np.asarray([1.0, 2.0, 6.0]), 1.0, tile=2)
    assert found.tolist() == [3.0, 3.0]


def test_queries_are_far_from_points_on_the_other_side(subject):
    found = subject.tiled_regression(
        np.asarray([[-50.0]]), np.full((2, 1), 50.0), np.asarray([2.0, 4.0]), 1.0
    )
    assert found.tolist() == [3.0]


def test_a_width_below_zero_leaves_no_query_out_that_is_far(subject):
    queries, points = np.asarray([[0.0], [50.0]]), np.zeros((2, 1))
    found = subject.tiled_regression(queries, points, np.asarray([2.0, 4.0]), -1.0)
    assert found.tolist() == [3.0, 3.0]


def test_queries_may_be_far_though_no_coordinate_is(subject):
    found = subject.tiled_regression(
        np.full((1, 3), 25.0), np.zeros((2, 3)), np.asarray([2.0, 4.0]), 1.0
    )
    assert found.tolist() == [3.0]


def test_a_query_far_from_its_neighbours_finds_the_points_near_itself(subject):
    queries = np.asarray([-1.0] * 63 + [10.0])[:, None]
    points, values = np.asarray([[-1.0], [10.0]]), np.asarray([3.0, 5.0])
    found = subject.tiled_regression(queries, points, values, 100.0)
    assert found.tolist() == [3.0] * 63 + [5.0]


def test_a_point_is_kept_whose_kernel_is_just_more_than_u_over_n(subject):
    least = np.finfo(float).eps / 2 / 3
    points = np.asarray([[0.0], [np.sqrt(-2 * np.log(1.05 * least))], [100.0]])
    found = subject.tiled_regression(np.zeros((1, 1)), points, np.asarray([0.0, 1.0, 0.0]), 1.0)
    assert found[0] > least
