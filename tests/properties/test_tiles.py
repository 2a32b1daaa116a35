"""Attention in tiles: the claims of the fold, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds, within
from tests.properties.test_fold import TILES, exact_attention
from tests.properties.test_heads import SPIKES, booleans, triples
from theory.rounding.fold_bounds import bound_tiled_attention

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
       n=st.sampled_from([511, 513, 600, 600]), lead=st.sampled_from([(), (2,)]),
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
