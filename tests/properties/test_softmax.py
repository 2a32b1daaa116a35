"""Softmax: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import logits, orders, wide
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import (
    UNIT,
    bound_log_softmax,
    bound_logsumexp,
    bound_softmax,
    bound_weights,
    factors,
)
from theory.rounding.library_functions import DIGITS

MILD = ("ties", "moderate")


def rows(x):
    """Return the rows of an array as lists of fifty-digit numbers."""
    return [oracle.exact(row) for row in np.asarray(x).reshape(-1, x.shape[-1])]


def flat(lists):
    return [number for row in lists for number in row]


def assert_is_softmax(p, x):
    """Assert that p is the softmax of x up to rounding, entry by entry."""
    dtype = x.dtype.name
    exact = [oracle.softmax(row) for row in rows(x)]
    bounds = [
        bound_softmax(row, weights, dtype) for row, weights in zip(rows(x), exact, strict=True)
    ]
    within(p.reshape(-1), flat(exact), flat(bounds), "softmax")


@holds("softmax.definition", "floats.softmax", x=logits())
def test_softmax_is_the_printed_formula_up_to_rounding(subject, x):
    p = subject.softmax(x)
    assert p.dtype == x.dtype
    assert p.shape == x.shape
    assert_is_softmax(p, x)


@holds("softmax.definition", x=logits(least=2), data=st.data())
def test_softmax_takes_any_axis(subject, x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    p = subject.softmax(x, axis=axis)
    assert_is_softmax(np.moveaxis(p, axis, -1), np.moveaxis(x, axis, -1))


@holds("floats.log-softmax", x=logits(kinds=MILD, least=2), data=st.data())
def test_log_softmax_takes_any_axis(subject, x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    moved, logs = np.moveaxis(x, axis, -1), subject.log_softmax(x, axis=axis)
    assert logs.shape == x.shape, f"its shape is {logs.shape}, expected {x.shape}"
    got = np.moveaxis(logs, axis, -1).reshape(-1, moved.shape[-1])
    for one, row in zip(got, rows(moved), strict=True):
        p, exact = oracle.softmax(row), oracle.logsumexp(row)
        results = [score - exact for score in row]
        within(one, results, bound_log_softmax(row, p, results, x.dtype.name), "log-softmax")


@holds("floats.logsumexp", x=logits(kinds=MILD, least=2), data=st.data())
def test_logsumexp_takes_any_axis(subject, x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    moved, wholes = np.moveaxis(x, axis, -1), np.asarray(subject.logsumexp(x, axis=axis))
    expected = moved.shape[:-1]
    assert wholes.shape == expected, f"its shape is {wholes.shape}, expected {expected}"
    for whole, row in zip(wholes.reshape(-1), rows(moved), strict=True):
        p, exact = oracle.softmax(row), oracle.logsumexp(row)
        within([whole], [exact], [bound_logsumexp(row, p, exact, x.dtype.name)], "logsumexp")


@holds("softmax.masking-renormalises", x=logits(kinds=MILD, least=2), data=st.data())
def test_a_mask_is_of_any_axis_too(subject, x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    bits = st.lists(st.booleans(), min_size=x.size, max_size=x.size)
    kept = np.asarray(data.draw(bits)).reshape(x.shape)
    along = (subject.softmax(x, axis=axis, where=kept), x, kept)
    n = x.shape[axis]
    rows = (np.moveaxis(each, axis, -1).reshape(-1, n) for each in along)
    for p, row, keep in zip(*rows, strict=True):
        assert (p[~keep] == 0).all()
        if keep.any():
            scores = oracle.exact(row[keep])
            exact = oracle.softmax(scores)
            within(p[keep], exact, bound_softmax(scores, exact, x.dtype.name), "kept weights")


@holds("softmax.definition", "floats.softmax", x=wide(2) | wide(2) | wide(1, widths=(1025,)),
       axis=st.sampled_from([0, 1]))  # fmt: skip
def test_long_rows_have_the_weights_of_the_formula(subject, x, axis):
    assert_is_softmax(
        np.moveaxis(subject.softmax(np.moveaxis(x, -1, axis), axis=axis), axis, -1), x
    )


@holds("softmax.rows-sum-to-one", "softmax.computed-rows-sum-to-nearly-one", x=logits())
def test_weights_sum_to_one_up_to_rounding(subject, x):
    dtype, n = x.dtype.name, x.shape[-1]
    for row, p in zip(rows(x), subject.softmax(x).reshape(-1, n), strict=True):
        off = sum(bound_softmax(row, oracle.softmax(row), dtype), mp.zero)
        within([sum(oracle.exact(p), mp.zero)], [1], [off], "the sum of the weights")


@holds("softmax.positive-and-at-most-one", x=logits(kinds=MILD))
def test_weights_of_moderate_scores_are_positive_and_at_most_one(subject, x):
    p = subject.softmax(x / 2)  # a spread of 8 at most: beyond 15, weights underflow in float16
    assert (p > 0).all(), f"the smallest weight is {p.min()}"
    assert (p <= 1).all(), f"the largest weight is {p.max()}"


@holds(
    "softmax.positive-in-floats-above-its-error",
    spread=st.floats(0, 700, width=16),
    n=st.integers(1, 5),
)
def test_weights_within_a_spread_are_positive(subject, spread, n):
    x = np.linspace(1000.0 - spread, 1000.0, n)
    p, exact = subject.softmax(x), oracle.softmax(oracle.exact(x))
    for computed, weight, off in zip(
        p, exact, bound_softmax(oracle.exact(x), exact, "float64"), strict=True
    ):
        assert weight > off
        assert computed > 0, f"spread {spread}, n = {n}: the weights are {p}"


@holds("softmax.log-odds", x=logits(kinds=MILD, least=2, batch=False))
def test_log_odds_are_differences_of_scores(subject, x):
    x = x / 2  # a spread of 8 at most: beyond 15, weights underflow in float16
    (row,), dtype = rows(x), x.dtype.name
    p = oracle.exact(subject.softmax(x))
    weights = oracle.softmax(row)
    off = bound_softmax(row, weights, dtype)
    for i in range(1, len(row)):
        # log(p̂_i/p̂_0) is off by the relative errors of both weights, less than 1/2 each here
        slack = 2 * (off[i] / weights[i] + off[0] / weights[0])
        within([mp.log(p[i] / p[0])], [row[i] - row[0]], [slack], f"log-odds of {i} and 0")


@holds("softmax.keeps-order", x=logits(least=2))
def test_a_larger_score_never_has_a_smaller_weight(subject, x):
    p = subject.softmax(x)
    order = np.argsort(x, axis=-1, kind="stable")
    assert (np.diff(np.take_along_axis(p, order, -1), axis=-1) >= 0).all()


@holds("softmax.shift-invariance", x=logits(kinds=MILD), c=st.floats(-32, 32, width=16))
def test_a_constant_shift_changes_weights_by_no_more_than_its_rounding(subject, x, c):
    dtype = x.dtype.name
    shifted = x + np.asarray(c, dtype=dtype)
    exact = [oracle.softmax(row) for row in rows(x)]
    u = UNIT[dtype]
    bounds = [
        # x + c is rounded once, then the difference from the maximum, both below 80
        bound_weights(p, [u * (80 + (max(row) - v)) for v in row], dtype)
        for row, p in zip(rows(x), exact, strict=True)
    ]
    within(subject.softmax(shifted).reshape(-1), flat(exact), flat(bounds), "shifted softmax")


@holds("softmax.exact-shift-changes-no-bit", x=logits(kinds=("ties",)), c=st.integers(-500, 500))
def test_an_exact_shift_changes_no_bit(subject, x, c):
    shifted = subject.softmax(x + np.asarray(c, dtype=x.dtype))
    assert shifted.tobytes() == subject.softmax(x).tobytes()


@holds("softmax.shifted-sum-is-safe", x=logits(kinds=("spikes", "huge")))
def test_scores_up_to_the_largest_float_have_finite_weights(subject, x):
    p = subject.softmax(x)
    assert np.isfinite(p).all()
    assert (p.max(axis=-1) * x.shape[-1] >= 1 - float(factors(20, x.dtype.name))).all()


@holds("softmax.permutation-equivariance", x=logits(kinds=MILD), data=st.data())
def test_permuted_scores_have_permuted_weights(subject, x, data):
    order = data.draw(orders(x))
    assert_is_softmax(subject.softmax(x[..., order])[..., np.argsort(order)], x)


@holds("softmax.masking-renormalises", x=logits(kinds=MILD, batch=False), data=st.data())
def test_leaving_out_is_renormalising(subject, x, data):
    kept = data.draw(st.lists(st.booleans(), min_size=x.size, max_size=x.size))
    (row,) = rows(x)
    weights = oracle.softmax(row)
    total = sum((p for p, keep in zip(weights, kept, strict=True) if keep), mp.zero)
    exact = [p / total if keep else mp.zero for p, keep in zip(weights, kept, strict=True)]
    u = UNIT[x.dtype.name]
    bounds = bound_weights(exact, [u * (max(row) - v) for v in row], x.dtype.name)
    within(subject.softmax(x, where=np.asarray(kept)), exact, bounds, "masked softmax")


@holds("softmax.nothing-to-attend-to", x=logits(kinds=MILD))
def test_a_row_with_nothing_to_attend_to_has_weights_zero(subject, x):
    assert (subject.softmax(x, where=np.zeros(x.shape, dtype=bool)) == 0).all()
    assert (subject.softmax(np.full_like(x, -np.inf)) == 0).all()


@holds("softmax.nothing-to-attend-to", x=logits(kinds=MILD))
def test_the_logarithm_of_an_empty_sum_is_minus_infinity(subject, x):
    assert (subject.logsumexp(np.full_like(x, -np.inf)) == -np.inf).all()


@holds("softmax.nothing-to-attend-to", x=logits(kinds=MILD))
def test_a_row_with_something_unknown_is_not_a_row_with_nothing(subject, x):
    x[..., -1] = np.nan
    hidden = np.arange(x.shape[-1]) < x.shape[-1] - 1
    assert np.isnan(subject.softmax(x)).all()
    assert np.isfinite(subject.softmax(x, where=hidden)).all()  # what is left out is not asked


@holds(
    "softmax.hot-limit", x=logits(kinds=MILD, dtypes=("float64",)), T=st.floats(1, 1024, width=16)
)
def test_hot_weights_are_nearly_even(subject, x, T):
    n = x.shape[-1]
    for row, p in zip(rows(x), subject.softmax(x / T).reshape(-1, n), strict=True):
        reach = (max(row) - min(row)) / mp.mpf(T)
        slack = mp.exp(factors(n + 20, "float64") * (1 + reach))
        for weight in oracle.exact(p):
            assert mp.exp(-reach) / n / slack <= weight <= mp.exp(reach) / n * slack


@holds(
    "softmax.jacobian",
    "softmax.jacobian-is-a-variance",
    x=logits(kinds=MILD, batch=False),
    data=st.data(),
)
def test_a_small_step_moves_weights_by_the_jacobian(subject, x, data):
    (row,) = rows(x)
    k = data.draw(st.integers(0, len(row) - 1))
    stepped = [v + oracle.STEP * (place == k) for place, v in enumerate(row)]
    before, after = (subject.softmax(digits.array(each)).tolist() for each in (row, stepped))
    p = oracle.softmax(row)
    slopes = [(q1 - q0) / oracle.STEP for q0, q1 in zip(before, after, strict=True)]
    exact = [p[i] * ((i == k) - p[k]) for i in range(len(row))]
    # Taylor: second derivatives of softmax are below 1 in size
    within(slopes, exact, [oracle.STEP] * len(row), f"slope by score {k}")


@holds(
    "softmax.half-lipschitz", x=logits(kinds=MILD, dtypes=("float64",), batch=False), data=st.data()
)
def test_no_weight_moves_by_more_than_half_the_largest_change(subject, x, data):
    moves = data.draw(st.lists(st.floats(-2, 2, width=16), min_size=x.size, max_size=x.size))
    moved = x + np.asarray(moves)  # exact: both are short numbers
    p, q = subject.softmax(x), subject.softmax(moved)
    half = mp.mpf(max(map(abs, moves))) / 2
    slack = [bound_softmax(row, oracle.softmax(row), "float64") for (row,) in map(rows, (x, moved))]
    most = [half + before + after for before, after in zip(*slack, strict=True)]
    within(q, oracle.exact(p), most, "moved weights")


@holds("softmax.maximises-score-plus-entropy", x=logits(kinds=MILD, batch=False), data=st.data())
def test_other_weights_have_less_score_plus_entropy(subject, x, data):
    (row,) = rows(x)
    p = subject.softmax(digits.array(row)).tolist()
    other = data.draw(st.lists(st.integers(1, 9), min_size=x.size, max_size=x.size))
    q = [mp.mpf(v) / sum(other) for v in other]
    best = oracle.mean(p, row) + oracle.entropy(p)
    # of scores up to `most` and an entropy up to log n: what weights are off, a logarithm, a sum
    n, most = len(row), max(map(abs, row))
    off = bound_attended(most, mp.zero, 1, n, "digits") + factors(DIGITS + n + 2, "digits")
    allowance = 2 * off * (most + mp.log(n) + 1)
    assert oracle.mean(q, row) + oracle.entropy(q) <= best + allowance
    within([best], [oracle.logsumexp(row)], [allowance], "score plus entropy of softmax")


@holds(
    "softmax.entropy-falls-as-it-cools",
    x=logits(kinds=MILD, batch=False),
    beta=st.floats(0.125, 4, width=16),
)
def test_entropy_falls_at_the_stated_rate(subject, x, beta):
    (row,), beta = rows(x), mp.mpf(beta)
    cooled = lambda b: subject.softmax(digits.array([b * v for v in row])).tolist()
    before, after = (oracle.entropy(cooled(b)) for b in (beta, beta + oracle.STEP))
    p = oracle.softmax([beta * v for v in row])
    variance = oracle.mean(p, [v * v for v in row]) - oracle.mean(p, row) ** 2
    # Taylor: the second derivative is -Var - β κ₃; for scores within 16, Var ≤ 64 and |κ₃| < 400
    slope = (after - before) / oracle.STEP
    within([slope], [-beta * variance], [(64 + 4 * 400) * oracle.STEP], "slope of the entropy")


@holds("softmax.definition", "floats.logsumexp", x=logits(batch=False) | wide())
def test_logsumexp_is_the_logarithm_of_the_normaliser(subject, x):
    (row,) = rows(x)
    exact = oracle.logsumexp(row)
    bound = bound_logsumexp(row, oracle.softmax(row), exact, x.dtype.name)
    within(subject.logsumexp(x).reshape(1), [exact], [bound], "logsumexp")


@holds(
    "softmax.log-odds",
    "floats.log-softmax",
    x=logits(kinds=("ties", "moderate", "spikes"), batch=False)
    | wide(dtypes=("float64", "float32"), spread=2e4)
    | wide(),
)
def test_log_softmax_is_the_logarithm_of_the_weights(subject, x):
    (row,) = rows(x)
    total = oracle.logsumexp(row)
    exact = [v - total for v in row]
    bounds = bound_log_softmax(row, oracle.softmax(row), exact, x.dtype.name)
    within(subject.log_softmax(x), exact, bounds, "log_softmax")
