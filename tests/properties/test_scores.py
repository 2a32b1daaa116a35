"""Scores: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import DTYPES, numbers, sides, wide
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import bound_additive, bound_cosine, bound_dot, bound_scaled_dot


@st.composite
def pairs(draw, dtypes=DTYPES, kinds=("ties", "moderate")):
    """Draw queries (m, d) and keys (n, d) of one dtype."""
    m, n, d = draw(sides), draw(sides), draw(sides)
    dtype = draw(st.sampled_from(dtypes))
    return draw(numbers(m, d, dtype=dtype, kinds=kinds)), draw(
        numbers(n, d, dtype=dtype, kinds=kinds)
    )


@st.composite
def layers(draw, dtypes=("float64", "float32")):
    """Draw queries, keys and weights of an additive score, all widths free."""
    m, n, d_q, d_k, d = (draw(st.integers(1, 3)) for _ in range(5))
    dtype = draw(st.sampled_from(dtypes))
    shapes = ((m, d_q), (n, d_k), (d_q, d), (d_k, d), (d,))
    return [draw(numbers(*shape, dtype=dtype)) for shape in shapes]


def products(q, k):
    """Return for each pair the exact dot product and the sum of absolute products."""
    for row in map(oracle.exact, q):
        for key in map(oracle.exact, k):
            yield oracle.mean(row, key), sum(abs(a * b) for a, b in zip(row, key, strict=True))


@holds("scores.dot", "floats.dot-product", pair=pairs() | wide(3).map(lambda x: (x[:1], x[1:])))
def test_dot_is_the_sum_of_products(subject, pair):
    q, k = pair
    got = subject.dot(q, k)
    assert got.dtype == q.dtype
    assert got.shape == (len(q), len(k))
    found = list(products(q, k))
    bounds = [bound_dot(size, q.shape[-1], q.dtype.name) for _, size in found]
    within(got.reshape(-1), [exact for exact, _ in found], bounds, "dot")
    alone = [exact for exact, _ in found[: len(k)]]  # a vector may be summed in another order
    within(subject.dot(q[0], k), alone, bounds[: len(k)], "dot of one query")


@holds(
    "scores.scaled-dot",
    "floats.scaled-score",
    pair=pairs(),
    scale=st.sampled_from([None, 0.5, 3.0]),
)
def test_scaled_dot_divides_by_the_root_of_the_width(subject, pair, scale):
    q, k = pair
    factor = 1 / mp.sqrt(q.shape[-1]) if scale is None else mp.mpf(scale)
    found = list(products(q, k))
    keys = [sum(map(abs, oracle.exact(key))) for _ in q for key in k]
    bounds = [
        bound_scaled_dot(size * factor, own, q.shape[-1], q.dtype.name)
        for (_, size), own in zip(found, keys, strict=True)
    ]
    got = subject.scaled_dot(q, k) if scale is None else subject.scaled_dot(q, k, scale=scale)
    within(got.reshape(-1), [exact * factor for exact, _ in found], bounds, "scaled dot")


def _without_zeros(vectors):
    changed = vectors.copy()
    changed[(changed == 0).all(axis=-1), 0] = 1
    return changed


@holds("scores.cosine", pair=pairs(kinds=("ties", "moderate", "spikes")))
def test_cosine_is_the_dot_product_of_directions(subject, pair):
    q, k = map(_without_zeros, pair)
    exact = []
    for row in map(oracle.exact, q):
        for key in map(oracle.exact, k):
            length = mp.sqrt(oracle.mean(row, row)) * mp.sqrt(oracle.mean(key, key))
            exact.append(oracle.mean(row, key) / length)
    bound = bound_cosine(q.shape[-1], q.dtype.name)
    within(subject.cosine(q, k).reshape(-1), exact, [bound] * len(exact), "cosine")


@holds(
    "scores.cosine-forgets-lengths", pair=pairs(dtypes=("float64",)), power=st.integers(-900, 900)
)
def test_cosine_forgets_lengths_even_huge_ones(subject, pair, power):
    q, k = map(_without_zeros, pair)
    assert (subject.cosine(np.ldexp(q, power), k) == subject.cosine(q, k)).all()


@holds("scores.cosine-cannot-focus", pair=pairs(dtypes=("float64",)))
def test_no_cosine_leaves_the_interval_from_minus_one_to_one(subject, pair):
    q, k = map(_without_zeros, pair)
    reach = 1 + float(bound_cosine(q.shape[-1], "float64"))
    got = subject.cosine(q, k)
    assert (abs(got) <= reach).all()
    within(np.diag(subject.cosine(q, q)), [1] * len(q), [reach - 1] * len(q), "cosine with itself")


def hidden(layer):
    """Return the exact hidden sums and the sums of their absolute products, pair by pair."""
    q, k, w_q, w_k, _ = ([oracle.exact(row) for row in np.atleast_2d(each)] for each in layer)
    for row in q:
        for key in k:
            columns = [
                [(x, w) for x, w in zip([*row, *key], [*a, *b], strict=True)]
                for a, b in zip(zip(*w_q, strict=True), zip(*w_k, strict=True), strict=True)
            ]
            yield (
                [sum((x * w for x, w in column), mp.zero) for column in columns],
                [sum((abs(x * w) for x, w in column), mp.zero) for column in columns],
            )


def _check_additive(got, layer, activation):
    q, k, _, _, w_out = layer
    v, widths = oracle.exact(w_out), (q.shape[-1], k.shape[-1])
    exact, bounds = [], []
    for sums, sizes in hidden(layer):
        exact.append(oracle.mean(v, [activation(h) for h in sums]))
        tanh = activation is mp.tanh
        bounds.append(bound_additive(sizes, v, widths, q.dtype.name, tanh=tanh))
    within(np.asarray(got).reshape(-1), exact, bounds, "additive score")


@holds("scores.additive-as-printed", layer=layers())
def test_the_additive_score_as_printed_is_linear(subject, layer):
    _check_additive(subject.additive(*layer), layer, lambda h: h)


@holds("scores.additive-tanh", layer=layers())
def test_the_additive_score_of_its_authors_has_a_hidden_layer(subject, layer):
    _check_additive(subject.additive_tanh(*layer), layer, mp.tanh)


@holds(
    "scores.linear-additive-forgets-the-query", layer=layers(dtypes=("float64",)), other=numbers(3)
)
def test_without_a_tanh_every_query_attends_alike(subject, layer, other):
    changed = np.resize(other, layer[0].shape)
    scores = [subject.additive(*map(digits.array, [q, *layer[1:]])) for q in (layer[0], changed)]
    weights = [subject.softmax(each).data.ravel() for each in scores]
    off = max(map(_bound, [layer, [changed, *layer[1:]]]))
    within(*weights, [2 * off] * weights[0].size, "weights of two queries")
    first = [sums for sums, _ in hidden(layer)][: len(layer[1])]
    expected = oracle.softmax([oracle.mean(oracle.exact(layer[4]), sums) for sums in first])
    within(weights[0][: len(expected)], expected, [2 * off] * len(expected), "weights")


def _bound(layer):
    """Bound the error of the weights of additive scores at fifty digits."""
    q, k, _, _, w_out = layer
    v, widths = oracle.exact(w_out), (q.shape[-1], k.shape[-1])
    sizes = [each for _, each in hidden(layer)]
    off = max(bound_additive(each, v, widths, "digits") for each in sizes)
    score = max(sum(abs(a) * b for a, b in zip(v, each, strict=True)) for each in sizes)
    return bound_attended(score, off, 1, len(k), "digits")


@holds("scores.dot-log-odds", pair=pairs(dtypes=("float64",)))
def test_log_odds_of_dot_scores_are_linear_in_the_query(subject, pair):
    q, k = pair
    scores = subject.dot(digits.array(q[0]), digits.array(k)).tolist()
    row, first = oracle.exact(q[0]), oracle.exact(k[0])
    for place, key in enumerate(map(oracle.exact, k)):
        linear = sum(a * (b - c) for a, b, c in zip(row, key, first, strict=True))
        size = sum(abs(a) * (abs(b) + abs(c)) for a, b, c in zip(row, key, first, strict=True))
        allowance = 2 * bound_dot(size, len(row) + 1, "digits")
        within([scores[place] - scores[0]], [linear], [allowance], "difference of scores")


@holds(
    "scores.parametric-sizes",
    lead=st.lists(st.integers(1, 3), max_size=2),
    m=sides,
    n=sides,
    d=sides,
)
def test_scores_have_a_row_for_each_query_and_a_column_for_each_key(subject, lead, m, n, d):
    q, k = np.ones((*lead, m, d)), np.ones((*lead, n, d))
    for function in (subject.dot, subject.scaled_dot, subject.cosine):
        assert function(q, k).shape == (*lead, m, n)
    w = np.ones((d, 2))
    for function in (subject.additive, subject.additive_tanh):
        assert function(q, k, w, w, np.ones(2)).shape == (*lead, m, n)


def test_a_width_of_zero_scores_zero(subject):
    assert (subject.dot(np.zeros((2, 0)), np.zeros((3, 0))) == np.zeros((2, 3))).all()
    assert (subject.scaled_dot(np.zeros((2, 0)), np.zeros((3, 0))) == 0).all()


def test_no_keys_have_no_scores(subject):
    assert subject.dot(np.zeros((2, 3)), np.zeros((0, 3))).shape == (2, 0)
    assert subject.cosine(np.ones((2, 3)), np.zeros((0, 3))).shape == (2, 0)


@holds("lookup.normalised-gradients-are-bounded", pair=pairs(dtypes=("float64",)))
def test_the_slope_of_a_cosine_turns_the_query(subject, pair):
    q, k = ([*map(oracle.exact, _without_zeros(each))] for each in pair)
    row, key = q[0], k[0]
    long, far = mp.sqrt(oracle.mean(row, row)), mp.sqrt(oracle.mean(key, key))
    cos = oracle.mean(row, key) / (long * far)

    def at(place, step):
        moved = [each + step * (place == other) for other, each in enumerate(row)]
        return subject.cosine(digits.array([moved]), digits.array([key])).data.ravel()[0]

    slopes = [(at(e, oracle.STEP) - at(e, mp.zero)) / oracle.STEP for e in range(len(row))]
    exact = [(b / far - cos * a / long) / long for a, b in zip(row, key, strict=True)]
    # Taylor: the second derivative of a cosine by an entry of the query is below 3/|q|²
    off = 2 * oracle.STEP * 3 / long**2 + 3 * bound_cosine(len(row), "digits") / oracle.STEP
    within(slopes, exact, [off] * len(row), "the slope of the cosine")
    assert sum(each**2 for each in slopes) <= (1 / long + len(row) * off) ** 2
