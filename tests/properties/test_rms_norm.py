"""RMSNorm: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st
from mpmath import mp

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.rounding.block_bounds import bound_rms_norm

EPS = st.sampled_from([0.0, 1.0, 0.0625])
GAINS = st.sampled_from([None, 1.0, 0.5, -2.0])


@st.composite
def rows(draw, dtypes=("float64", "float32", "float16")):
    n, d = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    dtype, kinds = draw(st.sampled_from(dtypes)), ("ties", "moderate", "spikes")
    return draw(numbers(n, d, dtype=dtype, kinds=kinds))


def normal(row, eps):
    """Return a row divided exactly by the root of its mean square and eps; zeros stay."""
    x = oracle.exact(row)
    root = mp.sqrt(sum(v * v for v in x) / len(x) + mp.mpf(eps))
    return [v / root if root else mp.zero for v in x]


@holds(
    "normalization.rms-norm", "normalization.rms-norm-has-mean-square-one",
    "normalization.rms-norm-is-layer-norm-of-centred-rows", x=rows(), eps=EPS, gain=GAINS,
)  # fmt: skip
def test_a_row_is_divided_by_its_root_mean_square(subject, x, eps, gain):
    given = None if gain is None else np.full(x.shape[1], gain, dtype=x.dtype)
    got = subject.rms_norm(x, given, eps)
    assert got.dtype == x.dtype
    by = mp.mpf(1 if gain is None else gain)
    for row, found in zip(x, got, strict=True):
        exact = normal(row, eps)
        bounds = [bound_rms_norm(v, by, len(row), x.dtype.name) for v in exact]
        within(found, [by * v for v in exact], bounds, "a normalised row")


@holds("normalization.rms-norm-ignores-the-scale", x=rows(), power=st.integers(-6, 6))
def test_a_power_of_two_changes_nothing(subject, x, power):
    scaled = x * np.asarray(2.0**power, dtype=x.dtype)
    exact = np.array_equal(scaled / np.asarray(2.0**power, dtype=x.dtype), x)
    if exact and np.isfinite(scaled).all():
        for row, found in zip(x, subject.rms_norm(scaled), strict=True):
            wanted = normal(row, 0)
            bounds = [bound_rms_norm(v, mp.one, len(row), x.dtype.name) for v in wanted]
            within(found, wanted, bounds, "a scaled row")
