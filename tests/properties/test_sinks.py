"""Softmax with one more, capped scores, and evicted pairs: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, same, within
from tests.helpers.strategies import logits, tables, wide
from tests.properties.test_softmax import flat, rows
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import SUBNORMAL, bound_softmax, factors
from theory.rounding.library_functions import within as within_units

MILD = ("ties", "moderate")
CAPS = (1.0, 2.0, 30.0, 50.0)


def with_zero(row):
    """Return a row beside the score 0."""
    return [*row, mp.zero]


@holds("softmax.one-more", "softmax.one-more-is-an-extra-score", x=logits() | wide(2))
def test_softmax_one_is_softmax_beside_a_zero_up_to_rounding(subject, x):
    p = subject.softmax_one(x)
    assert p.dtype == x.dtype
    assert p.shape == x.shape
    exact = [oracle.softmax(with_zero(row)) for row in rows(x)]
    bounds = [
        bound_softmax(with_zero(row), weights, x.dtype.name)[:-1]
        for row, weights in zip(rows(x), exact, strict=True)
    ]
    within(p.reshape(-1), flat(row[:-1] for row in exact), flat(bounds), "softmax with one more")


@holds("softmax.one-more", x=logits(least=2), data=st.data())
def test_softmax_one_takes_any_axis(subject, x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    p = np.moveaxis(subject.softmax_one(x, axis=axis), axis, -1)
    same(p, subject.softmax_one(np.moveaxis(x, axis, -1)), f"softmax with one more, axis {axis}")


@holds("softmax.one-more", x=logits(kinds=MILD, batch=False))
def test_softmax_one_of_nothing_is_nothing(subject, x):
    assert (subject.softmax_one(np.full_like(x, -np.inf)) == 0).all()
    dropped = subject.softmax_one(np.append(x, x.dtype.type(-np.inf)))
    assert dropped[-1] == 0
    assert subject.softmax_one(x[:0]).shape == (0,)


@holds("lookup.one-more-lets-a-row-abstain", table=tables(kinds=MILD), t=st.integers(0, 400))
def test_low_scores_fetch_little(subject, table, t):
    scores, values = table
    n, largest, low = scores.shape[-1], float(np.abs(values).max()), scores.max() - t
    weights = subject.softmax_one(digits.array(scores.astype("float64") - t))
    fetched = (weights @ digits.array(values)).data.ravel()
    most = n * largest * mp.exp(mp.mpf(float(scores.max())) - t)
    allowed = most * (1 + bound_attended(abs(low), mp.zero, 1, n + 1, "digits") * (n + 1))
    assert all(abs(each) <= allowed for each in fetched)


@holds("lookup.sink-is-one-more-pair", table=tables(kinds=MILD), s=st.integers(-8, 8))
def test_a_sink_is_a_pair_of_value_zero(subject, table, s):
    scores, values = table
    n, largest = scores.shape[-1], float(np.abs(values).max())
    ours = subject.softmax_one(digits.array(scores.astype("float64") - s)) @ digits.array(values)
    sink = np.full((*scores.shape[:-1], 1), float(s))
    beside = subject.attention(
        digits.array(np.concatenate([scores.astype("float64"), sink], axis=-1)),
        digits.array(np.concatenate([values, np.zeros_like(values[:1])])),
    )
    score = mp.mpf(float(np.abs(scores).max())) + abs(s)
    allowance = 2 * bound_attended(score, mp.zero, largest, n + 1, "digits")
    within(ours.data.ravel(), list(beside.data.ravel()), [allowance] * ours.data.size, "the sink")


@holds("lookup.evicting-costs", table=tables(kinds=MILD, least=2), data=st.data())
def test_evicting_costs_the_share_times_the_difference_of_the_means(subject, table, data):
    scores, values = (digits.array(each) for each in table)
    n, largest = table[0].shape[-1], float(np.abs(table[1]).max())
    stay = data.draw(st.integers(1, n - 1))
    mean = lambda part: subject.attention(scores[:, part], values[part])
    before, after, gone = mean(slice(None)), mean(slice(stay)), mean(slice(stay, None))
    share = [sum(oracle.softmax(oracle.exact(row))[stay:], mp.zero) for row in table[0]]
    change = (after - before).data
    exact = [
        s * difference
        for s, row in zip(share, (after - gone).data, strict=True)
        for difference in row
    ]
    score = mp.mpf(float(np.abs(table[0]).max()))
    allowance = 6 * bound_attended(score, mp.zero, largest, n, "digits")
    within(change.ravel(), exact, [allowance] * len(exact), "the change")
    spread = mp.mpf(float(table[1].max())) - mp.mpf(float(table[1].min()))
    assert all(
        abs(each) <= s * spread + allowance
        for s, row in zip(share, change, strict=True)
        for each in row
    )


def bound_capped(exact, cap, dtype):
    """Bound c tanh(x/c): an error of the quotient is passed on at most as it is."""
    units = factors(within_units("tanh", dtype) + 2, dtype)
    return abs(exact) * mp.expm1(units) + (cap + 1) * SUBNORMAL[dtype]


@holds(
    "lookup.softcap",
    "lookup.softcap-bounds-scores",
    x=logits(kinds=("ties", "moderate", "spikes", "shifted", "subnormal")),
    cap=st.sampled_from(CAPS),
)
def test_softcap_is_the_printed_bend_and_stays_within_the_cap(subject, x, cap):
    bent = subject.softcap(x, cap)
    assert bent.dtype == x.dtype
    assert bent.shape == x.shape
    assert (np.abs(bent) <= cap).all()
    exact = [cap * mp.tanh(each / cap) for each in flat(rows(x))]
    bounds = [bound_capped(each, cap, x.dtype.name) for each in exact]
    within(bent.reshape(-1), exact, bounds, "the capped scores")


@st.composite
def around_a_cap(draw):
    """Draw different scores, some of them beyond the cap on one side, and the cap."""
    cap = draw(st.sampled_from(CAPS))
    halves = draw(st.lists(st.integers(-6, 6), min_size=2, max_size=4, unique=True))
    return np.asarray(halves) * (cap / 2), cap


@holds(
    "lookup.softcap-bounds-scores",
    case=st.tuples(logits(kinds=MILD, batch=False), st.sampled_from(CAPS)) | around_a_cap(),
)
def test_a_capped_score_still_rises(subject, case):
    x, cap = case
    (row,) = rows(x)
    bent = list(subject.softcap(digits.array(x), cap).data)
    for one, of_one in zip(row, bent, strict=True):
        for other, of_other in zip(row, bent, strict=True):
            assert (one > other) == (of_one > of_other)


@holds(
    "lookup.softcap-cannot-focus",
    x=logits(kinds=("spikes", "moderate"), batch=False),
    cap=st.sampled_from((1.0, 2.0)),
)
def test_no_weight_of_capped_scores_is_large_or_small(subject, x, cap):
    weights = list(subject.softmax(subject.softcap(digits.array(x), cap)).data)
    n, off = x.size, factors(within_units("tanh", "digits") + 3, "digits") * mp.mpf(cap)
    slack = 1 + 2 * n * bound_attended(mp.mpf(cap), off, 1, n, "digits")
    assert all((1 + (n - 1) * mp.exp(-2 * cap)) <= slack / each for each in weights)
    assert all(1 / each <= slack * (1 + (n - 1) * mp.exp(2 * cap)) for each in weights)
