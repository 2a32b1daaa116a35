"""How far attention moves where its rows are bounded: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_dot_attended

SIDES = st.integers(1, 4)


def attended(subject, queries, keys, values):
    """Return the outputs at fifty digits, and a bound of the error of each entry."""
    output = subject.scaled_dot_product_attention(*map(digits.array, (queries, keys, values))).data
    reach = lambda rows: max(abs(each) for row in rows for each in row)
    score = len(queries[0]) * reach(queries) * reach(keys)
    return output, bound_dot_attended(score, len(queries[0]), reach(values), len(keys), "digits")


def length(row):
    """Return the Euclidean length of a row."""
    return mp.sqrt(oracle.mean(row, row))


def apart(rows):
    """Return the largest distance of two rows."""
    return max(length(x - y) for x in rows for y in rows)


def exact(rows):
    """Return a table of numbers of fifty digits."""
    return np.asarray([[mp.mpf(float(each)) for each in row] for row in rows])


@st.composite
def a_query_that_moves(draw):
    d = draw(SIDES)
    if draw(st.booleans()):  # in the middle of two keys, where the constant is nearly reached
        way = np.full((1, d), 2.0**-6)
        keys = np.concatenate([way, -way]) * 2.0 ** draw(st.integers(4, 8))
        return tuple(
            map(exact, (np.concatenate([-way, way]), keys, keys + draw(st.integers(-4, 4))))
        )
    n, d_v = draw(SIDES), draw(SIDES)
    drawn = [draw(numbers(*of, kinds=("moderate",))) for of in ((2, d), (n, d), (n, d_v))]
    return tuple(map(exact, drawn))


@holds("heads.attention-is-lipschitz-in-its-query", case=a_query_that_moves())
def test_an_output_moves_no_farther_than_its_query_times_the_constant(subject, case):
    queries, keys, values = case
    (before, after), off = attended(subject, *case)
    constant = apart(keys) * apart(values) / 4 / mp.sqrt(len(keys[0]))
    assert length(after - before) <= constant * apart(queries) + 2 * mp.sqrt(len(before)) * off


@holds(
    "heads.a-query-in-the-middle-moves-fastest",
    side=st.integers(-8, 8),
    value=st.integers(-8, 8),
)
def test_a_query_between_two_keys_moves_as_fast_as_the_constant(subject, side, value):
    queries, keys, values = ([[oracle.STEP], [mp.zero]], [[side], [-side]], [[value], [-value]])
    output, off = attended(subject, queries, *(np.asarray(e) * mp.one for e in (keys, values)))
    slope = (output[0, 0] - output[1, 0]) / oracle.STEP
    # Taylor: value tanh(side z) has no second derivative at 0, and a third below 2 side³ value
    allowance = abs(side**3 * value) * oracle.STEP**2 + 2 * off / oracle.STEP
    within([slope], [mp.mpf(side * value)], [allowance], "the slope in the middle")


@st.composite
def rows_on_a_ball(draw):
    n, d = draw(SIDES), draw(SIDES)
    rows, ways = (exact(draw(numbers(n, d, kinds=("moderate",)))) for _ in range(2))
    return rows, ways if draw(st.booleans()) else ways[:1] + 0 * ways  # or all move alike


@holds(
    "heads.attention-to-rows-on-a-ball-is-lipschitz",
    case=rows_on_a_ball(),
    size=st.sampled_from([2.0**-6, 0.25, 1.0]),
    step=st.sampled_from([2.0**-6, 0.5, 2.0]),
)
def test_self_attention_moves_no_farther_than_its_rows_times_the_constant(
    subject, case, size, step
):
    rows, ways = case
    rows = size * rows
    moved = rows + step * ways
    before, off = attended(subject, rows, rows, rows)
    after, off_ = attended(subject, moved, moved, moved)
    radius = max(map(length, (*rows, *moved)))
    most = (1 + 2 * radius**2 / mp.sqrt(len(rows[0]))) * max(map(length, moved - rows))
    rounding = mp.sqrt(len(rows[0])) * (off + off_)
    assert all(length(y - x) <= most + rounding for x, y in zip(before, after, strict=True))


@holds("heads.a-row-against-many-moves-fastest", n=st.integers(1, 40))
def test_a_row_against_many_moves_twice_as_fast_as_its_square(subject, n):
    z = mp.sqrt(mp.log(n) / 2)
    there = lambda z: np.asarray([[z], *[[-z]] * n])
    before, off = attended(subject, there(z)[:1], there(z), there(z))
    after, off_ = attended(subject, there(z + oracle.STEP)[:1], *[there(z + oracle.STEP)] * 2)
    slope = (after[0, 0] - before[0, 0]) / oracle.STEP
    # Taylor: up to z + 1, z tanh(z² - log(n)/2) has a second derivative below 16 (z + 1)³
    allowance = 8 * (z + 1) ** 3 * oracle.STEP + (off + off_) / oracle.STEP
    within([slope], [2 * z**2], [allowance], "the slope against many")


@holds(
    "heads.a-row-against-many-moves-fastest",
    n=st.integers(1, 40),
    radius=st.integers(1, 4),
    beta=st.integers(1, 4),
)
def test_a_query_against_many_keys_moves_as_fast_as_the_constant(subject, n, radius, beta):
    alpha = mp.log(n) / (2 * radius**2)

    def there(t):
        keys = [alpha * (radius + t), *[-alpha * (radius + t)] * n]
        values = [beta * (t + radius), *[beta * (t - radius)] * n]
        columns = ([radius + t], keys, values)
        return attended(subject, *(np.asarray([[e] for e in column]) for column in columns))

    (before, off), (after, off_) = there(mp.zero), there(oracle.STEP)
    slope = (after[0, 0] - before[0, 0]) / oracle.STEP
    most = beta * (1 + 2 * alpha * radius**2)
    # Taylor: t + R tanh(α (R + t)² - log(n)/2) has a second derivative below 2 Rα (1 + 4α (R + 1)²)
    second = 2 * beta * radius * alpha * (1 + 4 * alpha * (radius + 1) ** 2)
    within([slope], [most], [second * oracle.STEP + (off + off_) / oracle.STEP], "the slope")
