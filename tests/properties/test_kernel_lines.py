"""Lines under a kernel: kernel regression bends them, local-linear regression keeps them."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_kernel_regression, bound_local_linear

WHOLE = st.integers(-4, 4).map(float)
POINTS = st.lists(st.integers(-6, 6), min_size=2, max_size=5, unique=True)
BETAS = st.sampled_from([0.25, 0.5, 1.0, -0.5])
DTYPES = st.sampled_from(["float64", "float32"])


def kernels(t, x, beta):
    """Return scores and offsets of points, exactly."""
    offsets = [v - mp.mpf(t) for v in oracle.exact(x)]
    return oracle.log_kernels([mp.mpf(t)], [[v] for v in oracle.exact(x)], mp.mpf(beta)), offsets


def bound_of(t, x, y, beta, dtype):
    """Bound a prediction at t from targets y."""
    points = oracle.exact(x)
    nearest = min(points, key=lambda v: abs(v - mp.mpf(t)))
    away = [v - nearest for v in points]
    scores = kernels(t, x, beta)[0]
    step = mp.mpf(t) - nearest
    return bound_local_linear(scores, away, step, oracle.exact(y), mp.mpf(beta), dtype)


def weights(t, x, beta):
    """Return what local-linear regression multiplies the targets by: w_j / Σ w_j."""
    scores, offsets = kernels(t, x, beta)
    p = oracle.softmax(scores)
    first, second = (oracle.mean(p, [o**r for o in offsets]) for r in (1, 2))
    each = [v * (second - o * first) for v, o in zip(p, offsets, strict=True)]
    return [w / sum(each) for w in each]


def fitted(t, x, y, beta, powers):
    """Return the coefficients of the powers of offsets that fit best: rows times roots, and QR."""
    scores, offsets = kernels(t, x, beta)
    roots = [mp.sqrt(p) for p in oracle.softmax(scores)]
    rows = [[r * o**power for power in powers] for r, o in zip(roots, offsets, strict=True)]
    targets = [r * v for r, v in zip(roots, oracle.exact(y), strict=True)]
    return mp.qr_solve(mp.matrix(rows), mp.matrix(targets))[0]


@holds(
    "kernel.regression-fits-best",
    t=WHOLE, x=POINTS, y=numbers(5), beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_kernel_regression_is_the_number_that_fits_best(subject, t, x, y, beta, dtype):
    y = y[: len(x)].astype(dtype)
    got = subject.kernel_regression(
        np.asarray([[t]], dtype), np.asarray(x, dtype)[:, None], y, beta
    )
    scores, _ = kernels(t, x, beta)
    p = oracle.softmax(scores)
    bound = bound_kernel_regression(scores, p, oracle.exact(y), mp.mpf(beta), 1, dtype)
    within(got, [fitted(t, x, y, beta, powers=[0])[0]], [bound], "the best number")


@holds(
    "kernel.bias-at-ends-and-at-curvature",
    t=WHOLE, x=POINTS, a=WHOLE, b=WHOLE, c=WHOLE, beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_a_mean_is_off_by_slope_and_by_curvature(subject, t, x, a, b, c, beta, dtype):
    offset = np.asarray(x) - t
    y = (a + b * offset + c * offset**2).astype(dtype)  # whole numbers
    got = subject.kernel_regression(
        np.asarray([[t]], dtype), np.asarray(x, dtype)[:, None], y, beta
    )
    scores, offsets = kernels(t, x, beta)
    p = oracle.softmax(scores)
    bias = b * oracle.mean(p, offsets) + c * oracle.mean(p, [o * o for o in offsets])
    bound = bound_kernel_regression(scores, p, oracle.exact(y), mp.mpf(beta), 1, dtype)
    within(got, [a + bias], [bound], "the prediction from a parabola")


@holds(
    "kernel.bias-is-at-most-a-mean-distance",
    t=WHOLE, x=POINTS, f=WHOLE, steep=WHOLE, beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_a_tent_at_the_query_has_the_largest_bias(subject, t, x, f, steep, beta, dtype):
    y = (f + steep * abs(np.asarray(x) - t)).astype(dtype)  # whole numbers
    got = subject.kernel_regression(
        np.asarray([[t]], dtype), np.asarray(x, dtype)[:, None], y, beta
    )
    scores, offsets = kernels(t, x, beta)
    p = oracle.softmax(scores)
    bias = steep * oracle.mean(p, [abs(o) for o in offsets])
    bound = bound_kernel_regression(scores, p, oracle.exact(y), mp.mpf(beta), 1, dtype)
    within(got, [f + bias], [bound], "the prediction from a tent")


@holds(
    "kernel.few-points-share-the-errors",
    t=WHOLE, x=POINTS, beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_one_error_at_a_time_shows_the_weights(subject, t, x, beta, dtype):
    scores, _ = kernels(t, x, beta)
    p, left = oracle.softmax(scores), mp.zero
    for place, weight in enumerate(p):
        error = np.eye(len(x), dtype=dtype)[place]
        got = subject.kernel_regression(
            np.asarray([[t]], dtype), np.asarray(x, dtype)[:, None], error, beta
        )
        bound = bound_kernel_regression(scores, p, oracle.exact(error), mp.mpf(beta), 1, dtype)
        within(got, [weight], [bound], "what is left of one error")
        left += weight**2
    assert 1 / mp.mpf(len(x)) - mp.eps <= left <= 1 + mp.eps


@holds(
    "kernel.local-linear-keeps-lines",
    t=WHOLE, x=POINTS, a=WHOLE, b=WHOLE, beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_local_linear_regression_keeps_lines(subject, t, x, a, b, beta, dtype):
    y = (a + b * np.asarray(x)).astype(dtype)
    got = subject.local_linear_regression(np.asarray([t], dtype), np.asarray(x, dtype), y, beta)
    assert got.dtype == y.dtype
    within(got, [mp.mpf(a + b * t)], [bound_of(t, x, y, beta, dtype)], "the value of the line")


@holds(
    "kernel.local-linear-keeps-lines",
    t=st.integers(40, 44), first=st.integers(-2, 2), few=st.integers(2, 3), a=WHOLE, b=WHOLE,
    dtype=DTYPES,
)  # fmt: skip
def test_lines_are_kept_where_every_kernel_vanishes(subject, t, first, few, a, b, dtype):
    """e^(-40²/2) is 0 in floats, and the ratio of two such kernels is none."""
    x = np.arange(first, first + few)
    y = (a + b * x).astype(dtype)
    got = subject.local_linear_regression(np.asarray([t], dtype), x.astype(dtype), y, 1.0)
    within(got, [mp.mpf(a + b * t)], [bound_of(t, x, y, 1, dtype)], "the value of the line")


@holds(
    "kernel.local-linear-is-attention-and-a-slope",
    t=WHOLE, x=POINTS, y=numbers(2, 5), beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_local_linear_regression_is_a_mean_and_a_slope(subject, t, x, y, beta, dtype):
    y = y[:, : len(x)].astype(dtype)  # a batch of two
    got = subject.local_linear_regression(np.asarray([t], dtype), np.asarray(x, dtype), y, beta)
    scores, _ = kernels(t, x, beta)
    p, points = oracle.softmax(scores), oracle.exact(x)
    centre = oracle.mean(p, points)
    for row, found in zip(y, got, strict=True):
        targets = oracle.exact(row)
        level = oracle.mean(p, targets)
        rise = sum(w * (v - centre) * u for w, v, u in zip(p, points, targets, strict=True))
        spread = sum(w * (v - centre) ** 2 for w, v in zip(p, points, strict=True))
        exact = level + rise / spread * (t - centre)
        within(found, [exact], [bound_of(t, x, row, beta, dtype)], "attention and a slope")


@holds(
    "kernel.local-linear-fits-best",
    t=WHOLE, x=POINTS, y=numbers(5), beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_local_linear_regression_is_the_line_that_fits_best(subject, t, x, y, beta, dtype):
    y = y[: len(x)].astype(dtype)
    got = subject.local_linear_regression(np.asarray([t], dtype), np.asarray(x, dtype), y, beta)
    level, _ = fitted(t, x, y, beta, powers=[0, 1])
    within(got, [level], [bound_of(t, x, y, beta, dtype)], "the best line at the query")


@holds(
    "kernel.local-linear-bias-is-of-second-order",
    t=WHOLE, x=POINTS, f=WHOLE, g=WHOLE, bend=st.integers(-1, 1), beta=BETAS, dtype=DTYPES,
)  # fmt: skip
def test_a_parabola_bends_a_line_by_at_most_its_weights(subject, t, x, f, g, bend, beta, dtype):
    offset = np.asarray(x) - t
    y = (f + g * offset + bend * offset**2).astype(dtype)  # whole numbers
    got = subject.local_linear_regression(np.asarray([t], dtype), np.asarray(x, dtype), y, beta)
    farthest = mp.mpf(int(abs(bend) * max(offset**2)))
    allowed = farthest * sum(map(abs, weights(t, x, beta))) + bound_of(t, x, y, beta, dtype)
    within(got, [mp.mpf(f)], [allowed], "the value of the parabola at the query")
