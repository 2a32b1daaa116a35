"""Kernel regression: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import WIDTHS, data, numbers, wide
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import bound_gaussian, bound_kernel_regression, factors
from theory.rounding.library_functions import DIGITS


@remembered
def predictions(x_query, x, y, beta):
    """Return exact predictions and bounds, by the printed ratio at fifty digits."""
    points, targets = [oracle.exact(p) for p in x], oracle.exact(y)
    beta, dtype, exact, bounds = mp.mpf(beta), x.dtype.name, [], []
    for query in x_query:
        scores = oracle.log_kernels(oracle.exact(query), points, beta)
        p = oracle.softmax(scores)
        exact.append(oracle.mean(p, targets))
        width = x.shape[-1]
        bounds.append(bound_kernel_regression(scores, p, targets, beta, width, dtype))
    return exact, bounds


@holds("kernel.gaussian", r=numbers(4), beta=st.sampled_from([0.0, 0.5, 1.0, -2.0, 30.0]),
       dtype=st.sampled_from(["float64", "float32"]))  # fmt: skip
def test_the_gaussian_is_the_printed_formula_up_to_rounding(subject, r, beta, dtype):
    squares = (r * r).astype(dtype)
    arguments = [-(mp.mpf(beta) ** 2) * v / 2 for v in oracle.exact(squares)]
    exact = [mp.exp(v) for v in arguments]
    bounds = [bound_gaussian(e, v, dtype) for e, v in zip(exact, arguments, strict=True)]
    got = subject.gaussian(squares, beta)
    assert got.dtype == squares.dtype
    within(got, exact, bounds, "Gaussian kernel")


@holds("kernel.regression", "kernel.regression-is-attention", case=data())
def test_the_prediction_is_the_printed_ratio_up_to_rounding(subject, case):
    got = subject.kernel_regression(*case)
    assert got.dtype == case[1].dtype
    assert got.shape == case[0].shape[:1]
    within(got, *predictions(*case), "prediction")


@holds("kernel.regression", case=data())
def test_each_table_of_a_batch_predicts_by_itself(subject, case):
    x_query, x, y, beta = case
    points, targets = np.stack([x, x[::-1]]), np.stack([y, np.roll(y, 1)])
    got = subject.kernel_regression(np.stack([x_query] * 2), points, targets, beta)
    assert got.shape == (2, len(x_query))
    for table, *own in zip(got, points, targets, strict=True):
        within(table, *predictions(x_query, *own, beta), "prediction in a batch")


@holds("kernel.regression", "kernel.regression-is-attention",
       y=wide(dtypes=("float64", "float32"), widths=(*WIDTHS, 257)),
       beta=st.sampled_from([0.25, 1.0, -3.0]))  # fmt: skip
def test_many_points_predict_as_few_do(subject, y, beta):
    x = np.stack([np.arange(len(y)) % 7 - 3.0, np.arange(len(y)) / 64], axis=-1).astype(y.dtype)
    case = x[[0, -1]], x, y, beta
    within(subject.kernel_regression(*case), *predictions(*case), "prediction of many points")


@holds("kernel.beta-is-inverse-width", case=data(), power=st.integers(-3, 3))
def test_stretched_data_with_a_smaller_beta_give_the_same_prediction(subject, case, power):
    x_query, x, y, beta = case
    c = np.asarray(2.0**power, dtype=x.dtype)  # a power of two: no digit is lost
    stretched = subject.kernel_regression(x_query * c, x * c, y, beta / 2.0**power)
    within(stretched, *predictions(*case), "prediction from stretched data")


@holds("kernel.translation-invariance", case=data(), t=st.integers(-64, 64))
def test_moving_query_and_data_together_changes_no_prediction(subject, case, t):
    x_query, x, y, beta = case
    move = np.asarray(t, dtype=x.dtype)
    x_query, x = np.round(x_query), np.round(x)  # whole numbers: the move is exact
    moved = subject.kernel_regression(x_query + move, x + move, y, beta)
    assert (moved == subject.kernel_regression(x_query, x, y, beta)).all()
    within(moved, *predictions(x_query, x, y, beta), "moved prediction")


@holds(
    "kernel.bridge-to-dot-product",
    q=numbers(3), k=numbers(3), y=numbers(4), beta=st.sampled_from([0.5, 1.0]),
    signs=st.lists(st.sampled_from([-1.0, 1.0]), min_size=12, max_size=12),
)  # fmt: skip
def test_keys_of_equal_length_give_dot_product_attention(subject, q, k, y, beta, signs):
    keys = k * np.asarray(signs).reshape(4, 3)  # four keys as long as k
    got = subject.kernel_regression(*(digits.array(each) for each in (q, keys, y)), mp.mpf(beta))
    scores = [mp.mpf(beta) ** 2 * oracle.mean(oracle.exact(q), oracle.exact(key)) for key in keys]
    expected = oracle.mean(oracle.softmax(scores), oracle.exact(y))
    allowance = _bound(q, keys, y, beta)
    within(got, [expected], [2 * allowance], "prediction against dot-product attention")


def _bound(q, x, y, beta):
    """Bound the error of a prediction at fifty digits: no score exceeds β² (Σ|q_a| + Σ|x_a|)²."""
    reach = np.abs(q).sum() + np.abs(x).sum(axis=-1).max()  # of sixteen bits each: exact
    score = mp.mpf(beta) ** 2 * mp.mpf(float(reach)) ** 2
    off = factors(2 * len(q) + 6, "digits") * score
    return bound_attended(score, off, float(np.abs(y).max()), len(y), "digits")


@holds(
    "kernel.bridge-defect",
    q=numbers(3),
    k=numbers(4, 3),
    y=numbers(4),
    beta=st.sampled_from([0.5, 1.0]),
)
def test_keys_of_any_length_are_penalised_by_it(subject, q, k, y, beta):
    got = subject.kernel_regression(*(digits.array(each) for each in (q, k, y)), mp.mpf(beta))
    b, query = mp.mpf(beta), oracle.exact(q)
    keys = [oracle.exact(key) for key in k]
    scores = [b**2 * oracle.mean(query, key) - b**2 / 2 * oracle.mean(key, key) for key in keys]
    expected = oracle.mean(oracle.softmax(scores), oracle.exact(y))
    allowance = _bound(q, k, y, beta)
    within(got, [expected], [2 * allowance], "prediction against penalised attention")


@holds("kernel.bisector", q=numbers(2), x=numbers(2, 2), beta=st.sampled_from([0.5, 1.0]))
def test_the_point_on_whose_side_the_query_lies_weighs_more(subject, q, x, beta):
    weight = subject.kernel_regression(
        digits.array(q), digits.array(x), digits.array([1.0, 0.0]), mp.mpf(beta)
    )
    p = weight.data.item()
    one, two, at = (oracle.exact(each) for each in (x[0], x[1], q))
    side = sum((a - b) * (c - (a + b) / 2) for a, b, c in zip(one, two, at, strict=True))
    if abs(side) < 40:  # beyond, 1 - p has no digits left
        exact = mp.mpf(beta) ** 2 * side
        allowance = 2 * _bound(q, x, np.ones(2), beta) * (2 + 2 * mp.cosh(exact))  # 1/p + 1/(1 - p)
        # a logarithm, and below it a quotient by 1 - p
        allowance += factors(DIGITS + 2, "digits") * (abs(exact) + 1)
        within([mp.log(p / (1 - p))], [exact], [allowance], "log-odds")


@holds("kernel.wide-limit", case=data(dtypes=("float64",)), beta=st.sampled_from([1e-3, 1e-6, 0.0]))
def test_a_wide_kernel_predicts_the_mean(subject, case, beta):
    x_query, x, y, _ = case
    got = subject.kernel_regression(x_query, x, y, beta)
    within(got, *predictions(x_query, x, y, beta), "prediction")
    mean = sum(oracle.exact(y)) / len(y)
    # weights are within expm1(β² R/2) of 1/n, and squared distances are below 3·16²
    reach = (mp.exp(mp.mpf(beta) ** 2 * 384) - 1) * sum(map(abs, oracle.exact(y))) / len(y)
    _, rounding = predictions(x_query, x, y, beta)
    within(
        got, [mean] * len(got), [reach + each for each in rounding], "prediction against the mean"
    )


@holds(
    "kernel.narrow-limit", y=numbers(3), offset=st.integers(1, 5), beta=st.sampled_from([4.0, 32.0])
)
def test_a_narrow_kernel_predicts_the_nearest_target(subject, y, offset, beta):
    x = digits.array([[0.0], [offset + 1.0], [-offset - 2.0]])
    got = subject.kernel_regression(digits.array([0.5]), x, digits.array(y), mp.mpf(beta))
    gap = (mp.mpf(offset) + mp.mpf(1) / 2) ** 2 - mp.mpf(1) / 4
    reach = max(abs(v - y[0]) for v in y)
    allowance = 2 * _bound(np.asarray([0.5]), x.data.astype(float), y, beta)
    most = mp.mpf(float(reach)) * 2 * mp.exp(-(mp.mpf(beta) ** 2) * gap / 2) + allowance
    within(got, oracle.exact(y[:1]), [most], "prediction against the nearest target")


@holds(
    "kernel.far-query",
    y=numbers(4),
    sign=st.sampled_from([-1.0, 1.0]),
    dtype=st.sampled_from(["float64", "float32"]),
)
def test_a_query_far_from_all_data_gets_the_target_of_the_extreme_point(subject, y, sign, dtype):
    x = np.asarray([[0.0], [1.0], [2.0], [-1.0]], dtype=dtype)
    got = subject.kernel_regression(
        np.asarray([[sign * 1e6]], dtype=dtype), x, y.astype(dtype), 1.0
    )
    assert got == y.astype(dtype)[2 if sign > 0 else 3]


@holds(
    "kernel.from-logarithms-in-floats",
    x=numbers(4, 2),
    y=numbers(4),
    power=st.integers(1, 100),
)
def test_a_query_anywhere_has_a_prediction_between_the_targets(subject, x, y, power):
    got = subject.kernel_regression(np.full((1, 2), 10.0**power), x, y, 1.0)
    least, most = min(y), max(y)
    slack = float(factors(len(y) + 20, "float64")) * max(map(abs, y))
    assert np.isfinite(got).all()
    assert least - slack <= got[0] <= most + slack


@holds(
    "kernel.slope-is-a-covariance",
    t=numbers(1),
    x=numbers(4),
    y=numbers(4),
    beta=st.sampled_from([0.5, 1.0]),
)
def test_the_slope_of_the_prediction_is_a_covariance(subject, t, x, y, beta):
    (at,), points, targets, b = (*map(oracle.exact, (t, x, y)), mp.mpf(beta))
    data_ = (digits.array([[v] for v in x.tolist()]), digits.array(y), b)
    ahead = digits.xp.asarray([at + oracle.STEP])
    before = subject.kernel_regression(digits.array(t), *data_).data.item()
    after = subject.kernel_regression(ahead, *data_).data.item()
    p = oracle.softmax(oracle.log_kernels([at], [[v] for v in points], b))
    both = oracle.mean(p, [v * w for v, w in zip(points, targets, strict=True)])
    covariance = both - oracle.mean(p, points) * oracle.mean(p, targets)
    # Taylor: the second derivative is β⁴ E (x - E x)² (y - E y); points and targets are within 16
    within([(after - before) / oracle.STEP], [b**2 * covariance], [64 * 16 * oracle.STEP], "slope")
