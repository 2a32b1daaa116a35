"""Heads: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES, hard_triples, numbers, sides
from theory.fifty_digits import mp
from theory.heads.program import DEVIATION, MOST_ATTENDED, PRINTED, SEED, X
from theory.rounding.block_bounds import bound_dot_attended
from theory.rounding.bounds import (
    bound_dot,
    bound_scaled_attention,
    bound_scaled_dot,
    bound_sum,
    factors,
)
from theory.rounding.library_functions import DIGITS

SMALL = st.integers(1, 3)


@st.composite
def triples(draw, dtypes=DTYPES, square=False, kinds=("ties", "moderate")):
    """Draw queries (m, d_k), keys (n, d_k) and values (n, d_v) of one dtype."""
    m, d_k, d_v = draw(SMALL), draw(sides), draw(SMALL)
    n = m if square else draw(sides)
    dtype = draw(st.sampled_from(dtypes))
    shapes = ((m, d_k), (n, d_k), (n, d_v))
    return [draw(numbers(*shape, dtype=dtype, kinds=kinds)) for shape in shapes]


SPIKES = triples(dtypes=("float64", "float32"), kinds=("spikes",))


def booleans(draw, *shape):
    count = int(np.prod(shape))
    return np.asarray(draw(st.lists(st.booleans(), min_size=count, max_size=count))).reshape(shape)


@remembered
def exact_attention(q, k, v, kept=None, scale=None, bias=None):
    """Return the exact output, row by row, and its bounds; a bias is added to scaled scores."""
    dtype = q.dtype.name
    factor = 1 / mp.sqrt(q.shape[-1]) if scale is None else mp.mpf(scale)
    outputs, bounds = [], []
    for place, row in enumerate(map(oracle.exact, q)):
        seen = [j for j in range(len(k)) if kept is None or kept[place][j]]
        keys = [oracle.exact(k[j]) for j in seen]
        scores = [factor * oracle.mean(row, key) for key in keys]
        off = [
            bound_scaled_dot(
                abs(factor) * sum(abs(a * b) for a, b in zip(row, key, strict=True)),
                sum(map(abs, key)), len(row), dtype,
            )
            for key in keys
        ]  # fmt: skip
        if bias is not None:
            more = oracle.exact(bias[place][seen])
            off = [a + bound_sum(abs(s) + a + abs(b), 2, dtype)
                   for a, s, b in zip(off, scores, more, strict=True)]  # fmt: skip
            scores = [s + b for s, b in zip(scores, more, strict=True)]
        p = oracle.softmax(scores)
        for column in v.T:
            values = oracle.exact(column[seen])
            outputs.append(oracle.mean(p, values))
            bounds.append(bound_scaled_attention(scores, off, p, values, dtype) if p else mp.zero)
    return outputs, bounds


def assert_is_attention(output, q, k, v, **options):
    within(np.asarray(output).reshape(-1), *exact_attention(q, k, v, **options), "attention")


@holds(
    "heads.scaled-dot-product-attention",
    "floats.attention",
    triple=triples() | SPIKES | hard_triples(("float64", "float32")),
    scale=st.sampled_from([None, 0.5, 2.0]),
)
def test_attention_averages_the_values_by_scaled_products(subject, triple, scale):
    output = subject.scaled_dot_product_attention(*triple, scale=scale)
    assert output.dtype == triple[0].dtype
    assert_is_attention(output, *triple, scale=scale)


@holds(
    "heads.scaled-dot-product-attention", triple=triples() | triples(square=True), data=st.data()
)
def test_a_mask_keeps_where_it_is_true_or_is_added(subject, triple, data):
    q, k, _ = triple
    mask = booleans(data.draw, len(q), len(k))
    assert_is_attention(
        subject.scaled_dot_product_attention(*triple, mask=mask), *triple, kept=mask
    )
    eighths = st.lists(st.integers(-16, 16), min_size=mask.size, max_size=mask.size)
    bias = np.asarray(data.draw(eighths)).reshape(mask.shape) / 8
    added = np.where(mask, bias, -np.inf).astype(q.dtype)
    got = subject.scaled_dot_product_attention(*triple, mask=added)
    assert_is_attention(got, *triple, kept=mask, bias=bias)


LENGTHS = sides | st.just(33)
SIZES = st.tuples(LENGTHS, LENGTHS) | LENGTHS.map(lambda n: (n, n))


def assert_sees(mask, n_queries, n_keys, more):
    """Say that query i sees the keys up to i, and so many more."""
    assert mask.dtype == bool, f"a mask of {mask.dtype}, expected bool"
    rows = [[j <= i + more for j in range(n_keys)] for i in range(n_queries)]
    assert mask.tolist() == rows


@holds("heads.causal-mask", sizes=SIZES)
def test_the_last_query_sees_every_key(subject, sizes):
    n_queries, n_keys = sizes
    mask = subject.causal_mask(n_queries, n_keys)
    assert_sees(mask, n_queries, n_keys, n_keys - n_queries)


@holds("heads.causal-mask", sizes=SIZES)
def test_the_first_query_sees_the_first_key_where_that_is_asked_for(subject, sizes):
    n_queries, n_keys = sizes
    for align, more in (("end", n_keys - n_queries), ("start", 0)):
        mask = subject.causal_mask(n_queries, n_keys, align=align)
        assert_sees(mask, n_queries, n_keys, more)


@holds("heads.causal-mask", triple=triples(square=True))
def test_causal_attention_never_looks_ahead(subject, triple):
    q, k, v = triple
    output = subject.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert_is_attention(output, q, k, v, kept=np.tril(np.ones((len(q), len(q)), dtype=bool)))
    later = k.copy(), v.copy()
    later[0][-1], later[1][-1] = 7, 7
    changed = subject.scaled_dot_product_attention(q, *later, is_causal=True)
    assert (changed[:-1] == output[:-1]).all()


@holds("heads.causal-mask", triple=triples(square=True), data=st.data())
def test_causal_order_holds_besides_a_mask(subject, triple, data):
    q, k, v = triple
    n = len(q)
    mask, other = np.tril(np.ones((n, n), dtype=bool)), booleans(data.draw, n, n)
    for given in (other, np.where(other, 0, -np.inf).astype(q.dtype)):
        got = subject.scaled_dot_product_attention(q, k, v, mask=given, is_causal=True)
        assert_is_attention(got, q, k, v, kept=mask & other)


@holds("lookup.masked-value-never-leaks", triple=triples(square=True))
def test_what_stands_later_is_not_touched_be_it_nan(subject, triple):
    q, k, v = triple
    before = subject.scaled_dot_product_attention(q, k, v, is_causal=True)
    v = v.copy()
    v[-1] = np.nan
    after = subject.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert (after[:-1] == before[:-1]).all()


@holds("heads.every-element-takes-part", triple=triples(square=True, dtypes=("float64",)))
def test_every_weight_is_positive_also_that_of_the_own_place(subject, triple):
    q, k, _ = triple
    weights = subject.scaled_dot_product_attention(*map(digits.array, (q, k, np.eye(len(k)))))
    assert all(value > 0 for value in weights.data.ravel())


@holds(
    "heads.sizes", lead=st.lists(st.integers(0, 3), max_size=2), m=sides, n=sides, d_k=SMALL,
    d_v=SMALL,
)  # fmt: skip
def test_the_output_of_heads_has_a_row_for_each_query_as_wide_as_a_value(
    subject, lead, m, n, d_k, d_v
):
    q, k, v = np.ones((*lead, m, d_k)), np.ones((*lead, n, d_k)), np.ones((*lead, n, d_v))
    output = subject.scaled_dot_product_attention(q, k, v)
    assert output.shape == (*lead, m, d_v)
    alone = subject.scaled_dot_product_attention(q, np.ones((n, d_k)), v)
    assert alone.shape == output.shape
    one = np.ones((m, d_k)), np.ones((n, d_k)), np.ones((n, d_v))
    for table in np.ndindex(*lead):
        assert_is_attention(output[table], *one)
        assert_is_attention(alone[table], *one)


@st.composite
def layers(draw, dtypes=DTYPES, heads=SMALL, rows=SMALL):
    """Draw two inputs and weights, small whole numbers, so that projections are exact in floats."""
    sizes = heads, rows, rows, *[SMALL] * 5
    h, m, n, d, e, d_k, d_v, d_out = map(draw, sizes)
    dtype = draw(st.sampled_from(dtypes))

    def whole(*shape):
        count = int(np.prod(shape))
        flat = draw(st.lists(st.integers(-2, 2), min_size=count, max_size=count))
        return np.asarray(flat, dtype=dtype).reshape(shape)

    params = {
        "w_q": whole(h, d, d_k), "w_k": whole(h, e, d_k), "w_v": whole(h, e, d_v),
        "w_o": whole(h * d_v, d_out),
    }  # fmt: skip
    return whole(m, d), whole(n, e), params


@remembered
def exact_heads(x, y, params, kept=None):
    """Return the exact output and its bounds: each head's error passes through its rows of W^O.

    kept: for all heads (m, n), or for each of them (h, m, n).
    """
    h, _, d_v = params["w_v"].shape
    dtype, parts = x.dtype.name, []
    own = lambda i: kept[i] if np.ndim(kept) == 3 else kept
    for i in range(h):
        q, k, v = x @ params["w_q"][i], y @ params["w_k"][i], y @ params["w_v"][i]
        parts.append([np.asarray(each, dtype=object).reshape(len(x), d_v)
                      for each in exact_attention(q, k, v, kept=own(i))])  # fmt: skip
    concat, off = (np.concatenate([part[which] for part in parts], axis=1) for which in (0, 1))
    w_o = params["w_o"].astype(int).astype(object)
    reach = (abs(concat) + off) @ abs(w_o)
    extra = np.vectorize(lambda size: bound_dot(size, h * d_v, dtype), otypes=[object])(reach)
    return concat @ w_o, off @ abs(w_o) + extra


@holds(
    "heads.multi-head", "heads.sum-over-heads", "heads.self-attention", "heads.multi-head-sizes",
    "heads.divisor-is-the-root-of-the-width", layer=layers(),
)  # fmt: skip
def test_heads_stand_side_by_side_and_are_mixed(subject, layer):
    x, y, params = layer
    output = subject.multi_head_attention(x, y, params)
    assert output.dtype == x.dtype
    assert output.shape == (len(x), params["w_o"].shape[1])
    exact, bounds = exact_heads(x, y, params)
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "multi-head attention")


@holds("heads.multi-head", layer=layers(heads=st.just(1), rows=st.just(10)))
def test_many_rows_are_attended_to_as_few_are(subject, layer):
    exact, bounds = exact_heads(*layer)
    output = subject.multi_head_attention(*layer)
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "multi-head attention of many rows")


@holds("heads.multi-head", layer=layers(), data=st.data())
def test_a_mask_and_causal_order_hold_in_every_head(subject, layer, data):
    x, y, params = layer
    mask = booleans(data.draw, len(x), len(y))
    exact, bounds = exact_heads(x, y, params, kept=mask)
    output = subject.multi_head_attention(x, y, params, mask=mask)
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "masked multi-head attention")
    if len(x) == len(y):
        kept = mask & np.tril(np.ones(mask.shape, dtype=bool))
        exact, bounds = exact_heads(x, y, params, kept=kept)
        output = subject.multi_head_attention(x, y, params, mask=mask, is_causal=True)
        within(output.reshape(-1), exact.ravel(), bounds.ravel(), "causal multi-head attention")


def assert_each_of_a_batch_has_a_mask_for_each_head(output_of, layer, random):
    """Compare a batch of two, of which each head has a mask of its own, with each by itself."""
    x, y, params = layer
    batch = np.stack([x, -x]), np.stack([y, y[::-1]])
    h = params["w_o"].shape[0] // params["w_v"].shape[-1]
    mask = random.random((2, h, len(x), len(y))) < 0.5
    output = output_of(*batch, params, mask=mask)
    for got, own, others, kept in zip(output, *batch, mask, strict=True):
        exact, bounds = exact_heads(own, others, one_by_one(params), kept=kept)
        within(got.reshape(-1), exact.ravel(), bounds.ravel(), "heads of a batch")


def one_by_one(params):
    """Return the parameters of heads that share nothing: those of a group, one after the other."""
    sharers = params["w_o"].shape[0] // params["w_v"].shape[-1] // len(params["w_k"])
    each = {name: params[name].repeat(sharers, axis=0) for name in ("w_k", "w_v")}
    return {**params, **each, "w_q": params["w_q"].reshape(-1, *params["w_q"].shape[-2:])}


RANDOM = st.integers(0, 2**32).map(np.random.default_rng)


@holds("heads.multi-head", layer=layers(heads=st.sampled_from([1, 2, 3, 5])), random=RANDOM)
def test_each_of_a_batch_has_a_mask_for_each_head(subject, layer, random):
    assert_each_of_a_batch_has_a_mask_for_each_head(subject.multi_head_attention, layer, random)


@holds("heads.equal-heads-act-as-one", layer=layers(dtypes=("float64",)))
def test_equal_heads_act_as_one_with_the_sum_of_their_rows(subject, layer):
    x, y, params = layer
    first = {name: digits.array(params[name][:1]) for name in ("w_q", "w_k", "w_v")}
    twins = {name: digits.array(np.repeat(params[name][:1], 2, axis=0)) for name in first}
    d_v = params["w_v"].shape[2]
    w_o = params["w_o"][:d_v]
    ones = np.ones_like(w_o)
    pair = digits.array(np.concatenate([w_o, ones]))
    x, y = digits.array(x), digits.array(y)
    one = subject.multi_head_attention(x, y, {**first, "w_o": digits.array(w_o + ones)})
    two = subject.multi_head_attention(x, y, {**twins, "w_o": pair})
    # entries and weights are at most 2, those of W^O 3, all sides 3: projections are at most 12,
    # and W^O has at most 6 rows
    score, value = 3 * 12**2, 12
    head = bound_dot_attended(score, 3, value, y.shape[0], "digits")
    allowance = 2 * (18 * head + bound_dot(18 * (value + head), 6, "digits"))
    within(two, one.data.ravel(), [allowance] * one.data.size, "two equal heads")


@holds("heads.projecting-twice-is-projecting-once", layer=layers(dtypes=("float64",)))
def test_projected_arguments_merge_with_the_heads_own_projections(subject, layer):
    x, y, params = layer
    twist = np.arange(x.shape[1] ** 2, dtype=float).reshape(x.shape[1], -1) - 1
    merged = {**params, "w_q": twist @ params["w_q"]}
    left = subject.multi_head_attention(x @ twist, y, params)
    right = subject.multi_head_attention(x, y, merged)
    assert (left == right).all()  # whole numbers: both projections are exact


@holds("heads.width-one-overlooks-the-middle", pair=triples(dtypes=("float64",)))
def test_a_head_of_width_one_prefers_an_extreme_key(subject, pair):
    q, k = pair[0][:, :1], pair[1][:, :1]
    weights = subject.scaled_dot_product_attention(q, k, np.eye(len(k)))
    lowest, highest = k[:, 0].argmin(), k[:, 0].argmax()
    # rounding is monotone, so no middle key overtakes both
    assert (weights.max(axis=1) == np.maximum(weights[:, lowest], weights[:, highest])).all()


@holds("heads.width-limits-the-rank", pair=triples(dtypes=("float64",)))
def test_log_odds_of_a_head_of_width_one_have_rank_one(subject, pair):
    q, k = (digits.array(each[:, :1]) for each in pair[:2])
    weights = subject.scaled_dot_product_attention(q, k, digits.array(np.eye(k.shape[0])))
    odds = np.vectorize(mp.log, otypes=[object])(weights.data)
    most = 2 * max(abs(odds).ravel())
    allowance = 2 * (_bound(q, k) + factors(DIGITS + 1, "digits") * most)
    odds = odds - odds[:, :1]
    minors = odds[:, :, None, None] * odds[None, None] - (odds[:, None, None, :]
             * odds.T[None, :, :, None])  # fmt: skip
    twice = 2 * (2 * most * allowance + bound_dot(most**2, 2, "digits"))
    within(minors.ravel(), [mp.zero] * minors.size, [twice] * minors.size, "2 × 2 minors")
    keys = k.data[:, 0] - k.data[0, 0]
    expected = (q.data * keys).ravel()
    within(odds.ravel(), expected, [2 * allowance] * expected.size, "log-odds")


def _bound(q, k):
    """Bound the relative error of a weight at fifty digits."""
    sizes = (abs(q) @ abs(k).mT).data / mp.sqrt(q.shape[1])
    return bound_dot_attended(max(sizes.ravel()), q.shape[1], 1, k.shape[0], "digits")


@holds("heads.weights-are-a-normalised-kernel", pair=triples(dtypes=("float64",)))
def test_weights_of_equal_queries_and_keys_are_a_reversible_walk(subject, pair):
    x = digits.array(pair[1])
    n = x.shape[0]
    weights = subject.scaled_dot_product_attention(x, x, digits.array(np.eye(n))).data
    allowance = _bound(x, x)
    # around any triangle the product of weights does not depend on the direction
    for i in range(n):
        for j in range(n):
            there = weights[0, i] * weights[i, j] * weights[j, 0]
            back = weights[0, j] * weights[j, i] * weights[i, 0]
            within([there], [back], [7 * allowance], "a triangle of weights")  # of six weights
    dots = x.data @ x.data.T / mp.sqrt(x.shape[1])
    ratio = [mp.exp(dots[0, j] - dots[0, 0]) * weights[0, 0] for j in range(n)]
    # two weights, and a ratio that is as far off as one
    within(weights[0], ratio, [4 * allowance] * n, "weights of the first row")


def test_the_worked_program_as_repaired_prints_the_recorded_digits():
    draw = np.random.default_rng(SEED)
    top, bottom = map(int, DEVIATION.split("/"))
    x = np.asarray(X) / 1000
    q, k, v = (x @ draw.normal(0, top / bottom, size=(4, 4)) for _ in range(3))
    scores = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    made = {"Q": q, "K": k, "V": v, "scores": scores, "weights": weights, "context": weights @ v}
    for name, array in made.items():
        printed = np.array2string(array, precision=3, suppress_small=True)
        digits_of = [round(float(word) * 1000) for word in printed.translate(
            str.maketrans("[]", "  ")).split()]  # fmt: skip
        assert digits_of == [*sum(PRINTED[name], ())], name
    for row, token, weight in MOST_ATTENDED:
        assert int(np.argmax(weights[row])) == token
        assert f"{weights[row, token]:.3f}" == f"{weight / 1000:.3f}"


@st.composite
def in_two_bases(draw):
    """Draw rows of whole numbers and width 2, a change of basis, and the inverse's transpose."""
    whole = st.integers(-4, 4)
    rows = lambda n: np.asarray(
        draw(st.lists(st.lists(whole, min_size=2, max_size=2), min_size=n, max_size=n)), float
    )
    slant = float(draw(whole))
    change, back = np.asarray([[1, slant], [0, 1]]), np.asarray([[1, 0], [-slant, 1]])
    return rows(draw(SMALL)), *map(rows, [draw(sides)] * 2), change, back


@holds("heads.queries-and-keys-up-to-a-basis", case=in_two_bases())
def test_queries_and_keys_in_another_basis_attend_alike(subject, case):
    q, k, v, change, back = case
    exact, _ = exact_attention(q, k, v)
    _, bounds = exact_attention(q @ change, k @ back, v)
    got = subject.scaled_dot_product_attention(q @ change, k @ back, v)
    within(got.reshape(-1), exact, bounds, "in another basis")


@holds("heads.values-and-output-up-to-a-basis", case=in_two_bases())
def test_values_in_another_basis_are_read_alike(subject, case):
    q, k, v, change, back = case
    reading = np.asarray([1.0, -2.0])
    exact, _ = exact_attention(q, k, v)
    moved, bounds = exact_attention(q, k, v @ change)
    got = subject.scaled_dot_product_attention(q, k, v @ change) @ (reading @ back)
    pairs = lambda entries: zip(entries[::2], entries[1::2], strict=True)
    wanted = [a * 1 - 2 * b for a, b in pairs(exact)]
    weights = [abs(mp.mpf(w)) for w in reading @ back]
    allowed = [
        oracle.mean(weights, off)
        + bound_dot(oracle.mean(weights, [abs(a) + b for a, b in zip(at, off, strict=True)]), 2,
                    "float64")
        for at, off in zip(pairs(moved), pairs(bounds), strict=True)
    ]  # fmt: skip
    within(got, wanted, allowed, "what the output reads")
