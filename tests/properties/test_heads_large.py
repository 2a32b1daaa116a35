"""Attention at sizes beyond a tile, with masks of every shape, batches, and shared memory.

The inputs are drawn by a seed and not entry by entry, as 130 keys are too many to shrink. The
reference is the formula in 64 bits, the tolerance that of `atensi_bounds`, which adds its own.
"""

from contextlib import suppress
from math import prod

import numpy as np
from atensi_bounds import NoBoundError
from atensi_bounds.attention import GROUND
from atensi_bounds.formats import format_of
from atensi_bounds.problem import Problem
from atensi_bounds.refusals import Subject, assert_within
from atensi_bounds.roundings import roundings
from hypothesis import strategies as st

from tests.helpers.holds import holds
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES

# full tiles of 8 to 128 keys, tiles with one key more, and with any other rest
KEYS = (1, 2, 9, 16, 33, 64, 65, 128, 129, 130)
FAR = (*KEYS, 258, 512, 1025)  # beyond what a kernel holds at once
NEAR = (1, 2, 9, 16, 33)
CROSSED = {65: 130, 130: 66}  # queries, of so many keys: neither is few
SCALES = st.sampled_from([None, 0.5, -1.0, 0.0, 4.0])
SPREADS = {"float16": (0.25, 2.0), "float32": (1.0, 40.0), "float64": (1.0, 40.0)}


@st.composite
def cases(draw, causal=False, lead=(), keys=(), plain=False):
    """Draw queries, keys and values; some spread so far that weights are zeros and ones.

    plain: without values that are all alike, and without keys that are hard: each hides mistakes.
    """
    n = draw(st.sampled_from(keys or (KEYS if lead else FAR[:-1] if causal else FAR)))
    many = [130] if n <= 16 and prod(lead) < 10 else []  # more rows than a tile has
    many += [CROSSED[n]] * 3 if n in CROSSED and not lead else []
    m = n if causal else draw(st.sampled_from([1, 2, 5, *many]))
    d = draw(st.sampled_from([1, 3, 8, 9, 64, 80, 80, 128]))
    d_v = draw(st.sampled_from([1, 2, 3, 64, 80]))
    dtype = draw(st.sampled_from(DTYPES))
    spread = draw(st.sampled_from(SPREADS[dtype]))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    shapes = ((m, d), (n, d), (n, d_v))
    rows = [(random.normal(size=(*lead, *shape)) * spread).astype(dtype) for shape in shapes]
    if plain:
        return rows, random
    if draw(st.integers(0, 3)) == 3:  # then weights show in their sum alone
        rows[2] = np.full(rows[2].shape, 2000, dtype=dtype)
    HARD[draw(st.sampled_from([*HARD]))](*rows[:2])
    return rows, random


def equal_keys(q, k):
    """Leave no key ahead, whether scores are far above 0 or far below."""
    k[...] = k[..., :1, :]
    q[..., 0, :] = -k[..., 0, :]


def two_lead(q, k):
    """Let two equal keys, the first and the last, lead for the first query."""
    k[..., -1, :] = k[..., 0, :]
    q[..., 0, :] = k[..., 0, :]


def one_leads(q, k):
    """Let the first key lead by 11: each other weighs little, but not all together."""
    q[...], k[...] = 0, 0
    q[..., 0], k[..., 0, 0] = 1, 11 * np.sqrt(q.shape[-1])


HARD = {"any": lambda q, k: None, "equal keys": equal_keys, "two lead": two_lead,
        "one leads": one_leads}  # fmt: skip


def masks(random, q, k):
    """Return masks by what they are: of all shapes, at either end, dropping or added."""
    m, n = q.shape[-2], k.shape[-2]
    late, last = (np.arange(n) >= min(n - 1, many) for many in (64, 300))
    return {
        "scattered": random.random((m, n)) < 0.5,
        "the first tile": np.broadcast_to(late, (m, n)),
        "several tiles": np.broadcast_to(last, (m, n)),
        "one row": random.random((1, n)) < 0.5,
        "one column": random.random((m, 1)) < 0.5,
        "one key": np.eye(m, n, dtype=bool),
        "added": random.normal(size=(m, n)).astype(q.dtype),
        "added, of one row": random.normal(size=(1, n)).astype(q.dtype),
        "added, of 0 and 1": (random.random((m, n)) < 0.5).astype(q.dtype),
        "added, far below": (random.normal(size=(m, n)) - 2e4).astype(q.dtype),
        "added, and dropped": np.where(late, random.normal(size=(m, n)), -np.inf).astype(q.dtype),
    }


@remembered
def expected(q, k, v, mask=None, scale=None, is_causal=False):
    """Return attention by the formula, and what of, as `assert_attention_close` has them."""
    held = format_of("q", q, None)
    models = roundings(held, None, "any", None)
    problem = Problem.read(q, k, v, mask, scale, is_causal, held, "zero", False)
    return problem.judged(models), Subject("attention", held, models[0].sums, "any", GROUND)


def judged(subject, q, k, v, **options):
    """Compare with the formula, twice: what a call leaves behind must not reach the next one."""
    given = (q, k, v, *(each for each in options.values() if isinstance(each, np.ndarray)))
    outputs, copies = [], []
    for times in (2, 1):
        if outputs:  # in the end other numbers stand where the first ones did
            _exchange(*given)
        before, right = [each.copy() for each in given], expected(q, k, v, **options)
        for _ in range(times):
            outputs.append(subject.scaled_dot_product_attention(q, k, v, **options))
            copies.append(outputs[-1].copy())
            found = outputs[-1].dtype
            assert found == q.dtype, f"the result is of {found}, expected {q.dtype} as the rows are"
            with suppress(NoBoundError):
                assert_within(outputs[-1].astype(np.float64), *right)
            for each, was in zip(given, before, strict=True):
                assert np.array_equal(each, was), "the arguments were changed"
    for output, was in zip(outputs, copies, strict=True):
        assert np.array_equal(output, was, equal_nan=True), "an earlier output was changed"


def _exchange(q, *given):
    """Write other numbers where keys, values and a mask lie."""
    for each in {each.ctypes.data: each for each in given if each.flags.writeable}.values():
        if each.dtype == bool:
            np.logical_not(each, out=each)
        else:
            np.negative(each, out=each, where=np.isfinite(each))


def told(scale):
    """Return the option, unless there is none."""
    return {} if scale is None else {"scale": scale}


@holds("heads.scaled-dot-product-attention", case=cases() | cases(lead=(2, 3)), scale=SCALES)
def test_many_keys_are_averaged_as_few_are(subject, case, scale):
    rows, _ = case
    judged(subject, *rows, **told(scale))


@holds("heads.scaled-dot-product-attention", case=cases(lead=(5, 7), keys=NEAR))
def test_many_tables_are_as_few_are(subject, case):
    rows, _ = case
    judged(subject, *rows)


MANY_HEADS = cases(causal=True, lead=(1, 9), keys=NEAR, plain=True)


@holds("heads.causal-mask", case=MANY_HEADS | cases(causal=True, lead=(3,), keys=NEAR))
def test_each_of_many_tables_is_causal_and_has_its_mask(subject, case):
    rows, random = case
    judged(subject, *rows, is_causal=True)
    kept = random.random((*rows[0].shape[:-1], rows[1].shape[-2])) < 0.5
    judged(subject, *rows, mask=kept)


@holds("softmax.nothing-to-attend-to", case=cases(lead=(2, 3)))
def test_without_keys_a_row_is_as_wide_as_a_value(subject, case):
    (q, k, v), _ = case
    output = subject.scaled_dot_product_attention(q, k[..., :0, :], v[..., :0, :])
    assert output.shape == (*q.shape[:-1], v.shape[-1])


@holds(
    "heads.scaled-dot-product-attention",
    case=cases() | cases(keys=(9, 33, 512, 1025), plain=True),
    scale=SCALES,
)
def test_masks_of_any_shape_keep_and_add(subject, case, scale):
    (q, k, v), random = case
    kinds = masks(random, q, k)
    tiles = [kind for kind in kinds if "tile" in kind and k.shape[-2] > 64]  # the hardest to see
    for kind in dict.fromkeys([*tiles, *random.permutation([*kinds])[:4]]):
        judged(subject, q, k, v, mask=kinds[kind], **told(scale))


@holds("heads.scaled-dot-product-attention", case=cases(causal=True, keys=KEYS))
def test_rows_that_attend_to_themselves_have_any_mask(subject, case):
    (_, k, _), random = case
    judged(subject, k, k, k, mask=masks(random, k, k)["scattered"])


PLACED = {
    "flat": lambda random, m, n: random.random(n) < 0.5,
    "flat, and added": lambda random, m, n: random.normal(size=n).astype("float32"),
    "of each head": lambda random, m, n: random.random((2, m, n)) < 0.5,
    "one number": lambda random, m, n: random.random((1, 1)) < 0.5,
    "by columns": lambda random, m, n: np.asfortranarray(random.random((m, n)) < 0.5),
    "backwards": lambda random, m, n: (random.random((m, n)) < 0.5)[::-1, ::-1],
}  # fmt: skip


@holds(
    "heads.scaled-dot-product-attention",
    case=cases(lead=(2, 2), keys=NEAR)
    | cases(causal=True, lead=(2, 2), keys=NEAR)
    | cases(lead=(2, 2, 2), keys=NEAR),
    which=st.sampled_from([*PLACED]),
)
def test_axes_of_a_mask_are_counted_from_the_last_wherever_its_entries_lie(subject, case, which):
    (q, k, v), random = case
    mask = PLACED[which](random, q.shape[-2], k.shape[-2])
    if np.promote_types(mask.dtype, q.dtype) != q.dtype:
        mask = mask.astype(q.dtype)  # no law says of which dtype the result of a wider mask is
    judged(subject, q, k, v, mask=mask)


def of_heads_and_sequences(random, n, dtype):
    """Yield masks of each head, of each sequence, and of each table, that keep or are added."""
    for lead in ((2,), (2, 1), (2, 2)):
        kept = random.random((*lead, n, n)) < 0.5
        added = np.where(kept, random.normal(size=kept.shape), -np.inf).astype(dtype)
        yield added if random.random() < 0.5 else kept


SQUARE = cases(causal=True, lead=(2, 2), keys=(*NEAR, 65))


@holds("heads.scaled-dot-product-attention", case=SQUARE, scale=SCALES)
def test_heads_and_sequences_have_masks_that_keep_or_are_added(subject, case, scale):
    (q, k, v), random = case
    for mask in of_heads_and_sequences(random, q.shape[-2], q.dtype):
        judged(subject, q, k, v, mask=mask, **told(scale))


@holds("heads.causal-mask", case=SQUARE, scale=SCALES)
def test_heads_and_sequences_are_causal_besides_their_masks(subject, case, scale):
    (q, k, v), random = case
    for mask in of_heads_and_sequences(random, q.shape[-2], q.dtype):
        judged(subject, q, k, v, mask=mask, is_causal=True, **told(scale))


@holds("heads.scaled-dot-product-attention", case=cases(causal=True, lead=(2, 2), keys=NEAR))
def test_a_flat_mask_is_of_keys_also_where_queries_are_as_many(subject, case):
    (q, k, v), random = case
    judged(subject, q, k, v, mask=random.random(k.shape[-2]) < 0.5)


@holds("heads.causal-mask", case=cases(causal=True), scale=SCALES)
def test_many_rows_are_causal(subject, case, scale):
    rows, _ = case
    judged(subject, *rows, is_causal=True, **told(scale))


@holds(
    "heads.causal-mask",
    case=cases(causal=True, keys=KEYS),
    which=st.sampled_from(["scattered", "added"]),
    scale=SCALES,
)
def test_many_rows_are_causal_besides_a_mask(subject, case, which, scale):
    (q, k, v), random = case
    judged(subject, q, k, v, mask=masks(random, q, k)[which], is_causal=True, **told(scale))


@holds(
    "heads.scaled-dot-product-attention",
    case=cases(lead=(2, 3)),
    which=st.sampled_from(["none", "batch", "rows", "from the start", "to the end"]),
    scale=SCALES,
)
def test_batches_have_masks_of_their_own(subject, case, which, scale):
    (q, k, v), random = case
    m, n = q.shape[-2], k.shape[-2]
    length = random.integers(0, n + 1, size=(2, 1, 1, 1))
    mask = {
        "none": None,
        "batch": random.random((2, 1, m, n)) < 0.5,
        "rows": random.random((m, n)) < 0.5,
        "from the start": np.arange(n) < length,
        "to the end": np.arange(n) >= n - length,
    }[which]
    judged(subject, q, k, v, **({} if mask is None else {"mask": mask}), **told(scale))


SHARED = {
    "nothing": np.s_[:],
    "batch": np.s_[:1],
    "head": np.s_[:, :1],
    "outer axis": np.s_[0],
    "both": np.s_[0, 0],
}


@holds(
    "heads.causal-mask",
    case=cases(causal=True, lead=(2, 3), keys=(*NEAR, 65), plain=True),
    is_causal=st.booleans(),
)
def test_queries_keys_or_values_may_be_shared_by_batches_or_heads(subject, case, is_causal):
    rows, random = case
    often = [0.1, 0.3, 0.3, 0.15, 0.15]
    for whole in range(3):  # one is of all tables, the others may be shared
        parts = [SHARED[part] for part in random.choice([*SHARED], 3, p=often)]
        parts[whole] = SHARED["nothing"]
        q, k, v = (each[part].copy() for each, part in zip(rows, parts, strict=True))
        lead, n = np.broadcast_shapes(q.shape[:-2], k.shape[:-2]), q.shape[-2]
        judged(subject, q, k, v, is_causal=is_causal)
        axes = min(len(lead), random.integers(4))  # for all tables, for each head, or for each
        mask = random.random((*lead[len(lead) - axes :], n, n)) < 0.5
        judged(subject, q, k, v, mask=mask, is_causal=is_causal)


@holds("heads.scaled-dot-product-attention", case=cases(lead=(3,)), masked=st.booleans())
def test_a_mask_of_rows_is_no_mask_of_a_batch(subject, case, masked):
    (q, k, v), random = case
    q = q[:, :1].repeat(3, axis=1)  # as many rows as there are batches
    mask = random.random((3, k.shape[-2])) < 0.5
    judged(subject, q, k, v, **({"mask": mask} if masked else {}))


@holds("heads.scaled-dot-product-attention", case=cases(keys=KEYS))
def test_where_the_numbers_lie_in_memory_does_not_matter(subject, case):
    (q, k, v), _ = case
    judged(subject, *(np.asfortranarray(each) for each in (q, k, v)))
    judged(subject, *(each[:, ::-1][:, ::-1] for each in (q, k, v)))
    judged(subject, k, k, k)


@holds("heads.scaled-dot-product-attention", case=cases(lead=(2, 3), keys=NEAR))
def test_heads_may_lie_behind_places_in_memory(subject, case):
    rows, _ = case
    judged(subject, *(each.swapaxes(1, 2).copy().swapaxes(1, 2) for each in rows))
