"""LayerNorm: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES, EPSILONS, numbers, wide
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_norm_again
from theory.rounding.bounds import bound_affine, bound_dot, bound_layer_norm

KINDS = ("ties", "moderate", "spikes", "huge", "far below")


@st.composite
def rows(draw, dtypes=DTYPES, kinds=KINDS, least=1):
    """Draw rows of entries, with a batch axis or without."""
    lead = draw(st.sampled_from([(), (2,), (3,), (2, 1), (2, 1, 2)]))
    dtype = draw(st.sampled_from(dtypes))
    made = draw(numbers(*lead, draw(st.integers(least, 6)), dtype=dtype, kinds=kinds))
    return np.asfortranarray(made) if draw(st.booleans()) else made  # the same rows elsewhere


@remembered
def exact_row(row, eps):
    """Return the normalised entries of exact numbers; zeros for a constant row."""
    mean = sum(row, mp.zero) / len(row)
    variance = sum(((v - mean) ** 2 for v in row), mp.zero) / len(row)
    if variance == 0:
        return [mp.zero] * len(row)
    return [(v - mean) / mp.sqrt(variance + eps) for v in row]


@holds(
    "normalization.definition", "normalization.as-used", "normalization.variance-with-epsilon",
    "floats.deviation", "floats.layer-norm", x=rows() | wide(2) | wide(20, widths=(3, 5)),
    eps=EPSILONS,
)  # fmt: skip
def test_rows_are_centred_and_divided_by_their_deviation(subject, x, eps):
    output = subject.layer_norm(x, eps=eps)
    assert output.dtype == x.dtype
    assert output.shape == x.shape
    for got, row in zip(
        output.reshape(-1, x.shape[-1]), map(oracle.exact, x.reshape(-1, x.shape[-1])), strict=True
    ):
        bounds = bound_layer_norm(row, mp.mpf(eps), x.dtype.name)
        within(got, exact_row(row, mp.mpf(eps)), bounds, "normalised row")


@holds(
    "normalization.as-used", "floats.gain-and-bias", x=rows(kinds=("ties", "moderate")) | wide(2),
    eps=EPSILONS, data=st.data(),
)  # fmt: skip
def test_gain_and_bias_belong_to_columns(subject, x, eps, data):
    d, dtype, exact_eps = x.shape[-1], x.dtype.name, mp.mpf(eps)
    gain, bias = (np.resize(data.draw(numbers(min(d, 6), dtype=dtype)), d) for _ in range(2))
    norm = lambda **given: subject.layer_norm(x, eps=eps, **given)
    output, only_gain, only_bias = norm(gain=gain, bias=bias), norm(gain=gain), norm(bias=bias)
    assert output.dtype == only_gain.dtype == only_bias.dtype == x.dtype
    g, b = oracle.exact(gain), oracle.exact(bias)
    flat = x.reshape(-1, d)
    outputs = (each.reshape(-1, d) for each in (output, only_gain, only_bias))
    for got, scaled, moved, row in zip(*outputs, map(oracle.exact, flat), strict=True):
        normal, off = exact_row(row, exact_eps), bound_layer_norm(row, exact_eps, dtype)
        products = [p * y for p, y in zip(g, normal, strict=True)]
        bounds = [bound_affine(y, e, p, 0, dtype) for y, e, p in zip(normal, off, g, strict=True)]
        within(scaled, products, bounds, "row with a gain")
        bounds = [bound_affine(*each, dtype) for each in zip(normal, off, g, b, strict=True)]
        within(got, [p + q for p, q in zip(products, b, strict=True)], bounds, "row with both")
        bounds = [bound_affine(y, e, 1, q, dtype) for y, e, q in zip(normal, off, b, strict=True)]
        within(moved, [y + q for y, q in zip(normal, b, strict=True)], bounds, "row with a bias")


@holds("normalization.constant-row", value=st.sampled_from([0.0, 0.1, -3.3, 1e300, 5e-324]),
       d=st.integers(1, 7), eps=st.sampled_from([0.0, 1e-5]))  # fmt: skip
def test_a_constant_row_becomes_zero(subject, value, d, eps):
    assert (subject.layer_norm(np.full(d, value), eps=eps) == 0).all()
    bias = np.arange(float(d))
    assert (subject.layer_norm(np.full(d, value), bias=bias, eps=eps) == bias).all()


@holds(
    "normalization.mean-zero-and-mean-square-one", "normalization.idempotence",
    "normalization.add-then-normalise", x=rows(dtypes=("float64",), kinds=("moderate",)),
)  # fmt: skip
def test_normalised_rows_are_on_the_sphere_and_stay(subject, x):
    once = subject.layer_norm(digits.array(x))
    twice = subject.layer_norm(once)
    d = x.shape[-1]
    root = mp.sqrt(d)
    for row, first, second in zip(
        *(each.reshape(-1, d) for each in (x, once.data, twice.data)), strict=True
    ):
        off = max(bound_layer_norm(oracle.exact(row), mp.zero, "digits"))
        again = bound_norm_again(oracle.exact(row), "digits")
        within(second, first, [again] * d, "normalised twice")
        squares = sum(v * v for v in first)
        flat = all(v == 0 for v in first)
        allowance = [d * off + bound_dot(d * root, d, "digits"),
                d * (2 * root + off) * off + bound_dot(2 * d, d, "digits")]  # fmt: skip
        within([sum(first), squares], [0, 0 if flat else d], allowance, "mean and mean square")


@holds(
    "normalization.shift-invariance", "normalization.scale-invariance",
    x=rows(dtypes=("float64",), kinds=("moderate", "spikes")),
    t=st.sampled_from([-3.0, 0.5, 1e6]), c=st.sampled_from([0.25, 3.0, 1e6]),
)  # fmt: skip
def test_a_shift_and_a_positive_factor_change_nothing(subject, x, t, c):
    exact = digits.array(x)
    plain = subject.layer_norm(exact).data.ravel()
    flat = x.reshape(-1, x.shape[-1])
    shifted = subject.layer_norm(exact + t).data.ravel()
    allowance = [bound for row in flat for bound in _bound(row, oracle.exact(row + t))]
    within(shifted, plain, allowance, "shifted row")
    scaled = subject.layer_norm(exact * c).data.ravel()
    allowance = [bound for row in flat for bound in _bound(row, oracle.exact(row * c))]
    within(scaled, plain, allowance, "scaled row")
    turned = subject.layer_norm(exact * -c).data.ravel()
    within(turned, -plain, allowance, "row of the other sign")


def _bound(row, moved):
    """Bound the error of a row and of a moved row at fifty digits, both exact in doubles."""
    pair = (bound_layer_norm(each, mp.zero, "digits") for each in (oracle.exact(row), moved))
    return [before + after for before, after in zip(*pair, strict=True)]


@holds(
    "normalization.jacobian", "normalization.two-directions-are-lost",
    x=rows(dtypes=("float64",), kinds=("moderate",), least=2),
)  # fmt: skip
def test_the_derivative_is_the_printed_one(subject, x):
    row = oracle.exact(x.reshape(-1, x.shape[-1])[0])
    d, step = len(row), oracle.STEP
    mean = sum(row) / d
    sigma = mp.sqrt(sum((v - mean) ** 2 for v in row) / d)
    if sigma == 0:
        return
    y = subject.layer_norm(digits.array(row)).tolist()
    for k in range(d):
        moved = subject.layer_norm(digits.array([v + step * (p == k) for p, v in enumerate(row)]))
        slopes = [(after - before) / step for after, before in zip(moved.tolist(), y, strict=True)]
        printed = [((i == k) - mp.one / d - y[i] * y[k] / d) / sigma for i in range(d)]
        # the second derivative is at most 6/σ²: that of σ is y_k/d, those of y at most 2/σ
        off = [6 * step / sigma**2] * d
        within(slopes, printed, off, "derivative")


@holds(
    "normalization.gain-is-a-deviation", x=rows(dtypes=("float64",), kinds=("moderate",)),
    a=st.sampled_from([-2.0, 0.5, 3.0]), b=st.sampled_from([-1.0, 2.0]),
)  # fmt: skip
def test_one_gain_and_one_bias_are_deviation_and_mean(subject, x, a, b):
    d = x.shape[-1]
    gain, bias = (digits.array(np.full(d, value)) for value in (a, b))
    output = subject.layer_norm(digits.array(x), gain=gain, bias=bias)
    for row, given in zip(output.data.reshape(-1, d), x.reshape(-1, d), strict=True):
        mean = sum(row) / d
        variance = sum((v - mean) ** 2 for v in row) / d
        expected = 0 if (given == given[0]).all() else mp.mpf(a) ** 2
        size = abs(a) * mp.sqrt(d) + abs(b)
        off = abs(a) * max(bound_layer_norm(oracle.exact(given), mp.zero, "digits"))
        off += bound_dot(size + off, d + 2, "digits")  # of the mean, and of every entry
        squared = (2 * off) * (2 * size + 2 * off) + bound_dot((2 * size) ** 2, d + 3, "digits")
        within([mean, variance], [mp.mpf(b), expected], [2 * off, squared], "mean and variance")


def test_huge_and_tiny_entries_neither_overflow_nor_vanish(subject):
    for size in (1e300, 1e-300):
        assert subject.layer_norm(np.asarray([-size, size])).tolist() == [-1.0, 1.0]
    tiny = subject.layer_norm(np.asarray([-1e-300, 1e-300]), eps=1e-5)
    assert -np.sqrt(1e-300) < tiny[0] < 0 < tiny[1] < np.sqrt(1e-300)
    for row in ([1, 1], [1, 0]):  # half of the least number underflows, and so does √eps
        assert np.isfinite(subject.layer_norm(np.float16(6e-8) * np.float16(row), eps=1e-16)).all()
    assert subject.layer_norm(np.asarray([[], []])).shape == (2, 0)


def test_a_nan_stays_in_its_row(subject):
    output = subject.layer_norm(np.asarray([[np.nan, 1.0], [-1.0, 1.0]]))
    assert np.isnan(output[0]).all()
    assert output[1].tolist() == [-1.0, 1.0]
