"""The backward pass: the claims, on numbers."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import numbers, orders
from theory.backward.kept_laws import (
    BackwardPass,
    key_gradient_is_made_of_value_gradients,
    keys_sum_to_zero,
    masked_has_no_gradient,
    order_does_not_matter,
    queries_and_keys_share_a_gauge,
    query_gradient_is_a_covariance,
    values_answer_outputs,
    values_sum_to_upstream,
)
from theory.fifty_digits import mp
from theory.rounding.backward_bounds import Rounding, grown

DTYPES = ("float64", "float32", "float16")
EIGHTHS = st.integers(-16, 16).map(lambda k: k / 8)


@st.composite
def inputs(draw, dtypes=DTYPES, masks=("none", "boolean", "added", "causal", "both")):
    """Draw queries, keys, values, upstream gradients that are all different, and options."""
    m, n, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    n = max(n, 2)
    kind = draw(st.sampled_from(masks))
    m = n if kind in ("causal", "both") else m
    dtype = draw(st.sampled_from(dtypes))
    q, k, v = (draw(numbers(*shape, dtype=dtype)) / 2 for shape in ((m, d_k), (n, d_k), (n, d_v)))
    order = draw(st.permutations(range(m * d_v)))
    upstream = (np.asarray(order, dtype=dtype).reshape(m, d_v) - 1) / 4
    options = {"scale": draw(st.sampled_from([None, 0.25, 1.0, -0.5]))}
    if kind in ("boolean", "added", "both"):
        flat = draw(st.lists(st.booleans(), min_size=m * n, max_size=m * n))
        mask = np.asarray(flat).reshape(m, n)
        if kind == "added":
            added = np.asarray(draw(st.lists(EIGHTHS, min_size=m * n, max_size=m * n)), dtype=dtype)
            mask = np.where(mask, added.reshape(m, n), -np.inf).astype(dtype)
        options["mask"] = mask
    if kind in ("causal", "both"):
        options["is_causal"] = True
    return (q, k, v, upstream), options


def bias_of(options, m, n):
    """Return what is added to the scores: 0 or a number where a key is kept, else -inf."""
    mask, bias = options.get("mask"), np.zeros((m, n))
    if mask is not None:
        bias = np.where(mask, 0.0, -np.inf) if mask.dtype == bool else mask.astype(float)
    if options.get("is_causal"):
        bias = np.where(np.tril(np.ones((m, n), dtype=bool)), bias, -np.inf)
    return bias


def scale_of(options, q):
    return 1 / np.sqrt(q.shape[-1]) if options["scale"] is None else options["scale"]


@remembered
def exact_weights(q, k, options):
    """Return the exact weights, row by row."""
    factor = options["scale"]
    factor = 1 / mp.sqrt(q.shape[-1]) if factor is None else mp.mpf(factor)
    bias, rows = bias_of(options, len(q), len(k)), []
    for i, query in enumerate(map(oracle.exact, q)):
        scores = [factor * oracle.mean(query, oracle.exact(key)) for key in k]
        kept = [bool(each > -np.inf) for each in bias[i]]
        added = [s + (mp.mpf(float(b)) if keep else 0)
                 for s, b, keep in zip(scores, bias[i], kept, strict=True)]  # fmt: skip
        rows.append(oracle.softmax(added, kept))
    return np.asarray(rows, dtype=object).reshape(len(q), len(k)), factor


def table(floats):
    """Return floats as numbers of fifty digits."""
    return np.asarray([oracle.exact(row) for row in floats], dtype=object).reshape(floats.shape)


@remembered
def exact_gradients(q, k, v, upstream, options):
    """Return the exact gradients by queries, keys and values, and the weights."""
    p, factor = exact_weights(q, k, options)
    q, k, v, upstream = map(table, (q, k, v, upstream))
    dp = upstream @ v.T
    ds = p * (dp - (p * dp).sum(axis=1, keepdims=True))
    return (factor * (ds @ k), factor * (ds.T @ q), p.T @ upstream), p


def judged(subject, arrays, options, gradients=None):
    """Return the backward pass of a subject as the laws take it."""
    q, _, v, _ = arrays
    if gradients is None:
        gradients = subject.attention_gradients(*arrays, **options)
    output = subject.scaled_dot_product_attention(*arrays[:3], **options)
    wide = [np.asarray(each, dtype="float64") for each in (*arrays, *gradients)]
    bias = bias_of(options, len(q), len(v))
    kept = bias > -np.inf
    return BackwardPass(
        *wide, scale_of(options, q), q.dtype.name, output=output.astype("float64"),
        attends=kept.any(axis=1).astype(float), bias=float(abs(np.where(kept, bias, 0)).max()),
    )  # fmt: skip


def assert_small(residual, what):
    within(residual.left, np.zeros_like(residual.left), residual.bound, what)


@holds("backward.attention-gradients", drawn=inputs())
def test_gradients_are_those_of_the_formulas(subject, drawn):
    assert_formulas(subject, drawn)


def assert_formulas(subject, drawn):
    arrays, options = drawn
    gradients = subject.attention_gradients(*arrays, **options)
    exact, p = exact_gradients(*arrays, options)
    off, p = judged(subject, arrays, options, gradients).off, p.astype(float)
    bounds = (off.query_gradient, off.key_gradients(p), off.value_gradients(p))
    for name, got, like, want, bound in zip(
        "qkv", gradients, arrays[:3], exact, bounds, strict=True
    ):
        assert got.dtype == like.dtype
        assert got.shape == like.shape
        within(got.ravel(), want.ravel(), bound.ravel(), f"the gradient by {name}")


@holds("backward.added-mask", drawn=inputs(masks=("added",)))
def test_an_added_mask_is_added_after_the_scale(subject, drawn):
    assert_formulas(subject, drawn)


@holds("backward.gradients-are-derivatives", drawn=inputs(dtypes=("float64",)), data=st.data())
def test_gradients_are_slopes_of_the_loss(subject, drawn, data):
    arrays, options = drawn
    case = judged(subject, arrays, options)
    which = data.draw(st.integers(0, 2))
    at = tuple(data.draw(st.integers(0, size - 1)) for size in arrays[which].shape)
    tables = [table(each) for each in arrays]
    before = exact_loss(*tables, options)
    tables[which][at] += oracle.STEP
    slope = (exact_loss(*tables, options) - before) / oracle.STEP
    m, n = len(arrays[0]), len(arrays[1])
    off = case.off
    every_key = [np.broadcast_to(each, (n, len(each))) for each in
                 (off.key_gradients(), off.value_gradients())]  # fmt: skip
    bound = (off.query_gradient, *every_key)[which][at]
    got = (case.dq, case.dk, case.dv)[which][at]
    # a second derivative is at most (1 + size)**6 in what is drawn, and there are m n d_v terms
    curved = mp.mpf(40) ** 6 * m * n * oracle.STEP
    within([got], [slope], [bound + curved], f"the slope by {'qkv'[which]}")


def exact_loss(q, k, v, upstream, options):
    """Return the sum of the products of output and upstream gradients, at fifty digits."""
    factor, total = options["scale"], mp.zero
    factor = 1 / mp.sqrt(q.shape[1]) if factor is None else mp.mpf(factor)
    bias = bias_of(options, len(q), len(k))
    for i, query in enumerate(q):
        kept = [bool(each > -np.inf) for each in bias[i]]
        scores = [factor * (query @ key) + (mp.mpf(float(b)) if keep else 0)
                  for key, b, keep in zip(k, bias[i], kept, strict=True)]  # fmt: skip
        total += (np.asarray(oracle.softmax(scores, kept), dtype=object) @ v) @ upstream[i]
    return total


@holds("backward.key-gradients-sum-to-zero", drawn=inputs())
def test_gradients_by_keys_sum_to_zero(subject, drawn):
    assert_small(keys_sum_to_zero(judged(subject, *drawn)), "the sum over the keys")


@holds("backward.value-gradients-sum-to-the-upstream", drawn=inputs())
def test_gradients_by_values_sum_to_those_of_the_queries_that_attend(subject, drawn):
    assert_small(values_sum_to_upstream(judged(subject, *drawn)), "the sums over the values")


@holds("backward.queries-and-keys-share-a-gauge", drawn=inputs())
def test_what_queries_gain_keys_lose(subject, drawn):
    assert_small(queries_and_keys_share_a_gauge(judged(subject, *drawn)), "Qᵀ dQ - (Kᵀ dK)ᵀ")


@holds("backward.values-answer-outputs", drawn=inputs())
def test_values_answer_outputs(subject, drawn):
    assert_small(values_answer_outputs(judged(subject, *drawn)), "Vᵀ dV - Oᵀ G")


@holds("backward.query-gradient-is-a-covariance", drawn=inputs(), data=st.data())
def test_a_gradient_by_a_query_is_a_covariance(subject, drawn, data):
    (q, k, *_), options = drawn
    case = judged(subject, *drawn)

    def attend(values):
        output = subject.scaled_dot_product_attention(q, k, values.astype(q.dtype), **options)
        return output.astype("float64")

    column = data.draw(st.integers(0, q.shape[1] - 1))
    residual = query_gradient_is_a_covariance(case, column, attend)
    assert_small(residual, f"dQ less the covariance, in column {column}")


@holds("backward.key-gradient-is-made-of-value-gradients", drawn=inputs(), data=st.data())
def test_a_gradient_by_a_key_is_made_of_gradients_by_values(subject, drawn, data):
    (q, k, *_), options = drawn
    case = judged(subject, *drawn)

    def value_gradients(other):
        wide = np.zeros((len(k), other.shape[1]), dtype=q.dtype)
        made = subject.attention_gradients(q, k, wide, other.astype(q.dtype), **options)
        return made[2].astype("float64")

    column = data.draw(st.integers(0, q.shape[1] - 1))
    residual = key_gradient_is_made_of_value_gradients(case, column, value_gradients)
    assert_small(residual, f"dK less what values say, in column {column}")


@holds(
    "backward.permuted-inputs-have-permuted-gradients",
    drawn=inputs(masks=("none", "boolean", "added")), data=st.data(),
)  # fmt: skip
def test_another_order_has_the_gradients_in_that_order(subject, drawn, data):
    (q, k, v, upstream), options = drawn
    queries, keys = (data.draw(orders(each, axis=0)) for each in (q, k))
    moved = dict(options)
    if "mask" in options:
        moved["mask"] = options["mask"][queries][:, keys]
    other = judged(subject, (q[queries], k[keys], v[keys], upstream[queries]), moved)
    residuals = order_does_not_matter(judged(subject, *drawn), other, queries, keys)
    for name, residual in zip("qkv", residuals, strict=True):
        assert_small(residual, f"the gradients by {name} in another order")


@holds("backward.masked-has-no-gradient", drawn=inputs(masks=("boolean", "added")))
def test_what_is_masked_has_no_gradient_and_no_influence(subject, drawn):
    (q, k, v, upstream), options = drawn
    kept = bias_of(options, len(q), len(k)) > -np.inf
    arrays = [each.copy() for each in (q, k, v, upstream)]
    case = judged(subject, arrays, options)
    assert_small(masked_has_no_gradient(case, kept.any(axis=0)), "gradients behind the mask")
    for each in arrays[1:3]:
        each[~kept.any(axis=0)] = np.nan
    for each in (arrays[0], arrays[3]):
        each[~kept.any(axis=1)] = np.nan
    with np.errstate(invalid="ignore"):
        spoiled = subject.attention_gradients(*arrays, **options)
    for name, got, want in zip("qkv", spoiled, (case.dq, case.dk, case.dv), strict=True):
        assert (got == want).all(), f"NaN behind the mask moves the gradients by {name}"


@holds("backward.nothing-to-attend-to", drawn=inputs(masks=("boolean", "added")))
def test_a_query_that_sees_nothing_has_no_gradient(subject, drawn):
    (q, k, _, _), options = drawn
    sees = (bias_of(options, len(q), len(k)) > -np.inf).any(axis=1)
    case = judged(subject, *drawn)
    assert (case.dq[~sees] == 0).all()
    assert np.isfinite(case.dk).all()
    assert np.isfinite(case.dv).all()


@holds("backward.attention-gradients", drawn=inputs(dtypes=("float64",)), heads=st.integers(2, 3))
def test_a_shared_key_gets_the_gradients_of_its_whole_group(subject, drawn, heads):
    (q, k, v, upstream), options = drawn
    turned = [np.roll(q, head, axis=1) for head in range(heads)]
    many = np.stack(turned), k, v, np.stack([upstream * (head + 1) for head in range(heads)])
    together = subject.attention_gradients(*many, **options)
    alone = [
        judged(subject, (each, k, v, upstream * (head + 1)), options)
        for head, each in enumerate(turned)
    ]
    exact = [exact_gradients(each, k, v, upstream * (head + 1), options)
             for head, each in enumerate(turned)]  # fmt: skip
    for name, place, bound in (("k", 1, "key_gradients"), ("v", 2, "value_gradients")):
        want = sum(gradients[place] for gradients, _ in exact)
        parts = [getattr(case.off, bound)(p.astype(float))
                 for case, (_, p) in zip(alone, exact, strict=True)]  # fmt: skip
        sizes = sum(abs(gradients[place]) for gradients, _ in exact).astype(float)
        off = sum(parts) + grown(heads * Rounding.of("float64").u) * (sizes + sum(parts))
        assert together[place].shape == want.shape
        within(together[place].ravel(), want.ravel(), off.ravel(), f"shared {name}")


@st.composite
def rows(draw):
    """Draw weights that sum to one up to rounding, and gradients by them that all differ."""
    n = draw(st.integers(2, 6))
    whole = np.asarray(draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)), dtype=float)
    order = np.asarray(draw(st.permutations(range(n))), dtype=float)
    dtype = draw(st.sampled_from(["float64", "float32"]))
    return (whole / whole.sum()).astype(dtype), ((order - 1) / 4).astype(dtype)


def unit(x):
    """Return half of what 1 and the next float of an array's format are apart."""
    return Rounding.of(x.dtype.name).u


def exact_row(p, g):
    """Return the exact gradient by the scores, its size, and how far rounding can take it."""
    u, p, g = unit(p), oracle.exact(p), oracle.exact(g)
    mean = oracle.mean(p, g)
    size = oracle.mean(p, map(abs, g))
    # a product, n - 1 additions, a difference and another product
    off = [pi * (abs(gi) + size) * grown((len(p) + 2) * u) for pi, gi in zip(p, g, strict=True)]
    return [pi * (gi - mean) for pi, gi in zip(p, g, strict=True)], off


@holds("backward.softmax-gradient", row=rows())
def test_a_weight_gets_what_its_gradient_has_above_the_mean(subject, row):
    within(subject.softmax_gradient(*row), *exact_row(*row), "the gradient by the scores")
    p, g = row
    several = [(p, g), (p[::-1], g), (p, -2 * g)]
    together = subject.softmax_gradient(*map(np.stack, zip(*several, strict=True)))
    for got, each in zip(together, several, strict=True):
        within(got, *exact_row(*each), "the gradient of one row of several")


@holds("backward.softmax-gradient", row=rows())
def test_a_masked_weight_takes_no_part(subject, row):
    p, g = row
    inside = np.arange(len(p) + 1) < len(p)
    longer = [np.append(each, last).astype(p.dtype) for each, last in ((p, 0.5), (g, np.nan))]
    got = subject.softmax_gradient(*longer, where=inside)
    within(got[:-1], *exact_row(p, g), "beside a masked weight")
    assert got[-1] == 0


@holds("backward.softmax-gradient-is-a-derivative", row=rows(), data=st.data())
def test_it_is_the_slope_of_the_mean_by_a_score(subject, row, data):
    p, g = row
    k = data.draw(st.integers(0, len(p) - 1))
    x = [mp.log(v) for v in oracle.exact(p)]
    stepped = [v + oracle.STEP * (place == k) for place, v in enumerate(x)]
    after, before = (oracle.mean(oracle.softmax(each), oracle.exact(g)) for each in (stepped, x))
    _, off = exact_row(p, g)
    # the weights sum to one up to n roundings; a second derivative is at most the largest gradient
    more = 3 * max(map(abs, g)) * (oracle.STEP + grown(len(p) * unit(p)))
    got = subject.softmax_gradient(p, g)
    within(got[k : k + 1], [(after - before) / oracle.STEP], [off[k] + more], f"slope by score {k}")


@holds("backward.score-gradients-sum-to-zero", row=rows())
def test_gradients_by_the_scores_of_a_row_sum_to_zero(subject, row):
    p, g = row
    _, off = exact_row(p, g)
    total = sum(oracle.exact(subject.softmax_gradient(p, g)), mp.zero)
    # the weights themselves sum to one up to n roundings
    more = abs(oracle.mean(oracle.exact(p), oracle.exact(g))) * grown(len(p) * unit(p))
    within([total], [mp.zero], [sum(off) + more], "the sum over a row")


@holds("backward.equal-upstream-sees-nothing", row=rows(), u=st.sampled_from([1.0, -2.0, 0.75]))
def test_along_the_upstream_gradients_it_is_their_variance(subject, row, u):
    p, g = row
    _, off = exact_row(p, g)
    gradient = subject.softmax_gradient(p, g)
    along = oracle.mean(oracle.exact(gradient), oracle.exact(g))
    variance = oracle.mean(oracle.exact(p), [v**2 for v in oracle.exact(g)])
    variance -= oracle.mean(oracle.exact(p), oracle.exact(g)) ** 2
    within([along], [variance], [oracle.mean(off, map(abs, oracle.exact(g)))], "along itself")
    even = u + 0 * g
    _, off = exact_row(p, even)
    more = abs(u) * grown(len(p) * unit(p))
    bounds = [each + more * float(weight) for each, weight in zip(off, p, strict=True)]
    within(subject.softmax_gradient(p, even), np.zeros(len(p)), bounds, "of equal gradients")


def test_what_is_known_of_sums_tightens_the_bounds():
    draw = np.random.default_rng()
    arrays = [draw.standard_normal((64, 4)) for _ in range(7)]
    case = BackwardPass(*arrays, 0.5, "float16")
    for known in ({"height": 7}, {"sums": "float32"}):
        tight = replace(case, **known).off
        assert (tight.key_gradients() < case.off.key_gradients()).all()
        assert (tight.value_gradients() < case.off.value_gradients()).all()
        assert (tight.query_gradient < case.off.query_gradient).all()
    assert (replace(case, height=64).off.output == case.off.output).all()
