"""Lookup: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import (
    DTYPES,
    logits,
    long_rows,
    masked_tables,
    numbers,
    orders,
    sides,
    tables,
    wide,
)
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import SUBNORMAL, bound_attention, factors
from theory.rounding.library_functions import DIGITS

MILD = ("ties", "moderate")


@remembered
def exact_attention(scores, values, kept=None):
    """Return the weighted mean of the values, entry by entry, and its bounds."""
    dtype, exact, bounds = scores.dtype.name, [], []
    for place, row in enumerate(scores.reshape(-1, scores.shape[-1])):
        keep = None if kept is None else list(kept.reshape(-1, scores.shape[-1])[place])
        x = oracle.exact(row)
        p = oracle.softmax(x, keep)
        among = [v for v, k in zip(x, keep or [True] * len(x), strict=True) if k] or x
        clipped = [min(v, max(among)) for v in x]  # what a mask drops does not set the maximum
        for column in values.T:
            v = [mp.mpf(float(c)) if np.isfinite(c) else mp.zero for c in column]
            exact.append(oracle.mean(p, v))
            bounds.append(bound_attention(clipped, p, v, dtype))
    return exact, bounds


def assert_is_attention(output, *table):
    """Assert that the output is the weighted mean of the values, entry by entry."""
    within(np.asarray(output).reshape(-1), *exact_attention(*table), "attention")


@holds("lookup.attention", "floats.weighted-mean", table=tables())
def test_attention_is_the_weighted_mean_up_to_rounding(subject, table):
    scores, values = table
    output = subject.attention(scores, values)
    assert output.dtype == scores.dtype
    assert_is_attention(output, scores, values)


@holds("lookup.attention", "lookup.mask", scores=wide(2, 1), shared=st.booleans())
def test_long_tables_of_a_batch_are_averaged_each_by_itself(subject, scores, shared):
    n, dtype = scores.shape[-1], scores.dtype
    values = (np.asarray([1, -4])[:, None, None] * np.arange(n)[:, None] % 7).astype(dtype)
    kept = np.arange(n) % 3 > 0
    output = subject.attention(scores, values[0] if shared else values, mask=kept)
    for place, (got, x) in enumerate(zip(output, scores, strict=True)):
        own = values[0 if shared else place]
        assert_is_attention(got, x, own, np.broadcast_to(kept, x.shape))


@holds("lookup.first-of-equals", x=long_rows(dtypes=DTYPES, n=70) | wide())
def test_of_many_equal_scores_the_first_counts(subject, x):
    assert (subject.hardmax(x) == np.eye(len(x))[x.argmax()]).all()


@holds("lookup.sizes", lead=st.lists(st.integers(1, 3), max_size=2), m=sides, n=sides, d_v=sides)
def test_the_output_has_a_row_for_each_query_as_wide_as_a_value(subject, lead, m, n, d_v):
    scores, values = np.zeros((*lead, m, n)), np.ones((*lead, n, d_v))
    assert subject.attention(scores, values).shape == (*lead, m, d_v)
    assert subject.attention(np.zeros(n), np.ones((n, d_v))).shape == (d_v,)


@holds("lookup.output-is-between-the-values", table=tables())
def test_no_coordinate_leaves_the_range_of_the_values(subject, table):
    scores, values = table
    output = subject.attention(scores, values)
    # Σ p_j u s_j ≤ n u, as s exp(-s) < 1: the weights' errors together are a few n rounding factors
    n, dtype = scores.shape[-1], scores.dtype.name
    values, output = values.astype("float64"), output.astype("float64")
    # a weight or a product that underflows is off by the spacing of subnormal numbers
    allowance = n * (2 + 6 * np.abs(values).max()) * float(SUBNORMAL[dtype])
    spread = np.abs(values).max() * float(factors(4 * n + 30, dtype)) + allowance
    assert (output <= values.max(axis=0) + spread).all()
    assert (output >= values.min(axis=0) - spread).all()


@holds("lookup.even-only-if-scores-are-equal", table=tables(kinds=MILD, least=2))
def test_equal_scores_give_the_plain_mean_and_others_do_not(subject, table):
    scores, values = table
    output = subject.attention(np.full_like(scores, scores[0, 0]), values)
    assert_is_attention(output, np.zeros_like(scores), values)
    first = np.zeros_like(values)
    first[0] = 1
    largest = scores.max(axis=-1)
    led = (scores[:, 0] == largest) & (scores.min(axis=-1) < largest - 0.5)
    assert (subject.attention(scores, first)[led] > 1 / scores.shape[-1]).all()


@holds("lookup.slope-by-a-value-is-its-weight", table=tables(kinds=MILD), data=st.data())
def test_a_step_of_one_value_moves_the_output_by_its_weight(subject, table, data):
    scores, values = table
    k = data.draw(st.integers(0, scores.shape[-1] - 1))
    stepped = np.array(values, dtype=object)
    stepped[k] = [mp.mpf(float(v)) + 1 for v in stepped[k]]
    before = subject.attention(digits.array(scores), digits.array(values))
    after = subject.attention(digits.array(scores), digits.xp.asarray(stepped))
    weights = [oracle.softmax(oracle.exact(row))[k] for row in scores]
    exact = [weight for weight in weights for _ in range(values.shape[1])]
    allowance = 4 * _bound(
        scores, 1 + float(np.abs(values).max())
    )  # before, after, difference, and weight
    within((after - before).data.ravel(), exact, [allowance] * len(exact), "the slope")


def _bound(scores, value, off=0):
    """Bound the error of a mean of values up to `value` at fifty digits."""
    score = mp.mpf(float(np.abs(scores).max()))
    return bound_attended(score, mp.mpf(off), float(value), scores.shape[-1], "digits")


@holds("lookup.order-of-pairs-is-irrelevant", table=tables(kinds=MILD), data=st.data())
def test_permuting_the_pairs_changes_nothing_but_rounding(subject, table, data):
    scores, values = table
    order = data.draw(orders(scores))
    assert_is_attention(subject.attention(scores[:, order], values[order]), scores, values)


@holds(
    "lookup.repeating-a-pair-adds-a-logarithm",
    table=tables(kinds=MILD, dtypes=("float64",)),
    r=st.integers(2, 5),
)
def test_copies_of_a_pair_act_as_one_with_a_larger_score(subject, table, r):
    scores, values = table
    many = subject.attention(
        digits.array(np.concatenate([scores] + [scores[:, :1]] * (r - 1), axis=1)),
        digits.array(np.concatenate([values] + [values[:1]] * (r - 1))),
    )
    raised = digits.array(scores)
    for row in range(len(scores)):
        raised.data[row, 0] += mp.log(r)
    once = subject.attention(raised, digits.array(values))
    largest, off = np.abs(values).max(), factors(DIGITS + 1, "digits") * (np.abs(scores).max() + r)
    repeated = np.repeat(np.abs(scores) + r, r, axis=-1)  # log r ≤ r
    allowance = [2 * _bound(repeated, largest, off)] * once.data.size
    within(many.data.ravel(), once.data.ravel(), allowance, "copies")
    plain = [oracle.softmax(oracle.exact(row)) for row in scores]
    twice = [
        oracle.mean(p, v) + (r - 1) * p[0] * (v[0] - oracle.mean(p, v)) / (1 + (r - 1) * p[0])
        for p in plain for v in map(oracle.exact, values.T)
    ]  # fmt: skip
    # the formula has the mean twice, and a quotient of weights times a difference of two values
    within(many.data.ravel(), twice, [5 * each for each in allowance], "copies, by the formula")


@holds("lookup.queries-do-not-mix", table=tables(), data=st.data())
def test_changing_one_query_leaves_the_other_rows_bit_for_bit(subject, table, data):
    scores, values = table
    row = data.draw(st.integers(0, len(scores) - 1))
    changed = scores.copy()
    changed[row] = data.draw(numbers(scores.shape[-1], dtype=scores.dtype.name))
    before, after = subject.attention(scores, values), subject.attention(changed, values)
    others = np.arange(len(scores)) != row
    assert (before[others] == after[others]).all()
    alone = subject.attention(changed[row], values)
    assert_is_attention(alone, changed[row], values)


@holds("lookup.mask", table=masked_tables())
def test_a_mask_keeps_where_it_is_true_or_is_added(subject, table):
    scores, values, mask = table
    assert_is_attention(subject.attention(scores, values, mask=mask), scores, values, mask)
    added = np.where(mask, 0, -np.inf).astype(scores.dtype)
    assert_is_attention(subject.attention(scores, values, mask=added), scores, values, mask)


@holds("lookup.mask", table=masked_tables(), data=st.data())
def test_a_floating_mask_is_added_to_the_scores(subject, table, data):
    scores, values, mask = table
    whole = np.round(np.clip(scores, -8, 8))  # sums of small whole numbers are exact
    biases = st.lists(st.integers(-8, 8), min_size=scores.size, max_size=scores.size)
    bias = np.asarray(data.draw(biases), dtype=scores.dtype).reshape(scores.shape)
    added = np.where(mask, bias, -np.inf).astype(scores.dtype)
    got = subject.attention(whole, values, mask=added)
    assert_is_attention(got, whole + bias, values, mask)


@holds(
    "lookup.masked-value-never-leaks",
    table=masked_tables(),
    bad=st.sampled_from([np.nan, np.inf, -np.inf]),
)
def test_what_a_mask_drops_has_no_influence(subject, table, bad):
    scores, values, mask = table
    mask[:, 0] = False
    values[0] = bad
    output = subject.attention(scores, values, mask=mask)
    assert_is_attention(output, scores, values, mask)
    scores[:, 0] = np.nan
    assert_is_attention(
        subject.attention(scores, values, mask=mask), np.nan_to_num(scores), values, mask
    )


@holds(
    "lookup.masked-value-never-leaks",
    table=masked_tables(),
    bad=st.sampled_from([np.nan, np.inf, -np.inf]),
)
def test_a_query_that_attends_to_a_nan_gets_nan(subject, table, bad):
    scores, values, mask = table
    mask[0, 0], values[0] = True, bad
    got = subject.attention(scores, values, mask=mask)[0]
    assert (np.isnan(got) if np.isnan(bad) else got == bad).all()


@holds("lookup.hard-attention", "lookup.first-of-equals", table=tables())
def test_hard_attention_returns_the_value_of_the_first_largest_score(subject, table):
    scores, values = table
    chosen = [
        max(range(len(row)), key=lambda place, row=row: (row[place], -place)) for row in scores
    ]
    assert (subject.hard_attention(scores, values) == values[chosen]).all()


@holds("lookup.hard-weights-are-one-hot", "lookup.first-of-equals",
       x=st.one_of(logits(), logits(kinds=("ties",), least=2)))  # fmt: skip
def test_hard_weights_are_one_hot_at_the_first_largest(subject, x):
    weights = subject.hardmax(x)
    assert weights.dtype == x.dtype
    assert ((weights == 0) | (weights == 1)).all()
    assert (weights.sum(axis=-1) == 1).all()
    assert (weights.argmax(axis=-1) == x.argmax(axis=-1)).all()


def _lead(draw_scores, lead):
    """Raise the first score until it leads by at least `lead`."""
    scores = draw_scores.copy()
    scores[..., 0] = scores[..., 1:].max(axis=-1) + lead
    return scores


@holds("lookup.hard-gradient-by-scores-is-zero", x=logits(kinds=("ties",), least=2), data=st.data())
def test_changes_below_half_the_lead_change_no_hard_weight(subject, x, data):
    led = _lead(x, 2)
    moves = data.draw(st.lists(st.floats(-0.75, 0.75, width=16), min_size=x.size, max_size=x.size))
    moved = led + np.asarray(moves, dtype=x.dtype).reshape(x.shape)
    assert (subject.hardmax(moved) == subject.hardmax(led)).all()
    assert (subject.hardmax(led)[..., 0] == 1).all()


@holds(
    "lookup.soft-tends-to-hard", "lookup.retrieval-precision",
    table=tables(kinds=MILD, dtypes=("float64",), least=2), lead=st.sampled_from([1.0, 8.0, 64.0]),
)  # fmt: skip
def test_a_soft_table_is_off_by_no_more_than_the_stated_rate(subject, table, lead):
    scores, values = _lead(table[0], lead), table[1]
    output = subject.attention(digits.array(scores), digits.array(values))
    n = scores.shape[-1] - 1
    reach, allowance = (
        np.abs(values - values[0]).max(axis=0),
        2 * _bound(scores, np.abs(values).max()),
    )
    for row in output.tolist():
        most = [mp.mpf(float(D)) * n * mp.exp(-mp.mpf(lead)) + allowance for D in reach]
        within(row, oracle.exact(values[0]), most, "the wanted value")


@holds(
    "lookup.ties-share", r=st.integers(1, 4), n=st.integers(1, 4), gap=st.sampled_from([1.0, 16.0])
)
def test_equal_largest_scores_share_at_the_stated_rate(subject, r, n, gap):
    scores = digits.array([gap] * r + [0.0] * n)
    output = subject.attention(scores, digits.array(np.eye(r + n))).tolist()
    for weight in output[:r]:
        assert 0 <= 1 / mp.mpf(r) - weight <= mp.mpf(n) / r**2 * mp.exp(-mp.mpf(gap))
